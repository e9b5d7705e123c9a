; What an expression is a link of. The first pattern that matches a node counts.

; A table may be derived from what loading a module gives.
(function_call name: (identifier) @_require (#eq? @_require "require")) @type.value
(function_call
  name: (identifier) @_derive
  arguments: (arguments . (identifier) @type.same)
  (#eq? @_derive "setmetatable"))

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
; `package.loaded["x"]` is what `require "x"` gives.
(bracket_index_expression
  table: (dot_index_expression table: (identifier) @_package field: (identifier) @_loaded)
  field: (string) @module
  (#eq? @_package "package") (#eq? @_loaded "loaded"))
(bracket_index_expression table: (_) @element)
(binary_expression left: (_) @either operator: "or" right: (_) @or)
(parenthesized_expression . (_) @same)
