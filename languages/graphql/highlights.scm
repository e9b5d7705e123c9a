; Colours for a terminal. Words of the grammar, such as `type`, are keywords without being named here.

[(comment) (description)] @comment
(string_value) @string
[(int_value) (float_value)] @number
[(boolean_value) (null_value) (enum_value)] @constant
(named_type) @type
(field_definition (name) @function)
