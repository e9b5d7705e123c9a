; Names and what they are used for.

[(identifier) (type_identifier) (field_identifier) (namespace_identifier)] @use

(field_expression argument: (_) @receiver field: (field_identifier) @name)
(field_expression argument: (_) @receiver field: (qualified_identifier name: (field_identifier) @name))
(qualified_identifier scope: (_)? @path name: [(identifier) (type_identifier) (field_identifier)] @name)
(qualified_identifier scope: (_)? @path name: (template_function name: (_) @name))
(qualified_identifier scope: (_)? @path name: (template_type name: (_) @name))
; Type::template make<T>(), value.template get<T>()
(qualified_identifier scope: (_)? @path name: (dependent_name (template_function name: (_) @name)))
(field_expression argument: (_) @receiver field: (dependent_name (template_method name: (_) @name)))
(field_expression argument: (_) @receiver field: (template_method name: (_) @name))

; connect(sender, SIGNAL(changed), receiver, SLOT(update)), without what they take
(argument_list
  [(identifier) (this) (field_expression) (call_expression function: (field_expression))] @receiver
  . (call_expression function: (identifier) @_macro arguments: (argument_list . (identifier) @name .))
  (#any-of? @_macro "SIGNAL" "SLOT"))

(call_expression function: [
  (identifier) @call
  (field_expression field: (field_identifier) @call)
  (field_expression field: (template_method name: (_) @call))
  (field_expression field: (dependent_name (template_method name: (_) @call)))
  (field_expression field: (qualified_identifier name: (field_identifier) @call))
  (qualified_identifier name: (identifier) @call)
  (qualified_identifier name: (template_function name: (_) @call))
  (qualified_identifier name: (dependent_name (template_function name: (_) @call)))
  (qualified_identifier name: (qualified_identifier name: (identifier) @call))
  (qualified_identifier name: (qualified_identifier name: (template_function name: (_) @call)))
  (qualified_identifier name: (qualified_identifier name: (dependent_name (template_function name: (_) @call))))
  (qualified_identifier name: (qualified_identifier name: (qualified_identifier name: (identifier) @call)))
  (template_function name: (identifier) @call)
  (parenthesized_expression [(identifier) @call (field_expression field: (field_identifier) @call)])
] arguments: (argument_list) @passed)
(new_expression
  type: [(type_identifier) @call (template_type name: (_) @call) (qualified_identifier name: (type_identifier) @call)]
  arguments: (argument_list)? @passed)
; f(args...), and a macro that may stand for several
(argument_list (parameter_pack_expansion)) @uncounted
(argument_list [(identifier) @_macro (call_expression function: (identifier) @_macro)]
  (#match? @_macro "^_*[A-Z0-9_]*(ARG|PARAM|LIST)[A-Z0-9_]*$")) @uncounted
; Foo x(1); Foo x{1}; Foo{1}; make_unique<Foo>(1)
(declaration
  type: [(type_identifier) @call (template_type name: (_) @call) (qualified_identifier name: (type_identifier) @call)]
  declarator: (init_declarator value: [(argument_list) @passed (initializer_list)]))
(compound_statement (declaration
  type: [(type_identifier) @call (template_type name: (_) @call) (qualified_identifier name: (type_identifier) @call)]
  declarator: (function_declarator
    declarator: (identifier)
    parameters: (parameter_list . (parameter_declaration !declarator)))))
; Foo x; the name of the variable holds no argument.
(compound_statement (declaration
  type: [(type_identifier) @call (template_type name: (_) @call) (qualified_identifier name: (type_identifier) @call)]
  declarator: (identifier) @passed))
; Foo x(a, f(b)): what is called with a variable is read as a type
(compound_statement (declaration
  declarator: (function_declarator
    declarator: (identifier)
    parameters: (parameter_list (parameter_declaration
      type: [
        (type_identifier) @call
        (template_type name: (_) @call)
        (qualified_identifier name: (type_identifier) @call)
      ]
      declarator: (abstract_function_declarator))))))
(compound_literal_expression
  type: [(type_identifier) @call (template_type name: (_) @call) (qualified_identifier name: (type_identifier) @call)])
(template_function
  name: (identifier) @_make
  arguments: (template_argument_list . (type_descriptor
    type: [(type_identifier) @call (qualified_identifier name: (type_identifier) @call)]))
  (#match? @_make "^(make|allocate)_(unique|shared)"))
(type_identifier) @type
(assignment_expression left: [(identifier) @write (field_expression field: (_) @write)])
(update_expression argument: [(identifier) @write (field_expression field: (_) @write)])
(goto_statement label: (_) @label)
(labeled_statement label: (_) @label)
(field_designator (field_identifier) @write)
; Field(1), Base(1), ns::Base(1), Base<T>(1)
(field_initializer
  . [
    (field_identifier) @initialize
    (template_method name: (_) @initialize)
    (qualified_identifier name: [(field_identifier) (identifier) (type_identifier)] @initialize)
  ]
  [(argument_list) @passed (initializer_list)])

; Scopes and local names.

[
  (function_definition)
  (compound_statement)
  (for_statement)
  (for_range_loop)
  (if_statement)
  (while_statement)
  (switch_statement)
  (lambda_expression)
  (catch_clause)
  (template_declaration)
] @scope
(field_declaration_list) @scope.type

(parameter_declaration type: (_) @annotation declarator: (identifier) @binding)
(parameter_declaration type: (_) @annotation declarator: (pointer_declarator declarator: (identifier) @binding))
(parameter_declaration type: (_) @annotation declarator: (reference_declarator (identifier) @binding))
(optional_parameter_declaration type: (_) @annotation declarator: (identifier) @binding)
(optional_parameter_declaration type: (_) @annotation declarator: (reference_declarator (identifier) @binding))
(optional_parameter_declaration type: (_) @annotation declarator: (pointer_declarator declarator: (identifier) @binding))
(parameter_declaration type: (_) @annotation declarator: (array_declarator declarator: (identifier) @binding))
(parameter_declaration type: (_) @annotation
  declarator: (pointer_declarator declarator: (pointer_declarator declarator: (identifier) @binding)))
(parameter_declaration type: (_) @annotation declarator: (reference_declarator (pointer_declarator declarator: (identifier) @binding)))
(parameter_declaration type: (_) @annotation declarator: (pointer_declarator (reference_declarator (identifier) @binding)))
(declaration type: (_) @annotation declarator: (identifier) @binding)
(declaration type: (_) @annotation declarator: (pointer_declarator declarator: (identifier) @binding))
(declaration type: (_) @annotation declarator: (init_declarator declarator: (identifier) @binding))
(declaration type: (placeholder_type_specifier) declarator: (init_declarator declarator: (identifier) @binding value: (_) @value))
(declaration type: (placeholder_type_specifier)
  declarator: (init_declarator declarator: (pointer_declarator declarator: (identifier) @binding) value: (_) @value))
(declaration type: (placeholder_type_specifier)
  declarator: (init_declarator declarator: (reference_declarator (identifier) @binding) value: (_) @value))
(declaration type: (_) @annotation
  declarator: (init_declarator declarator: (pointer_declarator declarator: (identifier) @binding)))
(declaration type: (_) @annotation
  declarator: (init_declarator declarator: (reference_declarator (identifier) @binding)))
(declaration type: (_) @annotation declarator: (array_declarator declarator: (identifier) @binding))
(declaration type: (_) @annotation declarator: (init_declarator declarator: (array_declarator declarator: (identifier) @binding)))
(declaration type: (_) @annotation
  declarator: (pointer_declarator declarator: (array_declarator declarator: (identifier) @binding)))
; Foo x(y); is read as a function of a type y, which no body declares
(compound_statement (declaration
  type: [(type_identifier) (qualified_identifier) (template_type)] @annotation
  declarator: (function_declarator
    declarator: (identifier) @binding
    parameters: (parameter_list . (parameter_declaration !declarator)))))
(compound_statement (declaration
  type: [(type_identifier) (qualified_identifier) (template_type)] @annotation
  declarator: (function_declarator
    declarator: (identifier) @binding
    parameters: (parameter_list . (parameter_declaration declarator: (abstract_function_declarator))))))
(structured_binding_declarator (identifier) @binding)
(declaration declarator: (init_declarator
  declarator: [
    (structured_binding_declarator (identifier) @binding @place)
    (reference_declarator (structured_binding_declarator (identifier) @binding @place))
  ]
  value: (_) @parts))
(for_range_loop
  declarator: [
    (structured_binding_declarator (identifier) @binding @place)
    (reference_declarator (structured_binding_declarator (identifier) @binding @place))
  ]
  right: (_) @entries)
(for_range_loop type: (_) @annotation declarator: (identifier) @binding right: (_) @element)
(for_range_loop type: (_) @annotation declarator: (reference_declarator (identifier) @binding) right: (_) @element)
(for_range_loop type: (_) @annotation declarator: (pointer_declarator declarator: (identifier) @binding) right: (_) @element)
(for_range_loop declarator: (_) @pattern right: (_) @apart)
; if (auto* found = f())
(declaration type: (_) @annotation declarator: (identifier) @binding value: (_) @value)
(declaration type: (_) @annotation declarator: (pointer_declarator declarator: (identifier) @binding) value: (_) @value)
(declaration type: (_) @annotation declarator: (reference_declarator (identifier) @binding) value: (_) @value)
(type_parameter_declaration (type_identifier) @binding @generic)
(variadic_type_parameter_declaration (type_identifier) @binding @generic)
(optional_type_parameter_declaration name: (type_identifier) @binding @generic)
; A value stands in the place of a type: template <class T, int size>.
(template_parameter_list (parameter_declaration declarator: (identifier) @binding @generic))
(template_parameter_list (optional_parameter_declaration declarator: (identifier) @binding @generic))

(field_declaration type: (_) @annotation declarator: (field_identifier) @field)
(field_declaration type: (_) @annotation declarator: (pointer_declarator declarator: (field_identifier) @field))
(field_declaration type: (_) @annotation declarator: (reference_declarator (field_identifier) @field))
(field_declaration type: (_) @annotation declarator: (array_declarator declarator: (field_identifier) @field))
(field_declaration type: (_) @annotation declarator: (pointer_declarator declarator: (array_declarator declarator: (field_identifier) @field)))
(field_declaration type: (_) @annotation declarator: (array_declarator declarator: (pointer_declarator declarator: (field_identifier) @field)))
(function_declarator parameters: (parameter_list) @parameters)
(function_declarator declarator: (_) @callable parameters: (parameter_list (parameter_declaration declarator: (_))? @parameter))
(function_declarator
  declarator: (_) @callable
  parameters: (parameter_list (parameter_declaration type: (_) @_type !declarator) @parameter)
  (#not-eq? @_type "void"))
(function_declarator declarator: (_) @callable parameters: (parameter_list (optional_parameter_declaration) @optional))
(function_declarator
  declarator: (_) @callable
  parameters: (parameter_list [(variadic_parameter_declaration) "..."] @rest))
(function_definition type: (_) @returns)
(field_declaration type: (_) @returns declarator: [
  (function_declarator)
  (pointer_declarator declarator: (function_declarator))
  (reference_declarator (function_declarator))
])
(declaration type: (_) @returns declarator: [
  (function_declarator)
  (pointer_declarator declarator: (function_declarator))
  (reference_declarator (function_declarator))
])
(trailing_return_type (_) @returns)
(function_definition
  type: (placeholder_type_specifier)
  declarator: (function_declarator declarator: (_) @producer)
  body: (compound_statement (return_statement (_) @result)))

(alias_declaration name: (_) @aliased type: (_) @meaning)
(type_definition
  type: [
    (type_identifier)
    (qualified_identifier)
    (template_type)
    (class_specifier name: (_))
    (struct_specifier name: (_))
    (union_specifier name: (_))
    (enum_specifier name: (_))
  ] @meaning
  declarator: [(type_identifier) @aliased (pointer_declarator declarator: (type_identifier) @aliased)])

; Supertypes.

(class_specifier name: (_) @subtype (base_class_clause [(type_identifier) (qualified_identifier) (template_type)] @supertype))
(struct_specifier name: (_) @subtype (base_class_clause [(type_identifier) (qualified_identifier) (template_type)] @supertype))
(base_class_clause [
  (type_identifier) @inherit
  (qualified_identifier name: (type_identifier) @inherit)
  (template_type name: (type_identifier) @inherit)
  (qualified_identifier name: (template_type name: (type_identifier) @inherit))
  (qualified_identifier name: (qualified_identifier name: (type_identifier) @inherit))
  (qualified_identifier name: (qualified_identifier name: (template_type name: (type_identifier) @inherit)))
])
; A test of GoogleTest without a fixture has a name of two parts, which are no uses.
(function_definition
  declarator: (function_declarator
    declarator: (identifier) @_macro
    parameters: (parameter_list
      . (parameter_declaration type: (type_identifier) @label)
      . (parameter_declaration type: (type_identifier) @label)))
  (#eq? @_macro "TEST"))
; A test of GoogleTest is a class that extends its fixture.
(function_definition
  declarator: (function_declarator
    declarator: (identifier) @_macro
    parameters: (parameter_list
      . (parameter_declaration type: (type_identifier) @inherit @supertype)
      . (parameter_declaration type: (type_identifier) @subtype)))
  (#match? @_macro "^([A-Z0-9_]*TEST_[FP]|TYPED_TEST(_P)?|[A-Z0-9_]*FIXTURE[A-Z0-9_]*|BENCHMARK_(DEFINE_)?F)$")
  (#not-match? @_macro "^BOOST_"))
(function_definition
  declarator: (function_declarator
    declarator: (identifier) @_macro
    parameters: (parameter_list
      . (parameter_declaration type: (type_identifier) @subtype)
      . (parameter_declaration type: (type_identifier) @inherit @supertype)))
  (#match? @_macro "^BOOST_FIXTURE_TEST_CASE"))
; The body behind another macro may be that of a member of any type: DEFINE_TASK(name) { … }
(function_definition
  !type
  declarator: (function_declarator declarator: (identifier) @_macro)
  body: (_) @receiver.block
  (#match? @_macro "^[A-Z][A-Z0-9_]*[A-Z0-9]$")
  (#not-match? @_macro "^(TEST|BOOST_AUTO_TEST_CASE)$"))
(translation_unit
  (expression_statement (call_expression function: (identifier) @_macro))
  . (compound_statement) @receiver.block
  (#match? @_macro "^[A-Z][A-Z0-9_]*[A-Z0-9]$"))
(declaration_list
  (expression_statement (call_expression function: (identifier) @_macro))
  . (compound_statement) @receiver.block
  (#match? @_macro "^[A-Z][A-Z0-9_]*[A-Z0-9]$"))

; using Base::f;
(field_declaration_list (using_declaration (qualified_identifier name: (identifier) @retained)))

; What a macro stands for.

(preproc_def value: (_) @macro.text)
(preproc_function_def value: (_) @macro.text)
(preproc_function_def) @scope
(preproc_params (identifier) @binding)

; Imports.

(preproc_include path: (_) @module) @wildcard
; using namespace app; using app::Session;
(using_declaration [(identifier) (qualified_identifier)] @module) @wildcard

; What is no code.

[(comment) (string_literal) (raw_string_literal) (char_literal) (system_lib_string)] @text
