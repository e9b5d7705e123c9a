; Definitions, and what belongs to them.

(comment) @comment

(message (message_name) @name (message_body) @body) @definition.struct
(enum (enum_name) @name (enum_body) @body) @definition.enum
(enum_field (identifier) @name) @definition.constant
(service (service_name) @name "{" @body) @definition.interface
(rpc (rpc_name) @name) @definition.method
(extend (full_ident) @name (message_body) @body) @definition.impl
(field (identifier) @name) @definition.field
(map_field (identifier) @name) @definition.field
(oneof_field (identifier) @name) @definition.field
