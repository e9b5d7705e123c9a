; Colours for a terminal. Words of the grammar, such as `contract`, are keywords without being named here.

(comment) @comment
(string) @string
(number_literal) @number
(boolean_literal) @constant
[(visibility) (state_mutability)] @keyword
[(type_name) (user_defined_type)] @type
(function_definition name: (_) @function)
(modifier_invocation . (identifier) @function)
