; Names and what they are used for.

[(atom) (var)] @use

(remote module: (remote_module module: (_) @path) fun: (call expr: (atom) @name))
(call expr: (atom) @call)
(macro_call_expr name: (_) @call)
(record_name name: (atom) @type)

; Types, in which names are written as calls, and the functions that they belong to.

(type_sig) @types
(type_alias ty: (_) @types)
(opaque ty: (_) @types)
(field_type expr: (_) @types)
(spec fun: (atom) @declared)

; Scopes and local names.

[(function_clause) (fun_clause)] @scope
(function_clause args: (expr_args (var) @binding))
(fun_clause args: (expr_args (var) @binding))

; What is no code.

[(comment) (string)] @text
