; Names and what they are used for.

[(identifier) (type_identifier) (operator_identifier)] @use

(field_expression value: (_) @receiver field: (identifier) @name)
(stable_type_identifier (_) @path (type_identifier) @name .)
(stable_identifier (_) @path (identifier) @name .)
(call_expression function: [
  (identifier) @call
  (field_expression field: (identifier) @call)
  (generic_function function: [(identifier) @call (field_expression field: (identifier) @call)])
] arguments: (arguments)? @passed)
(arguments (vararg)) @uncounted
(infix_expression left: (_) @receiver operator: (_) @name @call (#not-match? @name ":$"))
(infix_expression operator: (_) @name @call right: (_) @receiver (#match? @name ":$"))
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
(arguments (assignment_expression left: (identifier) @label))

; Of another constructor.
(call_expression function: (identifier) @call.own arguments: (_) @passed (#eq? @call.own "this"))

; Scopes and local names.

[
  (function_definition)
  (lambda_expression)
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
(class_parameter name: (identifier) @field @binding type: (_) @annotation)
(binding name: (identifier) @binding)
(lambda_expression parameters: (identifier) @binding)
(block (val_definition pattern: (identifier) @binding type: (_)? @annotation value: (_) @value))
(block (var_definition pattern: (identifier) @binding type: (_)? @annotation value: (_) @value))
(indented_block (val_definition pattern: (identifier) @binding type: (_)? @annotation value: (_) @value))
(tuple_pattern (identifier) @binding)
(type_parameters name: (identifier) @binding @generic)
(type_parameters name: (identifier) @binding @generic . bound: (upper_bound type: (_) @annotation))
(enumerator . (identifier) @binding)
(enumerator . (_) @pattern ["<-" "="] . (_) @apart)
(case_clause pattern: (identifier) @binding)
(typed_pattern pattern: (identifier) @binding type: (_) @annotation)
(case_class_pattern pattern: (identifier) @binding)

(template_body (val_definition pattern: (identifier) @field type: (_)? @annotation value: (_) @value))
(template_body (var_definition pattern: (identifier) @field type: (_)? @annotation value: (_) @value))
(template_body (val_declaration name: (identifier) @field type: (_) @annotation))
(function_definition (parameters) @parameters)
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
(function_declaration return_type: (_) @returns)

; Supertypes.

(class_definition name: (_) @subtype extend: (extends_clause [(type_identifier) (generic_type) (stable_type_identifier)] @supertype))
(object_definition name: (_) @subtype extend: (extends_clause [(type_identifier) (generic_type) (stable_type_identifier)] @supertype))
(trait_definition name: (_) @subtype extend: (extends_clause [(type_identifier) (generic_type) (stable_type_identifier)] @supertype))
(enum_definition name: (_) @subtype extend: (extends_clause [(type_identifier) (generic_type) (stable_type_identifier)] @supertype))

(self_type [(type_identifier) (generic_type) (stable_type_identifier)] @required)
(self_type (compound_type (_) @required))
(type_definition name: (_) @aliased type: (_) @meaning)

; Packages and imports.

(package_clause name: (_) @package)
(import_declaration (identifier) @import.path)
(import_declaration (namespace_wildcard) @wildcard)
(namespace_selectors (namespace_wildcard) @wildcard)
(namespace_selectors (identifier) @import.path)
(arrow_renamed_identifier name: (identifier) @import.path)

; Imports that rename; the parts of the path are prefixes of it.
(import_declaration (identifier) @prefix (namespace_selectors) @group)
(import_declaration (identifier) @prefix (as_renamed_identifier) @group)
(arrow_renamed_identifier name: (identifier) @imported alias: (identifier) @alias)
(as_renamed_identifier name: (identifier) @imported alias: (identifier) @alias)

; What is no code.

[(comment) (block_comment) (string) (character_literal)] @text
