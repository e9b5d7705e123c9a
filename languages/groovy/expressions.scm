; What an expression is a link of. The first pattern that matches a node counts.

(identifier) @name
(type_identifier) @name
[(string_literal) (number_literal)] @literal

(field_access object: (_) @of field: (_) @member)
(method_invocation function: (_) @call)
(object_creation_expression type: (_) @new)
(parenthesized_expression . (_) @same)
