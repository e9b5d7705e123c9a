; Colours for a terminal.

(comment) @comment
(title) @keyword
(directive name: (_) @function)
[(literal) (literal_block)] @string
[(emphasis) (strong)] @constant
[(reference) (standalone_hyperlink)] @type
