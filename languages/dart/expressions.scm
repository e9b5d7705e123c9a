; What an expression or a type is a link of. The first pattern that matches a node counts.

[(identifier) (type_identifier)] @name
"this" @name
"super" @name
(null_literal) @nothing
[
  (decimal_floating_point_literal)
  (decimal_integer_literal)
  (hex_integer_literal)
  (list_literal)
  (record_literal)
  (set_or_map_literal)
  (string_literal)
  (symbol_literal)
] @literal

(member_expression object: _ @of property: (_) @member)
(null_aware_member_expression object: (_) @of property: (_) @member)
(call_expression function: (_) @call)
(index_expression object: (_) @element)
(instantiation_expression function: (_) @applied type_arguments: (type_arguments) @arguments)
(new_expression type: (_) @new)
(const_object_expression type: (_) @new)
(constructor_invocation type: (_) @new)
(type_cast_expression (type_cast (type) @cast))
(conditional_expression consequence: (_) @either alternative: (_) @or)
(if_null_expression . (_) @either (_) @or .)
[
  (await_expression . (_) @same)
  (cascade . (_) @same)
  (null_assertion_expression value: (_) @same)
  (parenthesized_expression . (_) @same)
  (unary_expression . (await_expression) @same .)
]

; Types. A name in lower case behind that of a type is a constructor's.

(type (type_identifier) @type.same . (type_identifier) @_made . (#match? @_made "^_?[a-z]"))
(type (type_identifier) @type.applied . (type_arguments) @type.arguments .)
(type (type_identifier) @type.same .)
(type (record_type) @type.same .)
(record_type) @type.tuple
(record_type_field type: (_) @type.same)
(type (function_type (parameter_type_list) @type.takes .) .)
(normal_parameter_type [(type) (typed_identifier)] @type.same .)
(typed_identifier (type) @type.same)
