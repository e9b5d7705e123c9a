; Names and what they are used for.

[(variable_name) (word)] @use
(command_name (word) @call)
; time f, run f, run -0 f; of bats.
(command
  name: (command_name (word) @_runner)
  . argument: (word) @call
  (#any-of? @_runner "run" "time"))
(command
  name: (command_name (word) @_runner)
  . [(word) (number)] @_option
  . argument: (word) @call
  (#eq? @_runner "run")
  (#match? @_option "^(-|!$)"))
(variable_assignment name: (variable_name) @write)

; Scopes and local names.

(function_definition) @scope
(function_definition body: (compound_statement (declaration_command "local" (variable_assignment name: (variable_name) @binding))))
(function_definition body: (compound_statement (declaration_command "local" (variable_name) @binding)))

; Imports.

(command
  name: (command_name (word) @_source)
  . (_) @module
  (#any-of? @_source "source" ".")) @wildcard

; What is no code.

[(comment) (raw_string) (string_content)] @text
