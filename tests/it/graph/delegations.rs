//! Calls that do not write the name of what they call, or not in its scope: they are listed, or at
//! least not explained away.

use crate::support::{ask, project};
use serde_json::json;

/// Files, the target, and its calls with their certainty.
type Cases<'c> = &'c [(&'c [(&'c str, &'c str)], &'c str, &'c [&'c str])];

fn check(cases: Cases<'_>) {
    let mut wrong = Vec::new();
    for (files, target, expected) in cases {
        let app = project(files);
        let answer = ask::value(app.path(), "find_callers", json!({ "symbol": target }));
        let rows = answer["results"].as_array().expect("rows");
        let mut found: Vec<&str> = Vec::new();
        for row in rows {
            let sites = row["call_sites"].as_array().map_or(0, Vec::len);
            found.extend(vec![row["certainty"].as_str().unwrap_or_default(); sites]);
        }
        if found != *expected {
            wrong.push(format!("{target}: {found:?} in place of {expected:?}: {files:?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

const NAMELESS: Cases<'static> = &[
    (
        &[(
            "a.java",
            "class T { void run() {}\n void g() { Runnable r = new Runnable() { public void run() { } }; run(); } }\n",
        )],
        "T.run",
        &["likely"],
    ),
    (
        &[(
            "a.java",
            "class T { void run() {}\n void g() { r(new Runnable() { public void run() { } }); run(); } }\n",
        )],
        "T.run",
        &["likely"],
    ),
    (
        &[(
            "a.java",
            "class T { void run() {}\n void g() { Runnable r = new Runnable() { public void run() { } void x() { run(); } }; run(); } }\n",
        )],
        "T.run",
        &["likely"],
    ),
    (
        &[(
            "a.kt",
            "class T { fun run() {}\n fun g() { val r = object : Runnable { override fun run() {} }\n run() } }\n",
        )],
        "T.run",
        &["likely"],
    ),
    (
        &[(
            "a.scala",
            "class T { def run() = 1\n def g() = { val r = new Runnable { def run() = 2 }; run() } }\n",
        )],
        "T.run",
        &["likely"],
    ),
    (
        &[(
            "a.groovy",
            "class T { void run() {}\n void g() { def r = new Runnable() { void run() {} }\n run() } }\n",
        )],
        "T.run",
        &["likely"],
    ),
];

#[test]
fn members_of_a_type_without_a_name_hold_in_its_body_alone() {
    check(NAMELESS);
}

const CONSTRUCTORS: Cases<'static> = &[
    (
        &[(
            "a.java",
            "class Base { Base(int x) {} }\nclass U extends Base { U() { super(1); } }\n",
        )],
        "Base.Base",
        &["likely"],
    ),
    (&[("a.java", "class T { T(int x) {}\n T() { this(3); } }\n")], "a.java:1", &["likely"]),
    (&[("a.java", "enum E { A(1), B;\n E(int x) {}\n E() {} }\n")], "a.java:2", &["likely"]),
    (&[("a.java", "enum E { A(1), B;\n E(int x) {}\n E() {} }\n")], "a.java:3", &["likely"]),
    (&[("a.java", "enum E { A, B }\n")], "E", &[]),
    (
        &[("a.cs", "class Base { public Base(int x) {} }\nclass U : Base { U() : base(1) {} }\n")],
        "Base.Base",
        &["likely"],
    ),
    (&[("a.cs", "class T { public T(int x) {}\n T() : this(3) {} }\n")], "a.cs:1", &["likely"]),
    (
        &[("a.dart", "class Base { Base(int x); }\nclass U extends Base { U() : super(1); }\n")],
        "Base.Base",
        &["likely"],
    ),
    (
        &[("a.dart", "class Base { Base(int x); }\nclass U extends Base { U(super.x); }\n")],
        "Base.Base",
        &["likely"],
    ),
    (&[("a.dart", "class T { T(int x);\n T.b() : this(3); }\n")], "a.dart:1", &["likely"]),
    (
        &[("a.dart", "enum E { a(1), b(2);\n const E(int x); }\n")],
        "a.dart:2",
        &["likely", "likely"],
    ),
    (
        &[(
            "a.kt",
            "open class Base { constructor(x: Int) {} }\nclass U : Base {\n constructor() : super(1) {}\n}\n",
        )],
        "a.kt:1",
        &["likely"],
    ),
    (&[("a.kt", "class T(x: Int) {\n constructor() : this(3) {}\n}\n")], "T", &["likely"]),
    (
        &[("a.kt", "class T {\n constructor(x: Int) {}\n constructor() : this(3) {}\n}\n")],
        "a.kt:2",
        &["likely"],
    ),
    (&[("a.scala", "class T(x: Int) {\n def this() = this(3)\n}\n")], "T", &["likely"]),
    (
        &[(
            "a.groovy",
            "class Base { Base(int x) {} }\nclass U extends Base { U() { super(1) } }\n",
        )],
        "Base.Base",
        &["likely"],
    ),
    (&[("a.groovy", "class T { T(int x) {}\n T() { this(3) } }\n")], "a.groovy:1", &["likely"]),
    (
        &[(
            "a.swift",
            "class Base { init(x: Int) {} }\nclass U: Base { override init(x: Int) { super.init(x: 1) } }\n",
        )],
        "Base.init",
        &["likely"],
    ),
    (
        &[(
            "a.php",
            "<?php class Base { function __construct($x) {} }\nclass U extends Base { function __construct() { parent::__construct(1); } }\n",
        )],
        "Base::__construct",
        &["likely"],
    ),
    (
        &[(
            "a.py",
            "class Base:\n def __init__(self, x): pass\nclass U(Base):\n def __init__(self):\n  super().__init__(1)\n",
        )],
        "Base.__init__",
        &["likely"],
    ),
    (
        &[(
            "a.js",
            "class Base { constructor(x) {} }\nclass U extends Base { constructor() { super(1); } }\n",
        )],
        "Base.constructor",
        &["likely"],
    ),
    (
        &[(
            "a.dart",
            "class Base {\n  Base.named(int x);\n  Base(int y);\n}\nclass U extends Base {\n  U() : super.named(1);\n  U.b() : this.c();\n  U.c() : super(1);\n}\n",
        )],
        "a.dart:2",
        &["likely"],
    ),
    (
        &[(
            "a.dart",
            "class Base {\n  Base.named(int x);\n  Base(int y);\n}\nclass U extends Base {\n  U() : super.named(1);\n  U.b() : this.c();\n  U.c() : super(1);\n}\n",
        )],
        "a.dart:3",
        &["likely"],
    ),
    (
        &[(
            "a.dart",
            "class Base {\n  Base.named(int x);\n  Base(int y);\n}\nclass U extends Base {\n  U() : super.named(1);\n  U.b() : this.c();\n  U.c() : super(1);\n}\n",
        )],
        "a.dart:8",
        &["likely"],
    ),
];

#[test]
fn constructors_are_called_by_delegation() {
    check(CONSTRUCTORS);
}

const OVERRIDDEN: Cases<'static> = &[
    (
        &[(
            "a.rb",
            "class Base\n def run(x); end\nend\nclass D < Base\n def run(x)\n super\n end\nend\n",
        )],
        "Base#run",
        &["likely"],
    ),
    (
        &[(
            "a.rb",
            "class Base\n def run(x); end\nend\nclass M < Base\nend\nclass D < M\n def run(x)\n y = super(x) + 1\n end\nend\n",
        )],
        "Base#run",
        &["likely"],
    ),
    (
        &[(
            "a.rb",
            "class Base\n def run(x); end\nend\nclass M < Base\n def run(x)\n end\nend\nclass D < M\n def run(x)\n super\n end\nend\n",
        )],
        "Base#run",
        &[],
    ),
    (
        &[(
            "a.rb",
            "class Base\n def initialize(x)\n end\nend\nclass D < Base\n def initialize\n super(1)\n end\nend\n",
        )],
        "Base#initialize",
        &["likely"],
    ),
    (
        &[(
            "a.rb",
            "module Base\n def run(x)\n end\nend\nclass D\n include Base\n def run(x)\n return super if x\n end\nend\n",
        )],
        "Base#run",
        &["likely"],
    ),
];

#[test]
fn a_bare_super_calls_the_nearest_member_of_the_name() {
    check(OVERRIDDEN);
}

const SHARED: Cases<'static> = &[
    (
        &[
            ("b.c", "static int helper(void){return 1;}\n"),
            ("a.c", "#include \"b.c\"\nint main(){ return helper(); }\n"),
        ],
        "helper",
        &["likely"],
    ),
    (
        &[
            ("b.js", "function helper() {}\n"),
            ("a.js", "helper();\nwindow.helper();\nglobalThis.helper();\n"),
        ],
        "helper",
        &["likely", "likely", "likely"],
    ),
    (&[("b.ts", "function helper() {}\n"), ("a.ts", "helper();\n")], "helper", &["likely"]),
    (
        &[("b.js", "function helper() {}\n"), ("a.js", "import x from \"y\";\nhelper();\n")],
        "helper",
        &["possible"],
    ),
    (
        &[
            ("src/main.rs", "include!(\"b.rs\");\nfn a() { helper(); }\n"),
            ("src/b.rs", "fn helper() {}\n"),
        ],
        "helper",
        &["likely"],
    ),
    (
        &[
            ("b.py", "def helper(): pass\n"),
            ("a.py", "import importlib\nimportlib.import_module(\"b\").helper()\n"),
        ],
        "helper",
        &["likely"],
    ),
    (
        &[("b.py", "def helper(): pass\n"), ("a.py", "exec(open(\"b.py\").read())\nhelper()\n")],
        "helper",
        &["possible"],
    ),
    (
        &[("b.js", "function helper() {}\n"), ("a.js", "var self = {};\nself.helper();\n")],
        "helper",
        &[],
    ),
];

#[test]
fn files_that_hold_the_text_of_others_and_scripts_share_their_names() {
    check(SHARED);
}

const STRUCTURAL: Cases<'static> = &[
    (
        &[(
            "a.go",
            "package a\ntype T struct{}\nfunc (t T) Run() int { return 1 }\nfunc f(z interface{ Run() int }) { z.Run() }\nfunc main() { f(T{}) }\n",
        )],
        "T.Run",
        &["possible"],
    ),
    (
        &[(
            "a.go",
            "package a\ntype T struct{}\nfunc (t T) Run() int { return 1 }\nfunc f[X interface{ Run() int }](z X) { z.Run() }\n\n",
        )],
        "T.Run",
        &["possible"],
    ),
    (
        &[(
            "a.go",
            "package a\ntype T struct{}\nfunc (t T) Run() int { return 1 }\nfunc f(v any) { v.(interface{ Run() int }).Run() }\n\n",
        )],
        "T.Run",
        &["possible"],
    ),
    (
        &[(
            "a.go",
            "package a\ntype T struct{}\nfunc (t T) Run() int { return 1 }\ntype S struct { z interface{ Run() int } }\nfunc f(v S) { v.z.Run() }\n\n",
        )],
        "T.Run",
        &["possible"],
    ),
    (
        &[(
            "a.go",
            "package a\ntype T struct{}\nfunc (t T) Run() int { return 1 }\nfunc f(v []interface{ Run() int }) { v[0].Run() }\n\n",
        )],
        "T.Run",
        &["possible"],
    ),
    (
        &[(
            "a.go",
            "package a\ntype T struct{}\nfunc (t T) Run() int { return 1 }\ntype runner interface { Run() int }\nfunc f(v interface{ runner; Stop() }) { v.Run() }\n\n",
        )],
        "T.Run",
        &["possible"],
    ),
    (
        &[(
            "a.ts",
            "export class T { run() {} }\nexport function f(x: { run(): void }) { x.run() }\n",
        )],
        "T.run",
        &["possible"],
    ),
    (
        &[(
            "a.ts",
            "export class T { run() {} }\nexport function f<X extends { run(): void }>(x: X) { x.run() }\n",
        )],
        "T.run",
        &["possible"],
    ),
    (
        &[(
            "a.ts",
            "export class T { run() {} }\nexport function f(x: { run: () => void }) { x.run() }\n",
        )],
        "T.run",
        &["possible"],
    ),
    (
        &[(
            "a.py",
            "from typing import Protocol\nclass R(Protocol):\n def run(self): ...\nclass T:\n def run(self): pass\ndef f(x: R): x.run()\n",
        )],
        "T.run",
        &["possible"],
    ),
];

#[test]
fn types_without_a_name_may_be_any_that_has_their_members() {
    check(STRUCTURAL);
}

const OWN_TYPE: Cases<'static> = &[
    (
        &[(
            "a.py",
            "class T:\n    @classmethod\n    def make(cls, others):\n        return cls()\n\n    def all(self, others):\n        for cls in others:\n            cls()\n",
        )],
        "T",
        &["likely"],
    ),
    (
        &[(
            "a.py",
            "class T:\n    def __init__(self): pass\n    @classmethod\n    def make(cls):\n        return cls()\n",
        )],
        "T.__init__",
        &["likely"],
    ),
    (&[("a.js", "class T { static make() { return new this(); } }\n")], "T", &["likely"]),
    (
        &[(
            "a.ts",
            "class T { constructor(x: number) {} static make() { return new this(1); } }\n",
        )],
        "T.constructor",
        &["likely"],
    ),
];

#[test]
fn what_super_calls_stands_in_any_file() {
    check(&[(
        &[
            ("lib/a.rb", "class Base\n  def save; 1; end\nend\n"),
            ("lib/b.rb", "class Middle < Base\nend\n"),
            ("lib/c.rb", "class Sub < Middle\n  def save; super; end\nend\n"),
        ],
        "Base.save",
        &["likely"],
    )]);
}

#[test]
fn a_word_for_the_own_type_calls_its_constructor() {
    check(OWN_TYPE);
}
