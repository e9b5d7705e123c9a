; Names and what they are used for.

(identifier) @use

(namespace_operator lhs: (_) @path rhs: (identifier) @name)
(extract_operator lhs: (_) @receiver rhs: (identifier) @name)
(call function: [
  (identifier) @call
  (namespace_operator rhs: (identifier) @call)
  (extract_operator rhs: (identifier) @call)
])
(argument name: (identifier) @label)

; Scopes and local names.

(function_definition) @scope
(parameter name: (identifier) @binding)
(braced_expression (binary_operator lhs: (identifier) @binding operator: ["<-" "="] rhs: (_) @value))
(for_statement variable: (identifier) @binding)
(for_statement variable: (_) @pattern sequence: (_) @apart)
; A function in the value is called later, when the name holds.
(braced_expression (binary_operator lhs: (identifier) @pattern operator: ["<-" "="] rhs: (_) @apart)
  (#not-match? @apart "\\bfunction\\b|\\\\\\("))

; What is no code.

[(comment) (string_content)] @text
