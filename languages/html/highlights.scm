; Colours for a terminal.

(comment) @comment
[(quoted_attribute_value) (attribute_value)] @string
(tag_name) @keyword
(attribute_name) @type
(entity) @constant
