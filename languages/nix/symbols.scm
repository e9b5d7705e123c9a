; Definitions, and what belongs to them.

(comment) @comment

(binding attrpath: (attrpath) @name expression: (_) @value) @definition.variable
(binding attrpath: (attrpath) @name expression: [(attrset_expression) (rec_attrset_expression)] @body) @definition.module
(binding attrpath: (attrpath) @name expression: (apply_expression
  argument: [(attrset_expression) (rec_attrset_expression)] @body)) @definition.module
(binding attrpath: (attrpath) @name expression: (apply_expression
  function: (_) @_make
  argument: (attrset_expression (binding_set (binding)? @ignored)))
  (#match? @_make "mkOption$")) @definition.property

; A function's head goes on to the last of its parameters.
(binding attrpath: (attrpath) @name expression: (function_expression)) @definition.function
(binding attrpath: (attrpath) @name expression: (function_expression
  body: [
    (apply_expression) (attrset_expression) (rec_attrset_expression) (let_expression) (with_expression) (assert_expression)
    (if_expression) (binary_expression) (unary_expression) (select_expression) (variable_expression) (list_expression)
    (string_expression) (indented_string_expression) (parenthesized_expression) (has_attr_expression)
  ] @body)) @definition.function
(binding attrpath: (attrpath) @name expression: (function_expression body: (function_expression
  body: [
    (apply_expression) (attrset_expression) (rec_attrset_expression) (let_expression) (with_expression) (assert_expression)
    (if_expression) (binary_expression) (unary_expression) (select_expression) (variable_expression) (list_expression)
    (string_expression) (indented_string_expression) (parenthesized_expression) (has_attr_expression)
  ] @body))) @definition.function
(binding attrpath: (attrpath) @name expression: (function_expression body: (function_expression body: (function_expression
  body: [
    (apply_expression) (attrset_expression) (rec_attrset_expression) (let_expression) (with_expression) (assert_expression)
    (if_expression) (binary_expression) (unary_expression) (select_expression) (variable_expression) (list_expression)
    (string_expression) (indented_string_expression) (parenthesized_expression) (has_attr_expression)
  ] @body)))) @definition.function
