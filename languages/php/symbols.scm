; Definitions, and what belongs to them.

(comment) @comment
(attribute_list) @decorator

(class_declaration name: (_) @name) @definition.class
(interface_declaration name: (_) @name) @definition.interface
(trait_declaration name: (_) @name) @definition.trait
(enum_declaration name: (_) @name) @definition.enum
(enum_case name: (_) @name) @definition.constant
(namespace_definition name: (_) @name body: (_) @body) @definition.module

(function_definition name: (_) @name) @definition.function
(method_declaration name: (_) @name) @definition.method
(method_declaration name: (_) @name (#any-of? @name "__construct" "__CONSTRUCT")) @definition.constructor

; Another name for a method of a trait.
(use_as_clause . [(name) (class_constant_access_expression)] (name) @name .) @definition.method

(const_declaration (const_element . (name) @name (_) @value)) @definition.constant
(property_declaration (property_element name: (variable_name (name) @name)) (property_hook_list)? @body) @definition.property
(property_promotion_parameter name: (variable_name (name) @name)) @definition.field
(property_promotion_parameter name: (by_ref (variable_name (name) @name))) @definition.field
(program (expression_statement (function_call_expression
  function: (name) @_define
  arguments: (arguments . (argument (string) @name) . (argument) @value)) @definition.constant)
  (#eq? @_define "define"))

; Of PHPUnit and Pest.
(attribute_list (attribute_group (attribute (name) @_test)) (#any-of? @_test "Test" "DataProvider" "TestWith")) @test
(function_call_expression
  function: (name) @_case
  arguments: (arguments . (argument (string) @name) . (argument) @body)
  (#any-of? @_case "it" "test" "describe")) @definition.test
