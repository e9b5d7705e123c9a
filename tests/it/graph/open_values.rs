//! Values of Ruby and PHP that may be others than are known: set in loops, in blocks, from outside
//! of their type, or to what nothing is known of.

use crate::support::fixture::check;

#[test]
fn what_a_block_or_a_loop_of_ruby_assigns_holds_outside_and_before() {
    check(
        "find_callers",
        "
//- /a.rb
class A
  def go
  end
end
class B
  def g$0o
  end
end
class U
  def block(all)
    y = A.new
    all.each { y = B.new }
    y.go
     #^^ caller block
  end

  def loop(n)
    y = A.new
    while n > 0
      y.go
       #^^ caller loop
      y = B.new
    end
  end

  def other(all)
    y = A.new
    all.each { |y| y = B.new }
    y.go
  end
end
",
    );
}

#[test]
fn what_a_closure_or_a_loop_of_php_assigns_holds_outside_and_before() {
    check(
        "find_callers",
        "
//- /a.php
<?php
class A { public function go() {} }
class B { public function g$0o() {} }
function closure() {
    $x = new A();
    $f = function () use (&$x) { $x = new B(); };
    $f();
    $x->go();
      //^^ caller closure
}
function loop($n) {
    $x = new A();
    while ($n--) {
        $x->go();
          //^^ caller loop
        $x = new B();
    }
}
function copy_of() {
    $x = new A();
    $f = function () use ($x) { $x = new B(); };
    $x->go();
}
",
    );
}

#[test]
fn a_default_is_not_all_that_a_parameter_may_be() {
    check(
        "find_callers",
        "
//- /a.rb
class A
  def go
  end
end
class B
  def g$0o
  end
end
class U
  def default(y = A.new)
    y.go
     #^^ caller default [possible]
  end

  def known
    y = A.new
    y.go
  end
end
",
    );
}

#[test]
fn what_others_may_set_a_field_to_is_possible() {
    check(
        "find_callers",
        "
//- /hold.rb
class Hold
  attr_accessor :sink
  attr_reader :disk

  def initialize
    @sink = Disk.new
    @disk = Disk.new
  end

  def run
    sink.save(1)
        #^^^^ caller run [possible]
    disk.save(2)
  end
end
class Disk
  def save(x)
  end
end
class Memory
  def sa$0ve(x)
  end
end
",
    );
    check(
        "find_callers",
        "
//- /hold.php
<?php
class Hold {
    public $sink;
    private $disk;
    public function __construct() {
        $this->sink = new Disk();
        $this->disk = new Disk();
    }
    public function run() {
        $this->sink->save(1);
                   //^^^^ caller run [possible]
        $this->disk->save(1);
    }
}
class Disk { public function save($x) {} }
class Memory { public function sa$0ve($x) {} }
",
    );
}

#[test]
fn a_function_may_return_more_than_is_known() {
    check(
        "find_callers",
        "
//- /a.rb
class Post
  def pub$0lish
  end
end
class Note
  def publish
  end
end
class Use
  def pick
    Post.new.tap { |post| return Note.new if post }
  end

  def known
    Note.new
  end

  def go
    pick.publish
        #^^^^^^^ caller go [possible]
    known.publish
  end
end
",
    );
}

#[test]
fn a_field_that_a_class_of_ruby_sets_anew_may_be_as_its_superclass_sets_it() {
    check(
        "find_callers",
        "
//- /a.rb
class A
  def fi$0re
  end
end
class B
  def fire
  end
end
class Base
  def initialize
    @state = A.new
  end
end
class Sub < Base
  def again
    @state = B.new
  end

  def go
    @state.fire
          #^^^^ caller go
  end
end
",
    );
}

#[test]
fn a_name_of_ruby_calls_before_it_is_a_variable() {
    check(
        "find_callers",
        "
//- /boat.rb
class Boat
  def sta$0rt
  end

  def go
    start
   #^^^^^ caller go
    start = 3
    start
  end

  def block
    [1].each { |start| start }
    start
   #^^^^^ caller block
  end
end
",
    );
}

#[test]
fn what_a_reference_of_php_is_made_of_may_be_set_through_it() {
    check(
        "find_callers",
        "
//- /a.php
<?php
class A { public function go() {} }
class B { public function g$0o() {} }
function shared() {
    $x = new A();
    $y = &$x;
    $y = new B();
    $x->go();
      //^^ caller shared [possible]
    $z = new A();
    $z->go();
}
",
    );
}

/// A container holds what is put into it, whatever made it.
#[test]
fn what_a_container_of_a_library_holds_is_not_from_outside() {
    check(
        "find_callers",
        "
//- /app.py
from collections import deque
class Pool:
    def dra$0in(self): ...
class Other:
    def drain(self): ...
def taken():
    waiting = deque()
    waiting.append(Pool())
    waiting.pop().drain()
                 #^^^^^ caller taken [possible]
    last = waiting[0]
    waiting.drain()
",
    );
    check(
        "find_callers",
        "
//- /app.ts
export class Tank { fi$0ll() {} }
export class Other { fill() {} }
export function taken() {
  const tanks = new Map();
  tanks.set('a', new Tank());
  tanks.get('a').fill();
               //^^^^ caller taken [possible]
  const first = tanks.get('b');
  first.fill();
      //^^^^ caller taken [possible]
}
",
    );
}

/// What a container is given in a literal tells what it holds; what only a call makes does not.
#[test]
fn what_a_container_is_given_may_be_the_projects() {
    check(
        "find_callers",
        "
//- /app.ts
export class Tank { fi$0ll() {} }
export class Other { fill() {} }
function make() { return JSON.parse(\"{}\"); }
export function given(items: any) {
  const tanks = new Map([['a', make()]]);
  const first = tanks.get('a');
  first.fill();
      //^^^^ caller given [possible]
  const others = new Set(items);
  others.values().next().fill();
                       //^^^^ caller given [possible]
}
",
    );
}
