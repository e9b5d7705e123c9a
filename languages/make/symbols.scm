; Definitions, and what belongs to them.

(comment) @comment

(rule
  (targets (word) @name)
  (recipe)? @body
  (#not-match? @name "^\\.[A-Z]|[%$]")) @definition.function
(variable_assignment name: (word) @name value: (_)? @value) @definition.variable
(define_directive name: (word) @name value: (_)? @body) @definition.macro
