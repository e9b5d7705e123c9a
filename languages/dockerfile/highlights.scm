; Colours for a terminal. Words of the grammar, such as `FROM`, are keywords without being named here.

(comment) @comment
[(double_quoted_string) (single_quoted_string) (json_string)] @string
(image_spec) @type
(image_alias) @function
[(expansion) (variable)] @constant
