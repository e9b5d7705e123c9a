//! Types of one name, which nesting and namespaces tell apart, and members of types themselves
//! beside those of their values.

use crate::support::fixture::check;

/// Asks for the callers of the definition with a mark, to which only the rows with it belong.
#[track_caller]
fn check_of(text: &str, mark: &str) {
    let is_row =
        |line: &str| line.trim_start().starts_with(['#', '/']) && line.contains("^ caller");
    let lines = text.lines().filter(|line| !is_row(line) || line.ends_with(mark));
    let lines = lines.map(|line| if is_row(line) { line.trim_end_matches(mark) } else { line });
    let lines: Vec<&str> = lines.map(str::trim_end).collect();
    let mut text = lines.join("\n").replacen(mark, "$0", 1);
    for other in ["$1", "$2", "$3", "$4", "$5"] {
        text = text.replace(other, "");
    }
    check("find_callers", &(text + "\n"));
}

const NESTED: &str = "
//- /a.rb
module Outer
  class Tool
    def ru$1n
    end
  end
  module Inner
    class Tool
      def ru$2n
      end
    end
    class User
      def inner
        Tool.new.run
                #^^^ caller inner $2
      end

      def outer
        Outer::Tool.new.run
                       #^^^ caller outer $1
      end

      def top
        x = ::Tool.new
        x.run
         #^^^ caller top $3
      end
    end
  end
  class Inner::Compact
    def compact
      Tool.new.run
              #^^^ caller compact $1
    end
  end
end
class Outer::Inner::Far
  def far
    Tool.new.run
            #^^^ caller far $3
  end
end
//- /b.rb
class Tool
  def ru$3n
  end
end
module Outer
  class Deep < Inner::Tool
    def deep
      run
     #^^^ caller deep $2
    end
  end
  class Top < ::Tool
    def below
      run
     #^^^ caller below $3
    end
  end
  class Own < Tool
    def own
      run
     #^^^ caller own $1
    end
  end
end
";

#[test]
fn a_constant_of_ruby_is_that_of_the_innermost_module_around_it() {
    for mark in ["$1", "$2", "$3"] {
        check_of(NESTED, mark);
    }
}

#[test]
fn a_constant_of_ruby_may_be_inherited() {
    check(
        "find_callers",
        "
//- /base.rb
class Base
  class Tool
    def ru$0n
    end
  end
end
//- /tool.rb
class Tool
  def run
  end
end
//- /use.rb
class Use < Base
  def go
    Tool.new.run
            #^^^ caller go
  end
end
class Other
  def go
    Tool.new.run
  end
end
",
    );
}

#[test]
fn what_a_class_of_ruby_does_is_not_what_its_values_do() {
    let text = "
//- /job.rb
class Job
  def self.per$1form(x)
    new.perform
       #^^^^^^^ caller perform $2
  end

  def per$2form
  end

  def run
    self.class.perform(1)
              #^^^^^^^ caller run $1
    perform
   #^^^^^^^ caller run $2
  end

  class << self
    def all
      perform(2)
     #^^^^^^^ caller all $1
    end
  end
end
//- /use.rb
def use
  Job.perform(1)
     #^^^^^^^ caller use $1
  Job.new.perform
         #^^^^^^^ caller use $2
end
";
    for mark in ["$1", "$2"] {
        check_of(text, mark);
    }
}

const SPACES: &str = "
//- /a.php
<?php
namespace A;
function hel$1per() {}
class Svc { public function ru$4n() {} }
//- /b.php
<?php
namespace B;
function hel$2per() {}
class Svc { public function ru$5n() {} }
class Kid extends \\A\\Svc {
    function kid() {
        $this->run();
             //^^^ caller kid $4
        namespace\\helper();
                //^^^^^^ caller kid $2
    }
}
//- /g.php
<?php
function hel$3per() {}
//- /c.php
<?php
namespace C;
use A\\{Svc as ASvc};
use B;
use function A\\helper as h;
class Use1 {
    function go(ASvc $a, B\\Svc $b, \\B\\Svc $c) {
        helper();
      //^^^^^^ caller go $3
        \\A\\helper();
         //^^^^^^ caller go $1
        B\\helper();
        //^^^^^^ caller go $2
        h();
      //^ caller go $1
        $a->run();
          //^^^ caller go $4
        $b->run();
          //^^^ caller go $5
        $c->run();
          //^^^ caller go $5
        (new \\A\\Svc())->run();
                      //^^^ caller go $4
    }
}
";

#[test]
fn names_of_php_are_those_of_their_namespaces() {
    for mark in ["$1", "$2", "$3", "$4", "$5"] {
        check_of(SPACES, mark);
    }
}

#[test]
fn a_static_method_of_php_makes_values_of_the_type_that_it_is_called_on() {
    let text = "
//- /a.php
<?php
class Par {
    public static function create() { return new static(); }
    public static function make(): static { return new static(); }
    public function wh$1o() {}
}
class Kid extends Par {
    public function wh$2o() {}
}
function r() {
    Kid::create()->who();
                 //^^^ caller r $2
    Kid::make()->who();
               //^^^ caller r $2
}
";
    check_of(text, "$2");
    check_of(text, "$1");
}

#[test]
fn a_value_of_php_may_be_null() {
    check(
        "find_callers",
        "
//- /use.php
<?php
namespace App;
use App\\Blog\\Post;
function go(Post|null $x, null|Post $y, Post|false $z) {
    $x?->total();
       //^^^^^ caller go
    $y->total();
      //^^^^^ caller go
    $z->total();
      //^^^^^ caller go
}
//- /posts.php
<?php
namespace App\\Blog;
abstract class Model { public function to$0tal() {} }
class Post extends Model {}
",
    );
}

#[test]
fn another_name_of_a_trait_s_method_calls_it() {
    check(
        "find_callers",
        "
//- /a.php
<?php
trait Logs {
    public function no$0te() {}
}
class Svc {
    use Logs {
        Logs::note as quiet;
            //^^^^ caller quiet
        note as protected loud;
      //^^^^ caller loud
    }
    public function go() { $this->quiet(); }
}
",
    );
}

#[test]
fn a_class_of_ruby_may_have_what_a_module_that_it_includes_extends_it_with() {
    check(
        "find_callers",
        "
//- /base.rb
module Base
  def self.included(base)
    base.extend(ClassMethods)
  end

  module ClassMethods
    def decl$0are(x)
    end
  end
end
//- /use.rb
class Use
  include Base
  declare :x
 #^^^^^^^ caller Use
  def self.again
    declare :y
   #^^^^^^^ caller again
  end
end
",
    );
}

#[test]
fn super_of_a_class_of_ruby_is_what_its_superclass_does_itself() {
    check(
        "find_callers",
        "
//- /a.rb
class Base
  def self.ma$0ke
  end

  def make
  end
end
class Kid < Base
  def self.make
    super
   #^^^^^ caller make
  end

  def make
    super
  end
end
",
    );
}
