; Colours for a terminal. Words of the grammar, such as `function`, are keywords without being named here.

(comment) @comment
(string_literal) @string
[(integer_literal) (real_literal)] @number
(variable) @constant
(type_identifier) @type
[(function_name) (command_name)] @function
