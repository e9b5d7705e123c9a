; Names and what they are used for.

[(constructor_name) (identifier) (label) (type_identifier)] @use

(field_access record: (_) @receiver field: (label) @name)
(remote_constructor_name module: (identifier) @receiver name: (constructor_name) @name)
(remote_type_identifier module: (identifier) @path name: (type_identifier) @name)

(function_call function: [(identifier) @call (field_access field: (label) @call)])
(binary_expression operator: "|>" right: [(identifier) @call (field_access field: (label) @call)])
; What follows `<-` may be a call without its parentheses.
(use value: [(identifier) @call (field_access field: (label) @call)])
(record name: [(constructor_name) @call (remote_constructor_name name: (constructor_name) @call)] arguments: (_))
(record_update constructor: [(constructor_name) @call (remote_constructor_name name: (constructor_name) @call)])
(type_identifier) @type
(attribute name: (identifier) @label)

; A label is a field where a constructor is, else the name of an argument.
(function_call arguments: (arguments (argument label: (label) @label)))
(function_parameter label: (label) @label)
(attribute arguments: (arguments (attribute_value label: (label) @label)))
(record name: (_) @path arguments: (arguments (argument label: (label) @name @write)))
(record_update constructor: (_) @path arguments: (record_update_arguments (record_update_argument label: (label) @name @write)))
(record_pattern name: (_) @path arguments: (record_pattern_arguments (record_pattern_argument label: (label) @name)))

; The constructor of a record is defined as its type.
(type_definition
  (type_name name: (type_identifier) @_type)
  (data_constructors . (data_constructor name: (constructor_name) @label) .)
  (#eq? @_type @label))

; Scopes and local names.

[(function) (anonymous_function) (block) (case_clause)] @scope

(function_parameter name: (identifier) @binding type: (_)? @annotation)
(let pattern: (identifier) @binding type: (_)? @annotation value: (_) @value)
(let_assert pattern: (identifier) @binding type: (_)? @annotation value: (_) @value)
(use_assignment (identifier) @binding type: (_)? @annotation)
(let pattern: (_) @pattern value: (_) @apart)
(let_assert pattern: (_) @pattern value: (_) @apart)
(use assignments: (_) @pattern value: (_) @apart)
(tuple_pattern (identifier) @binding)
(list_pattern (identifier) @binding)
(list_pattern_tail (identifier) @binding)
(bit_string_segment value: (identifier) @binding)
(record_pattern_argument pattern: (identifier) @binding)
(record_pattern_argument label: (label) @binding !pattern)
(case_clause_pattern (identifier) @binding)
[
  (case_clause_pattern assign: (identifier) @binding)
  (let "as" . (identifier) @binding)
  (let_assert "as" . (identifier) @binding)
  (list_pattern assign: (identifier) @binding)
  (record_pattern_argument "as" . (identifier) @binding)
  (tuple_pattern assign: (identifier) @binding)
  (use_assignment assign: (identifier) @binding)
]
(case_clause_pattern (binary_expression right: (identifier) @binding))
(let_assert pattern: (binary_expression right: (identifier) @binding))
; What is taken out of a result or an option.
(let_assert
  pattern: (record_pattern
    name: (_) @_wrapper
    arguments: (record_pattern_arguments . (record_pattern_argument pattern: (identifier) @binding)))
  value: (_) @value
  (#any-of? @_wrapper "Ok" "Some"))
(case
  subjects: (case_subjects . (_) @value .)
  clauses: (case_clauses (case_clause patterns: (case_clause_patterns (case_clause_pattern . (record_pattern
    name: (_) @_wrapper
    arguments: (record_pattern_arguments . (record_pattern_argument pattern: (identifier) @binding))) .))))
  (#any-of? @_wrapper "Ok" "Some"))
; use user <- result.try(find(id))
(use
  assignments: (use_assignments . (use_assignment . (identifier) @binding .) .)
  value: (function_call
    function: (field_access field: (label) @_function)
    arguments: (arguments . (argument value: (_) @held)))
  (#any-of? @_function "each" "filter" "filter_map" "map" "then" "try" "try_each"))

(data_constructor_argument label: (label) @field value: (_) @annotation)
(function parameters: (function_parameters) @parameters return_type: (_)? @returns)
(function name: (identifier) @producer body: (function_body (_) @result .))
(type_alias (type_name name: (_) @aliased) (_) @meaning .)

; Imports.

(import module: (module) @module @import.path alias: (identifier)? @alias)
(import module: (module) @module imports: (unqualified_imports
  (unqualified_import name: (_) @imported alias: (_)? @alias)))

; What is no code.

[(comment) (module_comment) (statement_comment) (quoted_content)] @text
