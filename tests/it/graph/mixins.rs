//! The order in which a member is looked for where types are mixed in.

use crate::support::fixture::check;

#[test]
fn a_trait_of_scala_comes_before_the_class_that_it_is_mixed_into() {
    check(
        "find_callers",
        "
//- /src/m/a.scala
package m
class Base { def note(): Int = 1 }
trait Loud extends Base { override def no$0te(): Int = super.note() + 1 }
trait Quiet extends Base { override def note(): Int = 0 }
class Svc extends Base with Quiet with Loud {
  def go = note()
         //^^^^ caller go
}
class Still extends Base with Loud with Quiet {
  def go = note()
}
class Plain extends Base {
  def go = note()
}
",
    );
}

#[test]
fn super_in_a_trait_may_be_of_another_trait_that_is_mixed_in_before() {
    check(
        "find_callers",
        "
//- /src/m/a.scala
package m
trait Base { def run(): Int }
trait One extends Base { def r$0un(): Int = 1 }
trait Two extends Base {
  abstract override def run(): Int = super.run() + 1
                                         //^^^ caller run [possible]
}
class Both extends One with Two
",
    );
}

#[test]
fn of_what_ruby_includes_at_once_the_first_comes_first() {
    check(
        "find_callers",
        "
//- /move.rb
module Walk
  def mo$0ve; end
end
module Swim
  def move; end
end
module Zoo
  module Fly
    def move; end
  end
end
class Duck
  include Walk, Swim, Zoo::Fly
  def go
    move
   #^^^^ caller go
  end
end
class Fish
  include Swim,
    Walk
  def go
    move
  end
end
class Frog
  include Walk, Swim
  include Zoo::Fly
  def go
    move
  end
end
class Newt
  include Zoo::Fly
  include Walk, Swim
  def go
    move
   #^^^^ caller go
  end
end
",
    );
}

#[test]
fn what_ruby_includes_last_comes_first() {
    check(
        "find_callers",
        "
//- /move.rb
module Walk
  def move; end
end
module Swim
  def mo$0ve; end
end
class Duck < Animal
  include Walk
  include Swim
  def go
    move
   #^^^^ caller go
  end
end
class Dog
  include Swim
  include Walk
  def go
    move
  end
end
",
    );
}

#[test]
fn what_ruby_includes_comes_before_the_superclass() {
    check(
        "find_callers",
        "
//- /save.rb
module Track
  def sa$0ve
    super
  end
end
class Base
  def save; end
end
class Kid < Base
  include Track
  def go
    save
   #^^^^ caller go
  end
end
class Own < Base
  include Track
  def save
    super
   #^^^^^ caller save
  end
end
class Plain < Base
  def go
    save
  end
end
",
    );
}

#[test]
fn what_ruby_prepends_comes_before_the_class_itself() {
    let trace = "
//- /trace.rb
module Trace
  def ca$0ll
    super
  end
end
class Job
  prepend Trace
  def call; end
  def again
    call
   #^^^^ caller again
  end
end
Job.new.call
       #^^^^ caller <module>
";
    check("find_callers", trace);
}

#[test]
fn a_trait_of_php_comes_before_the_superclass_and_an_interface_behind_it() {
    check(
        "find_callers",
        "
//- /a.php
<?php
interface Noting { public function note(); }
class Base { public function note() {} }
trait Loud {
    public function no$0te() {}
}
class Svc extends Base implements Noting {
    use Loud;
    public function go() { $this->note(); }
                                //^^^^ caller go
}
class Plain extends Base implements Noting {
    public function go() { $this->note(); }
}
",
    );
}

#[test]
fn a_mixin_of_dart_comes_before_the_superclass() {
    check(
        "find_callers",
        "
//- /a.dart
class Base {
  void note() {}
}
mixin Loud on Base {
  @override
  void no$0te() {
    super.note();
  }
}
class Svc extends Base with Loud {
  void run() {
    note();
  //^^^^ caller run
  }
}
class Plain extends Base {
  void run() {
    note();
  }
}
",
    );
}

#[test]
fn parent_in_a_class_of_php_passes_by_its_traits() {
    check(
        "find_callers",
        "
//- /a.php
<?php
class Base { public function no$0te() {} }
trait Loud {
    public function note() { parent::note(); }
                                   //^^^^ caller note [possible]
}
class Svc extends Base {
    use Loud;
    public function note() { parent::note(); }
                                   //^^^^ caller note
}
",
    );
}

#[test]
fn super_in_a_module_is_what_is_behind_it_in_a_class_that_mixes_it_in() {
    check(
        "find_callers",
        "
//- /save.rb
module Track
  def save
    super
   #^^^^^ caller save
  end
end
class Base
  def sa$0ve; end
end
class Kid < Base
  include Track
end
",
    );
}

#[test]
fn what_php_says_decides_between_the_methods_of_two_traits() {
    check(
        "find_callers",
        "
//- /a.php
<?php
trait Logs {
    public function no$0te() {}
}
trait Loud {
    public function note() {}
}
class Order {
    use Logs, Loud {
        Logs::note insteadof Loud;
    }
    public function go() { $this->note(); }
                                //^^^^ caller go
}
class Later extends Order {
    public function run() { $this->note(); }
                                 //^^^^ caller run
}
class Other {
    use Loud, Logs {
        \\Loud::note insteadof \\Logs;
    }
    public function go() { $this->note(); }
}
",
    );
}

#[test]
fn super_in_a_module_is_what_is_behind_it_where_another_module_mixes_it_in() {
    check(
        "find_callers",
        "
//- /save.rb
module Track
  def save
    super
   #^^^^^ caller save
  end
end
module Deep
  include Track
end
class Base
  def sa$0ve; end
end
class Kid < Base
  include Deep
end
",
    );
}
