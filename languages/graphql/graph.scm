; Names and what they are used for.

(name) @use
(named_type (name) @type)
(implements_interfaces (named_type (name) @inherit))

; What is no code.

[(comment) (description) (string_value)] @text
