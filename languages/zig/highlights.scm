; Colours for a terminal. Words of the grammar, such as `fn`, are keywords without being named here.

(comment) @comment
[(string) (multiline_string) (character)] @string
[(integer) (float)] @number
(boolean) @constant
(builtin_type) @type
(builtin_identifier) @function
(function_declaration name: (_) @function)
(call_expression function: [(identifier) @function (field_expression member: (identifier) @function)])
