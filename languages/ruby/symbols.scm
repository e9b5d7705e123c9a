; Definitions, and what belongs to them.

(comment) @comment

(module
  name: [(constant) @name (scope_resolution scope: (_)? @container name: (constant) @name)]
  body: (_)? @body
  "end" @body) @definition.module
(class
  name: [(constant) @name (scope_resolution scope: (_)? @container name: (constant) @name)]
  body: (_)? @body
  "end" @body) @definition.class
(singleton_class) @block

(method name: (_) @name body: (_)? @body "end"? @body) @definition.function
(body_statement (method name: (_) @name body: (_)? @body "end"? @body) @definition.method)
(singleton_method name: (_) @name body: (_)? @body "end"? @body) @definition.method
(alias name: (_) @name) @definition.method

(assignment left: [(constant) (scope_resolution)] @name) @definition.constant
; Another name of a class or module, which is no word of capitals alone.
(assignment
  left: (constant) @name
  right: [(constant) @_of (scope_resolution name: (constant) @_of)]
  (#match? @name "[a-z]") (#match? @_of "[a-z]")) @definition.type
(assignment
  left: (constant) @name
  right: (call receiver: (constant) @_maker method: (identifier) @_new block: (_)? @body)
  (#any-of? @_maker "Struct" "Data" "Class")
  (#any-of? @_new "new" "define")) @definition.class
(assignment
  left: (constant) @name
  right: (call receiver: (constant) @_maker method: (identifier) @_new block: (_)? @body)
  (#eq? @_maker "Module")
  (#eq? @_new "new")) @definition.module
(assignment left: (class_variable) @name) @definition.variable
(assignment left: (global_variable) @name) @definition.variable

; Methods that calls define.
(call
  !receiver
  method: (identifier) @_attr
  arguments: (argument_list [(simple_symbol) (string)] @name)
  (#any-of? @_attr "attr_accessor" "attr_reader" "attr_writer" "attr" "cattr_accessor" "cattr_reader" "cattr_writer"
    "mattr_accessor" "mattr_reader" "mattr_writer" "class_attribute" "thread_mattr_accessor" "attr_internal"
    "thread_cattr_accessor")) @definition.property
(call
  !receiver
  method: (identifier) @_define
  arguments: (argument_list . [(simple_symbol) (string)] @name)
  block: (_)? @body
  (#any-of? @_define "define_method" "define_singleton_method" "alias_method")) @definition.method

; Named queries, and events of a state machine.
(call
  !receiver
  method: (identifier) @_scope
  arguments: (argument_list . (simple_symbol) @name (lambda) @body)
  (#eq? @_scope "scope")) @definition.method
(call
  !receiver
  method: (identifier) @_scope
  arguments: (argument_list . (simple_symbol) @name (call method: (identifier) @_lambda block: (_) @body))
  (#eq? @_scope "scope") (#any-of? @_lambda "lambda" "proc")) @definition.method
(call
  method: (identifier) @_machine
  block: (_ body: (_ (call
    !receiver
    method: (identifier) @_event
    arguments: (argument_list . (simple_symbol) @name)
    block: (_)? @body) @definition.method))
  (#any-of? @_machine "state_machine" "aasm") (#eq? @_event "event"))

; Labels, and methods that are marked one by one.
(body_statement (identifier) @access (#any-of? @access "private" "protected" "public"))
(block_body (identifier) @access (#any-of? @access "private" "protected" "public"))
(call
  !receiver
  method: (identifier) @_word
  arguments: (argument_list [(method) (singleton_method)] @wrapped)
  (#any-of? @_word "private" "protected" "public" "private_class_method" "module_function" "memoize" "ruby2_keywords"
    "public_class_method")) @wrapper

; Tests of RSpec, minitest and Rails.
(call
  method: (identifier) @_suite
  arguments: (argument_list . (_) @name)
  block: (_) @body
  (#any-of? @_suite "describe" "context" "feature" "shared_examples" "shared_context" "shared_examples_for")) @definition.test
(call
  !receiver
  method: (identifier) @_case
  arguments: (argument_list . (string) @name)
  block: (_) @body
  (#any-of? @_case "it" "specify" "example" "test" "scenario" "xit" "fit")) @definition.test
(class name: (constant) @name (#match? @name "(Test|TestCase)$")) @test
