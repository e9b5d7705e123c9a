; Colours for a terminal. Words of the grammar, such as `func`, are keywords without being named here.

(comment) @comment
[(interpreted_string_literal) (raw_string_literal) (rune_literal)] @string
[(int_literal) (float_literal) (imaginary_literal)] @number
[(true) (false) (nil) (iota)] @constant
(type_identifier) @type
(function_declaration name: (identifier) @function)
(method_declaration name: (field_identifier) @function)
(method_elem name: (field_identifier) @function)
(call_expression function: [(identifier) @function (selector_expression field: (field_identifier) @function)])
