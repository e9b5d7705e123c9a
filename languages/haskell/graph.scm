; Names and what they are used for.

[(variable) (constructor) (name) (operator)] @use

(apply function: (variable) @call)
(apply function: (qualified id: (variable) @call))
(infix operator: (infix_id [(variable) @call (qualified id: (variable) @call)]))
(qualified module: (_) @path id: (_) @name)
(name) @type
(module) @use

; Scopes and local names.

[(function) (lambda) (alternative)] @scope
(patterns (variable) @binding)

; Imports.

(import module: (_) @module alias: (_)? @alias) @wildcard

; What is no code.

[(comment) (haddock) (string) (pragma)] @text
