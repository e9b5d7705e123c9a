; Definitions, and what belongs to them. All are calls of macros.

(comment) @comment
(unary_operator
  operator: "@"
  operand: (call target: (identifier) @_doc)
  (#any-of? @_doc "doc" "typedoc")) @comment
(unary_operator
  operator: "@"
  operand: (call target: (identifier) @_attribute)
  (#any-of? @_attribute "spec" "impl" "deprecated" "since" "tag" "dialyzer" "doc" "callback_doc")) @decorator

(call target: (identifier) @_def (arguments . (alias) @name) (do_block) @body
  (#eq? @_def "defmodule")) @definition.module
(call
  target: (identifier) @_def
  (arguments . (alias) @name)
  (do_block (unary_operator operand: (call
    target: (identifier) @_doc
    (arguments [(string (quoted_content) @docstring) (sigil (quoted_content) @docstring)])))) @body
  (#eq? @_def "defmodule")
  (#eq? @_doc "moduledoc")) @definition.module
(call target: (identifier) @_def (arguments . (alias) @name) (do_block) @body
  (#eq? @_def "defprotocol")) @definition.interface
(call target: (identifier) @_def (arguments . (alias) @container (keywords (pair value: [(alias) @name (list (alias) @name)]))) (do_block) @body
  (#eq? @_def "defimpl")) @definition.impl
(call target: (identifier) @_def (arguments . (alias) @name .) (do_block) @body
  (#eq? @_def "defimpl")) @definition.impl

; With arguments, a guard, both or neither; the body is a block or an argument.
(call target: (identifier) @_def
  (arguments . [
    (identifier) @name
    (call target: (identifier) @name)
    (binary_operator left: [(identifier) @name (call target: (identifier) @name)] operator: "when")
  ] (keywords)? @body)
  (do_block)? @body
  (#any-of? @_def "def" "defp" "defdelegate" "defn" "defnp")) @definition.function
(call target: (identifier) @_def
  (arguments . [
    (identifier) @name
    (call target: (identifier) @name)
    (binary_operator left: [(identifier) @name (call target: (identifier) @name)] operator: "when")
  ] (keywords)? @body)
  (do_block)? @body
  (#any-of? @_def "defmacro" "defmacrop" "defguard" "defguardp")) @definition.macro
; An operator.
(call target: (identifier) @_def
  (arguments . (binary_operator left: (identifier) operator: _ @name right: (identifier)) (keywords)? @body)
  (do_block)? @body
  (#any-of? @_def "def" "defp")
  (#not-eq? @name "when")) @definition.function
(call target: (identifier) @_def
  (arguments . (binary_operator left: (identifier) operator: _ @name right: (identifier)) (keywords)? @body)
  (do_block)? @body
  (#any-of? @_def "defmacro" "defmacrop")
  (#not-eq? @name "when")) @definition.macro

(call target: (identifier) @name (#any-of? @name "defstruct" "defexception")) @definition.struct
(unary_operator operator: "@" operand: (call
  target: (identifier) @_type
  (arguments . (binary_operator left: [(identifier) @name (call target: (identifier) @name)])))
  (#any-of? @_type "type" "typep" "opaque")) @definition.type
(unary_operator operator: "@" operand: (call
  target: (identifier) @_callback
  (arguments . (binary_operator left: [
    (identifier) @name
    (call target: (identifier) @name)
    (binary_operator left: (call target: (identifier) @name))
  ])))
  (#any-of? @_callback "callback" "macrocallback")) @definition.method

; Of ExUnit.
(call target: (identifier) @_case (arguments . (string) @name) (do_block) @body
  (#any-of? @_case "test" "describe" "property" "feature")) @definition.test
