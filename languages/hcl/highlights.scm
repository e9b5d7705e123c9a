; Colours for a terminal.

(comment) @comment
[(string_lit) (heredoc_template)] @string
(numeric_lit) @number
[(bool_lit) (null_lit)] @constant
(block . (identifier) @keyword)
(attribute . (identifier) @type)
(function_call . (identifier) @function)
