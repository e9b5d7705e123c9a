; Names and what they are used for.

[(identifier) (type_identifier) (field_identifier) (package_identifier)] @use
(package_clause (package_identifier) @label)

(selector_expression operand: (_) @receiver field: (field_identifier) @name)
(qualified_type package: (_) @path name: (type_identifier) @name)

(call_expression function: [
  (identifier) @call
  (selector_expression field: (field_identifier) @call)
  (parenthesized_expression [(identifier) @call (selector_expression field: (field_identifier) @call)])
  (type_instantiation_expression . [(type_identifier) (identifier)] @call)
  (index_expression operand: [(identifier) @call (selector_expression field: (field_identifier) @call)])
])
(call_expression
  function: [(identifier) @call (selector_expression field: (field_identifier) @call)]
  arguments: (_) @passed)
; Several results of another call, and the values of a slice.
(argument_list . [(call_expression) (parenthesized_expression)] .) @uncounted
(argument_list (variadic_argument)) @uncounted
(type_conversion_expression type: (generic_type type: [(type_identifier) @call (qualified_type name: (_) @call)]))
(type_identifier) @type
(assignment_statement left: (expression_list [(identifier) @write (selector_expression field: (_) @write)]))
(inc_statement [(identifier) @write (selector_expression field: (_) @write)])
(dec_statement [(identifier) @write (selector_expression field: (_) @write)])
(keyed_element . (literal_element (identifier) @write))
; The keys of a literal are fields of its type, also where the elements of a list leave it out.
(composite_literal
  type: [(type_identifier) (qualified_type) (generic_type)] @path
  body: (literal_value (keyed_element . (literal_element (identifier) @name))))
(composite_literal
  type: [
    (slice_type element: [(type_identifier) (qualified_type) (generic_type)] @path)
    (slice_type element: (pointer_type [(type_identifier) (qualified_type) (generic_type)] @path))
    (array_type element: [(type_identifier) (qualified_type) (generic_type)] @path)
    (array_type element: (pointer_type [(type_identifier) (qualified_type) (generic_type)] @path))
    (implicit_length_array_type element: [(type_identifier) (qualified_type) (generic_type)] @path)
  ]
  body: (literal_value
    (literal_element (literal_value (keyed_element . (literal_element (identifier) @name))))))
(composite_literal
  type: [
    (map_type value: [(type_identifier) (qualified_type) (generic_type)] @path)
    (map_type value: (pointer_type [(type_identifier) (qualified_type) (generic_type)] @path))
  ]
  body: (literal_value (keyed_element
    (literal_element (literal_value (keyed_element . (literal_element (identifier) @name)))))))

; Scopes and local names.

[
  (function_declaration)
  (method_declaration)
  (func_literal)
  (block)
  (if_statement)
  (for_statement)
  (expression_switch_statement)
  (type_switch_statement)
  (expression_case)
  (type_case)
  (default_case)
  (communication_case)
] @scope
[(type_spec type_parameters: (_)) (type_alias type_parameters: (_))] @scope

(parameter_declaration name: (identifier) @binding type: (_) @annotation)
(variadic_parameter_declaration name: (identifier) @binding) @annotation
(short_var_declaration left: (expression_list . (identifier) @binding) right: (expression_list . (_) @value))
(short_var_declaration left: (expression_list (identifier) @binding))
; One of several results.
(short_var_declaration
  left: (expression_list (identifier) @binding @place)
  right: (expression_list . (call_expression) @parts .))
(var_spec name: (identifier) @binding @place !type value: (expression_list . (call_expression) @parts .))
(short_var_declaration
  left: (expression_list . (_) . (identifier) @binding)
  right: (expression_list . (_) . (_) @value))
; The type of a literal, and of what is made.
(short_var_declaration
  left: (expression_list . (identifier) @binding)
  right: (expression_list . (composite_literal type: (_) @annotation)))
(short_var_declaration
  left: (expression_list . (identifier) @binding)
  right: (expression_list . (unary_expression operand: (composite_literal type: (_) @annotation))))
(var_spec . name: (identifier) @binding !type value: (expression_list . (composite_literal type: (_) @annotation)))
(var_spec
  . name: (identifier) @binding
  !type
  value: (expression_list . (unary_expression operand: (composite_literal type: (_) @annotation))))
(var_spec . name: (identifier) @binding type: (_)? @annotation value: (expression_list . (_) @value)?)
(var_spec
  . name: (identifier)
  . name: (identifier) @binding
  type: (_)? @annotation
  value: (expression_list . (_) . (_) @value))
(var_spec name: (identifier) @binding type: (_)? @annotation)
(const_spec name: (identifier) @binding)
(range_clause left: (expression_list . (identifier) @binding) right: (_) @keys)
(range_clause left: (expression_list (identifier) . (identifier) @binding .) right: (_) @element)
(range_clause left: (expression_list (identifier) @binding))
(range_clause left: (_) @pattern right: (_) @apart)
(short_var_declaration left: (_) @pattern right: (_) @apart)
(var_spec name: (_) @pattern value: (_) @apart)
(type_switch_statement alias: (_) @pattern value: (_) @apart)
(type_switch_statement alias: (expression_list (identifier) @binding))
(type_switch_statement
  alias: (expression_list (identifier) @binding)
  (type_case . "case" . type: (_) @annotation . ":") @within)
(receive_statement left: (expression_list . (identifier) @binding) right: (_) @value)
(receive_statement left: (expression_list (identifier) @binding))
; Parameters hold in the body alone: `func open(fs fs.FS, name string) fs.File`.
[
  (function_declaration parameters: (_) @pattern @apart)
  (method_declaration parameters: (_) @pattern @apart)
  (func_literal parameters: (_) @pattern @apart)
]
[
  (function_declaration parameters: (_) @pattern result: (_) @apart)
  (method_declaration parameters: (_) @pattern result: (_) @apart)
  (func_literal parameters: (_) @pattern result: (_) @apart)
]
; So does a receiver, which may have the name of its type; what it names of the type holds everywhere.
(method_declaration receiver: (parameter_list (parameter_declaration name: (_) @pattern type: (_) @apart)))
(method_declaration receiver: (parameter_list (parameter_declaration name: (_) @pattern)) parameters: (_) @apart)
(method_declaration receiver: (parameter_list (parameter_declaration name: (_) @pattern)) result: (_) @apart)
(type_parameter_declaration name: (identifier) @binding @generic type: (_) @annotation)
; A method's names for the parameters of its type.
(method_declaration receiver: (parameter_list (parameter_declaration type: [
  (generic_type type_arguments: (type_arguments (type_elem (type_identifier) @binding @generic)))
  (pointer_type (generic_type type_arguments: (type_arguments (type_elem (type_identifier) @binding @generic))))
])))
(type_alias name: (_) @aliased type: (_) @meaning)
; A type of its own has the elements and the results of what it is made of.
(type_spec
  name: (_) @aliased
  type: [(slice_type) (array_type) (map_type) (channel_type) (function_type)] @meaning.own)

(field_declaration name: (field_identifier) @field type: (_) @annotation)
(function_declaration parameters: (parameter_list) @parameters)
(method_declaration parameters: (parameter_list) @parameters)
; How many arguments a function takes.
(function_declaration name: (_) @callable parameters: (parameter_list (parameter_declaration !name)? @parameter))
(method_declaration name: (_) @callable parameters: (parameter_list (parameter_declaration !name)? @parameter))
(method_elem name: (_) @callable parameters: (parameter_list (parameter_declaration !name)? @parameter))
(function_declaration
  name: (_) @callable
  parameters: (parameter_list (parameter_declaration name: (_) @parameter)))
(method_declaration name: (_) @callable parameters: (parameter_list (parameter_declaration name: (_) @parameter)))
(method_elem name: (_) @callable parameters: (parameter_list (parameter_declaration name: (_) @parameter)))
(function_declaration name: (_) @callable parameters: (parameter_list (variadic_parameter_declaration) @rest))
(method_declaration name: (_) @callable parameters: (parameter_list (variadic_parameter_declaration) @rest))
(method_elem name: (_) @callable parameters: (parameter_list (variadic_parameter_declaration) @rest))
(function_declaration result: (_) @returns)
(method_declaration result: (_) @returns)
(method_elem result: (_) @returns)
(method_declaration parameters: (_) @takes)
(method_elem parameters: (_) @takes)

; Supertypes: what is embedded lends its members.

(type_spec name: (_) @subtype type: (struct_type (field_declaration_list (field_declaration !name type: (_) @supertype))))
(type_spec name: (_) @subtype type: (interface_type (type_elem (_) @supertype)))
(field_declaration !name type: [
  (type_identifier) @inherit
  (qualified_type name: (_) @inherit)
  (generic_type type: (type_identifier) @inherit)
  (generic_type type: (qualified_type name: (_) @inherit))
])
(type_spec type: (interface_type (type_elem [(type_identifier) @inherit (qualified_type name: (_) @inherit)])))

; Imports.

(import_spec name: (package_identifier)? @alias path: (_) @module)
(import_spec name: (dot) @wildcard path: (_) @module)

; What is no code.

[(comment) (interpreted_string_literal) (raw_string_literal) (rune_literal)] @text
