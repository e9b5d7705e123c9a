; Names and what they are used for.

[(identifier) (unquoted_argument) (variable)] @use
(normal_command (identifier) @call)

(function_def) @scope

; What is no code.

[(line_comment) (bracket_comment) (quoted_element)] @text
