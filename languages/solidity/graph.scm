; Names and what they are used for.

(identifier) @use

(member_expression object: (_) @receiver property: (identifier) @name)
(user_defined_type (identifier) @path . (identifier) @name .)
(call_expression function: (expression [(identifier) @call (member_expression property: (identifier) @call)])) @passed
(user_defined_type (identifier) @type .)
(inheritance_specifier ancestor: (user_defined_type (identifier) @inherit .))
(modifier_invocation . (identifier) @call)
(call_expression
  function: (expression
    (struct_expression
      type: (expression [(identifier) @call (member_expression property: (identifier) @call)])))) @passed
; Arguments by names: `pay({to: a, amount: 1})`.
(call_expression (call_argument (call_struct_argument))) @uncounted
(emit_statement name: (expression [(identifier) @call (member_expression property: (identifier) @call)]))
(revert_statement error: (expression [(identifier) @call (member_expression property: (identifier) @call)]))

; Scopes and local names.

[(function_definition) (modifier_definition) (constructor_definition) (block_statement) (for_statement)] @scope
[(event_definition) (error_declaration) (catch_clause)] @scope
[(type_name key_identifier: (_)) (type_name value_identifier: (_))] @scope
(contract_body) @scope.type

(parameter type: (_) @annotation name: (identifier) @binding)
(event_parameter type: (_) @annotation name: (identifier) @binding)
(error_parameter type: (_) @annotation name: (identifier) @binding)
(type_name key_identifier: (identifier) @binding)
(type_name value_identifier: (identifier) @binding)
(variable_declaration type: (_) @annotation name: (identifier) @binding)
(state_variable_declaration type: (_) @annotation name: (identifier) @field)

(function_definition return_type: (_) @returns)

; How many arguments a function takes. What one of a library is applied to is its first.
(function_definition name: (_) @callable (parameter)? @parameter)
(library_declaration body: (contract_body (function_definition name: (_) @callable "(" . (parameter) @optional)))

; Supertypes.

(contract_declaration name: (_) @subtype (inheritance_specifier ancestor: (_) @supertype))
(interface_declaration name: (_) @subtype (inheritance_specifier ancestor: (_) @supertype))

; Imports.

(import_directive source: (_) @module) @wildcard

(import_directive import_name: (identifier) @imported . alias: (identifier) @alias source: (_) @module)
(import_directive import_name: (identifier) @imported . "as" . alias: (identifier) @alias source: (_) @module)

; What is no code.

[(comment) (string)] @text
