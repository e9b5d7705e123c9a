//! With which members types meet what they implement.

use crate::support::{ask, project};
use serde_json::json;

const SENDERS: [(&str, &str); 3] = [
    ("go.mod", "module example.com/app\n"),
    (
        "app.go",
        "package app\n\ntype Sender interface { Send(to string) error }\n\n\
         type Mail struct{}\n\nfunc (m Mail) Send(to string) error { return nil }\n\n\
         type Letter struct{ Mail }\n\ntype Phone struct{}\n",
    ),
    ("phone.go", "package app\n\nfunc (p *Phone) Send(to string) error { return nil }\n"),
];

#[test]
fn rows_tell_the_member_and_what_it_is_embedded_from() {
    let app = project(&SENDERS);
    let text = ask::text(app.path(), "find_implementations", json!({ "symbol": "Sender" }));
    for row in [
        "Implementations of `Sender` (app.go:3), each with the line of `Send`:\n",
        "5 type Mail struct · :7\n",
        "9 type Letter struct · by Mail\n",
        "11 type Phone struct · phone.go:3 · only *Phone\n",
    ] {
        assert!(text.contains(row), "{row}: {text}");
    }
    let answer = ask::value(app.path(), "find_implementations", json!({ "symbol": "Sender" }));
    let members = |index: usize| answer["results"][index]["members"].clone();
    assert_eq!(members(0), json!([{ "name": "Send", "of": null, "file": "app.go", "line": 7 }]));
    assert_eq!(members(1), json!([{ "name": "Send", "of": "Mail", "file": "app.go", "line": 7 }]));
}

#[test]
fn what_only_declares_is_no_member_that_meets_it() {
    let app = project(&[(
        "a.py",
        "from abc import abstractmethod\n\nclass Base:\n    @abstractmethod\n    def load(self): ...\n\n\
         class Middle(Base):\n    pass\n\nclass Last(Middle):\n    def load(self): return 1\n",
    )]);
    let text = ask::text(app.path(), "find_implementations", json!({ "symbol": "Base" }));
    assert!(text.contains("7 class Middle\n"), "{text}");
    assert!(text.contains("10 class Last(Middle) · load :11\n"), "{text}");
}

#[test]
fn an_implementing_block_has_its_own_members() {
    let app = project(&[(
        "src/lib.rs",
        "trait Load {\n    fn load(&self);\n    fn twice(&self) { self.load() }\n}\n\nstruct A;\n\
         impl Load for A {\n    fn load(&self) {}\n}\n",
    )]);
    let text = ask::text(app.path(), "find_implementations", json!({ "symbol": "Load" }));
    assert!(text.contains("7 for A · load :8\n"), "{text}");
}

#[test]
fn of_several_members_only_their_other_type_is_told() {
    let app = project(&[(
        "App.java",
        "interface Both { void one(); void two(); }\nclass Full { public void one() {} public void two() {} }\n\
         class Part extends Full implements Both {}\nclass Own implements Both { public void one() {} public void two() {} }\n",
    )]);
    let text = ask::text(app.path(), "find_implementations", json!({ "symbol": "Both" }));
    assert!(text.contains("3 class Part (also Full) · by Full\n"), "{text}");
    assert!(text.contains("4 class Own\n"), "{text}");
}

#[test]
fn what_embeds_an_interface_has_its_methods_by_that() {
    let app = project(&[
        ("go.mod", "module example.com/app\n"),
        (
            "app.go",
            "package app\n\ntype Store interface {\n\tLoad() error\n\tSave() error\n}\n\n\
             type Disk struct{}\n\nfunc (d Disk) Load() error { return nil }\n\
             func (d *Disk) Save() error { return nil }\n\n\
             type Traced struct{ Store }\n\ntype Plain struct{}\n\n\
             func (p Plain) Load() error { return nil }\nfunc (p Plain) Save() error { return nil }\n",
        ),
    ]);
    let text = ask::text(app.path(), "find_implementations", json!({ "symbol": "Store" }));
    for row in [
        "8 type Disk struct · only *Disk\n",
        "13 type Traced struct · by Store\n",
        "15 type Plain struct\n",
    ] {
        assert!(text.contains(row), "{row}: {text}");
    }
}

#[test]
fn methods_that_bear_the_name_of_an_interface_are_not_asked_for_theirs() {
    let app = project(&[
        ("go.mod", "module example.com/app\n"),
        (
            "app.go",
            "package app\n\ntype Load interface { Load() error }\n\ntype Disk struct{}\n\n\
             func (d Disk) Load() error { return nil }\n\ntype Net struct{}\n\n\
             func (n Net) Load() error { return nil }\n",
        ),
    ]);
    let text = ask::text(app.path(), "find_implementations", json!({ "symbol": "Load" }));
    assert_eq!(text.matches("Implementations of").count(), 1, "{text}");
    assert!(text.contains("[2 implementations"), "{text}");
}
