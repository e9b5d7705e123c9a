; Definitions, and what belongs to them. TSX reads this file too.

(comment) @comment
(decorator) @decorator

(export_statement declaration: (_) @wrapped) @wrapper
(export_statement value: (_) @wrapped) @wrapper
(ambient_declaration (_) @wrapped) @wrapper
(lexical_declaration (variable_declarator) @wrapped) @wrapper
(variable_declaration (variable_declarator) @wrapped) @wrapper

(function_declaration name: (identifier) @name) @definition.function
(generator_function_declaration name: (identifier) @name) @definition.function
(function_signature name: (identifier) @name) @definition.function
(class_declaration name: (type_identifier) @name) @definition.class
(abstract_class_declaration name: (type_identifier) @name) @definition.class
(interface_declaration name: (type_identifier) @name) @definition.interface
(enum_declaration name: (identifier) @name) @definition.enum
(enum_body name: (_) @name @definition.constant)
(enum_assignment name: (_) @name) @definition.constant
(type_alias_declaration name: (type_identifier) @name) @definition.type
(type_alias_declaration name: (type_identifier) @name value: (object_type) @body) @definition.type
(type_alias_declaration name: (type_identifier) @name value: (intersection_type (object_type) @body)) @definition.type
(type_alias_declaration
  name: (type_identifier) @name
  value: (intersection_type (generic_type type_arguments: (type_arguments . (object_type) @body .)))) @definition.type
(type_alias_declaration
  name: (type_identifier) @name
  value: (generic_type type_arguments: (type_arguments . (object_type) @body .))) @definition.type
(module name: (_) @name) @definition.module
(internal_module name: (_) @name) @definition.module
(ambient_declaration "global" @name (statement_block) @body) @definition.module
(import_alias . (identifier) @name) @definition.constant

; Expressions that name themselves.
(function_expression name: (identifier) @name) @definition.function
(generator_function name: (identifier) @name) @definition.function
(class name: (type_identifier) @name) @definition.class

; What a file exports without a name of its own is called `default`.
(export_statement "default" @name value: (function_expression !name body: (_) @body)) @definition.function
(export_statement "default" @name value: (generator_function !name body: (_) @body)) @definition.function
(export_statement "default" @name value: (arrow_function body: (_) @body)) @definition.function
(export_statement "default" @name value: (class !name body: (_) @body)) @definition.class
(export_statement "default" @name value: (object) @body) @definition.variable
(export_statement "default" @name value: (call_expression) @value) @definition.variable
(export_statement "=" (identifier) @exported)
(export_statement "default" value: (identifier) @exported)
(export_statement !source (export_clause (export_specifier name: (identifier) @exported)))

; Members.
(class_body (method_definition name: (_) @name) @definition.method)
(class_body (method_definition ["get" "set"] name: (_) @name) @definition.property)
(class_body (method_signature name: (_) @name) @definition.method)
(interface_body (method_signature name: (_) @name) @definition.method)
(interface_body (method_signature ["get" "set"] name: (_) @name) @definition.property)
(abstract_method_signature name: (_) @name) @definition.method
(public_field_definition name: (_) @name) @definition.field
(public_field_definition name: (_) @name value: [
    (arrow_function body: (_) @body)
    (function_expression body: (_) @body)
    ; paste = debounce(async () => { … })
    (call_expression function: (identifier) arguments: (arguments . [
      (arrow_function body: (_) @body)
      (function_expression body: (_) @body)
    ]))
  ]) @definition.method
(interface_body (property_signature name: (_) @name) @definition.property)
; The members of an alias: of an object type, in a type such as `Readonly<{ … }>`, and of the parts of combined ones.
(type_alias_declaration value: [
  (object_type [(method_signature name: (_) @name) @definition.method (property_signature name: (_) @name) @definition.property])
  (generic_type type_arguments: (type_arguments . (object_type [(method_signature name: (_) @name) @definition.method (property_signature name: (_) @name) @definition.property]) .))
  (intersection_type (object_type [(method_signature name: (_) @name) @definition.method (property_signature name: (_) @name) @definition.property]))
  (intersection_type (intersection_type (object_type [(method_signature name: (_) @name) @definition.method (property_signature name: (_) @name) @definition.property])))
  (intersection_type (intersection_type (intersection_type (object_type [(method_signature name: (_) @name) @definition.method (property_signature name: (_) @name) @definition.property]))))
  (intersection_type (generic_type type_arguments: (type_arguments . (object_type [(method_signature name: (_) @name) @definition.method (property_signature name: (_) @name) @definition.property]) .)))
  (intersection_type (intersection_type (generic_type type_arguments: (type_arguments . (object_type [(method_signature name: (_) @name) @definition.method (property_signature name: (_) @name) @definition.property]) .))))
  (union_type (object_type [(method_signature name: (_) @name) @definition.method (property_signature name: (_) @name) @definition.property]))
  (union_type (union_type (object_type [(method_signature name: (_) @name) @definition.method (property_signature name: (_) @name) @definition.property])))
  (union_type (union_type (union_type (object_type [(method_signature name: (_) @name) @definition.method (property_signature name: (_) @name) @definition.property]))))
  (union_type (union_type (union_type (union_type (object_type [(method_signature name: (_) @name) @definition.method (property_signature name: (_) @name) @definition.property])))))
  (union_type (union_type (union_type (union_type (union_type (object_type [(method_signature name: (_) @name) @definition.method (property_signature name: (_) @name) @definition.property]))))))
  (intersection_type (parenthesized_type (object_type [(method_signature name: (_) @name) @definition.method (property_signature name: (_) @name) @definition.property])))
  (intersection_type (parenthesized_type (union_type (object_type [(method_signature name: (_) @name) @definition.method (property_signature name: (_) @name) @definition.property]))))
  (union_type (intersection_type (object_type [(method_signature name: (_) @name) @definition.method (property_signature name: (_) @name) @definition.property])))
])
; A constructor's parameter with a modifier is a field.
(required_parameter [(accessibility_modifier) "readonly"] pattern: (identifier) @name) @definition.field
(optional_parameter [(accessibility_modifier) "readonly"] pattern: (identifier) @name) @definition.field

; Variables of the module, not those of its functions.
(program (lexical_declaration kind: "const" (variable_declarator name: (identifier) @name) @definition.constant))
(program (lexical_declaration kind: "let" (variable_declarator name: (identifier) @name) @definition.variable))
(program (variable_declaration (variable_declarator name: (identifier) @name) @definition.variable))
(export_statement
  (lexical_declaration kind: "const" (variable_declarator name: (identifier) @name) @definition.constant))
(export_statement
  (lexical_declaration kind: "let" (variable_declarator name: (identifier) @name) @definition.variable))
(export_statement (variable_declaration (variable_declarator name: (identifier) @name) @definition.variable))
(ambient_declaration
  (lexical_declaration kind: "const" (variable_declarator name: (identifier) @name) @definition.constant))
(ambient_declaration
  (lexical_declaration kind: "let" (variable_declarator name: (identifier) @name) @definition.variable))
(ambient_declaration (variable_declaration (variable_declarator name: (identifier) @name) @definition.variable))
(module body: (statement_block
  (lexical_declaration (variable_declarator name: (identifier) @name) @definition.constant)))
(internal_module body: (statement_block
  (lexical_declaration (variable_declarator name: (identifier) @name) @definition.constant)))
(program (lexical_declaration (variable_declarator
  name: (object_pattern (shorthand_property_identifier_pattern) @name)) @definition.constant))
(program (lexical_declaration (variable_declarator
  name: (object_pattern (pair_pattern value: (identifier) @name))) @definition.constant))
(program (lexical_declaration (variable_declarator
  name: (array_pattern (identifier) @name)) @definition.constant))
(export_statement (lexical_declaration (variable_declarator
  name: (object_pattern (shorthand_property_identifier_pattern) @name)) @definition.constant))
(export_statement (lexical_declaration (variable_declarator
  name: (object_pattern (pair_pattern value: (identifier) @name))) @definition.constant))
(export_statement (lexical_declaration (variable_declarator
  name: (array_pattern (identifier) @name)) @definition.constant))

; A variable that holds a function is one, also by its type.
(variable_declarator name: (identifier) @name value: (arrow_function body: (_) @body)) @definition.function
(variable_declarator
  name: (identifier) @name
  value: (arrow_function body: (arrow_function body: (_) @body))) @definition.function
(variable_declarator name: (identifier) @name value: (function_expression body: (_) @body)) @definition.function
(variable_declarator name: (identifier) @name value: (generator_function body: (_) @body)) @definition.function
(variable_declarator name: (identifier) @name value: (class body: (_) @body)) @definition.class
(variable_declarator
  name: (identifier) @name
  type: (type_annotation (function_type))
  value: (_)? @body) @definition.function
(variable_declarator
  name: (identifier) @name
  type: (type_annotation (object_type (call_signature)))
  value: (_)? @body) @definition.function

; What another module brings in is defined there.
(variable_declarator
  value: (call_expression function: (identifier) @_require) (#eq? @_require "require")) @ignored
(variable_declarator value: (member_expression
  object: (call_expression function: (identifier) @_require)) (#eq? @_require "require")) @ignored

; Methods of an object that a variable, or the module itself, holds.
(variable_declarator value: (object (method_definition name: (_) @name) @definition.method))
(variable_declarator value: (object (pair key: (_) @name value: [
    (arrow_function body: (_) @body)
    (function_expression body: (_) @body)
  ]) @definition.method))
(export_statement value: (object (method_definition name: (_) @name) @definition.method))
(export_statement value: (object (pair key: (_) @name value: [
    (arrow_function body: (_) @body)
    (function_expression body: (_) @body)
  ]) @definition.method))

; includes javascript/commonjs.scm

; Tests, named by their sentence.
(expression_statement (call_expression
  function: [
    (identifier) @_test
    (member_expression object: (identifier) @_test)
    (call_expression function: (member_expression object: (identifier) @_test))
  ]
  arguments: (arguments . [(string) (template_string)] @name [(arrow_function) (function_expression)] @body)
  (#any-of? @_test "describe" "it" "test" "suite" "context" "bench")) @definition.test)
(expression_statement (call_expression
  function: (member_expression object: (identifier) @_of property: (property_identifier) @_test)
  arguments: (arguments . [(string) (template_string)] @name [(arrow_function) (function_expression)] @body)
  (#any-of? @_of "Deno" "QUnit" "tap") (#any-of? @_test "test" "module")) @definition.test)
