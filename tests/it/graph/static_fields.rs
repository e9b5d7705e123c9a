//! Calls outside any function: by a static field, or by the class.

use crate::support::fixture::check;

/// Checks the callers of the function with the mark: a static field, and the class where the field
/// is that of a value.
fn check_static(file: &str, text: &str) {
    check("find_callers", &format!("\n//- /{file}\n{text}"));
}

#[test]
fn a_static_field_is_the_caller_of_what_sets_it() {
    check_static(
        "n.cs",
        "class Table {
  static int Bu$0ild() => 1;
  private static readonly int filters = Build();
                                      //^^^^^ caller filters
  static int Low { get; } = Build();
                          //^^^^^ caller Low
  int own = Build();
          //^^^^^ caller Table
}
",
    );
    check_static(
        "Table.java",
        "class Table {
  static int bu$0ild() { return 1; }
  static int filters = build();
                     //^^^^^ caller filters
  int own = build();
          //^^^^^ caller Table
}
",
    );
}

#[test]
fn the_member_of_an_object_is_the_caller_of_what_sets_it() {
    for (file, word) in [("n.kt", "fun"), ("n.scala", "def")] {
        let text = format!(
            "object Table {{
  {word} bu$0ild() = 1
  val filters = build()
              //^^^^^ caller filters
}}
class Own {{
  val own = Table.build()
                //^^^^^ caller Own
}}
"
        );
        check_static(file, &text);
    }
}

#[test]
fn a_static_property_is_the_caller_of_what_sets_it() {
    check_static(
        "n.swift",
        "class Table {
  static func bu$0ild() -> Int { 1 }
  static let filters = build()
                     //^^^^^ caller filters
  var own = Table.build()
                //^^^^^ caller Table
}
",
    );
    check_static(
        "n.dart",
        "class Table {
  static int bu$0ild() => 1;
  static final int filters = build();
                           //^^^^^ caller filters
  int own = build();
          //^^^^^ caller Table
}
",
    );
    check_static(
        "n.ts",
        "class Table {
  static bu$0ild() { return 1; }
  static filters = Table.build();
                       //^^^^^ caller filters
  own = Table.build();
            //^^^^^ caller Table
}
",
    );
}
