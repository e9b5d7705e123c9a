; What an expression is a link of. The first pattern that matches a node counts.

[(atom) (var)] @name
[(integer) (float) (string) (list) (tuple) (binary)] @literal

(remote_module module: (_) @same)
(remote module: (_) @of fun: (_) @member)
(call expr: (_) @call)
(paren_expr expr: (_) @same)
