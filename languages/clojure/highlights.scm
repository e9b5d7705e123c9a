; Colours for a terminal.

(comment) @comment
[(str_lit) (regex_lit)] @string
[(num_lit) (char_lit)] @number
[(kwd_lit) (nil_lit) (bool_lit)] @constant
(list_lit . (sym_lit name: (sym_name) @function))
(list_lit . (sym_lit name: (sym_name) @keyword (#match? @keyword "^(def|ns$|let$|if|when|cond|fn$|do$|loop$|for$)")))
