; What an expression or a type is a link of. The first pattern that matches a node counts.

; The variable `$name` is the name without its mark, but for the object itself.
((variable_name) @name (#eq? @name "$this"))
(variable_name . (name) @same)
((primitive_type) @type.other (#any-of? @type.other "void" "null" "false"))
[(name) (primitive_type) (relative_scope)] @name
; What throws gives no value.
[(null) (throw_expression)] @nothing
[(array_creation_expression) (encapsed_string) (float) (integer) (list_literal) (string)] @literal

; What a container or a mock is asked for by its class is a value of that class.
((function_call_expression
  function: (name) @_give
  arguments: (arguments . (argument (class_constant_access_expression . (_) @cast . (name) @_class))))
  (#any-of? @_give "app" "mock" "resolve")
  (#eq? @_class "class"))
((member_call_expression
  name: (name) @_give
  arguments: (arguments . (argument (class_constant_access_expression . (_) @cast . (name) @_class))))
  (#any-of? @_give "createMock" "createStub" "get" "make" "makeWith" "mock" "partialMock" "spy")
  (#eq? @_class "class"))
((scoped_call_expression
  name: (name) @_give
  arguments: (arguments . (argument (class_constant_access_expression . (_) @cast . (name) @_class))))
  (#any-of? @_give "make" "makeWith" "mock" "spy")
  (#eq? @_class "class"))
(member_access_expression object: (_) @of name: (_) @member)
(nullsafe_member_access_expression object: (_) @of name: (_) @member)
(member_call_expression object: (_) @of name: (_) @method)
(nullsafe_member_call_expression object: (_) @of name: (_) @method)
(scoped_call_expression scope: (_) @of name: (_) @method)
(scoped_property_access_expression scope: (_) @of name: (variable_name (name) @member))
(class_constant_access_expression . (_) @of . (name) @member)
(function_call_expression function: (_) @call)
(subscript_expression . (_) @element)
(object_creation_expression . (_) @new)
(anonymous_class (base_clause . (_) @same))
(anonymous_class (class_interface_clause . (_) @same))
(cast_expression type: (_) @cast)
(conditional_expression body: (_) @either alternative: (_) @or)
(conditional_expression condition: (_) @either !body alternative: (_) @or)
(binary_expression left: (_) @either operator: "??" right: (_) @or)
(match_expression body: (match_block
  .
  [(match_conditional_expression return_expression: (_) @either) (match_default_expression return_expression: (_) @either)]
  .
  [(match_conditional_expression return_expression: (_) @or) (match_default_expression return_expression: (_) @or)]))
(match_expression body: (match_block
  .
  [(match_conditional_expression return_expression: (_) @same) (match_default_expression return_expression: (_) @same)]
  .))
(parenthesized_expression . (_) @same)
; The value of an assignment is what is assigned.
[(assignment_expression right: (_) @same) (augmented_assignment_expression right: (_) @same)]
(clone_expression (_) @same)

; Types.

[(qualified_name (name) @same .) (relative_name (name) @same .)]
(named_type . (_) @same)
(optional_type (_) @type.same .)
[(intersection_type) (type_list) (union_type)] @type.several
