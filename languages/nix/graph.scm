; Names and what they are used for.

(identifier) @use

(select_expression expression: (_) @receiver attrpath: (attrpath . attr: (identifier) @name))
(apply_expression function: [
  (variable_expression name: (identifier) @call)
  (select_expression attrpath: (attrpath attr: (identifier) @call .))
])

; Scopes and local names.

(function_expression) @scope
(function_expression universal: (identifier) @binding)
(formal name: (identifier) @binding)

; What is no code.

[(comment) (string_fragment)] @text
