; Names and what they are used for.

[(identifier) (type_identifier)] @use

(member_expression object: _ @receiver property: (identifier) @name)
(null_aware_member_expression object: (_) @receiver property: (identifier) @name)
(call_expression function: [
  (identifier) @call
  (member_expression property: (identifier) @call)
  (null_aware_member_expression property: (identifier) @call)
])
(cascade . (_) @receiver (cascade_section (cascade_call_expression property: (identifier) @name @call)))
(new_expression type: (type (type_identifier) @call .))
(assignment_expression left: (assignable_expression [(identifier) @write] .))
(label . (identifier) @label)
(type_identifier) @type
(superclass type: (type (type_identifier) @inherit))
(interfaces (type (type_identifier) @inherit))
(mixins (type (type_identifier) @inherit))
(annotation name: (identifier) @decorator)

; Scopes and local names.

[(function_declaration) (method_declaration) (function_expression) (block)] @scope
; The type parameters of a type are seen in its body.
(class_declaration type_parameters: (_)) @scope
[(class_body) (enum_body) (extension_body)] @scope.type

(formal_parameter (type) @annotation name: (identifier) @binding)
(formal_parameter name: (identifier) @binding)
(type_parameter name: (type_identifier) @binding @generic bound: (_)? @annotation)
(local_variable_declaration (initialized_variable_declaration (type)? @annotation name: (identifier) @binding value: (_)? @value))
(for_statement name: (identifier) @binding value: (_)? @element)
(catch_clause exception: (identifier) @binding)

(declaration (type) @annotation (initialized_identifier_list (initialized_identifier name: (identifier) @field)))
(function_signature (formal_parameter_list) @parameters)
(function_signature return_type: (_) @returns)

; Supertypes.

(class_declaration name: (_) @subtype superclass: (superclass type: (_) @supertype))
(class_declaration name: (_) @subtype superclass: (superclass (mixins (type) @supertype)))
(class_declaration name: (_) @subtype interfaces: (interfaces (type) @supertype))

; Imports.

(import_specification uri: (_) @module) @wildcard
(library_export uri: (_) @module) @wildcard
(combinator (identifier) @import.path)

(template_substitution (identifier_dollar_escaped) @use)

; What is no code.

[(comment) (documentation_comment) (string_literal)] @text
