; What an expression is a link of. The first pattern that matches a node counts.

(sym_name) @name
(sym_ns) @name
(nil_lit) @nothing
[(str_lit) (num_lit) (kwd_lit) (vec_lit) (map_lit) (set_lit)] @literal
