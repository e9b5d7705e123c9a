; What an expression or a type is a link of. The first pattern that matches a node counts.

[(constructor_name) (identifier) (label) (type_identifier)] @name
[(bit_string) (float) (integer) (list) (string) (tuple)] @literal

(field_access record: (_) @of field: (_) @member)
(remote_constructor_name module: (_) @of name: (_) @member)
(remote_type_identifier module: (_) @of name: (_) @member)
(function_call function: (_) @call)
(record name: (_) @new)
(record_update constructor: (_) @new)
; `value |> f` and `value |> f(1)` are calls of `f`.
(binary_expression operator: "|>" right: [(identifier) (field_access)] @call)
(binary_expression operator: "|>" right: (function_call) @same)
(block (_) @same .)

; Types.

(type name: (_) @same @type.applied arguments: (_) @type.arguments)
(type name: (_) @same @type.same)
(type_argument (_) @type.same)
(tuple_type) @type.tuple
