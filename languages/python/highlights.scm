; Colours for a terminal. Words of the grammar, such as `def`, are keywords without being named here.

(comment) @comment
(string) @string
[(integer) (float)] @number
[(true) (false) (none)] @constant
(class_definition name: (identifier) @type)
(type (identifier) @type)
(function_definition name: (identifier) @function)
(call function: [(identifier) @function (attribute attribute: (identifier) @function)])
(decorator [(identifier) @function (attribute attribute: (identifier) @function)])
