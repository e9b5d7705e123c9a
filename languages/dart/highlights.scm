; Colours for a terminal. Words of the grammar, such as `class`, are keywords without being named here.

[(comment) (documentation_comment)] @comment
(string_literal) @string
[(decimal_integer_literal) (hex_integer_literal) (decimal_floating_point_literal)] @number
[(true) (false) (null_literal)] @constant
[(type_identifier) (void_type)] @type
(class_declaration name: (_) @type)
(mixin_declaration name: (_) @type)
(enum_declaration name: (_) @type)
(function_signature name: (_) @function)
(call_expression function: (identifier) @function)
(annotation name: (_) @function)
