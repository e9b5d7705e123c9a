; What an expression is a link of. The first pattern that matches a node counts.

(identifier) @name
(variable_expression . (_) @same)
[
  (integer_expression) (float_expression) (string_expression) (indented_string_expression) (list_expression)
  (attrset_expression) (rec_attrset_expression) (path_expression)
] @literal

(select_expression expression: (_) @of attrpath: (attrpath attr: (_) @member .))
(apply_expression function: (_) @call)
(parenthesized_expression expression: (_) @same)
