//! Go: what is embedded lends its members, and does not know of what embeds it; values of types
//! that are written in place.

use crate::support::fixture::check;

#[test]
fn a_call_on_what_is_embedded_does_not_reach_what_embeds_it() {
    check(
        "find_callers",
        "
//- /a.go
package app
type Funcs struct{ F func(int) bool }
func (f Funcs) Update(e int) bool { return f.F(e) }
type Changed struct{ Funcs }
func (Changed) Upd$0ate(e int) bool { return true }
type Updater interface{ Update(e int) bool }
func direct(f Funcs) bool { return f.Update(1) }
func own(c Changed) bool { return c.Update(2) && c.Funcs.Update(3) }
                                  //^^^^^^ caller own
func through(u Updater) bool { return u.Update(4) }
                                      //^^^^^^ caller through [possible]
func two(get func() interface{ Update(a, b int) error }) error { return get().Update(1, 2) }
",
    );
}

#[test]
fn what_is_embedded_is_a_field_of_its_types_name() {
    check(
        "find_callers",
        "
//- /a.go
package app
type Queue[T any] interface{ A$0dd(v T) }
type Other struct{}
func (Other) Add(v string) {}
type gen[T any] struct{ Queue[T] }
func (g gen[T]) Put(v T) { g.Queue.Add(v) }
                                 //^^^ caller Put
type outer struct{ gen[int] }
func (o outer) Put(v int) { o.Queue.Add(v) }
                                  //^^^ caller Put
type named struct { gen[int]; Queue Other }
func (n named) Take() { n.Queue.Add(\"\") }
",
    );
}

#[test]
fn types_that_are_written_in_place_have_members_and_results() {
    check(
        "find_callers",
        "
//- /a.go
package app
type Bar struct{}
func (Bar) Run() int { return 2 }
type Foo struct{ Fn func() *Foo }
func (f *Foo) Ru$0n() int { return 1 }
type S struct {
    inner struct{ f *Foo; b Bar }
    get   func() (*Foo, error)
}
func (s *S) use(f *Foo, fs ...*Foo) {
    s.inner.f.Run()
            //^^^ caller use
    s.inner.b.Run()
    f.Fn().Run()
         //^^^ caller use
    g, _ := s.get()
    g.Run()
    //^^^ caller use
    fs[0].Run()
        //^^^ caller use
    for _, each := range append(fs, f) {
        each.Run()
           //^^^ caller use
    }
    for _, test := range []struct{ name string; f *Foo }{{\"a\", f}} {
        test.f.Run()
             //^^^ caller use
    }
}
",
    );
}

#[test]
fn what_a_library_lends_has_only_methods_that_it_may_have() {
    check(
        "find_implementations",
        "
//- /a.go
package app
import (
    \"sync\"
    \"example.com/lib\"
)
type Status struct{}
type List$0er interface { Status() <-chan Status; Error() error }
type locked struct { sync.Mutex; err error }
func (r *locked) Error() error { return r.err }
type lent struct { lib.Base }
func (r *lent) Error() error { return nil }
type given struct { lib.Of[Status] }
   //^^^^^ impl [possible]
func (r *given) Error() error { return nil }
type real struct{ sync.RWMutex }
   //^^^^ impl
func (r *real) Status() <-chan Status { return nil }
func (r *real) Error() error { return nil }
",
    );
    check(
        "find_implementations",
        "
//- /a.go
package app
import (
    \"sync\"
    \"example.com/lib\"
)
type Lock$0er interface { Lock(); Name() string }
type locked struct { sync.Mutex }
   //^^^^^^ impl [possible]
func (r *locked) Name() string { return \"\" }
type lent struct { lib.Base }
   //^^^^ impl [possible]
func (r *lent) Name() string { return \"\" }
type once struct { sync.Once }
func (r *once) Name() string { return \"\" }
",
    );
}
