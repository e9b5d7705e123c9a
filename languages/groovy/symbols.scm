; Definitions, and what belongs to them.

[(line_comment) (block_comment) (groovydoc_comment)] @comment
(annotation) @decorator

(class_declaration name: (_) @name body: (_) @body) @definition.class
(interface_declaration name: (_) @name body: (_) @body) @definition.interface
(annotation_type_declaration name: (_) @name) @definition.interface
(record_declaration name: (_) @name body: (_) @body) @definition.class
(trait_declaration name: (_) @name body: (_) @body) @definition.trait
(enum_declaration name: (_) @name body: (_) @body) @definition.enum
(enum_constant name: (_) @name) @definition.constant
(method_declaration name: (_) @name body: (_)? @body) @definition.function
(constructor_declaration name: (_) @name body: (_)? @body) @definition.constructor
(field_declaration (variable_declarator name: (_) @name)) @definition.field
; A type in a type, which the grammar takes for a field.
(field_declaration (type_identifier) @_word (variable_declarator name: (_) @name) (#any-of? @_word "class" "interface" "trait")) @definition.class
(field_declaration (type_identifier) @_word (variable_declarator name: (_) @name) (#eq? @_word "enum")) @definition.enum
(field_declaration (type_identifier) @_word (#any-of? @_word "extends" "implements")) @ignored

; Of Spock and JUnit.
(method_declaration name: (quoted_identifier) @name body: (_) @body) @definition.test
(annotation name: (_) @_name (#eq? @_name "Test")) @test
