; What an expression or a type is a link of. The first pattern that matches a node counts.

[
  (boolean_type)
  (floating_point_type)
  (identifier)
  (integral_type)
  (super)
  (this)
  (type_identifier)
] @name
(null_literal) @nothing
[
  (binary_integer_literal)
  (character_literal)
  (class_literal)
  (decimal_floating_point_literal)
  (decimal_integer_literal)
  (hex_floating_point_literal)
  (hex_integer_literal)
  (octal_integer_literal)
  (string_literal)
] @literal

; Functions of libraries that return what they are given: `verify(mock)`, `doThrow(e).when(mock)`.
(method_invocation name: (_) @_same arguments: (argument_list . (_) @same)
  (#any-of? @_same "checkNotNull" "requireNonNull" "spy" "verify"))
(method_invocation object: (_) name: (_) @_same arguments: (argument_list . (_) @same .)
  (#any-of? @_same "given" "should" "when"))
; What a container or a mock is asked for by its class is a value of that class.
(method_invocation name: (_) @_give arguments: (argument_list . (class_literal . (_) @cast .))
  (#any-of? @_give "cast" "getBean" "getInstance" "getService" "lookup" "mock" "unwrap"))
(method_invocation name: (_) @_give arguments: (argument_list (_) . (class_literal . (_) @cast .) .)
  (#any-of? @_give "convertValue" "fromJson" "getBean" "readValue"))
(field_access object: (_) @of field: (_) @member)
(method_invocation object: (_) @of type_arguments: (_) @arguments name: (_) @method)
(method_invocation object: (_) @of name: (_) @method)
(method_invocation !object name: (_) @call)
(scoped_identifier scope: (_) @of name: (_) @member)
(scoped_type_identifier . (_) @of (type_identifier) @member .)
(array_access array: (_) @element)
(object_creation_expression type: (_) @new)
(cast_expression type: (_) @cast)
(ternary_expression consequence: (_) @either alternative: (_) @or)
(parenthesized_expression . (_) @same)

; Types.

(generic_type . (_) @same @type.applied (type_arguments) @type.arguments)
(array_type element: (_) @type.elements)
(spread_parameter (_) @type.elements . (variable_declarator))
(type_bound) @type.several
(annotated_type (_) @type.same .)
(wildcard (_) @type.same .)
(wildcard) @type.open
