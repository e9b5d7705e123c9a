; Names and what they are used for.

[(identifier) (alias)] @use

(dot left: (_) @receiver right: (identifier) @name)
(call target: [(identifier) @call (dot right: (identifier) @call)])
(binary_operator operator: "|>" right: (identifier) @call)

; Scopes and local names.

(call target: (identifier) @_def (do_block)
  (#any-of? @_def "def" "defp" "defmacro" "defmacrop" "test")) @scope
(stab_clause) @scope

(call target: (identifier) @_def
  (arguments . [
    (call (arguments (identifier) @binding))
    (binary_operator left: (call (arguments (identifier) @binding)))
  ])
  (#any-of? @_def "def" "defp" "defmacro" "defmacrop"))
(stab_clause left: (arguments (identifier) @binding))
(binary_operator left: (identifier) @binding operator: "=" right: (_) @value)

; Imports.

(call target: (identifier) @_import (arguments . (alias) @module .)
  (#any-of? @_import "alias" "require" "use" "import"))
(call
  target: (identifier) @_import
  (arguments . (alias) @module (keywords (pair key: (keyword) @_as value: (alias) @alias)))
  (#eq? @_import "alias"))

; What is no code.

[(comment) (quoted_content)] @text
