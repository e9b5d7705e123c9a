; Colours for a terminal.

(comment) @comment
(string) @string
[(integer) (float) (offset_date_time) (local_date_time) (local_date) (local_time)] @number
(boolean) @constant
[(bare_key) (quoted_key)] @type
