//! Go.

use crate::support::fixture::check;

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
