; What an expression is a link of. The first pattern that matches a node counts.

[(identifier) (alias)] @name
(nil) @nothing
[(float) (integer) (list) (string)] @literal

(call target: (_) @call)
