; What an expression is a link of. The first pattern that matches a node counts.

(identifier) @name
(nil) @nothing
[(number) (string)] @literal

(dot_index_expression table: (_) @of field: (_) @member)
(method_index_expression table: (_) @of method: (_) @member)
(function_call
  name: (_) @call
  arguments: (arguments . (string) @module .)
  (#eq? @call "require"))
(function_call
  name: (identifier) @_derive
  arguments: (arguments . (_) . (table_constructor (field name: (identifier) @_index value: (_) @new)))
  (#eq? @_derive "setmetatable") (#eq? @_index "__index"))
(function_call
  name: (identifier) @_derive
  arguments: (arguments . (_) . [(identifier) (dot_index_expression)] @new)
  (#eq? @_derive "setmetatable"))
(function_call name: (_) @call)
; What is set in a table elsewhere is its own too.
(table_constructor) @object.open
(bracket_index_expression table: (_) @element)
(binary_expression left: (_) @either operator: "or" right: (_) @or)
(parenthesized_expression . (_) @same)
