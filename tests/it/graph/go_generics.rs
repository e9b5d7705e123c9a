//! Go: interfaces with type parameters and under other names, and names of packages.

use crate::support::fixture::check;

#[test]
fn types_implement_interfaces_with_type_parameters() {
    check(
        "find_implementations",
        "
//- /a.go
package app
type Fi$0nder[K comparable, V any] interface {
    Find(key K) (V, error)
    All() []V
}
type names struct{}
   //^^^^^ impl
func (n *names) Find(key int) (string, error) { return \"\", nil }
func (n *names) All() []string { return nil }
type other struct{}
func (o *other) Find(key int, more bool) (string, error) { return \"\", nil }
func (o *other) All() []string { return nil }
type lists struct{}
func (l *lists) Find(key int) (string, error) { return \"\", nil }
func (l *lists) All() string { return \"\" }
",
    );
}

#[test]
fn another_name_of_an_interface_has_its_implementations() {
    check(
        "find_implementations",
        "
//- /a.go
package app
type Runner interface{ Run() error }
type Ali$0as = Runner
type job struct{}
   //^^^ impl
var _ Alias = &job{}
func (j *job) Run() error { return nil }
",
    );
}

#[test]
fn the_name_of_a_package_is_no_use_of_a_type() {
    check(
        "find_references",
        "
//- /go.mod
module ex.com/app
//- /config/config.go
package config
type Controller struct{ N int }
//- /main.go
package main
import \"ex.com/app/config\"
type conf struct{ C config.Controller }
func get() config.Controller { return config.Controller{N: 1} }
//- /tool/main.go
package main
type con$0fig struct{ A int }
func main() { _ = new(config) }
                    //^^^^^^ type
",
    );
}
