; Names and what they are used for.

(name) @use

(member_access_expression object: (_) @receiver name: (name) @name)
(nullsafe_member_access_expression object: (_) @receiver name: (name) @name)
(member_call_expression object: (_) @receiver name: (name) @name @call)
(nullsafe_member_call_expression object: (_) @receiver name: (name) @name @call)
(scoped_call_expression scope: (_) @receiver name: (name) @name @call)
(scoped_property_access_expression scope: (_) @receiver name: (variable_name (name) @name))
(class_constant_access_expression . (_) @receiver (name) @name)
(function_call_expression function: [(name) @call (qualified_name (name) @call .) (relative_name (name) @call .)])
(object_creation_expression [(name) @call (qualified_name (name) @call .) (relative_name (name) @call .)] (arguments)? @passed @uncounted)
(attribute [(name) @call (qualified_name (name) @call .)] parameters: (arguments) @passed @uncounted)
(named_type [(name) @type (qualified_name (name) @type .) (relative_name (name) @type .)])
(base_clause [(name) @inherit (qualified_name (name) @inherit .) (relative_name (name) @inherit .)])
(class_interface_clause [(name) @inherit (qualified_name (name) @inherit .) (relative_name (name) @inherit .)])
(use_declaration [(name) @inherit (qualified_name (name) @inherit .) (relative_name (name) @inherit .)])
(attribute [(name) @decorator (qualified_name (name) @decorator .) (relative_name (name) @decorator .)])
(assignment_expression left: [
  (variable_name (name) @write)
  (member_access_expression name: (name) @write)
  (scoped_property_access_expression name: (variable_name (name) @write))
])
(argument name: (name) @label.argument)
; The method of a trait to which the class around gives another name.
(use_as_clause . (class_constant_access_expression (name) @call .))
(class_declaration
  name: (_) @receiver
  body: (declaration_list (use_declaration (use_list (use_as_clause . (name) @name @call)))))

; A method that is handed on by its name behind the value or type that has it: `[$this, 'save']`.
(array_creation_expression
  .
  (array_element_initializer . (variable_name) @receiver .)
  .
  (array_element_initializer . [(string . (string_content) @call.named .) (encapsed_string . (string_content) @call.named .)] .)
  .
  (#eq? @receiver "$this"))
(array_creation_expression
  .
  (array_element_initializer . (class_constant_access_expression . (_) @receiver . (name) @_class) .)
  .
  (array_element_initializer . [(string . (string_content) @call.named .) (encapsed_string . (string_content) @call.named .)] .)
  .
  (#eq? @_class "class"))
; Of other values that is told by the function which is given the pair.
(function_call_expression
  function: (name) @_take
  arguments: (arguments (argument (array_creation_expression
    .
    (array_element_initializer
      . [(variable_name) (member_access_expression) (object_creation_expression)] @receiver .)
    .
    (array_element_initializer . [(string . (string_content) @call.named .) (encapsed_string . (string_content) @call.named .)] .)
    .)))
  (#any-of? @_take
    "array_filter" "array_map" "array_reduce" "array_walk" "call_user_func" "call_user_func_array" "is_callable" "ob_start"
    "preg_replace_callback" "register_shutdown_function" "set_error_handler" "set_exception_handler" "spl_autoload_register"
    "uasort" "uksort" "usort"))
; A function by its name in a string, where what is given one says so.
(function_call_expression
  function: (name) @_take
  arguments: (arguments
    . (argument . [(string (string_content) @call.named .) (encapsed_string . (string_content) @call.named .)] .))
  (#any-of? @_take
    "array_map" "call_user_func" "call_user_func_array" "forward_static_call" "forward_static_call_array"
    "header_register_callback" "iterator_apply" "ob_start" "register_shutdown_function" "register_tick_function"
    "set_error_handler" "set_exception_handler" "spl_autoload_register"))
(function_call_expression
  function: (name) @_take
  arguments: (arguments
    . (argument)
    . (argument . [(string (string_content) @call.named .) (encapsed_string . (string_content) @call.named .)] .))
  (#any-of? @_take
    "add_action" "add_filter" "add_shortcode" "array_filter" "array_reduce" "array_walk" "array_walk_recursive"
    "preg_replace_callback" "register_activation_hook" "register_deactivation_hook" "uasort" "uksort" "usort"))
(function_call_expression
  function: (name) @_ask
  arguments: (arguments
    . (argument . [(string . (string_content) @use.named .) (encapsed_string . (string_content) @use.named .)] .))
  (#any-of? @_ask "function_exists" "is_callable"))
(function_call_expression
  function: (name) @_ask
  arguments: (arguments
    . (argument)
    . (argument . [(string . (string_content) @use.named .) (encapsed_string . (string_content) @use.named .)] .))
  (#any-of? @_ask "has_action" "has_filter" "remove_action" "remove_filter"))

; Scopes and local names.

[(function_definition) (method_declaration) (anonymous_function) (arrow_function)] @scope
[(declaration_list) (enum_declaration_list)] @scope.type

(simple_parameter type: (_)? @annotation name: (variable_name (name) @binding))
(variadic_parameter type: (_)? @annotation name: (variable_name (name) @binding))
(property_promotion_parameter type: (_)? @annotation name: (variable_name (name) @binding @field))
(assignment_expression left: (variable_name (name) @binding) right: (_) @value)
(augmented_assignment_expression left: (variable_name (name) @binding) operator: "??=" right: (_) @value)
(list_literal [(variable_name (name) @binding) (by_ref (variable_name (name) @binding))])
; The other name may set what a reference is made of.
(reference_assignment_expression left: (variable_name (name) @binding) right: (_) @value)
(reference_assignment_expression right: (variable_name (name) @assigned))
(reference_assignment_expression right: (member_access_expression name: (name) @set))

; A name of which a condition tells the type, or that it is not of it.

(if_statement condition: (parenthesized_expression (binary_expression
  left: [(variable_name (name) @binding) (member_access_expression) @binding]
  operator: "instanceof"
  right: (_) @annotation))
  body: (_) @where)
(if_statement
  condition: (parenthesized_expression (binary_expression
    left: [(variable_name (name) @binding) (member_access_expression) @binding]
    operator: "instanceof"
    right: (_) @annotation))
  alternative: (_) @where.not)
(if_statement
  condition: (parenthesized_expression (binary_expression
    left: [(variable_name (name) @binding) (member_access_expression) @binding]
    operator: "instanceof"
    right: (_) @annotation))
  body: [
    (break_statement)
    (continue_statement)
    (return_statement)
    (expression_statement (throw_expression))
    (compound_statement [
      (break_statement)
      (continue_statement)
      (return_statement)
      (expression_statement (throw_expression))
    ] .)
  ]) @where.not.behind
(if_statement
  condition: (parenthesized_expression (unary_op_expression operator: "!" argument: [
    (binary_expression
      left: [(variable_name (name) @binding) (member_access_expression) @binding]
      operator: "instanceof"
      right: (_) @annotation)
    (parenthesized_expression (binary_expression
      left: [(variable_name (name) @binding) (member_access_expression) @binding]
      operator: "instanceof"
      right: (_) @annotation))
  ]))
  body: (_) @where.not)
(if_statement
  condition: (parenthesized_expression (unary_op_expression operator: "!" argument: [
    (binary_expression
      left: [(variable_name (name) @binding) (member_access_expression) @binding]
      operator: "instanceof"
      right: (_) @annotation)
    (parenthesized_expression (binary_expression
      left: [(variable_name (name) @binding) (member_access_expression) @binding]
      operator: "instanceof"
      right: (_) @annotation))
  ]))
  body: [
    (break_statement)
    (continue_statement)
    (return_statement)
    (expression_statement (throw_expression))
    (compound_statement [
      (break_statement)
      (continue_statement)
      (return_statement)
      (expression_statement (throw_expression))
    ] .)
  ]) @where.behind
(else_if_clause condition: (parenthesized_expression (binary_expression
  left: [(variable_name (name) @binding) (member_access_expression) @binding]
  operator: "instanceof"
  right: (_) @annotation))
  body: (_) @where)
; What is asserted holds behind the statement.
(expression_statement (function_call_expression
  function: (name) @_assert
  arguments: (arguments . (argument (binary_expression
    left: [(variable_name (name) @binding) (member_access_expression) @binding]
    operator: "instanceof"
    right: (_) @annotation))))
  (#eq? @_assert "assert")) @where.behind
(expression_statement (_
  name: (name) @_assert
  arguments: (arguments
    .
    (argument (class_constant_access_expression . (_) @annotation . (name) @_class))
    .
    (argument [(variable_name (name) @binding) (member_access_expression) @binding])))
  (#eq? @_assert "assertInstanceOf")
  (#eq? @_class "class")) @where.behind
(binary_expression
  left: (binary_expression
    left: [(variable_name (name) @binding) (member_access_expression) @binding]
    operator: "instanceof"
    right: (_) @annotation)
  operator: "&&"
  right: (_) @where)
(conditional_expression condition: (binary_expression
  left: [(variable_name (name) @binding) (member_access_expression) @binding]
  operator: "instanceof"
  right: (_) @annotation)
  body: (_) @where)
(conditional_expression
  condition: (parenthesized_expression (binary_expression
    left: [(variable_name (name) @binding) (member_access_expression) @binding]
    operator: "instanceof"
    right: (_) @annotation))
  body: (_) @where)

(static_variable_declaration name: (variable_name (name) @binding) value: (_)? @value)
(static_variable_declaration name: (variable_name (name) @binding @unset) !value)
(global_declaration (variable_name (name) @assigned))
; The parameter of a function that is called for each element.
(function_call_expression
  function: (name) @_each
  arguments: (arguments
    . (argument [
      (arrow_function parameters: (formal_parameters . (simple_parameter !type name: (variable_name (name) @binding))))
      (anonymous_function parameters: (formal_parameters . (simple_parameter !type name: (variable_name (name) @binding))))
    ])
    . (argument (_) @element) .)
  (#eq? @_each "array_map"))
(function_call_expression
  function: (name) @_each
  arguments: (arguments
    . (argument (_) @element)
    . (argument [
      (arrow_function parameters: (formal_parameters . (simple_parameter !type name: (variable_name (name) @binding))))
      (anonymous_function parameters: (formal_parameters . (simple_parameter !type name: (variable_name (name) @binding))))
    ]))
  (#any-of? @_each "array_all" "array_any" "array_filter" "array_find" "array_walk"))
(function_call_expression
  function: (name) @_sort
  arguments: (arguments
    . (argument (_) @element)
    . (argument [
      (arrow_function parameters: (formal_parameters (simple_parameter !type name: (variable_name (name) @binding))))
      (anonymous_function parameters: (formal_parameters (simple_parameter !type name: (variable_name (name) @binding))))
    ]))
  (#any-of? @_sort "uasort" "usort"))
(foreach_statement . (_) @element . [(variable_name (name) @binding) (by_ref (variable_name (name) @binding))])
(foreach_statement (pair (variable_name (name) @binding)))
(foreach_statement . (_) @element . (pair (_) . (variable_name (name) @binding)))
(catch_clause type: (_) @annotation name: (variable_name (name) @binding))
(property_declaration type: (_)? @annotation (property_element name: (variable_name (name) @field)))
(assignment_expression
  left: (member_access_expression object: (variable_name) @_this name: (name) @field)
  right: (_) @value
  (#eq? @_this "$this"))
(augmented_assignment_expression
  left: (member_access_expression object: (variable_name) @_this name: (name) @field)
  operator: "??="
  right: (_) @value
  (#eq? @_this "$this"))
(method_declaration parameters: (_) @parameters)
(function_definition parameters: (_) @parameters)
(method_declaration return_type: (_) @returns)
(function_definition return_type: (_) @returns)
; What comments write.
(property_declaration (property_element name: (variable_name (name) @field))) @documented
(method_declaration name: (_) @returns) @documented
(function_definition name: (_) @returns) @documented
(method_declaration parameters: (formal_parameters [
  (simple_parameter name: (variable_name (name) @binding))
  (variadic_parameter name: (variable_name (name) @binding))
])) @documented
(function_definition parameters: (formal_parameters [
  (simple_parameter name: (variable_name (name) @binding))
  (variadic_parameter name: (variable_name (name) @binding))
])) @documented
(expression_statement (assignment_expression left: (variable_name (name) @binding))) @documented
(foreach_statement . (_) . (variable_name (name) @binding)) @documented
(method_declaration name: (_) @producer body: (_) @body)
(function_definition name: (_) @producer body: (_) @body)
(anonymous_function body: (_) @body) @producer
(return_statement (_) @result)

; What may be left out, so that what it assigns may be as before.

(if_statement body: (_) @branch)
(else_if_clause body: (_) @branch)
(else_clause body: (_) @branch)
(while_statement body: (_) @branch)
(for_statement body: (_) @branch)
(foreach_statement body: (_) @branch)
[(case_statement) (default_statement)] @branch
(try_statement body: (_) @branch)
(catch_clause body: (_) @branch)
(binary_expression operator: ["&&" "||" "??" "and" "or"] right: (_) @branch)
(augmented_assignment_expression operator: "??=") @branch
(conditional_expression body: (_) @branch)
(conditional_expression alternative: (_) @branch)

; What may run again, so that what it assigns at its end may hold at its beginning.

(while_statement body: (_) @loop)
(do_statement body: (_) @loop)
(for_statement body: (_) @loop)
(foreach_statement body: (_) @loop)

; A variable of the function around it.
(anonymous_function_use_clause (by_ref (variable_name (name) @outside)))

; No block holds these names.

[(class_declaration name: (name) @unscoped) (function_definition name: (name) @unscoped)]

; Supertypes.

(class_declaration name: (_) @subtype (base_clause (_) @supertype))
(class_declaration name: (_) @subtype (class_interface_clause (_) @supertype.behind))
(class_declaration name: (_) @subtype body: (declaration_list (use_declaration [(name) (qualified_name) (relative_name)] @supertype)))
(enum_declaration name: (_) @subtype (class_interface_clause (_) @supertype.behind))
(interface_declaration name: (_) @subtype (base_clause (_) @supertype))
; A class without a name.
(anonymous_class (base_clause (_) @subtype @supertype) body: (_) @body)
(anonymous_class (class_interface_clause (_) @subtype @supertype) body: (_) @body)
; What comments say of members that a class forwards: `@mixin Logger`.
(class_declaration name: (_) @subtype) @documented
(interface_declaration name: (_) @subtype) @documented
(trait_declaration name: (_) @subtype) @documented
; The type of what a facade of Laravel stands for.
((class_declaration
  name: (_) @subtype
  body: (declaration_list (method_declaration
    name: (name) @_accessor
    body: (compound_statement (return_statement
      (class_constant_access_expression . (_) @supertype.behind . (name) @_class))))))
  (#eq? @_accessor "getFacadeAccessor")
  (#eq? @_class "class"))

; Namespaces and imports.

(namespace_definition name: (_) @package)
(namespace_use_clause [(name) @import.path (qualified_name (name) @import.path .)])
(namespace_use_declaration (namespace_use_clause !alias [(name) (qualified_name)] @module))
(namespace_use_declaration (namespace_use_clause [(name) (qualified_name)] @module alias: (name) @alias))
(namespace_use_declaration (namespace_name) @prefix body: (namespace_use_group) @group)
(namespace_use_group (namespace_use_clause !alias [(name) (qualified_name)] @module))
(namespace_use_group (namespace_use_clause [(name) (qualified_name)] @module alias: (name) @alias))

; What is no code.

[(comment) (nowdoc_string) (string_content) (text)] @text
