; Definitions, and what belongs to them.

[(comment) (block_comment)] @comment
(annotation) @decorator

(class_definition name: (_) @name) @definition.class
(object_definition name: (_) @name) @definition.class
(package_object name: (_) @name) @definition.module
(trait_definition name: (_) @name) @definition.trait
(enum_definition name: (_) @name) @definition.enum
(simple_enum_case name: (_) @name) @definition.constant
(full_enum_case name: (_) @name) @definition.class
(type_definition name: (_) @name) @definition.type
(package_clause name: (_) @name body: (_) @body) @definition.module

(function_definition name: (_) @name) @definition.function
; An extension belongs to the type that it extends.
(extension_definition
  parameters: (parameters (parameter type: (_) @container))
  body: (function_definition name: (_) @name) @definition.function)
(function_declaration name: (_) @name) @definition.method
(function_definition name: (_) @name (#eq? @name "this")) @definition.constructor
(given_definition name: (_) @name) @definition.constant
(given_definition !name return_type: (_) @name) @definition.constant
(given_definition name: (_) @name body: (with_template_body)) @definition.class
(given_definition !name return_type: (_) @name body: (with_template_body)) @definition.class

; What stands in a block is local, and left out.
(template_body (val_definition pattern: (identifier) @name value: (_)? @value) @definition.field)
(template_body (var_definition pattern: (identifier) @name value: (_)? @value) @definition.field)
(template_body (val_declaration name: (identifier) @name) @definition.field)
(template_body (var_declaration name: (identifier) @name) @definition.field)
(template_body (val_definition pattern: (tuple_pattern (identifier) @name)) @definition.field)
(enum_body (val_definition pattern: (identifier) @name value: (_)? @value) @definition.field)
(with_template_body (val_definition pattern: (identifier) @name value: (_)? @value) @definition.field)
(compilation_unit (val_definition pattern: (identifier) @name value: (_)? @value) @definition.constant)
(compilation_unit (var_definition pattern: (identifier) @name value: (_)? @value) @definition.variable)
(class_parameters (class_parameter ["val" "var"] name: (identifier) @name) @definition.field)
(class_definition "case" class_parameters: (class_parameters (class_parameter name: (identifier) @name) @definition.field))

; Of JUnit, munit, ScalaTest and specs2.
(annotation name: (type_identifier) @_test (#any-of? @_test "Test" "Before" "After")) @test
(call_expression
  function: (call_expression function: (identifier) @_case arguments: (arguments . (string) @name))
  arguments: (_) @body
  (#any-of? @_case "test" "property" "describe" "it" "feature" "scenario" "Feature" "Scenario")) @definition.test
(infix_expression left: (_) @name operator: (identifier) @_case right: (block) @body
  (#any-of? @_case "in" "should" "must" "when" "can")) @definition.test
