; What an expression is a link of. The first pattern that matches a node counts.

[(identifier) (type_identifier)] @name
[(string_literal) (number_literal)] @literal

(message_expression receiver: (_) @of method: (_) @method)
(field_expression argument: (_) @of field: (_) @member)
(call_expression function: (_) @call)
(parenthesized_expression . (_) @same)
(cast_expression type: (_) @cast)
