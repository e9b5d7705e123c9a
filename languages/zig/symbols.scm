; Definitions, and what belongs to them.

(comment) @comment

(function_declaration name: (_) @name) @definition.function
; A function that returns a type is one, with the parameters of the function.
(function_declaration
  name: (_) @name
  type: (builtin_type) @_type
  body: (block (expression_statement (return_expression [(struct_declaration) (union_declaration) (opaque_declaration)])))
  (#eq? @_type "type")) @definition.struct
(function_declaration
  name: (_) @name
  type: (builtin_type) @_type
  body: (block (expression_statement (return_expression (enum_declaration))))
  (#eq? @_type "type")) @definition.enum
(container_field name: (identifier) @name) @definition.field

; What stands in a block is local, and left out. A type is a constant whose value it is.
(source_file (variable_declaration . (identifier) @name) @definition.variable)
(source_file (variable_declaration "const" . (identifier) @name) @definition.constant)
(struct_declaration (variable_declaration . (identifier) @name) @definition.field)
(enum_declaration (variable_declaration . (identifier) @name) @definition.field)
(union_declaration (variable_declaration . (identifier) @name) @definition.field)
(opaque_declaration (variable_declaration . (identifier) @name) @definition.field)
(variable_declaration . (identifier) @name (struct_declaration "{" @body)) @definition.struct
(variable_declaration . (identifier) @name (union_declaration "{" @body)) @definition.struct
(variable_declaration . (identifier) @name (opaque_declaration "{" @body)) @definition.struct
(variable_declaration . (identifier) @name (enum_declaration "{" @body)) @definition.enum
(variable_declaration . (identifier) @name (error_set_declaration "{" @body)) @definition.enum
(error_set_declaration (identifier) @name @definition.constant)
(enum_declaration (container_field name: (identifier) @name) @definition.constant)

; Names that are set to what a module gives are imports.
(variable_declaration
  . (identifier)
  "="
  . (builtin_function (builtin_identifier) @_import)
  (#eq? @_import "@import")) @ignored
(variable_declaration
  . (identifier)
  "="
  . (field_expression object: (builtin_function (builtin_identifier) @_import))
  (#eq? @_import "@import")) @ignored

(test_declaration [(string) (identifier)] @name (block) @body) @definition.test
