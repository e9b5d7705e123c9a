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
                                         //^^^^^^^^^ caller joined
func allowed(set: CharacterSet) { set.allowed() }
                                    //^^^^^^^ caller allowed
";
    check_one("find_callers", text, "func joined$0All", "caller joined");
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
fn kotlin_properties_extend_types_from_outside() {
    check(
        "find_references",
        "
//- /src/util/Types.kt
package util
val Class<*>.isPlat$0form: Boolean get() = true
//- /src/use/Use.kt
package use
import util.isPlatform
          //^^^^^^^^^^ import
fun use(rawType: Class<*>) = rawType.isPlatform
                                   //^^^^^^^^^^ read
",
    );
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

#[test]
fn csharp_extensions_that_a_file_imports_are_called_on_unknown_values() {
    check(
        "find_callers",
        "
//- /Util.cs
using Outside;
namespace App.Util;
static class BuilderExtensions {
  public static Builder WithDe$0faults(this Builder builder, string name) => builder;
}
//- /Imports.cs
using Outside;
using App.Util;
namespace App.Endpoints;
class Endpoints {
  void Map(Routes routes) { routes.MapGet(1).WithDefaults(\"a\"); }
                                           //^^^^^^^^^^^^ caller Map
  void More(Routes routes) { routes.MapGet(1).WithDefaults(\"a\", 2, 3); }
}
//- /Inside.cs
namespace App.Util.Inner;
class Inside { void Map() { Outside.Make().WithDefaults(\"b\"); } }
                                         //^^^^^^^^^^^^ caller Map
//- /elsewhere/Elsewhere.cs
namespace App.Elsewhere;
class Elsewhere { void Map() { Outside.Make().WithDefaults(\"c\"); } }
                                            //^^^^^^^^^^^^ caller Map [possible]
",
    );
}

#[test]
fn csharp_extensions_are_possible_where_a_type_has_such_a_member() {
    check(
        "find_callers",
        "
//- /Util.cs
namespace App.Util;
class Own { public int WithDefaults(string name) => 1; }
static class BuilderExtensions {
  public static Builder WithDe$0faults(this Builder builder, string name) => builder;
}
//- /Endpoints.cs
using App.Util;
namespace App.Endpoints;
class Endpoints { void Map() { Outside.Make().WithDefaults(\"a\"); } }
                                            //^^^^^^^^^^^^ caller Map [possible]
",
    );
    check(
        "find_callers",
        "
//- /n.cs
static class Ext { public static int Cou$0nt(this Builder builder) => 1; }
class Endpoints { void Map() { Outside.Make().Count(); } }
                                            //^^^^^ caller Map [possible]
",
    );
}

#[test]
fn kotlin_extensions_that_a_file_imports_are_called_on_unknown_values() {
    check(
        "find_callers",
        "
//- /text/Text.kt
package text
fun Builder.shou$0tLoud(): String = this
//- /use/Named.kt
package use
import text.shoutLoud
import outside.make
fun named() { make().shoutLoud() }
                   //^^^^^^^^^ caller named
//- /use/All.kt
package use
import text.*
import outside.make
fun all() { make().shoutLoud() }
                 //^^^^^^^^^ caller all
//- /text/Beside.kt
package text
import outside.make
fun beside() { make().shoutLoud() }
                    //^^^^^^^^^ caller beside
//- /use/None.kt
package use
import outside.make
fun none() { make().shoutLoud() }
                  //^^^^^^^^^ caller none [possible]
",
    );
}

#[test]
fn swift_and_dart_extensions_are_called_on_unknown_values_where_they_are_seen() {
    check(
        "find_callers",
        "
//- /Sources/App/Text.swift
extension Builder { func shou$0tLoud() {} }
//- /Sources/App/Use.swift
func use(outside: Outside) { outside.make().shoutLoud() }
                                          //^^^^^^^^^ caller use
//- /Sources/Other/Use.swift
func other(outside: Outside) { outside.make().shoutLoud() }
                                            //^^^^^^^^^ caller other [possible]
",
    );
    check(
        "find_callers",
        "
//- /lib/src/text.dart
extension Shout on Builder { String shou$0tLoud() => this; }
//- /lib/use.dart
import 'package:outside/outside.dart';
import 'src/text.dart';
void use() { make().shoutLoud(); }
                  //^^^^^^^^^ caller use
//- /lib/package.dart
import 'package:app/src/text.dart';
void package() { make().shoutLoud(); }
                      //^^^^^^^^^ caller package
//- /lib/none.dart
import 'package:outside/outside.dart';
void none() { make().shoutLoud(); }
                   //^^^^^^^^^ caller none [possible]
",
    );
}

/// A trait adds methods to the types of libraries where it is in scope.
#[test]
fn methods_of_traits_are_called_where_the_trait_is_in_scope() {
    let text = "
//- /Cargo.toml
[package]
name = \"small\"
//- /src/lib.rs
pub mod one;
pub mod two;
pub mod named;
pub mod blank;
pub mod inner;
pub mod apart;
pub mod query;
//- /src/query.rs
pub struct Query;
impl Query {
    pub fn with_index(self, index: usize) -> Self { self }
}
//- /src/mentions.rs
use crate::one::WithIndex;
use crate::query::Query;
fn mentions(_: &Query) { fetch().with_index(11); }
                               //^^^^^^^^^^ caller mentions [possible]
//- /src/one.rs
pub trait WithIndex {
    fn with_index$0(self, index: usize) -> Self;
}
impl<T, E> WithIndex for Result<T, E> {
    fn with_index(self, index: usize) -> Self { self }
}
fn run() { fetch().with_index(1); }
                 //^^^^^^^^^^ caller run
//- /src/two.rs
trait WithIndex {
    fn with_index(self, index: usize) -> Self;
}
impl<T, E> WithIndex for Result<T, E> {
    fn with_index(self, index: usize) -> Self { self }
}
pub struct Page;
pub fn load() -> Result<Page, u8> { todo!() }
fn run() { fetch().with_index(2); load().with_index(3); }
mod tests {
    use super::*;
    fn all() { fetch().with_index(4); }
}
//- /src/named.rs
use crate::one::WithIndex;
use crate::two::load;
const TEXT: &str = \"Query\";
fn named() { fetch().with_index(5); load().with_index(6); }
                   //^^^^^^^^^^ caller named
                                         //^^^^^^^^^^ caller named
//- /src/blank.rs
use crate::one::WithIndex as _;
fn blank() { fetch().with_index(7); }
                   //^^^^^^^^^^ caller blank
mod tests {
    use super::*;
    fn below() { fetch().with_index(8); }
                       //^^^^^^^^^^ caller below
}
//- /src/inner.rs
fn inner() {
    use crate::one::WithIndex as _;
    fetch().with_index(9);
          //^^^^^^^^^^ caller inner
}
//- /src/apart.rs
fn apart() { fetch().with_index(10); }
";
    check("find_callers", text);
}

#[test]
fn dart_blocks_and_mixins_name_the_members_of_their_type() {
    check(
        "find_callers",
        "
//- /a.dart
class Mem { int si$0ze() => 3; }
class Disk { int size() => 3; }
mixin Log on Mem { void log() { size(); this.size(); } }
                                           //^^^^ caller log
                              //^^^^ caller log
extension Ext on Mem { int twice() => size() + this.size(); }
                                                  //^^^^ caller twice
                                    //^^^^ caller twice
extension on Mem { int six() => size(); }
                              //^^^^ caller six
extension type T(Mem mem) implements Mem { int two() => size(); }
                                                      //^^^^ caller two
",
    );
    let own = "
//- /a.dart
class Mem { int twice() => 2; }
extension Ext on Mem { int four() => 4; int eight() => four(); }
                                                       //^^^^ caller eight
extension on Mem { int six() => 6; int seven() => six(); }
                                                  //^^^ caller seven
";
    check_one("find_callers", own, "int $0four", "caller eight");
    check_one("find_callers", own, "int si$0x", "caller seven");
}

/// What a trait or a block requires of the values that it is mixed into has members there too.
#[test]
fn members_of_a_required_type_are_named_without_a_receiver() {
    check(
        "find_callers",
        "
//- /a.swift
class Mem { func si$0ze() -> Int { 1 } }
class Disk { func size() -> Int { 2 } }
protocol P {}
extension P where Self: Mem { func two() -> Int { size() + self.size() } }
                                                              //^^^^ caller two
                                                //^^^^ caller two
",
    );
    check(
        "find_callers",
        "
//- /a.scala
class Mem { def si$0ze() = 1 }
class Disk { def size() = 2 }
trait Log { self: Mem => def two = size() }
                                 //^^^^ caller two
trait Both { self: Log with Mem => def three = size() }
                                             //^^^^ caller three
trait Own { this: Mem => def four = this.size() }
                                       //^^^^ caller four
",
    );
}

#[test]
fn a_file_of_kotlin_calls_the_extensions_that_it_sees() {
    let text = "
//- /core.kt
package core
class Module
//- /b/B.kt
package b
import core.Module
fun Module.model(of: Int): Int = 1
fun Module.modelOf(): Int = model(1)
                          //^^^^^ caller modelOf
//- /c/C.kt
package c
import core.Module
fun Module.model(of: Int): Int = 2
//- /app/Use.kt
package app
import c.model
import core.Module
fun Module.use() { model(1) }
                 //^^^^^ caller use
";
    check_one("find_callers", text, "Module.mod$0el(of: Int): Int = 1", "modelOf");
    check_one("find_callers", text, "Module.mod$0el(of: Int): Int = 2", "use");
}

#[test]
fn an_import_of_kotlin_names_the_extension_that_a_bare_name_calls() {
    check(
        "find_callers",
        "
//- /a/Ext.kt
package a
import android.Callbacks
fun Callbacks.koi$0n(): Int = 1
class Comp { fun koin() = 2 }
//- /app/Main.kt
package app
import a.koin
import androidx.Activity
class Main : Activity() {
    fun run() { koin() }
              //^^^^ caller run
}
",
    );
}
