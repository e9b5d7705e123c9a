; Colours for a terminal. Words of the grammar, such as `class`, are keywords without being named here.

[(line_comment) (block_comment) (groovydoc_comment)] @comment
(string_literal) @string
(number_literal) @number
(type_identifier) @type
(method_declaration name: (identifier) @function)
(method_invocation function: [(identifier) @function (field_access field: (identifier) @function)])
(annotation) @constant
