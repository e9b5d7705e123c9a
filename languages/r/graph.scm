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

; What is no code.

[(comment) (string_content)] @text
