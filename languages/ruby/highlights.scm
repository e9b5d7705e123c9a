; Colours for a terminal. Words of the grammar, such as `def`, are keywords without being named here.

(comment) @comment
[(string) (regex) (heredoc_body) (subshell)] @string
[(simple_symbol) (hash_key_symbol)] @constant
[(integer) (float) (rational) (complex)] @number
[(true) (false) (nil) (self) (super)] @constant
(constant) @type
(method name: (_) @function)
(singleton_method name: (_) @function)
(call method: (identifier) @function)
