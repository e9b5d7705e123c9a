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

; Tables: their fields, and what is set in them elsewhere.

(table_constructor (field name: (identifier) @key)) @object
(table_constructor (field
  name: (identifier) @key
  value: [(dot_index_expression) (function_call) (identifier) (table_constructor)] @value)) @object
(chunk (variable_declaration (assignment_statement
  (expression_list . (table_constructor (field name: (identifier) @field value: (_) @value))))))
(chunk (variable_declaration (assignment_statement
  (expression_list . (function_call
    name: (method_index_expression)
    arguments: (arguments . (table_constructor (field name: (identifier) @field value: (_) @value))))))))
(chunk (assignment_statement
  (variable_list . (dot_index_expression table: (identifier) field: (identifier) @field))
  (expression_list . (_) @value)))
(block (assignment_statement
  (variable_list . (dot_index_expression table: (identifier) field: (identifier) @field))
  (expression_list . (_) @value)))
(assignment_statement
  (variable_list . (dot_index_expression field: (identifier) @set))
  (expression_list . (_) @value))

; Results.

(function_declaration name: (identifier) @producer body: (_) @body)
(function_declaration name: (dot_index_expression field: (identifier) @producer) body: (_) @body)
(function_declaration name: (method_index_expression method: (identifier) @producer) body: (_) @body)
(function_definition body: (_) @body) @producer
(assignment_statement
  (variable_list . [(identifier) @producer (dot_index_expression field: (identifier) @producer)] .)
  (expression_list . (function_definition body: (_) @body) .))
(field name: (identifier) @producer value: (function_definition body: (_) @body))
(return_statement (expression_list . (_) @result))

; Tables that are derived from others.

(assignment_statement
  (variable_list . (identifier) @subtype)
  (expression_list . (function_call
    name: (method_index_expression table: (_) @supertype method: (identifier) @_derive)))
  (#any-of? @_derive "extend" "new"))
(assignment_statement
  (expression_list . (function_call
    name: (method_index_expression
      table: [(identifier) @inherit (dot_index_expression field: (identifier) @inherit)]
      method: (identifier) @_derive)))
  (#eq? @_derive "extend"))
(assignment_statement
  (variable_list . (identifier) @subtype)
  (expression_list . (function_call
    name: (identifier) @_derive
    arguments: (arguments . (_) . (table_constructor (field name: (identifier) @_index value: (_) @supertype)))))
  (#eq? @_derive "setmetatable") (#eq? @_index "__index"))
(assignment_statement
  (expression_list . (function_call
    name: (identifier) @_derive
    arguments: (arguments . (_) . (table_constructor (field
      name: (identifier) @_index
      value: [(identifier) @inherit (dot_index_expression field: (identifier) @inherit)])))))
  (#eq? @_derive "setmetatable") (#eq? @_index "__index"))

; setmetatable(Derived, { __index = Base })
(function_call
  name: (identifier) @_derive
  arguments: (arguments
    . (identifier) @subtype
    . (table_constructor (field name: (identifier) @_index value: (_) @supertype)))
  (#eq? @_derive "setmetatable") (#eq? @_index "__index"))
(function_call
  name: (identifier) @_derive
  arguments: (arguments
    . (identifier)
    . (table_constructor (field
        name: (identifier) @_index
        value: [(identifier) @inherit (dot_index_expression field: (identifier) @inherit)])))
  (#eq? @_derive "setmetatable") (#eq? @_index "__index"))

; Imports.

(variable_declaration (assignment_statement
  (variable_list . (identifier) @alias)
  (expression_list . (function_call
    name: (identifier) @_require
    arguments: (arguments . (string (string_content) @module) .))))
  (#eq? @_require "require"))
(variable_declaration (assignment_statement
  (variable_list . (identifier) @alias)
  (expression_list . (dot_index_expression
    table: (function_call
      name: (identifier) @_require
      arguments: (arguments . (string (string_content) @module) .))
    field: (identifier) @imported)))
  (#eq? @_require "require"))

; What loading the file gives.

(chunk (return_statement (expression_list . (_) @whole)) @exporting)
(chunk (return_statement (expression_list . (function_call
    name: (identifier) @_derive
    arguments: (arguments . (identifier) @whole)))) @exporting
  (#eq? @_derive "setmetatable"))

; What is no code.

[(comment) (string_content)] @text
