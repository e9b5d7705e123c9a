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

; Of busted and plenary.
(function_call
  name: (identifier) @_case
  arguments: (arguments . (string) @name (function_definition) @body)
  (#any-of? @_case "describe" "it" "context" "insulate" "expose" "test" "pending")) @definition.test
