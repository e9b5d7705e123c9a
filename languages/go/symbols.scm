; Definitions, and what belongs to them.

(comment) @comment

; A single specification takes the word before it; of a group each stands for itself.
(const_declaration (const_spec) @wrapped) @wrapper
(var_declaration (var_spec) @wrapped) @wrapper
(var_declaration (var_spec_list) @wrapped) @wrapper
(var_spec_list (var_spec) @wrapped) @wrapper
(type_declaration [(type_spec) (type_alias)] @wrapped) @wrapper

(function_declaration name: (identifier) @name) @definition.function
(method_declaration
  receiver: (parameter_list (parameter_declaration type: [
    (type_identifier) @container
    (pointer_type (type_identifier) @container)
    (generic_type type: (type_identifier) @container)
    (pointer_type (generic_type type: (type_identifier) @container))
  ]))
  name: (field_identifier) @name) @definition.method

(type_spec name: (type_identifier) @name) @definition.type
(type_spec name: (type_identifier) @name type: (struct_type (field_declaration_list) @body)) @definition.struct
(type_spec name: (type_identifier) @name type: (interface_type "{" @body)) @definition.interface
(type_alias name: (type_identifier) @name) @definition.type

(type_spec type: (struct_type (field_declaration_list
  (field_declaration name: (field_identifier) @name) @definition.field)))
; An embedded type is a field of its own name.
(type_spec type: (struct_type (field_declaration_list (field_declaration !name type: [
    (type_identifier) @name
    (qualified_type name: (type_identifier) @name)
    (generic_type type: (type_identifier) @name)
    (generic_type type: (qualified_type name: (type_identifier) @name))
  ]) @definition.field)))
; A tag is no part of the signature.
(field_declaration name: (field_identifier) @name tag: (_) @body) @definition.field
(type_spec type: (interface_type (method_elem name: (field_identifier) @name) @definition.method))

(source_file (const_declaration (const_spec name: (identifier) @name) @definition.constant))
(source_file (var_declaration (var_spec name: (identifier) @name) @definition.variable))
(source_file (var_declaration (var_spec_list (var_spec name: (identifier) @name) @definition.variable)))
(source_file (var_declaration (var_spec name: (identifier) @name value: (expression_list . (func_literal body: (_) @body) .))
  @definition.function))

; Tests and their named parts.
(function_declaration
  name: (identifier) @_name
  parameters: (parameter_list (parameter_declaration type: (pointer_type (qualified_type
    package: (package_identifier) @_testing))))
  (#match? @_name "^(Test|Benchmark|Fuzz)([^a-z]|$)") (#eq? @_testing "testing")) @test
(call_expression
  function: (identifier) @_case
  arguments: (argument_list . (interpreted_string_literal) @name (func_literal) @body)
  (#any-of? @_case "Describe" "DescribeTable" "Context" "When" "It" "Specify" "FDescribe" "FContext" "FIt" "PIt")) @definition.test
(call_expression
  function: (selector_expression field: (field_identifier) @_run)
  arguments: (argument_list . (interpreted_string_literal) @name (func_literal) @body)
  (#eq? @_run "Run")) @definition.test
