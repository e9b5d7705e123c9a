; Names and what they are used for.

(sym_name) @use

(sym_lit namespace: (_) @path name: (sym_name) @name)
; Behind the bracket: `^{…} (f x)` begins with what is said of the call.
(list_lit "(" . (sym_lit name: (sym_name) @call))
(anon_fn_lit "(" . (sym_lit name: (sym_name) @call))
(sym_ns) @use

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

(list_lit . (sym_lit name: (sym_name) @_word) (#any-of? @_word "defn" "defn-" "defmacro" "defmethod" "fn")) @scope
(list_lit
  . (sym_lit name: (sym_name) @_word)
  (vec_lit (sym_lit name: (sym_name) @binding))
  (#any-of? @_word "defn" "defn-" "defmacro" "defmethod" "fn"))

(list_lit
  . (sym_lit name: (sym_name) @_word)
  (list_lit . (vec_lit (sym_lit name: (sym_name) @binding)))
  (#any-of? @_word "defn" "defn-" "defmacro" "fn"))
(list_lit
  . (sym_lit name: (sym_name) @_word)
  (vec_lit (map_lit (kwd_lit name: (kwd_name) @_keys) . (vec_lit (sym_lit name: (sym_name) @binding))))
  (#any-of? @_word "defn" "defn-" "defmacro" "defmethod" "fn" "let" "when-let" "if-let" "for" "doseq" "loop")
  (#any-of? @_keys "keys" "strs" "syms"))
(list_lit
  . (sym_lit name: (sym_name) @_word)
  (vec_lit (map_lit (kwd_lit name: (kwd_name) @_as) . (sym_lit name: (sym_name) @binding)))
  (#any-of? @_word "defn" "defn-" "defmacro" "defmethod" "fn" "let" "when-let" "if-let" "for" "doseq" "loop")
  (#eq? @_as "as"))
(list_lit
  . (sym_lit name: (sym_name) @_word)
  . (vec_lit . (sym_lit name: (sym_name) @binding))
  (#any-of? @_word "let" "when-let" "if-let" "when-some" "if-some" "for" "doseq" "loop" "dotimes" "with-open"))
(list_lit
  . (sym_lit name: (sym_name) @_word)
  (#any-of? @_word "let" "when-let" "if-let" "when-some" "if-some" "for" "doseq" "loop" "dotimes" "with-open")) @scope
; A value does not see the names that take it.
(list_lit
  . (sym_lit name: (sym_name) @_word)
  . (vec_lit (_) @pattern . (_) @apart)
  (#any-of? @_word "let" "when-let" "if-let" "when-some" "if-some" "for" "doseq" "loop" "dotimes" "with-open"))
(list_lit
  . (sym_lit name: (sym_name) @_word)
  . (vec_lit) @pattern
  . (_)
  . (_) @apart
  (#any-of? @_word "if-let" "if-some"))
; (letfn [(f [x] …) (g [] (f 1))] (g))
(list_lit . (sym_lit name: (sym_name) @_word) (#eq? @_word "letfn")) @scope
(list_lit
  . (sym_lit name: (sym_name) @_word)
  . (vec_lit (list_lit . (sym_lit name: (sym_name) @binding)))
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

; What is no code.

[(comment) (str_lit) (regex_lit)] @text
