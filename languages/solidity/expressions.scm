; What an expression or a type is a link of. The first pattern that matches a node counts.

[(identifier) (primitive_type)] @name
[(boolean_literal) (hex_string_literal) (number_literal) (string_literal) (unicode_string_literal)] @literal

(member_expression object: (_) @of property: (_) @member)
(call_expression function: (_) @call)
(array_access base: (_) @element)
(new_expression name: (_) @new)
(struct_expression type: (_) @new)
(ternary_expression . (_) (_) @either (_) @or .)
(expression . (_) @same)
(parenthesized_expression . (_) @same)

; Types.

(type_name . (user_defined_type . (_) @type.same) .)
(user_defined_type . (_) @type.same)
