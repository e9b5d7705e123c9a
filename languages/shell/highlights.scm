; Colours for a terminal. Words of the grammar, such as `if`, are keywords without being named here.

(comment) @comment
[(string) (raw_string) (ansi_c_string) (heredoc_body)] @string
(number) @number
[(simple_expansion) (expansion)] @constant
(variable_name) @type
(function_definition name: (_) @function)
(command_name (word) @function)
