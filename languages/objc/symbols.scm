; Definitions, and what belongs to them. A method is called by the first part of its selector.

(comment) @comment

(class_interface . (identifier) @name "@end" @body) @definition.class
(class_interface . (identifier) @name [
  (instance_variables) (property_declaration) (method_declaration)
  (preproc_if) (preproc_ifdef) (preproc_def) (preproc_call) (declaration) (type_definition)
] @body) @definition.class
(class_implementation . (identifier) @name "@end" @body) @definition.impl
(class_implementation . (identifier) @name (implementation_definition) @body) @definition.impl
(protocol_declaration . (identifier) @name "@end" @body) @definition.interface
(protocol_declaration . (identifier) @name [
  (property_declaration) (method_declaration) (qualified_protocol_interface_declaration)
  (preproc_if) (preproc_ifdef) (preproc_def) (preproc_call) (declaration) (type_definition)
] @body) @definition.interface
(method_declaration . (method_type) . (identifier) @name) @definition.method
(method_definition . (method_type) . (identifier) @name (compound_statement) @body) @definition.method
(property_declaration (struct_declaration (struct_declarator [
  (identifier) @name
  (pointer_declarator declarator: (identifier) @name)
]))) @definition.property
; A block, or a pointer to a function.
(property_declaration (struct_declaration (struct_declarator (function_declarator declarator: (parenthesized_declarator [
  (block_pointer_declarator declarator: (identifier) @name)
  (pointer_declarator declarator: (identifier) @name)
]))))) @definition.property
(property_declaration (struct_declaration (struct_declarator (pointer_declarator declarator: (function_declarator
  declarator: (parenthesized_declarator (block_pointer_declarator declarator: (identifier) @name))))))) @definition.property
(function_definition declarator: (_) @declarator body: (_) @body) @definition.function
(translation_unit (declaration declarator: (init_declarator declarator: (_) @declarator value: (_) @value)) @definition.variable)
(translation_unit (declaration declarator: (function_declarator) @declarator) @definition.function)
(struct_specifier name: (_) @name body: (_) @body) @definition.struct
(enum_specifier name: (_) @name body: (_) @body) @definition.enum
(enumerator name: (_) @name) @definition.constant
(type_definition declarator: (type_identifier) @name) @definition.type
(type_definition declarator: (pointer_declarator declarator: (type_identifier) @name)) @definition.type
(type_definition declarator: (function_declarator declarator: (parenthesized_declarator [
  (block_pointer_declarator declarator: (type_identifier) @name)
  (pointer_declarator declarator: (type_identifier) @name)
]))) @definition.type
(type_definition declarator: (pointer_declarator declarator: (function_declarator
  declarator: (parenthesized_declarator (block_pointer_declarator declarator: (type_identifier) @name))))) @definition.type
(type_definition
  type: (macro_type_specifier name: (identifier) @_macro)
  declarator: (type_identifier) @name
  (#match? @_macro "^NS_")) @definition.constant
(preproc_def name: (_) @name) @definition.macro
(preproc_function_def name: (_) @name) @definition.macro

; Of XCTest.
(method_definition . (method_type) . (identifier) @_name (#match? @_name "^test")) @test
