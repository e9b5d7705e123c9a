; Colours for a terminal.

(comment) @comment
(string) @string
(pair key: (string) @type)
(number) @number
[(true) (false) (null)] @constant
