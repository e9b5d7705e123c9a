; Colours for a terminal. Words of the grammar, such as `where`, are keywords without being named here.

[(comment) (haddock) (pragma)] @comment
[(string) (char)] @string
[(integer) (float)] @number
[(name) (module)] @type
(constructor) @constant
(signature name: (_) @function)
(function name: (_) @function)
(apply function: (variable) @function)
