; What an expression or a type is a link of. The first pattern that matches a node counts.

[(identifier) (package_identifier) (type_identifier) (wildcard)] @name
(null_literal) @nothing
[
  (boolean_literal)
  (character_literal)
  (floating_point_literal)
  (integer_literal)
  (string)
] @literal

(tuple_expression) @listed
(field_expression value: (_) @of field: (_) @member)
(postfix_expression . (_) @of . (identifier) @member .)
(stable_identifier . (_) @of (identifier) @member .)
(stable_type_identifier . (_) @of (type_identifier) @member .)
(call_expression function: (_) @call)
(generic_function
  function: (field_expression field: (_) @_cast)
  type_arguments: (type_arguments . (_) @cast .)
  (#eq? @_cast "asInstanceOf"))
(generic_function function: (infix_expression right: (_) @applied) type_arguments: (_) @arguments)
(generic_function function: (_) @applied type_arguments: (_) @arguments)
(instance_expression . (_) @new)
(ascription_expression type: (_) @cast)
(parenthesized_expression . (_) @same)

; Types.

(generic_type type: (_) @same @type.applied type_arguments: (_) @type.arguments)
(tuple_type) @type.tuple
[(compound_type) (infix_type operator: (operator_identifier) @_and (#any-of? @_and "&" "|"))] @type.several
(function_type parameter_types: (_) @type.takes return_type: (_) @type.result)
(annotated_type . (_) @type.same)
