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
