; Names and what they are used for.

(identifier) @use

(attribute object: (_) @receiver attribute: (identifier) @name)
(call function: [(identifier) @call (attribute attribute: (identifier) @call)])
(call
  function: [(identifier) @call (attribute attribute: (identifier) @call)]
  arguments: (argument_list) @passed)
(argument_list [(list_splat) (dictionary_splat)]) @uncounted
(call function: (identifier) @call.own arguments: (argument_list) @passed (#eq? @call.own "cls"))
(type (identifier) @type)
(type (attribute attribute: (identifier) @type))
(type (generic_type (identifier) @type))
(type (subscript value: (identifier) @type))
(type (binary_operator (identifier) @type))
(type (subscript subscript: (identifier) @type))
(generic_type (type_parameter (type (identifier) @type)))
(assignment left: [(identifier) @write (attribute attribute: (identifier) @write)])
(assignment left: (pattern_list [(identifier) @write (attribute attribute: (identifier) @write)]))
(assignment left: (tuple_pattern [(identifier) @write (attribute attribute: (identifier) @write)]))
(augmented_assignment left: [(identifier) @write (attribute attribute: (identifier) @write)])
(decorator [(identifier) @decorator (attribute attribute: (identifier) @decorator)])
(keyword_argument name: (identifier) @label.argument)
(class_pattern
  (dotted_name (identifier) @receiver .)
  (case_pattern (keyword_pattern . (identifier) @name)))
; `case Color.RED:` and `case shapes.Point():`, whose names are no expressions.
[
  (case_pattern (dotted_name (identifier) @receiver . (identifier) @name))
  (class_pattern (dotted_name (identifier) @receiver . (identifier) @name))
  (dict_pattern (dotted_name (identifier) @receiver . (identifier) @name))
  (keyword_pattern (dotted_name (identifier) @receiver . (identifier) @name))
  (union_pattern (dotted_name (identifier) @receiver . (identifier) @name))
]

; Scopes and local names.

[(function_definition) (lambda) (list_comprehension) (set_comprehension) (dictionary_comprehension)
 (generator_expression)] @scope
(class_definition) @scope.type

(class_definition
  type_parameters: (type_parameter (type [
    (identifier) @binding @generic
    (constrained_type . (type (identifier) @binding @generic) (type) @annotation)
  ])))
(function_definition
  type_parameters: (type_parameter (type [
    (identifier) @binding @generic
    (constrained_type . (type (identifier) @binding @generic) (type) @annotation)
  ])))
(parameters (identifier) @binding)
(lambda_parameters (identifier) @binding)
(parameters (typed_parameter . (identifier) @binding type: (_) @annotation))
(parameters (typed_parameter . (list_splat_pattern (identifier) @binding) @value))
(parameters (typed_parameter . (dictionary_splat_pattern (identifier) @binding) @value))
(parameters (default_parameter name: (identifier) @binding value: (_) @value))
(parameters (typed_default_parameter name: (identifier) @binding type: (_) @annotation))
(lambda_parameters (default_parameter name: (identifier) @binding value: (_) @value))
; A tuple and a dictionary.
(parameters (list_splat_pattern (identifier) @binding) @value)
(parameters (dictionary_splat_pattern (identifier) @binding) @value)
(lambda_parameters (list_splat_pattern (identifier) @binding) @value)
(lambda_parameters (dictionary_splat_pattern (identifier) @binding) @value)
; Parameters hold in the body alone: `def read(fs: fs.FS)`.
(function_definition parameters: (_) @pattern @apart)
(function_definition parameters: (_) @pattern return_type: (_) @apart)
(lambda parameters: (_) @pattern @apart)
(assignment left: (identifier) @binding type: (_)? @annotation right: (_)? @value)
(assignment left: (pattern_list (identifier) @binding))
(assignment left: (pattern_list . (identifier) @binding) right: (expression_list . (_) @value))
(assignment left: (pattern_list . (_) . (identifier) @binding) right: (expression_list . (_) . (_) @value))
(assignment
  left: (pattern_list . (identifier) @binding)
  right: [(attribute) (await) (call) (identifier) (subscript)] @first)
(assignment
  left: (pattern_list . (_) . (identifier) @binding)
  right: [(attribute) (await) (call) (identifier) (subscript)] @second)
(assignment left: (tuple_pattern (identifier) @binding))
(pattern_list (list_splat_pattern (identifier) @binding))
(augmented_assignment left: (identifier) @binding)
(global_statement (identifier) @outside)
(nonlocal_statement (identifier) @outside)
(named_expression name: (identifier) @binding value: (_) @value)
(for_statement left: (identifier) @binding right: (_) @keys)
(for_in_clause left: (identifier) @binding right: (_) @keys)
[
  (for_statement left: [(pattern_list (identifier) @binding) (tuple_pattern (identifier) @binding)])
  (for_in_clause left: [(pattern_list (identifier) @binding) (tuple_pattern (identifier) @binding)])
]
([
  (for_statement
    left: (pattern_list . (_) . (identifier) @binding .)
    right: (call function: (attribute object: (_) @second attribute: (identifier) @_items)))
  (for_in_clause
    left: (pattern_list . (_) . (identifier) @binding .)
    right: (call function: (attribute object: (_) @second attribute: (identifier) @_items)))
] (#eq? @_items "items"))
([
  (for_statement
    left: (pattern_list . (_) . (identifier) @binding .)
    right: (call function: (identifier) @_enumerate arguments: (argument_list . (_) @element)))
  (for_in_clause
    left: (pattern_list . (_) . (identifier) @binding .)
    right: (call function: (identifier) @_enumerate arguments: (argument_list . (_) @element)))
] (#eq? @_enumerate "enumerate"))
([
  (for_statement
    left: (pattern_list . (_) . (tuple_pattern (identifier) @binding @place) .)
    right: (call function: (identifier) @_enumerate arguments: (argument_list . (_) @entries)))
  (for_in_clause
    left: (pattern_list . (_) . (tuple_pattern (identifier) @binding @place) .)
    right: (call function: (identifier) @_enumerate arguments: (argument_list . (_) @entries)))
] (#eq? @_enumerate "enumerate"))
; A loop over what goes over several at once, and one over tuples.
([
  (for_statement
    left: (pattern_list . (identifier) @binding)
    right: (call function: (identifier) @_zip arguments: (argument_list . (_) @element)))
  (for_in_clause
    left: (pattern_list . (identifier) @binding)
    right: (call function: (identifier) @_zip arguments: (argument_list . (_) @element)))
] (#eq? @_zip "zip"))
([
  (for_statement
    left: (pattern_list . (_) . (identifier) @binding)
    right: (call function: (identifier) @_zip arguments: (argument_list . (_) . (_) @element)))
  (for_in_clause
    left: (pattern_list . (_) . (identifier) @binding)
    right: (call function: (identifier) @_zip arguments: (argument_list . (_) . (_) @element)))
] (#eq? @_zip "zip"))
([
  (for_statement
    left: (pattern_list . (_) . (_) . (identifier) @binding)
    right: (call function: (identifier) @_zip arguments: (argument_list . (_) . (_) . (_) @element)))
  (for_in_clause
    left: (pattern_list . (_) . (_) . (identifier) @binding)
    right: (call function: (identifier) @_zip arguments: (argument_list . (_) . (_) . (_) @element)))
] (#eq? @_zip "zip"))
([
  (for_statement
    left: [(pattern_list (identifier) @binding @place) (tuple_pattern (identifier) @binding @place)]
    right: (_) @entries)
  (for_in_clause
    left: [(pattern_list (identifier) @binding @place) (tuple_pattern (identifier) @binding @place)]
    right: (_) @entries)
] (#not-match? @entries "^(?:enumerate|zip)\\(|\\.items\\(\\)$"))
; The parameter of a lambda that a function of the language calls with each value.
(call
  function: (identifier) @_sorted
  arguments: (argument_list . (_) @keys (keyword_argument
    name: (identifier) @_key value: (lambda parameters: (lambda_parameters . (identifier) @binding .))))
  (#eq? @_sorted "sorted")
  (#eq? @_key "key"))
(call
  function: (identifier) @_most
  arguments: (argument_list . (_) @keys . (keyword_argument
    name: (identifier) @_key value: (lambda parameters: (lambda_parameters . (identifier) @binding .))))
  (#any-of? @_most "max" "min")
  (#eq? @_key "key"))
(call
  function: (attribute object: (_) @element attribute: (identifier) @_sort)
  arguments: (argument_list (keyword_argument
    name: (identifier) @_key value: (lambda parameters: (lambda_parameters . (identifier) @binding .))))
  (#eq? @_sort "sort")
  (#eq? @_key "key"))
(call
  function: (identifier) @_map
  arguments: (argument_list . (lambda parameters: (lambda_parameters . (identifier) @binding .)) . (_) @keys .)
  (#any-of? @_map "filter" "map"))
; The iterable is evaluated outside of the comprehension.
(for_in_clause left: (_) @pattern right: (_) @apart)
(with_item value: (as_pattern . (_) @value alias: (as_pattern_target (identifier) @binding)))
(except_clause (as_pattern . (_) @value alias: (as_pattern_target (identifier) @binding)))
(as_pattern (case_pattern) (identifier) @binding)
(if_statement
  condition: (call function: (identifier) @_isinstance
    arguments: (argument_list . [(identifier) (attribute)] @binding . (_) @annotation .))
  consequence: (block) @where
  (#eq? @_isinstance "isinstance"))
(if_statement
  condition: (boolean_operator
    left: (call function: (identifier) @_isinstance
      arguments: (argument_list . [(identifier) (attribute)] @binding . (_) @annotation .))
    operator: "and")
  consequence: (block) @where
  (#eq? @_isinstance "isinstance"))
(elif_clause
  condition: (call function: (identifier) @_isinstance
    arguments: (argument_list . [(identifier) (attribute)] @binding . (_) @annotation .))
  consequence: (block) @where
  (#eq? @_isinstance "isinstance"))
(conditional_expression
  . (_) @where
  . (call function: (identifier) @_isinstance
    arguments: (argument_list . [(identifier) (attribute)] @binding . (_) @annotation .))
  (#eq? @_isinstance "isinstance"))
(boolean_operator
  left: (call function: (identifier) @_isinstance
    arguments: (argument_list . [(identifier) (attribute)] @binding . (_) @annotation .))
  operator: "and"
  right: (_) @where
  (#eq? @_isinstance "isinstance"))
; Where it is not of the type, and behind statements that nothing of another type passes.
(if_statement
  condition: (call function: (identifier) @_isinstance
    arguments: (argument_list . [(identifier) (attribute)] @binding . (_) @annotation .))
  alternative: (_) @where.not
  (#eq? @_isinstance "isinstance"))
(if_statement
  condition: (call function: (identifier) @_isinstance
    arguments: (argument_list . [(identifier) (attribute)] @binding . (_) @annotation .))
  consequence: (block [
      (break_statement)
      (continue_statement)
      (raise_statement)
      (return_statement)] .)
  (#eq? @_isinstance "isinstance")) @where.not.behind
(if_statement
  condition: (not_operator argument:
    (call function: (identifier) @_isinstance
      arguments: (argument_list . [(identifier) (attribute)] @binding . (_) @annotation .)))
  consequence: (block) @where.not
  (#eq? @_isinstance "isinstance"))
(if_statement
  condition: (not_operator argument:
    (call function: (identifier) @_isinstance
      arguments: (argument_list . [(identifier) (attribute)] @binding . (_) @annotation .)))
  consequence: (block [
      (break_statement)
      (continue_statement)
      (raise_statement)
      (return_statement)] .)
  (#eq? @_isinstance "isinstance")) @where.behind
(assert_statement
  . (call function: (identifier) @_isinstance
    arguments: (argument_list . [(identifier) (attribute)] @binding . (_) @annotation .))
  (#eq? @_isinstance "isinstance")) @where.behind
(assert_statement
  . (not_operator argument:
    (call function: (identifier) @_isinstance
      arguments: (argument_list . [(identifier) (attribute)] @binding . (_) @annotation .)))
  (#eq? @_isinstance "isinstance")) @where.not.behind
(conditional_expression
  . (_)
  . (call function: (identifier) @_isinstance
    arguments: (argument_list . [(identifier) (attribute)] @binding . (_) @annotation .))
  . (_) @where.not
  (#eq? @_isinstance "isinstance"))
(match_statement
  subject: (identifier) @binding
  body: (block (case_clause
    . (case_pattern (class_pattern . (dotted_name . (identifier) @annotation .)))
    . guard: (_)?
    . consequence: (block) @where)))
(case_pattern (dotted_name . (identifier) @binding .))

(assignment
  left: (attribute object: (identifier) @_self attribute: (identifier) @field)
  type: (_)? @annotation
  right: (_)? @value
  (#any-of? @_self "self" "cls"))
(assignment
  left: [
    (pattern_list (attribute object: (identifier) @_self attribute: (identifier) @field))
    (tuple_pattern (attribute object: (identifier) @_self attribute: (identifier) @field))
  ]
  (#any-of? @_self "self" "cls"))
(class_definition body: (block (expression_statement
  (assignment left: (identifier) @field type: (_)? @annotation right: (_)? @value))))
(assignment left: (attribute attribute: (identifier) @set) right: (_)? @value)
(assignment left: (pattern_list (attribute attribute: (identifier) @set)))
(assignment left: (tuple_pattern (attribute attribute: (identifier) @set)))
(call
  function: [(identifier) @_set (attribute attribute: (identifier) @_set)]
  arguments: (argument_list . (_) . (string (string_content) @set) . (_) @value .)
  (#eq? @_set "setattr"))
; How many arguments a function takes; with a decorator it may take others.
(function_definition
  name: (_) @callable
  parameters: (parameters [(identifier) (tuple_pattern) (typed_parameter . (identifier))]? @parameter))
(function_definition
  name: (_) @callable
  parameters: (parameters [(default_parameter) (typed_default_parameter)] @optional))
(function_definition
  name: (_) @callable
  parameters: (parameters [
    (dictionary_splat_pattern)
    (list_splat_pattern)
    (typed_parameter . (list_splat_pattern))
    (typed_parameter . (dictionary_splat_pattern))
  ] @rest))
(decorated_definition (decorator) @rest definition: (function_definition name: (_) @callable))
(function_definition parameters: (parameters) @parameters return_type: (_)? @returns)
(lambda parameters: (lambda_parameters) @parameters)
(function_definition name: (_) @producer body: (_) @body)
(return_statement (_) @result)
(if_statement consequence: (block) @branch)
(elif_clause consequence: (block) @branch)
(else_clause body: (block) @branch)
(try_statement body: (block) @branch)
(except_clause (block) @branch)
(for_statement body: (block) @branch)
(while_statement body: (block) @branch)
(for_statement body: (block) @loop)
(while_statement body: (block) @loop)
(case_clause consequence: (block) @branch)
(type_alias_statement left: (_) @aliased right: (_) @meaning)
(assignment
  left: (identifier) @aliased
  right: (call
    function: [(identifier) @_variable (attribute attribute: (identifier) @_variable)]
    arguments: (argument_list (keyword_argument name: (identifier) @_bound value: (_) @meaning)))
  (#eq? @_variable "TypeVar") (#eq? @_bound "bound"))

; Supertypes.

(class_definition name: (_) @subtype superclasses: (argument_list [(identifier) (attribute) (subscript)] @supertype))
(class_definition superclasses: (argument_list (subscript subscript: (identifier) @generic)))
(class_definition superclasses: (argument_list [
  (identifier) @inherit
  (attribute attribute: (identifier) @inherit)
  (subscript value: [(identifier) @inherit (attribute attribute: (identifier) @inherit)])
]))

; Imports.

(import_statement name: (dotted_name) @module)
(import_statement name: (aliased_import name: (dotted_name) @module alias: (identifier) @alias))
(import_from_statement module_name: (_) @module name: (dotted_name) @imported)
(import_from_statement
  module_name: (_) @module
  name: (aliased_import name: (dotted_name) @imported alias: (identifier) @alias))
(import_from_statement module_name: (_) @module (wildcard_import) @wildcard)

; What a module lists as its exports.

(assignment left: (identifier) @_all right: (_ (string (string_content) @import.path)) (#eq? @_all "__all__"))
(augmented_assignment left: (identifier) @_all right: (_ (string (string_content) @import.path)) (#eq? @_all "__all__"))

; Types in quotes, but for the values of `Literal`.

(typed_parameter type: (type (string (string_content) @quoted.type)))
(typed_default_parameter type: (type (string (string_content) @quoted.type)))
(function_definition return_type: (type (string (string_content) @quoted.type)))
(assignment type: (type (string (string_content) @quoted.type)))
(type (binary_operator (string (string_content) @quoted.type)))
(generic_type
  (identifier) @_of
  (type_parameter (type (string (string_content) @quoted.type)))
  (#not-any-of? @_of "Literal" "Annotated"))
(type (subscript
  value: (attribute attribute: (identifier) @_of)
  subscript: (string (string_content) @quoted.type)
  (#not-any-of? @_of "Literal" "Annotated")))

; Words that may be names elsewhere.

["case" "match" "type"] @keyword

; What is no code.

[(comment) (string_content)] @text
