; Definitions, and what belongs to them.

[(comment) (documentation_comment)] @comment
(annotation) @decorator

(class_declaration name: (_) @name) @definition.class
(class_declaration (mixin_application_class . (identifier) @name)) @definition.class
(mixin_declaration name: (_) @name) @definition.class
(enum_declaration name: (_) @name) @definition.enum
(enum_entry name: (_) @name) @definition.constant
(extension_declaration name: (_) @name) @definition.impl
(extension_declaration !name class: (type . (type_identifier) @name)) @definition.impl
(extension_type_declaration name: (_) @name) @definition.class
(type_alias (type_identifier) @name) @definition.type

(function_declaration signature: (function_signature name: (_) @name)) @definition.function
(getter_declaration signature: (getter_signature name: (_) @name)) @definition.property
(setter_declaration signature: (setter_signature name: (_) @name)) @definition.property
(local_function_declaration (function_signature name: (_) @name) (function_body) @body) @definition.function

(method_declaration signature: (method_signature (function_signature name: (_) @name))) @definition.method
(method_declaration signature: (method_signature (getter_signature name: (_) @name)) body: (_) @body) @definition.property
(method_declaration signature: (method_signature (setter_signature name: (_) @name)) body: (_) @body) @definition.property
(method_declaration signature: (method_signature (operator_signature (binary_operator) @name))) @definition.method
(declaration (function_signature name: (_) @name)) @definition.method
(declaration (getter_signature name: (_) @name)) @definition.property
(declaration (setter_signature name: (_) @name)) @definition.property

(declaration (constructor_signature (identifier) @name . (formal_parameter_list))) @definition.constructor
(declaration (constant_constructor_signature (identifier) @name . (formal_parameter_list))) @definition.constructor
(declaration (redirecting_factory_constructor_signature (identifier) @name . (formal_parameter_list))) @definition.constructor
(method_declaration signature: (method_signature (constructor_signature (identifier) @name . (formal_parameter_list)))) @definition.constructor
(method_declaration signature: (method_signature (factory_constructor_signature (identifier) @name . (formal_parameter_list)))) @definition.constructor
(declaration (static_final_declaration_list (static_final_declaration name: (_) @name value: (_)? @value))) @definition.field
(declaration (initialized_identifier_list (initialized_identifier name: (_) @name value: (_)? @value))) @definition.field
(top_level_variable_declaration
  (static_final_declaration_list (static_final_declaration name: (_) @name value: (_)? @value))) @definition.constant
(top_level_variable_declaration
  (initialized_identifier_list (initialized_identifier name: (_) @name value: (_)? @value))) @definition.variable

; Of package:test and Flutter.
(expression_statement (call_expression
  function: (identifier) @_case
  arguments: (arguments . (_) @name . (_) @body))
  (#any-of? @_case "test" "group" "testWidgets" "blocTest" "testGoldens")) @definition.test
