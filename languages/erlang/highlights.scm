; Colours for a terminal. Words of the grammar, such as `when`, are keywords without being named here.

(comment) @comment
[(string) (binary)] @string
[(integer) (float) (char)] @number
(var) @constant
(function_clause name: (atom) @function)
(call expr: (atom) @function)
(macro_call_expr name: (_) @constant)
[(type_name) (record_name)] @type
