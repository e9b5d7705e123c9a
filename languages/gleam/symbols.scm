; Definitions, and what belongs to them.

[(comment) (statement_comment)] @comment
(attribute) @decorator

(function name: (identifier) @name "{"? @body) @definition.function
(external_function name: (identifier) @name) @definition.function
(constant name: (identifier) @name value: (_) @value) @definition.constant
(external_type (type_name name: (type_identifier) @name)) @definition.type
(type_alias (type_name name: (type_identifier) @name)) @definition.type

; The constructor of a record has the name of its type, and is not told from it.
(type_definition (type_name name: (type_identifier) @name) "{" @body) @definition.enum
(type_definition
  (type_name name: (type_identifier) @name)
  "{" @body
  (data_constructors . (data_constructor name: (constructor_name) @_constructor) .)
  (#eq? @name @_constructor)) @definition.struct
(data_constructor name: (constructor_name) @name) @definition.constant
(type_definition
  (type_name name: (type_identifier) @_type)
  (data_constructors . (data_constructor name: (constructor_name) @name) @ignored .)
  (#eq? @_type @name))
; Fields belong to the type, whichever constructor has them.
(type_definition
  (type_name name: (type_identifier) @container)
  (data_constructors (data_constructor arguments: (data_constructor_arguments
    (data_constructor_argument label: (label) @name) @definition.field))))

; Of gleeunit.
(function (visibility_modifier) name: (identifier) @_name (#match? @_name "_test$")) @test
