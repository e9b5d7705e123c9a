//! Dart: libraries, their prefixes and exports, and what stands before a dot.

use crate::support::fixture::check;
use crate::support::{ask, project};
use serde_json::json;

/// A project of two packages, with a file that passes the other ones on.
const PIPES: &str = "
//- /app/pubspec.yaml
name: app
//- /app/lib/app.dart
export 'src/pipe.dart' hide hidden;
//- /app/lib/src/other.dart
class Other { Other add(int m) => this; static Other of(int n) => Other(); }
";

#[test]
fn calls_with_type_arguments_are_calls() {
    check(
        "find_callers",
        "
//- /a.dart
class A { void ma$0ke<T>() {} }
class B { void make<T>() {} }
void f(A a, A? b) {
  a.make<int>();
  //^^^^ caller f
  b?.make<List<int>>();
   //^^^^ caller f
  a..make<int>()..make();
   //^^^^ caller f
                //^^^^ caller f
  final made = a.make<int>;
}
",
    );
    check(
        "find_callers",
        "
//- /a.dart
class Se$0l<T> { Sel({int? k}); Sel.of(); }
Sel<int> f() {
  const Sel<int>();
      //^^^ caller f
  new Sel<int>();
    //^^^ caller f
  Sel.of();
  return Sel<int>(k: 1);
       //^^^ caller f
}
",
    );
}

#[test]
fn a_named_constructor_is_called_behind_its_type() {
    check(
        "find_callers",
        "
//- /a.dart
class Route { const Route.mou$0nt(String s); const Route(); }
class Router { void mount(String s) {} }
@Route.mount('/api')
     //^^^^^ caller Service
class Service {
  void run(Router router) {
    router.mount('x');
    const Route.mount('y');
              //^^^^^ caller run
    new Route.mount('z');
            //^^^^^ caller run
  }
}
",
    );
}

#[test]
fn what_a_type_from_outside_makes_has_no_member_of_the_project() {
    check(
        "find_callers",
        "
//- /a.dart
class Box { void ad$0d(int x) {} }
class Shelf { void add(int x) {} }
class Keep {
  final queue = Queue<int>();
  final box = Box();
  void f() {
    queue.add(1);
    var controller = StreamController<Object>(sync: true);
    controller.add(2);
    StringSink()..add(3);
    box.add(4);
      //^^^ caller f
    controller.stream.add(5);
                    //^^^ caller f [possible]
    Made().add(6);
         //^^^ caller f
  }
}
Box Made() => Box();
extension on StreamController { void close() {} }
",
    );
}

#[test]
fn a_prefix_is_a_library() {
    let text = format!(
        "{PIPES}
//- /app/lib/src/pipe.dart
int to$0p(int n) => n;
int hidden(int n) => n;
//- /tool/pubspec.yaml
name: tool
//- /tool/bin/run.dart
import 'package:app/app.dart' as app show top;
import 'dart:math' as math;
import '../../app/lib/src/pipe.dart' as pipe;
int f() => app.top(1) + math.top(2) + pipe.top(3);
             //^^^ caller f
                                         //^^^ caller f
int g(app) => app.top(1);
"
    );
    check("find_callers", &text);
}

#[test]
fn an_export_may_leave_a_name_out() {
    let text = format!(
        "{PIPES}
//- /app/lib/src/pipe.dart
int hid$0den(int n) => n;
//- /app/lib/two.dart
int hidden(int n) => n;
//- /app/lib/use.dart
import 'app.dart' as app;
import 'src/pipe.dart' as pipe;
int f() => app.hidden(1) + pipe.hidden(2);
             //^^^^^^ caller f [possible]
                              //^^^^^^ caller f
"
    );
    check("find_callers", &text);
}

#[test]
fn two_libraries_of_one_prefix_are_not_told_apart() {
    check(
        "find_callers",
        "
//- /a.dart
class Pool { static int si$0ze() => 1; }
//- /b.dart
class Lake { static int size() => 2; }
//- /c.dart
import 'a.dart' as all;
import 'b.dart' as all;
int f() => all.Pool.size();
                  //^^^^ caller f [possible]
",
    );
}

#[test]
fn values_and_statics_of_imported_classes_are_those_of_the_class() {
    let text = format!(
        "{PIPES}
//- /app/lib/src/pipe.dart
class Pipe {{
  const Pipe();
  Pipe ad$0d(int m) => this;
}}
//- /app/lib/use.dart
import 'app.dart';
void f() {{
  const Pipe().add(1);
             //^^^ caller f
  Pipe().add(2);
       //^^^ caller f
  var p = Pipe();
  p.add(3);
  //^^^ caller f
  Other().add(4);
}}
"
    );
    let text = text.replace("import 'app.dart';", "import 'app.dart';\nimport 'src/other.dart';");
    check("find_callers", &text);
}

#[test]
fn a_static_member_is_of_the_class_before_it() {
    let text = format!(
        "{PIPES}
//- /app/lib/src/pipe.dart
class Pipe {{ static Pipe o$0f(int n) => Pipe(); }}
//- /app/lib/use.dart
import 'app.dart';
import 'package:flutter/material.dart';
void f(dynamic d) {{
  Pipe.of(1);
     //^^ caller f
  Theme.of(2);
  d.of(3);
  //^^ caller f [possible]
}}
"
    );
    check("find_callers", &text);
}

#[test]
fn a_class_that_a_file_does_not_import_may_be_another() {
    check(
        "find_callers",
        "
//- /a.dart
class Theme { static int o$0f(int n) => n; }
//- /b.dart
class Other { static int of(int n) => n; }
//- /c.dart
import 'package:flutter/material.dart';
int f() => Theme.of(1);
               //^^ caller f [possible]
//- /d.dart
import 'a.dart' hide Theme;
int g() => Theme.of(1);
               //^^ caller g [possible]
//- /e.dart
part of 'whole.dart';
int h() => Theme.of(1);
               //^^ caller h
//- /whole.dart
import 'a.dart';
part 'e.dart';
",
    );
}

#[test]
fn a_type_of_a_file_that_is_not_there_may_be_below_one_of_the_projects() {
    let fixture = |import: &str, mark: &str| {
        format!(
            "
//- /a.dart
class Pool {{ void ta$0ke() {{}} }}
//- /b.dart
class Lake {{ void take() {{}} }}
//- /c.dart
{import}
void f(MockPool pool) {{
  pool.take();
{mark}
}}
"
        )
    };
    let possible = "     //^^^^ caller f [possible]";
    check("find_callers", &fixture("import 'c.mocks.dart';", possible));
    check("find_callers", &fixture("import 'package:mocks/mocks.dart';", ""));
}

#[test]
fn a_mixin_application_is_a_class() {
    check(
        "find_implementations",
        "
//- /a.dart
abstract class Sha$0pe { int area(); }
mixin M {}
class Square = Shape with M;
//<- impl
",
    );
    check(
        "find_implementations",
        "
//- /a.dart
abstract class Shape { int area(); }
mixin M$0 {}
class Square = Shape with M;
//<- impl
",
    );
}

#[test]
fn the_words_of_a_part_are_no_names() {
    let app = project(&[
        ("a.dart", "part 'b.dart';\nclass Pool { static Pool of(int n) => Pool(); }\n"),
        ("b.dart", "part of 'a.dart';\nPool f() => Pool.of(1);\n"),
    ]);
    let answer = ask::value(app.path(), "find_callers", json!({ "symbol": "Pool.of" }));
    assert_eq!(answer["account"]["unresolved"], json!([]), "{answer:#}");
    assert_eq!(answer["account"]["rows"], 1, "{answer:#}");
}

#[test]
fn functions_of_one_name_are_those_of_the_libraries_that_are_imported() {
    check(
        "find_callers",
        "
//- /a.dart
int bui$0ld(int x) => x;
//- /b.dart
int build(int x) => x + 1;
//- /c.dart
import 'b.dart';
int inC() => build(1);
//- /d.dart
import 'a.dart' deferred as later;
int inD() => later.build(2);
                 //^^^^^ caller inD
//- /e.dart
import 'dart:io';
int inE() => build(3);
//- /f.dart
import 'g.dart';
int inF() => build(4);
           //^^^^^ caller inF
//- /g.dart
export 'a.dart' show build;
//- /h.dart
import 'a.dart' hide build;
int inH() => build(5);
",
    );
}

#[test]
fn a_library_may_be_imported_in_place_of_another() {
    check(
        "find_callers",
        "
//- /stub.dart
int build(int x) => x;
//- /web.dart
int bui$0ld(int x) { return x + 1; }
//- /c.dart
import 'stub.dart' if (dart.library.html) 'web.dart';
int inC() => build(1);
           //^^^^^ caller inC
",
    );
}

#[test]
fn the_name_that_an_export_shows_is_a_reference() {
    let app = project(&[
        ("a.dart", "int build(int x) => x;\n"),
        ("b.dart", "int build(int x) => x;\n"),
        ("c.dart", "export 'a.dart' show build;\n"),
    ]);
    let references = |symbol: &str| {
        let answer = ask::value(app.path(), "find_references", json!({ "symbol": symbol }));
        answer["account"]["rows"].clone()
    };
    assert_eq!(references("a.dart#build"), 1);
    assert_eq!(references("b.dart#build"), 0);
}

#[test]
fn a_getter_has_the_type_that_it_gives() {
    check(
        "find_callers",
        "
//- /lib/lid.dart
class Lid { void op$0en() {} }
class Crate { void open() {} }
//- /lib/use.dart
import 'lid.dart';
Lid get top => Lid();
class Box {
  Lid get lid => Lid();
  get bare => Lid();
  static Lid? get shared { return null; }
  Crate get crate => Crate();
  void use(Box other) {
    lid.open();
      //^^^^ caller use
    final held = other.lid;
    held.open();
       //^^^^ caller use
    bare.open();
       //^^^^ caller use
    Box.shared?.open();
              //^^^^ caller use
    crate.open();
    top.open();
      //^^^^ caller use
  }
}
",
    );
}

#[test]
fn fields_and_variables_at_the_top_have_the_types_of_what_they_are_set_to() {
    check(
        "find_callers",
        "
//- /lib/lid.dart
class Lid { const Lid(); void op$0en() {} }
class Crate { void open() {} }
//- /lib/use.dart
import 'lid.dart';
import 'package:flutter/flutter.dart';
final top = Lid();
const Lid fixed = Lid();
var other = Crate();
class Box {
  final lid = Lid();
  static final shared = Lid();
  static const Lid empty = Lid();
  late final made = const Lid();
  final crate = Crate();
  final held = ValueNotifier(Lid());
  final all = <Lid>[];
  void use(Box box) {
    lid.open(); crate.open(); other.open();
      //^^^^ caller use
    Box.shared.open();
             //^^^^ caller use
    empty.open();
        //^^^^ caller use
    box.made.open();
           //^^^^ caller use
    top.open();
      //^^^^ caller use
    fixed.open();
        //^^^^ caller use
    held.value.open();
             //^^^^ caller use [possible]
    all.first.open();
            //^^^^ caller use [possible]
  }
}
",
    );
}
