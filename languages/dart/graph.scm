; Names and what they are used for.

[(identifier) (type_identifier)] @use

(member_expression object: _ @receiver property: (identifier) @name)
(null_aware_member_expression object: (_) @receiver property: (identifier) @name)
(call_expression function: [
  (identifier) @call
  (member_expression property: (identifier) @call)
  (null_aware_member_expression property: (identifier) @call)
  (instantiation_expression function: [
    (identifier) @call
    (member_expression property: (identifier) @call)
    (null_aware_member_expression property: (identifier) @call)
  ])
] arguments: (arguments)? @passed @uncounted)
(cascade . (_) @receiver (cascade_section (cascade_call_expression property: (identifier) @name @call)))
(new_expression type: (type . (type_identifier) @call . (type_arguments)? .) !constructor arguments: (_)? @passed @uncounted)
(const_object_expression type: (type . (type_identifier) @call . (type_arguments)? .) !constructor arguments: (_)? @passed @uncounted)
; Behind a prefix the name of a type, behind a type that of a constructor.
[
  (new_expression type: (type (type_identifier) @receiver . (type_identifier) @name @call . (type_arguments)? .) !constructor)
  (const_object_expression type: (type (type_identifier) @receiver . (type_identifier) @name @call . (type_arguments)? .) !constructor)
]
(new_expression type: (type (type_identifier) @receiver . (type_arguments)? .) constructor: (identifier) @name @call)
(const_object_expression type: (type (type_identifier) @receiver . (type_arguments)? .) constructor: (identifier) @name @call)
(constructor_invocation type: (type_identifier) @receiver constructor: (identifier) @name @call)
; factory Name(…) = Other.made;
(redirecting_factory_constructor_signature target: (type (type_identifier) @call .))
(redirecting_factory_constructor_signature target: (type (type_identifier) @path . (type_identifier) @name .))
(assignment_expression left: (assignable_expression [(identifier) @write] .))
(label . (identifier) @label)
(named_argument (label . (identifier) @label.argument))
(type_identifier) @type
(superclass type: (type (type_identifier) @inherit))
(interfaces (type (type_identifier) @inherit))
(mixins (type (type_identifier) @inherit))
(mixin_application . (type (type_identifier) @inherit))
(mixin_declaration (type (type_identifier) @inherit))
(annotation name: (identifier) @decorator)
(annotation name: (qualified_name (type_identifier) @receiver . (identifier) @name .))
(annotation name: (qualified_name (identifier) @call .) (annotation_arguments))

; `: this(…)`, `: super(…)`, and what a parameter `super.x` passes on.
(redirection "this" @call.own . (arguments) @passed)
(initializer_list_entry "super" @call.super . (arguments) @passed)
(super_formal_parameter "super" @call.super)
(redirection "this" @receiver . "." . (identifier) @name @call)
(initializer_list_entry "super" @receiver . "." . (identifier) @name @call)
(enum_entry name: (_) @call.own (arguments) @passed)
(enum_entry name: (_) @call.own @passed)

; Scopes and local names.

[(function_declaration) (method_declaration) (function_expression) (block) (for_statement) (if_statement) (switch_expression_case) (switch_statement_case) (try_statement)] @scope
; The type parameters of a type are seen in its body.
(class_declaration type_parameters: (_)) @scope
[(class_body) (enum_body) (extension_body)] @scope.type

(formal_parameter (type) @annotation name: (identifier) @binding)
(formal_parameter name: (identifier) @binding)
(formal_parameter . (identifier) @binding .)
; Functions without a name, and what they are called with.
(function_expression parameters: (formal_parameter_list (formal_parameter (identifier) @block.takes .))) @lambda
(call_expression (arguments (function_expression) @lambda @place)) @block.of
(call_expression (arguments (named_argument (label (identifier) @block.label) (function_expression) @lambda))) @block.of
(type_parameter name: (type_identifier) @binding @generic bound: (_)? @annotation)
(local_variable_declaration (initialized_variable_declaration (type)? @annotation name: (identifier) @binding value: (_)? @value))
(variable_pattern (type)? @annotation name: (identifier) @binding)
; Not in what is taken apart.
(pattern_variable_declaration
  ["final" "var"] . (_ [(identifier) @binding (constant_pattern (identifier) @binding)]))
(pattern_variable_declaration
  ["final" "var"] . (_ (_ [(identifier) @binding (constant_pattern (identifier) @binding)])))
; `final (first, second) = pair`
(pattern_variable_declaration
  (record_pattern (variable_pattern name: (identifier) @binding) @place)
  "=" . (_) @parts)
(for_statement
  (record_pattern (variable_pattern name: (identifier) @binding) @place)
  value: (_) @entries)
; if (value is Type) …, value is Type && …, value is Type ? … : …
(if_statement
  condition: (type_test_expression . (identifier) @binding (type_test (is_operator) @_is (type) @annotation))
  consequence: (_) @where
  (#eq? @_is "is"))
(if_statement
  condition: (logical_and_expression . (type_test_expression . (identifier) @binding (type_test (is_operator) @_is (type) @annotation)))
  consequence: (_) @where
  (#eq? @_is "is"))
(logical_and_expression
  . (type_test_expression . (identifier) @binding (type_test (is_operator) @_is (type) @annotation))
  . "&&" . (_) @where
  (#eq? @_is "is"))
(conditional_expression
  . (type_test_expression . (identifier) @binding (type_test (is_operator) @_is (type) @annotation))
  consequence: (_) @where
  (#eq? @_is "is"))
; if (value is! Type) return;
((if_statement
  condition: (type_test_expression . (identifier) @binding (type_test (is_operator) @_is (type) @annotation))
  consequence: [(return_statement) (block (return_statement) .)]
  !alternative) @where.behind
  (#match? @_is "^is\\s*!$"))
(for_statement name: (identifier) @binding value: (_)? @element)
(for_statement name: (_) @pattern value: (_) @apart)
(catch_clause exception: (identifier) @binding)
(catch_clause stack_trace: (identifier) @binding)
(try_statement (catch_clause) @pattern (catch_clause) . (block) @apart)

(declaration (type) @annotation (initialized_identifier_list (initialized_identifier name: (identifier) @field)))
(declaration (type) @annotation (static_final_declaration_list (static_final_declaration name: (identifier) @field)))
(top_level_variable_declaration
  (type) @annotation
  [
    (initialized_identifier_list (initialized_identifier name: (identifier) @field))
    (static_final_declaration_list (static_final_declaration name: (identifier) @field))
  ])
; Without a type, what is made tells it.
(initialized_identifier_list (initialized_identifier
  name: (identifier) @field
  value: [(call_expression) (const_object_expression) (new_expression)] @value))
(static_final_declaration_list (static_final_declaration
  name: (identifier) @field
  value: [(call_expression) (const_object_expression) (new_expression)] @value))
; A getter gives what it is written with, else what stands behind its arrow.
(getter_signature return_type: (_)? @annotation name: (identifier) @field)
(method_declaration
  signature: (method_signature (getter_signature !return_type name: (identifier) @field))
  body: (function_body "=>" . (_) @value))
(getter_declaration
  signature: (getter_signature !return_type name: (identifier) @field)
  body: (function_body "=>" . (_) @value))
(function_signature (formal_parameter_list) @parameters)
(function_signature return_type: (_) @returns)

; Supertypes.

(class_declaration name: (_) @subtype superclass: (superclass type: (_) @supertype))
(class_declaration name: (_) @subtype superclass: (superclass (mixins (type) @supertype)))
(class_declaration name: (_) @subtype interfaces: (interfaces (type) @supertype.behind))
(class_declaration (mixin_application_class (identifier) @subtype (mixin_application . (type) @supertype)))
(class_declaration (mixin_application_class (identifier) @subtype (mixin_application (mixins (type) @supertype))))
(class_declaration (mixin_application_class (identifier) @subtype (mixin_application (interfaces (type) @supertype.behind))))
; What a mixin is applied on is its supertype too.
(mixin_declaration name: (_) @subtype (type) @supertype)
(mixin_declaration name: (_) @subtype interfaces: (interfaces (type) @supertype.behind))
(enum_declaration name: (_) @subtype (interfaces (type) @supertype.behind))
(enum_declaration name: (_) @subtype (mixins (type) @supertype))
(extension_type_declaration name: (extension_type_name . (identifier) @subtype) interfaces: (interfaces (type) @supertype.behind))
(type_alias (type_identifier) @aliased (type) @meaning .)

; Imports.

(import_specification uri: (_) @module) @wildcard
(import_specification uri: (_) @module alias: (identifier) @alias) @wildcard
(library_export uri: (_) @module) @wildcard
(combinator (identifier) @import.path)

(template_substitution (identifier_dollar_escaped) @use)

; What is no code.

[(comment) (documentation_comment) (string_literal) (part_of_directive)] @text
