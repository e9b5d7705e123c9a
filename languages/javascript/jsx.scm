; An element with a capital is a call of its component.

(jsx_opening_element name: [
  (identifier) @call
  (member_expression property: (_) @call)
] (#match? @call "^[A-Z]"))
(jsx_self_closing_element name: [
  (identifier) @call
  (member_expression property: (_) @call)
] (#match? @call "^[A-Z]"))
; One without is an element of the page, whatever has its name.
(jsx_opening_element name: (identifier) @label (#match? @label "^[a-z]"))
(jsx_self_closing_element name: (identifier) @label (#match? @label "^[a-z]"))
(jsx_closing_element name: (identifier) @label (#match? @label "^[a-z]"))
(jsx_attribute (property_identifier) @label)
; Its attributes are what the component is called with first.
(jsx_opening_element name: (_) @_name attribute: (jsx_attribute (property_identifier) @key)
  (#match? @_name "[A-Z]")) @object
(jsx_self_closing_element name: (_) @_name attribute: (jsx_attribute (property_identifier) @key)
  (#match? @_name "[A-Z]")) @object
(jsx_opening_element name: (_) @_name @object.of attribute: (jsx_attribute)
  (#match? @_name "[A-Z]")) @object @object.first
(jsx_self_closing_element name: (_) @_name @object.of attribute: (jsx_attribute)
  (#match? @_name "[A-Z]")) @object @object.first
(jsx_text) @text
