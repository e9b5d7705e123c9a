; Definitions, and what belongs to them.

(comment) @comment
(spec) @decorator

(module_attribute name: (atom) @name) @definition.module
(fun_decl clause: (function_clause name: (atom) @name body: (clause_body) @body)) @definition.function
(pp_define lhs: (macro_lhs name: (_) @name)) @definition.macro
(record_decl name: (atom) @name) @definition.struct
(record_decl fields: (record_field name: (atom) @name) @definition.field)
(type_alias name: (type_name name: (atom) @name)) @definition.type
(opaque name: (type_name name: (atom) @name)) @definition.type
(callback fun: (atom) @name) @definition.method

(export_attribute funs: (fa fun: (atom) @exported))
(export_type_attribute types: (fa fun: (atom) @exported))

; Of EUnit.
(fun_decl clause: (function_clause name: (atom) @_name) (#match? @_name "_test_?$")) @test
