//! Calls of one of several overloads: those whose arguments decide are rows of no other.

use crate::support::{ask, project};
use serde_json::{Value, json};

/// Checks which lines of a file call the overload on a line: those that end with its name in a
/// comment for certain, those that end with `any` and the name of the function possibly.
#[track_caller]
fn check(file: &str, text: &str, overloads: &[(usize, &str)]) {
    let root = project(&[(file, text)]);
    for (line, name) in overloads {
        let arguments = json!({ "file": file, "line": line, "maxResults": 99, "wait": 0 });
        let answer = ask::value(root.path(), "find_callers", arguments);
        let mut found: Vec<(u64, bool)> = Vec::new();
        for row in answer["results"].as_array().unwrap_or_else(|| panic!("{answer:#}")) {
            let is_sure = row["certainty"] != "possible";
            let calls = row["call_sites"].as_array().expect("calls").iter();
            found.extend(
                calls.map(|call: &Value| (call["line"].as_u64().expect("a line"), is_sure)),
            );
        }
        found.sort_unstable();
        let any = format!("any-{}", answer["target"]["name"].as_str().expect("a name"));
        let lines = text.lines().zip(1..);
        let expected = lines.filter_map(|(text, line)| {
            let (_, marks) = text.rsplit_once("// ")?;
            let is_named = |wanted: &str| marks.split(' ').any(|mark| mark == wanted);
            is_named(name).then_some((line, true)).or(is_named(&any).then_some((line, false)))
        });
        assert_eq!(found, expected.collect::<Vec<_>>(), "{name}: {answer:#}");
    }
}

#[test]
fn arguments_of_java_decide() {
    check(
        "G.java",
        "class Tk<T> {}
class Foo {}
class G {
  <T> T get(Tk<T> t) { return null; }
  <T> T get(Class<T> c) { return null; }
  void put(String s) {}
  void put(int n) {}
  void put(long n) {}
  void put(Foo n) {}
  void run(G g, Tk<String> t, Class<String> c, String s, Foo f, Object o) {
    g.get(String.class); // class
    g.get(new Tk<String>() {}); // tk
    g.get(new Tk<String>()); // tk
    g.get((Class<String>) null); // class
    g.get((Tk<?>) null); // tk
    g.get(t); // tk
    g.get(c); // class
    g.get(what()); // any-get
    g.put(\"a\"); // string
    g.put(1); // int
    g.put('c'); // int-or-long
    g.put(2L); // long
    g.put(f); // foo
    g.put(new Foo()); // foo
    g.put(s); // string
    g.put((String) o); // string
    g.put(what()); // any-put
  }
}
",
        &[(4, "tk"), (5, "class"), (6, "string"), (9, "foo")],
    );
}

#[test]
fn arguments_of_csharp_decide() {
    check(
        "P.cs",
        "class Foo {}
class P {
  public void Put(string s) {}
  public void Put(int n) {}
  public void Put(Foo f) {}
  void Run(P g, string s, Foo f, object o) {
    g.Put(\"a\"); // string
    g.Put(1); // int
    g.Put(s); // string
    g.Put(f); // foo
    g.Put(new Foo()); // foo
    g.Put((string)o); // string
    g.Put($\"x{s}\"); // string
    g.Put(What()); // any-Put
  }
}
",
        &[(3, "string"), (4, "int"), (5, "foo")],
    );
}

#[test]
fn arguments_of_kotlin_decide() {
    check(
        "P.kt",
        "class Foo
class P {
  fun put(s: String) {}
  fun put(n: Int) {}
  fun put(f: Foo) {}
  fun run(g: P, s: String, f: Foo, o: Any) {
    g.put(\"a\") // string
    g.put(1) // int
    g.put(s) // string
    g.put(f) // foo
    g.put(o as String) // string
    g.put(what()) // any-put
  }
}
",
        &[(3, "string"), (4, "int"), (5, "foo")],
    );
}

/// Literals with as many parameters: the wider ones take them too, but a compiler prefers its own.
#[test]
fn an_overload_of_just_the_types_is_preferred() {
    check(
        "W.java",
        "class W {
  static void of(int a, long b) {}
  static void of(Object a, String b) {}
  static void of(Object a) {}
  static void of(String a) {}
  void run(W w, Object o) {
    of(1, 2L); // numbers
    of(w, \"x\"); // text
    of('c', 2); // numbers
    of(\"a\"); // one-text
    of(w); // one
  }
}
",
        &[(2, "numbers"), (3, "text"), (4, "one"), (5, "one-text")],
    );
}
