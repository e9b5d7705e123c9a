; What an expression is a link of. The first pattern that matches a node counts.

(identifier) @name
[(float) (integer) (string)] @literal

(field_expression object: (_) @of member: (_) @member)
(call_expression function: (_) @call)
(index_expression object: (_) @element)
[
  (await_expression . (_) @same)
  (parenthesized_expression . (_) @same)
  (try_expression . (_) @same)
]
