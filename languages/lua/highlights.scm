; Colours for a terminal. Words of the grammar, such as `function`, are keywords without being named here.

(comment) @comment
(string) @string
(number) @number
[(true) (false) (nil) (vararg_expression)] @constant
(function_declaration name: [
  (identifier) @function
  (dot_index_expression field: (identifier) @function)
  (method_index_expression method: (identifier) @function)
])
(function_call name: [
  (identifier) @function
  (dot_index_expression field: (identifier) @function)
  (method_index_expression method: (identifier) @function)
])
