; Names and what they are used for.

[(identifier) (alias)] @use

(dot left: (_) @receiver right: (identifier) @name)
(call target: [(identifier) @call (dot right: (identifier) @call)])
(call target: [(identifier) @call (dot right: (identifier) @call)] (arguments) @passed)
; A block is an argument, and so is what stands before a pipe.
(call target: [(identifier) @call (dot right: (identifier) @call)] (do_block) @passed.beside)
(binary_operator left: (_) @passed.beside operator: "|>" right: [
  (identifier) @call
  (call target: [(identifier) @call (dot right: (identifier) @call)])
])
; Libraries have pipes of their own, which may add arguments.
(binary_operator operator: ["~>" "~>>" "<~" "<<~" "<~>" "<|>" "|||" "&&&" "^^^"] right: (call (arguments) @uncounted))
(arguments (call target: (identifier) @_splice) (#eq? @_splice "unquote_splicing")) @uncounted
; A function that is handed on: `&name/1`.
(unary_operator operator: "&" operand: (binary_operator
  left: [(identifier) @call (call target: (dot right: (identifier) @call))]
  operator: "/"
  right: (integer) @passed.number))
; A module, the name of its function and the arguments: `apply(Module, :name, [value])`.
(arguments (alias) @receiver . (atom) @call.named . (list) @passed .)
(tuple . (alias) @receiver . (atom) @call.named . (list) @passed .)
(arguments (identifier) @receiver . (atom) @call.named . (list) @passed . (#eq? @receiver "__MODULE__"))
(tuple . (identifier) @receiver . (atom) @call.named . (list) @passed . (#eq? @receiver "__MODULE__"))
(list (binary_operator operator: "|")) @uncounted
(call target: (identifier) @_delegate (arguments
    . (call (arguments) @passed)
    (keywords (pair key: (keyword) @_to value: (alias) @receiver) (pair key: (keyword) @_as value: (atom) @call.named)))
  (#eq? @_delegate "defdelegate")
  (#match? @_to "^to:")
  (#match? @_as "^as:"))
; Older code calls a function without arguments by its name alone.
(identifier) @call.unbound

; The name of an attribute: `@spec`.
(unary_operator operator: "@" operand: [(identifier) @label (call target: (identifier) @label)])

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

(call target: (identifier) @_def
  (#any-of? @_def "def" "defp" "defmacro" "defmacrop" "defguard" "defguardp" "defn" "defnp" "quote" "with" "for"
    "test" "setup" "setup_all" "property" "feature")) @scope
[(stab_clause) (do_block)] @scope
[(else_block) (rescue_block) (catch_block) (after_block)] @scope.next

(call target: (identifier) @_def
  (arguments . [
    (call (arguments) @bound)
    (binary_operator left: (call (arguments) @bound) operator: "when")
  ])
  (#any-of? @_def "def" "defp" "defmacro" "defmacrop" "defguard" "defguardp" "defdelegate" "defn" "defnp"))
; A function is known by its name and the number of its parameters.
(call target: (identifier) @_def
  (arguments . [
    (identifier) @callable
    (call target: (identifier) @callable)
    (binary_operator left: [(identifier) @callable (call target: (identifier) @callable)] operator: "when")
  ])
  (#any-of? @_def "def" "defp" "defmacro" "defmacrop" "defguard" "defguardp" "defdelegate" "defn" "defnp"))
(call target: (identifier) @_def
  (arguments . [
    (call target: (identifier) @callable (arguments (_) @parameter))
    (binary_operator left: (call target: (identifier) @callable (arguments (_) @parameter)) operator: "when")
  ])
  (#not-match? @parameter "^#")
  (#any-of? @_def "def" "defp" "defmacro" "defmacrop" "defguard" "defguardp" "defdelegate" "defn" "defnp"))
(call target: (identifier) @_def
  (arguments . [
    (call target: (identifier) @callable (arguments (binary_operator operator: "\\\\") @optional))
    (binary_operator left: (call target: (identifier) @callable (arguments (binary_operator operator: "\\\\") @optional)) operator: "when")
  ])
  (#any-of? @_def "def" "defp" "defmacro" "defmacrop" "defguard" "defguardp" "defdelegate" "defn" "defnp"))
(call target: (identifier) @_def
  (arguments . [
    (call target: (identifier) @callable (arguments (call target: (identifier) @_splice) @rest))
    (binary_operator left: (call target: (identifier) @callable (arguments (call target: (identifier) @_splice) @rest)) operator: "when")
  ])
  (#any-of? @_def "def" "defp" "defmacro" "defmacrop")
  (#eq? @_splice "unquote_splicing"))
(unary_operator operator: "@" operand: (call
  target: (identifier) @_callback
  (arguments . (binary_operator left: [
    (identifier) @callable
    (call target: (identifier) @callable)
    (binary_operator left: (call target: (identifier) @callable))
  ])))
  (#any-of? @_callback "callback" "macrocallback"))
(unary_operator operator: "@" operand: (call
  target: (identifier) @_callback
  (arguments . (binary_operator left: [
    (call target: (identifier) @callable (arguments (_) @parameter))
    (binary_operator left: (call target: (identifier) @callable (arguments (_) @parameter)))
  ])))
  (#not-match? @parameter "^#")
  (#any-of? @_callback "callback" "macrocallback"))

(call target: (identifier) @_test (arguments (_) @bound .) (do_block)
  (#any-of? @_test "test" "setup" "setup_all" "property" "feature"))
(anonymous_function (stab_clause left: (_) @bound))
; What stands before the arrows of `cond` are conditions.
(call target: (identifier) @_case (do_block (stab_clause left: (_) @bound))
  (#not-eq? @_case "cond"))
(else_block (stab_clause left: (_) @bound))
(rescue_block (stab_clause left: (_) @bound))
(catch_block (stab_clause left: (_) @bound))
(binary_operator left: (_) @bound operator: ["=" "<-"])
(binary_operator left: (identifier) @binding operator: "=" right: (_) @value)

; Imports. Those of `import` hold for every name of the module, those of `use` for what it makes of it.

(call target: (identifier) @_import (arguments . [
    (alias) @module
    (dot left: (identifier) @_module right: (alias)) @module
    (identifier) @module @_module
    (call target: (identifier) @_unquote (arguments . (identifier) @module @_module .))
  ] .)
  (#any-of? @_import "alias" "require" "use" "import")
  (#eq? @_module "__MODULE__")
  (#eq? @_unquote "unquote"))
(call target: (identifier) @_import (arguments . [
    (alias) @module
    (call target: (identifier) @_unquote (arguments . (identifier) @module @_module .))
  ] (_))
  (#any-of? @_import "use" "import")
  (#eq? @_module "__MODULE__")
  (#eq? @_unquote "unquote"))
(call target: (identifier) @_import (arguments . (alias) @module (keywords . (pair key: (keyword) @_key)))
  (#any-of? @_import "alias" "require")
  (#not-match? @_key "^as:"))
(call
  target: (identifier) @_import
  (arguments . [
    [(alias) (dot left: (identifier) right: (alias))] @module
    (identifier) @module @_module
  ] (keywords (pair key: (keyword) @_as value: (alias) @alias)))
  (#any-of? @_import "alias" "require")
  (#eq? @_module "__MODULE__")
  (#match? @_as "^as:"))

; The functions that an import gives, or not, each with the number of its parameters.
(call target: (identifier) @_import (arguments . (_) (keywords (pair
    key: (keyword) @_given
    value: (list (keywords (pair key: (keyword) @import.path value: (integer) @passed.number))))))
  (#eq? @_import "import")
  (#match? @_given "^(only|except):"))

(call target: (identifier) @_import (arguments . (dot left: [(alias) (identifier)] @prefix right: (tuple) @group))
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
; A key, but for those of lists of functions: `[name: 1]`.
(pair key: (keyword) @text value: (_) @_value (#not-match? @_value "^[0-9]+$"))
; An atom that names no function: the first in a tuple, what is compared or stands for a value.
(tuple . (atom) @text)
(map_content (binary_operator operator: "=>" (atom) @text))
(binary_operator operator: ["==" "!=" "===" "!==" "=" "<-" "in"] (atom) @text)
(binary_operator (atom) @text operator: ["==" "!=" "===" "!==" "="])
(list (atom) @text)
(access_call key: (atom) @text)
; Functions of the language's own modules that take keys.
(call
  target: (dot left: (alias) @_data right: (identifier))
  (arguments (atom) @text)
  (#any-of? @_data "Access" "Application" "Keyword" "Macro" "Map"))
; A parameter that is a value.
(call target: (identifier) @_def
  (arguments . [
    (call (arguments (atom) @text))
    (binary_operator left: (call (arguments (atom) @text)) operator: "when")
  ])
  (#any-of? @_def "def" "defp" "defmacro" "defmacrop"))
(stab_clause left: (arguments (atom) @text))
(pair key: (keyword) @_key value: (atom) @text (#not-match? @_key "^(as|with|to|only|except|on_mount|action):"))
