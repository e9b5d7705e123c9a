//! Values that members of libraries give, in languages in which nothing adds members to those.

use crate::support::fixture::check;

#[test]
fn what_libraries_of_closed_types_give_is_from_outside() {
    check(
        "find_callers",
        "
//- /go.mod
module ex.com/app
//- /a.go
package app
import (\"net/http\"; v1 \"k8s.io/api/core/v1\"; \"ext.io/sets\")
type Kept struct{}
func (Kept) G$0et(key string) string { return key }
type Object interface { v1.Object; Own() Kept }
func first(request *http.Request, object Object) {
    request.Header.Get(\"a\")
    request.URL.Query().Get(\"b\")
    set := sets.Set[string]{}.Insert(\"a\")
    set.Get(\"c\")
    made := object.Made()
    made.Get(\"d\")
    object.Own().Get(\"e\")
               //^^^ caller first
}
",
    );
    check(
        "find_callers",
        "
//- /A.java
import ext.Thing;
import ext.Holder;
class Kept { int sta$0tus() { return 1; } }
class User {
    void use(Thing thing, Holder<Kept> holder, Object any) {
        thing.make().status();
        thing.part.inner.status();
        holder.get().status();
                   //^^^^^^ caller use [possible]
        thing.find(Kept.class).status();
                             //^^^^^^ caller use [possible]
    }
}
",
    );
    check(
        "find_callers",
        "
//- /a.cpp
#include <ext.h>
struct Kept { int sta$0tus(); };
void use(std::error_code& code, ext::Holder<Kept>& holder) {
    code.category().status();
    holder.get().status();
               //^^^^^^ caller use
}
",
    );
}
