//! Ruby.

use crate::support::fixture::check;
use crate::support::{ask, project};
use serde_json::json;

#[test]
fn modules_are_implemented_where_they_are_mixed_in() {
    check(
        "find_implementations",
        "
//- /countable.rb
module Shop
  module Coun$0table
    def count_all
      1
    end
  end
end
//- /cart.rb
class Cart < Base
     #^^^^ impl
  include Shop::Countable
end
class Basket
     #^^^^^^ impl
  extend Shop::Countable
  puts Shop::Countable
end
module Both
      #^^^^ impl
  prepend Shop::Countable
end
",
    );
}

#[test]
fn a_name_that_is_not_local_is_a_call() {
    check(
        "find_callers",
        "
//- /keg.rb
class Keg
  def rem$0ove
  end

  def unlink(other)
    remove
   #^^^^^^ caller unlink
    x = remove
       #^^^^^^ caller unlink
    other.each { |remove| remove }
  end

  def local
    remove = 1
    remove
  end

  def parameter(remove)
    remove
  end
end
",
    );
}

#[test]
fn functions_of_a_module_are_called_by_its_name() {
    check(
        "find_callers",
        "
//- /formulary.rb
module Formulary
  def self.fac$0tory(name)
    name
  end
end
//- /gems/library.rbi
module Yard
  class Library
    def self.factory(name); end
  end
end
//- /remover.rb
module Brew
  class Remover
    def run
      Formulary.factory(\"a\")
               #^^^^^^^ caller run
      ::Formulary.factory(\"b\")
                 #^^^^^^^ caller run
      Yard::Library.factory(\"c\")
    end
  end
end
",
    );
}

#[test]
fn functions_in_the_singleton_class_of_a_module_are_called_by_its_name() {
    check(
        "find_callers",
        "
//- /formulary.rb
module Formulary
  class << self
    def oth$0er(name)
      name
    end
  end
end
//- /use.rb
def use
  Formulary.other(\"a\")
           #^^^^^ caller use
end
",
    );
}

#[test]
fn new_calls_the_constructor() {
    let text = "
//- /keg.rb
class K$0eg
  def init$1ialize(path)
    @path = path
  end
end
//- /use.rb
def use
  Keg.new(1)
 #^^^ caller use
  Keg
end
";
    check("find_callers", &text.replace("$1", ""));
    check("find_callers", &text.replace("$0", "").replace("$1", "$0"));
}

#[test]
fn a_class_that_several_files_open_is_one_target() {
    check(
        "find_callers",
        "
//- /a.rb
class Keg
  def o$0ne
  end
end
//- /b.rb
class Keg
  def two
    one
   #^^^ caller two
  end
end
class Other
  def two
    one
  end
end
",
    );
}

#[test]
fn a_call_means_no_function_of_another_language() {
    check(
        "find_callers",
        "
//- /utils.sh
oh$0ai() {
  echo hi
}
ohai
#<- caller <module>
//- /use.rb
class Use
  def run
    ohai \"x\"
  end
end
",
    );
}

/// What is unresolved under a path is told before all else, and before it is said that there is
/// nothing.
#[test]
fn unresolved_calls_under_the_path_come_first() {
    let definitions = "class A\n  def fetch\n  end\nend\nclass B\n  def fetch\n  end\nend\n";
    let files = [
        ("a.rb", definitions),
        ("early.rb", "def early(x)\n  x.fetch\nend\n"),
        ("lib/use.rb", "def use(x)\n  x.fetch\nend\n"),
        ("other.rb", "def other\n  A.new.fetch\nend\n"),
    ];
    let directory = project(&files);
    let text = ask::text(
        directory.path(),
        "find_callers",
        json!({ "symbol": "A.fetch", "path": "lib", "wait": 0 }),
    );
    let none = "No callers but those left out, and 1 occurrence that is unresolved.";
    assert!(text.contains(none), "{text}");
    assert!(text.contains("unresolved: lib/use.rb:2"), "{text}");
}

#[test]
fn calls_of_ruby_bind_in_their_scope() {
    check(
        "find_callers",
        "
//- /pool.rb
class Pool
  def pu$0sh(item)
  end

  def twice
    push(1)
   #^^^^ caller twice
  end
end

class Big < Pool
end
",
    );
}

#[test]
fn a_module_calls_what_it_is_mixed_into() {
    check(
        "find_callers",
        "
//- /validate.rb
module Validate
  module InstanceMethods
    def delay_valid$0ation(object); end
  end
end
//- /nested.rb
module Nested
  module InstanceMethods
    def add(object)
      delay_validation(object)
    # ^^^^^^^^^^^^^^^^ caller add [possible]
    end
  end
end
",
    );
}

#[test]
fn a_method_is_called_without_parentheses_too() {
    check(
        "find_callers",
        "
//- /a.rb
class Comment < Record
  def edi$0t?
  end
end
class Other
  def edit?
  end
end
class Controller
  def show
    comment = made
    comment.edit?
#           ^^^^^ caller show [possible]
    self.made.edit?
#             ^^^^^ caller show [possible]
    Other.new.edit?
  end

  def made
    Registry.first
  end
end
",
    );
}

#[test]
fn what_a_method_returns_has_the_type_of_its_last_expression() {
    check(
        "find_callers",
        "
//- /pool.rb
class Pool
  def ta$0ke; end
end
class Sink
  def take; end
end
class Owner
  def pool
    @pool ||= Pool.new
  end

  def early(flag)
    return Sink.new if flag
    Sink.new
  end

  def either(flag)
    flag ? Pool.new : nil
  end

  def self.make
    Pool.new
  end

  def use
    pool.take
    #    ^^^^ caller use
    early(true).take
    either(true).take
    #            ^^^^ caller use
    Owner.make.take
    #          ^^^^ caller use
    @pool.take
    #     ^^^^ caller use
  end
end
",
    );
}

/// A constant is looked for in the modules around it, innermost first.
#[test]
fn the_superclass_is_that_of_the_innermost_module() {
    check(
        "find_callers",
        "
//- /one.rb
module K
  module Conv
    class Base
      def wa$0rning(text); end
    end
  end
end
//- /two.rb
module K
  module Par
    class Base
      def warning(text); end
    end
  end
end
//- /html.rb
module K
  module Conv
    class Html < Base
      def go
        warning('x')
       #^^^^^^^ caller go
      end
    end
  end
end
//- /tree.rb
module K
  module Par
    class Tree < Base
      def go
        warning('x')
      end
    end
  end
end
",
    );
}

#[test]
fn instance_variables_and_their_readers_have_the_type_that_is_assigned() {
    check(
        "find_callers",
        "
//- /pool.rb
class Pool
  def ta$0ke; end
end
class Sink
  def take; end
end
class Owner
  attr_reader :pool
  attr_accessor :sink

  def initialize
    @pool = Pool.new
    @sink = Sink.new
  end

  def use
    @pool.take
    #     ^^^^ caller use
    pool.take
    #    ^^^^ caller use
    self.pool.take
    #         ^^^^ caller use
    @sink.take
    #     ^^^^ caller use [possible]
    sink.take
    #    ^^^^ caller use [possible]
  end
end
class Below < Owner
  def other
    @pool.take
    #     ^^^^ caller other
    Owner.new.pool.take
    #              ^^^^ caller other
    Owner.new.sink.take
    #              ^^^^ caller other [possible]
  end
end
",
    );
}

#[test]
fn a_class_that_is_made_by_a_call_has_its_superclass() {
    check(
        "find_callers",
        "
//- /pool.rb
class Pool
  def ta$0ke; end
end
class Sink
  def take; end
end
Small = Class.new(Pool)
def use
  Small.new.take
  #         ^^^^ caller use
end
",
    );
}

/// What a class lacks may be of a module that is mixed in at run time.
#[test]
fn a_member_that_no_class_has_may_be_of_a_module() {
    check(
        "find_callers",
        "
//- /filters.rb
module Filters
  def shor$0ten; end
end
class Other
  def shorten; end
end
class Strainer
  def self.add(filters)
    include(filters)
  end
end
def use
  Strainer.new.shorten
  #            ^^^^^^^ caller use [possible]
end
",
    );
}

#[test]
fn what_a_branch_assigns_may_be_as_before_behind_it() {
    check(
        "find_callers",
        "
//- /a.rb
class A
  def g$0o; end
end
class B
  def go; end
end
def one(c)
  x = A.new
  if c
    x = B.new
  end
  x.go
 #  ^^ caller one
  y = A.new
  y = B.new if c
  y.go
 #  ^^ caller one
end
",
    );
}

#[test]
fn a_line_that_begins_at_the_top_begins_a_statement() {
    check(
        "find_callers",
        "
//- /a.rb
class Tool
  def run
  end
end
module Outer
  class Tool
    def r$0un
    end
  end
  class User
    def go
      Outer::Tool.new.run
                    # ^^^ caller go
      ::Tool.new.run
    end
  end
end
",
    );
}

#[test]
fn another_name_of_a_module_has_its_members() {
    check(
        "find_callers",
        "
//- /middleware.rb
module App
  module Server
    def re$0dis; end
  end
  Client = Server
  LIMIT = Server
end
class Config
  def redis; end
end
//- /use.rb
class Own
  include App::Client
  def call
    redis
  //^^^^^ caller call
  end
end
",
    );
}

#[test]
fn a_value_is_set_by_no_method_without_the_sign() {
    check(
        "find_callers",
        "
//- /config.rb
class Config
  def re$0dis; end
  def redis=(value); end
end
class Use
  def go(config)
    config.redis = 1
    config.redis
         //^^^^^ caller go
  end
end
",
    );
}

#[test]
fn a_value_of_the_project_that_is_set_is_none_from_outside() {
    let app = project(&[(
        "a.rb",
        "class Pool\n  def limit; end\n  def limit=(value); end\nend\n\n\
         def go\n  pool = Pool.new\n  pool.limit = 2\n  pool.limit\nend\n",
    )]);
    let text = ask::text(app.path(), "find_callers", json!({ "symbol": "Pool#limit" }));
    assert!(text.contains("a.rb:9"), "{text}");
    assert!(text.contains("1 of another kind"), "{text}");
    assert!(!text.contains("outside"), "{text}");
}

#[test]
fn types_of_other_languages_are_none_that_a_constant_means() {
    check(
        "find_callers",
        "
//- /tool/base.py
class Ba$0se:
    pass
def make():
    return Base()
         # ^^^^ caller make
//- /lib/base.rb
class Base
end
def build
  Base.new(1)
end
",
    );
}

#[test]
fn types_without_a_constructor_have_that_of_their_supertype() {
    check(
        "find_callers",
        "
//- /a.rb
class Base
  def initi$0alize(size)
  end
end
class Sub < Base
end
class Own < Base
  def initialize
  end
end
def make
  Base.new(1)
# ^^^^ caller make
  Sub.new(2)
# ^^^ caller make
  Own.new
end
",
    );
}
