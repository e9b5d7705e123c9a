; Colours for a terminal. Words of the grammar, such as `class`, are keywords without being named here.

(comment) @comment
[(string_literal) (raw_string_literal) (char_literal) (system_lib_string)] @string
(number_literal) @number
[(true) (false) (null)] @constant
(preproc_def name: (identifier) @constant)
(preproc_directive) @keyword
[(this) (auto)] @keyword
[(type_identifier) (primitive_type) (sized_type_specifier) (namespace_identifier)] @type
(preproc_function_def name: (identifier) @function)
(function_declarator declarator: [
  (identifier) @function
  (field_identifier) @function
  (qualified_identifier name: (identifier) @function)
])
(call_expression function: [
  (identifier) @function
  (field_expression field: (field_identifier) @function)
  (qualified_identifier name: (identifier) @function)
])
