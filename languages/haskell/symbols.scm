; Definitions, and what belongs to them. A function's type comes before its equations, each of which is a place of it.

[(comment) (haddock)] @comment

(header module: (module) @name) @definition.module
(data_type name: (_) @name constructors: (_)? @body) @definition.enum
(newtype name: (_) @name constructor: (_) @body) @definition.struct
(type_synonym name: (_) @name) @definition.type
(type_family name: (_) @name) @definition.type
(class name: (_) @name declarations: (_)? @body) @definition.interface
(instance name: (_) @container patterns: (type_patterns . (_) @name) declarations: (_)? @body) @definition.impl
(deriving_instance name: (_) @container patterns: (type_patterns . (_) @name)) @definition.impl
(data_constructor constructor: (prefix name: (_) @name)) @definition.constant
(data_constructor constructor: (record name: (_) @name fields: (_) @body)) @definition.constant
(pattern_synonym (signature synonym: (_) @name)) @definition.constant
(pattern_synonym (equation synonym: [
  (constructor) @name
  (record constructor: (constructor) @name)
  (apply function: (constructor) @name)
  (apply function: (apply function: (constructor) @name))
  (apply function: (apply function: (apply function: (constructor) @name)))
  (apply function: (apply function: (apply function: (apply function: (constructor) @name))))
  (apply function: (apply function: (apply function: (apply function: (apply function: (constructor) @name)))))
  (apply function: (apply function: (apply function: (apply function: (apply function: (apply function: (constructor) @name))))))
  (infix operator: (_) @name)
])) @definition.constant
(foreign_import signature: (signature name: (_) @name)) @definition.function
(newtype_constructor name: (_) @name) @definition.constant
(gadt_constructor name: (_) @name) @definition.constant
(field name: (field_name (variable) @name)) @definition.field
(signature name: [(variable) @name (prefix_id (operator) @name)]) @definition.function
(declarations (function name: [(variable) @name (prefix_id (operator) @name)] match: (_) @body) @definition.function)
(declarations (function (infix operator: [(operator) @name (infix_id (variable) @name)]) match: (_) @body) @definition.function)
(declarations (bind name: [(variable) @name (prefix_id (operator) @name)] match: (_) @body) @definition.function)
(instance_declarations (function name: [(variable) @name (prefix_id (operator) @name)] match: (_) @body) @definition.method)
(instance_declarations (function (infix operator: [(operator) @name (infix_id (variable) @name)]) match: (_) @body) @definition.method)
(instance_declarations (bind name: [(variable) @name (prefix_id (operator) @name)] match: (_) @body) @definition.method)
(local_binds (signature) @ignored)
