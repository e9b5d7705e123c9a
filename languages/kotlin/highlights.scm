; Colours for a terminal. Words of the grammar, such as `fun`, are keywords without being named here.

[(line_comment) (block_comment)] @comment
[(string_literal) (multiline_string_literal) (character_literal)] @string
[(number_literal) (float_literal)] @number
[(class_modifier) (member_modifier) (visibility_modifier) (function_modifier) (property_modifier) (inheritance_modifier)
 (parameter_modifier) (platform_modifier) (reification_modifier)] @keyword
[(this_expression) (super_expression)] @keyword
(user_type (identifier) @type)
(class_declaration name: (identifier) @type)
(object_declaration name: (identifier) @type)
(function_declaration name: (identifier) @function)
(call_expression . (identifier) @function)
