; Colours for a terminal. Words of the grammar, such as `function`, are keywords without being named here.

(comment) @comment
[(string) (encapsed_string) (heredoc) (nowdoc)] @string
[(integer) (float)] @number
[(boolean) (null)] @constant
[(visibility_modifier) (static_modifier) (abstract_modifier) (final_modifier) (readonly_modifier) (var_modifier)] @keyword
[(primitive_type) (named_type)] @type
(class_declaration name: (_) @type)
(interface_declaration name: (_) @type)
(trait_declaration name: (_) @type)
(enum_declaration name: (_) @type)
(function_definition name: (_) @function)
(method_declaration name: (_) @function)
(function_call_expression function: (name) @function)
(member_call_expression name: (name) @function)
(scoped_call_expression name: (name) @function)
