; What an expression or a type is a link of. The first pattern that matches a node counts.

[(identifier) (super_expression) (this_expression)] @name
"companion" @name
[
  (character_literal)
  (collection_literal)
  (float_literal)
  (lambda_literal)
  (multiline_string_literal)
  (number_literal)
  (object_literal)
  (string_literal)
] @literal

(navigation_expression . (_) @of (identifier) @member .)
; Functions of libraries that return what they are given.
(call_expression . (identifier) @_same (value_arguments . (value_argument (_) @same))
  (#any-of? @_same "checkNotNull" "requireNotNull" "spy" "verify"))
(call_expression . (_) @call)
(index_expression . (_) @element)
(as_expression right: (_) @cast)
(binary_expression left: (_) @either operator: "?:" right: (_) @or)
(unary_expression argument: (_) @same operator: "!!")
(parenthesized_expression . (_) @same)

; Types.

(user_type (identifier) @same @type.applied . (type_arguments) @type.arguments .)
(user_type (identifier) @same .)
(nullable_type (_) @same @type.same .)
(parenthesized_type (_) @type.same .)
(type_projection (_) @type.same .)
