; Names and what they are used for.

(identifier) @use

(member_expression object: (_) @receiver property: (identifier) @name)
(call_expression function: (expression [(identifier) @call (member_expression property: (identifier) @call)]))
(user_defined_type (identifier) @type .)
(inheritance_specifier ancestor: (user_defined_type (identifier) @inherit .))
(modifier_invocation . (identifier) @call)
(emit_statement name: (expression (identifier) @call))

; Scopes and local names.

[(function_definition) (modifier_definition) (constructor_definition) (block_statement) (for_statement)] @scope
(contract_body) @scope.type

(parameter type: (_) @annotation name: (identifier) @binding)
(variable_declaration type: (_) @annotation name: (identifier) @binding)
(state_variable_declaration type: (_) @annotation name: (identifier) @field)

; Supertypes.

(contract_declaration name: (_) @subtype (inheritance_specifier ancestor: (_) @supertype))
(interface_declaration name: (_) @subtype (inheritance_specifier ancestor: (_) @supertype))

; Imports that rename.

(import_directive import_name: (identifier) @imported . alias: (identifier) @alias source: (_) @module)
(import_directive import_name: (identifier) @imported . "as" . alias: (identifier) @alias source: (_) @module)

; What is no code.

[(comment) (string)] @text
