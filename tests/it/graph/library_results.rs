//! Members of what a library gives, of which no type is known: left open where the name is none
//! that many libraries have.

use crate::support::{ask, project};
use serde_json::json;

#[test]
fn members_of_what_a_library_gives_are_left_open() {
    let java = "import org.lib.Rule;
class Jenkins { void trimLabels() {} void get() {} }
class Use { public Rule rule = new Rule();
  void use() {
    rule.jenkins.trimLabels();
    var found = rule.find();
    found.trimLabels();
    rule.trimLabels();
    String name; name.trim().trimLabels();
    found.get();
  }
}
";
    let app = project(&[("A.java", java)]);
    let ask = |name: &str| ask::text(app.path(), "find_callers", json!({ "symbol": name }));
    let answer = ask("Jenkins.trimLabels");
    assert!(answer.contains("unresolved: A.java:5, 7"), "{answer}");
    assert!(answer.contains("2 of values from outside (A.java:8, 9)"), "{answer}");
    let answer = ask("Jenkins.get");
    assert!(answer.contains("1 of values from outside"), "a usual name: {answer}");

    let python = "import lib
from lib import find
class Model:
    def trim_labels(self): pass
def use(key):
    found = find(key)
    found.trim_labels()
    lib.open(key).trim_labels()
    lib.trim_labels()
    open(key).trim_labels()
";
    let app = project(&[("a.py", python)]);
    let asked = json!({ "symbol": "Model.trim_labels" });
    let answer = ask::text(app.path(), "find_callers", asked);
    assert!(answer.contains("unresolved: a.py:7, 8"), "{answer}");
    assert!(answer.contains("2 of values from outside (a.py:9, 10)"), "{answer}");
}
