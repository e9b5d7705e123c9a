; inherits
; Targets of a build, by the name that they are given.
(module (expression_statement (call
  arguments: (argument_list (keyword_argument name: (identifier) @_key value: (string) @name)))
  @definition.struct)
  (#eq? @_key "name"))
