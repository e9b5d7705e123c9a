; Names and what they are used for.

(identifier) @use

(field_expression object: (_) @receiver member: (identifier) @name)
(call_expression function: [(identifier) @call (field_expression member: (identifier) @call)])
(parameter type: (identifier) @type)

; Scopes and local names.

[(function_declaration) (block)] @scope
(struct_declaration) @scope.type

(parameter name: (identifier) @binding)
(block (variable_declaration . (identifier) @binding))
(payload (identifier) @binding)

; What is no code.

[(comment) (string) (multiline_string)] @text
