; What an expression is a link of. The first pattern that matches a node counts.

[(constant) (identifier) (self) (super)] @name
(nil) @nothing
[(array) (float) (integer) (regex) (string)] @literal

(call receiver: (_) @new method: (_) @_new (#eq? @_new "new"))
(call receiver: (_) @of method: (_) @method)
(call !receiver method: (_) @call)
(scope_resolution scope: (_) @of name: (_) @member)
(scope_resolution !scope name: (_) @same)
