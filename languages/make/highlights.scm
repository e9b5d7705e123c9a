; Colours for a terminal. Words of the grammar, such as `ifeq`, are keywords without being named here.

(comment) @comment
(string) @string
[(variable_reference) (automatic_variable) (substitution_reference)] @constant
(variable_assignment name: (word) @type)
(targets (word) @function)
(function_call function: _ @function)
