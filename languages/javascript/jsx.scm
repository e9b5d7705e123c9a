; An element with a capital is a call of its component.

(jsx_opening_element name: [
  (identifier) @call
  (member_expression property: (_) @call)
] (#match? @call "^[A-Z]"))
(jsx_self_closing_element name: [
  (identifier) @call
  (member_expression property: (_) @call)
] (#match? @call "^[A-Z]"))
(jsx_attribute (property_identifier) @label)
(jsx_text) @text
