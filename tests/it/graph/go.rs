//! Go.

use crate::support::fixture::check;
use crate::support::{ask, project};
use serde_json::json;

#[test]
fn packages_share_their_names_and_imports_qualify_them() {
    check(
        "find_callers",
        "
//- /go.mod
module example.com/app
//- /doc/gen.go
package doc
func Gen$0erate() {}
func own() { Generate() }
           //^^^^^^^^ caller own
//- /doc/more.go
package doc
func beside() { Generate() }
              //^^^^^^^^ caller beside
//- /main.go
package main
import (
    \"example.com/app/doc\"
    other \"example.com/lib\"
)
func main() { doc.Generate(); other.Generate() }
                //^^^^^^^^ caller main
//- /util/gen.go
package util
func helper(Generate func()) { Generate() }
",
    );
}

#[test]
fn methods_are_bound_by_the_type_of_their_receiver() {
    check(
        "find_callers",
        "
//- /go.mod
module example.com/app
//- /command.go
package app
type Command struct { parent *Command; args Args }
type Args struct{}
func (c *Command) Exe$0cute() { c.parent.Execute(); c.args.Execute() }
                                       //^^^^^^^ caller Execute
func (a Args) Execute() {}
func made() { c := &Command{}; c.Execute() }
                               //^^^^^^^ caller made
func given(c *Command) { c.Execute() }
                         //^^^^^^^ caller given
func result() { New().Execute() }
                    //^^^^^^^ caller result
func New() *Command { return nil }
",
    );
}

#[test]
fn types_implement_interfaces_by_their_methods() {
    check(
        "find_implementations",
        "
//- /go.mod
module example.com/app
//- /shape.go
package app
type Sha$0pe interface { Area() float64; Name() string }
type Square struct{}
   //^^^^^^ impl
func (s Square) Area() float64 { return 1 }
func (s Square) Name() string { return \"\" }
type Half struct{}
func (h Half) Area() float64 { return 1 }
",
    );
}

#[test]
fn a_file_may_be_named_after_a_type_of_the_language() {
    check(
        "find_implementations",
        "
//- /go.mod
module example.com/app
//- /shape/error.go
package shape
func Log() {}
//- /shape/shape.go
package shape
type Sha$0pe interface { Close() error }
//- /square/square.go
package square
type Square struct{}
   //^^^^^^ impl
func (s Square) Close() error { return nil }
",
    );
}

#[test]
fn a_field_is_no_method_and_what_is_embedded_lends_its_methods() {
    check(
        "find_implementations",
        "
//- /go.mod
module example.com/app
//- /shape.go
package app
type Sha$0pe interface { Area() float64; Name() string }
type Square struct{}
   //^^^^^^ impl
func (s *Square) Area() float64 { return 1 }
func (s *Square) Name() string { return \"\" }
type Data struct { Name string }
func (d Data) Area() float64 { return 1 }
type Big struct { *Square; factor int }
   //^^^ impl
type Named struct { Data }
   //^^^^^ impl
func (n Named) Name() string { return \"\" }
type Wrapped struct { Shape; calls int }
   //^^^^^^^ impl
type Solid interface { Shape; Volume() float64 }
",
    );
    check(
        "find_callers",
        "
//- /go.mod
module example.com/app
//- /shape.go
package app
type Base struct{}
func (b *Base) Dra$0w() {}
type Box struct { *Base }
type Other struct{}
func (o Other) Draw() {}
func made() { box := &Box{}; box.Draw() }
                               //^^^^ caller made
func other(o Other) { o.Draw() }
",
    );
}

#[test]
fn results_literals_and_what_is_made_have_types() {
    check(
        "find_callers",
        "
//- /go.mod
module example.com/app
//- /conn.go
package app
type Conn struct{}
func (c *Conn) Ex$0ec() {}
type Other struct{}
func (o *Other) Exec() {}
func Connect(name string) (*Conn, error) { return nil, nil }
func Named() (conn *Conn, err error) { return nil, nil }
var all = []*Conn{{}, {}}
func one() { conn, err := Connect(\"\"); _ = err; conn.Exec() }
                                                   //^^^^ caller one
func two() { conn, _ := Named(); conn.Exec() }
                                    //^^^^ caller two
func three() { for _, conn := range all { conn.Exec() } }
                                             //^^^^ caller three
func four() { conn := new(Conn); conn.Exec() }
                                    //^^^^ caller four
func five() { conns := make([]*Conn, 2); for _, conn := range conns { conn.Exec() } }
                                                                         //^^^^ caller five
func six() { conns := []*Conn{}; conns[0].Exec() }
                                        //^^^^ caller six
func seven() { other := &Other{}; other.Exec() }
",
    );
}

#[test]
fn a_package_is_known_by_the_name_of_its_clause() {
    check(
        "find_callers",
        "
//- /go.mod
module example.com/store/v5
//- /store.go
package store
func Op$0en() {}
//- /cmd/main.go
package main
import \"example.com/store/v5\"
func main() { store.Open() }
                  //^^^^ caller main
",
    );
    check(
        "find_callers",
        "
//- /go.mod
module example.com/go-store
//- /store.go
package store
func Op$0en() {}
//- /cmd/main.go
package main
import \"example.com/go-store\"
func main() { store.Open() }
                  //^^^^ caller main
",
    );
}

#[test]
fn generic_types_keep_their_arguments_along_a_chain() {
    check(
        "find_callers",
        "
//- /go.mod
module example.com/app
//- /store/store.go
package store

type Store[K comparable, V any] struct {
	items map[K]V
	last  V
}

func NewStore[K comparable, V any](size int) *Store[K, V] { return nil }

func (s *Store[K, V]) Get(key K) V { return s.items[key] }

func (s *Store[K, V]) All() []V { return nil }
//- /app/app.go
package app

import \"example.com/app/store\"

type User struct{}

func (u *User) Sa$0ve() {}

type Other struct{}

func (o *Other) Save() {}

func load[T any](name string) T { panic(name) }

func run(s *store.Store[string, *Other]) {
	users := store.NewStore[string, *User](1)
	users.Get(\"a\").Save()
	             //^^^^ caller run
	users.last.Save()
	         //^^^^ caller run
	for _, user := range users.All() {
		user.Save()
		   //^^^^ caller run
	}
	s.Get(\"a\").Save()
	load[*User](\"a\").Save()
	               //^^^^ caller run
	load[*Other](\"a\").Save()
}

func kinds(x any, ch chan *User) {
	switch v := x.(type) {
	case *User:
		v.Save()
		//^^^^ caller kinds
	case *Other:
		v.Save()
	}
	(<-ch).Save()
	     //^^^^ caller kinds
}
",
    );
}

/// A chain goes on through methods that another file of the package declares.
#[test]
fn chain_through_methods_of_other_files() {
    check(
        "find_callers",
        "
//- /go.mod
module example.com/db
//- /conn.go
package db
type Conn struct{}
func (c *Conn) Exec(text string) {}
//- /tx.go
package db
type Tx interface { Ex$0ec(text string) }
func (c *Conn) Begin() (Tx, error) { return nil, nil }
//- /use/use.go
package use
import \"example.com/db\"
func use(conn *db.Conn) {
	tx, err := conn.Begin()
	tx.Exec(\"a\")
	 //^^^^ caller use
}
",
    );
}

#[test]
fn elements_of_the_first_of_several_results_have_its_type() {
    check(
        "find_callers",
        "
//- /go.mod
module example.com/jobs
//- /structs/job.go
package structs

type Job struct{}

func (j *Job) Do$0ne() bool { return true }
//- /api/job.go
package api

type Job struct{}

func (j *Job) Done() bool { return true }
//- /state/state.go
package state

import \"example.com/jobs/structs\"

type State struct{}

func (s *State) Jobs(node string) ([]*structs.Job, error) { return nil, nil }

func (s *State) All() {
	jobs, err := s.Jobs(\"a\")
	for _, job := range jobs {
		job.Done()
	   //^^^^ caller All
	}
	jobs[0].Done()
	      //^^^^ caller All
}
",
    );
}

#[test]
fn keys_of_literals_are_fields_of_their_type() {
    check(
        "find_references",
        "
//- /go.mod
module x
//- /a.go
package x

type A struct{ Keys []string }

type B struct {
	Ke$0ys []string
}

func mk(a A) B {
	list := []B{{Keys: nil}}
            //^^^^ write
	m := map[string]*B{\"x\": {Keys: nil}}
                        //^^^^ write
	_ = A{Keys: nil}
	return B{Keys: a.Keys}
        //^^^^ write
}
",
    );
}

/// Each of several results has its type.
#[test]
fn several_results_have_their_types() {
    check(
        "find_callers",
        "
//- /go.mod
module app
//- /a.go
package a

type Store struct{ tracker *Tracker }

func (s *Store) Settle(n int) {}

type Tracker struct{}

func (t *Tracker) Set$0tle(n int) {}

func watcher(n int) (int, *Store, *Tracker) { return 0, nil, nil }

func named() (store, other *Store, err error) { return }

func one() {
	_, store, tracker := watcher(1)
	store.Settle(1)
	tracker.Settle(2)
	      //^^^^^^ caller one
	store.tracker.Settle(3)
	            //^^^^^^ caller one
	var _, kept, last = watcher(2)
	kept.Settle(4)
	last.Settle(5)
	   //^^^^^^ caller one
	first, second := &Store{}, &Tracker{}
	first.Settle(6)
	second.Settle(7)
	     //^^^^^^ caller one
	_, other, err := named()
	other.Settle(8)
	err.Settle(9)
}
",
    );
}

/// What does not take as many arguments as a call has is not called.
#[test]
fn guesses_take_the_number_of_arguments() {
    check(
        "find_callers",
        "
//- /go.mod
module app
//- /a/a.go
package a

type Store struct{}

func (s *Store) $0Enlist(at, kind int, name string) {}

type Tracker struct{}

func (t *Tracker) Enlist(n int, rest ...string) {}

type Sink interface {
	Enlist(int)
}
//- /b/b.go
package b

import (
	\"app/a\"
	\"other.org/outside\"
)

var (
	_ a.Store
	_ a.Tracker
	_ a.Sink
)

func one(store any) {
	x := unknown(store)
	x.Enlist(1)
	x.Enlist(1, 2, name)
	//^^^^^^ caller one [possible]
	x.Enlist(both())
	//^^^^^^ caller one [possible]
	x.Enlist(1, all...)
	//^^^^^^ caller one [possible]
	X.Enlist(x, 1, 2, name)
	//^^^^^^ caller one [possible]
	x.Enlist(1, 2, 3, 4)
}
",
    );
}

/// More files define the method than are read for a name.
#[test]
fn third_party_code_gives_way_to_tests() {
    let closer = "package app\n\ntype Closer interface{ Close() error }\n";
    let failing =
        "package app\n\ntype failing struct{}\n\nfunc (f failing) Close() error { return nil }\n";
    let vendored = |number: usize| {
        let text = format!(
            "package lib\n\ntype T{number} struct{{}}\n\nfunc (t T{number}) Close() error {{ return nil }}\n"
        );
        (format!("vendor/example.com/lib/t{number}.go"), text)
    };
    let vendored: Vec<(String, String)> = (0..410).map(vendored).collect();
    let mut files = vec![
        ("go.mod", "module example.com/app\n"),
        ("app.go", closer),
        ("app_test.go", failing),
        ("vendor/modules.txt", "# example.com/lib v1.0.0\n"),
        ("vendor/example.com/lib/LICENSE", "MIT License\n"),
    ];
    files.extend(vendored.iter().map(|(path, text)| (path.as_str(), text.as_str())));
    let app = project(&files);
    let text = ask::text(app.path(), "find_implementations", json!({ "symbol": "Closer" }));
    assert!(text.contains("app_test.go:3 type failing struct"), "{text}");
    assert!(text.contains("not followed: `Close` (mentioned in 12 files that were"), "{text}");
    assert!(!text.contains("all 1 occurrence"), "{text}");
    assert!(text.contains("[20 of ≥ 399 implementations shown"), "{text}");
}

#[test]
fn what_is_embedded_is_a_member_by_the_name_of_its_type() {
    check(
        "find_callers",
        "
//- /go.mod
module example.com/app
//- /app.go
package app
import \"bytes\"
type Token struct{}
func (t *Token) Re$0set() {}
type Helper struct { *Token; bytes.Buffer }
func use(h Helper) {
    h.Token.Reset()
          //^^^^^ caller use
    h.Buffer.Reset()
}
",
    );
}

#[test]
fn a_function_of_a_package_is_not_called_behind_a_value() {
    let app = project(&[
        ("go.mod", "module example.com/app\n"),
        ("app.go", "package app\n\nfunc Load(name string) {}\n"),
        (
            "cmd/main.go",
            "package main\n\nimport \"example.com/app\"\n\nfunc use(store Store) {\n\tstore.Load(\"a\")\n\tstore.inner.Load(\"b\")\n\tapp.Load(\"c\")\n\tunknown.Load(\"d\")\n}\n",
        ),
    ]);
    let answer = ask::value(app.path(), "find_callers", json!({ "symbol": "Load" }));
    assert_eq!(answer["results"][0]["call_sites"][0]["line"], 8, "{answer:#}");
    let open = &answer["account"]["unresolved"];
    assert_eq!(open, &json!([{ "file": "cmd/main.go", "line": 9 }]), "{answer:#}");
}

#[test]
fn a_file_that_defines_a_function_itself_calls_its_own() {
    check(
        "find_callers",
        "
//- /a_linux.go
package app
func linux() { helper() }
             //^^^^^^ caller linux
func hel$0per() {}
//- /a_darwin.go
package app
func darwin() { helper() }
func helper() {}
//- /use.go
package app
func use() { helper() }
           //^^^^^^ caller use
",
    );
}
