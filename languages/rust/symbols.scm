; Items, their members, and what belongs to them.

[(line_comment) (block_comment)] @comment
[(attribute_item) (inner_attribute_item)] @decorator

(function_item name: (identifier) @name) @definition.function
(function_signature_item name: (identifier) @name) @definition.function
(struct_item name: (type_identifier) @name) @definition.struct
(union_item name: (type_identifier) @name) @definition.struct
(enum_item name: (type_identifier) @name) @definition.enum
(enum_variant name: (identifier) @name) @definition.constant
(field_declaration name: (field_identifier) @name) @definition.field
(trait_item name: (type_identifier) @name) @definition.trait
(type_item name: (type_identifier) @name) @definition.type
(associated_type name: (type_identifier) @name) @definition.type
(const_item name: (identifier) @name) @definition.constant
(static_item name: (identifier) @name) @definition.variable
(mod_item name: (identifier) @name body: (_)) @definition.module
(macro_definition name: (identifier) @name (macro_rule) @body) @definition.macro

(source_file
  (attribute_item (attribute (identifier) @_exported))
  . (macro_definition name: (identifier) @exported)
  (#eq? @_exported "macro_export"))

; An impl is named after its type; the trait is its container.
(impl_item type: [
    (type_identifier) @name
    (generic_type type: (type_identifier) @name)
    (generic_type type: (scoped_type_identifier name: (type_identifier) @name))
    (scoped_type_identifier name: (type_identifier) @name)
    (reference_type type: (type_identifier) @name)
    (reference_type type: (primitive_type) @name)
    (reference_type type: (generic_type type: (type_identifier) @name))
    (reference_type type: (scoped_type_identifier name: (type_identifier) @name))
    (reference_type type: (generic_type type: (scoped_type_identifier name: (type_identifier) @name)))
    (reference_type type: [
      (array_type) (tuple_type) (unit_type) (dynamic_type) (function_type) (pointer_type) (reference_type) (bounded_type)
    ]) @name
    (primitive_type) @name
    [
      (array_type) (tuple_type) (unit_type) (dynamic_type) (function_type) (pointer_type) (never_type) (bounded_type)
      (macro_invocation)
    ] @name
  ]) @definition.impl
(impl_item trait: [
    (type_identifier) @container
    (generic_type type: (type_identifier) @container)
    (generic_type type: (scoped_type_identifier name: (type_identifier) @container))
    (scoped_type_identifier name: (type_identifier) @container)
  ]) @definition.impl

; Tests: by attribute, and what stands in a module that is compiled for tests only.
(attribute_item (attribute [(identifier) @_name (scoped_identifier name: (identifier) @_name)]
  (#match? @_name "^(test|bench|rstest|quickcheck|gtest|test_case|test_matrix)$|_test$"))) @test
(attribute_item (attribute (identifier) @_name arguments: (token_tree) @_arguments)
  (#eq? @_name "cfg") (#match? @_arguments "^\\((all\\()?\\s*test\\b")) @test.code

; Any braces in a macro may hold items.
(token_tree) @macro.body

; What macros of the file define where they are called.
(macro_definition) @macro.rules
(macro_invocation) @macro.call
(expression_statement (macro_invocation) @macro.call)
