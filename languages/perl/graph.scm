; Names and what they are used for.

[(bareword) (function) (method) (package) (varname)] @use
; The keys of lists are text, and those of what is behind an arrow may be attributes.
(list_expression (autoquoted_bareword) @label)
(hash_element_expression key: (autoquoted_bareword) @use)

(function_call_expression function: (function) @call)
; &helper, and a name alone, which calls what was declared before
(function_call_expression function: (function (varname) @call))
(expression_statement (bareword) @call)
(binary_expression (bareword) @call)
(ambiguous_function_call_expression function: (function) @call)
(method_call_expression invocant: (_) @receiver method: (method) @name (#not-match? @name "::|^[$]"))
(method_call_expression method: (method) @call)
(assignment_expression left: (variable_declaration (scalar (varname) @write)))

; Scopes and local names.

[(subroutine_declaration_statement) (method_declaration_statement)
 (anonymous_subroutine_expression) (anonymous_method_expression)
 (block) (for_statement) (cstyle_for_statement)] @scope
(variable_declaration (scalar (varname) @binding))
(variable_declaration (array (varname) @binding))
(variable_declaration (hash (varname) @binding))
(mandatory_parameter (scalar (varname) @binding))
(optional_parameter (scalar (varname) @binding))
(for_statement variable: (scalar (varname) @binding))
(assignment_expression
  left: (variable_declaration variable: (scalar (varname) @binding))
  right: (_) @value
  (#not-match? @value "^shift\\b(\\(\\))?$"))
; What a method is called on: it is known in subs with a name only, which are those of a package.
(subroutine_declaration_statement
  body: (block (expression_statement (assignment_expression
    left: (variable_declaration variable: (scalar (varname) @binding))
    right: (func1op_call_expression) @value)))
  (#any-of? @binding "class" "proto" "self" "this") (#match? @value "^shift\\b(\\(\\))?$"))
(subroutine_declaration_statement
  body: (block (expression_statement (assignment_expression
    left: (variable_declaration . (scalar (varname) @binding))
    right: (array) @value)))
  (#any-of? @binding "class" "proto" "self" "this") (#eq? @value "@_"))

; No block holds these names.

(subroutine_declaration_statement name: (bareword) @unscoped)

; Supertypes, which are named in the statements behind that of the package.

[(package_statement name: (package) @subtype.open)
 (class_statement name: (package) @subtype.open)
 (role_statement name: (package) @subtype.open)]
(use_statement
  module: (package) @_parent
  [(string_literal (string_content) @inherit @supertype)
   (interpolated_string_literal (string_content) @inherit @supertype)
   (quoted_word_list (string_content) @inherit @supertype)
   (list_expression [(string_literal (string_content) @inherit @supertype)
                     (quoted_word_list (string_content) @inherit @supertype)])]
  (#any-of? @_parent "parent" "base" "Mojo::Base")
  (#match? @supertype "^\\s*[A-Za-z]"))
(use_statement
  module: (package) @inherit @supertype
  [(autoquoted_bareword) @_base (list_expression . (autoquoted_bareword) @_base)]
  (#eq? @_base "-base"))
(ambiguous_function_call_expression
  function: (function) @_extends
  arguments: [(string_literal (string_content) @inherit @supertype)
              (quoted_word_list (string_content) @inherit @supertype)
              (list_expression [(string_literal (string_content) @inherit @supertype)
                                (quoted_word_list (string_content) @inherit @supertype)])]
  (#any-of? @_extends "extends" "with"))
(function_call_expression
  function: (function) @_extends
  arguments: [(string_literal (string_content) @inherit @supertype)
              (quoted_word_list (string_content) @inherit @supertype)
              (list_expression [(string_literal (string_content) @inherit @supertype)
                                (quoted_word_list (string_content) @inherit @supertype)])]
  (#any-of? @_extends "extends" "with"))
(assignment_expression
  left: (variable_declaration variable: (array (varname) @_isa))
  right: [(quoted_word_list (string_content) @inherit @supertype)
          (parenthesized_expression (string_literal (string_content) @inherit @supertype))
          (parenthesized_expression (list_expression (string_literal (string_content) @inherit @supertype)))]
  (#eq? @_isa "ISA"))
(ambiguous_function_call_expression
  function: (function) @_push
  arguments: (list_expression . (array (varname) @_isa) [(string_literal (string_content) @inherit @supertype)
                                                        (quoted_word_list (string_content) @inherit @supertype)])
  (#eq? @_push "push") (#eq? @_isa "ISA"))
(attribute name: (attribute_name) @_isa value: (attribute_value) @inherit @supertype (#eq? @_isa "isa"))

; The names that a statement imports.
(use_statement
  module: (package) @_module
  [(quoted_word_list (string_content) @import.path)
   (string_literal (string_content) @import.path)
   (list_expression [(quoted_word_list (string_content) @import.path) (string_literal (string_content) @import.path)])]
  (#match? @_module "^[A-Z]") (#not-eq? @_module "Mojo::Base"))

; What is no code.

[(comment) (pod) (string_content) (heredoc_content) (regexp_content) (data_section)] @text
