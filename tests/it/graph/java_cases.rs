//! Names behind `case`, in Java.

use crate::support::cli::run;
use crate::support::fixture::check;
use crate::support::project;

const TOKEN: &str = "package p;\npublic enum Token { TEXT, NUM }\n";

#[test]
fn a_constant_behind_case_is_one_of_the_value_that_is_switched() {
    check(
        "find_references",
        "
//- /p/Token.java
package p;
public enum Token { TE$0XT, NUM }
//- /p/Reader.java
package p;
class Reader {
  static final String TEXT = \"a\";
  Token next() { return null; }
  int statement(Token token) { switch (token) { case TEXT: return 1; default: return 0; } }
                                                   //^^^^ read
  int rule(Token token) { return switch (token) { case NUM, TEXT -> 1; default -> 2; }; }
                                                          //^^^^ read
  int called() { switch (next()) { case TEXT: return 1; default: return 0; } }
                                      //^^^^ read
  int text(String text) { switch (text) { case TEXT: return 1; default: return 0; } }
  int inside(Token token, String text) {
    switch (text) { case \"b\": switch (token) { case TEXT: return 1; } }
                                                  //^^^^ read
    return 0;
  }
}
",
    );
}

/// Returns the lines of an answer before its account.
fn rows(text: &str) -> Vec<&str> {
    text.lines().map(str::trim).filter(|line| line.contains("case ")).collect()
}

/// Returns the rows of an answer that are certain, and those that are possible.
fn certain_and_possible(text: &str) -> (Vec<&str>, Vec<&str>) {
    let (certain, possible) = text.split_once("## Possible").unwrap_or((text, ""));
    let possible = possible.split("## Unresolved").next().unwrap_or_default();
    (rows(certain), rows(possible))
}

#[test]
fn a_case_of_a_number_or_text_is_a_constant_in_scope() {
    let files = &[
        ("p/Token.java", TOKEN),
        (
            "p/Reader.java",
            "package p;
import lib.Box;
import lib.Kind;
class Reader {
  static final int NUM = 4;
  static final int TEN = 10;
  enum Own { LAST }
  static <T> T any() { return null; }
  int a(Token t) { switch (t) { case NUM: return 2; default: return 0; } }
  int b(int t) { switch (t) { case NUM: return 3; default: return 0; } }
  int c(Own t) { return switch (t) { case LAST -> 4; }; }
  int d(Kind t) { switch (t) { case NUM: return 5; default: return 0; } }
  int e(Box t) { switch (t.code()) { case NUM: return 6; default: return 0; } }
  int f(int t) { switch (t & 7) { case NUM: return 7; default: return 0; } }
  int g(Box t) { switch (t.code()) { case TEN: return 1; case NUM: return 8; } return 0; }
  int h(Box t) { switch (t.code()) { case 5: return 1; case NUM: return 9; } return 0; }
  int i() { switch (any()) { case TEXT: return 1; case NUM: return 10; } return 0; }
  int j() { switch (any()) { case TEN: return 1; case NUM: return 11; } return 0; }
}
",
        ),
    ];
    let app = project(files);
    let of = |name: &str| run(app.path(), &["references", name]).stdout;
    let has = |rows: &[&str], results: &[&str]| {
        let is_in =
            |result: &&&str| rows.iter().any(|row| row.contains(&format!("return {result};")));
        results.iter().filter(is_in).count() == results.len() && rows.len() == results.len()
    };
    let text = of("Reader.NUM");
    let (certain, possible) = certain_and_possible(&text);
    assert!(has(&certain, &["3", "7", "9"]), "{text}");
    // All names may be constants of an enumeration.
    assert!(has(&possible, &["6", "8", "10", "11"]), "{text}");
    let text = of("Token.NUM");
    let (certain, possible) = certain_and_possible(&text);
    assert!(has(&certain, &["2"]) && has(&possible, &["10"]), "{text}");
    assert_eq!(rows(&of("Own.LAST")).len(), 1);
}

#[test]
fn a_switch_over_a_value_from_outside_is_possible() {
    check(
        "find_references",
        "
//- /p/Volley.java
package p;
class Volley {
  static final int G$0ET = 0;
  static final int POST = 1;
  int e(lib.Request r) { switch (r.method()) { case GET: return 1; case POST: return 2; } return 0; }
                                                  //^^^ read [possible]
  int f(lib.Request r) { switch (r.code()) { case GET: return 1; case 7: return 2; } return 0; }
                                                //^^^ read
}
",
    );
}

/// Constants that a value from outside may be compared with are of a type that has constants.
#[test]
fn a_field_of_another_type_is_no_case() {
    let app = project(&[(
        "Reader.java",
        "import lib.Box;
class Reader {
  static final Adapter TEXT = new Adapter();
  int e(Box t) { switch (t.made().any()) { case TEXT: return 6; default: return 0; } }
}
class Adapter {}
",
    )]);
    let text = run(app.path(), &["references", "Reader.TEXT"]).stdout;
    assert!(rows(&text).is_empty(), "{text}");
}
