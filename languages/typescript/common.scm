; What TypeScript adds: type arguments, assertions and types.

; What has these members may be of any type.
(object_type [
  (method_signature)
  (property_signature type: (type_annotation (function_type)))
]) @type.object @type.open
(object_type) @type.object
; The properties of a component of Vue, with their defaults.
(call_expression
  function: (identifier) @_defaults
  arguments: (arguments . (_) @same)
  (#eq? @_defaults "withDefaults"))
(call_expression function: (_) @call type_arguments: (_) @arguments)
(new_expression constructor: (_) @new type_arguments: (_) @arguments)
(as_expression . (_) . (_) @cast .)
(satisfies_expression . (_) . (_) @cast .)
(nested_identifier object: (_) @of property: (_) @member)
[
  ; `value as const`
  (as_expression . (_) @same .)
  (instantiation_expression . (_) @same)
  (non_null_expression . (_) @same)
  (parenthesized_expression . (_) @same @type.same)
]

; Types.

(predefined_type "void") @type.other
(type_query (_) @type.value)
(lookup_type . (_) @type.of (literal_type (string (string_fragment) @type.member)))
[(lookup_type) (conditional_type) (infer_type)] @type.open
(function_type parameters: (formal_parameters) @type.takes return_type: (_) @type.result)
(call_signature parameters: (formal_parameters) @type.takes return_type: (_) @type.result)
(call_signature parameters: (formal_parameters) @type.takes)
(required_parameter pattern: (this)) @type.ignored
(required_parameter pattern: (rest_pattern)) @type.open
(required_parameter type: (_) @type.same)
(optional_parameter type: (_) @type.same)
[(predefined_type) (this_type) (type_identifier)] @name
(nested_type_identifier module: (_) @of name: (_) @member)
(generic_type name: (_) @same @type.applied type_arguments: (_) @type.arguments)
[(intersection_type) (union_type)] @type.several
(tuple_type) @type.tuple
(array_type (_) @type.elements)
(parenthesized_type . (_) @same @type.same)
[
  (constraint (_) @type.same .)
  (optional_type (_) @type.same .)
  (readonly_type (_) @type.same .)
  (rest_type (_) @type.same .)
  (type_annotation (_) @type.same .)
]
