; Names and what they are used for.

[(identifier) (type_identifier) (operator_identifier)] @use

(field_expression value: (_) @receiver field: (identifier) @name)
(stable_type_identifier (_) @path (type_identifier) @name .)
(stable_identifier (_) @path (identifier) @name .)
(call_expression function: [
  (identifier) @call
  (field_expression field: (identifier) @call)
  (generic_function function: [
    (identifier) @call
    (field_expression field: (identifier) @call)
    ; The grammar reads `a -> f[T](b)` as a call of `a -> f`.
    (infix_expression right: [(identifier) @call (field_expression field: (identifier) @call)])
  ])
] arguments: (arguments)? @passed)
(arguments (vararg)) @uncounted
(infix_expression left: (_) @receiver operator: (_) @name @call (#not-match? @name ":$"))
(infix_expression operator: (_) @name @call right: (_) @receiver (#match? @name ":$"))
(postfix_expression . (_) @receiver . (identifier) @name @call .)
(instance_expression [
  (type_identifier) @call
  (generic_type type: [(type_identifier) @call (stable_type_identifier (type_identifier) @call .)])
  (stable_type_identifier (type_identifier) @call .)
] arguments: (arguments)? @passed)
(type_identifier) @type
(extends_clause [
  (type_identifier) @inherit
  (generic_type type: [(type_identifier) @inherit (stable_type_identifier (type_identifier) @inherit .)])
  (stable_type_identifier (type_identifier) @inherit .)
])
(extends_clause
  type: [
    (type_identifier) @call
    (generic_type type: [(type_identifier) @call (stable_type_identifier (type_identifier) @call .)])
    (stable_type_identifier (type_identifier) @call .)
  ]
  arguments: (arguments) @passed)
(assignment_expression left: [(identifier) @write (field_expression field: (identifier) @write)])
(annotation name: (type_identifier) @decorator)
(arguments (assignment_expression left: (identifier) @label.argument))

; Of another constructor.
(call_expression function: (identifier) @call.own arguments: (_) @passed (#eq? @call.own "this"))

; Scopes and local names.

[
  (function_definition)
  (lambda_expression)
  (colon_argument)
  (block)
  (indented_block)
  (case_clause)
  (for_expression)
] @scope
; The type parameters of a type are seen in its body.
[
  (class_definition type_parameters: (_))
  (trait_definition type_parameters: (_))
  (enum_definition type_parameters: (_))
] @scope
[(template_body) (enum_body) (with_template_body)] @scope.type

(parameter name: (identifier) @binding type: (_) @annotation)
(self_type . (identifier) @binding @self)
(class_parameter name: (identifier) @field @binding type: (_) @annotation)
(binding name: (identifier) @binding type: (_)? @annotation)
(lambda_expression parameters: (identifier) @binding)
(lambda_expression parameters: (identifier) @binding . parameters: (_) @annotation)
; Functions without a name, and what they are called with.
(lambda_expression (_) @block.gives .) @lambda
(lambda_expression parameters: (identifier) @block.takes) @lambda
(lambda_expression parameters: (bindings (binding name: (_) @block.takes))) @lambda
(lambda_expression parameters: (bindings (binding (wildcard) @block.takes))) @lambda
(call_expression arguments: (arguments (lambda_expression) @lambda @place)) @block.of
(call_expression arguments: (block . (lambda_expression) @lambda .)) @block.of
; The parameter of a function without an arrow: `_.total`.
(call_expression arguments: (arguments [
  (field_expression value: [
    (wildcard)
    (field_expression value: (wildcard))
    (call_expression function: (field_expression value: (wildcard)))
  ])
  (call_expression function: (field_expression value: [
    (wildcard)
    (field_expression value: (wildcard))
    (call_expression function: (field_expression value: (wildcard)))
  ]))
  (call_expression function: (generic_function function: (field_expression value: (wildcard))))
  (infix_expression left: (field_expression value: (wildcard)))
  (infix_expression left: (call_expression function: (field_expression value: (wildcard))))
  (prefix_expression (field_expression value: (wildcard)))
  (prefix_expression (call_expression function: (field_expression value: (wildcard))))
] @lambda @place)) @block.of
(val_definition type: (_) @block.type value: (lambda_expression) @lambda)
(colon_argument lambda_start: (identifier) @binding)
; The statements of a case and of a lambda in braces are in no block of their own.
[
  (block (val_definition pattern: (identifier) @binding type: (_)? @annotation value: (_) @value))
  (indented_block (val_definition pattern: (identifier) @binding type: (_)? @annotation value: (_) @value))
  (case_clause (val_definition pattern: (identifier) @binding type: (_)? @annotation value: (_) @value))
  (lambda_expression (val_definition pattern: (identifier) @binding type: (_)? @annotation value: (_) @value))
]
[
  (block (var_definition pattern: (identifier) @binding type: (_)? @annotation value: (_) @value))
  (indented_block (var_definition pattern: (identifier) @binding type: (_)? @annotation value: (_) @value))
  (case_clause (var_definition pattern: (identifier) @binding type: (_)? @annotation value: (_) @value))
  (lambda_expression (var_definition pattern: (identifier) @binding type: (_)? @annotation value: (_) @value))
]
; In a pattern, a name with a capital is that of a value which is compared.
(tuple_pattern (identifier) @binding (#match? @binding "^[^A-Z`]"))
(val_definition
  pattern: (tuple_pattern (identifier) @binding @place)
  value: (_) @parts
  (#match? @binding "^[^A-Z`]"))
(match_expression
  value: (_) @parts
  body: [
    (case_block (case_clause pattern: (tuple_pattern (identifier) @binding @place)))
    (indented_cases (case_clause pattern: (tuple_pattern (identifier) @binding @place)))
  ]
  (#match? @binding "^[^A-Z`]"))
(match_expression
  value: (_) @parts
  body: (case_block (case_clause pattern: (case_class_pattern
    type: (type_identifier) @_holder
    pattern: (tuple_pattern (identifier) @binding @place))))
  (#eq? @_holder "Some") (#match? @binding "^[^A-Z`]"))
; What a collection or an `Option` passes to each case.
(call_expression
  function: (field_expression value: (_) @entries field: (identifier) @_each)
  arguments: (case_block (case_clause pattern: (tuple_pattern (identifier) @binding @place)))
  (#any-of? @_each
    "collect" "count" "exists" "filter" "filterNot" "find" "flatMap" "forall" "foreach" "groupBy" "map" "maxBy" "minBy" "partition" "sortBy" "withFilter")
  (#match? @binding "^[^A-Z`]"))
(capture_pattern name: (identifier) @binding)
(infix_pattern left: (identifier) @binding (#match? @binding "^[^A-Z`]"))
(infix_pattern right: (identifier) @binding (#match? @binding "^[^A-Z`]"))
(type_parameters name: (identifier) @binding @generic)
(type_parameters name: (identifier) @binding @generic . bound: (upper_bound type: (_) @annotation))
(enumerator . (identifier) @binding)
(enumerator . (identifier) @binding . "<-" . (_) @held)
(enumerator . (tuple_pattern (identifier) @binding @place) . "<-" . (_) @entries)
(enumerator . (tuple_pattern (identifier) @binding @place) . "=" . (_) @parts (#match? @binding "^[^A-Z`]"))
(enumerator . (_) @pattern ["<-" "="] . (_) @apart)
(case_clause pattern: (identifier) @binding (#match? @binding "^[^A-Z`]"))
(typed_pattern pattern: (identifier) @binding type: (_) @annotation)
(case_class_pattern pattern: (identifier) @binding (#match? @binding "^[^A-Z`]"))
(case_class_pattern
  type: (_) @unpacked.type
  pattern: (identifier) @binding @place
  (#not-any-of? @unpacked.type "Failure" "Left" "Right" "Some" "Success") (#match? @binding "^[^A-Z`]"))
(match_expression
  value: (_) @held
  body: (case_block (case_clause pattern: (case_class_pattern
    type: (type_identifier) @_holder
    . pattern: (identifier) @binding)))
  (#any-of? @_holder "Some" "Right") (#match? @binding "^[^A-Z`]"))

(template_body (val_definition pattern: (identifier) @field type: (_)? @annotation value: (_) @value))
(template_body (val_definition pattern: (tuple_pattern (identifier) @field @place) value: (_) @parts))
(template_body (var_definition pattern: (identifier) @field type: (_)? @annotation value: (_) @value))
(template_body (val_declaration name: (identifier) @field type: (_) @annotation))
(function_definition (parameters) @parameters)
(function_declaration (parameters) @parameters)
(class_definition class_parameters: (class_parameters) @parameters)
; The first list; what is given in it implicitly need not be written.
(function_definition
  name: (_) @callable
  . (type_parameters)?
  . (parameters (parameter)? @parameter))
(function_declaration
  name: (_) @callable
  . (type_parameters)?
  . (parameters (parameter)? @parameter))
[
  (function_definition name: (_) @callable . (type_parameters)? . (parameters (parameter default_value: (_)) @optional))
  (function_declaration name: (_) @callable . (type_parameters)? . (parameters (parameter default_value: (_)) @optional))
]
[
  (function_definition name: (_) @callable . (type_parameters)? . (parameters ["implicit" "using"] (parameter) @optional))
  (function_declaration name: (_) @callable . (type_parameters)? . (parameters ["implicit" "using"] (parameter) @optional))
]
[
  (function_definition name: (_) @callable . (type_parameters)? . (parameters (parameter type: (repeated_parameter_type)) @rest))
  (function_declaration name: (_) @callable . (type_parameters)? . (parameters (parameter type: (repeated_parameter_type)) @rest))
]
(function_definition return_type: (_) @returns)
; Without a type, a function gives what its body is.
(function_definition name: (_) @producer !return_type body: (block (_) @result .))
(function_definition name: (_) @producer !return_type body: [
  (call_expression)
  (field_expression)
  (generic_function)
  (identifier)
  (if_expression)
  (instance_expression)
  (match_expression)
] @result)
(function_declaration return_type: (_) @returns)

; Supertypes.

(class_definition name: (_) @subtype extend: (extends_clause [(type_identifier) (generic_type) (stable_type_identifier)] @supertype))
(object_definition name: (_) @subtype extend: (extends_clause [(type_identifier) (generic_type) (stable_type_identifier)] @supertype))
(trait_definition name: (_) @subtype extend: (extends_clause [(type_identifier) (generic_type) (stable_type_identifier)] @supertype))
(enum_definition name: (_) @subtype extend: (extends_clause [(type_identifier) (generic_type) (stable_type_identifier)] @supertype))

; `new Supertype { … }` is a type without a name.
(instance_expression [(type_identifier) (generic_type) (stable_type_identifier)] @subtype @supertype (template_body) @body)

(self_type [(type_identifier) (generic_type) (stable_type_identifier)] @required)
(self_type (compound_type (_) @required))
(self_type (infix_type) @required)
(self_type (singleton_type . (identifier) @required))
(type_definition name: (_) @aliased type: (_) @meaning)

; Packages and imports.

(package_clause name: (_) @package)
(import_declaration (identifier) @import.path)
(import_declaration (identifier) @imported @path.before .)
(import_declaration (identifier) @imported @path.before . ",")
(import_declaration (namespace_wildcard) @wildcard @path.before)
(import_declaration [(namespace_selectors) (as_renamed_identifier)] @path.before)
(namespace_selectors (namespace_wildcard) @wildcard)
(namespace_selectors (identifier) @imported)
(arrow_renamed_identifier name: (identifier) @import.path)
(arrow_renamed_identifier name: (identifier) @imported alias: (identifier) @alias)
(as_renamed_identifier name: (identifier) @imported alias: (identifier) @alias)

; What is no code.

[(comment) (block_comment) (string) (interpolated_string) (character_literal)] @text
