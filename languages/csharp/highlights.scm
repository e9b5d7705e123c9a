; Colours for a terminal. Words of the grammar, such as `class`, are keywords without being named here.

(comment) @comment
[(string_literal) (verbatim_string_literal) (raw_string_literal) (interpolated_string_expression) (character_literal)] @string
[(integer_literal) (real_literal)] @number
[(boolean_literal) (null_literal)] @constant
(modifier) @keyword
[(predefined_type) (implicit_type)] @type
(class_declaration name: (_) @type)
(struct_declaration name: (_) @type)
(record_declaration name: (_) @type)
(interface_declaration name: (_) @type)
(enum_declaration name: (_) @type)
(method_declaration name: (_) @function)
(constructor_declaration name: (_) @function)
(local_function_statement name: (_) @function)
(invocation_expression function: [(identifier) @function (member_access_expression name: (_) @function)])
(attribute name: (_) @function)
(parameter type: (identifier) @type)
(object_creation_expression type: (_) @type)
