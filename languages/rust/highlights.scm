; Colours for a terminal. Words of the grammar, such as `fn`, are keywords without being named here.

[(line_comment) (block_comment)] @comment
[(string_literal) (raw_string_literal) (char_literal)] @string
[(integer_literal) (float_literal)] @number
(boolean_literal) @constant
[(self) (super) (crate) (mutable_specifier)] @keyword
[(type_identifier) (primitive_type)] @type
(function_item name: (identifier) @function)
(function_signature_item name: (identifier) @function)
(call_expression function: [
  (identifier) @function
  (field_expression field: (field_identifier) @function)
  (scoped_identifier name: (identifier) @function)
])
(macro_invocation macro: (identifier) @function)
(macro_definition name: (identifier) @function)
