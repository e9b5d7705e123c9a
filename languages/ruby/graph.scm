; Names and what they are used for.

[(identifier) (constant) (instance_variable) (class_variable) (global_variable)] @use
(simple_symbol) @use

(call receiver: (_) @receiver method: [(identifier) (constant)] @name)
(call receiver: [(constant) (scope_resolution)] @path method: [(identifier) (constant)] @name)
; A value of the type is made.
(call
  receiver: [(constant) @call (scope_resolution name: (constant) @call)]
  method: (identifier) @_new
  (#eq? @_new "new"))
; A method without receiver and arguments, unless it is a local name.
(identifier) @call.unbound
(scope_resolution scope: (_) @path name: (constant) @name)
(call method: [(identifier) (constant)] @call)
(assignment left: [(identifier) (constant) (instance_variable) (class_variable) (global_variable)] @write)
(operator_assignment left: [(identifier) (constant) (instance_variable)] @write)
(assignment left: (call method: (identifier) @write))
(superclass [(constant) @inherit (scope_resolution name: (constant) @inherit)])
(call
  !receiver
  method: (identifier) @_mix
  arguments: (argument_list [(constant) @inherit (scope_resolution name: (constant) @inherit)])
  (#any-of? @_mix "include" "extend" "prepend"))

; `Class.new(Supertype)`
(call
  receiver: (constant) @_maker
  method: (identifier) @_new
  arguments: (argument_list . [(constant) @inherit (scope_resolution name: (constant) @inherit)])
  (#eq? @_maker "Class") (#eq? @_new "new"))

; `each(&:save)` calls it on each value.
(block_argument (simple_symbol) @call.named) @receiver

; Methods that a class hands on by their names: what runs them, and what says something of them.
(call
  !receiver
  method: (identifier) @_hook
  arguments: (argument_list (simple_symbol) @call.named)
  (#match? @_hook "^((before|after|around|(prepend|append)_(before|after|around))_\\w+|validate)$"))
(call
  !receiver
  method: (identifier) @_hook
  arguments: (argument_list (simple_symbol) @use.named)
  (#match? @_hook "^(skip_(before|after|around)_\\w+|helper_method|private|public|protected|module_function|memoize)$"))
(call
  !receiver
  method: (identifier) @_hook
  arguments: (argument_list (pair key: (hash_key_symbol) @_when value: (simple_symbol) @call.named))
  (#match? @_hook "^((before|after|around|(skip|prepend|append)_(before|after|around))_\\w+|validate\\w*|rescue_from)$")
  (#any-of? @_when "do" "if" "unless" "with"))

; The member that is overridden.
(super) @call.overridden

; Scopes and local names.

[(method) (singleton_method)] @scope
[(block) (do_block) (lambda)] @scope.shared
[(class) (module) (singleton_class)] @scope.type

(method_parameters (identifier) @binding)
(method_parameters (optional_parameter name: (identifier) @binding value: (_) @value))
(method_parameters (keyword_parameter name: (identifier) @binding))
(method_parameters (splat_parameter name: (identifier) @binding))
(method_parameters (hash_splat_parameter name: (identifier) @binding))
(method_parameters (block_parameter name: (identifier) @binding))
(block_parameters (identifier) @binding)
(lambda_parameters (identifier) @binding)
(destructured_parameter (identifier) @binding)
(optional_parameter name: (identifier) @binding)
(keyword_parameter name: (identifier) @binding)
(splat_parameter name: (identifier) @binding)
(hash_splat_parameter name: (identifier) @binding)
(block_parameter name: (identifier) @binding)
(assignment left: (identifier) @binding right: (_) @value)
(left_assignment_list (identifier) @binding)
(rest_assignment (identifier) @binding)
(destructured_left_assignment (identifier) @binding)
(in_clause pattern: (identifier) @binding)
(array_pattern (identifier) @binding)
(find_pattern (identifier) @binding)
(keyword_pattern value: (identifier) @binding)
(keyword_pattern key: (hash_key_symbol) @binding !value)
(as_pattern name: (identifier) @binding)
(operator_assignment left: (identifier) @binding)
(exception_variable (identifier) @binding)
(for pattern: (identifier) @binding)
; `let(:cart) { Cart.new }` of RSpec.
(call
  !receiver
  method: (identifier) @_let
  arguments: (argument_list . (simple_symbol) @binding) @parameters
  block: [(block body: (block_body (_) @value .)) (do_block body: (body_statement (_) @value .))]
  (#any-of? @_let "let" "let!" "subject" "subject!"))
(call
  !receiver
  method: (identifier) @binding @_subject
  block: [(block body: (block_body (_) @value .)) (do_block body: (body_statement (_) @value .))]
  (#any-of? @_subject "subject" "subject!"))
(assignment left: (instance_variable) @field right: (_) @value)
(left_assignment_list (instance_variable) @field)
(operator_assignment left: (instance_variable) @field right: (_) @value)
(method parameters: (method_parameters) @parameters)
[(block_parameters) (lambda_parameters)] @parameters
; A method's last expression is its result, and a statement that ends it early has one of its own.
(method name: (_) @producer body: (body_statement (_) @result .))
(singleton_method name: (_) @producer body: (body_statement (_) @result .))
(method name: (_) @producer body: (_) @body)
(singleton_method name: (_) @producer body: (_) @body)
(return (argument_list . (_) @result .))

; What may be left out, so that what it assigns may be as before.

[(then) (else) (do) (begin) (rescue) (block) (do_block) (lambda)] @branch
(if_modifier body: (_) @branch)
(unless_modifier body: (_) @branch)
(while_modifier body: (_) @branch)
(until_modifier body: (_) @branch)
(rescue_modifier handler: (_) @branch)
(binary operator: ["&&" "||" "and" "or"] right: (_) @branch)
(conditional consequence: (_) @branch)
(conditional alternative: (_) @branch)

; What may run again, so that what it assigns at its end may hold at its beginning.

[(block) (do_block) (lambda)] @loop
(while body: (_) @loop)
(until body: (_) @loop)
(for body: (_) @loop)

; No block holds these names.

(method name: (_) @unscoped)

; Supertypes: a class's own, and the modules that it mixes in.

(class
  name: [(constant) @subtype (scope_resolution name: (constant) @subtype)]
  superclass: (superclass (_) @supertype))
(assignment
  left: (constant) @subtype
  right: (call
    receiver: (constant) @_maker
    method: (identifier) @_new
    arguments: (argument_list . [(constant) (scope_resolution)] @supertype))
  (#eq? @_maker "Class") (#eq? @_new "new"))
; A class without a name.
(call
  receiver: (constant) @_maker
  method: (identifier) @_new
  arguments: (argument_list . [(constant) (scope_resolution)] @subtype @supertype)
  block: (_) @body
  (#eq? @_maker "Class") (#eq? @_new "new"))
(class
  name: [(constant) @subtype (scope_resolution name: (constant) @subtype)]
  body: (body_statement (call
    !receiver
    method: (identifier) @_mix
    arguments: (argument_list [(constant) (scope_resolution)] @supertype)))
  (#any-of? @_mix "include" "extend"))
(module
  name: [(constant) @subtype (scope_resolution name: (constant) @subtype)]
  body: (body_statement (call
    !receiver
    method: (identifier) @_mix
    arguments: (argument_list [(constant) (scope_resolution)] @supertype)))
  (#any-of? @_mix "include" "extend"))
(class
  name: (_) @subtype
  body: (body_statement (call
    !receiver
    method: (identifier) @_mix
    arguments: (argument_list [(constant) (scope_resolution)] @supertype.before)))
  (#eq? @_mix "prepend"))
(module
  name: (_) @subtype
  body: (body_statement (call
    !receiver
    method: (identifier) @_mix
    arguments: (argument_list [(constant) (scope_resolution)] @supertype.before)))
  (#eq? @_mix "prepend"))

; Imports.

(call
  !receiver
  method: (identifier) @_require
  arguments: (argument_list . (string (string_content) @module))
  (#any-of? @_require "require" "require_relative" "load" "autoload")) @wildcard

; What a concern mixes into those that include it.
(module
  name: [(constant) @subtype (scope_resolution name: (constant) @subtype)]
  body: (body_statement (call
    !receiver
    method: (identifier) @_hook
    block: (do_block body: (body_statement (call
      !receiver
      method: (identifier) @_mix
      arguments: (argument_list [(constant) (scope_resolution)] @supertype))))))
  (#eq? @_hook "included") (#any-of? @_mix "include" "extend"))
(module
  name: [(constant) @subtype (scope_resolution name: (constant) @subtype)]
  body: (body_statement (call
    !receiver
    method: (identifier) @_hook
    block: (do_block body: (body_statement (call
      !receiver
      method: (identifier) @_mix
      arguments: (argument_list [(constant) (scope_resolution)] @supertype.before))))))
  (#eq? @_hook "included") (#eq? @_mix "prepend"))

; What is no code.

; A key: `options[:total]`.
(element_reference (simple_symbol) @text)
; What an expectation of RSpec names.
(call
  method: (identifier) @_expect
  arguments: (argument_list (simple_symbol) @text)
  (#any-of? @_expect "receive" "have_received" "receive_message_chain" "respond_to"))
[(comment) (string_content) (heredoc_content)] @text
