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
    Comment.new
  end
end
",
    );
}
