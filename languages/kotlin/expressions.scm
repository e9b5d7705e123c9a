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
; f(1) { … }
(call_expression . (call_expression (value_arguments) .) @same . (annotated_lambda))
; listOf<T>()
(call_expression . (identifier) @new . (type_arguments) @arguments
  (#match? @new "^((array|mutable|hash|linked|sorted)?(List|Set|Map)|(array|linked|hash)(List|Set|Map)|list|set|map|sequence|array)Of$|^empty(List|Set|Map|Sequence)$"))
((call_expression . (index_expression . (identifier) @new) @arguments)
  (#match? @arguments "^((array|mutable|hash|linked|sorted)?(List|Set|Map)|(array|linked|hash)(List|Set|Map)|list|set|map|sequence|array)Of<.*>$"))
; listOf(a, b)
(call_expression . (identifier) @_list . (value_arguments . (value_argument)) @listed
  (#any-of? @_list "arrayListOf" "arrayOf" "listOf" "listOfNotNull" "mutableListOf" "mutableSetOf" "sequenceOf" "setOf"))
(value_argument . (_) @same .)
(call_expression . (_) @call . (type_arguments) @arguments)
; f<T>(1)
((call_expression . (index_expression . (_) @call) @arguments) (#match? @arguments ">$"))
; Behind a comma, where it may be a supertype, the grammar takes `F<T>(1)` for two comparisons.
(binary_expression
  left: (binary_expression left: (identifier) @call operator: "<" right: (identifier)) @arguments
  operator: ">"
  right: (parenthesized_expression))
(call_expression . (_) @call)
(index_expression . (_) @element)
(as_expression right: (_) @cast)
(binary_expression left: (_) @either operator: "?:" right: (_) @or)
; Also before the value, since the grammar takes `!a.f()` for a call of a member of `!a`.
(unary_expression argument: (_) @same)
(parenthesized_expression . (_) @same)
(try_expression . (block (_) @same .))
(if_expression condition: (_) ")" . (_) @either . "else" . (_) @or)

; Types.

(user_type . (identifier) @of . (identifier) @member . (type_arguments) @type.arguments .)
(user_type . (identifier) @of . (identifier) @member .)
(user_type . (identifier) . (identifier) . (identifier) (type_arguments) @type.arguments .) @path
(user_type . (identifier) . (identifier) . (identifier)) @path
(user_type (identifier) @same @type.applied . (type_arguments) @type.arguments .)
(user_type (identifier) @same .)
(nullable_type (_) @same @type.same .)
(parenthesized_type (_) @type.same .)
(type_projection (_) @type.same .)
(function_type
  [(user_type) (nullable_type) (parenthesized_type)] @type.receiver
  . "."
  (function_type_parameters) @type.takes
  (_) @type.result .)
(function_type (function_type_parameters) @type.takes (_) @type.result .)
(parameter (identifier) . (_) @type.same .)
