; Names and what they are used for.

(identifier) @use

(field_expression object: (_) @receiver member: (identifier) @name)
; The type is that of its place: `.plain`, `.{ .field = value }`.
(field_expression . "." @receiver . member: (identifier) @name)
(call_expression function: [(identifier) @call (field_expression member: (identifier) @call)])
(parameter type: (identifier) @type)

; Scopes and local names.

[(function_declaration) (block)] @scope
(struct_declaration) @scope.type

(parameter name: (identifier) @binding)
(block (variable_declaration . (identifier) @binding))
(source_file (variable_declaration . (identifier) @binding))
(variable_declaration . (identifier) @binding "=" . (field_expression) @value)
(payload (identifier) @binding)

; A name that stands for one of another file.
(variable_declaration
  (identifier) @alias
  (field_expression
    object: (builtin_function (builtin_identifier) @_import (arguments (string (string_content) @module)))
    member: (identifier) @imported .)
  (#eq? @_import "@import"))

; What is no code.

[(comment) (string) (multiline_string)] @text
