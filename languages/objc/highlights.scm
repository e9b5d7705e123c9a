; Colours for a terminal. Words of the grammar, such as `@interface`, are keywords without being named here.

(comment) @comment
[(string_literal) (system_lib_string) (char_literal)] @string
(number_literal) @number
[(type_identifier) (primitive_type)] @type
(call_expression function: (identifier) @function)
(message_expression method: (identifier) @function)
(method_definition (identifier) @function)
