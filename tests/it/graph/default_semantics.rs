//! Languages without semantics of their own, which use the default ones or those of a family.

use crate::support::fixture::check;

#[test]
fn calls_of_kotlin_bind_in_their_scope() {
    check(
        "find_callers",
        "
//- /Pool.kt
package app

open class Pool {
    fun pu$0sh(item: Int) {}
    fun twice() {
        push(1)
      //^^^^ caller twice
    }
}

class Big : Pool()
",
    );
}

#[test]
fn calls_of_swift_bind_in_their_scope() {
    check(
        "find_callers",
        "
//- /Pool.swift
class Pool {
    func pu$0sh(_ item: Int) {}
    func twice() {
        push(1)
      //^^^^ caller twice
    }
}

class Big: Pool {}
",
    );
}

#[test]
fn calls_of_scala_bind_in_their_scope() {
    check(
        "find_callers",
        "
//- /Pool.scala
package app

class Pool {
  def pu$0sh(item: Int): Unit = ()
  def twice(): Unit = {
    push(1)
  //^^^^ caller twice
  }
}

class Big extends Pool
",
    );
}

#[test]
fn calls_of_shell_bind_in_their_scope() {
    check(
        "find_callers",
        "
//- /pool.sh
pu$0sh() {
  echo \"$1\"
}

twice() {
  push 1
 #^^^^ caller twice
  x=$(push 2)
     #^^^^ caller twice
}
",
    );
}

#[test]
fn calls_of_lua_bind_in_their_scope() {
    check(
        "find_callers",
        "
//- /pool.lua
local function pu$0sh(item)
  return item
end

local function twice()
  push(1)
--^^^^ caller twice
  return push(2)
       --^^^^ caller twice
end
",
    );
}

#[test]
fn calls_of_dart_bind_in_their_scope() {
    check(
        "find_callers",
        "
//- /pool.dart
class Pool {
  void pu$0sh(int item) {}
  void twice() {
    push(1);
  //^^^^ caller twice
  }
}

class Big extends Pool {}
",
    );
}

#[test]
fn calls_of_elixir_bind_in_their_scope() {
    check(
        "find_callers",
        "
//- /pool.ex
defmodule App.Pool do
  def pu$0sh(item), do: item

  def twice do
    push(1)
   #^^^^ caller twice
  end
end
",
    );
}

#[test]
fn calls_of_php_bind_in_their_scope() {
    check(
        "find_callers",
        "
//- /Pool.php
<?php
class Pool {
    public function pu$0sh(int $item) { }
    function twice() {
        $this->push(1);
             //^^^^ caller twice
    }
}
",
    );
}

#[test]
fn calls_of_zig_bind_in_their_scope() {
    check(
        "find_callers",
        "
//- /pool.zig
fn pu$0sh(item: u32) void {}

fn twice() void {
    push(1);
  //^^^^ caller twice
}
",
    );
}

#[test]
fn calls_of_groovy_bind_in_their_scope() {
    check(
        "find_callers",
        "
//- /Pool.groovy
class Pool {
    void pu$0sh(int item) { }
    void twice() {
        push(1)
      //^^^^ caller twice
    }
}
",
    );
}

#[test]
fn calls_of_perl_bind_in_their_scope() {
    check(
        "find_callers",
        "
//- /pool.pl
sub pu$0sh_item { }

sub twice {
    push_item(1);
   #^^^^^^^^^ caller twice
}
",
    );
}

#[test]
fn calls_of_r_bind_in_their_scope() {
    check(
        "find_callers",
        "
//- /pool.R
pu$0sh <- function(item) item

twice <- function() {
  push(1)
 #^^^^ caller twice
}
",
    );
}

#[test]
fn haskell_calls_a_function_between_its_arguments() {
    check(
        "find_callers",
        "
//- /Pool.hs
ad$0d a b = a
twice = 1 `add` 2
         //^^^ caller twice
once = add 1 2
     //^^^ caller once
",
    );
}

#[test]
fn the_title_of_a_test_shadows_no_type() {
    check(
        "find_callers",
        "
//- /lib/repository.dart
class Repository { int lo$0ad() => 1; }
//- /test/repository_test.dart
import 'package:app/repository.dart';
void main() {
  group('Repository', () {
    late Repository repository;
    test('load', () { expect(repository.load(), 1); });
                                      //^^^^ caller load
  });
}
",
    );
}

/// The class is in the file that is named after it, so that it is known where it is used.
#[test]
fn self_and_static_are_the_enclosing_class_of_php() {
    check(
        "find_callers",
        "
//- /Style.php
<?php
namespace App;
class Style {
    public function wide(string $a): static { return $this; }
    public function na$0rrow(): self {
        $change = fn (self $style) => $style->narrow();
                                            //^^^^^^ caller narrow
        return $change($this);
    }
}
//- /Table.php
<?php
namespace App;
class Table {
    public function draw() {
        $style = new Style();
        $style->wide('x')->narrow();
                         //^^^^^^ caller draw
        (new Style())->narrow()->narrow();
                     //^^^^^^ caller draw
                               //^^^^^^ caller draw
    }
}
",
    );
}

#[test]
fn the_type_itself_is_a_result_of_swift() {
    check(
        "find_callers",
        "
//- /Style.swift
struct Style {
    static func wide() -> Self { Style() }
    func na$0rrow() -> Self { self }
}
func draw() {
    Style.wide().narrow()
               //^^^^^^ caller draw
}
",
    );
}

/// The type of an implicit member is that of its place, which only its name tells.
#[test]
fn implicit_members_of_swift_are_uses() {
    check(
        "find_references",
        "
//- /Method.swift
enum Method {
    case pl$0ain
    case other(Int)
    static var usual: Method { .plain }
                              //^^^^^ read
}
//- /Use.swift
func send(_ method: Method) {}
func use(method: Method) {
    send(.plain)
        //^^^^^ read
    switch method {
    case .plain: break
        //^^^^^ read
    default: break
    }
    if case .plain = method { send(.other(1)) }
           //^^^^^ read
}
",
    );
}

#[test]
fn any_type_of_a_protocol_has_its_members_in_swift() {
    check(
        "find_callers",
        "
//- /Migration.swift
protocol Migration {}
extension Migration {
    func pre$0pare() {}
}
//- /Use.swift
func run(migrations: [any Migration], one: some Migration) {
    one.prepare()
      //^^^^^^^ caller run
    for migration in migrations {
        migration.prepare()
                //^^^^^^^ caller run
    }
}
",
    );
}

#[test]
fn implicit_members_of_zig_are_uses() {
    check(
        "find_references",
        "
//- /pool.zig
const Pool = struct { wi$0dth: u32 };

fn make() Pool {
    const pool = Pool{ .width = 1 };
                      //^^^^^ write
    return .{ .width = pool.width };
             //^^^^^ write
                          //^^^^^ read
}
",
    );
}

/// Packages are declared by clauses below each other, and a type is imported by its path.
#[test]
fn members_of_imported_types_of_scala() {
    check(
        "find_callers",
        "
//- /kernel/src/main/scala/effect/kernel/Cell.scala
package effect
package kernel

abstract class Cell[A] {
  def sw$0ap(value: A): A
}
//- /std/src/main/scala/effect/std/Latch.scala
package effect.std

import effect.kernel.{Cell, Fiber}

class Latch[A](state: Cell[A], text: String) {
  def release(value: A) = state.swap(value)
                              //^^^^ caller release
  def other(value: A) = text.swap(value)
}
//- /std/src/main/scala/effect/std/Queue.scala
package effect.std

import effect.kernel._

class Queue[A] {
  def offer(state: Cell[A], value: A) = state.swap(value)
                                            //^^^^ caller offer
}
",
    );
}

/// What may be anything has no members of its own, so that a cast must have come before.
#[test]
fn members_of_any_value_of_kotlin() {
    check(
        "find_references",
        "
//- /Marker.kt
class Marker(private val wi$0dth: Int) {
    override fun equals(other: Any?) = other is Marker && width == other.width
                                                        //^^^^^ read
                                                                       //^^^^^ read
}
",
    );
}

#[test]
fn constants_and_selectors_of_objective_c_are_uses() {
    let files = "
//- /Reader.h
#import <Foundation/Foundation.h>
typedef NS_ENUM(NSInteger, Status) {
    Unknown = -1,
};
@interface Reader : NSObject
- (void)refresh;
@end
//- /Reader.m
#import \"Reader.h\"
@implementation Reader
- (void)refresh {
    Status status = Unknown;
                  //^^^^^^^ read
    [self performSelector:@selector(refresh)];
}
@end
";
    check("find_references", &files.replace("    Unknown = -1", "    Un$0known = -1"));
    let selector = files.replace("                  //^^^^^^^ read\n", "").replace(
        "(refresh)];\n",
        "(refresh)];\n                                  //^^^^^^^ read\n",
    );
    check("find_references", &selector.replace("- (void)refresh {", "- (void)re$0fresh {"));
}

/// The table of a module has another name in the files that load it.
#[test]
fn a_member_of_lua_is_of_the_module_that_the_file_loads() {
    check(
        "find_callers",
        "
//- /mem.lua
local M = {}
function M:si$0ze() return 1 end
function M.new() return setmetatable({}, { __index = M }) end
return M

//- /other.lua
local Other = {}
function Other:size() return 2 end
local o = setmetatable({}, { __index = Other })
o:size()

//- /use.lua
local mem = require('mem')
local Own = {}
function Own:size() return 2 end
local m = mem.new()
m:size()
--^^^^ caller <module>
",
    );
}

#[test]
fn what_another_command_runs_is_called() {
    check(
        "find_callers",
        "
//- /a.bats
hel$0per() { echo 1; }
one() { run helper 1; }
          //^^^^^^ caller one
two() { run -0 helper; }
             //^^^^^^ caller two
three() { time helper; }
             //^^^^^^ caller three
four() { command helper; }
",
    );
}

#[test]
fn an_argument_without_parentheses_does_not_hide_the_call_before_it() {
    check(
        "find_callers",
        "
//- /a.groovy
def hel$0per(x) { x }
def one = { helper it }
          //^^^^^^ caller <module>
",
    );
}

#[test]
fn an_operand_is_called_in_swift() {
    check(
        "find_callers",
        "
//- /a.swift
func hel$0per(_ x: Int) -> Int { x }
func one(b: Int) -> Int { b + helper(1) }
                            //^^^^^^ caller one
func two(b: Int) -> Int { b * helper(1) - helper(2) }
                                        //^^^^^^ caller two
                            //^^^^^^ caller two
func three() -> Bool { !helper(1) }
                      //^^^^^^ caller three
",
    );
}

#[test]
fn what_the_grammar_of_groovy_does_not_know_costs_no_code_around_it() {
    check(
        "find_callers",
        "
//- /a.groovy
class Host {
  def ru$0n(Map all) { all }
  def use(Host host) {
    final Map<String, Host> all = [:]
    log.warn \"Unable\", host
    assert all == [:], \"empty\"
    host.run(all)
       //^^^ caller use
    where:
    A | B
    [1] | [2]
  }
}
",
    );
}
