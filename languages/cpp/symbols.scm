; Definitions, and what belongs to them. A declarator is followed to its name, and says whether it is a function's.

(comment) @comment
(access_specifier) @access
(labeled_statement
  label: (statement_identifier) @access (#any-of? @access "public" "protected" "private"))

(template_declaration [
    (function_definition) (declaration) (class_specifier) (struct_specifier) (union_specifier) (alias_declaration)
    (concept_definition) (template_declaration)
  ] @wrapped) @wrapper
(friend_declaration [(function_definition) (declaration)] @wrapped) @wrapper
(linkage_specification body: [(function_definition) (declaration)] @wrapped) @wrapper

(function_definition declarator: (_) @declarator) @definition.function
(function_definition declarator: (_) @declarator (field_initializer_list) @body) @definition.function
(declaration declarator: (_) @declarator) @definition.variable
(declaration declarator: (init_declarator declarator: (_) @declarator value: (_) @value)) @definition.variable
(field_declaration declarator: (_) @declarator) @definition.field
; The members of a type that is defined on the way are its own.
(declaration type: (_ body: (_) @body) declarator: (_) @declarator) @definition.variable
(field_declaration type: (_ body: (_) @body) declarator: (_) @declarator) @definition.field

(class_specifier name: [(type_identifier) (template_type)] @name body: (_)) @definition.class
(struct_specifier name: [(type_identifier) (template_type)] @name body: (_)) @definition.struct
(union_specifier name: [(type_identifier) (template_type)] @name body: (_)) @definition.struct
(enum_specifier name: [(type_identifier) (template_type)] @name body: (_)) @definition.enum
; A type that stands outside the one that it is a member of: struct Outer::Inner { … }
(class_specifier name: (qualified_identifier scope: (_) @container name: (_) @name) body: (_)) @definition.class
(struct_specifier name: (qualified_identifier scope: (_) @container name: (_) @name) body: (_)) @definition.struct
(enumerator name: (identifier) @name) @definition.constant
(namespace_definition name: (_) @name) @definition.module
(alias_declaration name: (type_identifier) @name) @definition.type
(concept_definition name: (identifier) @name) @definition.interface

(type_definition declarator: (_) @declarator) @definition.type
(type_definition type: (_ body: (_) @body) declarator: (_) @declarator) @definition.type
; The name of a type that has no other.
(type_definition type: (struct_specifier !name body: (_) @body) declarator: (type_identifier) @name) @definition.struct
(type_definition type: (union_specifier !name body: (_) @body) declarator: (type_identifier) @name) @definition.struct
(type_definition type: (enum_specifier !name body: (_) @body) declarator: (type_identifier) @name) @definition.enum

; A macro between the word and the name hides a class from the grammar: class EXPORT Name : public Base { … }
(function_definition
  type: (class_specifier name: (type_identifier) @_macro !body)
  declarator: (identifier) @name
  body: (_) @body) @definition.class
(function_definition
  type: (struct_specifier name: (type_identifier) @_macro !body)
  declarator: (identifier) @name
  body: (_) @body) @definition.struct

(preproc_def name: (identifier) @name value: (_)? @value) @definition.macro
(preproc_function_def name: (identifier) @name value: (_)? @body) @definition.macro
(preproc_def name: (identifier) @_guard (#match? @_guard "_H(PP|XX|H)?_*$") !value) @ignored

; Tests of GoogleTest, Boost.Test and Catch2, and of macros that are called alike: the type that a test belongs to stands first, or behind the name.
(function_definition declarator: (function_declarator
    declarator: (identifier) @_macro @ignored
    parameters: (parameter_list
      . (parameter_declaration type: (type_identifier) @container)
      . (parameter_declaration type: (type_identifier) @name)))
  body: (_) @body
  (#match? @_macro "^[A-Z0-9_]*(TEST|FIXTURE|BENCHMARK)(_[A-Z0-9_]+)?$")
  (#not-match? @_macro "^BOOST_")) @definition.test
(function_definition declarator: (function_declarator
    declarator: (identifier) @_macro @ignored
    parameters: (parameter_list
      . (parameter_declaration type: (type_identifier) @name)
      . (parameter_declaration type: (type_identifier) @container)))
  body: (_) @body
  (#match? @_macro "^BOOST_FIXTURE_TEST_CASE(_TEMPLATE)?$")) @definition.test
(function_definition declarator: (function_declarator
    declarator: (identifier) @_macro @ignored
    parameters: (parameter_list . (parameter_declaration type: (type_identifier) @name) .))
  body: (_) @body
  (#match? @_macro "^(BOOST_AUTO_TEST_CASE|[A-Z0-9_]*TEST)$")) @definition.test
(translation_unit
  (expression_statement (call_expression
    function: (identifier) @_macro
    arguments: (argument_list . (identifier)? @container . (string_literal) @name))) @definition.test
  . (compound_statement) @body
  (#match? @_macro "^(TEST_CASE(_METHOD|_FIXTURE)?|SCENARIO(_METHOD)?|SECTION|SUBCASE)$"))
(declaration_list
  (expression_statement (call_expression
    function: (identifier) @_macro
    arguments: (argument_list . (identifier)? @container . (string_literal) @name))) @definition.test
  . (compound_statement) @body
  (#match? @_macro "^(TEST_CASE(_METHOD|_FIXTURE)?|SCENARIO(_METHOD)?|SECTION|SUBCASE)$"))
(compound_statement
  (expression_statement (call_expression
    function: (identifier) @_macro
    arguments: (argument_list . (identifier)? @container . (string_literal) @name))) @definition.test
  . (compound_statement) @body
  (#match? @_macro "^(TEST_CASE(_METHOD|_FIXTURE)?|SCENARIO(_METHOD)?|SECTION|SUBCASE)$"))
(function_definition
  type: (primitive_type) @_type
  declarator: (function_declarator
    declarator: (qualified_identifier scope: (_) @_class)
    parameters: (parameter_list) @_none)
  (#eq? @_type "void") (#eq? @_none "()") (#match? @_class "^(tst_|Test[A-Z])")) @test
