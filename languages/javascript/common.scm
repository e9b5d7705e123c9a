; What JavaScript and TypeScript have in common of names and what they are used for.

(member_expression object: (_) @receiver property: (_) @name)
; Kind["A"]
(subscript_expression object: (_) @receiver index: (string . (string_fragment) @use @name .))
(call_expression function: (subscript_expression index: (string . (string_fragment) @call .)))
(assignment_expression left: (subscript_expression index: (string . (string_fragment) @write .)))
(augmented_assignment_expression left: (subscript_expression index: (string . (string_fragment) @write .)))
(shorthand_property_identifier_pattern) @use

(call_expression function: [
  (identifier) @call
  (member_expression property: (_) @call)
  (parenthesized_expression [(identifier) @call (member_expression property: (_) @call)])
  ; (0, module.f)()
  (parenthesized_expression
    (sequence_expression [(identifier) @call (member_expression property: (_) @call)] .))
  (await_expression [(identifier) @call (member_expression property: (_) @call)])
])
(call_expression function: (super) @use @call @call.super)
(new_expression constructor: (this) @call.own arguments: (arguments)? @passed)
; `f.call(this)` calls `f` as well as `f()` does.
(call_expression
  function: (member_expression
    object: [(identifier) @call (member_expression property: (_) @call)]
    property: (property_identifier) @_how)
  (#match? @_how "^(call|apply)$"))
(new_expression constructor: [(identifier) @call (member_expression property: (_) @call)])
(decorator [
  (identifier) @decorator
  (member_expression property: (_) @decorator)
])
(assignment_expression left: [(identifier) @write (member_expression property: (_) @write)])
(augmented_assignment_expression left: [(identifier) @write (member_expression property: (_) @write)])
(update_expression argument: [(identifier) @write (member_expression property: (_) @write)])
(pair key: (property_identifier) @label)
(object (method_definition name: (property_identifier) @label))
(pair_pattern key: (property_identifier) @label)
; Its name is seen in it only.
(function_expression name: (identifier) @binding)
(variable_declarator
  name: (object_pattern (pair_pattern key: (property_identifier) @name))
  value: (_) @receiver)

; Local names.

(arrow_function parameter: (identifier) @binding)
(call_expression
  function: (member_expression
    object: (call_expression function: (import)) @value
    property: (property_identifier) @_then)
  arguments: (arguments . (arrow_function parameter: (identifier) @binding))
  (#eq? @_then "then"))
(object_pattern (shorthand_property_identifier_pattern) @binding)
(variable_declarator
  name: (object_pattern [
    (shorthand_property_identifier_pattern) @binding
    (object_assignment_pattern left: (shorthand_property_identifier_pattern) @binding)
  ])
  value: (_) @unpacked)
(variable_declarator
  name: (object_pattern (pair_pattern
    key: (property_identifier) @unpacked.member
    value: (object_pattern (shorthand_property_identifier_pattern) @binding)))
  value: (_) @unpacked)
(variable_declarator
  name: (object_pattern (pair_pattern key: (property_identifier) @unpacked.as value: (identifier) @binding))
  value: (_) @unpacked)
(object_pattern (object_assignment_pattern left: (shorthand_property_identifier_pattern) @binding))
(object_pattern (rest_pattern (identifier) @binding))
(pair_pattern value: (identifier) @binding)
(pair_pattern value: (assignment_pattern left: (identifier) @binding))
(array_pattern (identifier) @binding)
(array_pattern (assignment_pattern left: (identifier) @binding))
(for_in_statement left: (identifier) @binding right: (_) @element)
(for_in_statement left: (array_pattern (identifier) @binding @place) right: (_) @entries)
(for_in_statement
  left: (object_pattern [
    (shorthand_property_identifier_pattern) @binding
    (object_assignment_pattern left: (shorthand_property_identifier_pattern) @binding)
    (pair_pattern key: (property_identifier) @unpacked.as value: [
      (identifier) @binding
      (assignment_pattern left: (identifier) @binding)
    ])
    (pair_pattern
      key: (property_identifier) @unpacked.member
      value: (object_pattern (shorthand_property_identifier_pattern) @binding))
  ])
  right: (_) @unpacked.each)
; The parameter of a function that is called for each element.
(call_expression
  function: (member_expression object: (_) @element property: (property_identifier) @_method)
  arguments: (arguments . (arrow_function parameter: (identifier) @binding))
  (#any-of? @_method "every" "filter" "find" "findIndex" "findLast" "flatMap" "forEach" "map" "some"))
(catch_clause parameter: (identifier) @binding)

(variable_declarator name: (array_pattern (identifier) @binding @place) value: (_) @parts)
(variable_declarator name: (identifier) @binding @unset !value)

(assignment_expression left: (identifier) @assigned right: (_) @value)
(assignment_expression
  left: (object_pattern (shorthand_property_identifier_pattern) @assigned)
  right: (_) @unpacked)
(assignment_expression left: (array_pattern (identifier) @assigned))
; What is assigned to an object may be any of its members.
(call_expression
  function: (member_expression object: (identifier) @_object
    property: (property_identifier) @_assign)
  arguments: (arguments . (identifier) @assigned)
  (#eq? @_object "Object") (#eq? @_assign "assign"))
(augmented_assignment_expression left: (identifier) @assigned operator: ["||=" "&&=" "??="] right: (_) @value)
(assignment_expression left: (member_expression object: (this) property: (property_identifier) @field) right: (_) @value)
(augmented_assignment_expression
  left: (member_expression object: (this) property: (property_identifier) @field)
  operator: ["||=" "&&=" "??="]
  right: (_) @value)
(assignment_expression left: (member_expression property: (_) @set) right: (_) @value)
(augmented_assignment_expression
  left: (member_expression property: (_) @set)
  operator: ["||=" "&&=" "??="]
  right: (_) @value)
(formal_parameters) @parameters

; No block holds these names.

(variable_declaration (variable_declarator name: (identifier) @unscoped))

; Properties of objects.

(object (shorthand_property_identifier) @key @value) @object
(object (pair key: (property_identifier) @key)) @object
(object (method_definition name: (property_identifier) @key)) @object
(object
  (pair
    key: (property_identifier) @key
    value: [(call_expression) (identifier) (member_expression) (new_expression) (object)] @value)) @object

; A name of which a condition tells the type.

(if_statement
  condition: (parenthesized_expression (binary_expression
    left: [(identifier) (member_expression)] @binding
    operator: "instanceof"
    right: (_) @annotation))
  consequence: [(expression_statement) (return_statement) (throw_statement)] @where)
(binary_expression
  left: (binary_expression
    left: [(identifier) (member_expression)] @binding
    operator: "instanceof"
    right: (_) @annotation)
  operator: "&&"
  right: (_) @where)
(ternary_expression
  condition: (binary_expression
    left: [(identifier) (member_expression)] @binding
    operator: "instanceof"
    right: (_) @annotation)
  consequence: (_) @where)
(ternary_expression
  condition: (parenthesized_expression (binary_expression
    left: [(identifier) (member_expression)] @binding
    operator: "instanceof"
    right: (_) @annotation))
  consequence: (_) @where)

(if_statement
  condition: (parenthesized_expression (binary_expression
    left: (member_expression) @binding
    operator: "instanceof"
    right: (_) @annotation))
  consequence: (statement_block) @where)

; The same, of which it tells that it is not of the type.

(if_statement
  condition: (parenthesized_expression (binary_expression
    left: [(identifier) (member_expression)] @binding
    operator: "instanceof"
    right: (_) @annotation))
  alternative: (else_clause) @where.not)
(if_statement
  condition: (parenthesized_expression (binary_expression
    left: [(identifier) (member_expression)] @binding
    operator: "instanceof"
    right: (_) @annotation))
  consequence: [
    (break_statement)
    (continue_statement)
    (return_statement)
    (throw_statement)
    (statement_block [
        (break_statement)
        (continue_statement)
        (return_statement)
        (throw_statement)] .)
  ]) @where.not.behind
(if_statement
  condition: (parenthesized_expression (unary_expression operator: "!" argument:
    (parenthesized_expression (binary_expression
      left: [(identifier) (member_expression)] @binding
      operator: "instanceof"
      right: (_) @annotation))))
  consequence: (_) @where.not)
(if_statement
  condition: (parenthesized_expression (unary_expression operator: "!" argument:
    (parenthesized_expression (binary_expression
      left: [(identifier) (member_expression)] @binding
      operator: "instanceof"
      right: (_) @annotation))))
  consequence: [
    (break_statement)
    (continue_statement)
    (return_statement)
    (throw_statement)
    (statement_block [
        (break_statement)
        (continue_statement)
        (return_statement)
        (throw_statement)] .)
  ]) @where.behind
(ternary_expression
  condition: (binary_expression
    left: [(identifier) (member_expression)] @binding
    operator: "instanceof"
    right: (_) @annotation)
  alternative: (_) @where.not)

; Results.

[
  (function_declaration name: (_) @producer body: (_) @body)
  (function_expression name: (_) @producer body: (_) @body)
  (method_definition name: (_) @producer body: (_) @body)
  (variable_declarator name: (_) @producer value: [
    (arrow_function body: (statement_block) @body)
    (function_expression body: (_) @body)
  ])
  (pair key: (_) @producer value: [
    (arrow_function body: (statement_block) @body)
    (function_expression body: (_) @body)
  ])
  ; exports.make = function () { … }, Pool.prototype.make = function () { … }
  (assignment_expression left: (member_expression property: (_) @producer) right: [
    (arrow_function body: (statement_block) @body)
    (function_expression body: (_) @body)
  ])
]
; What a function without a name returns is no result of the one around it.
(arrow_function body: (statement_block) @body) @producer
(function_expression body: (_) @body) @producer
(generator_function body: (_) @body) @producer
(generator_function_declaration body: (_) @body) @producer
(return_statement (_) @result)

; An arrow's body is its result, but for one of statements.
(variable_declarator
  name: (_) @producer
  value: (arrow_function body: (_) @result)
  (#not-match? @result "^[{]"))
(pair key: (_) @producer value: (arrow_function body: (_) @result) (#not-match? @result "^[{]"))
(assignment_expression
  left: (member_expression property: (_) @producer)
  right: (arrow_function body: (_) @result)
  (#not-match? @result "^[{]"))

; What the lists hold that functions return.

[
  (function_declaration name: (_) @producer body: (statement_block (return_statement (array (_) @listed))))
  (function_expression name: (_) @producer body: (statement_block (return_statement (array (_) @listed))))
  (method_definition name: (_) @producer body: (statement_block (return_statement (array (_) @listed))))
  (variable_declarator name: (_) @producer value: (arrow_function body: (array (_) @listed)))
  (variable_declarator name: (_) @producer value: [
    (arrow_function body: (statement_block (return_statement (array (_) @listed))))
    (function_expression body: (statement_block (return_statement (array (_) @listed))))
  ])
]

; Imports.

(import_statement (import_clause (identifier) @default) source: (string) @module)
(import_statement (import_clause (namespace_import (identifier) @alias)) source: (string) @module)
(import_statement
  (import_clause (named_imports (import_specifier name: [(_) "default"] @imported alias: (_)? @alias)))
  source: (string) @module)
(export_statement
  (export_clause (export_specifier name: [(_) "default"] @imported alias: (_)? @alias))
  source: (string) @module) @reexport
; What the file defines itself, passed on under another name.
(export_statement
  !source
  (export_clause (export_specifier name: (identifier) @imported alias: (_) @alias))
  (#not-eq? @alias "default")) @reexport
(export_statement (namespace_export (_) @alias) source: (string) @module) @reexport
(export_statement "*" @wildcard source: (string) @module) @reexport
(export_statement "default" value: (_) @unnamed) @exporting
(export_statement "default" declaration: (_) @unnamed) @exporting
; What a wrapper is given: `observer(List)`, `connect(…)(List)`, `withRouter(observer(List))`.
(export_statement "default" value: (call_expression arguments: (arguments . (identifier) @unnamed))) @exporting
(export_statement "default"
  value: (call_expression
    arguments: (arguments . (call_expression arguments: (arguments . (identifier) @unnamed))))) @exporting
(assignment_expression
  left: (member_expression object: (identifier) @_module property: (property_identifier) @_exports)
  right: (_) @whole
  (#eq? @_module "module") (#eq? @_exports "exports")) @exporting
(variable_declarator
  name: (identifier) @alias
  value: (call_expression function: (identifier) @_require arguments: (arguments . (string) @module .))
  (#eq? @_require "require"))
(variable_declarator
  name: (object_pattern (shorthand_property_identifier_pattern) @imported)
  value: (call_expression function: (identifier) @_require arguments: (arguments . (string) @module .))
  (#eq? @_require "require"))
(variable_declarator
  name: (object_pattern (pair_pattern key: (_) @imported value: (identifier) @alias))
  value: (call_expression function: (identifier) @_require arguments: (arguments . (string) @module .))
  (#eq? @_require "require"))
(variable_declarator
  name: (object_pattern (shorthand_property_identifier_pattern) @imported)
  value: (await_expression (call_expression function: (import) arguments: (arguments . (string) @module .))))
(variable_declarator
  name: (object_pattern (pair_pattern key: (_) @imported value: (identifier) @alias))
  value: (await_expression (call_expression function: (import) arguments: (arguments . (string) @module .))))

; What a file passes on of other modules under its exports.
(assignment_expression
  left: [
    (member_expression object: (identifier) @_exports property: (property_identifier) @alias)
    (member_expression
      object: (member_expression object: (identifier) property: (property_identifier) @_exports)
      property: (property_identifier) @alias)
  ]
  right: [
    (call_expression function: (identifier) @_require arguments: (arguments . (string) @module .))
    (member_expression
      object: (call_expression function: (identifier) @_require arguments: (arguments . (string) @module .))
      property: (property_identifier) @imported)
  ]
  (#eq? @_exports "exports") (#eq? @_require "require")) @reexport
(assignment_expression
  left: (member_expression object: (identifier) @_module property: (property_identifier) @_exports)
  right: (object (pair
    key: (property_identifier) @alias
    value: [
      (call_expression function: (identifier) @_require arguments: (arguments . (string) @module .))
      (member_expression
        object: (call_expression function: (identifier) @_require arguments: (arguments . (string) @module .))
        property: (property_identifier) @imported)
    ]))
  (#eq? @_module "module") (#eq? @_exports "exports") (#eq? @_require "require")) @reexport
(assignment_expression
  left: (member_expression object: (identifier) @_module property: (property_identifier) @_exports)
  right: (object (spread_element
    (call_expression function: (identifier) @_require arguments: (arguments . (string) @module .)) @wildcard))
  (#eq? @_module "module") (#eq? @_exports "exports") (#eq? @_require "require")) @reexport
(call_expression
  function: (member_expression object: (identifier) @_object property: (property_identifier) @_assign)
  arguments: (arguments
    . [(identifier) @_exports (member_expression property: (property_identifier) @_exports)]
    (call_expression function: (identifier) @_require arguments: (arguments . (string) @module .)) @wildcard)
  (#eq? @_object "Object") (#eq? @_assign "assign")
  (#eq? @_exports "exports") (#eq? @_require "require")) @reexport
; What the file names itself, passed on under another name.
(assignment_expression
  left: [
    (member_expression object: (identifier) @_exports property: (property_identifier) @alias)
    (member_expression
      object: (member_expression object: (identifier) property: (property_identifier) @_exports)
      property: (property_identifier) @alias)
  ]
  right: (identifier) @imported
  (#eq? @_exports "exports") (#not-eq? @imported @alias)) @reexport
(assignment_expression
  left: (member_expression object: (identifier) @_module property: (property_identifier) @_exports)
  right: (object (pair key: (property_identifier) @alias value: (identifier) @imported))
  (#eq? @_module "module") (#eq? @_exports "exports") (#not-eq? @imported @alias)) @reexport

; Words that may be names elsewhere.

["as" "async" "from" "get" "meta" "of" "set" "static" "target"] @keyword

; What is no code.

[(comment) (hash_bang_line) (string_fragment) (regex_pattern)] @text
