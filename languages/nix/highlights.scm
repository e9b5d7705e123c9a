; Colours for a terminal. Words of the grammar, such as `let`, are keywords without being named here.

(comment) @comment
[(string_expression) (indented_string_expression) (path_expression) (spath_expression) (uri_expression)] @string
[(integer_expression) (float_expression)] @number
(binding attrpath: (attrpath) @type)
(apply_expression function: [
  (variable_expression name: (identifier) @function)
  (select_expression attrpath: (attrpath attr: (identifier) @function .))
])
