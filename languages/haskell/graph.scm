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

(declarations [(function) (bind)] @scope)
(instance_declarations [(function) (bind)] @scope)
(class_declarations [(function) (bind)] @scope)
[(lambda) (alternative) (match) (let_in) (do) (list_comprehension)] @scope
(local_binds (function name: (variable) @binding) @scope.behind)
(local_binds (bind name: (variable) @binding) @scope.behind)
(local_binds (bind pattern: (_) @bound))
(patterns (_) @bound)
(function (infix left_operand: (_) @bound))
(function (infix right_operand: (_) @bound))
(alternative pattern: (_) @bound)
(do (bind pattern: (_) @bound @pattern expression: (_) @apart))
(generator pattern: (_) @bound @pattern expression: (_) @apart)
(pattern_guard pattern: (_) @bound @pattern expression: (_) @apart)
; What a view applies, and the names of fields.
(view_pattern expression: (_) @bound.not)
(field_pattern field: (_) @bound.not)

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
