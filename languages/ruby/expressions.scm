; What an expression is a link of. The first pattern that matches a node counts.

[(class_variable) (constant) (identifier) (instance_variable) (self) (super)] @name
; Reached only where a string names a class.
(string_content) @name
(nil) @nothing
[(array) (float) (integer) (regex) (string)] @literal

(call receiver: (_) @new method: (_) @_new (#any-of? @_new "new" "any_instance"))
; A double of RSpec is a value of the class that it stands in for, and an expectation is one of what it
; is written for.
(call !receiver method: (_) @_double arguments: (argument_list . [(constant) (identifier) (scope_resolution)] @new)
  (#any-of? @_double "allow_any_instance_of" "expect_any_instance_of" "instance_double" "instance_spy"))
(call !receiver method: (_) @_double arguments: (argument_list . (string . (string_content) @new .))
  (#any-of? @_double "instance_double" "instance_spy"))
(call !receiver method: (_) @_double arguments: (argument_list . [(constant) (identifier) (scope_resolution)] @same)
  (#any-of? @_double "allow" "class_double" "class_spy" "expect" "object_double"))
(call !receiver method: (_) @_double arguments: (argument_list . (_) @same .) (#any-of? @_double "allow" "expect"))
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
