; What an expression or a type is a link of. The first pattern that matches a node counts.

[(self_expression) (simple_identifier) (super_expression) (type_identifier)] @name
[
  (array_literal)
  (bin_literal)
  (boolean_literal)
  (dictionary_literal)
  (hex_literal)
  (integer_literal)
  (lambda_literal)
  (line_string_literal)
  (multi_line_string_literal)
  (nil_literal)
  (oct_literal)
  (raw_string_literal)
  (real_literal)
  (regex_literal)
] @literal

(navigation_expression target: (_) @of suffix: (navigation_suffix suffix: (_) @member))
(call_expression . (_) @element (call_suffix (value_arguments "[")))
(call_expression . (_) @call)
(as_expression (_) @cast .)
(ternary_expression if_true: (_) @either if_false: (_) @or)
(nil_coalescing_expression value: (_) @either if_nil: (_) @or)
(await_expression expr: (_) @same)
(try_expression expr: (_) @same)
(postfix_expression target: (_) @same operation: (bang))
(tuple_expression . (_) @same .)

; Types.

(user_type . (type_identifier) . (type_identifier) (type_arguments) @type.arguments .) @path
(user_type . (type_identifier) . (type_identifier)) @path
(user_type (type_identifier) @same @type.applied . (type_arguments) @type.arguments .)
(user_type (type_identifier) @same .)
(array_type (_) @type.elements .)
(dictionary_type . "[" . (_) @type.key . ":" . (_) @type.elements . "]" .)
(protocol_composition_type) @type.several
[(existential_type (_) @type.same .) (opaque_type (_) @type.same .) (optional_type (_) @type.same .)]
(tuple_type) @type.tuple
(tuple_type_item (_) @type.same .)
(type_annotation (_) @type.same .)
(function_type params: (tuple_type) @type.takes (_) @type.result .)
