; Colours for a terminal. Words of the grammar, such as `fn`, are keywords without being named here.

[(comment) (module_comment) (statement_comment)] @comment
(string) @string
[(integer) (float)] @number
[(visibility_modifier) (opacity_modifier)] @keyword
[(type_identifier) (constructor_name)] @type
(constant name: (identifier) @constant)
(function name: (identifier) @function)
(function_call function: [(identifier) @function (field_access field: (label) @function)])
(binary_expression operator: "|>" right: [(identifier) @function (field_access field: (label) @function)])
