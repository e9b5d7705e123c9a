//! Go: receivers named as their types, declared types, values that are made, types that are made of
//! lists, and what libraries give.

use crate::support::fixture::check;

#[test]
fn a_receiver_may_have_the_name_of_its_type() {
    check(
        "find_callers",
        "
//- /a.go
package app
type conn struct{}
func (conn *conn) Wa$0tch(n int) int { return n }
func (conn *conn) own() int {
    return conn.Watch(1)
              //^^^^^ caller own
}
func (conn *conn) with(other *conn) (made *conn) {
    other.Watch(2)
        //^^^^^ caller with
    return other
}
func use(c *conn) { c.with(nil).Watch(3) }
                              //^^^^^ caller use
type list[T any] struct{ item T }
func (list *list[T]) first() T { return list.item }
func of(all *list[*conn]) { all.first().Watch(4) }
                                      //^^^^^ caller of
",
    );
}

#[test]
fn the_declared_type_of_a_variable_comes_before_that_of_its_value() {
    let files = "
//- /a.go
package app
type Opener interface{ Open() error }
type File struct{}
func (File) Open() error { return nil }
type Fake struct{}
func (Fake) Open() error { return nil }
var one, two Opener = File{}, Fake{}
var grouped Opener = &File{}
var plain, other = File{}, Fake{}
func use() {
    one.Open()
      //^^^^ caller use [possible]
    two.Open()
      //^^^^ caller use [possible]
    grouped.Open()
          //^^^^ caller use [possible]
    plain.Open()
    other.Open()
        //^^^^ caller use
    var here Opener = File{}
    here.Open()
       //^^^^ caller use [possible]
}
";
    check("find_callers", &files.replace("func (Fake) Open", "func (Fake) Op$0en"));
    let through = files
        .replace(" [possible]", "")
        .replace("    other.Open()\n        //^^^^ caller use\n", "    other.Open()\n");
    check("find_callers", &through.replace("Opener interface{ Open", "Opener interface{ Op$0en"));
}

#[test]
fn what_is_made_has_its_type() {
    check(
        "find_callers",
        "
//- /go.mod
module example.com/app
//- /conn/conn.go
package conn
type Conn struct{}
func (c *Conn) Cl$0ose() {}
type Other struct{}
func (o *Other) Close() {}
func own() { new(Conn).Close() }
                     //^^^^^ caller own
//- /main.go
package main
import \"example.com/app/conn\"
func main() {
    new(conn.Conn).Close()
                 //^^^^^ caller main
    make([]conn.Conn, 1)[0].Close()
                          //^^^^^ caller main
    for _, each := range make([]*conn.Conn, 1) { each.Close() }
                                                    //^^^^^ caller main
    new(conn.Other).Close()
}
",
    );
}
