; Colours for a terminal. Words of the grammar, such as `func`, are keywords without being named here.

[(comment) (multiline_comment)] @comment
[(line_string_literal) (multi_line_string_literal) (raw_string_literal) (regex_literal)] @string
[(integer_literal) (real_literal) (hex_literal) (oct_literal) (bin_literal)] @number
(boolean_literal) @constant
[(visibility_modifier) (member_modifier) (function_modifier) (property_modifier) (mutation_modifier) (inheritance_modifier)
 (ownership_modifier) (self_expression) (super_expression)] @keyword
(type_identifier) @type
(function_declaration name: (_) @function)
(protocol_function_declaration name: (_) @function)
(call_expression . (simple_identifier) @function)
(call_expression . (navigation_expression suffix: (navigation_suffix suffix: (simple_identifier) @function)))
