; Names and what they are used for.

(identifier) @use

(dot_index_expression table: (_) @receiver field: (identifier) @name)
(method_index_expression table: (_) @receiver method: (identifier) @name)
(function_call name: [
  (identifier) @call
  (dot_index_expression field: (identifier) @call)
  (method_index_expression method: (identifier) @call)
])
(assignment_statement (variable_list [(identifier) @write (dot_index_expression field: (identifier) @write)]))
(field name: (identifier) @label)
(goto_statement (identifier) @label)
(label_statement (identifier) @label)

; Scopes and local names.

[(function_declaration) (function_definition) (do_statement) (for_statement) (while_statement) (repeat_statement) (block)] @scope

(parameters (identifier) @binding)
(variable_declaration (assignment_statement (variable_list (identifier) @binding)))
(variable_declaration (assignment_statement
  (variable_list . (identifier) @binding)
  (expression_list . (_) @value)))
(variable_declaration (assignment_statement
  (variable_list . (_) . (identifier) @binding)
  (expression_list . (_) . (_) @value)))
(variable_declaration (variable_list (identifier) @binding))
(block (assignment_statement (variable_list . (identifier) @assigned) (expression_list . (_) @value)))
(chunk (assignment_statement (variable_list . (identifier) @assigned) (expression_list . (_) @value)))
(for_generic_clause (variable_list (identifier) @binding))
(for_numeric_clause name: (identifier) @binding)
(for_generic_clause (variable_list) @pattern (expression_list) @apart)
(for_numeric_clause name: (_) @pattern start: (_) @apart)
(for_numeric_clause name: (_) @pattern end: (_) @apart)
(for_numeric_clause name: (_) @pattern step: (_) @apart)
(variable_declaration (assignment_statement (variable_list) @pattern (expression_list) @apart))

; No block holds these names.

((function_declaration name: (identifier) @unscoped) @_definition (#match? @_definition "^function"))
(block (assignment_statement (variable_list . (identifier) @unscoped) (expression_list . (function_definition))))

; Imports.

(variable_declaration (assignment_statement
  (variable_list (identifier) @alias)
  (expression_list (function_call
    name: (identifier) @_require
    arguments: (arguments (string (string_content) @module)))))
  (#eq? @_require "require"))

; What is no code.

[(comment) (string_content)] @text
