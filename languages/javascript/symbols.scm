; Definitions, and what belongs to them.

(comment) @comment
(decorator) @decorator

(export_statement declaration: (_) @wrapped) @wrapper
(export_statement value: (_) @wrapped) @wrapper
(lexical_declaration (variable_declarator) @wrapped) @wrapper
(variable_declaration (variable_declarator) @wrapped) @wrapper

(function_declaration name: (identifier) @name) @definition.function
(generator_function_declaration name: (identifier) @name) @definition.function
(class_declaration name: (identifier) @name) @definition.class

; Expressions that name themselves.
(function_expression name: (identifier) @name) @definition.function
(generator_function name: (identifier) @name) @definition.function
(class name: (identifier) @name) @definition.class

; What a file exports without a name of its own is called `default`.
(export_statement "default" @name value: (function_expression !name body: (_) @body)) @definition.function
(export_statement "default" @name value: (generator_function !name body: (_) @body)) @definition.function
(export_statement "default" @name value: (arrow_function body: (_) @body)) @definition.function
(export_statement "default" @name value: (class !name body: (_) @body)) @definition.class
(export_statement "default" @name value: (object) @body) @definition.variable
(export_statement "default" @name value: (call_expression) @value) @definition.variable
(export_statement "default" value: (identifier) @exported)
(export_statement !source (export_clause (export_specifier name: (identifier) @exported)))

; Members.
(class_body (method_definition name: (_) @name) @definition.method)
(class_body (method_definition ["get" "set"] name: (_) @name) @definition.property)
(field_definition property: (_) @name) @definition.field
(field_definition property: (_) @name value: [
    (arrow_function body: (_) @body)
    (function_expression body: (_) @body)
    ; paste = debounce(async () => { … })
    (call_expression function: (identifier) arguments: (arguments . [
      (arrow_function body: (_) @body)
      (function_expression body: (_) @body)
    ]))
  ]) @definition.method

; Variables of the module, not those of its functions.
(program (lexical_declaration kind: "const" (variable_declarator name: (identifier) @name) @definition.constant))
(program (lexical_declaration kind: "let" (variable_declarator name: (identifier) @name) @definition.variable))
(program (variable_declaration (variable_declarator name: (identifier) @name) @definition.variable))
(export_statement
  (lexical_declaration kind: "const" (variable_declarator name: (identifier) @name) @definition.constant))
(export_statement
  (lexical_declaration kind: "let" (variable_declarator name: (identifier) @name) @definition.variable))
(export_statement (variable_declaration (variable_declarator name: (identifier) @name) @definition.variable))
(program (lexical_declaration (variable_declarator
  name: (object_pattern (shorthand_property_identifier_pattern) @name)) @definition.constant))
(program (lexical_declaration (variable_declarator
  name: (object_pattern (pair_pattern value: (identifier) @name))) @definition.constant))
(program (lexical_declaration (variable_declarator
  name: (array_pattern (identifier) @name)) @definition.constant))
(export_statement (lexical_declaration (variable_declarator
  name: (object_pattern (shorthand_property_identifier_pattern) @name)) @definition.constant))
(export_statement (lexical_declaration (variable_declarator
  name: (object_pattern (pair_pattern value: (identifier) @name))) @definition.constant))
(export_statement (lexical_declaration (variable_declarator
  name: (array_pattern (identifier) @name)) @definition.constant))

(variable_declarator name: (identifier) @name value: (arrow_function body: (_) @body)) @definition.function
(variable_declarator
  name: (identifier) @name
  value: (arrow_function body: (arrow_function body: (_) @body))) @definition.function
(variable_declarator name: (identifier) @name value: (function_expression body: (_) @body)) @definition.function
(variable_declarator name: (identifier) @name value: (generator_function body: (_) @body)) @definition.function
(variable_declarator name: (identifier) @name value: (class body: (_) @body)) @definition.class

; What another module brings in is defined there.
(variable_declarator
  value: (call_expression function: (identifier) @_require) (#eq? @_require "require")) @ignored
(variable_declarator value: (member_expression
  object: (call_expression function: (identifier) @_require)) (#eq? @_require "require")) @ignored

; Methods of an object that a variable, or the module itself, holds.
(variable_declarator value: (object (method_definition name: (_) @name) @definition.method))
(variable_declarator value: (object (pair key: (_) @name value: [
    (arrow_function body: (_) @body)
    (function_expression body: (_) @body)
  ]) @definition.method))
(export_statement value: (object (method_definition name: (_) @name) @definition.method))
(export_statement value: (object (pair key: (_) @name value: [
    (arrow_function body: (_) @body)
    (function_expression body: (_) @body)
  ]) @definition.method))

; includes javascript/commonjs.scm

; Tests, named by their sentence.
(expression_statement (call_expression
  function: [
    (identifier) @_test
    (member_expression object: (identifier) @_test)
    (call_expression function: (member_expression object: (identifier) @_test))
  ]
  arguments: (arguments . [(string) (template_string)] @name [(arrow_function) (function_expression)] @body)
  (#any-of? @_test "describe" "it" "test" "suite" "context" "bench")) @definition.test)
(expression_statement (call_expression
  function: (member_expression object: (identifier) @_of property: (property_identifier) @_test)
  arguments: (arguments . [(string) (template_string)] @name [(arrow_function) (function_expression)] @body)
  (#any-of? @_of "Deno" "QUnit" "tap") (#any-of? @_test "test" "module")) @definition.test)
