; What an expression or a type is a link of. The first pattern that matches a node counts.

[(identifier) (type_identifier) (field_identifier) (primitive_type) (metavariable) (self) (super) (crate)] @name
; In bare tokens, words that are keywords in few places.
["default" "union" "gen"] @name
[
  (array_expression)
  (boolean_literal)
  (char_literal)
  (float_literal)
  (integer_literal)
  (raw_string_literal)
  (string_literal)
] @literal

(field_expression value: (_) @of field: (_) @member)
(scoped_identifier path: (_) @of name: (_) @member)
(scoped_identifier !path name: (_) @same)
(scoped_type_identifier path: (_) @of name: (_) @member)
(scoped_type_identifier !path name: (_) @same)
; What holds a value has its members.
(call_expression
  function: (scoped_identifier
    path: [(identifier) @_holder (scoped_identifier name: (identifier) @_holder)]
    name: (identifier) @_new)
  arguments: (arguments . (_) @same)
  (#any-of? @_holder
    "Arc" "Box" "CachePadded" "ManuallyDrop" "Mutex" "Pin" "Rc" "RefCell" "RwLock")
  (#any-of? @_new "clone" "from" "new" "pin"))
(call_expression function: (identifier) @_holder arguments: (arguments . (_) @same .) (#any-of? @_holder "Ok" "Some"))
; What stood in a place before.
(call_expression
  function: (scoped_identifier) @_taking
  arguments: (arguments . (_) @same)
  (#match? @_taking "^(?:(?:core|std)::)?mem::(?:replace|take)$"))
; What is done with the content of a wrapper, and gives another one.
(call_expression
  function: (field_expression field: (field_identifier) @_then)
  arguments: (arguments . (closure_expression body: (_) @same) .)
  (#eq? @_then "and_then"))
(call_expression function: (_) @call)
(generic_function function: (_) @applied type_arguments: (_) @arguments)
(index_expression . (_) @same . (range_expression))
(index_expression . (_) @element)
(struct_expression name: (_) @new)
(type_cast_expression type: (_) @cast)
(unary_expression "*" (_) @same)
(reference_expression value: (_) @same)
(await_expression . (_) @of "await" @method)
[
  (parenthesized_expression . (_) @same)
  (try_expression . (_) @same)
]
; All alternatives are of one type; what leaves the function has none.
(if_expression consequence: (_) @either alternative: (else_clause (_) @or))
(match_expression body: (match_block . (match_arm value: (_) @either) . (match_arm value: (_) @or)))
(match_expression body: (match_block . (match_arm value: (_) @same) .))
(block (_) @same .)
(expression_statement [(block) (if_expression) (match_expression) (unsafe_block)] @same)
[(async_block (block) @same) (unsafe_block (block) @same)]

; Types.

(generic_type type: (_) @same @type.applied type_arguments: (_) @type.arguments)
(generic_type_with_turbofish type: (_) @same @type.applied type_arguments: (_) @type.arguments)
(bracketed_type . (_) @same @type.same)
(qualified_type type: (_) @same @type.same)
[(tuple_type) (ordered_field_declaration_list)] @type.tuple
[(visibility_modifier) (attribute_item)] @type.ignored
(array_type element: (_) @type.elements)
[
  (abstract_type trait: (_) @type.same)
  (dynamic_type trait: (_) @type.same)
  (higher_ranked_trait_bound type: (_) @type.same)
  (pointer_type type: (_) @type.same)
  (reference_type type: (_) @type.same)
  (type_binding type: (_) @type.same)
]
; Of several bounds, one that says how the value is called is its type.
(trait_bounds [(function_type) (higher_ranked_trait_bound type: (function_type))] @type.same)
(bounded_type [
  (function_type) (dynamic_type trait: (function_type)) (abstract_type trait: (function_type))
  (bounded_type (function_type))
] @type.same)
[(trait_bounds) (bounded_type)] @type.several
(removed_trait_bound) @type.ignored
(lifetime) @type.ignored
(function_type parameters: (parameters) @type.takes return_type: (_) @type.result)
(function_type parameters: (parameters) @type.takes)
