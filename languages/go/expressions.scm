; What an expression or a type is a link of. The first pattern that matches a node counts.

[(identifier) (type_identifier) (field_identifier) (package_identifier)] @name
(nil) @nothing
[
  (float_literal)
  (imaginary_literal)
  (int_literal)
  (interpreted_string_literal)
  (raw_string_literal)
  (rune_literal)
] @literal

(selector_expression operand: (_) @of field: (_) @member)
(qualified_type package: (_) @of name: (_) @member)
; A pointer to a value, which is of a type by its name alone where it may be one.
(call_expression
  function: (identifier) @_new
  arguments: (argument_list
    . [
      (call_expression)
      (composite_literal)
      (index_expression)
      (parenthesized_expression)
      (selector_expression)
      (type_assertion_expression)
      (type_conversion_expression)
      (unary_expression)
    ] @same)
  (#eq? @_new "new"))
(call_expression function: (identifier) @_made arguments: (argument_list . (_) @new) (#any-of? @_made "make" "new"))
(call_expression function: (identifier) @_append arguments: (argument_list . (_) @same) (#eq? @_append "append"))
; `f[T](x)`: only its definition tells a type argument from an index.
(call_expression function: (index_expression operand: (_) @call) @arguments)
(call_expression function: (type_instantiation_expression . (_) @call) @arguments)
(call_expression function: (_) @call type_arguments: (_) @arguments)
(call_expression function: (_) @call)
; `NewStore[string, Foo](1)` looks like a conversion.
(type_conversion_expression type: (generic_type . (_) @call (type_arguments) @arguments))
(type_conversion_expression type: (_) @cast)
(type_assertion_expression type: (_) @cast)
(composite_literal type: (_) @new)
(unary_expression operator: ["&" "*"] operand: (_) @same)
(unary_expression operator: "<-" operand: (_) @element)
(index_expression operand: (_) @element @type.applied) @type.arguments
[
  (parenthesized_expression . (_) @same @type.same)
  (slice_expression operand: (_) @same)
]

; Types.

(generic_type type: (_) @same @type.applied type_arguments: (_) @type.arguments)
(type_instantiation_expression . (_) @same @type.applied) @type.arguments
(parenthesized_type . (_) @same @type.same)
; Several results.
(parameter_list) @type.tuple
(function_type parameters: (_) @type.takes result: (_) @type.result)
(function_type parameters: (_) @type.takes)
(struct_type) @type.object
; What has these methods may be of any type.
[(interface_type (method_elem)) (interface_type (type_elem))] @type.open
[
  (array_type element: (_) @type.elements)
  (implicit_length_array_type element: (_) @type.elements)
  (slice_type element: (_) @type.elements)
]
(map_type key: (_) @type.key value: (_) @type.elements)
; A loop over a channel has its elements where one over a map has the keys.
(channel_type value: (_) @type.key @type.elements)
(parameter_declaration name: (_) @type.each type: (_) @type.same)
(variadic_parameter_declaration type: (_) @type.elements)
[
  (parameter_declaration type: (_) @type.same)
  (pointer_type (_) @type.same .)
  (type_constraint (_) @type.same .)
  (type_elem (_) @type.same .)
]
