; Names and what they are used for.

[(simple_identifier) (type_identifier)] @use

(navigation_expression target: (_) @receiver suffix: (navigation_suffix suffix: (simple_identifier) @name))
; The type before an implicit member is that of its place: `.plain`, `case .order(let number)`.
(prefix_expression operation: "." @receiver target: (simple_identifier) @name)
(pattern "." @receiver . (simple_identifier) @name)
(if_statement condition: "." @receiver . condition: (simple_identifier) @name)
(guard_statement condition: "." @receiver . condition: (simple_identifier) @name)
(while_statement condition: "." @receiver . condition: (simple_identifier) @name)
(user_type . (type_identifier) @path . (type_identifier) @name)
; Also of an operand: the grammar reads `!f()` and `a + f()` as calls of `!f` and `a + f`.
(call_expression . [
  (simple_identifier) @call
  (navigation_expression suffix: (navigation_suffix suffix: (simple_identifier) @call))
  (prefix_expression target: [(simple_identifier) @call (navigation_expression suffix: (navigation_suffix suffix: (simple_identifier) @call))])
  (additive_expression rhs: [(simple_identifier) @call (navigation_expression suffix: (navigation_suffix suffix: (simple_identifier) @call))])
  (multiplicative_expression rhs: [(simple_identifier) @call (navigation_expression suffix: (navigation_suffix suffix: (simple_identifier) @call))])
])
; Without a closure behind the arguments.
(call_expression
  . [
    (simple_identifier) @call
    (navigation_expression suffix: (navigation_suffix suffix: (simple_identifier) @call))
    (prefix_expression target: [(simple_identifier) @call (navigation_expression suffix: (navigation_suffix suffix: (simple_identifier) @call))])
    (additive_expression rhs: [(simple_identifier) @call (navigation_expression suffix: (navigation_suffix suffix: (simple_identifier) @call))])
    (multiplicative_expression rhs: [(simple_identifier) @call (navigation_expression suffix: (navigation_suffix suffix: (simple_identifier) @call))])
  ]
  (call_suffix . (value_arguments) @passed .))
; In a value the grammar reads a closure behind `await f()` as an argument of what is awaited.
(call_expression
  . [
    (await_expression expr: (call_expression (call_suffix (value_arguments) @uncounted)))
    (try_expression expr: [
      (call_expression (call_suffix (value_arguments) @uncounted))
      (await_expression expr: (call_expression (call_suffix (value_arguments) @uncounted)))
    ])
  ]
  (call_suffix (lambda_literal)))
(type_identifier) @type
(assignment target: (directly_assignable_expression [
  (simple_identifier) @write
  (navigation_expression suffix: (navigation_suffix suffix: (simple_identifier) @write))
]))
(inheritance_specifier (user_type (type_identifier) @inherit .))
(attribute (user_type (type_identifier) @decorator))
(value_argument_label (simple_identifier) @label.argument)
(parameter external_name: (simple_identifier) @label)

; Scopes and local names.

[
  (function_declaration)
  (init_declaration)
  (subscript_declaration)
  (lambda_literal)
  (computed_property)
  (if_statement)
  (for_statement)
  (while_statement)
  (switch_entry)
  (do_statement)
] @scope
; The type parameters of a type are seen in its body.
(class_declaration (type_parameters)) @scope
[(class_body) (enum_class_body) (protocol_body)] @scope.type

(parameter name: (simple_identifier) @binding name: (_) @annotation)
(lambda_parameter . (simple_identifier) @binding)
; Functions without a name, and what they are called with.
(lambda_literal) @lambda
(lambda_literal (statements . (_) @block.gives .)) @lambda
(assignment target: (_) @block.set result: (lambda_literal) @lambda)
(function_declaration "(" @parameters.from ")" @parameters.to)
(protocol_function_declaration "(" @parameters.from ")" @parameters.to)
(init_declaration "(" @parameters.from ")" @parameters.to)
(lambda_literal type: (lambda_function_type (lambda_function_type_parameters (lambda_parameter (_) @block.takes .)))) @lambda
(call_expression (call_suffix (lambda_literal) @lambda)) @block.of
(call_expression (call_suffix (value_arguments (value_argument value: (lambda_literal) @lambda) @place))) @block.of
(property_declaration (type_annotation) @block.type value: (lambda_literal) @lambda)
(property_declaration
  (pattern bound_identifier: (simple_identifier) @binding)
  (type_annotation)? @annotation
  value: (_)? @value)
(pattern (value_binding_pattern) bound_identifier: (simple_identifier) @binding)
; `case let .loaded(user)`
(pattern (value_binding_pattern) (pattern . (simple_identifier) @binding .))
(property_declaration name: (pattern (pattern . (simple_identifier) @binding .)))
(property_declaration name: (pattern (pattern (pattern . (simple_identifier) @binding .))))
(for_statement item: (pattern (pattern . (simple_identifier) @binding .)))
(if_statement (value_binding_pattern) (pattern . (simple_identifier) @binding .))
(guard_statement (value_binding_pattern) (pattern . (simple_identifier) @binding .))
(if_statement (pattern) @pattern . (_) @apart)
(guard_statement (pattern) @pattern . (_) @apart)
(property_declaration name: (_) @pattern value: (_) @apart)
(for_statement item: (pattern bound_identifier: (simple_identifier) @binding) collection: (_) @element)
(for_statement item: (pattern (pattern . (simple_identifier) @binding .) @place) collection: (_) @entries
  (#not-match? @entries "\\.enumerated\\(\\)$"))
(for_statement
  item: (pattern (pattern) . (pattern . (simple_identifier) @binding .) .)
  collection: (call_expression (navigation_expression
    target: (_) @element
    suffix: (navigation_suffix suffix: (simple_identifier) @_enumerated)))
  (#eq? @_enumerated "enumerated"))
(for_statement item: (_) @pattern collection: (_) @apart)
(if_statement bound_identifier: (simple_identifier) @binding . "=" . (_) @value)
(if_statement bound_identifier: (_) @pattern (else) . "{" . (statements) @apart)
(if_statement bound_identifier: (_) @pattern (else) . (if_statement) @apart)
; Its names hold behind the statement.
(guard_statement bound_identifier: (simple_identifier) @binding . "=" . (_) @value)
(guard_statement bound_identifier: (_) @pattern (else) . "{" . (statements) @apart)
(type_parameter (type_identifier) @binding @generic name: (_)? @annotation)
; `where A: Pool`
[
  (function_declaration (type_constraints (type_constraint (inheritance_constraint
    constrained_type: (identifier . (simple_identifier) @binding .)
    [(user_type) (protocol_composition_type)] @annotation))))
  (init_declaration (type_constraints (type_constraint (inheritance_constraint
    constrained_type: (identifier . (simple_identifier) @binding .)
    [(user_type) (protocol_composition_type)] @annotation))))
]
[
  (function_declaration "func" . name: _ @callable (parameter)? @parameter)
  (protocol_function_declaration "func" . name: _ @callable (parameter)? @parameter)
  (init_declaration "init" @callable (parameter)? @parameter)
]
[
  (function_declaration "func" . name: _ @callable (parameter) @optional . "=")
  (protocol_function_declaration "func" . name: _ @callable (parameter) @optional . "=")
  (init_declaration "init" @callable (parameter) @optional . "=")
]
[
  (function_declaration "func" . name: _ @callable (parameter "...") @rest)
  (protocol_function_declaration "func" . name: _ @callable (parameter "...") @rest)
  (init_declaration "init" @callable (parameter "...") @rest)
]
(function_declaration "->" . name: (_) @returns)
(protocol_function_declaration "->" . name: (_) @returns)

(class_body (property_declaration
  (pattern bound_identifier: (simple_identifier) @field)
  (type_annotation (_) @annotation)?
  value: (_)? @value))
; A wrapper that gives what it is asked for by its type: `@Environment(Store.self) var store`.
(property_declaration
  (modifiers (attribute
    (user_type (type_identifier) @_wrapper)
    (navigation_expression target: (simple_identifier) @annotation suffix: (navigation_suffix suffix: (simple_identifier) @_self))))
  (pattern bound_identifier: (simple_identifier) @binding)
  (#any-of? @_wrapper "Dependency" "Environment" "Injected" "LazyInjected")
  (#eq? @_self "self"))
(class_body (property_declaration
  (modifiers (attribute
    (user_type (type_identifier) @_wrapper)
    (navigation_expression target: (simple_identifier) @annotation suffix: (navigation_suffix suffix: (simple_identifier) @_self))))
  (pattern bound_identifier: (simple_identifier) @field)
  (#any-of? @_wrapper "Dependency" "Environment" "Injected" "LazyInjected")
  (#eq? @_self "self")))
(protocol_body (protocol_property_declaration
  name: (pattern bound_identifier: (simple_identifier) @field)
  (type_annotation (_) @annotation)))

; Supertypes.

(class_declaration name: (_) @subtype (inheritance_specifier inherits_from: (_) @supertype))
(protocol_declaration name: (_) @subtype (inheritance_specifier inherits_from: (_) @supertype))

; extension P where Self: Type
(type_constraint (inheritance_constraint
  constrained_type: (identifier . (simple_identifier) @_self .)
  [(user_type) @required (protocol_composition_type (user_type) @required)])
  (#eq? @_self "Self"))
(typealias_declaration . name: (type_identifier) @aliased name: (_) @meaning)

; Imports.

(import_declaration (identifier) @module) @wildcard

; What is no code.

[(comment) (multiline_comment) (line_str_text) (multi_line_str_text)] @text
