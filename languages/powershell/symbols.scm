; Definitions, and what belongs to them.

(comment) @comment

(function_statement (function_name) @name (script_block . (script_block_body) @body)) @definition.function
(function_statement (function_name) @name (script_block (param_block) (script_block_body) @body)) @definition.function
(function_statement (function_name) @name (script_block . (comment) @docstring)) @definition.function
(function_statement (function_name) @name . (comment) @docstring) @definition.function
(function_statement (function_name) @name) @definition.function

(class_statement . (simple_name) @name "{" @body) @definition.class
(class_property_definition (variable) @name) @definition.property
(class_method_definition (simple_name) @name (script_block)? @body) @definition.method
(enum_statement . (simple_name) @name "{" @body) @definition.enum
(enum_member (simple_name) @name) @definition.constant

(program (statement_list (pipeline (assignment_expression
  (left_assignment_expression) @name
  value: (_) @value)) @definition.variable))

; Of Pester.
(command
  command_name: (command_name) @_case
  command_elements: (command_elements
    . (command_argument_sep)
    . (array_literal_expression (unary_expression (string_literal) @name))
    (array_literal_expression (unary_expression (script_block_expression) @body)))
  (#any-of? @_case "Describe" "Context" "It")) @definition.test
