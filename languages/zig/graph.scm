; Names and what they are used for.

(identifier) @use

(field_expression object: (_) @receiver member: (identifier) @name)
; The type is that of its place: `.plain`, `.{ .field = value }`.
(field_expression . "." @receiver . member: (identifier) @name)
(error_type "." @receiver . (identifier) @name)
(struct_initializer
  . (_) @path
  (initializer_list (assignment_expression left: (field_expression . "." . member: (identifier) @name))))
(variable_declaration
  type: (_) @path
  (anonymous_struct_initializer
    (initializer_list (assignment_expression left: (field_expression . "." . member: (identifier) @name)))))
(function_declaration
  type: [(identifier) (field_expression) (call_expression)] @path
  body: (block (expression_statement (return_expression (anonymous_struct_initializer
    (initializer_list (assignment_expression left: (field_expression . "." . member: (identifier) @name))))))))
(function_declaration
  type: (error_union_type ok: [(identifier) (field_expression) (call_expression)] @path)
  body: (block (expression_statement (return_expression (anonymous_struct_initializer
    (initializer_list (assignment_expression left: (field_expression . "." . member: (identifier) @name))))))))

(call_expression function: [(identifier) @call (field_expression member: (identifier) @call)])
(assignment_expression left: (field_expression member: (identifier) @write))
(variable_declaration . (field_expression member: (identifier) @write))
; Types are written with a capital, and stand where values do.
((identifier) @type (#match? @type "^[A-Z]"))
(parameter type: (identifier) @type)
(block_label (identifier) @label)
(break_label (identifier) @label)

; Scopes and local names.

[
  (function_declaration)
  (function_signature)
  (block)
  (if_statement)
  (if_expression)
  (if_type_expression)
  (else_clause)
  (for_statement)
  (for_expression)
  (while_statement)
  (while_expression)
  (switch_case)
  (catch_expression)
  (errdefer_statement)
] @scope
[(struct_declaration) (union_declaration) (enum_declaration) (opaque_declaration)] @scope.type

(parameter name: (identifier) @binding type: (_) @annotation)
(parameter name: (identifier) @binding @generic type: (builtin_type) @_type (#eq? @_type "type"))
(variable_declaration ["const" "var"] . (identifier) @binding type: (_)? @annotation)
(variable_declaration ["const" "var"] . (identifier) @binding "=" . (_) @value)
(if_statement condition: (_) @value (payload . (identifier) @binding))
(if_expression condition: (_) @value (payload . (identifier) @binding))
(while_statement condition: (_) @value (payload . (identifier) @binding))
(while_expression condition: (_) @value (payload . (identifier) @binding))
(for_statement . (_) @element (payload . (identifier) @binding))
(for_expression . (_) @element (payload . (identifier) @binding))
(payload (identifier) @binding)
[
  (if_statement condition: (_) @apart (payload) @pattern)
  (if_expression condition: (_) @apart (payload) @pattern)
  (while_statement condition: (_) @apart (payload) @pattern)
  (while_expression condition: (_) @apart (payload) @pattern)
]

(container_field name: (identifier) @field type: (_) @annotation)
(function_declaration (parameters) @parameters)
(function_declaration type: (_) @returns (#not-any-of? @returns "type" "anytype"))
(function_declaration
  name: (identifier) @producer
  type: (builtin_type) @_type
  body: (block (expression_statement (return_expression (_) @result)))
  (#eq? @_type "type"))

; Imports.

(variable_declaration
  . (identifier) @alias
  "="
  . (builtin_function (builtin_identifier) @_import (arguments . (string (string_content) @module) .))
  (#eq? @_import "@import"))
(variable_declaration
  . (identifier) @alias
  "="
  . (field_expression
    object: (builtin_function (builtin_identifier) @_import (arguments . (string (string_content) @module) .))
    member: (identifier) @imported)
  (#eq? @_import "@import"))
(using_namespace_declaration
  (builtin_function (builtin_identifier) @_import (arguments . (string (string_content) @module) .))
  (#eq? @_import "@import")) @wildcard
(using_namespace_declaration [(identifier) (field_expression) (call_expression)] @module) @wildcard

; What is no code.

[(comment) (string) (multiline_string)] @text
