; Names and what they are used for.

(identifier) @use
(message_or_enum_type (identifier) @type .)

; What is no code.

[(comment) (string)] @text
