; Names and what they are used for.

((sym_name) @use (#not-match? @use "^[A-Z][A-Za-z0-9_]*[.]$"))

(sym_lit namespace: (_) @path name: (sym_name) @name)
; Behind the bracket: `^{…} (f x)` begins with what is said of the call.
(list_lit "(" . (sym_lit name: (sym_name) @call) (#not-match? @call "^[A-Z][A-Za-z0-9_]*[.]$"))
(anon_fn_lit "(" . (sym_lit name: (sym_name) @call))
(sym_ns) @use
; What makes a record: `->Point`, `map->Point`, `Point.`.
((sym_name) @use.named (#match? @use.named "^(map)?->[A-Z]"))
(list_lit "(" . (sym_lit name: (sym_name) @call.named) (#match? @call.named "^(map)?->[A-Z]"))
((sym_name) @use.named (#match? @use.named "^[A-Z][A-Za-z0-9_]*[.]$"))
(list_lit "(" . (sym_lit name: (sym_name) @call.named) (#match? @call.named "^[A-Z][A-Za-z0-9_]*[.]$"))

; Forms that call each of the names in them with what stands before.

(list_lit
  . (sym_lit name: (sym_name) @_word)
  . (_)
  (sym_lit name: (sym_name) @call)
  (#any-of? @_word "->" "->>" "some->" "some->>" "cond->" "cond->>" "doto"))
(anon_fn_lit
  . (sym_lit name: (sym_name) @_word)
  . (_)
  (sym_lit name: (sym_name) @call)
  (#any-of? @_word "->" "->>" "some->" "some->>" "cond->" "cond->>" "doto"))

; A keyword is no name of a definition, nor is what qualifies it.

[(kwd_name) (kwd_ns)] @label

; Imports.

(list_lit
  . (kwd_lit name: (kwd_name) @_require)
  (vec_lit
    . (sym_lit name: (sym_name) @module)
    (kwd_lit name: (kwd_name) @_as)
    . (sym_lit name: (sym_name) @alias))
  (#any-of? @_require "require" "require-macros" "use")
  (#any-of? @_as "as" "as-alias"))

; Scopes and local names.

(list_lit
  . (sym_lit name: (sym_name) @_word)
  (#any-of? @_word "defn" "defn-" "defmacro" "defmethod" "fn" "defrecord" "deftype")) @scope
(list_lit
  . (sym_lit name: (sym_name) @_word)
  (vec_lit) @bound
  (#any-of? @_word "defn" "defn-" "defmacro" "defmethod" "fn" "defrecord" "deftype"))
; Of several arities.
(list_lit
  . (sym_lit name: (sym_name) @_word)
  (list_lit . (vec_lit) @bound) @scope
  (#any-of? @_word "defn" "defn-" "defmacro" "defmethod" "fn"))
(list_lit . (sym_lit name: (sym_name) @_word) . (sym_lit name: (sym_name) @binding) (#eq? @_word "fn"))
; Of a protocol and of what has it.
(list_lit
  "(" . (sym_lit name: (sym_name) @_word)
  (list_lit . (sym_lit) (vec_lit) @bound) @scope
  (#any-of? @_word
    "defprotocol" "definterface" "defrecord" "deftype" "extend-type" "extend-protocol" "reify" "proxy"))
(list_lit
  "(" . (sym_lit name: (sym_name) @_word)
  (list_lit . (sym_lit name: (sym_name) @label) . (vec_lit))
  (#any-of? @_word "reify" "proxy"))
; What a pattern sets a name to that is missing.
(map_lit (kwd_lit name: (kwd_name) @_or) . (map_lit) @bound.not (#eq? @_or "or"))

(list_lit
  . (sym_lit name: (sym_name) @_word)
  (#any-of? @_word
    "let" "when-let" "if-let" "when-some" "if-some" "when-first" "for" "doseq" "loop" "go-loop" "dotimes" "with-open")) @scope
(list_lit
  . (sym_lit name: (sym_name) @_word)
  . (vec_lit) @bound.pairs
  (#any-of? @_word
    "let" "when-let" "if-let" "when-some" "if-some" "when-first" "for" "doseq" "loop" "go-loop" "dotimes" "with-open"))
(list_lit
  . (sym_lit name: (sym_name) @_word)
  . (vec_lit (kwd_lit name: (kwd_name) @_let) . (vec_lit) @bound.pairs)
  (#any-of? @_word "for" "doseq")
  (#eq? @_let "let"))
(list_lit
  . (sym_lit name: (sym_name) @_word)
  . (vec_lit) @pattern
  . (_)
  . (_) @apart
  (#any-of? @_word "if-let" "if-some"))
(list_lit . (sym_lit name: (sym_name) @_word) (#any-of? @_word "catch" "as->")) @scope
(list_lit
  . (sym_lit name: (sym_name) @_word)
  . (_)
  . (sym_lit name: (sym_name) @binding)
  (#any-of? @_word "catch" "as->"))
; (letfn [(f [x] …) (g [] (f 1))] (g))
(list_lit . (sym_lit name: (sym_name) @_word) (#eq? @_word "letfn")) @scope
(list_lit
  . (sym_lit name: (sym_name) @_word)
  . (vec_lit (list_lit . (sym_lit name: (sym_name) @binding)))
  (#eq? @_word "letfn"))
(list_lit
  . (sym_lit name: (sym_name) @_word)
  . (vec_lit (list_lit . (sym_lit) . (vec_lit) @bound))
  (#eq? @_word "letfn"))
; (:require [lib :rename {name alias}])
(vec_lit
  . (sym_lit) @module
  (kwd_lit name: (kwd_name) @_rename)
  . (map_lit (sym_lit name: (sym_name) @imported) . (sym_lit name: (sym_name) @alias))
  (#eq? @_rename "rename"))

; No block holds these names.

(list_lit
  . (sym_lit name: (sym_name) @_word)
  . (sym_lit name: (sym_name) @unscoped)
  (#match? @_word "^def"))

; Protocols, and what has them.

(list_lit
  . (sym_lit name: (sym_name) @_word)
  . (sym_lit name: (sym_name) @subtype)
  . (vec_lit)
  (sym_lit name: (sym_name) @supertype @inherit)
  (#any-of? @_word "defrecord" "deftype"))
(list_lit
  . (sym_lit name: (sym_name) @_word)
  . (sym_lit name: (sym_name) @subtype)
  (sym_lit name: (sym_name) @supertype @inherit)
  (#eq? @_word "extend-type"))
(list_lit
  . (sym_lit name: (sym_name) @_word)
  . (sym_lit name: (sym_name) @supertype @inherit)
  (sym_lit name: (sym_name) @subtype)
  (#eq? @_word "extend-protocol"))
(list_lit
  . (sym_lit name: (sym_name) @_word)
  . (sym_lit name: (sym_name) @subtype @supertype)
  (#eq? @_word "extend-protocol")) @body
(list_lit
  "(" . (sym_lit name: (sym_name) @_word)
  (sym_lit name: (sym_name) @subtype @supertype @inherit)
  (#eq? @_word "reify")) @body
(list_lit
  "(" . (sym_lit name: (sym_name) @_word)
  . (vec_lit (sym_lit name: (sym_name) @subtype @supertype @inherit))
  (#eq? @_word "proxy")) @body

; What is no code.

[(comment) (str_lit) (regex_lit)] @text
