; Names and what they are used for. TSX adds its own to this.
; includes javascript/common.scm

[
  (identifier)
  (type_identifier)
  (property_identifier)
  (private_property_identifier)
  (shorthand_property_identifier)
] @use

(nested_type_identifier module: (_) @path name: (type_identifier) @name)
(nested_identifier object: (_) @path property: (_) @name)
; Logger["warn"]
(lookup_type (literal_type (string (string_fragment) @use)))
(lookup_type . (_) @path (literal_type (string (string_fragment) @name)))

(call_expression function: (non_null_expression [(identifier) @call (member_expression property: (_) @call)]))
(type_identifier) @type
(type_query [(identifier) @type (member_expression property: (_) @type)])

["abstract" "accessor" "asserts" "declare" "infer" "is" "keyof" "module" "namespace" "override" "readonly" "require" "satisfies" "type"] @keyword

; Scopes and local names.

[
  (function_declaration)
  (function_expression)
  (generator_function)
  (generator_function_declaration)
  (arrow_function)
  (method_definition)
  (function_signature)
  (method_signature)
  (abstract_method_signature)
  (function_type)
  (statement_block)
  (for_statement)
  (for_in_statement)
  (catch_clause)
  (switch_body)
  (internal_module)
] @scope
; The type parameters of a type are seen in its body.
[
  (class_declaration type_parameters: (_))
  (abstract_class_declaration type_parameters: (_))
  (class type_parameters: (_))
  (interface_declaration type_parameters: (_))
  (type_alias_declaration type_parameters: (_))
] @scope
[(class_body) (interface_body)] @scope.type

(required_parameter pattern: (identifier) @binding type: (type_annotation)? @annotation value: (_)? @value)
(optional_parameter pattern: (identifier) @binding type: (type_annotation)? @annotation value: (_)? @value)
(required_parameter pattern: (rest_pattern (identifier) @binding) type: (type_annotation)? @annotation)
(required_parameter
  pattern: (object_pattern [
    (shorthand_property_identifier_pattern) @binding
    (object_assignment_pattern left: (shorthand_property_identifier_pattern) @binding)
  ])
  type: (type_annotation) @unpacked.type)
(required_parameter
  pattern: (object_pattern (pair_pattern
    key: (property_identifier) @unpacked.member
    value: (object_pattern (shorthand_property_identifier_pattern) @binding)))
  type: (type_annotation) @unpacked.type)
(required_parameter
  pattern: (object_pattern (pair_pattern key: (property_identifier) @unpacked.as value: (identifier) @binding))
  type: (type_annotation) @unpacked.type)
; Functions without a name, and what they are called with.
(arrow_function body: (_) @block.gives) @lambda
(arrow_function body: (statement_block . (return_statement (_) @block.gives) .)) @lambda
(function_expression body: (statement_block . (return_statement (_) @block.gives) .)) @lambda
(arrow_function parameter: (identifier) @block.takes) @lambda
(arrow_function parameters: (formal_parameters (required_parameter
  pattern: [(identifier) (object_pattern) (array_pattern) (rest_pattern)] @block.takes))) @lambda
(arrow_function parameters: (formal_parameters (optional_parameter pattern: (_) @block.takes))) @lambda
(function_expression parameters: (formal_parameters (required_parameter
  pattern: [(identifier) (object_pattern) (array_pattern) (rest_pattern)] @block.takes))) @lambda
(call_expression arguments: (arguments [(arrow_function) (function_expression)] @lambda @place)) @block.of
(call_expression arguments: (arguments (array [(arrow_function) (function_expression)] @lambda) @place)) @block.of
(call_expression arguments: (arguments . (_) @block.given . [(arrow_function) (function_expression)] @lambda))
(assignment_expression left: (member_expression) @block.set right: [(arrow_function) (function_expression)] @lambda)
(pair key: (_) @block.key value: [(arrow_function) (function_expression)] @lambda)
(object (method_definition
  name: (_) @block.key
  parameters: (formal_parameters (required_parameter
    pattern: [(identifier) (object_pattern) (array_pattern) (rest_pattern)] @block.takes))) @lambda)
(new_expression arguments: (arguments [(arrow_function) (function_expression)] @lambda @place)) @block.of
(variable_declarator
  type: (type_annotation) @block.type
  value: [(arrow_function) (function_expression)] @lambda)
(variable_declarator
  type: (type_annotation) @block.type
  value: (array [(arrow_function) (function_expression)] @lambda))
(public_field_definition
  type: (type_annotation) @block.type
  value: [(arrow_function) (function_expression)] @lambda)
; What a promise gives.
(call_expression
  function: (member_expression object: (_) @unpacked property: (property_identifier) @_then)
  arguments: (arguments . (arrow_function parameters: (formal_parameters
    . (required_parameter pattern: (object_pattern (shorthand_property_identifier_pattern) @binding) !type))))
  (#eq? @_then "then"))
(call_expression
  function: (member_expression
    object: (call_expression function: (import)) @value
    property: (property_identifier) @_then)
  arguments: (arguments . (arrow_function parameters: (formal_parameters . (required_parameter pattern: (identifier) @binding !type))))
  (#eq? @_then "then"))
; The parameter of a function that is called for each element.
(call_expression
  function: (member_expression object: (_) @unpacked.each property: (property_identifier) @_method)
  arguments: (arguments . (_ parameters: (formal_parameters . (required_parameter !type pattern: (object_pattern [
    (shorthand_property_identifier_pattern) @binding
    (object_assignment_pattern left: (shorthand_property_identifier_pattern) @binding)
    (pair_pattern key: (property_identifier) @unpacked.as value: [
      (identifier) @binding
      (assignment_pattern left: (identifier) @binding)
    ])
    (pair_pattern
      key: (property_identifier) @unpacked.member
      value: (object_pattern (shorthand_property_identifier_pattern) @binding))
  ])))))
  (#any-of? @_method "every" "filter" "find" "findIndex" "findLast" "flatMap" "forEach" "map" "some"))
; What a function is called with.
(required_parameter !type pattern: (object_pattern [
    (shorthand_property_identifier_pattern) @binding
    (object_assignment_pattern left: (shorthand_property_identifier_pattern) @binding)
    (pair_pattern key: (property_identifier) @unpacked.as value: [
      (identifier) @binding
      (assignment_pattern left: (identifier) @binding)
    ])
    (pair_pattern
      key: (property_identifier) @unpacked.member
      value: (object_pattern (shorthand_property_identifier_pattern) @binding))
  ]) @unpacked.taken)
(call_expression
  function: (member_expression object: (_) @element property: (property_identifier) @_method)
  arguments: (arguments . (arrow_function
    parameters: (formal_parameters . (required_parameter pattern: (identifier) @binding))))
  (#any-of? @_method "every" "filter" "find" "findIndex" "findLast" "flatMap" "forEach" "map" "some"))
(call_expression
  function: (member_expression object: (_) @element property: (property_identifier) @_method)
  arguments: (arguments . (arrow_function
    parameters: (formal_parameters (required_parameter pattern: (identifier) @binding))))
  (#any-of? @_method "sort" "toSorted"))
(call_expression
  function: (member_expression object: (_) @element property: (property_identifier) @_method)
  arguments: (arguments . (arrow_function
    parameters: (formal_parameters . (_) . (required_parameter pattern: (identifier) @binding))))
  (#any-of? @_method "reduce" "reduceRight"))
(call_expression
  function: (member_expression object: (_) @entries property: (property_identifier) @_method)
  arguments: (arguments . (arrow_function
    parameters: (formal_parameters . (required_parameter pattern: (array_pattern (identifier) @binding @place)))))
  (#any-of? @_method "every" "filter" "find" "findIndex" "findLast" "flatMap" "forEach" "map" "some"))
; Types see no parameters: `read(fs: fs.FS): fs.File`.
(formal_parameters [(required_parameter type: (_) @apart) (optional_parameter type: (_) @apart)]) @pattern
[
  (function_declaration parameters: (formal_parameters) @pattern return_type: (type_annotation) @apart)
  (function_expression parameters: (formal_parameters) @pattern return_type: (type_annotation) @apart)
  (arrow_function parameters: (formal_parameters) @pattern return_type: (type_annotation) @apart)
  (method_definition parameters: (formal_parameters) @pattern return_type: (type_annotation) @apart)
]
(variable_declarator name: (identifier) @binding type: (type_annotation)? @annotation value: (_)? @value)
(export_statement "default" @binding value: [(object) (call_expression) (as_expression) (satisfies_expression)] @value)
(if_statement
  condition: (parenthesized_expression (binary_expression
    left: (identifier) @binding
    operator: "instanceof"
    right: (_) @annotation))
  consequence: (statement_block) @within)
(type_parameter name: (type_identifier) @binding @generic constraint: (constraint (_) @annotation)?)
(type_alias_declaration name: (_) @aliased value: (_) @meaning)

(public_field_definition name: (_) @field type: (type_annotation)? @annotation value: (_)? @value)
(property_signature name: (_) @field type: (type_annotation)? @annotation)
(required_parameter
  [(accessibility_modifier) "readonly"]
  pattern: (identifier) @field
  type: (type_annotation)? @annotation)

[
  (abstract_method_signature return_type: (_) @returns)
  (arrow_function return_type: (_) @returns)
  (call_signature return_type: (_) @returns)
  (function_declaration return_type: (_) @returns)
  (function_expression return_type: (_) @returns)
  (function_signature return_type: (_) @returns)
  (function_type return_type: (_) @returns)
  (generator_function return_type: (_) @returns)
  (generator_function_declaration return_type: (_) @returns)
  (method_definition return_type: (_) @returns)
  (method_signature return_type: (_) @returns)
]

; The calls that types of functions write.
(call_signature) @takes

(variable_declarator
  type: (type_annotation [
      (array_type (_) @annotation)
      (readonly_type (array_type (_) @annotation))])
  value: (array (object) @object))
(variable_declarator
  type: (type_annotation
    (generic_type name: (_) @_array type_arguments: (type_arguments . (_) @annotation .)))
  value: (array (object) @object)
  (#any-of? @_array "Array" "ReadonlyArray"))
(public_field_definition
  type: (type_annotation [
      (array_type (_) @annotation)
      (readonly_type (array_type (_) @annotation))])
  value: (array (object) @object))
(public_field_definition
  type: (type_annotation
    (generic_type name: (_) @_array type_arguments: (type_arguments . (_) @annotation .)))
  value: (array (object) @object)
  (#any-of? @_array "Array" "ReadonlyArray"))
(as_expression . (array (object) @object) . (array_type (_) @annotation) .)
(satisfies_expression . (array (object) @object) . (array_type (_) @annotation) .)
(call_expression function: (_) @object.of
  arguments: (arguments (array (object) @object) @object.list))
(call_expression function: (_) @object.of arguments: (arguments (object) @object))
(new_expression constructor: (_) @object.of arguments: (arguments (object) @object))
(as_expression . (object) @object . (_) @annotation .)
(satisfies_expression . (object) @object . (_) @annotation .)
(arrow_function
  return_type: (type_annotation) @annotation
  body: [
    (parenthesized_expression (object) @object)
    (statement_block (return_statement (object) @object))
  ])
(method_definition
  return_type: (type_annotation) @annotation
  body: (statement_block (return_statement (object) @object)))

; Supertypes.

(class_declaration name: (_) @subtype (class_heritage (extends_clause value: (_) @supertype type_arguments: (_)? @arguments)))
(class_declaration name: (_) @subtype (class_heritage (implements_clause (_) @supertype)))
(abstract_class_declaration name: (_) @subtype (class_heritage (extends_clause value: (_) @supertype type_arguments: (_)? @arguments)))
(abstract_class_declaration name: (_) @subtype (class_heritage (implements_clause (_) @supertype)))
(class name: (_) @subtype (class_heritage (extends_clause value: (_) @supertype type_arguments: (_)? @arguments)))
(class name: (_) @subtype (class_heritage (implements_clause (_) @supertype)))
(class !name (class_heritage (extends_clause value: (_) @subtype @supertype type_arguments: (_)? @arguments)))
(class !name (class_heritage (implements_clause (_) @subtype @supertype)))
(interface_declaration name: (_) @subtype (extends_type_clause type: (_) @supertype))
(extends_clause value: [(identifier) @inherit (member_expression property: (_) @inherit)])
(implements_clause [
  (type_identifier) @inherit
  (nested_type_identifier name: (_) @inherit)
  (generic_type name: [(type_identifier) @inherit (nested_type_identifier name: (_) @inherit)])
])
(extends_type_clause [
  (type_identifier) @inherit
  (nested_type_identifier name: (_) @inherit)
  (generic_type name: [(type_identifier) @inherit (nested_type_identifier name: (_) @inherit)])
])

; What the lists hold that functions return: `return [load, save] as const`.

[
  (function_declaration name: (_) @producer body: (statement_block (return_statement (as_expression . (array (_) @listed)))))
  (function_expression name: (_) @producer body: (statement_block (return_statement (as_expression . (array (_) @listed)))))
  (method_definition name: (_) @producer body: (statement_block (return_statement (as_expression . (array (_) @listed)))))
  (variable_declarator name: (_) @producer value: (arrow_function body: (as_expression . (array (_) @listed))))
  (variable_declarator name: (_) @producer value: [
    (arrow_function body: (statement_block (return_statement (as_expression . (array (_) @listed)))))
    (function_expression body: (statement_block (return_statement (as_expression . (array (_) @listed)))))
  ])
]

; Imports.

(import_statement (import_require_clause (identifier) @alias source: (string) @module))

(export_statement "=" . (_) @whole) @exporting
