//! Members that a project adds to types from outside: a call of one is no call "from outside".

use crate::support::fixture::{check, check_one};

#[test]
fn csharp_methods_extend_types_from_outside() {
    check(
        "find_callers",
        "
//- /TypeExtensions.cs
using System;
public static class TypeExtensions {
  public static bool IsAb$0stract(this Type type) { return true; }
}
//- /Use.cs
using System;
using System.Collections.Generic;
class Use {
  Type made;
  bool Read(Type type) { return type.IsAbstract(); }
                                   //^^^^^^^^^^ caller Read
  bool Field() { return made.IsAbstract(); }
                           //^^^^^^^^^^ caller Field
  bool Other(List<string> list) { return list.IsAbstract(); }
                                            //^^^^^^^^^^ caller Other [possible]
}
",
    );
}

#[test]
fn swift_blocks_extend_types_from_outside() {
    let text = "
//- /n.swift
extension [String] { func joinedAll() -> String { \"\" } }
extension CharacterSet { func allowed() {} }
func joined(segments: [String]) { segments.joinedAll() }
                                         //^^^^^^^^^ caller joined [possible]
func allowed(set: CharacterSet) { set.allowed() }
                                    //^^^^^^^ caller allowed
";
    check_one("find_callers", text, "func joined$0All", "caller joined [possible]");
    check_one("find_callers", text, "CharacterSet { func allow$0ed", "caller allowed");
}

#[test]
fn kotlin_functions_extend_types_from_outside() {
    let text = "
//- /n.kt
fun String.shout(): String = this
fun <T> List<T>.second(): T = this[1]
fun text(text: String) { text.shout() }
                            //^^^^^ caller text
fun list(list: List<Int>) { list.second() }
                               //^^^^^^ caller list
";
    check_one("find_callers", text, "String.sho$0ut", "caller text");
    check_one("find_callers", text, "List<T>.$0second", "caller list");
}

#[test]
fn kotlin_functions_extend_what_this_is() {
    check(
        "find_callers",
        "
//- /src/targets/Web.kt
package targets
internal fun Extension.configure$0Web() {}
//- /src/build.kt
package build
import org.example.*
import targets.*
class Install : DefaultTask() {
    fun run() { configureWeb() }
              //^^^^^^^^^^^^ caller run [possible]
}
",
    );
}

#[test]
fn dart_extensions_and_implicit_classes_of_scala_extend_types_from_outside() {
    check(
        "find_callers",
        "
//- /n.dart
extension Shout on String { String sho$0ut() => this; }
void all(String text, List<String> list) {
  text.shout();
     //^^^^^ caller all
  list.first.shout();
           //^^^^^ caller all
}
",
    );
    check(
        "find_callers",
        "
//- /n.scala
object Rich { implicit class RichString(text: String) { def sho$0ut() = text } }
class Use { def text(text: String) = text.shout() }
                                        //^^^^^ caller text
",
    );
}

#[test]
fn types_of_the_library_are_opened_again() {
    check(
        "find_callers",
        "
//- /n.rb
class String
  def sho$0ut; end
end
def text; 'x'.shout; end
             #^^^^^ caller text [possible]
",
    );
    check(
        "find_callers",
        "
//- /n.js
String.prototype.sho$0ut = function () { return this; };
function text() { return 'x'.shout(); }
                           //^^^^^ caller text [possible]
",
    );
}
