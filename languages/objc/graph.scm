; Names and what they are used for.

[(identifier) (type_identifier) (field_identifier)] @use

(message_expression receiver: (_) @receiver method: (identifier) @name)
(message_expression method: (identifier) @call)
; The receiver is known where the selector is sent.
(selector_expression "@selector" @receiver (identifier) @name)
(field_expression argument: (_) @receiver field: (field_identifier) @name)
(call_expression function: (identifier) @call)
(type_identifier) @type
(class_interface superclass: (identifier) @inherit)
(class_interface superclass: (_) (parameterized_arguments (type_name (type_identifier) @inherit)))
(class_interface ")" . (parameterized_arguments (type_name (type_identifier) @inherit)))
(protocol_declaration (protocol_reference_list (identifier) @inherit))

; Scopes and local names.

[(method_definition) (function_definition) (compound_statement)] @scope
[(class_interface) (class_implementation)] @scope.type
(method_parameter (method_type) (identifier) @binding)
(parameter_declaration declarator: (identifier) @binding)

; Supertypes.

(class_interface . (identifier) @subtype superclass: (identifier) @supertype)
(class_interface
  . (identifier) @subtype
  superclass: (_)
  (parameterized_arguments (type_name (type_identifier) @supertype)))
(class_interface
  . (identifier) @subtype
  ")"
  . (parameterized_arguments (type_name (type_identifier) @supertype)))
(protocol_declaration . (identifier) @subtype (protocol_reference_list (identifier) @supertype))

; What is no code.

[(comment) (string_content) (system_lib_string)] @text
