; Colours for a terminal. Words of the grammar, such as `def`, are keywords without being named here.

[(comment) (block_comment)] @comment
[(string) (character_literal) (interpolated_string_expression)] @string
[(integer_literal) (floating_point_literal)] @number
[(boolean_literal) (null_literal)] @constant
[(access_modifier) (opaque_modifier) (inline_modifier)] @keyword
(type_identifier) @type
(class_definition name: (_) @type)
(object_definition name: (_) @type)
(trait_definition name: (_) @type)
(enum_definition name: (_) @type)
(function_definition name: (_) @function)
(function_declaration name: (_) @function)
(call_expression function: [(identifier) @function (field_expression field: (identifier) @function)])
