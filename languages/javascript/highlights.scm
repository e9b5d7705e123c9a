; Colours for a terminal. Words of the grammar, such as `class`, are keywords without being named here.

(comment) @comment
[(string) (template_string) (regex)] @string
(number) @number
[(true) (false) (null) (undefined)] @constant
[(this) (super)] @keyword
(class_declaration name: (identifier) @type)
(new_expression constructor: (identifier) @type)
(function_declaration name: (identifier) @function)
(generator_function_declaration name: (identifier) @function)
(method_definition name: (property_identifier) @function)
(call_expression function: [(identifier) @function (member_expression property: (property_identifier) @function)])
