; Colours for a terminal. Words of the grammar, such as `function`, are keywords without being named here.

(comment) @comment
(string) @string
[(integer) (float) (complex)] @number
[(true) (false) (null) (na) (nan) (inf)] @constant
(binary_operator lhs: (identifier) @function rhs: (function_definition))
(call function: [(identifier) @function (namespace_operator rhs: (identifier) @function)])
