; Names and what they are used for.

(sym_name) @use

(sym_lit namespace: (_) @path name: (sym_name) @name)
(list_lit . (sym_lit name: (sym_name) @call))

; Scopes and local names.

(list_lit . (sym_lit name: (sym_name) @_word) (#any-of? @_word "defn" "defn-" "defmacro" "defmethod" "fn")) @scope
(list_lit
  . (sym_lit name: (sym_name) @_word)
  (vec_lit (sym_lit name: (sym_name) @binding))
  (#any-of? @_word "defn" "defn-" "defmacro" "defmethod" "fn"))

; What is no code.

[(comment) (str_lit) (regex_lit)] @text
