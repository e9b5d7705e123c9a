; What an expression or a type is a link of. The first pattern that matches a node counts.

(identifier) @name
(none) @nothing
(string) @literal @type.quoted
[
  (concatenated_string)
  (dictionary_splat_pattern)
  (float)
  (integer)
  (list_splat_pattern)
] @literal
[(list) (set) (tuple)] @listed
[
  (generator_expression body: (_) @listed.value)
  (list_comprehension body: (_) @listed.value)
  (set_comprehension body: (_) @listed.value)
  (dictionary_comprehension body: (pair value: (_) @mapped.value))
]
(list_splat (_) @each)
(dictionary) @mapped
(pair value: (_) @same)

(attribute object: (_) @of attribute: (_) @member)
(call
  function: (_) @_cast
  arguments: (argument_list . (_) @cast . (_) .)
  (#any-of? @_cast "cast" "typing.cast"))
; A copy is of the same type, if the function is a library's.
(call
  function: (_) @call @_copy
  arguments: (argument_list . (_) @same .)
  (#any-of? @_copy "copy" "deepcopy" "copy.copy" "copy.deepcopy"))
(call
  function: (_) @call @_replace
  arguments: (argument_list . (_) @same . [(keyword_argument) (dictionary_splat)])
  (#any-of? @_replace "replace" "dataclasses.replace" "evolve" "attr.evolve" "attrs.evolve"))
; What is found of a type's values.
(call
  function: (identifier) @call @_finding
  arguments: (argument_list . (_) @same . (_))
  (#any-of? @_finding "get_object_or_404"))
; What is entered, waited for or bound to arguments.
(call
  function: (_) @call @_passing
  arguments: (argument_list . (_) @same)
  (#any-of? @_passing
    "asyncio.create_task" "asyncio.ensure_future" "asyncio.run" "asyncio.shield" "asyncio.wait_for" "closing"
    "contextlib.aclosing" "contextlib.closing" "contextlib.nullcontext" "functools.partial" "nullcontext" "partial"))
(call
  function: (attribute attribute: (identifier) @_entering)
  arguments: (argument_list . (_) @same .)
  (#any-of? @_entering "enter_async_context" "enter_context" "run_until_complete"))
; What holds the same elements, and one of them.
(call
  function: (identifier) @_collect
  arguments: [(argument_list . (_) @listed.each) (generator_expression) @listed.each]
  (#any-of? @_collect "frozenset" "iter" "list" "reversed" "set" "sorted" "tuple"))
(call
  function: (identifier) @_filter
  arguments: (argument_list . (_) . (_) @listed.each .)
  (#eq? @_filter "filter"))
(call
  function: (identifier) @_next
  arguments: [(argument_list . (_) @each) (generator_expression) @each]
  (#eq? @_next "next"))
(call
  function: (identifier) @_most
  arguments: [
    (argument_list . (_) @each .)
    (argument_list . (_) @each . (keyword_argument) .)
    (generator_expression) @each
  ]
  (#any-of? @_most "max" "min"))
; `type("Name", (Base,), {})` makes a subclass.
(call
  function: (_) @_type
  arguments: (argument_list . (_) . (tuple . (_) @same .) . (_) .)
  (#eq? @_type "type"))
(call
  function: (_) @_type
  arguments: (argument_list . (_) . (tuple . (_) @either . (_) @or .) . (_) .)
  (#eq? @_type "type"))
; importlib.import_module("name")
(call
  function: (identifier) @call
  arguments: (argument_list . (string) @module)
  (#any-of? @call "__import__" "import_module"))
(call
  function: (attribute attribute: (identifier) @_load) @call
  arguments: (argument_list . (string) @module)
  (#eq? @_load "import_module"))
; What several coroutines give.
(call
  function: (_) @_gather
  arguments: (argument_list) @listed
  (#eq? @_gather "asyncio.gather"))
(call function: (_) @call)
(subscript value: (_) @same subscript: (slice))
(subscript value: (_) @element @type.applied) @type.arguments
(conditional_expression . (_) @either (_) (_) @or .)
(boolean_operator left: (_) @either operator: "or" right: (_) @or)
; `x = y = z`
(assignment right: (_) @same)
; `x = yield y`
(yield) @sent
[
  (await . (_) @same)
  (named_expression value: (_) @same)
  (parenthesized_expression . (_) @same @type.same)
]

; Types.

(generic_type . (_) @same @type.applied (type_parameter) @type.arguments)
(binary_operator operator: "|") @type.several
(union_type) @type.several
(type (_) @type.same .)
; A type in quotes is read as a file that holds nothing else.
(module . (expression_statement . (_) @type.same .) .)
