; Names and what they are used for.

(identifier) @use

(navigation_expression . (_) @receiver (identifier) @name)
(user_type . (identifier) @path . (identifier) @name)
(user_type . (identifier) . (identifier) (identifier) @name .) @path
(user_type . (identifier) . (identifier) (identifier) @name . (type_arguments) .) @path
(call_expression . [(identifier) @call (navigation_expression (_) (identifier) @call)])
(call_expression
  . [(identifier) @call (navigation_expression (_) (identifier) @call)]
  (value_arguments) @passed .)
; f<T>(1), f<T> { … }: what stands between `<` and `>` is read as an index.
((call_expression . (index_expression . [(identifier) @call (navigation_expression (_) (identifier) @call)]) @_applied)
  (#match? @_applied ">$"))
((call_expression . (index_expression (_) . (identifier) @type .) @_applied)
  (#match? @_applied ">$"))
((call_expression . (index_expression . [(identifier) @call (navigation_expression (_) (identifier) @call)]) @_applied (value_arguments) @passed .)
  (#match? @_applied ">$"))
((call_expression . (index_expression . (_) @block.of) @_applied . (annotated_lambda (lambda_literal) @receiver.block))
  (#match? @_applied ">$"))
((call_expression . (call_expression . (index_expression . (_) @block.of) @_applied (value_arguments)) . (annotated_lambda (lambda_literal) @receiver.block))
  (#match? @_applied ">$"))
; Behind a comma, where it may be a supertype, the grammar takes `F<T>(1)` for two comparisons.
(binary_expression
  left: (binary_expression left: (identifier) @call operator: "<" right: (identifier) @type)
  operator: ">"
  right: (parenthesized_expression) @passed)
; The grammar takes `!f()` for a call of `!f`.
(call_expression . (unary_expression argument: (identifier) @call))
(call_expression . (unary_expression argument: (identifier) @call) (value_arguments) @passed .)
(value_arguments (value_argument (spread_expression))) @uncounted
; f(1) { … }
(call_expression . (call_expression (value_arguments) @uncounted .) (annotated_lambda))
(infix_expression . (_) @receiver . (identifier) @name @call . (_))
(constructor_invocation (user_type (identifier) @call .) (value_arguments) @passed)
(constructor_invocation (user_type (identifier) @call . (type_arguments)) (value_arguments) @passed)
(user_type (identifier) @type)
(annotation (user_type (identifier) @decorator))
(annotation (constructor_invocation (user_type (identifier) @decorator)))
(assignment . [(identifier) @write (navigation_expression (_) (identifier) @write)])
(value_argument . (identifier) @label.argument "=")
(return_expression label: (identifier) @label)
(this_expression (identifier) @label)
(delegation_specifier [
  (user_type (identifier) @inherit .)
  (user_type (identifier) @inherit . (type_arguments))
  (explicit_delegation (user_type (identifier) @inherit .))
  (explicit_delegation (user_type (identifier) @inherit . (type_arguments)))
  (constructor_invocation (user_type (identifier) @inherit .))
  (constructor_invocation (user_type (identifier) @inherit . (type_arguments)))
])

; `: this(…)` and `: super(…)`.
(constructor_delegation_call "this" @call.own (value_arguments) @passed)
(constructor_delegation_call "super" @call.super (value_arguments) @passed)
(enum_entry (identifier) @call.own (value_arguments) @passed)

; Scopes and local names.

[
  (function_declaration)
  (secondary_constructor)
  (lambda_literal)
  (anonymous_function)
  (block)
  (for_statement)
  (catch_block)
  (when_expression)
] @scope
; The type parameters of a type are seen in its body.
(class_declaration (type_parameters)) @scope
[(class_body) (enum_class_body)] @scope.type
(lambda_literal) @receiver.block
(lambda_literal . (_) @block.gives .) @receiver.block
(lambda_literal . (lambda_parameters) . (_) @block.gives .) @receiver.block
(lambda_literal (lambda_parameters (variable_declaration (identifier) @block.takes))) @receiver.block
(lambda_literal (lambda_parameters (multi_variable_declaration) @block.takes)) @receiver.block
(property_declaration (variable_declaration (identifier) ":" . (_) @block.type) "=" . (lambda_literal) @receiver.block)
(function_value_parameters (parameter (identifier) . (_) @block.type) . "=" . (lambda_literal) @receiver.block)
(class_parameter ":" . (_) @block.type . "=" . (lambda_literal) @receiver.block)
(call_expression
  . [(identifier) (navigation_expression) (unary_expression)] @block.of
  (annotated_lambda (lambda_literal) @receiver.block))
(call_expression
  . (call_expression . (_) @block.of (value_arguments))
  (annotated_lambda (lambda_literal) @receiver.block))
(call_expression
  . (call_expression . (_) @block.of (value_arguments . (value_argument . (_) @block.given .)))
  (annotated_lambda (lambda_literal) @receiver.block))
(call_expression
  . (_) @block.of
  (value_arguments (value_argument . (lambda_literal) @receiver.block) @place))
(call_expression
  . (_) @block.of
  (value_arguments (value_argument . (identifier) @block.label "=" . (lambda_literal) @receiver.block)))
(call_expression
  . (_) @block.of
  (value_arguments (value_argument . (callable_reference) @lambda.named) @place))
(call_expression
  . (_) @block.of
  (value_arguments (value_argument . (identifier) @block.label "=" . (callable_reference) @lambda.named)))

(function_value_parameters (parameter (identifier) @binding (_) @annotation))
(function_type_parameters (parameter (identifier) @label))
(lambda_parameters (variable_declaration (identifier) @binding))
(lambda_parameters (variable_declaration
  (identifier) @binding
  [(function_type) (nullable_type) (user_type)] @annotation))
(property_declaration (variable_declaration (identifier) @binding [(user_type) (nullable_type)]? @annotation) "=" (_) @value)
(property_declaration (variable_declaration (identifier) @binding [(user_type) (nullable_type)]? @annotation))
(multi_variable_declaration (variable_declaration (identifier) @binding))
(property_declaration
  (multi_variable_declaration (variable_declaration (identifier) @binding . (_)? @annotation) @place)
  "=" . (_) @parts)
(for_statement
  (variable_declaration (identifier) @binding)
  . "in" . (_) @element
  (#not-match? @element "\\bwithIndex\\(\\)$"))
(for_statement
  (multi_variable_declaration (variable_declaration (identifier) @binding) @place)
  . "in" . (_) @entries
  (#not-match? @entries "\\bwithIndex\\(\\)$"))
; Of what is numbered, the value is the element.
(for_statement
  [
    (variable_declaration (identifier) @binding)
    (multi_variable_declaration . (variable_declaration) . (variable_declaration (identifier) @binding))
  ]
  . "in" . (call_expression . (navigation_expression . (_) @element (identifier) @_index .))
  (#eq? @_index "withIndex"))
(catch_block (identifier) @binding (_) @annotation)
(when_subject (variable_declaration (identifier) @binding))
(property_declaration (multi_variable_declaration) @pattern "=" . (_) @apart)
(for_statement [(variable_declaration) (multi_variable_declaration)] @pattern "in" . (_) @apart)
(when_subject (variable_declaration) @pattern "=" . (_) @apart)
; x is Type && …, if (x is Type) …, when (x) { is Type -> … }
(binary_expression left: (is_expression left: (identifier) @binding "is" right: (_) @annotation) operator: "&&" right: (_) @where)
(if_expression condition: (is_expression left: (identifier) @binding "is" right: (_) @annotation) ")" . (_) @where)
(if_expression
  condition: (binary_expression left: (is_expression left: (identifier) @binding "is" right: (_) @annotation) operator: "&&")
  ")" . (_) @where)
(when_expression
  (when_subject (identifier) @binding)
  (when_entry . condition: (type_test "is" (_) @annotation) . "->" . (_) @where))
(type_parameter (identifier) @binding @generic [(user_type) (nullable_type)]? @annotation)
(type_constraint (identifier) @binding [(user_type) (nullable_type)] @annotation)

(class_parameter ["val" "var"] (identifier) @field ":" . (_) @annotation)
; The parameters of a class are seen in its header and where its values are made, not in its functions.
(class_declaration (primary_constructor)) @scope
(class_parameter (identifier) @binding ":" . (_) @annotation)
(class_declaration
  (primary_constructor) @pattern
  [
    (_ [
      (function_declaration)
      (secondary_constructor)
      (companion_object)
      (class_declaration)
      (object_declaration)
    ] @apart)
    (class_body (property_declaration [(getter) (setter)] @apart))
  ])
(function_declaration (function_value_parameters) @parameters)
(primary_constructor (class_parameters) @parameters)
(function_declaration name: (_) @callable (function_value_parameters (parameter)? @parameter))
(function_declaration name: (_) @callable (function_value_parameters (parameter) @optional . "="))
(function_declaration
  name: (_) @callable
  (function_value_parameters (parameter_modifiers (parameter_modifier "vararg")) . (parameter) @rest))
(function_declaration (function_value_parameters) [(user_type) (nullable_type)] @returns)
(function_declaration name: (_) @producer (function_body "=" . (_) @result))
(property_declaration
  (variable_declaration (identifier) @binding)
  (getter (function_body "=" . (_) @value)))
; by lazy { … }
(property_declaration
  (variable_declaration (identifier) @binding)
  (property_delegate (call_expression
    . [(identifier) @_lazy (call_expression . (identifier) @_lazy (value_arguments))]
    (annotated_lambda (lambda_literal (_) @value .))))
  (#eq? @_lazy "lazy"))

; Supertypes.

(class_declaration name: (_) @subtype (delegation_specifiers (delegation_specifier [
  (user_type) @supertype
  (explicit_delegation (user_type) @supertype)
  (constructor_invocation (user_type) @supertype)
])))
(object_declaration name: (_) @subtype (delegation_specifiers (delegation_specifier [
  (user_type) @supertype
  (explicit_delegation (user_type) @supertype)
  (constructor_invocation (user_type) @supertype)
])))
(companion_object "companion" @subtype (delegation_specifiers (delegation_specifier [
  (user_type) @supertype
  (explicit_delegation (user_type) @supertype)
  (constructor_invocation (user_type) @supertype)
])))
(companion_object name: (_) @subtype (delegation_specifiers (delegation_specifier [
  (user_type) @supertype
  (explicit_delegation (user_type) @supertype)
  (constructor_invocation (user_type) @supertype)
])))
; A type without a name.
(object_literal
  (delegation_specifiers (delegation_specifier [
    (user_type) @subtype @supertype
    (explicit_delegation (user_type) @subtype @supertype)
    (constructor_invocation (user_type) @subtype @supertype)
  ]))
  (class_body) @body)

(type_alias type: (identifier) @aliased (_) @meaning .)

; Packages and imports.

(package_header (qualified_identifier) @package)
(import (qualified_identifier) @module (identifier) @alias)
(import (qualified_identifier) @module "*" @wildcard)
(import (qualified_identifier) @module .)
(import (qualified_identifier (identifier) @import.path .))

(string_literal) @interpolated

; What is no code.

[(line_comment) (block_comment) (string_content) (character_literal)] @text
