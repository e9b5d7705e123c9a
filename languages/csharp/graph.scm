; Names and what they are used for.

(identifier) @use

(member_access_expression expression: _ @receiver name: (identifier) @name)
(member_access_expression expression: _ @receiver name: (generic_name . (identifier) @name))
(conditional_access_expression
  condition: (_) @receiver
  (member_binding_expression name: [(identifier) @name (generic_name . (identifier) @name)]))
(qualified_name qualifier: (_) @path name: [(identifier) @name (generic_name . (identifier) @name)])
(invocation_expression function: [
  (identifier) @call
  (generic_name . (identifier) @call)
  (member_access_expression name: [(identifier) @call (generic_name . (identifier) @call)])
] arguments: (_) @passed)
(invocation_expression
  function: (conditional_access_expression (member_binding_expression name: [(identifier) @call (generic_name . (identifier) @call)]))
  arguments: (_) @passed)
(object_creation_expression type: [
  (identifier) @call
  (generic_name . (identifier) @call)
  (qualified_name name: [(identifier) @call (generic_name . (identifier) @call)])
] arguments: (_)? @passed)
(primary_constructor_base_type
  type: [
    (identifier) @call
    (generic_name . (identifier) @call)
    (qualified_name name: [(identifier) @call (generic_name . (identifier) @call)])
  ]
  (argument_list) @passed)
; `new(…)` makes a value of the type that is written before it.
(variable_declaration
  type: [(identifier) @call (generic_name . (identifier) @call) (qualified_name name: [(identifier) @call (generic_name . (identifier) @call)])]
  (variable_declarator (implicit_object_creation_expression (argument_list) @passed)))
(property_declaration
  type: [(identifier) @call (generic_name . (identifier) @call) (qualified_name name: [(identifier) @call (generic_name . (identifier) @call)])]
  value: (implicit_object_creation_expression (argument_list) @passed))
(property_declaration
  type: [(identifier) @call (generic_name . (identifier) @call) (qualified_name name: [(identifier) @call (generic_name . (identifier) @call)])]
  value: (arrow_expression_clause (implicit_object_creation_expression (argument_list) @passed)))
(method_declaration
  returns: [(identifier) @call (generic_name . (identifier) @call) (qualified_name name: [(identifier) @call (generic_name . (identifier) @call)])]
  body: (arrow_expression_clause (implicit_object_creation_expression (argument_list) @passed)))
(method_declaration
  returns: [(identifier) @call (generic_name . (identifier) @call) (qualified_name name: [(identifier) @call (generic_name . (identifier) @call)])]
  body: (block (return_statement (implicit_object_creation_expression (argument_list) @passed))))
; What an initializer sets is a member of the type that is made.
(object_creation_expression
  type: (_) @path
  initializer: (initializer_expression (assignment_expression left: (identifier) @name)))
(variable_declaration
  type: (_) @path
  (variable_declarator (implicit_object_creation_expression
    (initializer_expression (assignment_expression left: (identifier) @name)))))
(property_declaration
  type: (_) @path
  value: (implicit_object_creation_expression
    (initializer_expression (assignment_expression left: (identifier) @name))))
(method_declaration
  returns: (_) @path
  body: (arrow_expression_clause (implicit_object_creation_expression
    (initializer_expression (assignment_expression left: (identifier) @name)))))
; What a pattern names is a member of the type before it, else of the value that it takes apart.
(recursive_pattern type: (_) @path (property_pattern_clause (subpattern . [
  (identifier) @name
  (member_access_expression expression: (identifier) @name)
] ":")))
(is_pattern_expression
  expression: (_) @receiver
  pattern: (recursive_pattern !type (property_pattern_clause (subpattern . (identifier) @name ":"))))
(switch_expression
  . (_) @receiver
  (switch_expression_arm
    . (recursive_pattern !type (property_pattern_clause (subpattern . (identifier) @name ":")))))
(subpattern
  (recursive_pattern !type (property_pattern_clause (subpattern . (identifier) @name ":")) @receiver))
; What an attribute sets is a member of it.
(attribute
  name: (_) @path
  (attribute_argument_list (attribute_argument name: (identifier) @name @write "=")))
(attribute_argument name: (identifier) @label.argument ":")
(with_expression . (_) @receiver (with_initializer . (identifier) @name))
(with_initializer . (identifier) @write)
(generic_name . (identifier) @type)
(parameter type: (identifier) @type)
(variable_declaration type: (identifier) @type)
(property_declaration type: (identifier) @type)
(method_declaration returns: (identifier) @type)
(type_argument_list (identifier) @type)
(array_type type: (identifier) @type)
(nullable_type type: (identifier) @type)
(cast_expression type: (identifier) @type)
(typeof_expression type: (identifier) @type)
(base_list [
  (identifier) @inherit
  (generic_name . (identifier) @inherit)
  (qualified_name name: [(identifier) @inherit (generic_name . (identifier) @inherit)])
])
(base_list (primary_constructor_base_type type: [
  (identifier) @inherit
  (generic_name . (identifier) @inherit)
  (qualified_name name: [(identifier) @inherit (generic_name . (identifier) @inherit)])
]))
(assignment_expression left: [(identifier) @write (member_access_expression name: (identifier) @write)])
(attribute name: [
  (identifier) @decorator
  (generic_name . (identifier) @decorator)
  (qualified_name name: [(identifier) @decorator (generic_name . (identifier) @decorator)])
])
(argument name: (identifier) @label.argument)
(labeled_statement . (identifier) @label)

; `: this(…)` and `: base(…)`.
(constructor_initializer "this" @call.own (argument_list) @passed)
(constructor_initializer "base" @call.super (argument_list) @passed)

; Scopes and local names.

[
  (method_declaration)
  (constructor_declaration)
  (local_function_statement)
  (lambda_expression)
  (anonymous_method_expression)
  (block)
  (for_statement)
  (foreach_statement)
  (using_statement)
  (catch_clause)
  (switch_section)
  (accessor_declaration)
] @scope
; The type parameters of a type are seen in its body.
[
  (class_declaration (type_parameter_list))
  (interface_declaration (type_parameter_list))
  (record_declaration (type_parameter_list))
  (struct_declaration (type_parameter_list))
  ; So are the parameters of its constructor, where they stand behind its name.
  (class_declaration (parameter_list))
  (struct_declaration (parameter_list))
] @scope
(declaration_list) @scope.type

(parameter type: (_) @annotation name: (identifier) @binding)
(parameter_list "params" type: (_) @annotation name: (identifier) @binding)
(parameter name: (identifier) @binding)
(lambda_expression parameters: (implicit_parameter) @use @binding)
(local_declaration_statement
  (variable_declaration type: (_) @annotation (variable_declarator name: (identifier) @binding)))
(local_declaration_statement
  (variable_declaration type: (implicit_type) (variable_declarator name: (identifier) @binding "=" (_) @value)))
(using_statement (variable_declaration (variable_declarator name: (identifier) @binding "=" (_) @value)))
(for_statement (variable_declaration type: (_) @annotation (variable_declarator name: (identifier) @binding)))
; Functions without a name, and what they are called with.
(lambda_expression body: (_) @block.gives) @lambda
(lambda_expression body: (block . (return_statement (_) @block.gives) .)) @lambda
(lambda_expression parameters: (implicit_parameter) @block.takes) @lambda
(lambda_expression parameters: (parameter_list (parameter name: (identifier) @block.takes))) @lambda
(invocation_expression arguments: (argument_list (argument . (lambda_expression) @lambda) @place)) @block.of
(invocation_expression arguments: (argument_list
  . (argument . (_) @block.given .) . (argument (lambda_expression) @lambda))) @block.of
(invocation_expression arguments: (argument_list (argument name: (identifier) @block.label (lambda_expression) @lambda))) @block.of
(object_creation_expression arguments: (argument_list (argument . (lambda_expression) @lambda) @place)) @block.of
(variable_declaration
  type: (_) @block.made
  (variable_declarator (implicit_object_creation_expression
    (argument_list (argument . (lambda_expression) @lambda) @place))))
(property_declaration
  type: (_) @block.made
  value: (implicit_object_creation_expression
    (argument_list (argument . (lambda_expression) @lambda) @place)))
(property_declaration
  type: (_) @block.made
  value: (arrow_expression_clause (implicit_object_creation_expression
    (argument_list (argument . (lambda_expression) @lambda) @place))))
(method_declaration
  returns: (_) @block.made
  body: (arrow_expression_clause (implicit_object_creation_expression
    (argument_list (argument . (lambda_expression) @lambda) @place))))
(method_declaration
  returns: (_) @block.made
  body: (block (return_statement (implicit_object_creation_expression
    (argument_list (argument . (lambda_expression) @lambda) @place)))))
(variable_declaration type: (_) @block.type (variable_declarator (lambda_expression) @lambda))
(assignment_expression left: (_) @block.set right: (lambda_expression) @lambda)
(property_declaration type: (_) @block.type value: (lambda_expression) @lambda)
; The parameter of a lambda that is called for each element, or for the one object that is mocked.
(invocation_expression
  function: (member_access_expression
    expression: (_) @element
    name: [(identifier) @_method (generic_name . (identifier) @_method)])
  arguments: (argument_list . (argument (lambda_expression parameters: [
    (implicit_parameter) @binding
    (parameter_list . (parameter !type name: (identifier) @binding) .)
  ])))
  (#any-of? @_method
    "All" "AllAsync" "Any" "AnyAsync" "Average" "Count" "CountAsync" "CountBy" "DistinctBy" "Exists" "Find" "FindAll" "FindIndex" "FindLast" "First" "FirstAsync"
    "FirstOrDefault" "FirstOrDefaultAsync" "ForEach" "GroupBy" "Include" "Last" "LastOrDefault" "LongCount" "Max" "MaxBy" "Min" "MinBy" "OrderBy"
    "OrderByDescending" "RemoveAll" "Select" "SelectMany" "Setup" "SetupGet" "SetupSequence" "SetupSet" "Single" "SingleAsync" "SingleOrDefault"
    "SingleOrDefaultAsync" "SkipWhile" "Sum" "TakeWhile" "ThenBy" "ThenByDescending" "ToDictionary" "ToLookup" "TrueForAll" "Verify" "VerifyGet" "VerifySet"
    "Where"))
(foreach_statement type: (_) @annotation left: (identifier) @binding right: (_) @element)
(foreach_statement left: (tuple_pattern name: (identifier) @binding))
(foreach_statement left: (tuple_pattern name: (identifier) @binding @place) right: (_) @entries)
(foreach_statement left: (_) @pattern right: (_) @apart)
(catch_declaration type: (_) @annotation name: (identifier) @binding)
(declaration_pattern type: (_) @annotation name: (identifier) @binding)
(recursive_pattern type: (_) @annotation name: (identifier) @binding)
(declaration_expression type: (_) @annotation name: (identifier) @binding)
; `out var value`
(invocation_expression arguments: (argument_list (argument
  (declaration_expression type: (implicit_type) name: (identifier) @binding)) @place)) @filled
; `var (first, second) = pair`
(variable_declaration
  type: (implicit_type)
  (variable_declarator (tuple_pattern name: (identifier) @binding @place) "=" (_) @parts))
; `(var first, var second) = pair`
(assignment_expression
  left: (tuple_expression (argument
    (declaration_expression type: (implicit_type) name: (identifier) @binding)) @place)
  right: (_) @parts)
(type_parameter name: (identifier) @binding @generic)
(type_parameter_constraints_clause (identifier) @binding (type_parameter_constraint type: (_) @annotation.also))

(field_declaration (variable_declaration type: (_) @annotation (variable_declarator name: (identifier) @field)))
(property_declaration type: (_) @annotation name: (identifier) @field)
(method_declaration parameters: (_) @parameters)
(constructor_declaration parameters: (_) @parameters)
(record_declaration (parameter_list) @parameters)
(delegate_declaration parameters: (_) @parameters)
(method_declaration returns: (_) @returns)
[
  (method_declaration name: (_) @callable parameters: (parameter_list (parameter)? @parameter))
  (constructor_declaration name: (_) @callable parameters: (parameter_list (parameter)? @parameter))
  (local_function_statement name: (_) @callable parameters: (parameter_list (parameter)? @parameter))
]
; The first parameter of an extension may stand before the dot.
(method_declaration
  name: (_) @callable
  parameters: (parameter_list (parameter (modifier) @_this) @optional)
  (#eq? @_this "this"))
[
  (method_declaration name: (_) @callable parameters: (parameter_list (parameter "=") @optional))
  (constructor_declaration name: (_) @callable parameters: (parameter_list (parameter "=") @optional))
  (local_function_statement name: (_) @callable parameters: (parameter_list (parameter "=") @optional))
]
[
  (method_declaration name: (_) @callable parameters: (parameter_list "params" @rest))
  (constructor_declaration name: (_) @callable parameters: (parameter_list "params" @rest))
  (local_function_statement name: (_) @callable parameters: (parameter_list "params" @rest))
]

; Supertypes.

(class_declaration name: (_) @subtype (base_list [(identifier) (generic_name) (qualified_name)] @supertype))
(struct_declaration name: (_) @subtype (base_list [(identifier) (generic_name) (qualified_name)] @supertype))
(record_declaration name: (_) @subtype (base_list [(identifier) (generic_name) (qualified_name)] @supertype))
(record_declaration name: (_) @subtype (base_list (primary_constructor_base_type type: (_) @supertype)))
(interface_declaration name: (_) @subtype (base_list [(identifier) (generic_name) (qualified_name)] @supertype))

; Namespaces and imports.

(namespace_declaration name: (_) @package)
(file_scoped_namespace_declaration name: (_) @package)
(using_directive name: (identifier) @alias (_) @module)
(using_directive !name [(identifier) (qualified_name)] @module @wildcard)
(using_directive (qualified_name name: (identifier) @import.path))
(namespace_declaration name: [(identifier) @import.path (qualified_name name: (identifier) @import.path)])
(file_scoped_namespace_declaration
  name: [(identifier) @import.path (qualified_name name: (identifier) @import.path)])

; What is no code.

[(comment) (string_literal) (verbatim_string_literal) (raw_string_literal) (character_literal) (string_content)] @text
