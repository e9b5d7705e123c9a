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
