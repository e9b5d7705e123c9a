; Headings, and elements that others may point to.

(comment) @comment

(element (start_tag (tag_name) @_tag) . (text) @name (#match? @_tag "^([hH][1-6]|title)$")) @definition.section
(element
  (start_tag (attribute (attribute_name) @_attribute [
    (attribute_value) @name
    (quoted_attribute_value (attribute_value) @name)
  ]))
  . (_)? @body
  (#eq? @_attribute "id")) @definition.section
(element
  (self_closing_tag (attribute (attribute_name) @_attribute [
    (attribute_value) @name
    (quoted_attribute_value (attribute_value) @name)
  ]))
  (#eq? @_attribute "id")) @definition.section
