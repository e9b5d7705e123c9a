; Definitions, and what belongs to them.

(comment) @comment

(contract_declaration name: (_) @name) @definition.class
(interface_declaration name: (_) @name) @definition.interface
(library_declaration name: (_) @name) @definition.class
(struct_declaration name: (_) @name) @definition.struct
(struct_member name: (_) @name) @definition.field
(enum_declaration name: (_) @name) @definition.enum
(enum_value) @definition.constant @name
(event_definition name: (_) @name) @definition.type
(error_declaration name: (_) @name) @definition.type
(user_defined_type_definition name: (_) @name) @definition.type
(function_definition name: (_) @name) @definition.function
(modifier_definition name: (_) @name) @definition.function
(constructor_definition "constructor" @name) @definition.constructor
(fallback_receive_definition ["receive" "fallback"] @name) @definition.method
(state_variable_declaration name: (_) @name) @definition.field
(constant_variable_declaration name: (_) @name) @definition.constant
