//! Go: interfaces that embed those of libraries.

use crate::support::fixture::check;

#[test]
fn an_interface_requires_what_it_embeds_from_the_language() {
    check(
        "find_implementations",
        "
//- /go.mod
module example.com/app
//- /store.go
package app
import \"io\"
type Sto$0re interface { io.Closer; Load() string }
type Whole struct{}
   //^^^^^ impl
func (Whole) Load() string { return \"\" }
func (Whole) Close() error { return nil }
type Half struct{}
func (Half) Load() string { return \"\" }
type Open struct{ io.Reader }
   //^^^^ impl [possible]
func (Open) Load() string { return \"\" }
",
    );
}

#[test]
fn what_libraries_require_is_not_known_but_where_code_says_so() {
    check(
        "find_implementations",
        "
//- /go.mod
module example.com/app
//- /object.go
package app
import (
    \"k8s.io/meta\"
    \"k8s.io/runtime\"
)
type $0Object interface { meta.Object; runtime.Object }
type Pod struct{ meta.Type }
   //^^^ impl
type Job struct{ meta.Type }
   //^^^ impl
type None struct{}
func (p *Pod) Copy() runtime.Object { return p }
var _ Object = &Pod{}
var (
    _ Object = (*Job)(nil)
    _ = None{}
)
var other Object = make()
",
    );
    check(
        "find_implementations",
        "
//- /go.mod
module example.com/app
//- /object.go
package app
import \"k8s.io/meta\"
type $0Object interface { meta.Object; Load() string }
type Pod struct{}
   //^^^ impl [possible]
func (Pod) Load() string { return \"\" }
",
    );
}

#[test]
fn what_embeds_a_structure_says_so() {
    let directory = crate::support::project(&[
        ("go.mod", "module example.com/app\n"),
        (
            "a.go",
            "package app\ntype Base struct{}\nfunc (Base) Run() {}\ntype Top struct{ Base }\n\
             type Runner interface{ Run() }\ntype Held struct{ Runner }\n",
        ),
    ]);
    let ask = |symbol: &str| {
        let asked = serde_json::json!({ "symbol": symbol, "wait": 0 });
        crate::support::ask::text(directory.path(), "find_implementations", asked)
    };
    let text = ask("Base");
    assert!(text.contains("type Top struct · embeds it"), "{text}");
    let text = ask("Runner");
    assert!(!text.contains("embeds it"), "{text}");
}

#[test]
fn what_embeds_the_same_from_outside_has_its_methods() {
    check(
        "find_implementations",
        "
//- /go.mod
module m
//- /a.go
package m
import \"net/http\"
type Bro$0ker interface {
  http.Handler
  Send(text string)
}
type noop struct {
   //^^^^ impl
  http.Handler
}
func (noop) Send(text string) {}
type silent struct {
  http.Handler
}
type other struct {
   //^^^^^ impl [possible]
  http.File
}
func (other) Send(text string) {}
",
    );
}
