; What an expression or a type is a link of. The first pattern that matches a node counts.

[(identifier) (primitive_type)] @name
[(boolean_literal) (hex_string_literal) (number_literal) (string_literal) (unicode_string_literal)] @literal

(member_expression object: (_) @of property: (_) @member)
; `pool.swap{value: 1}(…)`
(call_expression function: (expression (struct_expression type: (_) @call)))
(call_expression function: (_) @call)
(array_access base: (_) @element)
(new_expression name: (_) @new)
(struct_expression type: (_) @new)
(ternary_expression . (_) (_) @either (_) @or .)
(expression . (_) @same)
(parenthesized_expression . (_) @same)

; Types.

(type_name "mapping" key_type: (_) @type.key value_type: (_) @type.elements)
(type_name . (type_name) @type.elements . "[")
(type_name . [(user_defined_type) (primitive_type)] @type.same .)
(user_defined_type . (identifier) . (identifier)) @path
(user_defined_type . (_) @type.same .)
(return_type_definition . "returns" . "(" . (parameter type: (_) @type.same) . ")")
(return_type_definition) @type.tuple
(parameter type: (_) @type.same)
