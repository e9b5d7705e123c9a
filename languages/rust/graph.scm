; Names and what they are used for.

[(identifier) (type_identifier) (field_identifier) (shorthand_field_identifier)] @use

(field_expression value: (_) @receiver field: (field_identifier) @name)
(scoped_identifier path: (_)? @path name: (_) @name)
; The trait of a value that is made is that of a type: what is around the value says of which.
(struct_expression
  name: (_) @path
  body: (field_initializer_list (base_field_initializer (call_expression
    function: (scoped_identifier path: (identifier) @_trait name: (identifier) @name))))
  (#eq? @_trait "Default"))
(let_declaration
  type: [(type_identifier) (scoped_type_identifier)] @path
  value: (call_expression
    function: (scoped_identifier path: (identifier) @_trait name: (identifier) @name))
  (#eq? @_trait "Default"))
(scoped_type_identifier path: (_)? @path name: (_) @name)

(call_expression function: [
  (identifier) @call
  (field_expression field: (field_identifier) @call)
  (scoped_identifier name: (identifier) @call)
  (generic_function function: [
    (identifier) @call
    (field_expression field: (field_identifier) @call)
    (scoped_identifier name: (identifier) @call)
  ])
] arguments: (arguments) @passed)
; Conditions may leave an argument out.
(arguments (attribute_item)) @uncounted
(macro_invocation macro: [(identifier) @call (scoped_identifier name: (identifier) @call)])
(type_identifier) @type
(assignment_expression left: [(identifier) @write (field_expression field: (_) @write)])
(compound_assignment_expr left: [(identifier) @write (field_expression field: (_) @write)])
(attribute (identifier) @decorator)
(attribute (scoped_identifier name: (identifier) @decorator))
(field_initializer field: (field_identifier) @write)
(struct_expression name: (_) @path body: (field_initializer_list (field_initializer field: (field_identifier) @name)))
(shorthand_field_initializer (identifier) @write)
(struct_expression
  name: (_) @path
  body: (field_initializer_list (shorthand_field_initializer (identifier) @name)))
(struct_pattern type: (_) @path (field_pattern name: (field_identifier) @name))
(lifetime (identifier) @label)
(label (identifier) @label)
; `mod name;` names a file.
(mod_item name: (identifier) @label !body)

; In token trees only tokens are known.
(token_tree) @tokens
(token_tree (identifier) @call . (token_tree) @_arguments (#match? @_arguments "^\\("))
(token_tree (identifier) @call . "!" . (token_tree))
(token_tree (_) @receiver . "." . (identifier) @name)
(token_tree [(identifier) (self) (super) (crate)] @path . "::" . (identifier) @name)
(token_tree (metavariable) @path . "::" . (identifier) @name)
; Words that are keywords in few places, and names in others.
(token_tree ["default" "union" "gen"] @call . (token_tree) @_arguments (#match? @_arguments "^\\("))
(token_tree (_) @receiver . "." . ["default" "union" "gen"] @name)
(token_tree [(identifier) (self) (super) (crate)] @path . "::" . ["default" "union" "gen"] @name)
(token_tree (metavariable) @path . "::" . ["default" "union" "gen"] @name)
(token_tree
  (identifier) @path
  .
  (token_tree ".." . (identifier) @_trait . "::" . "default" @name)
  (#eq? @_trait "Default"))

; Scopes and local names.

[(function_item) (closure_expression) (block) (match_arm) (for_expression) (if_expression) (while_expression)] @scope
[(impl_item) (trait_item) (function_signature_item)] @scope
[(struct_item type_parameters: (_)) (enum_item type_parameters: (_)) (type_item type_parameters: (_))] @scope
(mod_item body: (_)) @scope
(macro_rule) @scope

; The arm that passes on what it takes out says what a `match` is.
(let_declaration
  pattern: [(identifier) @binding (mut_pattern (identifier) @binding)]
  value: (match_expression
    value: (_) @value
    body: (match_block (match_arm
      pattern: (match_pattern (tuple_struct_pattern type: (_) @_wrapper . (identifier) @_inner))
      value: (identifier) @_result)))
  (#any-of? @_wrapper "Some" "Ok" "Poll::Ready")
  (#eq? @_inner @_result))
(let_declaration pattern: (identifier) @binding type: (_)? @annotation value: (_)? @value)
(let_declaration pattern: (identifier) @binding @unset !value)
(assignment_expression left: (identifier) @assigned right: (_) @value)
(let_declaration pattern: (mut_pattern (identifier) @binding) type: (_)? @annotation value: (_)? @value)
; What is at its place in a tuple.
(let_declaration
  pattern: (tuple_pattern [(identifier) @binding (mut_pattern (identifier) @binding)] @place)
  !type
  value: (_) @parts
  (#not-match? @parts "^\\("))
(let_declaration
  pattern: (tuple_struct_pattern
    type: (_) @_wrapper
    . (tuple_pattern [(identifier) @binding (mut_pattern (identifier) @binding)] @place))
  value: (_) @parts
  (#any-of? @_wrapper "Some" "Ok"))
(let_condition
  pattern: (tuple_struct_pattern
    type: (_) @_wrapper
    . (tuple_pattern [(identifier) @binding (mut_pattern (identifier) @binding)] @place))
  value: (_) @parts
  (#any-of? @_wrapper "Some" "Ok"))
(let_declaration
  pattern: (tuple_pattern [(identifier) @binding (mut_pattern (identifier) @binding)] @place)
  type: [(tuple_type) (reference_type (tuple_type))] @unpacked.type)
(parameter
  pattern: (tuple_pattern [(identifier) @binding (mut_pattern (identifier) @binding)] @place)
  type: [(tuple_type) (reference_type (tuple_type))] @unpacked.type)
(ordered_field_declaration_list) @takes
(parameter pattern: (identifier) @binding type: (_) @annotation)
(parameter pattern: (mut_pattern (identifier) @binding) type: (_) @annotation)
(closure_parameters (identifier) @binding)
(tuple_pattern (identifier) @binding)
(tuple_struct_pattern type: (_) (identifier) @binding)
; What is at its place in a struct or a variant.
(tuple_struct_pattern
  type: (_) @unpacked.type
  [(identifier) @binding (mut_pattern (identifier) @binding) (ref_pattern (identifier) @binding)] @place
  (#not-any-of? @unpacked.type "Some" "Ok" "Err" "Poll::Ready"))
(slice_pattern (identifier) @binding)
(mut_pattern (identifier) @binding)
(ref_pattern (identifier) @binding)
(reference_pattern (identifier) @binding)
(captured_pattern . (identifier) @binding)
(field_pattern pattern: (identifier) @binding)
(field_pattern name: (shorthand_field_identifier) @binding)
(struct_pattern
  type: (_) @unpacked.type
  (field_pattern name: (shorthand_field_identifier) @binding))
(struct_pattern
  type: (_) @unpacked.type
  (field_pattern name: (field_identifier) @unpacked.as pattern: (identifier) @binding))
(for_expression pattern: (identifier) @binding value: (_) @element)
(for_expression
  pattern: (tuple_pattern . (_) . (identifier) @binding .)
  value: (call_expression function: (field_expression value: (_) @element field: (field_identifier) @_enumerate))
  (#eq? @_enumerate "enumerate"))
; Each entry of a map, and the parts of tuples in a collection.
(for_expression
  pattern: [
    (tuple_pattern [(identifier) @binding (mut_pattern (identifier) @binding)] @place)
    (reference_pattern (tuple_pattern [(identifier) @binding (mut_pattern (identifier) @binding)] @place))
  ]
  value: (_) @entries
  (#not-match? @entries "\\benumerate\\(\\)$|\\bzip\\("))
; Two collections that are gone over at once.
(for_expression
  pattern: (tuple_pattern . [(identifier) @binding (reference_pattern (identifier) @binding)] . (_) .)
  value: (call_expression function: (field_expression value: (_) @element field: (field_identifier) @_zip))
  (#eq? @_zip "zip"))
(for_expression
  pattern: (tuple_pattern . (_) . [(identifier) @binding (reference_pattern (identifier) @binding)] .)
  value: (call_expression
    function: (field_expression field: (field_identifier) @_zip)
    arguments: (arguments . (_) @element))
  (#eq? @_zip "zip"))
(for_expression
  pattern: (tuple_pattern . (_) . (tuple_pattern [(identifier) @binding (mut_pattern (identifier) @binding)] @place) .)
  value: (call_expression function: (field_expression value: (_) @entries field: (field_identifier) @_enumerate))
  (#eq? @_enumerate "enumerate"))
(let_condition pattern: (identifier) @binding value: (_) @value)
(for_expression pattern: (_) @pattern value: (_) @apart)
(let_declaration pattern: (_) @pattern value: (_) @apart)
(let_declaration pattern: (_) @pattern alternative: (_) @apart)
(let_condition pattern: (_) @pattern value: (_) @apart)
(if_expression condition: (_) @pattern alternative: (_) @apart)
; What is taken out of a wrapper.
(let_condition
  pattern: (tuple_struct_pattern
    type: (_) @_wrapper
    . [(identifier) @binding (mut_pattern (identifier) @binding) (ref_pattern (identifier) @binding)])
  value: (_) @value
  (#any-of? @_wrapper "Some" "Ok" "Poll::Ready"))
(let_declaration
  pattern: (tuple_struct_pattern
    type: (_) @_wrapper
    . [(identifier) @binding (mut_pattern (identifier) @binding) (ref_pattern (identifier) @binding)])
  value: (_) @value
  (#any-of? @_wrapper "Some" "Ok" "Poll::Ready"))
(match_expression
  value: (_) @value
  body: (match_block (match_arm
    pattern: (match_pattern (tuple_struct_pattern
      type: (_) @_wrapper
      . [(identifier) @binding (mut_pattern (identifier) @binding) (ref_pattern (identifier) @binding)]))))
  (#any-of? @_wrapper "Some" "Ok" "Poll::Ready"))
; Closures, and what they are called with.
(closure_expression body: (_) @block.gives) @lambda
(closure_expression parameters: (closure_parameters [(_) "_"] @block.takes)) @lambda
(call_expression arguments: (arguments (closure_expression) @lambda @place)) @block.of
(call_expression arguments: (arguments . (_) @block.given . (closure_expression) @lambda)) @block.of
(let_declaration type: (_) @block.type value: (closure_expression) @lambda)
; The parameter of a closure that is called for each element.
(call_expression
  function: (field_expression value: (_) @held field: (field_identifier) @_method)
  arguments: (arguments . (closure_expression parameters: (closure_parameters . [
    (identifier) @binding
    (reference_pattern (identifier) @binding)
    (parameter pattern: (identifier) @binding)
  ] .)))
  (#any-of? @_method
    "all" "and_then" "any" "filter" "filter_map" "find" "find_map" "flat_map" "for_each" "inspect" "is_some_and" "map"
    "binary_search_by" "is_none_or" "is_ok_and" "map_while" "max_by_key" "min_by_key" "partition" "partition_point" "position"
    "retain" "retain_mut" "rfind" "rposition" "skip_while" "sort_by_cached_key" "sort_by_key" "take_while" "try_for_each"))
(call_expression
  function: (field_expression value: (_) @held field: (field_identifier) @_method)
  arguments: (arguments . (_) . (closure_expression parameters: (closure_parameters . [
    (identifier) @binding
    (reference_pattern (identifier) @binding)
    (parameter pattern: (identifier) @binding)
  ] .)))
  (#any-of? @_method "is_none_or" "map_or" "map_or_else"))
; Of two parameters both are elements, or the second is.
(call_expression
  function: (field_expression value: (_) @element field: (field_identifier) @_method)
  arguments: (arguments . (closure_expression parameters: (closure_parameters [
    (identifier) @binding
    (reference_pattern (identifier) @binding)
    (parameter pattern: (identifier) @binding)
  ])))
  (#any-of? @_method "dedup_by" "max_by" "min_by" "reduce" "sort_by" "sort_unstable_by" "sorted_by"))
(call_expression
  function: (field_expression value: (_) @element field: (field_identifier) @_method)
  arguments: (arguments . (_) . (closure_expression parameters: (closure_parameters . (_) . [
    (identifier) @binding
    (reference_pattern (identifier) @binding)
    (parameter pattern: (identifier) @binding)
  ] .)))
  (#any-of? @_method "fold" "rfold" "scan" "try_fold"))
(call_expression
  function: (field_expression value: (_) @element field: (field_identifier) @_method)
  arguments: (arguments . (closure_expression parameters: (closure_parameters . (_) . (identifier) @binding .)))
  (#any-of? @_method "extract_if" "retain"))
; With what a thread has of a static: POOL.with(|pool| …)
(call_expression
  function: (field_expression value: (identifier) @held field: (field_identifier) @_method)
  arguments: (arguments . (closure_expression parameters: (closure_parameters . (identifier) @binding .)))
  (#match? @held "^[A-Z][A-Z0-9_]*$")
  (#any-of? @_method "with" "with_borrow" "with_borrow_mut"))
; The parameter of a closure that is called for each entry of a map, and for each tuple.
(call_expression
  function: (field_expression value: (_) @entries field: (field_identifier) @_method)
  arguments: (arguments . (closure_expression parameters: (closure_parameters . [
    (tuple_pattern [(identifier) @binding (mut_pattern (identifier) @binding)] @place)
    (reference_pattern (tuple_pattern [(identifier) @binding (mut_pattern (identifier) @binding)] @place))
  ] .)))
  (#not-match? @entries "\\benumerate\\(\\)$|\\bzip\\(")
  (#any-of? @_method
    "all" "any" "filter" "filter_map" "find" "find_map" "flat_map" "for_each" "inspect" "map" "map_while" "max_by_key"
    "min_by_key" "partition" "position" "retain" "skip_while" "sort_by_key" "take_while" "try_for_each"))
(call_expression
  function: (field_expression
    value: (call_expression function: (field_expression value: (_) @element field: (field_identifier) @_enumerate))
    field: (field_identifier) @_method)
  arguments: (arguments . (closure_expression parameters: (closure_parameters . (tuple_pattern . (_) . (identifier) @binding .) .)))
  (#eq? @_enumerate "enumerate")
  (#any-of? @_method
    "all" "any" "filter" "filter_map" "find" "find_map" "flat_map" "for_each" "map" "max_by_key" "min_by_key" "position"
    "skip_while" "take_while" "try_for_each"))
(call_expression
  function: (field_expression
    value: (call_expression function: (field_expression value: (_) @element field: (field_identifier) @_zip))
    field: (field_identifier) @_method)
  arguments: (arguments . (closure_expression parameters: (closure_parameters .
    (tuple_pattern . [(identifier) @binding (reference_pattern (identifier) @binding)] . (_) .) .)))
  (#eq? @_zip "zip")
  (#any-of? @_method
    "all" "any" "filter" "filter_map" "find" "find_map" "flat_map" "for_each" "map" "max_by_key" "min_by_key" "position"
    "skip_while" "take_while" "try_for_each"))
(call_expression
  function: (field_expression
    value: (call_expression
      function: (field_expression field: (field_identifier) @_zip)
      arguments: (arguments . (_) @element))
    field: (field_identifier) @_method)
  arguments: (arguments . (closure_expression parameters: (closure_parameters .
    (tuple_pattern . (_) . [(identifier) @binding (reference_pattern (identifier) @binding)] .) .)))
  (#eq? @_zip "zip")
  (#any-of? @_method
    "all" "any" "filter" "filter_map" "find" "find_map" "flat_map" "for_each" "map" "max_by_key" "min_by_key" "position"
    "skip_while" "take_while" "try_for_each"))
; Tuples of as many values.
(let_declaration
  pattern: (tuple_pattern . [(identifier) @binding (mut_pattern (identifier) @binding)])
  value: (tuple_expression . (_) @value))
(let_declaration
  pattern: (tuple_pattern . (_) . [(identifier) @binding (mut_pattern (identifier) @binding)])
  value: (tuple_expression . (_) . (_) @value))
(let_declaration
  pattern: (tuple_pattern . (_) . (_) . [(identifier) @binding (mut_pattern (identifier) @binding)])
  value: (tuple_expression . (_) . (_) . (_) @value))
(where_predicate
  left: [
    (type_identifier) @binding
    (reference_type type: (type_identifier) @binding)
    (higher_ranked_trait_bound type: (type_identifier) @binding)
    (higher_ranked_trait_bound type: (reference_type type: (type_identifier) @binding))
  ]
  bounds: (_) @annotation)
(type_parameters (type_parameter name: (type_identifier) @binding @generic bounds: (_)? @annotation))
(type_item name: (type_identifier) @aliased type: (_) @meaning)

(field_declaration name: (field_identifier) @field type: (_) @annotation)
(const_item name: (identifier) @field type: (_) @annotation)
(static_item name: (identifier) @field type: (_) @annotation)
; How many arguments a function takes.
(function_item name: (_) @callable parameters: (parameters [(parameter) (self_parameter)]? @parameter))
(function_signature_item name: (_) @callable parameters: (parameters [(parameter) (self_parameter)]? @parameter))
(function_item name: (_) @callable parameters: (parameters (attribute_item) . [(parameter) (self_parameter)] @optional))
(function_signature_item
  name: (_) @callable
  parameters: (parameters (attribute_item) . [(parameter) (self_parameter)] @optional))
(function_signature_item name: (_) @callable parameters: (parameters (variadic_parameter) @rest))
; Parameters without names, of old editions.
(function_signature_item
  name: (_) @callable
  parameters: (parameters [
    (abstract_type) (array_type) (bounded_type) (dynamic_type) (function_type) (generic_type) (macro_invocation)
    (metavariable) (never_type) (pointer_type) (primitive_type) (reference_type) (scoped_type_identifier)
    (tuple_type) (type_identifier) (unit_type)
  ] @rest))

(function_item parameters: (parameters) @parameters return_type: (_)? @returns)
(function_signature_item parameters: (parameters) @parameters return_type: (_)? @returns)

; Supertypes.

(impl_item trait: (_) @supertype type: (_) @subtype)
; What a type leads to lends its members.
(impl_item
  trait: [(type_identifier) @_deref (scoped_type_identifier name: (_) @_deref)]
  type: (_) @subtype
  body: (declaration_list (type_item name: (_) @_target type: (_) @supertype))
  (#eq? @_deref "Deref")
  (#eq? @_target "Target"))
(impl_item trait: [
  (type_identifier) @inherit
  (scoped_type_identifier name: (_) @inherit)
  (generic_type type: [(type_identifier) @inherit (scoped_type_identifier name: (_) @inherit)])
])
(trait_item name: (_) @subtype bounds: (trait_bounds (_) @supertype))
(trait_item bounds: (trait_bounds [
  (type_identifier) @inherit
  (scoped_type_identifier name: (_) @inherit)
  (generic_type type: [(type_identifier) @inherit (scoped_type_identifier name: (_) @inherit)])
]))

; Imports.

(use_declaration argument: (identifier) @imported)
(use_declaration argument: (scoped_identifier path: (_)? @module name: (_) @imported))
(use_list (identifier) @imported)
(use_list (scoped_identifier path: (_)? @module name: (_) @imported))
(use_list (self) @imported)
(use_as_clause path: (identifier) @imported alias: (_) @alias)
(use_as_clause path: (self) @imported alias: (_) @alias)
(use_as_clause path: (scoped_identifier path: (_)? @module name: (_) @imported) alias: (_) @alias)
(use_wildcard (_)? @module) @wildcard
(extern_crate_declaration name: (identifier) @imported !alias)
(extern_crate_declaration name: (identifier) @imported alias: (identifier) @alias)
(scoped_use_list path: (_) @prefix list: (_) @group)

(macro_invocation (token_tree) @macro.body)

; Names in the strings of macros that format.

(token_tree [(string_literal) (raw_string_literal)] @interpolated)

; What is no code.

[(line_comment) (block_comment) (string_content) (char_literal)] @text
