; What an expression is a link of. The first pattern that matches a node counts.

(identifier) @name
(nil) @nothing
[(number) (string)] @literal

(dot_index_expression table: (_) @of field: (_) @member)
(method_index_expression table: (_) @of method: (_) @member)
(function_call name: (_) @call)
(bracket_index_expression table: (_) @element)
(binary_expression left: (_) @either operator: "or" right: (_) @or)
(parenthesized_expression . (_) @same)
