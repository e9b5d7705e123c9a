; Colours for a terminal. Words of the grammar, such as `class`, are keywords without being named here.

[(line_comment) (block_comment)] @comment
[(string_literal) (character_literal)] @string
[
  (decimal_integer_literal)
  (hex_integer_literal)
  (octal_integer_literal)
  (binary_integer_literal)
  (decimal_floating_point_literal)
  (hex_floating_point_literal)
] @number
[(true) (false) (null_literal)] @constant
[(this) (super)] @keyword
[(type_identifier) (integral_type) (floating_point_type) (boolean_type) (void_type)] @type
(class_declaration name: (identifier) @type)
(interface_declaration name: (identifier) @type)
(enum_declaration name: (identifier) @type)
(record_declaration name: (identifier) @type)
(method_declaration name: (identifier) @function)
(constructor_declaration name: (identifier) @function)
(method_invocation name: (identifier) @function)
