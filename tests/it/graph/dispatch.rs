//! Structural interfaces, and calls through supertypes in every language that has them.

use crate::support::fixture::check;
use crate::support::{ask, project};
use serde_json::json;

#[test]
fn answers_name_the_member_of_the_supertype() {
    let project = project(&[
        ("storage.ts", "export interface Storage { persist(n: number): void }\n"),
        (
            "app.ts",
            "import { Storage } from \"./storage\";
export class Disk implements Storage {
  persist(n: number) { flush(n); }
}
function flush(n: number) {}
function given(s: Storage) { s.persist(2); }
function taken(s: Storage) { s.persist(3); }
",
        ),
    ]);
    let target = json!({ "symbol": "Disk.persist" });
    for tool in ["find_callers", "find_references"] {
        let answer = ask::value(project.path(), tool, target.clone());
        let through = match tool {
            "find_callers" => json!(["Storage.persist"]),
            _ => json!("Storage.persist"),
        };
        for row in answer["results"].as_array().expect("rows") {
            assert_eq!(
                (&row["through"], &row["rule"]),
                (&through, &json!("through_supertype")),
                "{answer:#}"
            );
        }
        let text = ask::text(project.path(), tool, target.clone());
        assert!(text.contains("Possible, through Storage.persist"), "{text}");
    }
    let declared = json!({ "symbol": "Storage.persist", "depth": 2 });
    let answer = ask::value(project.path(), "find_callees", declared);
    let rows = answer["results"].as_array().expect("rows");
    let rows: Vec<_> = rows.iter().map(|row| (&row["name"], &row["through"])).collect();
    let expected = [("persist", json!(["Storage.persist"])), ("flush", json!([]))];
    for (row, (name, through)) in rows.iter().zip(&expected) {
        assert!(row.0 == name && (row.1 == through || row.1.is_null()), "{answer:#}");
    }
    assert_eq!(rows.len(), 2, "{answer:#}");
    let text = ask::text(project.path(), "find_callers", json!({ "symbol": "flush", "depth": 2 }));
    assert!(text.contains("possible · through Storage.persist"), "{text}");
    let text = ask::text(project.path(), "impact_analysis", target);
    assert!(text.contains("Callers (2 in 1 file)"), "{text}");
    let text = ask::text(project.path(), "find_callees", json!({ "symbol": "given", "depth": 2 }));
    assert!(text.contains("in Disk · called at 6 · possible · through Storage.persist"), "{text}");
    assert!(text.contains("function flush(n: number)"), "{text}");
}

#[test]
fn implementations_beyond_a_few_are_counted_among_the_callees() {
    let class =
        |number: usize| format!("class Disk{number} implements Storage {{ persist() {{}} }}\n");
    let classes: String = (0..10).map(class).collect();
    let text = format!(
        "interface Storage {{ persist(): void }}\n{classes}function given(s: Storage) {{ s.persist(); }}\n"
    );
    let project = project(&[("app.ts", &text)]);
    let text = ask::text(project.path(), "find_callees", json!({ "symbol": "given" }));
    assert_eq!(text.matches("in Disk").count(), 8, "{text}");
    assert!(text.contains("2 more implementations of the members that it calls"), "{text}");
}

#[test]
fn go_compares_parameters_and_results() {
    check(
        "find_implementations",
        "
//- /go.mod
module example.com/app
//- /list/list.go
package list
type Postings$0 interface {
	Next() bool
	Seek(v SeriesRef) (SeriesRef, error)
	Each(f func(a, b int) error, names ...string)
}
type SeriesRef uint64
type List struct{}
// ^ impl
func (l *List) Next() bool { return false }
func (l *List) Seek(v SeriesRef) (found SeriesRef, err error) { return 0, nil }
func (l *List) Each(f func(x, y int) error, names ...string) {}
type OtherResult struct{ List }
func (o OtherResult) Next() int { return 0 }
type OtherParameter struct{ List }
func (o OtherParameter) Seek(v uint64) (SeriesRef, error) { return 0, nil }
type MoreParameters struct{ List }
func (m MoreParameters) Seek(v, w SeriesRef) (SeriesRef, error) { return 0, nil }
type FewerResults struct{ List }
func (f FewerResults) Seek(v SeriesRef) SeriesRef { return 0 }
type NotVariadic struct{ List }
func (n NotVariadic) Each(f func(x, y int) error, name string) {}
type Lacking struct{}
func (l Lacking) Next() bool { return false }
//- /app/app.go
package app
import other \"example.com/app/list\"
type Wrapped struct{}
// ^ impl
func (w Wrapped) Next() bool { return false }
func (w Wrapped) Seek(v other.SeriesRef) (other.SeriesRef, error) { return 0, nil }
func (w Wrapped) Each(f func(x, y int) error, names ...string) {}
type SeriesRef uint64
type Own struct{ Wrapped }
func (o Own) Seek(v SeriesRef) (SeriesRef, error) { return 0, nil }
",
    );
}

#[test]
fn go_leaves_open_what_aliases_and_type_parameters_stand_for() {
    check(
        "find_implementations",
        "
//- /go.mod
module example.com/app
//- /store.go
package app
import (
    \"io\"
    \"example.com/lib\"
)
type Store$0 interface {
	Get(key Key) (any, byte)
	Put(io.Reader, rune)
}
type Key = string
type Plain struct{}
// ^ impl
func (p Plain) Get(key Key) (any, uint8) { return nil, 0 }
func (p Plain) Put(r io.Reader, c int32) {}
type Aliased struct{}
// ^ impl [possible]
func (a Aliased) Get(key string) (any, byte) { return nil, 0 }
func (a Aliased) Put(r io.Reader, c rune) {}
type Unnamed struct{}
// ^ impl [possible]
func (u Unnamed) Get(key Key) (interface{}, byte) { return nil, 0 }
func (u Unnamed) Put(r io.Reader, c rune) {}
type Generic[K comparable] struct{}
// ^ impl [possible]
func (g *Generic[K]) Get(key K) (any, byte) { return nil, 0 }
func (g *Generic[K]) Put(r io.Reader, c rune) {}
type Open struct{ lib.Base }
// ^ impl [possible]
func (o Open) Get(key Key) (any, byte) { return nil, 0 }
type Known struct{ io.Reader }
func (k Known) Get(key Key) (any, byte) { return nil, 0 }
type Reads struct{ lib.Base }
type Writes struct{}
func (w Writes) Get(key Key) (any, byte) { return nil, 0 }
func (w Writes) Put(w io.Writer, c rune) {}
",
    );
}

#[test]
fn go_counts_embedded_interfaces_and_types_and_keeps_packages_apart() {
    check(
        "find_implementations",
        "
//- /go.mod
module example.com/app
//- /app.go
package app
type Namer interface { Name() string }
type Shape$0 interface { Namer; area() float64 }
type Square struct{ named }
// ^ impl
func (s *Square) area() float64 { return 1 }
type named struct{}
func (n named) Name() string { return \"\" }
type sized struct{}
func (s sized) area() float64 { return 1 }
type Both struct { named; *sized }
// ^ impl
type Solid interface { Name() string; area() float64; volume() float64 }
type Box struct { Solid }
// ^ impl
type Painted interface { Shape; color() int }
type Wall struct { Painted }
// ^ impl
//- /other/other.go
package other
type Circle struct{}
func (c Circle) Name() string { return \"\" }
func (c Circle) area() float64 { return 1 }
",
    );
    check(
        "find_implementations",
        "
//- /go.mod
module example.com/app
//- /app.go
package app
type Shape interface { Name$0() string; Area() float64 }
type Square struct{ named }
func (s *Square) Area() float64 { return 1 }
type named struct{}
func (n named) Name() string { return \"\" }
// ^ impl
type Half struct{}
func (h Half) Name() string { return \"\" }
",
    );
}

#[test]
fn go_calls_through_interfaces() {
    check(
        "find_callers",
        "
//- /go.mod
module example.com/app
//- /disk/disk.go
package disk
type Disk struct{ base }
func (d *Disk) Persist$0(n int) { write(n) }
type base struct{}
func (b base) Close() error { return nil }
func write(n int) {}
type Other struct{}
func (o Other) Persist(n string) {}
func (o Other) Close() error { return nil }
//- /app/app.go
package app
type Storage interface { Persister; Close() error }
type Persister interface { Persist(n int) }
type Texts interface { Persist(n string) }
type App struct { store Storage }
func (a *App) Run() { a.store.Persist(1) }
//                            ^^^^^^^ caller Run [possible]
func given(p Persister) { p.Persist(2) }
//                          ^^^^^^^ caller given [possible]
func generic[T Storage](t T) { t.Persist(3) }
//                               ^^^^^^^ caller generic [possible]
func texts(t Texts) { t.Persist(\"\") }
",
    );
    check(
        "find_callers",
        "
//- /go.mod
module example.com/app
//- /disk/disk.go
package disk
type Disk struct{ base }
func (d *Disk) Persist(n int) {}
type base struct{}
func (b base) Close$0() error { return nil }
//- /app/app.go
package app
type Storage interface { Persist(n int); Close() error }
func given(s Storage) { s.Close() }
//                        ^^^^^ caller given [possible]
",
    );
    check(
        "find_callees",
        "
//- /go.mod
module example.com/app
//- /disk/disk.go
package disk
type Disk struct{ base }
func (d *Disk) Persist(n int) {}
type base struct{}
func (b base) Close() error { return nil }
//- /app/app.go
package app
type Storage interface { Persist(n int); Close() error }
func given$0(s Storage) { s.Persist(1); s.Close() }
//                          ^^^^^^^ callee Persist
//                          ^^^^^^^ callee Persist [possible]
//                                        ^^^^^ callee Close
//                                        ^^^^^ callee Close [possible]
",
    );
}

#[test]
fn rust_calls_through_traits() {
    check(
        "find_callers",
        "
//- /src/lib.rs
mod app;
mod disk;
mod memory;
mod storage;
//- /src/storage.rs
pub trait Storage {
    fn persist(&self, n: u32);
    fn twice(&self) { self.persist(2); }
//                         ^^^^^^^ caller twice [possible]
}
//- /src/memory.rs
pub struct Memory;
//- /src/disk.rs
use crate::memory::Memory;
use crate::storage::Storage;
impl Storage for Memory {
    fn persist$0(&self, n: u32) {}
}
//- /src/app.rs
use crate::storage::Storage;
fn dynamic(s: &dyn Storage) { s.persist(1); }
//                              ^^^^^^^ caller dynamic [possible]
fn generic<S: Storage>(s: S) { s.persist(1); }
//                               ^^^^^^^ caller generic [possible]
fn bounded<S>(s: S) where S: Storage { s.persist(1); }
//                                       ^^^^^^^ caller bounded [possible]
fn implied(s: impl Storage) { s.persist(1); }
//                              ^^^^^^^ caller implied [possible]
struct App { store: Box<dyn Storage> }
impl App {
    fn run(&self) { self.store.persist(2); }
//                             ^^^^^^^ caller run [possible]
}
",
    );
    check(
        "find_callees",
        "
//- /src/lib.rs
pub trait Storage {
    fn persist(&self, n: u32);
}
struct Disk;
impl Storage for Disk {
    fn persist(&self, n: u32) {}
}
fn dynamic$0(s: &dyn Storage) { s.persist(1); }
//                                ^^^^^^^ callee persist
//                                ^^^^^^^ callee persist [possible]
",
    );
}

#[test]
fn java_calls_through_interfaces() {
    check(
        "find_callers",
        "
//- /p/Storage.java
package p;
interface Storage { void persist(int n); }
//- /p/Disk.java
package p;
class Disk implements Storage {
  public void persist$0(int n) {}
}
//- /p/App.java
package p;
class App {
  Storage store;
  void run() { store.persist(1); }
//                   ^^^^^^^ caller run [possible]
  static void given(Storage s) { s.persist(2); }
//                                 ^^^^^^^ caller given [possible]
  <T extends Storage> void generic(T t) { t.persist(3); }
//                                          ^^^^^^^ caller generic [possible]
}
",
    );
    check(
        "find_callees",
        "
//- /p/Storage.java
package p;
interface Storage { void persist(int n); }
//- /p/Disk.java
package p;
class Disk implements Storage {
  public void persist(int n) {}
}
//- /p/App.java
package p;
class App {
  void given$0(Storage s) { s.persist(2); }
//                            ^^^^^^^ callee persist
//                            ^^^^^^^ callee persist [possible]
}
",
    );
}

#[test]
fn c_sharp_calls_through_interfaces() {
    check(
        "find_callers",
        "
//- /Storage.cs
namespace P;
interface IStorage { void Persist(int n); }
//- /Disk.cs
namespace P;
class Disk : IStorage {
  public void Persist$0(int n) {}
}
//- /App.cs
namespace P;
class App {
  IStorage store;
  void Run() { store.Persist(1); }
//                   ^^^^^^^ caller Run [possible]
  static void Given(IStorage s) { s.Persist(2); }
//                                  ^^^^^^^ caller Given [possible]
  void Generic<T>(T t) where T : IStorage { t.Persist(3); }
//                                            ^^^^^^^ caller Generic [possible]
}
",
    );
    check(
        "find_callees",
        "
//- /Storage.cs
namespace P;
interface IStorage { void Persist(int n); }
//- /Disk.cs
namespace P;
class Disk : IStorage {
  public void Persist(int n) {}
}
//- /App.cs
namespace P;
class App {
  static void Given$0(IStorage s) { s.Persist(2); }
//                                    ^^^^^^^ callee Persist
//                                    ^^^^^^^ callee Persist [possible]
}
",
    );
}

#[test]
fn kotlin_calls_through_interfaces() {
    check(
        "find_callers",
        "
//- /p/Storage.kt
package p
interface Storage { fun persist(n: Int) }
//- /p/Disk.kt
package p
class Disk : Storage {
  override fun persist$0(n: Int) {}
}
//- /p/App.kt
package p
class App(val store: Storage) {
  fun run() { store.persist(1) }
//                  ^^^^^^^ caller run [possible]
}
fun given(s: Storage) { s.persist(2) }
//                        ^^^^^^^ caller given [possible]
fun <T : Storage> generic(t: T) { t.persist(3) }
//                                  ^^^^^^^ caller generic [possible]
fun <T> bounded(t: T) where T : Storage { t.persist(3) }
//                                          ^^^^^^^ caller bounded [possible]
",
    );
    check(
        "find_callees",
        "
//- /p/Storage.kt
package p
interface Storage { fun persist(n: Int) }
class Disk : Storage {
  override fun persist(n: Int) {}
}
fun given$0(s: Storage) { s.persist(2) }
//                          ^^^^^^^ callee persist
//                          ^^^^^^^ callee persist [possible]
",
    );
}

#[test]
fn typescript_calls_through_interfaces() {
    check(
        "find_callers",
        "
//- /storage.ts
export interface Storage { persist(n: number): void }
//- /disk.ts
import { Storage } from \"./storage\";
export class Disk implements Storage {
  persist$0(n: number) {}
}
//- /app.ts
import { Storage } from \"./storage\";
class App {
  constructor(private store: Storage) {}
  run() { this.store.persist(1); }
//                   ^^^^^^^ caller run [possible]
}
function given(s: Storage) { s.persist(2); }
//                             ^^^^^^^ caller given [possible]
function generic<T extends Storage>(t: T) { t.persist(3); }
//                                            ^^^^^^^ caller generic [possible]
",
    );
    check(
        "find_callees",
        "
//- /storage.ts
export interface Storage { persist(n: number): void }
export abstract class Base implements Storage {
  abstract persist(n: number): void;
}
class Disk extends Base {
  persist(n: number) {}
}
function given$0(s: Base) { s.persist(2); }
//                            ^^^^^^^ callee persist
//                            ^^^^^^^ callee persist [possible]
",
    );
}

#[test]
fn cpp_calls_of_virtual_members() {
    check(
        "find_callers",
        "
//- /storage.h
class Storage {
public:
  virtual void persist(int n) = 0;
  virtual void flush(int n) {}
};
//- /disk.h
#include \"storage.h\"
class Disk : public Storage {
public:
  void persist(int n) override;
  void flush(int n) override;
};
//- /disk.cpp
#include \"disk.h\"
void Disk::persist(int n) {}
void Disk::flush$0(int n) {}
//- /app.cpp
#include \"storage.h\"
void given(Storage& s) { s.persist(1); s.flush(1); }
//                                       ^^^^^ caller given [possible]
class App { Storage* store; void run() { store->flush(3); } };
//                                              ^^^^^ caller run [possible]
",
    );
    check(
        "find_callees",
        "
//- /storage.h
class Storage {
public:
  virtual void persist(int n) = 0;
};
class Disk : public Storage {
public:
  void persist(int n) override {}
};
void given$0(Storage& s) { s.persist(1); }
//                           ^^^^^^^ callee persist
//                           ^^^^^^^ callee persist [possible]
",
    );
}

#[test]
fn python_calls_through_abstract_classes_and_protocols() {
    check(
        "find_callers",
        "
//- /storage.py
from abc import ABC, abstractmethod
class Storage(ABC):
    @abstractmethod
    def persist(self, n: int) -> None: ...
//- /disk.py
from storage import Storage
class Disk(Storage):
    def persist$0(self, n: int) -> None:
        pass
//- /app.py
from storage import Storage
class App:
    def __init__(self, store: Storage):
        self.store = store
    def run(self):
        self.store.persist(1)
#                  ^^^^^^^ caller run [possible]
def given(s: Storage):
    s.persist(2)
#     ^^^^^^^ caller given [possible]
",
    );
    check(
        "find_callees",
        "
//- /storage.py
from abc import ABC, abstractmethod
class Storage(ABC):
    @abstractmethod
    def persist(self, n: int) -> None:
        \"\"\"Keeps n.\"\"\"
class Disk(Storage):
    def persist(self, n: int) -> None:
        pass
def given$0(s: Storage):
    s.persist(2)
#     ^^^^^^^ callee persist
#     ^^^^^^^ callee persist [possible]
",
    );
}

#[test]
fn swift_calls_through_protocols() {
    check(
        "find_callers",
        "
//- /a.swift
protocol Storage { func persist(_ n: Int) }
class Disk: Storage {
  func persist$0(_ n: Int) {}
}
class App {
  var store: Storage
  func run() { store.persist(1) }
//                   ^^^^^^^ caller run [possible]
}
func given(s: Storage) { s.persist(2) }
//                         ^^^^^^^ caller given [possible]
func generic<T: Storage>(t: T) { t.persist(3) }
//                                 ^^^^^^^ caller generic [possible]
",
    );
}

#[test]
fn php_calls_through_interfaces() {
    check(
        "find_callers",
        "
//- /a.php
<?php
interface Storage { public function persist(int $n); }
class Disk implements Storage {
  public function persist$0(int $n) {}
}
class App {
  private Storage $store;
  function run() { $this->store->persist(1); }
//                               ^^^^^^^ caller run [possible]
  function given(Storage $s) { $s->persist(2); }
//                                 ^^^^^^^ caller given [possible]
}
",
    );
}

#[test]
fn scala_calls_through_traits() {
    check(
        "find_callers",
        "
//- /a.scala
trait Storage { def persist(n: Int): Unit }
class Disk extends Storage {
  def persist$0(n: Int): Unit = {}
}
class App(store: Storage) {
  def run() = { store.persist(1) }
//                    ^^^^^^^ caller run [possible]
  def taking(s: Storage) = { s.persist(2) }
//                             ^^^^^^^ caller taking [possible]
  def generic[A, T <: Storage](a: A, t: T) = { t.persist(3) }
//                                               ^^^^^^^ caller generic [possible]
}
",
    );
}

#[test]
fn dart_calls_through_classes() {
    check(
        "find_callers",
        "
//- /a.dart
abstract class Storage { void persist(int n); }
class Disk implements Storage {
  void persist$0(int n) {}
}
class App {
  Storage store;
  void run() { store.persist(1); }
//                   ^^^^^^^ caller run [possible]
  void given(Storage s) { s.persist(2); }
//                          ^^^^^^^ caller given [possible]
  void generic<T extends Storage>(T t) { t.persist(3); }
//                                         ^^^^^^^ caller generic [possible]
}
",
    );
}

#[test]
fn a_member_does_not_override_a_function_that_is_applied() {
    check(
        "find_callers",
        "
//- /src/a/Sink.kt
package a
interface Sink
class Buffered : Sink { fun buf$0fer(): Buffered = this }
fun Sink.buffer(): Buffered = Buffered()
//- /src/a/Use.kt
package a
fun use(sink: Sink, buffered: Buffered) {
  sink.buffer()
  buffered.buffer()
         //^^^^^^ caller use
}
",
    );
}
