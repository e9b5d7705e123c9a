; Definitions, and what belongs to them.

(comment) @comment
(attribute_list) @decorator

(namespace_declaration name: (_) @name) @definition.module
(class_declaration name: (_) @name) @definition.class
(struct_declaration name: (_) @name) @definition.struct
(record_declaration name: (_) @name) @definition.class
(interface_declaration name: (_) @name) @definition.interface
(enum_declaration name: (_) @name) @definition.enum
(enum_member_declaration name: (_) @name) @definition.constant
(delegate_declaration name: (_) @name) @definition.type

(method_declaration name: (_) @name) @definition.method
(constructor_declaration name: (_) @name) @definition.constructor
(destructor_declaration "~" @name) @definition.method
(local_function_statement name: (_) @name) @definition.function
(operator_declaration operator: _ @name) @definition.method
(conversion_operator_declaration "operator" @name) @definition.method
(indexer_declaration "this" @name accessors: (_) @body) @definition.property
(indexer_declaration "this" @name value: (_) @body) @definition.property

(property_declaration name: (_) @name [(accessor_list) (arrow_expression_clause)]? @body) @definition.property
(event_declaration name: (_) @name accessors: (_)? @body) @definition.property
(event_field_declaration (variable_declaration (variable_declarator name: (_) @name))) @definition.property
(field_declaration (variable_declaration (variable_declarator name: (_) @name))) @definition.field
(field_declaration (variable_declaration (variable_declarator name: (_) @name "=" (_) @value))) @definition.field
(field_declaration
  (modifier) @_const
  (variable_declaration (variable_declarator name: (_) @name "=" (_) @value))
  (#eq? @_const "const")) @definition.constant
(record_declaration (parameter_list (parameter name: (_) @name) @definition.property))

; Of xUnit, NUnit and MSTest.
(attribute_list (attribute name: (_) @_test) (#match? @_test
  "(Fact|Theory|TestMethod)$|^(.*[.])?(Test|TestCase|TestCaseSource|Property|(OneTime)?(SetUp|TearDown)|(Test|Class)(Initialize|Cleanup)|TestFixture|TestClass)$")) @test
