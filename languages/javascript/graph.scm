; Names and what they are used for.
; includes javascript/common.scm
; includes javascript/jsx.scm

[
  (identifier)
  (property_identifier)
  (private_property_identifier)
  (shorthand_property_identifier)
] @use

; Scopes and local names.

[
  (function_declaration)
  (function_expression)
  (generator_function)
  (generator_function_declaration)
  (arrow_function)
  (method_definition)
  (statement_block)
  (for_statement)
  (for_in_statement)
  (catch_clause)
  (switch_body)
] @scope
(class_body) @scope.type

(formal_parameters (identifier) @binding)
(formal_parameters (assignment_pattern left: (identifier) @binding right: (_) @value))
(formal_parameters (rest_pattern (identifier) @binding))
(variable_declarator name: (identifier) @binding value: (_)? @value)
(export_statement "default" @binding value: [(object) (call_expression)] @value)
(if_statement
  condition: (parenthesized_expression (binary_expression left: (identifier) @binding operator: "instanceof" right: (_) @annotation))
  consequence: (statement_block) @within)
; What is called for each element.
(call_expression
  function: (member_expression object: (_) @element property: (property_identifier) @_method)
  arguments: (arguments . (arrow_function parameters: (formal_parameters . (identifier) @binding)))
  (#any-of? @_method "every" "filter" "find" "findIndex" "findLast" "flatMap" "forEach" "map" "some"))
(call_expression
  function: (member_expression object: (_) @element property: (property_identifier) @_method)
  arguments: (arguments . (arrow_function parameters: (formal_parameters (identifier) @binding)))
  (#any-of? @_method "sort" "toSorted"))
(call_expression
  function: (member_expression object: (_) @element property: (property_identifier) @_method)
  arguments: (arguments . (arrow_function parameters: (formal_parameters . (_) . (identifier) @binding)))
  (#any-of? @_method "reduce" "reduceRight"))
(call_expression
  function: (member_expression object: (_) @unpacked.each property: (property_identifier) @_method)
  arguments: (arguments . (_ parameters: (formal_parameters . (object_pattern [
    (shorthand_property_identifier_pattern) @binding
    (object_assignment_pattern left: (shorthand_property_identifier_pattern) @binding)
    (pair_pattern key: (property_identifier) @unpacked.as value: [
      (identifier) @binding
      (assignment_pattern left: (identifier) @binding)
    ])
    (pair_pattern
      key: (property_identifier) @unpacked.member
      value: (object_pattern (shorthand_property_identifier_pattern) @binding))
  ]))))
  (#any-of? @_method "every" "filter" "find" "findIndex" "findLast" "flatMap" "forEach" "map" "some"))
; What a function is called with.
(formal_parameters [
  (object_pattern [
    (shorthand_property_identifier_pattern) @binding
    (object_assignment_pattern left: (shorthand_property_identifier_pattern) @binding)
    (pair_pattern key: (property_identifier) @unpacked.as value: [
      (identifier) @binding
      (assignment_pattern left: (identifier) @binding)
    ])
    (pair_pattern
      key: (property_identifier) @unpacked.member
      value: (object_pattern (shorthand_property_identifier_pattern) @binding))
  ]) @unpacked.taken
  (assignment_pattern left: (object_pattern [
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
])
; What a promise gives.
(call_expression
  function: (member_expression object: (_) @unpacked property: (property_identifier) @_then)
  arguments: (arguments . (arrow_function parameters: (formal_parameters
    . (object_pattern (shorthand_property_identifier_pattern) @binding))))
  (#eq? @_then "then"))
(call_expression
  function: (member_expression
    object: (call_expression function: (import)) @value
    property: (property_identifier) @_then)
  arguments: (arguments . (arrow_function parameters: (formal_parameters . (identifier) @binding)))
  (#eq? @_then "then"))

(field_definition property: (_) @field value: (_)? @value)

; What comments write: `@param {Pool} pool`, `@returns {Pool}`, `@type {Pool}`.

([
  (function_declaration parameters: (formal_parameters [
    (identifier) @binding
    (assignment_pattern left: (identifier) @binding)
  ]))
  (export_statement declaration: (function_declaration parameters: (formal_parameters [
    (identifier) @binding
    (assignment_pattern left: (identifier) @binding)
  ])))
  (method_definition parameters: (formal_parameters [
    (identifier) @binding
    (assignment_pattern left: (identifier) @binding)
  ]))
  (expression_statement (assignment_expression right: (_ parameters: (formal_parameters [
    (identifier) @binding
    (assignment_pattern left: (identifier) @binding)
  ]))))
  (lexical_declaration (variable_declarator value: (_ parameters: (formal_parameters [
    (identifier) @binding
    (assignment_pattern left: (identifier) @binding)
  ]))))
  (export_statement declaration: (lexical_declaration (variable_declarator value: (_
    parameters: (formal_parameters [
      (identifier) @binding
      (assignment_pattern left: (identifier) @binding)
    ])))))
] @documented)
(function_declaration name: (_) @returns) @documented
(export_statement declaration: (function_declaration name: (_) @returns)) @documented
(method_definition name: (_) @returns) @documented
(lexical_declaration
  (variable_declarator name: (identifier) @returns value: [(arrow_function) (function_expression)])) @documented
(export_statement declaration: (lexical_declaration
  (variable_declarator name: (identifier) @returns value: [(arrow_function) (function_expression)]))) @documented
; The members of a literal are its own.
([
  (lexical_declaration (variable_declarator name: (identifier) @binding value: (_)? @_value))
  (variable_declaration (variable_declarator name: (identifier) @binding value: (_)? @_value))
  (export_statement declaration:
    (lexical_declaration (variable_declarator name: (identifier) @binding value: (_)? @_value)))
] @documented (#not-match? @_value "^[{]"))
(expression_statement (assignment_expression
  left: (member_expression object: (this) property: (_) @field))) @documented
(field_definition property: (_) @field) @documented

; Supertypes.

(class_declaration name: (_) @subtype (class_heritage (_) @supertype))
(class name: (_) @subtype (class_heritage (_) @supertype))
(class !name (class_heritage (_) @subtype @supertype))
; Of constructors that are functions: util.inherits(Pool, Base), Pool.prototype = new Base(),
; Pool.prototype = Object.create(Base.prototype).
(call_expression
  function: [(identifier) @_inherits (member_expression property: (property_identifier) @_inherits)]
  arguments: (arguments . (identifier) @subtype . (_) @supertype .)
  (#any-of? @_inherits "inherits" "inherit" "inheritsFrom"))
(assignment_expression
  left: (member_expression object: (identifier) @subtype property: (property_identifier) @_prototype)
  right: (new_expression constructor: (_) @supertype)
  (#eq? @_prototype "prototype"))
(assignment_expression
  left: (member_expression object: (identifier) @subtype property: (property_identifier) @_prototype)
  right: (call_expression
    function: (member_expression object: (identifier) @_object property: (property_identifier) @_create)
    arguments: (arguments . (member_expression object: (_) @supertype property: (property_identifier) @_above)))
  (#eq? @_prototype "prototype") (#eq? @_above "prototype") (#eq? @_object "Object") (#eq? @_create "create"))
(call_expression
  function: (member_expression object: (identifier) @_object property: (property_identifier) @_set)
  arguments: (arguments
    . (member_expression object: (identifier) @subtype property: (property_identifier) @_prototype)
    . (member_expression object: (_) @supertype property: (property_identifier) @_above))
  (#eq? @_prototype "prototype") (#eq? @_above "prototype") (#eq? @_object "Object") (#eq? @_set "setPrototypeOf"))
(class_heritage [(identifier) @inherit (member_expression property: (_) @inherit)])
