; What C++ adds: qualified names, templates, `new`.

[(namespace_identifier) (this)] @name
[(raw_string_literal) (user_defined_literal)] @literal

; `Shape auto`, and what a trait computes: std::remove_reference_t<T>.
(placeholder_type_specifier) @type.open
((template_type name: (type_identifier) @_trait) @type.open (#match? @_trait "_t$"))
((qualified_identifier name: (template_type name: (type_identifier) @_trait)) @type.open (#match? @_trait "_t$"))
; Functions that give a value of the type in their angle brackets.
(call_expression
  function: [
    (template_function name: (_) @_maker arguments: (template_argument_list . (_) @cast))
    (qualified_identifier name: (template_function name: (_) @_maker arguments: (template_argument_list . (_) @cast)))
  ]
  (#any-of? @_maker
    "const_cast" "dynamic_cast" "dynamic_pointer_cast" "make_shared" "make_unique" "qSharedPointerCast" "qSharedPointerDynamicCast" "qobject_cast"
    "reinterpret_cast" "static_cast" "static_pointer_cast"))
(call_expression
  function: [
    (field_expression field: (template_method name: (_) @_maker arguments: (template_argument_list . (type_descriptor) @cast)))
    (template_function name: (_) @_maker arguments: (template_argument_list . (type_descriptor) @cast))
    (qualified_identifier name: (template_function name: (_) @_maker arguments: (template_argument_list . (type_descriptor) @cast)))
  ]
  (#any-of? @_maker "any_cast" "findChild" "qvariant_cast"))
(call_expression
  function: (qualified_identifier
    scope: (namespace_identifier) @_std
    name: (template_function name: (_) @_get arguments: (template_argument_list . (type_descriptor) @cast)))
  (#eq? @_std "std") (#eq? @_get "get"))
; QSharedPointer<Name>::create()
(call_expression function: (qualified_identifier
  scope: (template_type name: (_) @_holder arguments: (template_argument_list . (_) @cast))
  name: (identifier) @_create)
  (#any-of? @_holder "QScopedPointer" "QSharedPointer" "RefPtr" "scoped_refptr")
  (#eq? @_create "create"))
; What gives its argument itself: asConst(items), std::move(item).
(call_expression
  function: [
    (identifier) @_same
    (qualified_identifier scope: (namespace_identifier) name: (identifier) @_same)
  ]
  arguments: (argument_list . (_) @same .)
  (#any-of? @_same "asConst" "as_const" "qAsConst"))
(call_expression
  function: (qualified_identifier
    scope: (namespace_identifier) @_std
    name: [(identifier) @_same (template_function name: (_) @_same)])
  arguments: (argument_list . (_) @same .)
  (#eq? @_std "std") (#any-of? @_same "cref" "forward" "move" "ref"))
(field_expression argument: (_) @of field: (template_method name: (_) @member))
(field_expression argument: (_) @of field: (dependent_name (template_method name: (_) @member)))
(qualified_identifier scope: (_)? @of name: (dependent_name (template_function name: (_) @member)))
; `a::b::c` is nested in its end.
(qualified_identifier scope: (_)? @of name: (qualified_identifier) @rest)
; std::vector<Name>::iterator
(qualified_identifier
  scope: (template_type name: (_) @_collection) @of @type.held
  name: (type_identifier) @member @_element
  (#any-of? @_collection
    "array" "deque" "flat_map" "flat_set" "forward_list" "list" "map" "multimap" "multiset" "set" "small_vector" "span" "unordered_map"
    "unordered_multimap" "unordered_multiset" "unordered_set" "vector")
  (#any-of? @_element
    "const_iterator" "const_pointer" "const_reference" "const_reverse_iterator" "iterator" "mapped_type" "pointer" "reference"
    "reverse_iterator" "value_type"))
(qualified_identifier scope: (_)? @of name: (template_type name: (_) @member arguments: (_) @type.arguments))
(qualified_identifier scope: (_)? @of name: (template_function name: (_) @member))
(qualified_identifier scope: (_)? @of name: (_) @member)
(new_expression type: (_) @new)

; Types.

(decltype (_) @type.value)
(template_type name: (_) @same @type.applied arguments: (_) @type.arguments)
(template_function name: (_) @applied arguments: (_) @arguments)
(call_expression function: (field_expression field: (template_method arguments: (_) @arguments)) @call)
(call_expression function: (qualified_identifier name: (template_function arguments: (_) @arguments)) @call)
(class_specifier name: (_) @type.same)
(dependent_type (_) @type.same .)

; What it shares with C.

; includes c/expressions.scm
