; Names and what they are used for.

[(variable) (constructor) (name) (operator)] @use

(apply function: (variable) @call)
(apply function: (qualified id: (variable) @call))
(infix operator: (infix_id [(variable) @call (qualified id: (variable) @call)]))
; Those of the language's own library are read, not called: they stand on every other line.
(infix
  operator: [(operator) @call (qualified id: (operator) @call)]
  (#not-any-of? @call
    "$" "$!" "." "+" "-" "*" "/" "^" "^^" "**" "==" "/=" "<" ">" "<=" ">=" "&&" "||" "!!" "++" "<>"
    ">>=" ">>" "=<<" "<$>" "<$" "$>" "<&>" "<*>" "*>" "<*" "<|>" "&" "&&&" "***" ">>>" "<<<" ">=>"))
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
; The names that an import lists. What one hides is not seen.
((import
  module: (_) @module
  names: (import_list name: (import_name variable: (variable) @imported))) @_import
  (#not-match? @_import "\\b(hiding|qualified)\\b"))
((import names: (import_list name: (import_name variable: (variable) @label))) @_import
  (#match? @_import "\\bhiding\\b"))
((import
  module: (_) @module
  names: (import_list name: (import_name type: (name) @imported))) @_import
  (#not-match? @_import "\\b(hiding|qualified)\\b"))
((import names: (import_list name: (import_name type: (name) @label))) @_import
  (#match? @_import "\\bhiding\\b"))

; What is no code.

[(comment) (haddock) (string) (pragma)] @text
