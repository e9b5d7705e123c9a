; What an expression is a link of. The first pattern that matches a node counts.

[(variable) (constructor) (name) (module_id)] @name
(literal) @literal

(module . (_) @same)
(qualified module: (_) @of id: (_) @member)
(apply function: (_) @call)
(parens . (_) @same)
