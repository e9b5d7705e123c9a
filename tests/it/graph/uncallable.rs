//! Calls of members that fields of the name cannot be, by their types.

use crate::support::fixture::check;

#[test]
fn a_field_of_a_plain_type_is_not_called() {
    check(
        "find_references",
        "
//- /a.hpp
#include <functional>
enum class Status { Ok, Failed };
struct Result {
    Status sta$0tus = Status::Ok;
};
//- /b.cpp
#include \"a.hpp\"
void read(Handle handle) {
    if (handle.get().status(1).ok()) {}
    show(lib().error().status);
                     //^^^^^^ read
}
",
    );
    check(
        "find_references",
        "
//- /a.kt
class Deck { var descrip$0tion: String = \"\" }
//- /b.kt
fun verify() {
    times(1).description(\"never\")
    show(deck().description)
              //^^^^^^^^^^^ read
}
",
    );
    check(
        "find_references",
        "
//- /A.java
class A { Consumer<String> si$0nk; }
//- /B.java
class B { void run() { other().sink(\"a\"); other().sink.accept(\"a\"); } }
                                                //^^^^ read
",
    );
}

#[test]
fn a_field_that_holds_a_function_may_be_called() {
    check(
        "find_references",
        "
//- /a.kt
class Deck { var on$0Close: (String) -> Unit = {} }
//- /b.kt
fun close() {
    deck().onClose(\"now\")
         //^^^^^^^ call
}
",
    );
}
