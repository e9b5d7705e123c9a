; Names and what they are used for.

[(identifier) (type_identifier)] @use

(field_access object: (_) @receiver field: (identifier) @name)
(method_invocation function: [(identifier) @call (field_access field: (identifier) @call)])
; A call without parentheses: the grammar reads the arguments of a member's as another statement.
(command_chain receiver: [(identifier) @call (field_access field: (identifier) @call)])
(expression_statement . (field_access field: (identifier) @call) .)
; f x, where the grammar reads the argument as another statement.
[
  (block (expression_statement . (identifier) @call .) . (expression_statement . (identifier) .))
  (closure (expression_statement . (identifier) @call .) . (expression_statement . (identifier) .))
  (source_file (expression_statement . (identifier) @call .) . (expression_statement . (identifier) .))
]
(object_creation_expression type: (type_identifier) @call arguments: (_)? @passed @uncounted)
(type_identifier) @type
(superclass (type_identifier) @inherit)
(super_interfaces (type_identifier) @inherit)
(named_argument key: (identifier) @label.argument)

; Of another constructor.
(method_invocation function: (identifier) @call.own arguments: (_) @passed (#eq? @call.own "this"))
(method_invocation function: (identifier) @call.super arguments: (_) @passed (#eq? @call.super "super"))

; Scopes and local names.

[(method_declaration) (constructor_declaration) (closure) (block)] @scope
[(class_body) (enum_body)] @scope.type
; The body of an anonymous class.
(closure (method_declaration)) @scope.type
(formal_parameter name: (identifier) @binding)

; Imports that rename.

(import_declaration name: (_) @module alias: (identifier) @alias)

; Supertypes.

(class_declaration name: (_) @subtype (superclass (_) @supertype))
(class_declaration name: (_) @subtype (super_interfaces (_) @supertype))

(gstring_dollar_interpolation) @interpolated

; What is no code.

[(line_comment) (block_comment) (groovydoc_comment) (string_literal)] @text
