; What an expression is a link of. The first pattern that matches a node counts.

[(bareword) (package) (varname)] @name
[(string_literal) (interpolated_string_literal) (number)] @literal

(scalar (varname) @same)
(method_call_expression invocant: (_) @of method: (_) @method)
(function_call_expression function: (_) @call)
