; Definitions, and what belongs to them.

(comment) @comment

(program (binary_operator
  lhs: [(identifier) (string)] @name
  operator: ["<-" "=" "<<-"]
  rhs: (_) @value) @definition.variable)
(binary_operator
  lhs: [(identifier) (string)] @name
  operator: ["<-" "=" "<<-"]
  rhs: (function_definition body: (_) @body)) @definition.function

; Classes and methods that calls make.
(binary_operator
  lhs: (identifier) @name
  rhs: (call function: (_) @_make arguments: (_) @body)
  (#any-of? @_make "R6Class" "R6::R6Class" "setRefClass" "setClass" "new_class" "ggproto")) @definition.class
(call
  function: (identifier) @_make
  arguments: (arguments . (argument value: (string (string_content) @name)))
  (#any-of? @_make "setClass" "setRefClass")) @definition.class
(call
  function: (identifier) @_make
  arguments: (arguments
    . (argument value: (string (string_content) @name))
    (argument value: (function_definition body: (_) @body))?)
  (#any-of? @_make "setGeneric" "setMethod")) @definition.function
(call
  function: (identifier) @_list
  arguments: (arguments (argument name: (identifier) @name value: (function_definition body: (_) @body)) @definition.method)
  (#eq? @_list "list"))

; Of testthat.
(call
  function: (identifier) @_case
  arguments: (arguments . (argument value: (string) @name) (argument value: (braced_expression) @body))
  (#any-of? @_case "test_that" "describe" "it")) @definition.test
