//! Languages whose names are bound by scope, import and uniqueness alone, without rules of their
//! own.

use crate::support::fixture::check;

#[test]
fn calls_of_c_sharp_bind_in_their_scope() {
    check(
        "find_callers",
        "
//- /Pool.cs
class Pool {
    public void Pu$0sh(int item) { }
    void Twice() {
        Push(1);
      //^^^^ caller Twice
    }
}
",
    );
}

/// A property that a base class in another file declares has the name of a class elsewhere.
#[test]
fn supertypes_of_c_sharp_are_found_in_the_files_called_after_them() {
    check(
        "find_callers",
        "
//- /library/IManager.cs
namespace Library { public interface IManager { int Ge$0t(int id); } }
//- /entities/Item.cs
namespace Entities {
    public abstract class Item {
        public static IManager Manager { get; set; }
    }
}
//- /entities/Video.cs
namespace Entities {
    public class Video : Item {
        public int First() {
            return Manager.Get(1);
                         //^^^ caller First
        }
    }
}
//- /entities/tv/Episode.cs
namespace Entities.Tv {
    public class Episode : Video {
        public int Second() {
            return Manager.Get(2);
                         //^^^ caller Second
        }
    }
}
//- /server/Manager.cs
namespace Server { public class Manager { public static int Get(int id) { return id; } } }
",
    );
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
