; Names and what they are used for.

[(identifier) (constant) (instance_variable) (class_variable) (global_variable)] @use
(simple_symbol) @use
; Keys of a hash or of options call nothing.
(pair key: (hash_key_symbol) @label)

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

; `orders.each(&:save)` calls it on each value, and `order.tap(&:save)` on the value itself.
(call
  receiver: (_) @receiver.each
  method: (identifier) @_each
  arguments: (argument_list (block_argument (simple_symbol) @call.named))
  (#not-any-of? @_each "tap" "then" "yield_self"))
(call
  receiver: (_) @receiver
  method: (identifier) @_tap
  arguments: (argument_list (block_argument (simple_symbol) @call.named))
  (#any-of? @_tap "tap" "then" "yield_self"))
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
  (#match? @_hook "^(skip_(before|after|around)_\\w+|helper_method|memoize|module_function|protected|(private|public)(_class_method)?|(remove|undef)_method)$"))
(call
  !receiver
  method: (identifier) @_hook
  arguments: (argument_list (pair
    key: [(hash_key_symbol) (simple_symbol)] @_when
    value: [(simple_symbol) @call.named (array (simple_symbol) @call.named)]))
  (#match? @_hook "^((before|after|around|(skip|prepend|append)_(before|after|around))_\\w+|validate\\w*|rescue_from)$")
  (#match? @_when "^:?(do|if|unless|with)$"))
; Those of state machines.
(call
  !receiver
  method: (identifier) @_hook
  arguments: (argument_list (pair
    key: [(hash_key_symbol) (simple_symbol)] @_when
    value: [(simple_symbol) @call.named (array (simple_symbol) @call.named)]))
  (#any-of? @_hook "event" "state" "transition" "transitions")
  (#match? @_when "^:?((after|before)(_commit|_enter|_exit)?|enter|error|exit|guards?|if|success|unless)$"))
(call
  !receiver
  method: (identifier) @_alias
  arguments: (argument_list . (_) . (simple_symbol) @use.named)
  (#any-of? @_alias "alias_method" "alias_attribute"))
; Constants by their names.
(call
  method: (identifier) @_constant
  arguments: (argument_list . (simple_symbol) @use.named)
  (#any-of? @_constant "autoload" "const_defined?" "const_get" "private_constant"))
; What it hands on to another value: `delegate :name, to: :owner`.
(call
  !receiver
  method: (identifier) @_delegate
  arguments: (argument_list
    (simple_symbol) @call.named
    (pair key: (hash_key_symbol) @_to value: [(simple_symbol) (constant) (scope_resolution)] @receiver))
  (#eq? @_delegate "delegate") (#eq? @_to "to"))
(call
  !receiver
  method: (identifier) @_delegate
  arguments: (argument_list
    (simple_symbol) @call.named
    (pair key: (hash_key_symbol) @_to value: (string)))
  (#eq? @_delegate "delegate") (#eq? @_to "to")) @receiver
(call
  !receiver
  method: (identifier) @_delegate
  arguments: (argument_list . (simple_symbol) @receiver (simple_symbol) @call.named)
  (#any-of? @_delegate "def_delegators" "def_instance_delegators"))
(call
  !receiver
  method: (identifier) @_delegate
  arguments: (argument_list . (simple_symbol) @receiver . (simple_symbol) @call.named)
  (#any-of? @_delegate "def_delegator" "def_instance_delegator"))

; Methods that are called or asked for by their names.
(call
  receiver: (_) @receiver
  method: (identifier) @_send
  arguments: (argument_list . (simple_symbol) @call.named)
  (#any-of? @_send "send" "public_send" "__send__" "try" "try!"))
(call
  !receiver
  method: (identifier) @_send
  arguments: (argument_list . (simple_symbol) @call.named)
  (#any-of? @_send "send" "public_send" "__send__" "try" "try!"))
(call
  receiver: (_) @receiver
  method: (identifier) @_method
  arguments: (argument_list . (simple_symbol) @use.named)
  (#any-of? @_method "method" "public_method" "respond_to?"))
(call
  !receiver
  method: (identifier) @_method
  arguments: (argument_list . (simple_symbol) @use.named)
  (#any-of? @_method "method" "public_method" "respond_to?"))

; The action that a test of a controller runs: `post :create, params: { … }`.
(call
  !receiver
  method: (identifier) @_verb @receiver
  arguments: (argument_list . (simple_symbol) @call.named)
  (#any-of? @_verb "delete" "get" "head" "patch" "post" "process" "put"))

; What a double stands in for, and what is asked of it, is named and not called. What is said of a
; value comes before the message, which calls may follow: `allow(x).to receive(:m).with(1)`.
(call
  receiver: (_) @receiver
  method: (identifier) @_to
  arguments: (argument_list . (call !receiver method: (identifier) @_said arguments: (argument_list . (simple_symbol) @use.named)))
  (#any-of? @_to "to" "not_to" "to_not")
  (#any-of? @_said "receive" "have_received" "receive_message_chain" "respond_to"))
(call
  receiver: (_) @receiver
  method: (identifier) @_to
  arguments: (argument_list . (call
    receiver: (call !receiver method: (identifier) @_said arguments: (argument_list . (simple_symbol) @use.named))))
  (#any-of? @_to "to" "not_to" "to_not")
  (#any-of? @_said "receive" "have_received" "receive_message_chain" "respond_to"))
(call
  receiver: (_) @receiver
  method: (identifier) @_to
  arguments: (argument_list . (call
    receiver: (call
      receiver: (call !receiver method: (identifier) @_said arguments: (argument_list . (simple_symbol) @use.named)))))
  (#any-of? @_to "to" "not_to" "to_not")
  (#any-of? @_said "receive" "have_received" "receive_message_chain" "respond_to"))
(call
  receiver: (_) @receiver
  method: (identifier) @_to
  arguments: (argument_list . (call
    receiver: (call
      receiver: (call
        receiver: (call !receiver method: (identifier) @_said arguments: (argument_list . (simple_symbol) @use.named))))))
  (#any-of? @_to "to" "not_to" "to_not")
  (#any-of? @_said "receive" "have_received" "receive_message_chain" "respond_to"))
(call
  receiver: (_) @receiver
  method: (identifier) @_to
  arguments: (argument_list . (call
    !receiver
    method: (identifier) @_said
    arguments: (argument_list (pair key: (hash_key_symbol) @use @name))))
  (#any-of? @_to "to" "not_to" "to_not")
  (#eq? @_said "receive_messages"))
(call
  !receiver
  method: (identifier) @_said
  arguments: (argument_list . (simple_symbol) @use.named)
  (#any-of? @_said "receive" "have_received" "receive_message_chain" "respond_to")) @receiver
(call
  !receiver
  method: (identifier) @_double
  arguments: (argument_list (pair key: (hash_key_symbol) @use @name))
  (#any-of? @_double "double" "spy" "instance_double" "instance_spy" "class_double" "class_spy" "object_double")) @receiver
(call
  receiver: (_) @receiver
  method: (identifier) @_stub
  arguments: (argument_list . (simple_symbol) @use.named)
  (#any-of? @_stub "stubs" "expects" "stub"))
(call
  receiver: (_) @receiver
  method: (identifier) @_stub
  arguments: (argument_list (pair key: (hash_key_symbol) @use @name))
  (#any-of? @_stub "stubs" "expects"))

; What an expectation calls under another name: `to be_empty`.
(call
  receiver: (_) @receiver
  method: (identifier) @_to
  arguments: (argument_list . [(identifier) @name @call (call !receiver method: (identifier) @name)])
  (#any-of? @_to "to" "not_to" "to_not") (#match? @name "^be_"))

; Classes that settings and doubles name by strings.
(pair
  key: [(hash_key_symbol) (simple_symbol)] @_key
  value: (string . (string_content) @use .)
  (#match? @_key "^:?(class_name|\\w+_class(_name)?|serializer|source_type)$")
  (#match? @use "^(::)?[A-Z]\\w*(::[A-Z]\\w*)*$"))
(call
  receiver: (string . (string_content) @use .)
  method: (identifier) @_constant
  (#any-of? @_constant "constantize" "safe_constantize")
  (#match? @use "^(::)?[A-Z]\\w*(::[A-Z]\\w*)*$"))
(call
  method: (identifier) @_named
  arguments: (argument_list . (string . (string_content) @use .))
  (#any-of? @_named "const_get" "class_double" "class_spy" "instance_double" "instance_spy" "stub_const")
  (#match? @use "^(::)?[A-Z]\\w*(::[A-Z]\\w*)*$"))
; Elsewhere only a path of names is sure to be one.
((string . (string_content) @use .) (#match? @use "^(::)?[A-Z]\\w*(::[A-Z]\\w*)+$"))

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
(for pattern: (identifier) @binding value: (in (_) @element))
; What a block is called with, and what a test of its class says of a variable.
(call
  receiver: (_) @value
  method: (identifier) @_tap
  block: (_ parameters: (block_parameters . (identifier) @binding .))
  (#any-of? @_tap "tap" "then" "yield_self"))
(if
  condition: (call
    receiver: (identifier) @binding
    method: (identifier) @_is
    arguments: (argument_list . [(constant) (scope_resolution)] @annotation .))
  consequence: (then) @where
  (#any-of? @_is "instance_of?" "is_a?" "kind_of?"))
(if_modifier
  body: (_) @where
  condition: (call
    receiver: (identifier) @binding
    method: (identifier) @_is
    arguments: (argument_list . [(constant) (scope_resolution)] @annotation .))
  (#any-of? @_is "instance_of?" "is_a?" "kind_of?"))
(case
  value: (identifier) @binding
  (when pattern: (pattern [(constant) (scope_resolution)] @annotation) body: (then) @where))
; What blocks take and give: `carts.map { |cart| cart.total }`.
(call block: (_) @lambda) @block.of
(block parameters: (block_parameters (identifier) @block.takes)) @lambda
(do_block parameters: (block_parameters (identifier) @block.takes)) @lambda
(block body: (block_body . (_) @block.gives .)) @lambda
(do_block body: (body_statement . (_) @block.gives .)) @lambda
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

; The types that a signature of Sorbet writes before a method: `sig { params(keg: Keg).returns(Tab) }`.
(body_statement
  (call
    !receiver
    method: (identifier) @_sig
    block: (_ body: (_ (call receiver: [
      (call method: (identifier) @_params arguments: (argument_list (pair key: (hash_key_symbol) @_key value: (_) @annotation)))
      (call receiver: (call
        method: (identifier) @_params
        arguments: (argument_list (pair key: (hash_key_symbol) @_key value: (_) @annotation))))
    ]))))
  .
  [
    (_ parameters: (method_parameters [(identifier) @binding (_ name: (identifier) @binding)]))
    (call arguments: (argument_list
      (_ parameters: (method_parameters [(identifier) @binding (_ name: (identifier) @binding)]))))
  ]
  (#eq? @_sig "sig") (#eq? @_params "params") (#eq? @_key @binding))
(body_statement
  (call
    !receiver
    method: (identifier) @_sig
    block: (_ body: (_ [
      (call method: (identifier) @_returns arguments: (argument_list . (_) @returns .))
      (call receiver: (call method: (identifier) @_returns arguments: (argument_list . (_) @returns .)))
    ])))
  .
  [
    (method name: (_) @producer)
    (singleton_method name: (_) @producer)
    (call arguments: (argument_list [(method name: (_) @producer) (singleton_method name: (_) @producer)]))
  ]
  (#eq? @_sig "sig") (#eq? @_returns "returns"))
(body_statement
  (call
    !receiver
    method: (identifier) @_sig
    block: (_ body: (_ (call method: (identifier) @_returns arguments: (argument_list . (_) @annotation .)))))
  .
  (call !receiver method: (identifier) @_attribute arguments: (argument_list . (simple_symbol) @field .))
  (#eq? @_sig "sig") (#eq? @_returns "returns") (#any-of? @_attribute "attr_reader" "attr_accessor"))

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
    arguments: (argument_list . [(constant) (identifier) (scope_resolution)] @supertype))
  (#eq? @_maker "Class") (#eq? @_new "new"))
; A class without a name, with a body or none.
(call
  receiver: (constant) @_maker
  method: (identifier) @_new
  arguments: (argument_list . [(constant) (identifier) (scope_resolution)] @subtype @supertype)
  block: (_) @body
  (#eq? @_maker "Class") (#eq? @_new "new"))
((call
  receiver: (constant) @_maker
  method: (identifier) @_new
  arguments: (argument_list . [(constant) (identifier) (scope_resolution)] @subtype @supertype)
  !block) @body
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

(assignment
  left: (constant) @aliased
  right: [(constant) (scope_resolution)] @meaning
  (#match? @aliased "[a-z]") (#match? @meaning "[a-z][A-Za-z0-9]*$"))

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

; What extends those that include a module: the modules that mix others in do it by this name.
(module
  name: [(constant) @subtype (scope_resolution name: (constant) @subtype)]
  body: (body_statement (module name: (constant) @supertype))
  (#eq? @supertype "ClassMethods"))

; What is no code.

; A key: `options[:total]`.
(element_reference (simple_symbol) @text)
[(comment) (string_content) (heredoc_content)] @text
