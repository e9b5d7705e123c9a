; Names and what they are used for.

[(command_name) (simple_name) (type_identifier) (variable) (generic_token)] @use

(command command_name: (command_name) @call)
(type_spec (type_name (type_identifier) @type))
(invokation_expression (member_name (simple_name) @call))

; Scopes and local names.

[(function_statement) (class_method_definition) (script_block_expression)] @scope
(script_parameter (variable) @binding)
(class_method_parameter (variable) @binding)

; What is no code.

[(comment) (string_literal)] @text
