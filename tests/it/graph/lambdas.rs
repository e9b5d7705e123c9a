//! Parameters of functions without a name, whose types the functions that take them write.

use crate::support::fixture::check;

#[test]
fn typescript_callbacks_take_what_their_type_says() {
    check(
        "find_callers",
        "
//- /n.tsx
export class Pool { ta$0ke(n: number) { return n; } }
class Other { take(n: number) { return n; } }
type Each = (pool: Pool, n: number) => void;
interface Hooks { made: (pool: Pool) => void; gone(pool: Pool): void }
type Props = { pool: Pool; other: Other };
function each(run: (pool: Pool) => void) {}
function later(n: number, run?: Each) {}
function given<T>(value: T, run: (value: T) => void) {}
function bound<T extends Pool>(run: (value: T) => void) {}
function on(name: 'a', run: (pool: Pool) => void): void;
function on(name: 'b', run: (other: Other) => void): void;
function on(name: string, run: (of: any) => void) {}
class Box { constructor(run: (pool: Pool) => void, hooks: Hooks) {} done?: Each }
function arrow() { each(pool => pool.take(1)); }
                                   //^^^^ caller arrow
function parentheses() { each((pool) => { pool.take(2); }); }
                                             //^^^^ caller parentheses
function expression() { each(function (pool) { pool.take(3); }); }
                                                  //^^^^ caller expression
function second() { later(1, (pool, n) => pool.take(4)); }
                                             //^^^^ caller second
function inferred() { given(new Pool(), it => it.take(5)); }
                                               //^^^^ caller inferred
function bounded() { bound(it => it.take(6)); }
                                  //^^^^ caller bounded
function made() { new Box(pool => pool.take(7), {
                                     //^^^^ caller made
  made: (it) => it.take(8),
                 //^^^^ caller made
  gone(it) { it.take(9); }
              //^^^^ caller made
}); }
function set(box: Box) { box.done = (pool) => pool.take(10); }
                                                 //^^^^ caller set
const typed: Each = (pool) => pool.take(11);
                                 //^^^^ caller typed
const apart: (props: Props) => void = ({ pool, other }) => { pool.take(12); other.take(13); };
                                                                //^^^^ caller apart
const View: React.FC<Props> = ({ pool: mine, other: pool }) => { mine.take(14); pool.take(15); };
                                                                    //^^^^ caller View
function overloaded() { on('b', it => it.take(16)); }
                                       //^^^^ caller overloaded [possible]
function maybe<T>(value: T, run: (value: T | null, all: Readonly<{ item: T }>) => void) {}
function open() { maybe(new Pool(), (it, { item }) => {
  it?.take(17);
    //^^^^ caller open [possible]
  item.take(18);
     //^^^^ caller open [possible]
}); }
",
    );
}

#[test]
fn csharp_lambdas_take_what_their_delegate_says() {
    check(
        "find_callers",
        "
//- /n.cs
public class Pool { public int Ta$0ke(int n) => n; }
public class Other { public int Take(int n) => n; }
public delegate void Handler(Pool pool);
public static class Extensions { public static void Visit(this Other other, Action<Pool> run) {} }
public class Use {
  static void Each(Action<Pool> run) {}
  static void Get(int n, Func<Pool, int, int> run = null) {}
  static void Handle(Handler handler) {}
  static void Match(Expression<Func<Pool, bool>> match) {}
  Action<Pool> Changed { get; set; }
  void Bare() { Each(pool => pool.Take(1)); }
                                //^^^^ caller Bare
  void Two() { Get(1, (pool, n) => { return pool.Take(2); }); }
                                               //^^^^ caller Two
  void Named() { Get(run: (pool, n) => pool.Take(3), n: 1); }
                                          //^^^^ caller Named
  void Delegated() { Handle(pool => pool.Take(4)); }
                                       //^^^^ caller Delegated
  void Tree() { Match(pool => pool.Take(5) > 1); }
                                 //^^^^ caller Tree
  void Local() { Action<Pool> run = pool => pool.Take(6); }
                                               //^^^^ caller Local
  void Extended(Other other) { other.Visit(pool => pool.Take(7)); }
                                                      //^^^^ caller Extended
  void Set() { Changed += pool => pool.Take(8); }
                                     //^^^^ caller Set
}
",
    );
}

#[test]
fn java_lambdas_take_what_their_interface_says() {
    check(
        "find_callers",
        "
//- /Use.java
import java.util.function.*;
class Pool { int ta$0ke(int n) { return n; } }
class Other { int take(int n) { return n; } }
interface Visitor { void visit(Pool pool, int n); default void done() {} }
interface Listener<T> { void on(T of); }
class Use {
  Consumer<Pool> field = pool -> pool.take(1);
                                    //^^^^ caller Use
  Use(Consumer<Pool> run) {}
  static void each(Consumer<Pool> run) {}
  static void visit(int n, Visitor visitor) {}
  static void listen(Listener<Pool> listener) {}
  static <T> void given(T value, Consumer<T> run) {}
  void bare() { each(pool -> pool.take(2)); }
                                //^^^^ caller bare
  void two() { visit(1, (pool, n) -> { pool.take(3); }); }
                                          //^^^^ caller two
  void generic() { listen(of -> of.take(4)); }
                                 //^^^^ caller generic
  void inferred() { given(new Pool(), it -> it.take(5)); }
                                             //^^^^ caller inferred
  void made() { new Use(pool -> pool.take(6)); }
                                   //^^^^ caller made
  void local() { Visitor visitor = (pool, n) -> pool.take(7); }
                                                   //^^^^ caller local
  void set() { field = pool -> pool.take(8); }
                                  //^^^^ caller set
  static <T extends Pool> void cells(Cell<T> cell) {}
  void any(Cell<?> cell) { cell.each(it -> it.take(9)); cell.value.take(10); }
                                            //^^^^ caller any [possible]
                                                                 //^^^^ caller any
}
class Cell<T extends Pool> { T value; void each(Consumer<T> run) {} }
",
    );
}

#[test]
fn rust_closures_take_what_their_trait_says() {
    check(
        "find_callers",
        "
//- /src/lib.rs
pub struct Pool;
impl Pool { pub fn ta$0ke(&self, n: u8) -> u8 { n } }
pub struct Other;
impl Other { pub fn take(&self, n: u8) -> u8 { n } }
pub fn each(run: impl Fn(&Pool)) {}
pub fn bound<F>(n: u8, run: F) where F: FnMut(&mut Pool, u8) -> u8 {}
pub struct Use<F: Fn(Pool)> { run: F }
impl<F: Fn(Pool)> Use<F> { pub fn new(run: F) -> Self { Use { run } } }
pub fn bare() { each(|pool| { pool.take(1); }); }
                                 //^^^^ caller bare
pub fn two() { bound(1, |pool, n| pool.take(n)); }
                                     //^^^^ caller two
pub fn made() { Use::new(|pool| { pool.take(3); }); }
                                     //^^^^ caller made
",
    );
}

#[test]
fn swift_closures_take_what_their_type_says() {
    check(
        "find_callers",
        "
//- /n.swift
class Pool { func ta$0ke(_ n: Int) -> Int { n } }
class Other { func take(_ n: Int) -> Int { n } }
func visit(_ run: (Pool) -> Void) {}
func later(_ n: Int, done: @escaping ((Pool, Int) -> Void), or: ((Pool) -> Void)? = nil) {}
func trailing() { visit { pool in pool.take(1) } }
                                     //^^^^ caller trailing
func second(_ run: (Int, Pool) -> Void) {}
func unnamed() { second { $1.take(2) } }
                           //^^^^ caller unnamed
func argument() { later(1, done: { pool, n in pool.take(3) }) }
                                                 //^^^^ caller argument
func last() { later(1, done: { _, _ in }) { pool in pool.take(4) } }
                                                       //^^^^ caller last
func typed() { let run: (Pool) -> Void = { pool in pool.take(5) } }
                                                      //^^^^ caller typed
struct Mixed { func visit(_ run: (Other) -> Void) {} }
func beside() { visit { pool in pool.take(6) } }
                                   //^^^^ caller beside
",
    );
}

#[test]
fn dart_and_scala_functions_take_what_their_type_says() {
    check(
        "find_callers",
        "
//- /n.dart
class Pool { int ta$0ke(int n) => n; }
class Other { int take(int n) => n; }
void each(void Function(Pool pool) run) {}
void later(int n, {required int Function(Pool, int) run}) {}
void bare() { each((pool) => pool.take(1)); }
                                //^^^^ caller bare
void named() { later(1, run: (pool, n) { return pool.take(2); }); }
                                                   //^^^^ caller named
",
    );
    check(
        "find_callers",
        "
//- /n.scala
class Pool { def ta$0ke(n: Int): Int = n }
class Other { def take(n: Int): Int = n }
trait Visitor { def visit(pool: Pool): Unit }
object Use {
  def each(run: Pool => Unit): Unit = ()
  def visit(visitor: Visitor): Unit = ()
  def bare(): Unit = each(pool => pool.take(1))
                                     //^^^^ caller bare
  def braces(): Unit = each { pool => pool.take(2) }
                                         //^^^^ caller braces
  def typed(): Unit = { val run: Pool => Unit = pool => pool.take(3) }
                                                           //^^^^ caller typed
  def only(): Unit = visit(pool => pool.take(4))
                                      //^^^^ caller only
}
",
    );
}

#[test]
fn what_a_callback_takes_beats_the_default_of_its_parameter() {
    check(
        "find_callers",
        "
//- /n.ts
export class Pool { ta$0ke(n: number) { return n; } }
class Other extends Pool { take(n: number) { return n; } }
interface Hooks { made: (pool: Pool) => void }
function each(run: (pool: Pool) => void, hooks?: Hooks) {}
function arrow() { each((pool = new Other()) => pool.take(1)); }
                                                   //^^^^ caller arrow
function property() { each(() => {}, { made: (pool = new Other()) => pool.take(2) }); }
                                                                        //^^^^ caller property
const typed: (pool: Pool) => void = (pool = new Other()) => { pool.take(3); };
                                                                 //^^^^ caller typed
function written() { each((pool: Other = new Other()) => { pool.take(4); }); }
function alone(pool = new Other()) { pool.take(5); }
",
    );
}

#[test]
fn elements_of_typescripts_collections_are_of_their_types() {
    check(
        "find_callers",
        "
//- /n.ts
class Pool { ta$0ke(n: number) { return n; } }
class Key { take(n: number) { return n; } }
async function one(): Promise<Pool> { return new Pool(); }
function loops(map: Map<Key, Pool>, pairs: [Pool, Key][], record: Record<string, Pool>) {
  for (const [key, pool] of map) { key.take(1); pool.take(2); }
                                                   //^^^^ caller loops
  for (const [pool, key] of pairs) { key.take(3); pool.take(4); }
                                                     //^^^^ caller loops
  for (const [, pool] of map.entries()) pool.take(5);
                                           //^^^^ caller loops
  for (const pool of Object.values(record)) pool.take(6);
                                               //^^^^ caller loops
  for (const [name, pool] of Object.entries(record)) pool.take(7);
                                                        //^^^^ caller loops
}
function calls(map: Map<Key, Pool>, set: Set<Pool>, other: Set<Key>) {
  [...map].forEach(([key, pool]) => { key.take(8); pool.take(9); });
                                                      //^^^^ caller calls
  Array.from(map.values()).map(pool => pool.take(10));
                                          //^^^^ caller calls
  [...set].filter(pool => pool).forEach(pool => pool.take(11));
                                                   //^^^^ caller calls
  [...other].forEach(key => key.take(12));
  one().then(pool => pool.take(13));
                        //^^^^ caller calls
  one().then((pool) => { pool.take(14); });
                            //^^^^ caller calls
}
",
    );
}

#[test]
fn elements_of_swifts_collections_are_of_their_types() {
    check(
        "find_callers",
        "
//- /a.swift
class Pool {
    func ta$0ke() {}
}
class Other {
    func take() {}
}
class Store {
    var pools: [Pool] = []
    var others: [Other] = []
    var named: [String: Pool] = [:]
    func f() {
        pools.forEach { it in it.take() }
                               //^^^^ caller f
        pools.filter { it in it.isOpen }.reversed().forEach { pool in pool.take() }
                                                                         //^^^^ caller f
        pools.first?.take()
                   //^^^^ caller f
        pools.first(where: { it in it.isOpen })?.take()
                                               //^^^^ caller f
        others.last?.take()
        others.forEach { it in it.take() }
        for (name, pool) in named { pool.take() }
                                       //^^^^ caller f
        named.values.forEach { it in it.take() }
                                      //^^^^ caller f
        if let pool = named[name] { pool.take() }
                                       //^^^^ caller f
        guard let kept = named[name], let other = others.first else { return }
        kept.take()
           //^^^^ caller f
        other.take()
    }
    func take() {
        load { [weak self] in
            guard let strong = self else { return }
            strong.take()
        }
    }
}
",
    );
}

#[test]
fn elements_of_darts_collections_are_of_their_types() {
    check(
        "find_callers",
        "
//- /a.dart
class Pool { void ta$0ke() {} }
class Other { void take() {} }
class Store {
  final List<Pool> pools;
  final List<Other> others;
  final Map<String, Pool> named;
  Future<Pool> load() async => pools.first;
  void f() {
    for (final pool in pools) pool.take();
                                 //^^^^ caller f
    for (final other in others) other.take();
    pools.forEach((pool) => pool.take());
                               //^^^^ caller f
    pools.where((pool) => true).first.take();
                                    //^^^^ caller f
    others.last.take();
    named.values.forEach((pool) => pool.take());
                                      //^^^^ caller f
    for (final entry in named.entries) entry.value.take();
                                                 //^^^^ caller f
    load().then((pool) => pool.take());
                             //^^^^ caller f
  }
}
",
    );
}

#[test]
fn elements_of_scalas_collections_are_of_their_types() {
    check(
        "find_callers",
        "
//- /a.scala
package app
class Pool { def ta$0ke(): Unit = () }
class Other { def take(): Unit = () }
class Store(pools: List[Pool], others: List[Other], named: Map[Other, Pool], maybe: Option[Pool]) {
  def f(): Unit = {
    for (pool <- pools) pool.take()
                           //^^^^ caller f
    for (other <- others) other.take()
    for (pool <- maybe) pool.take()
                           //^^^^ caller f
    for ((other, pool) <- named) { other.take() }
    for ((other, pool) <- named) pool.take()
                                    //^^^^ caller f
    pools.foreach(pool => pool.take())
                             //^^^^ caller f
    others.foreach { other => other.take() }
    pools.filter(_ => true).head.take()
                               //^^^^ caller f
    others.last.take()
  }
}
",
    );
}

#[test]
fn java_parameters_for_any_number_of_arguments_have_elements() {
    check(
        "find_callers",
        "
//- /A.java
class Pool { void ta$0ke(int n) {} }
class Other { void take(int n) {} }
class Use {
  void all(Pool... pools) {
    for (Pool pool : pools) { pool.take(1); }
                                 //^^^^ caller all
    for (var pool : pools) { pool.take(2); }
                                //^^^^ caller all
    pools[0].take(3);
           //^^^^ caller all
  }
}
",
    );
}

#[test]
fn a_function_in_a_map_takes_what_the_type_of_its_values_says() {
    check(
        "find_callers",
        "
//- /a.ts
export class Circle { ar$0ea() { return 1; } }
export class Square { area() { return 1; } }
type Handler = (of: Circle) => void;
type Other = (of: Square) => void;
const handlers: Record<string, Handler> = { one: (of) => { of.area(); } };
                                                            //^^^^ caller one
const others: Record<string, Other> = { one: (of) => { of.area(); } };
",
    );
}
