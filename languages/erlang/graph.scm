; Names and what they are used for.

[(atom) (var)] @use

(remote module: (remote_module module: (_) @path) fun: (call expr: (atom) @name))
(external_fun module: (module name: (_) @path) fun: (atom) @name)
(call expr: (atom) @call)
(macro_call_expr name: (_) @call)
; Macros that the language defines.
(macro_call_expr
  name: (var) @label
  (#any-of? @label "MODULE" "MODULE_STRING" "FILE" "LINE" "MACHINE" "FUNCTION_NAME" "FUNCTION_ARITY" "OTP_RELEASE"))
(record_name name: (atom) @type)
(export_type_attribute types: (fa fun: (atom) @type))

; Fields of records, which are members of the record that is named beside them, and keys of maps.

(record_expr name: (record_name name: (_) @path) fields: (record_field name: (atom) @name))
(record_update_expr name: (record_name name: (_) @path) fields: (record_field name: (atom) @name))
(record_field_expr name: (record_name name: (_) @path) field: (record_field_name name: (atom) @name))
(record_index_expr name: (record_name name: (_) @path) field: (record_field_name name: (atom) @name))
(map_field key: (atom) @label)

; Types, in which names are written as calls, and the functions that they belong to.

(type_sig) @types
(type_alias ty: (_) @types)
(opaque ty: (_) @types)
[(field_type) (type_guards)] @types
(spec fun: (atom) @declared)

; Scopes and local names.

[(function_clause) (fun_clause)] @scope
(function_clause args: (expr_args (var) @binding))
(fun_clause args: (expr_args (var) @binding))

; Behaviours, and the modules that have them.

(source_file
  (module_attribute name: (atom) @subtype)
  (behaviour_attribute name: (atom) @supertype @inherit))

; What is no code.

[(comment) (string)] @text
((atom) @text (#match? @text "^'[^']* "))
