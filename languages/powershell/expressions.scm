; What an expression or a type is a link of. The first pattern that matches a node counts.

[(variable) (simple_name) (type_identifier)] @name
[(hash_literal_expression) (integer_literal) (real_literal) (script_block_expression) (string_literal)] @literal

(invokation_expression
  . (type_literal) @new
  . (member_name (simple_name) @_new)
  (#match? @_new "^[Nn][Ee][Ww]$"))
(invokation_expression . (_) @of . (member_name (simple_name) @method))
(member_access . (_) @of . (member_name (simple_name) @member))
(cast_expression (type_literal) @cast)

; New-Object Name
(command
  command_name: (command_name) @_new
  command_elements: (command_elements . (command_argument_sep) . (generic_token) @new)
  (#match? @_new "^(?i:new-object)$"))
(generic_token) @name

; Each level of precedence is a node of its own.
[
  (additive_expression . (_) @same .)
  (array_literal_expression . (_) @same .)
  (bitwise_expression . (_) @same .)
  (comparison_expression . (_) @same .)
  (expression_with_unary_operator . (cast_expression) @same .)
  (format_expression . (_) @same .)
  (logical_expression . (_) @same .)
  (multiplicative_expression . (_) @same .)
  (parenthesized_expression . (_) @same .)
  (pipeline . (_) @same .)
  (pipeline_chain . (_) @same .)
  (range_expression . (_) @same .)
  (unary_expression . (_) @same .)
]

; Types.

(type_literal (type_spec) @same)
(type_spec (type_name) @same)
(type_name (type_identifier) @same .)
