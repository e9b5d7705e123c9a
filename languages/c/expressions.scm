; What an expression or a type is a link of. The first pattern that matches a node counts.

((primitive_type) @type.other (#eq? @type.other "void"))
[(identifier) (type_identifier) (field_identifier) (primitive_type)] @name
(null) @nothing
[(char_literal) (concatenated_string) (initializer_list) (number_literal) (string_literal)] @literal

(field_expression argument: (_) @of field: (_) @member)
(call_expression function: (_) @call)
(subscript_expression argument: (_) @element)
(compound_literal_expression type: (_) @new)
(cast_expression type: (_) @cast)
(conditional_expression consequence: (_) @either alternative: (_) @or)
(pointer_expression argument: (_) @same)
(assignment_expression left: (_) @same)
(update_expression argument: (_) @same)
(parenthesized_expression . (_) @same @type.same)

; Types.

[
  (enum_specifier name: (_) @type.same)
  (parameter_declaration type: (_) @type.same)
  (struct_specifier name: (_) @type.same)
  (type_descriptor type: (_) @type.same)
  (union_specifier name: (_) @type.same)
]
[(struct_specifier !name) (union_specifier !name)] @type.object @type.open
(parameter_list) @type.tuple
