; Names and what they are used for.

[(identifier) (alias)] @use

(dot left: (_) @receiver right: (identifier) @name)
(call target: [(identifier) @call (dot right: (identifier) @call)])
(binary_operator operator: "|>" right: (identifier) @call)

; The name of an attribute: `@spec`.
(unary_operator operator: "@" operand: (call target: (identifier) @label))

; Types, in which names are written as calls, and the functions that they belong to.

(unary_operator operator: "@" operand: (call
  target: (identifier) @_attribute
  (arguments) @types)
  (#any-of? @_attribute "spec" "type" "typep" "opaque" "callback" "macrocallback"))
(unary_operator operator: "@" operand: (call
  target: (identifier) @_spec
  (arguments . [
    (binary_operator left: [(identifier) @declared (call target: (identifier) @declared)] operator: "::")
    (binary_operator left: (binary_operator left: [(identifier) @declared (call target: (identifier) @declared)] operator: "::"))
  ]))
  (#eq? @_spec "spec"))

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

(call target: (identifier) @_import (arguments . (dot left: (alias) @prefix right: (tuple) @group))
  (#any-of? @_import "alias" "require" "use" "import"))
(call target: (identifier) @_import (arguments . (dot right: (tuple (alias) @module)))
  (#any-of? @_import "alias" "require" "use" "import"))

; Behaviours and protocols, and the modules that have them.

(call target: (identifier) @_module (arguments . (alias) @subtype) (do_block
  (unary_operator operand: (call target: (identifier) @_behaviour (arguments . (alias) @supertype @inherit))))
  (#eq? @_module "defmodule")
  (#eq? @_behaviour "behaviour"))
(call target: (identifier) @_module (arguments . (alias) @subtype) (do_block
  (call target: (identifier) @_use (arguments . (alias) @supertype @inherit)))
  (#eq? @_module "defmodule")
  (#eq? @_use "use"))
(call
  target: (identifier) @_implementation
  (arguments . (alias) @supertype @inherit (keywords (pair value: [(alias) @subtype (list (alias) @subtype)])))
  (#eq? @_implementation "defimpl"))
(call target: (identifier) @_module (arguments . (alias) @subtype) (do_block
  (call target: (identifier) @_implementation (arguments . (alias) @supertype @inherit .)))
  (#eq? @_module "defmodule")
  (#eq? @_implementation "defimpl"))

; What is no code.

[(comment) (quoted_content)] @text
