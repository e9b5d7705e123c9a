; Names and what they are used for.

(word) @use
(variable_assignment name: (word) @write)

; What is no code.

(comment) @text
