; Names and what they are used for.

[(variable_name) (word)] @use
(command_name (word) @call)
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
