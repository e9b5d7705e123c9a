; Definitions, and what belongs to them. A declarator is followed to its name, and says whether it is a function's.

(comment) @comment

(function_definition declarator: (_) @declarator) @definition.function
(declaration declarator: (_) @declarator) @definition.variable
(declaration declarator: (init_declarator declarator: (_) @declarator value: (_) @value)) @definition.variable
(field_declaration declarator: (_) @declarator) @definition.field
; The members of a type that is defined on the way are its own.
(declaration type: (_ body: (_) @body) declarator: (_) @declarator) @definition.variable
(field_declaration type: (_ body: (_) @body) declarator: (_) @declarator) @definition.field

(struct_specifier name: (type_identifier) @name body: (_)) @definition.struct
(union_specifier name: (type_identifier) @name body: (_)) @definition.struct
(enum_specifier name: (type_identifier) @name body: (_)) @definition.enum
(enumerator name: (identifier) @name) @definition.constant

(type_definition declarator: (_) @declarator) @definition.type
(type_definition type: (_ body: (_) @body) declarator: (_) @declarator) @definition.type
; The name of a type that has no other.
(type_definition type: (struct_specifier !name body: (_) @body) declarator: (type_identifier) @name) @definition.struct
(type_definition type: (union_specifier !name body: (_) @body) declarator: (type_identifier) @name) @definition.struct
(type_definition type: (enum_specifier !name body: (_) @body) declarator: (type_identifier) @name) @definition.enum

(preproc_def name: (identifier) @name value: (_)? @value) @definition.macro
(preproc_function_def name: (identifier) @name value: (_)? @body) @definition.macro
(preproc_def name: (identifier) @_guard (#match? @_guard "_H_*$") !value) @ignored

; A macro that wraps a function's head is a call before a block: SYSCALL_DEFINE3(open, …) { … }
(translation_unit
  (expression_statement (call_expression
    function: (identifier) @_macro
    arguments: (argument_list . (identifier) @name))) @definition.function
  . (compound_statement) @body
  (#match? @_macro "^[A-Z][A-Z0-9_]+$"))
(preproc_if
  (expression_statement (call_expression
    function: (identifier) @_macro
    arguments: (argument_list . (identifier) @name))) @definition.function
  . (compound_statement) @body
  (#match? @_macro "^[A-Z][A-Z0-9_]+$"))
(preproc_ifdef
  (expression_statement (call_expression
    function: (identifier) @_macro
    arguments: (argument_list . (identifier) @name))) @definition.function
  . (compound_statement) @body
  (#match? @_macro "^[A-Z][A-Z0-9_]+$"))
(preproc_else
  (expression_statement (call_expression
    function: (identifier) @_macro
    arguments: (argument_list . (identifier) @name))) @definition.function
  . (compound_statement) @body
  (#match? @_macro "^[A-Z][A-Z0-9_]+$"))
; One that defines a variable: DEFINE_MUTEX(lock); DEFINE_PER_CPU(int, counter);
(translation_unit (expression_statement (call_expression
    function: (identifier) @_macro
    arguments: (argument_list . (identifier) @name))
    (#match? @_macro "^(DEFINE|DECLARE)_[A-Z0-9_]+$|^(LIST|HLIST|BLOCKING_NOTIFIER|ATOMIC_NOTIFIER|RAW_NOTIFIER)_HEAD$")
    (#not-match? @_macro "PER_CPU")) @definition.variable)
(declaration type: (macro_type_specifier name: (identifier) @_macro (ERROR (identifier) @name))
  (#match? @_macro "^(DEFINE|DECLARE)_PER_CPU")) @definition.variable
(translation_unit (expression_statement (call_expression
    function: (identifier) @_macro
    arguments: (argument_list . (_) . (identifier) @name))
    (#match? @_macro "^(DEFINE|DECLARE)_PER_CPU")) @definition.variable)
