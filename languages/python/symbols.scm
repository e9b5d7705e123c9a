; Definitions, and what belongs to them.

(comment) @comment
(decorator) @decorator

(decorated_definition definition: (_) @wrapped) @wrapper

(function_definition
  name: (identifier) @name
  body: (block . (expression_statement (string) @docstring)?)) @definition.function
(class_definition
  name: (identifier) @name
  body: (block . (expression_statement (string) @docstring)?)) @definition.class
(type_alias_statement left: (type [
    (identifier) @name
    (generic_type (identifier) @name)
  ])) @definition.type

; What stands in a function is local, and left out.
(assignment left: (identifier) @name) @definition.variable
(assignment left: (pattern_list (identifier) @name)) @definition.variable
(assignment left: (tuple_pattern (identifier) @name)) @definition.variable
(assignment left: (identifier) @name (#match? @name "^_*[A-Z][A-Z0-9_]*$")) @definition.constant
(assignment
  left: (identifier) @name
  right: (call function: [(identifier) @_variable (attribute attribute: (identifier) @_variable)])
  (#any-of? @_variable "NewType" "ParamSpec" "TypeVar" "TypeVarTuple")) @definition.type

; Tests of unittest and pytest.
(class_definition
  name: (identifier) @name
  superclasses: (argument_list [(identifier) (attribute)] @_base)
  (#match? @_base "TestCase$")) @test
