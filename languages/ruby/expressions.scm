; What an expression is a link of. The first pattern that matches a node counts.

[(class_variable) (constant) (identifier) (instance_variable) (self) (super)] @name
(nil) @nothing
[(array) (float) (integer) (regex) (string)] @literal

(call receiver: (_) @new method: (_) @_new (#eq? @_new "new"))
(call receiver: (_) @of method: (_) @method)
(call !receiver method: (_) @call)
(scope_resolution scope: (_) @of name: (_) @member)
(scope_resolution !scope name: (_) @same)
(conditional consequence: (_) @either alternative: (_) @or)
(binary left: (_) @either operator: ["||" "or"] right: (_) @or)
(binary operator: ["&&" "and"] right: (_) @same)
(parenthesized_statements . (_) @same .)
; The value of an assignment is what is assigned.
[(assignment right: (_) @same) (operator_assignment right: (_) @same)]
