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
; A collection of the arguments, a copy of one, and a view of it.
(method_invocation object: (identifier) @_type name: (identifier) @_of arguments: (argument_list) @listed
  (#any-of? @_type "Arrays" "List" "Optional" "Set" "Stream")
  (#any-of? @_of "asList" "of" "ofNullable"))
(method_invocation object: (identifier) @_type name: (identifier) @_copy arguments: (argument_list . (_) @same .)
  (#any-of? @_type "Collections" "List" "Set")
  (#any-of? @_copy "copyOf" "synchronizedList" "synchronizedSet" "unmodifiableCollection" "unmodifiableList" "unmodifiableSet"))
(method_invocation object: (_) @same name: (_) @_collect arguments: (argument_list . (method_invocation name: (_) @_to) .)
  (#eq? @_collect "collect")
  (#any-of? @_to "toCollection" "toList" "toSet" "toUnmodifiableList" "toUnmodifiableSet"))
(object_creation_expression
  type: (generic_type . (type_identifier) @_type . (type_arguments) @_types .)
  arguments: (argument_list . [(identifier) (field_access) (method_invocation)] @listed.each .)
  (#any-of? @_type "ArrayDeque" "ArrayList" "HashSet" "LinkedHashSet" "LinkedList" "TreeSet")
  (#eq? @_types "<>"))
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
