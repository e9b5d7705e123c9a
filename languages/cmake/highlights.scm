; Colours for a terminal.

[(line_comment) (bracket_comment)] @comment
[(quoted_argument) (bracket_argument)] @string
(variable_ref) @constant
(normal_command (identifier) @function)
[(function) (endfunction) (macro) (endmacro) (if) (elseif) (else) (endif) (foreach) (endforeach) (while) (endwhile)] @keyword
