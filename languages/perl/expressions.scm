; What an expression is a link of. The first pattern that matches a node counts.

[(bareword) (package) (varname)] @name
[(string_literal) (interpolated_string_literal) (number)] @literal

; The package around, and what a method is called on.
((func0op_call_expression) @name (#eq? @name "__PACKAGE__"))
((func1op_call_expression) @name (#eq? @name "shift"))
((array) @around (#eq? @around "@_"))
; A new value, which is of the package that makes it, unless a string names another one.
((method_call_expression method: (method) @_new) @around (#eq? @_new "SUPER::new"))
((ambiguous_function_call_expression function: (function) @_bless) @around
  (#eq? @_bless "bless") (#not-match? @around "['\"]"))

(scalar (varname) @same)
(method_call_expression invocant: (_) @of method: (_) @method)
(function_call_expression function: (_) @call)
