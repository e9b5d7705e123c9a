; What an expression is a link of. The first pattern that matches a node counts.

[
  (identifier)
  (import)
  (private_property_identifier)
  (property_identifier)
  (shorthand_property_identifier)
  (super)
  (this)
] @name
[(null) (undefined)] @nothing
(array . (spread_element (_) @same) .)
(array) @listed
[(number) (regex) (string) (template_string)] @literal
(object (spread_element)) @object.open
(object) @object

(member_expression object: (_) @of property: (_) @member)
(call_expression
  function: (_) @call
  arguments: (arguments . (string) @module)
  (#any-of? @call "require" "import"))
; What has the elements of what it is given, or as many that these give.
(call_expression
  function: (member_expression object: (identifier) @_promise property: (property_identifier) @_all)
  arguments: (arguments . (_) @same .)
  (#eq? @_promise "Promise") (#eq? @_all "all"))
(call_expression
  function: (member_expression object: (identifier) @_object property: (property_identifier) @_from)
  arguments: (arguments . (_) @same .)
  (#any-of? @_object "Array" "Object") (#any-of? @_from "entries" "from" "values"))
; What is frozen is what it was.
(call_expression
  function: (member_expression object: (identifier) @_object property: (property_identifier) @_freeze)
  arguments: (arguments . (_) @same .)
  (#eq? @_object "Object") (#any-of? @_freeze "freeze" "preventExtensions" "seal"))
(call_expression function: (_) @call)
(subscript_expression object: (_) @of index: (string . (string_fragment) @member .))
(subscript_expression object: (_) @element)
(new_expression constructor: (_) @new)
; `x = y = z`
(assignment_expression right: (_) @same)
(ternary_expression consequence: (_) @either alternative: (_) @or)
(binary_expression left: (_) @either operator: ["||" "??"] right: (_) @or)
[
  (await_expression . (_) @same)
  (parenthesized_expression . (_) @same)
]
