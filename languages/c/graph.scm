; Names and what they are used for. C++ has a file of its own.

[(identifier) (type_identifier) (field_identifier)] @use

(field_expression argument: (_) @receiver field: (field_identifier) @name)

(call_expression function: [
  (identifier) @call
  (field_expression field: (field_identifier) @call)
  (parenthesized_expression [(identifier) @call (field_expression field: (field_identifier) @call)])
])
(type_identifier) @type
(assignment_expression left: [(identifier) @write (field_expression field: (_) @write)])
(update_expression argument: [(identifier) @write (field_expression field: (_) @write)])
(goto_statement label: (_) @label)
(labeled_statement label: (_) @label)
(field_designator (field_identifier) @write)

; Scopes and local names.

[(function_definition) (compound_statement) (for_statement)] @scope

; The names of what a prototype takes are its own.
(declaration declarator: (function_declarator parameters: (parameter_list) @scope))
(declaration declarator: (pointer_declarator declarator: (function_declarator parameters: (parameter_list) @scope)))
(field_declaration declarator: (function_declarator parameters: (parameter_list) @scope))
(field_declaration declarator: (pointer_declarator declarator: (function_declarator parameters: (parameter_list) @scope)))
(type_definition declarator: (function_declarator parameters: (parameter_list) @scope))

(parameter_declaration type: (_) @annotation declarator: (identifier) @binding)
(parameter_declaration type: (_) @annotation declarator: (pointer_declarator declarator: (identifier) @binding))
(parameter_declaration type: (_) @annotation
  declarator: (pointer_declarator declarator: (pointer_declarator declarator: (identifier) @binding)))
(parameter_declaration type: (_) @annotation declarator: (array_declarator declarator: (identifier) @binding))
(parameter_declaration type: (_) @annotation
  declarator: (pointer_declarator declarator: (array_declarator declarator: (identifier) @binding)))
(parameter_declaration declarator: (function_declarator
  declarator: (parenthesized_declarator (pointer_declarator declarator: (identifier) @binding))))
(declaration type: (_) @annotation declarator: (identifier) @binding)
(declaration type: (_) @annotation declarator: (pointer_declarator declarator: (identifier) @binding))
(declaration type: (_) @annotation
  declarator: (pointer_declarator declarator: (pointer_declarator declarator: (identifier) @binding)))
(declaration type: (_) @annotation declarator: (array_declarator declarator: (identifier) @binding))
(declaration type: (_) @annotation
  declarator: (array_declarator declarator: (array_declarator declarator: (identifier) @binding)))
(declaration type: (_) @annotation
  declarator: (pointer_declarator declarator: (array_declarator declarator: (identifier) @binding)))
(declaration type: (_) @annotation declarator: (init_declarator declarator: (identifier) @binding value: (_) @value))
(declaration type: (_) @annotation
  declarator: (init_declarator declarator: (pointer_declarator declarator: (identifier) @binding)))
(declaration type: (_) @annotation
  declarator: (init_declarator declarator: (pointer_declarator declarator: (pointer_declarator declarator: (identifier) @binding))))
(declaration type: (_) @annotation
  declarator: (init_declarator declarator: (array_declarator declarator: (identifier) @binding)))
(declaration type: (_) @annotation
  declarator: (init_declarator declarator: (array_declarator declarator: (array_declarator declarator: (identifier) @binding))))
(declaration type: (_) @annotation
  declarator: (init_declarator declarator: (pointer_declarator declarator: (array_declarator declarator: (identifier) @binding))))
(declaration declarator: (function_declarator
  declarator: (parenthesized_declarator (pointer_declarator declarator: (identifier) @binding))))

(field_declaration type: (_) @annotation declarator: (field_identifier) @field)
(field_declaration type: (_) @annotation declarator: (pointer_declarator declarator: (field_identifier) @field))
(field_declaration type: (_) @annotation
  declarator: (pointer_declarator declarator: (pointer_declarator declarator: (field_identifier) @field)))
(field_declaration type: (_) @annotation declarator: (array_declarator declarator: (field_identifier) @field))
(field_declaration type: (_) @annotation
  declarator: (array_declarator declarator: (array_declarator declarator: (field_identifier) @field)))
(field_declaration type: (_) @annotation
  declarator: (pointer_declarator declarator: (array_declarator declarator: (field_identifier) @field)))
(function_declarator parameters: (parameter_list) @parameters)
(function_definition type: (_) @returns)
(declaration type: (_) @returns declarator: [
  (function_declarator)
  (pointer_declarator declarator: (function_declarator))
])

(type_definition
  type: [(type_identifier) (struct_specifier name: (_)) (union_specifier name: (_)) (enum_specifier name: (_))] @meaning
  declarator: [
    (type_identifier) @aliased
    (pointer_declarator declarator: (type_identifier) @aliased)
    (array_declarator declarator: (type_identifier) @aliased)
  ])

; What a macro stands for.

(preproc_def value: (_) @macro.text)
(preproc_function_def value: (_) @macro.text)
(preproc_function_def) @scope
(preproc_params (identifier) @binding)

; Imports.

(preproc_include path: (_) @module) @wildcard

; What is no code.

[(comment) (string_literal) (char_literal) (system_lib_string)] @text
