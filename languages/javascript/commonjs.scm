; CommonJS. What names itself is called so, also where it is all of what a file exports.
(assignment_expression
  left: (member_expression object: (identifier) @_exports property: (property_identifier) @name @exported)
  right: [
    (arrow_function body: (_) @body)
    (function_expression body: (_) @body)
  ] (#eq? @_exports "exports")) @definition.function
(assignment_expression
  left: (member_expression object: (identifier) @_exports property: (property_identifier) @name @exported)
  right: (class body: (_) @body) (#eq? @_exports "exports")) @definition.class
(assignment_expression
  left: (member_expression
    object: (member_expression object: (identifier) @_module property: (property_identifier) @_exports)
    property: (property_identifier) @name @exported)
  right: [
    (arrow_function body: (_) @body)
    (function_expression body: (_) @body)
  ] (#eq? @_module "module") (#eq? @_exports "exports")) @definition.function
(assignment_expression
  left: (member_expression object: (identifier) @_module property: (property_identifier) @name @exported)
  right: [
    (arrow_function body: (_) @body)
    (function_expression !name body: (_) @body)
  ] (#eq? @_module "module") (#eq? @name "exports")) @definition.function
(assignment_expression
  left: (member_expression object: (identifier) @_module property: (property_identifier) @name @exported)
  right: (class !name body: (_) @body) (#eq? @_module "module") (#eq? @name "exports")) @definition.class
(expression_statement (assignment_expression
  left: (member_expression object: (identifier) @_module property: (property_identifier) @_exports)
  right: [
    (function_expression name: (_) @exported)
    (generator_function name: (_) @exported)
    (class name: (_) @exported)
  ] @wrapped) (#eq? @_module "module") (#eq? @_exports "exports")) @wrapper
(assignment_expression
  left: (member_expression object: (identifier) @_module property: (property_identifier) @name @exported)
  right: (object (method_definition name: (_)))
  (#eq? @_module "module") (#eq? @name "exports")) @definition.variable
(assignment_expression
  left: (member_expression object: (identifier) @_module property: (property_identifier) @_exports)
  right: (object (method_definition name: (_) @name) @definition.method)
  (#eq? @_module "module") (#eq? @_exports "exports"))
(assignment_expression
  left: (member_expression object: (identifier) @_module property: (property_identifier) @_exports)
  right: (object (pair key: (_) @name value: [
    (arrow_function body: (_) @body)
    (function_expression body: (_) @body)
  ]) @definition.method)
  (#eq? @_module "module") (#eq? @_exports "exports"))
(assignment_expression
  left: (member_expression object: (identifier) @_module property: (property_identifier) @_exports)
  right: [
    (identifier) @exported
    (object (shorthand_property_identifier) @exported)
    (object (pair value: (identifier) @exported))
  ]
  (#eq? @_module "module") (#eq? @_exports "exports"))
(assignment_expression
  left: (member_expression
    object: (member_expression object: (identifier) @container property: (property_identifier) @_prototype)
    property: (property_identifier) @name)
  right: [(arrow_function body: (_) @body) (function_expression body: (_) @body)]
  (#eq? @_prototype "prototype")) @definition.method
; Foo.prototype = { … }
(assignment_expression
  left: (member_expression object: (identifier) @container property: (property_identifier) @_prototype)
  right: (object (method_definition name: (_) @name) @definition.method)
  (#eq? @_prototype "prototype"))
(assignment_expression
  left: (member_expression object: (identifier) @container property: (property_identifier) @_prototype)
  right: (object (pair key: (_) @name value: [
    (arrow_function body: (_) @body)
    (function_expression body: (_) @body)
  ]) @definition.method)
  (#eq? @_prototype "prototype"))
(expression_statement (assignment_expression
  left: (member_expression object: (identifier) @container property: (property_identifier) @name)
  right: [(arrow_function body: (_) @body) (function_expression body: (_) @body)]) @definition.method
  (#not-any-of? @container "exports" "module"))
(expression_statement (assignment_expression
  left: (member_expression object: (identifier) @_object property: (property_identifier) @name)
  right: (class body: (_) @body)) @definition.class
  (#not-any-of? @_object "exports" "module"))
; exports = module.exports = internals.Name = class { … }
(assignment_expression right: (assignment_expression
  left: (member_expression object: (identifier) @_object property: (property_identifier) @name)
  right: (class body: (_) @body)) @definition.class
  (#not-any-of? @_object "exports" "module"))
(assignment_expression right: (assignment_expression
  left: (member_expression object: (identifier) @container property: (property_identifier) @name)
  right: [(arrow_function body: (_) @body) (function_expression body: (_) @body)]) @definition.method
  (#not-any-of? @container "exports" "module"))

; Members that stand in an object which is, or is put into, a prototype.
(assignment_expression
  left: (member_expression object: (identifier) @container property: (property_identifier) @_prototype)
  right: (object [
    (method_definition name: (_) @name) @definition.method
    (pair key: (_) @name value: [(arrow_function body: (_) @body) (function_expression body: (_) @body)])
      @definition.method
  ])
  (#eq? @_prototype "prototype"))
(call_expression
  arguments: (arguments
    . (member_expression object: (identifier) @container property: (property_identifier) @_prototype)
    (object [
      (method_definition name: (_) @name) @definition.method
      (pair key: (_) @name value: [(arrow_function body: (_) @body) (function_expression body: (_) @body)])
        @definition.method
    ]))
  (#eq? @_prototype "prototype"))
; Classes of libraries that are written as objects: `Evented.extend({ … })`.
(variable_declarator value: (call_expression
  function: (member_expression property: (property_identifier) @_extend)
  arguments: (arguments (object [
    (method_definition name: (_) @name) @definition.method
    (pair key: (_) @name value: [(arrow_function body: (_) @body) (function_expression body: (_) @body)])
      @definition.method
  ])))
  (#eq? @_extend "extend"))
