; Names and what they are used for.

[(command_name) (simple_name) (type_identifier) (variable) (generic_token)] @use

(command command_name: [(command_name) @call (command_name_expr (command_name) @call)])
(type_spec (type_name (type_identifier) @type))
(invokation_expression . (_) @receiver . (member_name (simple_name) @name @call))
(member_access . (_) @receiver . (member_name (simple_name) @name))
; [Name]::new(…), New-Object Name
(invokation_expression
  . (type_literal (type_spec (type_name (type_identifier) @call .)))
  . (member_name (simple_name) @_new)
  (#match? @_new "^[Nn][Ee][Ww]$"))
(command
  command_name: (command_name) @_new
  command_elements: (command_elements . (command_argument_sep) . (generic_token) @call)
  (#match? @_new "^(?i:new-object)$"))

; Scopes and local names.

[(function_statement) (class_method_definition) (script_block_expression)] @scope
(script_parameter (attribute_list (attribute (type_literal) @annotation))? (variable) @binding)
(class_method_parameter (type_literal)? @annotation (variable) @binding)
(class_method_definition (type_literal) @returns)
; $name = …, [Type]$name = …; below the nodes of each level of precedence.
(assignment_expression
  (left_assignment_expression (_ (_ (_ (_ (_ (_ (_ (array_literal_expression . (unary_expression . (variable) @binding .) .)))))))))
  value: (_) @value)
(left_assignment_expression (_ (_ (_ (_ (_ (_ (_ (array_literal_expression
  . (unary_expression (expression_with_unary_operator
    (cast_expression (type_literal) @annotation (unary_expression . (variable) @binding .)))) .)))))))))

; Supertypes.

(class_statement . (simple_name) @subtype (simple_name) @supertype @inherit)

; What is no code.

[(comment) (string_literal)] @text
