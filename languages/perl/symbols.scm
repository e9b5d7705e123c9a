; Definitions, and what belongs to them.

[(comment) (pod)] @comment

(package_statement name: (package) @name (block)? @body) @definition.module
(class_statement name: (package) @name (block)? @body) @definition.class
(subroutine_declaration_statement name: (bareword) @name body: (block) @body) @definition.function
(method_declaration_statement name: (bareword) @name body: (block) @body) @definition.method
(source_file (expression_statement (assignment_expression
  left: (variable_declaration "our" [(scalar) (array) (hash)] @name)
  right: (_) @value) @definition.variable))
(use_statement
  module: (package) @_module
  (list_expression . (autoquoted_bareword) @name . (_) @value)
  (#eq? @_module "constant")) @definition.constant
(use_statement
  module: (package) @_module
  (anonymous_hash_expression (list_expression (autoquoted_bareword) @name @definition.constant))
  (#eq? @_module "constant"))

; Of Moose and Test::More.
(ambiguous_function_call_expression
  function: (function) @_has
  arguments: (list_expression . (string_literal (string_content) @name))
  (#eq? @_has "has")) @definition.property
(ambiguous_function_call_expression
  function: (function) @_has
  arguments: (list_expression . (autoquoted_bareword) @name)
  (#eq? @_has "has")) @definition.property
(ambiguous_function_call_expression
  function: (function) @_case
  arguments: (list_expression . (_) @name (anonymous_subroutine_expression body: (_) @body))
  (#any-of? @_case "subtest" "it" "describe")) @definition.test
