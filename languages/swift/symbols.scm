; Definitions, and what belongs to them.

[(comment) (multiline_comment)] @comment
(attribute) @decorator

(class_declaration declaration_kind: ["class" "actor"] name: (_) @name) @definition.class
(class_declaration declaration_kind: "struct" name: (_) @name) @definition.struct
(class_declaration declaration_kind: "enum" name: (_) @name) @definition.enum
(class_declaration declaration_kind: "extension" name: (_) @name) @definition.impl
(protocol_declaration name: (_) @name) @definition.interface
(enum_entry (simple_identifier) @name) @definition.constant
(typealias_declaration "typealias" . name: (type_identifier) @name) @definition.type
(associatedtype_declaration name: (type_identifier) @name) @definition.type

(function_declaration "func" . name: _ @name) @definition.function
(protocol_function_declaration "func" . name: _ @name) @definition.method
(init_declaration "init" @name) @definition.constructor
(deinit_declaration "deinit" @name) @definition.method
(subscript_declaration "subscript" @name (computed_property)? @body) @definition.method
(macro_declaration "macro" . (simple_identifier) @name definition: (_)? @body) @definition.macro
(operator_declaration (custom_operator) @name) @definition.function

; What stands in a block is local, and left out.
(class_body (property_declaration
  (pattern bound_identifier: (simple_identifier) @name)
  [(computed_property) (willset_didset_block)]? @body) @definition.property)
(enum_class_body (property_declaration
  (pattern bound_identifier: (simple_identifier) @name)
  [(computed_property) (willset_didset_block)]? @body) @definition.property)
(source_file (property_declaration
  (pattern bound_identifier: (simple_identifier) @name)
  [(computed_property) (willset_didset_block)]? @body) @definition.variable)
(source_file (property_declaration
  (value_binding_pattern "let")
  (pattern bound_identifier: (simple_identifier) @name)) @definition.constant)
(class_body (property_declaration (pattern (pattern (simple_identifier) @name))) @definition.property)
(protocol_body (protocol_property_declaration
  name: (pattern bound_identifier: (simple_identifier) @name)) @definition.property)

; Of XCTest and Swift Testing.
(class_declaration
  name: (type_identifier) @name
  (inheritance_specifier (user_type (type_identifier) @_base))
  (#match? @_base "TestCase$")) @test
(attribute (user_type (type_identifier) @_test) (#any-of? @_test "Test" "Suite")) @test
