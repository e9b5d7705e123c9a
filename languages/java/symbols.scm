; Definitions, and what belongs to them.

[(line_comment) (block_comment)] @comment
[(marker_annotation) (annotation)] @decorator

(class_declaration name: (identifier) @name) @definition.class
(record_declaration name: (identifier) @name) @definition.class
(interface_declaration name: (identifier) @name) @definition.interface
(annotation_type_declaration name: (identifier) @name) @definition.interface
(enum_declaration name: (identifier) @name) @definition.enum
(enum_constant name: (identifier) @name) @definition.constant
(module_declaration name: (_) @name) @definition.module

(method_declaration name: (identifier) @name) @definition.method
(constructor_declaration name: (identifier) @name) @definition.constructor
(compact_constructor_declaration name: (identifier) @name) @definition.constructor
(annotation_type_element_declaration name: (identifier) @name) @definition.method
(record_declaration parameters: (formal_parameters (formal_parameter name: (identifier) @name) @definition.field))

(field_declaration declarator: (variable_declarator name: (identifier) @name value: (_)? @value)) @definition.field
(field_declaration
  (modifiers) @_modifiers
  declarator: (variable_declarator name: (identifier) @name value: (_)? @value)
  (#match? @_modifiers "static(.|\n)*final|final(.|\n)*static")) @definition.constant
(constant_declaration declarator: (variable_declarator name: (identifier) @name value: (_)? @value)) @definition.constant

(method_declaration (modifiers [
    (marker_annotation name: [(identifier) @_test (scoped_identifier name: (identifier) @_test)])
    (annotation name: [(identifier) @_test (scoped_identifier name: (identifier) @_test)])
  ] @test)
  (#match? @_test "Test$|^(TestFactory|TestTemplate|Theory|Property|Before|After|(Before|After)(Each|All|Class|Method))$"))
(class_declaration superclass: (superclass (type_identifier) @_base) (#match? @_base "TestCase$")) @test
