//! Values that members of libraries give, in languages in which nothing adds members to those.

use crate::support::cli::run;
use crate::support::fixture::check;
use crate::support::project;

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

/// A class that extends a library's has its members, and none of an unrelated class; of what may
/// be below it, nothing is known.
#[test]
fn members_of_a_library_above_are_of_no_unrelated_class() {
    let cases = [
        (
            "A.java",
            "package a;
import org.lib.Base;
class Page extends Base { void store(Page p) { this.check(1); p.check(2); } }
class Low extends Page { void check(int a) {} void inner() {} }
class Token { void check(int a) {} void inner() {} void go() { check(3); } }
class Rest extends Base { void run() { this.inner(); } }
",
        ),
        (
            "a.php",
            "<?php
namespace App;
use Lib\\Page as Base;
class Page extends Base { function store(Page $p) { $this->check(1); $p->check(2); } }
class Low extends Page { function check($a) {} function inner() {} }
class Token { function check($a) {} function inner() {} function go() { $this->check(3); } }
class Rest extends Base { function run() { $this->inner(); } }
",
        ),
        (
            "a.cs",
            "using Lib;
class Page : Base { void Store(Page p) { this.check(1); p.check(2); } }
class Low : Page { void check(int a) {} void inner() {} }
class Token { void check(int a) {} void inner() {} void Go() { check(3); } }
class Rest : Base { void Run() { inner(); } }
",
        ),
    ];
    for (file, code) in cases {
        let root = project(&[(file, code)]);
        let callers = |of: &str| run(root.path(), &["callers", of]).stdout;
        let token = callers("Token.check");
        assert!(token.contains("[1 caller · "), "{token}");
        let low = callers("Low.check");
        assert!(low.contains("## Possible"), "{low}");
        let inner = callers("Token.inner");
        assert!(inner.starts_with("Callers") && inner.contains("[0 callers · "), "{inner}");
    }
}
