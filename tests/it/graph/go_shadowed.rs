//! Go: variables that have the name of a package or type, and lists in variables.

use crate::support::fixture::check;

#[test]
fn a_variable_of_a_packages_name_begins_behind_its_declaration() {
    check(
        "find_callers",
        "
//- /go.mod
module example.com/m
//- /srv/srv.go
package srv
type Srv struct{}
func Ne$0w(at int) *Srv { return nil }
func (srv *Srv) New() {}
//- /main.go
package main
import \"example.com/m/srv\"
func one() {
	use(srv.New(1))
	      //^^^ caller one
	srv := srv.New(2)
	         //^^^ caller one
	srv.New()
}
func two() {
	if srv := srv.New(3); srv != nil {
	            //^^^ caller two
		srv.New()
	}
}
",
    );
}

#[test]
fn the_only_result_of_a_call_may_be_a_list() {
    check(
        "find_callers",
        "
//- /a.go
package a
type Node struct{}
type Other struct{}
func (node *Node) Ru$0n() {}
func (other *Other) Run() {}
func list() []*Node { return nil }
func named() map[string]*Node { return nil }
func use() {
	all := list()
	all[0].Run()
	     //^^^ caller use
	for _, each := range all {
		each.Run()
		   //^^^ caller use
	}
	by := named()
	by[\"a\"].Run()
	      //^^^ caller use
}
",
    );
}
