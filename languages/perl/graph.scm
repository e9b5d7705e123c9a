; Names and what they are used for.

[(bareword) (function) (method) (package) (varname) (autoquoted_bareword)] @use

(function_call_expression function: (function) @call)
(ambiguous_function_call_expression function: (function) @call)
(method_call_expression invocant: (_) @receiver method: (method) @name)
(method_call_expression method: (method) @call)

; Scopes and local names.

[(subroutine_declaration_statement) (method_declaration_statement) (anonymous_subroutine_expression) (block)] @scope
(variable_declaration (scalar (varname) @binding))
(variable_declaration (array (varname) @binding))
(variable_declaration (hash (varname) @binding))
(mandatory_parameter (scalar (varname) @binding))

; No block holds these names.

(subroutine_declaration_statement name: (bareword) @unscoped)

; What is no code.

[(comment) (pod) (string_content) (heredoc_content) (data_section)] @text
