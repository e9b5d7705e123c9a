; Colours for a terminal. Words of the grammar, such as `sub`, are keywords without being named here.

[(comment) (pod)] @comment
[(string_literal) (interpolated_string_literal) (heredoc_content)] @string
(number) @number
[(scalar) (array) (hash)] @constant
(package) @type
[(function) (method)] @function
(subroutine_declaration_statement name: (bareword) @function)
