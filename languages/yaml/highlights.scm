; Colours for a terminal.

(comment) @comment
[(double_quote_scalar) (single_quote_scalar) (block_scalar)] @string
[(integer_scalar) (float_scalar)] @number
[(boolean_scalar) (null_scalar) (anchor_name) (alias_name)] @constant
(block_mapping_pair key: (_) @type)
(flow_pair key: (_) @type)
