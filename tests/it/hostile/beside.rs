//! Small files in which thousands of definitions stand beside each other, so that a look at all of
//! them for each place does not end.

use super::run;
use crate::support::{ask, project};
use serde_json::json;

/// If what is around a place were looked for among all that stands before it, this would not end.
#[test]
fn members_beside_each_other_are_passed_by() {
    const COUNT: usize = 6_000;
    let alias = |number: usize| {
        let next = number + 1;
        format!("type T{number} = T{next}\nval v{number}: T{number} = v{next}\n")
    };
    let used = |number: usize| format!("def f{number}(x: T{number}) = x.helper.helper\n");
    let (aliases, uses): (String, String) =
        ((0..COUNT).map(alias).collect(), (0..COUNT).map(used).collect());
    let text =
        format!("object O {{\n{aliases}class T{COUNT} {{ def helper: T0 = this }}\n{uses}}}\n");
    let directory = project(&[("a.scala", &text)]);
    let arguments = json!({ "symbol": "helper", "maxResults": 1, "wait": 0 });
    let answer = ask::value(directory.path(), "find_references", arguments);
    assert_eq!(answer["account"]["occurrences"], 2 * COUNT + 1, "{}", answer["account"]);
}

/// If the modules of all functions of a name were looked at for each of its calls, this would not
/// end.
#[test]
fn functions_of_a_name_are_found_by_their_namespaces() {
    let namespace = |number: usize| {
        format!("namespace N{number} {{ function helper() {{ return helper(); }} }}\n")
    };
    let text: String = (0..6_000).map(namespace).collect();
    let directory = project(&[("a.php", &format!("<?php\n{text}"))]);
    let found = run(directory.path(), &["callees", "helper", "--depth", "3"]);
    assert!(found.stdout.contains("helper"), "{}{}", found.stdout, found.stderr);
}

/// If the text were read for each of the names, none of which is a member that a value of an
/// unknown type may have, this would not end.
#[test]
fn a_text_is_not_read_for_each_name_without_members() {
    const COUNT: usize = 24_000;
    let case = |number: usize| format!("of.called{number}(1)\n");
    let text: String = (0..COUNT).map(case).collect();
    let directory = project(&[("a.swift", &format!("func helper() {{\n{text}}}\n"))]);
    let found = run(directory.path(), &["callees", "helper"]);
    assert!(found.stdout.contains("of.called1000,"), "{}{}", found.stdout, found.stderr);
}

/// If the variable at a place were looked for among all of its name, this would not end.
#[test]
fn variables_of_one_name_are_found_by_their_places() {
    const COUNT: usize = 4_000;
    let instance = |number: usize| {
        format!(
            "class C{number} a where\n  helper :: a -> a\ninstance C{number} Int where\n  helper x = helper x\n"
        )
    };
    let text: String = (0..COUNT).map(instance).collect();
    let directory = project(&[("A.hs", &format!("module A where\n{text}"))]);
    let arguments = json!({ "symbol": "helper", "maxResults": 1, "wait": 0 });
    let answer = ask::value(directory.path(), "find_references", arguments);
    assert_eq!(answer["account"]["occurrences"], 3 * COUNT, "{}", answer["account"]);
}

/// If each use looked at the namespaces of all types of the name, this would not end.
#[test]
fn types_of_a_name_are_found_by_their_namespaces() {
    const COUNT: usize = 2_000;
    let namespace = |number: usize| {
        format!(
            "namespace A.B{number}.C {{ class X {{ static void helper() {{ X.helper(); B{number}.C.X.helper(); }} }} }}\n"
        )
    };
    let text: String = (0..COUNT).map(namespace).collect();
    let directory = project(&[("a.cs", &text)]);
    let arguments = json!({ "symbol": "A.B5.C.X.helper", "maxResults": 9, "wait": 0 });
    let answer = ask::value(directory.path(), "find_references", arguments);
    assert_eq!(answer["results"].as_array().map(Vec::len), Some(2), "{answer}");
    assert_eq!(answer["account"]["occurrences"], 3 * COUNT, "{}", answer["account"]);
}

/// Each call of the interface may reach each implementation. If the words before all of these were
/// read for each call, this would not end.
#[test]
fn calls_that_reach_very_many_members_end() {
    const COUNT: usize = 2_500;
    let class = |number: usize| {
        format!(
            "class A{number} implements I {{ private I $i; public function run() {{ $this->i->run(); }} }}\n"
        )
    };
    let text: String = (0..COUNT).map(class).collect();
    let text = format!("<?php\ninterface I {{ public function run(); }}\n{text}");
    let directory = project(&[("a.php", &text)]);
    let arguments = json!({ "symbol": "A5.run", "maxResults": 1, "wait": 0 });
    let answer = ask::value(directory.path(), "find_references", arguments);
    assert_eq!(answer["summary"]["total"], COUNT, "{}", answer["summary"]);
}

/// If each use of a member that its type does not have looked for modules that may add it, this
/// would not end.
#[test]
fn modules_that_may_add_a_member_are_found_once_for_all_uses() {
    const COUNT: usize = 24_000;
    let module =
        |number: usize| format!("module M{number}\n  def helper; Item.new.helper; end\nend\n");
    let text: String = (0..COUNT).map(module).collect();
    let directory = project(&[("a.rb", &format!("class Item\nend\n{text}"))]);
    let arguments = json!({ "symbol": "M5.helper", "maxResults": 1, "wait": 0 });
    let answer = ask::value(directory.path(), "find_references", arguments);
    assert_eq!(answer["account"]["occurrences"], 2 * COUNT, "{}", answer["account"]);
}

/// If what each overload may be executed as were kept for each call of each, this would not fit in
/// memory.
#[test]
fn paths_between_overloads_take_little_for_each_call() {
    const COUNT: usize = 250;
    let declared = |number: usize| format!("void foo(T{number});\n");
    let defined =
        |number: usize| format!("void A::foo(T{number} x) {{ foo(x); this->foo(T{number}()); }}\n");
    let header: String = (0..COUNT).map(declared).collect();
    let code: String = (0..COUNT).map(defined).collect();
    let directory = project(&[
        ("a.h", &format!("struct A {{\n{header}}};\n")),
        ("a.cpp", &format!("#include \"a.h\"\n{code}void run() {{ A a; a.foo(1); }}\n")),
    ]);
    let found = run(directory.path(), &["callers", "A::foo", "--from", "A::foo"]);
    let footer = format!("of {COUNT} paths shown, of 1 call");
    assert!(found.stdout.contains(&footer), "{}{}", found.stdout, found.stderr);
}

/// A call that may mean more overloads than are followed leads to all that the paths end at, and
/// is told where there is no path.
#[test]
fn calls_of_very_many_overloads_reach_the_end_of_paths() {
    let declared = |number: usize| format!("void foo(T{number});\n");
    let defined = |number: usize| format!("void A::foo(T{number} x) {{ helper(); }}\n");
    let header: String = (0..100).map(declared).collect();
    let code: String = (0..100).map(defined).collect();
    let directory = project(&[
        ("a.h", &format!("void helper();\nstruct A {{\n{header}}};\n")),
        ("a.cpp", &format!("#include \"a.h\"\n{code}void run(A a, B b) {{ a.foo(b); }}\n")),
    ]);
    let asked = |to: &str| run(directory.path(), &["callers", to, "--from", "run"]).stdout;
    assert!(asked("A::foo").contains("1 path of 1 call"), "{}", asked("A::foo"));
    assert!(asked("helper").contains("paths shown, of 2 calls"), "{}", asked("helper"));
}

/// If each call were resolved to each of the members that it may reach, 144 million would be.
#[test]
fn calls_that_reach_too_many_members_are_unresolved() {
    const COUNT: usize = 12_000;
    let class =
        |number: usize| format!("class A{number} extends I {{ I i; void run() {{ i.run(); }} }}\n");
    let text: String = (0..COUNT).map(class).collect();
    let directory = project(&[("A.java", &format!("class I {{ void run() {{}} }}\n{text}"))]);
    let arguments = json!({ "symbol": "A5.run", "maxResults": 1, "wait": 0 });
    let answer = ask::value(directory.path(), "find_callers", arguments);
    assert_eq!(answer["summary"]["total_is_exact"], false, "{}", answer["summary"]);
    assert_eq!(answer["account"]["occurrences"], 2 * COUNT + 1, "{}", answer["account"]);
}

/// If each name in a body were compared with all local definitions of the name, this would not end.
#[test]
fn local_definitions_of_a_name_are_found_by_their_places() {
    const COUNT: usize = 12_000;
    let constant = |number: usize| format!("C{number} {{ void run() {{ run(); }} }},\n");
    let text: String = (0..COUNT).map(constant).collect();
    let directory = project(&[("A.java", &format!("enum A {{\n{text}; void run() {{}} }}\n"))]);
    let arguments = json!({ "symbol": "A.C5.run", "maxResults": 1, "wait": 0 });
    let answer = ask::value(directory.path(), "find_callers", arguments);
    assert_eq!(answer["account"]["occurrences"], 2 * COUNT + 1, "{}", answer["account"]);
}

/// If what implements each of very many interfaces were looked for among very many types, this
/// would not end: then their calls are unresolved. Where there are few of one, each is compared.
#[test]
fn calls_of_very_many_interfaces_are_unresolved_where_very_many_types_may_implement_them() {
    let check = |interfaces: usize, types: usize, kind: &str| {
        let interface = |number: usize| {
            let before = number.saturating_sub(1);
            format!(
                "type I{number} interface {{ Helper(); I{before} }}\nfunc u{number}(x I{number}) {{ x.Helper() }}\n"
            )
        };
        let type_of = |number: usize| {
            format!("type S{number} struct{{}}\nfunc (s S{number}) Helper() {{}}\n")
        };
        let interfaces: String = (0..interfaces).map(interface).collect();
        let types: String = (0..types).map(type_of).collect();
        let text = format!("package a\n{interfaces}{types}");
        let directory = project(&[("go.mod", "module a\n"), ("a.go", &text)]);
        let arguments = json!({ "symbol": "S0.Helper", "maxResults": 1, "wait": 0 });
        let answer = ask::value(directory.path(), "find_callers", arguments);
        let count = answer["account"][kind].as_u64().unwrap_or_default();
        assert!(count > 0, "{kind} of {interfaces}: {}", answer["account"]);
    };
    check(1_000, 4_000, "unresolved_count");
    check(40, 400, "rows");
    check(400, 40, "rows");
}

/// Each type may stand for each other, so that members of all of them would be compared for each
/// use.
#[test]
fn hundreds_of_types_of_one_name_above_each_other_are_not_told_apart() {
    for (file, line) in [
        ("a.ts", "interface I extends I{f():I}\nfunction g(i:I){i.f()}\n"),
        ("a.cs", "partial class I{partial class I:I{void f(I c){c.f(c);}}}\n"),
        ("a.rs", "impl S{fn f(&self)->S{self.f().f().f()}}\nstruct S;\n"),
        ("a.pl", "package P;sub f{f();P::f()}\n"),
        ("a.lua", "local M={}\nsetmetatable(M,{__index=M})\nfunction M:f() M.f() end\n"),
    ] {
        let text = line.repeat(400);
        let directory = project(&[(file, &text)]);
        for tool in ["find_callers", "find_callees"] {
            let asked = json!({ "symbol": "f", "maxResults": 1, "wait": 0 });
            let answer = ask::value(directory.path(), tool, asked);
            assert!(
                answer["summary"]["definitions"].as_u64() > Some(1) || !answer["target"].is_null(),
                "{file} {tool}: {answer}"
            );
        }
    }
}
