; Definitions, and what belongs to them.

[(line_comment) (block_comment)] @comment
(annotation) @decorator

(class_declaration name: (identifier) @name [(class_body) (enum_class_body)]? @body) @definition.class
(class_declaration "interface" name: (identifier) @name) @definition.interface
(class_declaration (modifiers (class_modifier) @_enum) name: (identifier) @name (#eq? @_enum "enum")) @definition.enum
(object_declaration name: (identifier) @name (class_body)? @body) @definition.class
(companion_object !name "companion" @name (class_body)? @body) @definition.class
(companion_object name: (identifier) @name (class_body)? @body) @definition.class
(enum_entry (identifier) @name (class_body)? @body) @definition.constant
(type_alias type: (identifier) @name) @definition.type

(function_declaration name: (identifier) @name (function_body)? @body) @definition.function
; An extension belongs to the type that it extends.
(function_declaration
  [(user_type) @container (nullable_type (user_type) @container)]
  "."
  name: (identifier) @name
  (function_body)? @body) @definition.function
(class_body (function_declaration name: (identifier) @name (function_body)? @body) @definition.method)
(secondary_constructor "constructor" @name (block)? @body) @definition.constructor

(class_parameter ["val" "var"] . (identifier) @name) @definition.property
; What stands in a block is local, and left out.
(source_file (property_declaration
  (variable_declaration (identifier) @name)
  [(getter) (setter) (property_delegate)]? @body) @definition.property)
(source_file (property_declaration
  (modifiers (property_modifier) @_const)
  (variable_declaration (identifier) @name)
  (#eq? @_const "const")) @definition.constant)
; An extension belongs to the type that it extends.
(source_file (property_declaration
  [(user_type) @container (nullable_type (user_type) @container)]
  "."
  (variable_declaration (identifier) @name)
  [(getter) (setter) (property_delegate)]? @body) @definition.property)
(class_body (property_declaration
  (variable_declaration (identifier) @name)
  [(getter) (setter) (property_delegate)]? @body) @definition.property)
(class_body (property_declaration
  [(user_type) @container (nullable_type (user_type) @container)]
  "."
  (variable_declaration (identifier) @name)
  [(getter) (setter) (property_delegate)]? @body) @definition.property)
(class_body (property_declaration
  (modifiers (property_modifier) @_const)
  (variable_declaration (identifier) @name)
  (#eq? @_const "const")) @definition.constant)
(enum_class_body (property_declaration
  (variable_declaration (identifier) @name)
  [(getter) (setter) (property_delegate)]? @body) @definition.property)
(enum_class_body (property_declaration
  (modifiers (property_modifier) @_const)
  (variable_declaration (identifier) @name)
  (#eq? @_const "const")) @definition.constant)
(ERROR (property_declaration
  (variable_declaration (identifier) @name)
  [(getter) (setter) (property_delegate)]? @body) @definition.property)
(ERROR (property_declaration
  (modifiers (property_modifier) @_const)
  (variable_declaration (identifier) @name)
  (#eq? @_const "const")) @definition.constant)

(annotation (user_type (identifier) @_test) (#any-of? @_test "Test" "ParameterizedTest" "RepeatedTest" "TestFactory" "Before" "After"
  "BeforeTest" "AfterTest" "BeforeEach" "AfterEach" "BeforeAll" "AfterAll" "BeforeClass" "AfterClass")) @test
(annotation (constructor_invocation (user_type (identifier) @_test)) (#any-of? @_test "Test" "ParameterizedTest" "RepeatedTest")) @test

; Of Kotest and Spek, named by their sentence.
(call_expression . (string_literal) @name . (annotated_lambda) @body) @definition.test
(call_expression
  . (call_expression . (navigation_expression . (string_literal) @name . (identifier) @_config))
  . (annotated_lambda) @body
  (#eq? @_config "config")) @definition.test
(call_expression
  . (call_expression . (identifier) @_case (value_arguments . (value_argument . (string_literal) @name)))
  . (annotated_lambda) @body
  (#any-of? @_case "test" "describe" "it" "should" "context" "feature" "scenario" "expect" "Given" "given" "When" "`when`"
    "Then" "then" "And" "and")) @definition.test
(call_expression
  . (call_expression . (navigation_expression
    . (call_expression . (identifier) @_case (value_arguments . (value_argument . (string_literal) @name)))
    . (identifier) @_config))
  . (annotated_lambda) @body
  (#any-of? @_case "test" "it" "should" "expect" "scenario" "then" "Then") (#eq? @_config "config")) @definition.test
(binary_expression left: (string_literal) @name operator: "-" right: (lambda_literal) @body) @definition.test
(infix_expression . (string_literal) @name . (identifier) @_word . (lambda_literal) @body
  (#any-of? @_word "should" "Should" "When" "`when`")) @definition.test
