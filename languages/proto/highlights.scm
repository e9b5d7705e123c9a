; Colours for a terminal. Words of the grammar, such as `message`, are keywords without being named here.

(comment) @comment
(string) @string
[(int_lit) (float_lit)] @number
[(type) (message_name) (enum_name) (service_name) (message_or_enum_type)] @type
(rpc_name) @function
