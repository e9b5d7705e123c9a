; What an expression is a link of. The first pattern that matches a node counts.

[(class_variable) (constant) (identifier) (instance_variable) (self) (super)] @name
; Reached only where a string names a class.
(string_content) @name
(nil) @nothing
[(float) (integer) (regex) (string)] @literal
(array) @listed
(hash) @mapped
(pair value: (_) @same)

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
; Sorbet: values that are said to be of a type, or to be there, and its types.
(call
  receiver: (constant) @_t
  method: (identifier) @_let
  arguments: (argument_list . (_) . (_) @cast .)
  (#eq? @_t "T") (#any-of? @_let "assert_type!" "cast" "let"))
(call
  receiver: (constant) @_t
  method: (identifier) @_must
  arguments: (argument_list . (_) @same .)
  (#eq? @_t "T") (#any-of? @_must "must" "must_because" "unsafe"))
(call
  receiver: (constant) @_t
  method: (identifier) @_nilable
  arguments: (argument_list . (_) @type.same .)
  (#eq? @_t "T") (#eq? @_nilable "nilable"))
(call
  receiver: (constant) @_t
  method: (identifier) @_any
  arguments: (argument_list) @type.several
  (#eq? @_t "T") (#any-of? @_any "all" "any"))
(element_reference object: (_) @element @type.applied) @type.arguments
(scope_resolution scope: (constant) @_t name: (_) @same (#eq? @_t "T"))
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
