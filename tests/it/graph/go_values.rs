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

#[test]
fn a_type_that_is_made_of_a_list_has_its_elements() {
    check(
        "find_callers",
        "
//- /a.go
package app
type User struct{}
func (u *User) R$0un() {}
type Robot struct{}
func (r *Robot) Run() {}
type Users []*User
type ByName map[string]*User
type Queue chan *User
type Pair [2]*User
type Find func(name string) (*User, error)
type Keys map[*User]*Robot
type List[T any] []T
func (us Users) all() {
    for i, each := range us {
        each.Run()
           //^^^ caller all
        us[i].Run()
            //^^^ caller all
    }
}
func use(us Users, names ByName, queue Queue, pair Pair, find Find, list List[*User]) {
    us[1:][0].Run()
            //^^^ caller use
    names[\"a\"].Run()
             //^^^ caller use
    (<-queue).Run()
            //^^^ caller use
    for each := range queue { each.Run() }
                                 //^^^ caller use
    pair[1].Run()
          //^^^ caller use
    found, _ := find(\"a\")
    found.Run()
        //^^^ caller use
    list[0].Run()
          //^^^ caller use
}
func keys(keys Keys) {
    for each, robot := range keys {
        each.Run()
           //^^^ caller keys
        robot.Run()
    }
}
",
    );
}

#[test]
fn an_alias_gives_its_type_arguments() {
    check(
        "find_callers",
        "
//- /go.mod
module example.com/app
//- /cache/cache.go
package cache
type Cache[K comparable, V any] struct{ all map[K]V }
func (c *Cache[K, V]) Get(k K) (V, bool) { v, ok := c.all[k]; return v, ok }
func (c *Cache[K, V]) Must(k K) V { return c.all[k] }
type Conn struct{}
func (c *Conn) Na$0me() {}
type Other struct{}
func (o *Other) Name() {}
type Conns = Cache[string, *Conn]
type Of[T any] = Cache[string, T]
//- /main.go
package main
import \"example.com/app/cache\"
func main(conns *cache.Conns, of cache.Of[*cache.Conn], others cache.Of[*cache.Other]) {
    first, _ := conns.Get(\"a\")
    first.Name()
        //^^^^ caller main
    conns.Must(\"a\").Name()
                  //^^^^ caller main
    second, _ := of.Get(\"a\")
    second.Name()
         //^^^^ caller main
    others.Must(\"a\").Name()
}
",
    );
}

#[test]
fn what_a_library_gives_has_no_members_of_the_project() {
    check(
        "find_callers",
        "
//- /a.go
package app
import (
    \"net\"
    \"example.com/lib\"
)
type Stat struct{}
func (s Stat) St$0ring() string { return \"\" }
type Other struct{}
func (o Other) String() string { return \"\" }
func plain(path string) {
    all, _ := net.Interfaces()
    for _, each := range all {
        each.HardwareAddr.String()
        addresses, _ := each.Addrs()
        for _, address := range addresses { address.String() }
    }
    all[0].HardwareAddr.String()
    for _, each := range lib.List(path, \"a\", lib.Join(path, 1)) { each.String() }
}
func given(stats []Stat) {
    for _, each := range lib.Sorted(stats) { each.String() }
                                                //^^^^^^ caller given [possible]
    for _, each := range lib.All[Stat]() { each.String() }
                                              //^^^^^^ caller given [possible]
    lib.Sorted(find(stats))[0].String()
                             //^^^^^^ caller given [possible]
}
func find(stats []Stat) []Stat { return stats }
",
    );
}
