; Names and what they are used for.

[(identifier) (type_identifier)] @use

(method_invocation object: (_) @receiver name: (identifier) @name)
(field_access object: (_) @receiver field: (identifier) @name)
; Of several types that are named, `Outer.super.f()` says whose supertypes are meant.
(method_invocation object: (_) (super) @receiver name: (identifier) @name)
(field_access object: (_) (super) @receiver field: (identifier) @name)
(method_reference . (_) @receiver "::" (identifier) @name)
(scoped_type_identifier (_) @path "." (type_identifier) @name)

(method_invocation name: (identifier) @call arguments: (_) @passed)
(object_creation_expression type: [
  (type_identifier) @call
  (generic_type (type_identifier) @call)
  (scoped_type_identifier (type_identifier) @call .)
  (generic_type (scoped_type_identifier (type_identifier) @call .))
] arguments: (_) @passed)
(explicit_constructor_invocation constructor: (this) @call.own arguments: (_) @passed)
(explicit_constructor_invocation constructor: (super) @call.super arguments: (_) @passed)
(enum_constant name: (_) @call.own arguments: (_) @passed)
(enum_constant name: (_) @call.own @passed !arguments)
(type_identifier) @type
(assignment_expression left: [(identifier) @write (field_access field: (_) @write)])
(update_expression [(identifier) @write (field_access field: (_) @write)])
(marker_annotation name: (identifier) @decorator)
(annotation name: (identifier) @decorator)
(annotation
  name: (_) @path
  arguments: (annotation_argument_list (element_value_pair key: (identifier) @name)))
(labeled_statement (identifier) @label)

; Scopes and local names.

[
  (method_declaration)
  (constructor_declaration)
  (lambda_expression)
  (block)
  (for_statement)
  (enhanced_for_statement)
  (try_with_resources_statement)
  (catch_clause)
  (switch_block_statement_group)
] @scope
; The type parameters of a type are seen in its body.
[
  (class_declaration type_parameters: (_))
  (interface_declaration type_parameters: (_))
  (record_declaration type_parameters: (_))
] @scope
[(class_body) (interface_body) (enum_body)] @scope.type

(formal_parameter type: (_) @annotation name: (identifier) @binding)
(spread_parameter (variable_declarator name: (identifier) @binding)) @annotation
(catch_formal_parameter (catch_type (_) @annotation) name: (identifier) @binding)
(lambda_expression parameters: (identifier) @binding)
(inferred_parameters (identifier) @binding)
; Functions without a name, and what they are called with.
(lambda_expression body: (_) @block.gives) @lambda
(lambda_expression body: (block . (return_statement (_) @block.gives) .)) @lambda
(lambda_expression parameters: (identifier) @block.takes) @lambda
(lambda_expression parameters: (inferred_parameters (identifier) @block.takes)) @lambda
(method_invocation arguments: (argument_list (lambda_expression) @lambda @place)) @block.of
(method_invocation !type_arguments arguments: (argument_list . (_) @block.given . (lambda_expression) @lambda)) @block.of
(object_creation_expression arguments: (argument_list (lambda_expression) @lambda @place)) @block.of
(assignment_expression left: (_) @block.set right: (lambda_expression) @lambda)
(local_variable_declaration type: (_) @block.type declarator: (variable_declarator value: (lambda_expression) @lambda))
(field_declaration type: (_) @block.type declarator: (variable_declarator value: (lambda_expression) @lambda))
(cast_expression type: (_) @block.type value: (lambda_expression) @lambda)
(return_statement (lambda_expression) @lambda) @block.returned
(explicit_constructor_invocation arguments: (argument_list (lambda_expression) @lambda @place))
(enum_constant arguments: (argument_list (lambda_expression) @lambda @place))
; References to functions, in the same places.
(method_invocation arguments: (argument_list (method_reference) @lambda.named @place)) @block.of
(object_creation_expression arguments: (argument_list (method_reference) @lambda.named @place)) @block.of
(assignment_expression left: (_) @block.set right: (method_reference) @lambda.named)
(local_variable_declaration type: (_) @block.type declarator: (variable_declarator value: (method_reference) @lambda.named))
(field_declaration type: (_) @block.type declarator: (variable_declarator value: (method_reference) @lambda.named))
(cast_expression type: (_) @block.type value: (method_reference) @lambda.named)
(return_statement (method_reference) @lambda.named) @block.returned
(explicit_constructor_invocation arguments: (argument_list (method_reference) @lambda.named @place))
(enum_constant arguments: (argument_list (method_reference) @lambda.named @place))
; The parameter of a lambda that is called for each element, or for what is held.
(method_invocation
  object: (_) @held
  name: (identifier) @_method
  arguments: (argument_list . (lambda_expression parameters: [
    (identifier) @binding
    (inferred_parameters . (identifier) @binding .)
  ]))
  (#any-of? @_method
    "allMatch" "anyMatch" "filter" "flatMap" "forEach" "ifPresent" "ifPresentOrElse" "map" "mapToInt" "mapToLong" "mapToObj"
    "noneMatch" "peek" "removeIf" "takeWhile" "thenAccept" "thenApply" "thenCompose"))
(local_variable_declaration type: (_) @annotation declarator: (variable_declarator name: (identifier) @binding))
(local_variable_declaration
  type: (type_identifier) @_var
  declarator: (variable_declarator name: (identifier) @binding value: (_) @value)
  (#any-of? @_var "val" "var"))
(enhanced_for_statement type: (_) @annotation name: (identifier) @binding value: (_) @element)
(enhanced_for_statement name: (_) @pattern value: (_) @apart)
(resource type: (_) @annotation name: (identifier) @binding)
(instanceof_expression right: (_) @annotation name: (identifier) @binding)
(type_pattern (_) @annotation (identifier) @binding)
(record_pattern_component (_) @annotation (identifier) @binding .)
(type_parameter (type_identifier) @binding @generic (type_bound)? @annotation)

(field_declaration type: (_) @annotation declarator: (variable_declarator name: (identifier) @field))
(record_declaration parameters: (formal_parameters (formal_parameter type: (_) @annotation name: (identifier) @field)))
(method_declaration parameters: (formal_parameters) @parameters)
(constructor_declaration parameters: (formal_parameters) @parameters)
(record_declaration parameters: (formal_parameters) @parameters)
(method_declaration type: (_) @returns)
(method_declaration name: (_) @callable parameters: (formal_parameters (formal_parameter)? @parameter))
(method_declaration name: (_) @callable parameters: (formal_parameters (spread_parameter) @rest))
(constructor_declaration name: (_) @callable parameters: (formal_parameters (formal_parameter)? @parameter))
(constructor_declaration name: (_) @callable parameters: (formal_parameters (spread_parameter) @rest))

; A constant of the switched value's type is named without the type. Operators give no such value.
(switch_expression
  condition: (parenthesized_expression [
    (array_access) (assignment_expression) (cast_expression) (field_access) (identifier)
    (method_invocation) (object_creation_expression) (parenthesized_expression)
    (switch_expression) (ternary_expression) (this)
  ] @switched)
  body: (switch_block [
    (switch_block_statement_group (switch_label [
      (identifier) (character_literal) (decimal_integer_literal) (hex_integer_literal) (string_literal)
    ] @case))
    (switch_rule (switch_label [
      (identifier) (character_literal) (decimal_integer_literal) (hex_integer_literal) (string_literal)
    ] @case))
  ]))

; Supertypes.

(class_declaration name: (_) @subtype superclass: (superclass (_) @supertype))
(class_declaration name: (_) @subtype interfaces: (super_interfaces (type_list (_) @supertype)))
(record_declaration name: (_) @subtype interfaces: (super_interfaces (type_list (_) @supertype)))
(enum_declaration name: (_) @subtype interfaces: (super_interfaces (type_list (_) @supertype)))
(interface_declaration name: (_) @subtype (extends_interfaces (type_list (_) @supertype)))
; `new Supertype() { … }` is a type without a name.
(object_creation_expression type: (_) @subtype @supertype (class_body) @body)
(superclass [
  (type_identifier) @inherit
  (generic_type (type_identifier) @inherit)
  (scoped_type_identifier (type_identifier) @inherit .)
  (generic_type (scoped_type_identifier (type_identifier) @inherit .))
])
(type_list [
  (type_identifier) @inherit
  (generic_type (type_identifier) @inherit)
  (scoped_type_identifier (type_identifier) @inherit .)
])

; Packages and imports.

(package_declaration [(identifier) (scoped_identifier)] @package)
(import_declaration (scoped_identifier scope: (_) @module name: (identifier) @imported))
(import_declaration [(scoped_identifier) (identifier)] @module (asterisk) @wildcard)

; What is no code.

[(line_comment) (block_comment) (string_literal) (character_literal)] @text
