//! Receivers in a form that keeps their type: said not to be null, awaited, in parentheses, cast.

use crate::support::fixture::check;

#[test]
fn csharp_receivers_that_are_not_null_keep_their_type() {
    check(
        "find_callers",
        "
//- /n.cs
public class Pool {
  public int Ta$0ke(int n) => n;
  public Pool Next;
  public Pool[] All;
  public async Task<Pool> Make() => this;
}
public class Other { public int Take(int n) => n; }
class Use {
  Pool? pool; object any;
  int Forgiven() { return pool!.Take(1); }
                              //^^^^ caller Forgiven
  int? Null() { return pool?.Take(2); }
                           //^^^^ caller Null
  int? Chain() { return pool?.Next.Take(3); }
                                 //^^^^ caller Chain
  int? Chains() { return pool?.Next?.Take(4); }
                                   //^^^^ caller Chains
  int? Element() { return pool?.All?[0].Take(5); }
                                      //^^^^ caller Element
  int Parentheses() { return (pool)!.Take(6); }
                                   //^^^^ caller Parentheses
  int Cast() { return ((Pool) any)!.Take(7); }
                                  //^^^^ caller Cast
  int As() { return (any as Pool)!.Take(8); }
                                 //^^^^ caller As
  async int Await() { return (await pool!.Make()).Take(9); }
                                                //^^^^ caller Await
  int This() { return this!.pool!.Next!.Take(10); }
                                      //^^^^ caller This
  int Value() { var made = pool!; return made.Take(11); }
                                            //^^^^ caller Value
}
",
    );
}

#[test]
fn swift_receivers_that_are_unwrapped_keep_their_type() {
    check(
        "find_callers",
        "
//- /n.swift
class Pool {
  func ta$0ke(_ n: Int) -> Int { n }
  var next: Pool?
  var all: [Pool]
  func make() async throws -> Pool { self }
}
protocol Maker { func made(_ n: Int) -> Pool? }
class Other { func take(_ n: Int) -> Int { n } }
class Use {
  var pool: Pool?
  var thing: Any
  func forced() { pool!.take(1) }
                      //^^^^ caller forced
  func chained() { pool?.next?.take(2) }
                             //^^^^ caller chained
  func parentheses() { (pool)!.take(3) }
                             //^^^^ caller parentheses
  func cast() { (thing as! Pool).take(4) }
                               //^^^^ caller cast
  func tried() { (thing as? Pool)?.take(5) }
                                 //^^^^ caller tried
  func awaited() async { (try! await pool!.make()).take(6) }
                                                 //^^^^ caller awaited
  func own() { self.pool!.next!.take(7) }
                              //^^^^ caller own
  func value() { let made = pool!; made.take(8) }
                                      //^^^^ caller value
  func other() { (pool ?? Pool()).take(9) }
                                //^^^^ caller other
  func element() { pool!.all[0].take(10) }
                              //^^^^ caller element
  func required(maker: Maker) { maker.made(1)!.take(11) }
                                             //^^^^ caller required
}
",
    );
}

#[test]
fn dart_receivers_that_are_not_null_keep_their_type() {
    check(
        "find_callers",
        "
//- /n.dart
class Pool {
  int ta$0ke(int n) => n;
  Pool? next;
  Future<Pool> make() async => this;
}
class Other { int take(int n) => n; }
class Use {
  Pool? pool;
  Object any;
  int asserted() { return pool!.take(1); }
                              //^^^^ caller asserted
  int chained() { return pool?.next?.take(2); }
                                   //^^^^ caller chained
  int parentheses() { return (pool)!.take(3); }
                                   //^^^^ caller parentheses
  int cast() { return (any as Pool).take(4); }
                                  //^^^^ caller cast
  Future awaited() async { return (await pool!.make()).take(5); }
                                                     //^^^^ caller awaited
  int own() { return this.pool!.next!.take(6); }
                                    //^^^^ caller own
  int value() { final made = pool!; return made.take(7); }
                                              //^^^^ caller value
  int other() { return (pool ?? Pool()).take(8); }
                                      //^^^^ caller other
  void cascade() { pool?..take(9)..take(10); }
                        //^^^^ caller cascade
                                 //^^^^ caller cascade
  int made() { final made = Pool()..take(11); return made.take(12); }
                                  //^^^^ caller made
                                                        //^^^^ caller made
}
",
    );
}

#[test]
fn kotlin_receivers_that_are_not_null_keep_their_type() {
    check(
        "find_callers",
        "
//- /n.kt
class Pool { fun ta$0ke(n: Int) = n; val next: Pool? = null }
class Other { fun take(n: Int) = n }
class Use(val pool: Pool?, val any: Any) {
  fun asserted() = pool!!.take(1)
                        //^^^^ caller asserted
  fun chained() = pool?.next?.take(2)
                            //^^^^ caller chained
  fun parentheses() = (pool)!!.take(3)
                             //^^^^ caller parentheses
  fun cast() = (any as Pool).take(4)
                           //^^^^ caller cast
  fun tried() = (any as? Pool)?.take(5)
                              //^^^^ caller tried
  fun own() = this!!.pool!!.next!!.take(6)
                                 //^^^^ caller own
  fun value(): Int { val made = pool!!; return made.take(7) }
                                                  //^^^^ caller value
}
",
    );
}

#[test]
fn typescript_receivers_that_are_not_null_keep_their_type() {
    check(
        "find_callers",
        "
//- /n.ts
export class Pool {
  ta$0ke(n: number) { return n; }
  next: Pool;
  async make(): Promise<Pool> { return this; }
}
export class Other { take(n: number) { return n; } }
class Use {
  pool: Pool | undefined; any: any;
  asserted() { return this.pool!.take(1); }
                               //^^^^ caller asserted
  chained() { return this.pool?.next?.take(2); }
                                    //^^^^ caller chained
  parentheses() { return (this.pool)!.take(3); }
                                    //^^^^ caller parentheses
  cast() { return (this.any as Pool).take(4); }
                                   //^^^^ caller cast
  angles() { return (<Pool>this.any).take(5); }
                                   //^^^^ caller angles
  async awaited() { return (await this.pool!.make()).take(6); }
                                                   //^^^^ caller awaited
  own() { return this!.pool!.next!.take(7); }
                                 //^^^^ caller own
  value() { const made = this.pool!; return made.take(8); }
                                               //^^^^ caller value
}
",
    );
}

#[test]
fn scala_receivers_that_are_cast_have_that_type() {
    check(
        "find_callers",
        "
//- /n.scala
class Pool { def ta$0ke(n: Int) = n }
class Other { def take(n: Int) = n }
class Use(pool: Pool, any: Any) {
  def parentheses() = (pool).take(1)
                           //^^^^ caller parentheses
  def cast() = any.asInstanceOf[Pool].take(2)
                                    //^^^^ caller cast
  def ascribed() = (any: Pool).take(3)
                             //^^^^ caller ascribed
}
",
    );
}

/// Functions of the project, or of other libraries, may have the names of those that give back what
/// they are given.
#[test]
fn python_gives_back_an_argument_by_the_functions_of_some_libraries_alone() {
    check(
        "find_callers",
        "
//- /cart.py
class Cart:
    def to$0tal(self): return 1
class Other:
    def total(self): return 2
//- /library.py
from contextlib import closing
import dataclasses as d
from functools import partial
from .passing import replace
from cart import Cart
def run(cart: Cart):
    replace(cart, n=2).total()
                      #^^^^^ caller run
    with closing(cart) as one:
        one.total()
           #^^^^^ caller run
    partial(Cart, 1)().total()
                      #^^^^^ caller run
//- /passing.py
from dataclasses import replace
//- /own.py
from cart import Cart, Other
def replace(cart, n): return Other()
def partial(cart, n): return Other
def run(cart: Cart):
    replace(cart, n=2).total()
    partial(Cart, 1)().total()
//- /foreign.py
from somewhere import closing
from cart import Cart
def run(cart: Cart):
    with closing(cart) as one:
        one.total()
           #^^^^^ caller run [possible]
",
    );
}
