; Definitions, and what belongs to them.

(comment) @comment

(function_declaration name: (identifier) @name body: (_)? @body "end" @body) @definition.function
(function_declaration name: (dot_index_expression table: (_) @container field: (identifier) @name) body: (_)? @body "end" @body) @definition.function
(function_declaration name: (method_index_expression table: (_) @container method: (identifier) @name) body: (_)? @body "end" @body) @definition.function

(variable_declaration (assignment_statement) @wrapped) @wrapper

; What stands in a block is local, and left out.
(chunk (variable_declaration (assignment_statement
  (variable_list (identifier) @name)
  (expression_list . (_) @value)) @definition.variable))
(chunk (variable_declaration (variable_list (identifier) @name)) @definition.variable)
(chunk (assignment_statement
  (variable_list (identifier) @name)
  (expression_list . (_) @value)) @definition.variable)
(chunk (assignment_statement
  (variable_list (dot_index_expression table: (identifier) @container field: (identifier) @name))
  (expression_list . (_) @value)) @definition.field)

; A table that is derived from another one.
(variable_declaration (assignment_statement
  (variable_list . (identifier) @name)
  (expression_list . (function_call
    name: (method_index_expression method: (identifier) @_derive)
    arguments: (_) @body))) @definition.class
  (#eq? @_derive "extend"))
(chunk (assignment_statement
  (variable_list . (identifier) @name)
  (expression_list . (function_call
    name: (method_index_expression method: (identifier) @_derive)
    arguments: (_) @body))) @definition.class
  (#eq? @_derive "extend"))
(chunk (variable_declaration (assignment_statement
  (variable_list . (identifier) @name)
  (expression_list . (function_call
    name: (identifier) @_derive
    arguments: (arguments . (_) . (table_constructor (field name: (identifier) @_index))) @body))) @definition.class)
  (#eq? @_derive "setmetatable") (#eq? @_index "__index"))

; Fields, of which those of tables that stand for types count.
(chunk (variable_declaration (assignment_statement
  (expression_list . (table_constructor (field name: (identifier) @name value: (_) @value) @definition.field)))))
(chunk (assignment_statement
  (expression_list . (table_constructor (field name: (identifier) @name value: (_) @value) @definition.field))))
(chunk (variable_declaration (assignment_statement
  (expression_list . (function_call
    name: (method_index_expression)
    arguments: (arguments . (table_constructor (field name: (identifier) @name value: (_) @value) @definition.field)))))))
(chunk (assignment_statement
  (expression_list . (function_call
    name: (method_index_expression)
    arguments: (arguments . (table_constructor (field name: (identifier) @name value: (_) @value) @definition.field))))))

(assignment_statement
  (variable_list . (identifier) @name)
  (expression_list . (function_definition body: (_)? @body "end" @body))) @definition.function
(assignment_statement
  (variable_list . (dot_index_expression table: (_) @container field: (identifier) @name))
  (expression_list . (function_definition body: (_)? @body "end" @body))) @definition.function
(assignment_statement
  (variable_list . (bracket_index_expression table: (_) @container field: (string) @name))
  (expression_list . (function_definition body: (_)? @body "end" @body))) @definition.function
(field name: (identifier) @name value: (function_definition body: (_)? @body "end" @body)) @definition.method
(field name: (string) @name value: (function_definition body: (_)? @body "end" @body)) @definition.method

; Names that are set to what a module gives are imports.
(chunk (variable_declaration (assignment_statement
  (variable_list . (identifier) .)
  (expression_list . (function_call
    name: (identifier) @_require
    arguments: (arguments . (string) .)) .)) @ignored)
  (#eq? @_require "require"))
(chunk (variable_declaration (assignment_statement
  (variable_list . (identifier) .)
  (expression_list . (dot_index_expression table: (function_call
    name: (identifier) @_require
    arguments: (arguments . (string) .))) .)) @ignored)
  (#eq? @_require "require"))

; Of busted and plenary.
(function_call
  name: (identifier) @_case
  arguments: (arguments . (string) @name (function_definition) @body)
  (#any-of? @_case "describe" "it" "context" "insulate" "expose" "test" "pending")) @definition.test
