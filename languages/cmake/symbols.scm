; Definitions, and what belongs to them.

[(line_comment) (bracket_comment)] @comment

(function_def
  (function_command (argument_list . (argument) @name))
  (body) @body) @definition.function
(macro_def
  (macro_command (argument_list . (argument) @name))
  (body) @body) @definition.macro
(normal_command
  (identifier) @_command
  (argument_list . (argument) @name)
  (#match? @_command "^(?i:project)$")) @definition.module
(normal_command
  (identifier) @_command
  (argument_list . (argument) @name)
  (#match? @_command "^(?i:add_library|add_executable|add_custom_target)$")) @definition.struct
(source_file (normal_command
  (identifier) @_command
  (argument_list . (argument) @name)
  (#match? @_command "^(?i:set|option)$")) @definition.variable)
(normal_command
  (identifier) @_command
  (argument_list . (argument) @_name . (argument) @name)
  (#match? @_command "^(?i:add_test)$")
  (#eq? @_name "NAME")) @definition.test
