; Names and what they are used for.

[(variable) (constructor) (name) (operator)] @use

(apply function: (variable) @call)
(apply function: (qualified id: (variable) @call))
(infix operator: (infix_id [(variable) @call (qualified id: (variable) @call)]))
(infix left_operand: (variable) @call operator: (operator) @_apply (#any-of? @_apply "$" "$!"))
(infix
  left_operand: (qualified id: (variable) @call)
  operator: (operator) @_apply
  (#any-of? @_apply "$" "$!"))
(qualified module: (_) @path id: (_) @name)
(name) @type
(module) @use

; Classes, and what is an instance of them.

(instance name: (name) @inherit @supertype patterns: (type_patterns . (_) @subtype))
(instance
  name: (qualified id: (name) @inherit) @supertype
  patterns: (type_patterns . (_) @subtype))
(deriving_instance name: (name) @inherit @supertype patterns: (type_patterns . (_) @subtype))
(deriving_instance
  name: (qualified id: (name) @inherit) @supertype
  patterns: (type_patterns . (_) @subtype))

; Scopes and local names.

[(function) (lambda) (alternative)] @scope
(patterns (variable) @binding)
(alternative pattern: (variable) @binding)
(alternative pattern: (apply argument: (variable) @binding))
(alternative pattern: (apply function: (apply argument: (variable) @binding)))
(alternative pattern: (apply function: (apply function: (apply argument: (variable) @binding))))
(patterns (parens pattern: (apply argument: (variable) @binding)))
(patterns (parens pattern: (apply function: (apply argument: (variable) @binding))))
(patterns
  (parens pattern: (apply function: (apply function: (apply argument: (variable) @binding)))))
(patterns
  (parens
    pattern: (apply
      function: (apply function: (apply function: (apply argument: (variable) @binding))))))

; Imports.

(import module: (_) @module alias: (_)? @alias) @wildcard

; What is no code.

[(comment) (haddock) (string) (pragma)] @text
