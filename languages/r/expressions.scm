; What an expression is a link of. The first pattern that matches a node counts.

(identifier) @name
(null) @nothing
[(integer) (float) (complex) (string) (true) (false)] @literal

(namespace_operator lhs: (_) @of rhs: (_) @member)
(extract_operator lhs: (_) @of rhs: (_) @member)
(call function: (_) @call)
[(subset function: (_) @element) (subset2 function: (_) @element)]
(parenthesized_expression body: (_) @same)
