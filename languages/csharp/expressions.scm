; What an expression or a type is a link of. The first pattern that matches a node counts.

((predefined_type) @type.other (#eq? @type.other "void"))
[(identifier) (predefined_type)] @name
"this" @name
"base" @name
(null_literal) @nothing
[
  (boolean_literal)
  (character_literal)
  (integer_literal)
  (raw_string_literal)
  (real_literal)
  (string_literal)
  (typeof_expression)
  (verbatim_string_literal)
] @literal

(member_access_expression expression: _ @of name: (generic_name . (identifier) @member))
(member_access_expression expression: _ @of name: (identifier) @member)
(conditional_access_expression
  condition: (_) @of
  (member_binding_expression name: (generic_name . (identifier) @member)))
(conditional_access_expression
  condition: (_) @of
  (member_binding_expression name: (identifier) @member))
(qualified_name qualifier: (_) @of name: (generic_name . (identifier) @member (type_argument_list) @type.arguments))
(qualified_name qualifier: (_) @of name: (identifier) @member)
; What is taken of a collection by its type is a collection of that type.
((invocation_expression function: (member_access_expression name: (generic_name . (identifier) @_method) @new))
  (#any-of? @_method "Cast" "OfType"))
; `Get<T>()`
(invocation_expression
  function: (member_access_expression name: (generic_name (type_argument_list) @arguments)) @call)
(invocation_expression function: (generic_name (type_argument_list) @arguments) @call)
(invocation_expression function: (_) @call)
(element_access_expression expression: (_) @element)
(conditional_access_expression condition: (_) @element (element_binding_expression))
(object_creation_expression type: (_) @new)
(array_creation_expression type: (_) @new)
(as_expression right: (_) @cast)
(cast_expression type: (_) @cast)
(conditional_expression consequence: (_) @either alternative: (_) @or)
(binary_expression left: (_) @either operator: "??" right: (_) @or)
(await_expression . (_) @same)
; `global::App.Model`
(alias_qualified_name name: (_) @same)
(parenthesized_expression . (_) @same)
(postfix_unary_expression . _ @same "!")

; Types.

((generic_name . (identifier) @_method (type_argument_list . (_) @type.elements))
  (#any-of? @_method "Cast" "OfType"))
(generic_name . (identifier) @same @type.applied (type_argument_list) @type.arguments)
(nullable_type type: (_) @same @type.same)
(array_type type: (_) @type.elements)
(pointer_type type: (_) @type.same)
(tuple_type) @type.tuple
(tuple_element type: (_) @type.same)
