; Definitions, and what belongs to them.

(comment) @comment

(function_definition name: (_) @name) @definition.function
(command
  name: (command_name (word) @_alias)
  (concatenation . (word) @name) @definition.constant
  (#eq? @_alias "alias"))
(program (variable_assignment name: (variable_name) @name) @definition.variable)
(program (declaration_command (variable_assignment name: (variable_name) @name) @definition.variable))
(program (declaration_command
  ["readonly" "export"]
  (variable_assignment name: (variable_name) @name) @definition.constant))

; Of bats.
(command
  name: (command_name (word) @_case)
  . [(string) (raw_string)] @name
  (#eq? @_case "@test")) @definition.test
