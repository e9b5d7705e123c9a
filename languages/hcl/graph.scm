; Names and what they are used for: labels of blocks are names as well.

[(identifier) (template_literal)] @use
(function_call . (identifier) @call)

; What is no code.

(comment) @text
