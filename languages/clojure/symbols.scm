; Definitions, and what belongs to them. A form defines when its first word says so.

(comment) @comment

(list_lit
  . (sym_lit name: (sym_name) @_word)
  . (sym_lit name: (sym_name) @name)
  . (_)? @value
  (#match? @_word "^def")) @definition.variable
(list_lit . (sym_lit name: (sym_name) @_word) . (sym_lit name: (sym_name) @name) (#eq? @_word "ns")) @definition.module
(list_lit
  . (sym_lit name: (sym_name) @_word)
  . (sym_lit name: (sym_name) @name)
  (vec_lit)
  . (_)? @body
  (#any-of? @_word "defn" "defn-" "defmethod")) @definition.function
(list_lit
  . (sym_lit name: (sym_name) @_word)
  . (sym_lit name: (sym_name) @name)
  (list_lit)? @body
  (#any-of? @_word "defn" "defn-" "defmulti")) @definition.function
(list_lit
  . (sym_lit name: (sym_name) @_word)
  . (sym_lit name: (sym_name) @name)
  (vec_lit)
  . (_)? @body
  (#eq? @_word "defmacro")) @definition.macro
(list_lit
  . (sym_lit name: (sym_name) @_word)
  . (sym_lit name: (sym_name) @name)
  (list_lit)? @body
  (#any-of? @_word "defprotocol" "definterface")) @definition.interface
(list_lit
  . (sym_lit name: (sym_name) @_word)
  . (sym_lit name: (sym_name) @name)
  . (vec_lit)
  . (_)? @body
  (#any-of? @_word "defrecord" "deftype")) @definition.class
(list_lit
  . (sym_lit name: (sym_name) @_word)
  (list_lit . (sym_lit name: (sym_name) @name) . (vec_lit) . (_)? @body) @definition.method
  (#any-of? @_word "defprotocol" "definterface" "defrecord" "deftype" "extend-type" "extend-protocol"))
(list_lit
  . (sym_lit name: (sym_name) @_word)
  . (sym_lit name: (sym_name) @name)
  . (_)? @body
  (#any-of? @_word "deftest" "defspec")) @definition.test

; Documentation is no part of a signature.
(list_lit . (sym_lit name: (sym_name) @_word) . (sym_lit) . (str_lit) @comment (#match? @_word "^def(n|macro|protocol)"))
(list_lit
  . (sym_lit name: (sym_name) @_word)
  . (sym_lit name: (sym_name) @name)
  . (str_lit) @docstring
  (#any-of? @_word "defn" "defn-")) @definition.function
(list_lit
  . (sym_lit name: (sym_name) @_word)
  . (sym_lit name: (sym_name) @name)
  . (str_lit) @docstring
  (#eq? @_word "defmacro")) @definition.macro
(list_lit
  . (sym_lit name: (sym_name) @_word)
  . (sym_lit name: (sym_name) @name)
  . (str_lit) @docstring
  (#eq? @_word "defprotocol")) @definition.interface
