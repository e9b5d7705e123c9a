; What an expression or a type is a link of. The first pattern that matches a node counts.

(identifier) @name
[(float) (integer) (string) (multiline_string) (character) (boolean)] @literal

((builtin_type) @type.open (#any-of? @type.open "type" "anytype"))
(builtin_type) @type.other

(builtin_function
  (builtin_identifier) @_import
  (arguments . (string (string_content) @module) .)
  (#eq? @_import "@import"))
(builtin_function (builtin_identifier) @around (#eq? @around "@This"))
(builtin_function (builtin_identifier) @_as (arguments . (_) @cast . (_)) (#eq? @_as "@as"))
(builtin_function (builtin_identifier) @_type (arguments . (_) @type.value .) (#eq? @_type "@TypeOf"))

; `[]pool.Item`: signs before a path stand around its first name.
(field_expression object: [
  (slice_type)
  (array_type)
  (pointer_type "[")
  (pointer_type [(slice_type) (array_type)])
  (nullable_type [(slice_type) (array_type)])
  (error_union_type ok: [(slice_type) (array_type) (nullable_type (slice_type))])
]) @type.elements
(call_expression function: [
  (slice_type)
  (array_type)
  (field_expression object: [(slice_type) (array_type)])
]) @type.open
(field_expression object: (_) @of member: (_) @member)
; A function that is called with types may be a type.
(call_expression function: (_) @call @type.applied) @type.arguments
(index_expression object: (_) @same index: (range_expression))
(index_expression object: (_) @element)
(struct_initializer . (_) @new)
(unary_expression operator: "&" argument: (_) @same)
(catch_expression . (_) @same)
(binary_expression left: (_) @same operator: "orelse")
[
  (await_expression . (_) @same)
  (comptime_expression . (_) @same)
  (dereference_expression . (_) @same)
  (null_coercion_expression . (_) @same)
  (parenthesized_expression . (_) @same @type.same)
  (try_expression . (_) @same)
]

; Types.

(error_union_type ok: (_) @same @type.same)
(nullable_type (_) @same @type.same .)
(array_type (_) @same @type.elements .)
(slice_type (_) @same @type.elements .)
(pointer_type "[" (_) @same @type.elements .)
(pointer_type (_) @same @type.same .)
(comptime_type_expression (_) @type.same .)
