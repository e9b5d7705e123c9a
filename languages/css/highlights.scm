; Colours for a terminal. Words of the grammar, such as `@media`, are keywords without being named here.

[(comment) (js_comment)] @comment
(string_value) @string
[(integer_value) (float_value) (color_value)] @number
(at_keyword) @keyword
[(class_name) (id_name) (tag_name)] @type
(property_name) @constant
(function_name) @function
