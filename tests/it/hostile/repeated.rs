//! Small files in which one name is defined, bound or called thousands of times, so that work for
//! each pair of places does not end.

use super::run;
use crate::support::{ask, project};
use serde_json::{Value, json};

/// Enough of a name that to mean all of them says nothing.
const MANY: usize = 1_200;

fn repeated(unit: impl Fn(usize) -> String) -> String {
    (0..MANY).map(unit).collect()
}

fn asked(name: &str, text: &str, tool: &str, symbol: &str) -> Value {
    let directory = project(&[(name, text)]);
    let arguments = json!({ "symbol": symbol, "maxResults": 1, "wait": 0 });
    ask::value(directory.path(), tool, arguments)
}

/// If each call evaluated its chain from the first link on, or each name looked through all
/// variables of its own, these would not end.
#[test]
fn calls_in_very_long_chains_are_each_looked_at_for_a_few_links() {
    let dots = ".f()".repeat(30_000);
    let shadows = "let a=a.f();\n".repeat(10_000);
    for (name, text) in [
        (
            "a.py",
            format!(
                "class A:\n    def f(self) -> 'A': return self\ndef helper():\n    A(){dots}\n"
            ),
        ),
        (
            "a.ts",
            format!(
                "class A {{ f(): A {{ return this }} }}\nfunction helper() {{ new A(){dots} }}\n"
            ),
        ),
        (
            "A.java",
            format!("class A {{ A f() {{ return this; }} void helper() {{ new A(){dots}; }} }}\n"),
        ),
        (
            "a.go",
            format!(
                "package a\ntype A struct{{}}\nfunc (a A) f() A {{ return a }}\nfunc helper() {{ A{{}}{dots} }}\n"
            ),
        ),
        (
            "a.rs",
            format!(
                "struct A;\nimpl A {{ fn f(self) -> A {{ A }} }}\nfn helper() {{\nlet a=A;\n{shadows}}}\n"
            ),
        ),
    ] {
        let directory = project(&[(name, text.as_str())]);
        let found = run(directory.path(), &["callees", "helper"]);
        assert!(found.stdout.contains("f("), "{name}: {}{}", found.stdout, found.stderr);
    }
}

/// If each use looked through the members of all parts, and each of those for its type, these would
/// not end.
#[test]
fn a_type_of_very_many_parts_is_one_scope() {
    for (name, part) in [
        ("a.swift", "extension A{func helper(){self.helper()}}\n"),
        ("a.cs", "partial class A{void helper(){helper();}}\n"),
        ("a.rb", "class A\ndef helper;helper;end\nend\n"),
        ("a.rs", "impl A{fn helper(&self){self.helper()}}\n"),
    ] {
        let text = repeated(|_| part.to_owned());
        let account = &asked(name, &text, "find_references", "helper")["account"];
        assert_eq!(account["definitions"], 1_000, "{name}: {account}");
        assert_eq!(account["occurrences"], 2 * MANY, "{name}: {account}");
        let directory = project(&[(name, text.as_str())]);
        for question in
            [&["impact", "helper", "--depth", "4"], &["callees", "helper", "--depth", "5"]]
        {
            let found = run(directory.path(), question);
            assert!(found.stdout.contains("helper"), "{name}: {}{}", found.stdout, found.stderr);
        }
        let found = run(directory.path(), &["report", name]);
        assert!(found.stdout.contains("helper"), "{name}: {}{}", found.stdout, found.stderr);
    }
}

/// Each use would mean each of the members. What one of them means, if any, is not found out.
#[test]
fn members_of_a_type_in_very_many_files_are_none_for_certain() {
    let part = "partial class A { void helper() { helper(); this.helper(); } }\n";
    let asked = |files: usize| {
        let texts: Vec<(String, String)> =
            (0..files).map(|file| (format!("a{file}.cs"), part.repeat(4))).collect();
        let files: Vec<(&str, &str)> =
            texts.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect();
        let directory = project(&files);
        let arguments = json!({ "symbol": "helper", "maxResults": 1, "wait": 0 });
        ask::value(directory.path(), "find_callers", arguments)
    };
    let few = asked(2);
    assert_eq!(few["account"]["unresolved_count"], 0, "{}", few["account"]);
    let many = asked(MANY / 4);
    assert_eq!(many["account"]["unresolved_count"], 2 * MANY, "{}", many["account"]);
}

/// If each part was asked for what the others have, these would not end.
#[test]
fn what_parts_in_very_many_files_have_of_a_name_is_found_once() {
    const COUNT: usize = 2_000;
    let part = |number: usize| {
        let text = format!(
            "namespace N {{ partial class A {{ void run{number}() {{ store.helper(); kept().helper(); }} }} }}\n"
        );
        (format!("a{number}.cs"), text)
    };
    let texts: Vec<(String, String)> = (0..COUNT).map(part).collect();
    let mut files: Vec<(&str, &str)> =
        texts.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect();
    let store = "namespace N { class Store { public void helper() {} }\n\
                 partial class A { Store store; Store kept() { return store; } } }\n";
    files.push(("store.cs", store));
    let directory = project(&files);
    let arguments = json!({ "symbol": "Store.helper", "maxResults": 3, "wait": 0 });
    let answer = ask::value(directory.path(), "find_references", arguments);
    assert_eq!(answer["summary"]["total"], 2 * COUNT, "{}", answer["summary"]);
    let rows = answer["results"].as_array().expect("rows");
    assert!(rows.iter().all(|row| row["certainty"] == "likely"), "{rows:?}");
}

/// If the siblings of each part were looked for anew, these would not end: a tree goes through what
/// is around a node and beside it for that.
#[test]
fn the_parts_of_very_long_lists_are_looked_at_once() {
    let lambdas = "x -> helper(x), ".repeat(10_000);
    let chain = ".on(x -> helper(x))".repeat(5_000);
    let objects = "{ a: helper() }, ".repeat(15_000);
    for (name, text) in [
        (
            "A.java",
            format!(
                "class A {{ int helper(int x) {{ return x; }} void f() {{ of({lambdas} 1); a{chain}; }} }}\n"
            ),
        ),
        ("a.ts", format!("function helper() {{}}\nfunction f() {{ of({objects} 1); }}\n")),
    ] {
        let account = &asked(name, &text, "find_callers", "helper")["account"];
        assert_eq!(account["occurrences"], 15_001, "{name}: {account}");
        assert_eq!(account["unresolved_count"], 0, "{name}: {account}");
    }
}

/// If each use of a constant looked through all files that are called after one, this would not
/// end. The nearest file is meant, or the only one below a root.
#[test]
fn very_many_files_of_one_name_are_found_by_their_paths() {
    let file = |number: usize| {
        let text =
            format!("class User{number}\n  def a; User.new; Admin{number}::User.new; end\nend\n");
        (format!("d{}/e{number}/user.rb", number % 40), text)
    };
    let texts: Vec<(String, String)> = (0..3_000).map(file).collect();
    let mut files: Vec<(&str, &str)> =
        texts.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect();
    files.push(("x/lib/admin7/user.rb", "class Admin7::User\nend\n"));
    let directory = project(&files);
    let found = run(directory.path(), &["map", "--format", "json", "--max-tokens", "unlimited"]);
    assert!(found.stdout.contains("x/lib/admin7"), "{}{}", found.stdout, found.stderr);
}

/// Each use would mean each of the definitions.
#[test]
fn very_many_definitions_to_which_only_their_name_leads_are_none() {
    let extension = |number: usize| {
        format!(
            "static class E{number}{{public static void helper(this A{number} a){{of.helper();}}}}\n"
        )
    };
    let blanket = |number: usize| {
        format!(
            "impl<T: R{0}> R{number} for T {{ fn helper(&self) {{ self.helper() }} }}\ntrait R{number}: R{0} {{ fn helper(&self); }}\n",
            number + 1
        )
    };
    for (name, text) in [("a.cs", repeated(extension)), ("a.rs", repeated(blanket))] {
        let answer = asked(name, &text, "find_callers", "helper");
        let account = &answer["account"];
        let counted = |name: &str| account[name].as_u64().unwrap_or_default();
        // That of the first definition, whose bound is the only one that is looked at.
        assert!(counted("rows") <= 1, "{name}: {account}");
        assert_eq!(counted("rows") + counted("unresolved_count"), MANY as u64, "{name}: {account}");
    }
}

/// If each use looked at each of the traits, or the file were searched for the type of each of
/// their members, this would not end. Which trait of so many is meant is not found out.
#[test]
fn a_member_of_very_many_traits_is_looked_at_once_for_all_uses() {
    let added = |number: usize| {
        format!(
            "trait T{number} {{ fn helper(&self); }}\nimpl T{number} for X{number} {{ fn helper(&self) {{ self.0.helper() }} }}\n"
        )
    };
    let answer = asked("a.rs", &repeated(added), "find_callers", "T0.helper");
    assert_eq!(answer["account"]["unresolved_count"], MANY, "{}", answer["account"]);
}

/// If each type compared itself with the headers of all others of its name, this would not end.
#[test]
fn types_of_one_name_have_the_supertypes_of_their_own_headers() {
    let module = |number: usize| {
        format!(
            "module M{number}\nclass Base; def helper; end; end\nclass Item < Base; def helper; end; end\nclass Item; include Far{number}; end\nend\nmodule Far{number}; def helper; end; end\n"
        )
    };
    for count in [3, 40, 3_000] {
        let text: String = (0..count).map(module).collect();
        let directory = project(&[("a.rb", &text)]);
        for above in ["M2.Base.helper", "Far2.helper"] {
            let found = run(directory.path(), &["implementations", above]);
            assert!(found.stdout.contains("a.rb:15"), "{count}: {}", found.stdout);
            assert!(found.stdout.contains("[1 implementation"), "{count}: {}", found.stdout);
        }
    }
}

/// If each use looked through all bindings of the variable that it is asked of, this would not end.
#[test]
fn bindings_of_a_variable_are_looked_through_once_for_all_uses() {
    let function =
        |number: usize| format!("function f{number}() {{ let item = g(); item.helper(); }}\n");
    let text: String = (0..8_000).map(function).collect();
    let text = format!("class A {{ helper() {{}} }}\n{text}");
    let account = &asked("a.ts", &text, "find_callers", "A.helper")["account"];
    assert_eq!(account["occurrences"], 8_001, "{account}");
}

/// If each include were compared with all files of its name, this would not end.
#[test]
fn what_an_include_means_is_found_once_for_all_files() {
    let header = |number: usize| {
        let includes: String = (0..20)
            .map(|step| format!("#include \"a.h\"\n#include \"d{}/a.h\"\n", (number + step) % MANY))
            .collect();
        (format!("d{number}/a.h"), format!("{includes}void helper{number}(void);\n"))
    };
    let files: Vec<(String, String)> = (0..MANY).map(header).collect();
    let files: Vec<(&str, &str)> =
        files.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect();
    let directory = project(&files);
    let found = run(directory.path(), &["map"]);
    assert!(found.stdout.contains("C 1,200 files"), "{}{}", found.stdout, found.stderr);
}

/// If what implements each of them were searched for each of their callees, this would not end.
#[test]
fn what_implements_a_member_is_searched_once_for_all_callees() {
    let module = |number: usize| {
        let (next, far) = (number + 1, number + 2);
        format!("module M{number}\ninclude M{next}\ninclude M{far}\ndef helper;helper;end\nend\n")
    };
    let directory = project(&[("a.rb", &(0..600).map(module).collect::<String>())]);
    let found = run(directory.path(), &["callees", "helper", "--depth", "5"]);
    assert!(found.stdout.contains("helper"), "{}{}", found.stdout, found.stderr);
}

/// If each name that is looked up in a directory read all of its files again, or each type that is
/// required looked through what it requires in its turn, these would not end.
#[test]
fn very_many_types_that_name_each_other_are_each_looked_up_once() {
    let class = |number: usize| {
        let (above, other) = ((number + 1) % MANY, (number + 3) % MANY);
        let text = format!(
            "package p; class K{number} extends K{above} {{ void run(K{other} o) {{ o.run(this); }} }}\n"
        );
        (format!("K{number}.java"), text)
    };
    let files: Vec<(String, String)> = (0..MANY).map(class).collect();
    let files: Vec<(&str, &str)> =
        files.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect();
    let directory = project(&files);
    let arguments = json!({ "symbol": "K0.run", "maxResults": 1, "wait": 0 });
    let answer = ask::value(directory.path(), "find_callers", arguments);
    assert_eq!(answer["account"]["occurrences"], MANY * 2, "{answer:#}");
    let required = repeated(|number| {
        let (one, other) = ((number + 1) % MANY, (number + 2) % MANY);
        format!("trait T{number} extends T{one} {{ self: T{other} => def f = f }}\n")
    });
    let answer = asked("a.scala", &required, "find_callers", "T0.f");
    assert_eq!(answer["account"]["occurrences"], MANY * 2, "{answer:#}");
}

#[test]
fn paths_of_wildcard_imports_need_no_other_wildcard() {
    let number = 200;
    let imports: String = (0..number).map(|each| format!("import Names{each}._\n")).collect();
    let objects = (0..number).map(|each| {
        format!("object Names{each} extends Above{each} {{ def size: Int = {each} }}\n")
    });
    let objects: String = objects.collect();
    let uses: String =
        (0..number).map(|each| format!("  def all{each} = value{each}.size + size\n")).collect();
    let text = format!("{imports}{objects}class Use {{\n{uses}}}\n");
    let answer = asked("a.scala", &text, "find_callers", "Names0.size");
    assert_eq!(answer["account"]["occurrences"], number * 3, "{answer:#}");
}

/// If each were read for each that extends it, these would not end.
#[test]
fn configurations_that_extend_each_other_are_each_read_once() {
    const COUNT: usize = 60;
    let config = |number: usize| {
        let extended: Vec<String> = (1..=12)
            .map(|step| format!("\"../p{}/tsconfig.json\"", (number + step) % COUNT))
            .collect();
        (format!("p{number}/tsconfig.json"), format!("{{\"extends\": [{}]}}", extended.join(",")))
    };
    let mut files: Vec<(String, String)> = (0..COUNT).map(config).collect();
    files.push(("p0/a.ts".to_owned(), "import { f } from 'x/b';\nf();\n".to_owned()));
    files.push(("p0/b.ts".to_owned(), "export function f() {}\n".to_owned()));
    let files: Vec<(&str, &str)> =
        files.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect();
    let directory = project(&files);
    let arguments = json!({ "symbol": "f", "maxResults": 1, "wait": 0 });
    let answer = ask::value(directory.path(), "find_callers", arguments);
    assert_eq!(answer["account"]["occurrences"], 3, "{answer:#}");
}

/// Of more modules of a name than are compared with each other, the one around the file is meant,
/// and without one nothing is known.
#[test]
fn of_very_many_modules_of_a_name_the_nearest_is_meant() {
    let module = |number: usize| (format!("d{number}/tool.py"), "def run(): pass\n".to_owned());
    let mut files: Vec<(String, String)> = (0..1_100).map(module).collect();
    let user = "from tool import run\n\n\ndef use():\n    run()\n";
    files.push(("d7/deep/user.py".to_owned(), user.to_owned()));
    files.push(("other/user.py".to_owned(), user.to_owned()));
    let files: Vec<(&str, &str)> =
        files.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect();
    let directory = project(&files);
    let found = run(directory.path(), &["callers", "d7/tool.py#run"]);
    assert!(found.stdout.contains("d7/deep/user.py"), "{}{}", found.stdout, found.stderr);
    let found = run(directory.path(), &["callers", "d8/tool.py#run"]);
    assert!(found.stdout.contains("unresolved: other/user.py:5"), "{}", found.stdout);
    assert!(found.stdout.contains("of d7/tool.py#run (d7/deep/user.py:5)"), "{}", found.stdout);
}

/// If each name that a patch hides were compared with each string, this would not end.
#[test]
fn words_of_very_many_strings_that_are_hidden_are_no_names() {
    let class = |number: usize| format!("class DEPRECATED(\"use other\") A{number} {{ }};\n");
    let classes: String = (0..20_000).map(class).collect();
    let text = format!("void other();\nvoid run() {{ other(); }}\n{classes}");
    let answer = asked("a.cpp", &text, "find_callers", "other");
    assert_eq!(answer["account"]["occurrences"], 20_002, "{}", answer["account"]);
    assert_eq!(answer["account"]["unresolved_count"], 0, "{}", answer["account"]);
    assert_eq!(answer["summary"]["calls"], 1, "{answer:#}");
}

/// If each member that is defined apart were compared with each that a type declares, this would
/// not end.
#[test]
fn very_many_members_are_defined_where_their_namespace_is_opened() {
    const MEMBERS: usize = 4 * MANY;
    let declared = |number: usize| format!("struct S{number} {{ void run(); }};\n");
    let opened = |number: usize| format!("using other::T{number};\n");
    let defined = |number: usize| format!("void S{number}::run() {{}}\n");
    let declared: String = (0..MEMBERS).map(declared).collect();
    let defined: String = (0..100).map(opened).chain((0..MEMBERS).map(defined)).collect();
    let header = format!("namespace app {{\n{declared}}}\n");
    let code = format!(
        "#include \"a.hpp\"\nusing namespace app;\n{defined}void go(S7& one) {{ one.run(); }}\n"
    );
    let directory = project(&[("a.hpp", &header), ("a.cpp", &code)]);
    let arguments = json!({ "symbol": "S7.run", "wait": 0 });
    let answer = ask::value(directory.path(), "find_callers", arguments);
    assert_eq!(answer["summary"]["calls"], 1, "{answer:#}");
    assert_eq!(answer["account"]["definitions"], 2, "{}", answer["account"]);
}

/// If each use compared each member of the name with all others, to see whether it is virtual, this
/// would not end.
#[test]
fn members_of_one_name_in_a_type_are_each_compared_once() {
    const MEMBERS: usize = 600;
    let text = format!("struct A {{\n{}}};\n", "void helper() { helper(); }\n".repeat(MEMBERS));
    let account = &asked("a.cpp", &text, "find_callers", "helper")["account"];
    assert_eq!(account["occurrences"], 2 * MEMBERS, "{account}");
}

/// If each call by a name counted all definitions of the name, this would not end.
#[test]
fn the_meanings_of_a_name_are_counted_once_for_all_calls() {
    let unit = |number: usize| {
        let next = number + 1;
        format!(
            "mixin M{number} on M{next} {{ void foo() {{ foo(); }} }}\n\
             class C{number} extends C{next} with M{number} {{ void m() {{ foo(); }} }}\n"
        )
    };
    let directory = project(&[("a.dart", &(0..300).map(unit).collect::<String>())]);
    let found = run(directory.path(), &["callers", "M5.foo", "--from", "C4.m"]);
    assert!(found.stdout.contains("1 unsure path"), "{}{}", found.stdout, found.stderr);
}

/// If each module looked through the imports of all others, or each use through all parts of a
/// type, these would take very long.
#[test]
fn names_in_very_many_modules_are_found_in_their_own() {
    let module = |number: usize| {
        let next = number + 1;
        format!("pub mod m{next} {{ pub use super::m{number}::foo; pub fn g() {{ foo(); }} }}\n")
    };
    let text = format!("pub mod m0 {{ pub fn foo() {{}} }}\n{}", repeated(module));
    let answer = asked("src/lib.rs", &text, "find_references", "foo");
    assert_eq!(answer["account"]["occurrences"], 2 * MANY + 1, "{}", answer["account"]);
    let specialized = |number: usize| {
        let next = number + 1;
        format!(
            "template<> struct A<int[{number}]> {{ void foo() {{ A<int[{next}]> x; x.foo(); }} }};\n"
        )
    };
    let text: String = (0..100).map(specialized).collect();
    let text = format!("template<class T> struct A {{ void foo(); }};\n{text}");
    let directory = project(&[("a.cpp", &text)]);
    let found = run(directory.path(), &["callers", "A::foo", "--from", "A"]);
    assert!(found.stdout.contains("of 100 paths shown"), "{}{}", found.stdout, found.stderr);
}

/// If the path of each import of everything were looked for in what all others give, for each name
/// of the file, this would not end.
#[test]
fn what_very_many_imports_of_everything_lead_to_is_found_once() {
    let imports: String = (0..MANY).map(|number| format!("use a{number}::*;\n")).collect();
    let uses = repeated(|number| format!("fn helper{number}() {{ other{number}(); }}\n"));
    let directory = project(&[("src/lib.rs", &format!("{imports}{uses}"))]);
    let found = run(directory.path(), &["report", "src/lib.rs"]);
    assert!(found.stdout.contains("helper1"), "{}{}", found.stdout, found.stderr);
}

/// If each use of a name from outside were compared with each import of everything by which it may
/// come from there, this would not end.
#[test]
fn imports_that_give_no_name_that_is_asked_for_are_passed_by() {
    let imports: String = (0..MANY).map(|number| format!("use other{number}::*;\n")).collect();
    let text = format!("{imports}fn run() {{\n{}}}\n", "helper(1);\n".repeat(8_000));
    let manifest = ("Cargo.toml", "[package]\nname = \"a\"\n");
    let directory = project(&[("src/lib.rs", &text), manifest]);
    let found = run(directory.path(), &["callers", "other1::helper"]);
    assert!(found.stdout.contains("8000 calls by 1 caller"), "{}{}", found.stdout, found.stderr);
}

/// If each field looked for the list around it from its own place on, this would not end.
#[test]
fn very_many_lists_of_initializers_are_read_once() {
    let lists = "{ .own = { .helper = 1 } },\n".repeat(10_000);
    let text = format!(
        "struct part {{ int helper; }};\nstruct all {{ struct part own; }};\n\
         struct all every[] = {{\n{lists}}};\n"
    );
    let account = &asked("a.c", &text, "find_references", "part.helper")["account"];
    assert_eq!(account["rows"], 10_000, "{account}");
}

/// If what implements each of the declared members were looked for anew for each type of the name,
/// this would not end.
#[test]
fn what_implements_one_of_many_declared_members_is_found_once() {
    let part = |number: usize| {
        format!(
            "@protocol I{number}<I>\n-(K*)helper;\n@end\n@interface K:K<I>\n-(K*)helper;\n@end\n@implementation K\n-(K*)helper {{ return [[self helper] helper]; }}\n@end\n"
        )
    };
    let directory = project(&[("a.m", &repeated(part))]);
    let found = run(directory.path(), &["callees", "helper"]);
    assert!(found.stdout.contains("helper"), "{}{}", found.stdout, found.stderr);
}

/// If each alias of a name were followed to all others by each of these, eight would not end.
#[test]
fn aliases_that_lead_to_each_other_are_followed_once() {
    let pair =
        |number: usize| format!("type T = T\ntype T interface {{ T; helper{}() }}\n", number % 2);
    for count in [8, 400] {
        let text: String = (0..count).map(pair).collect();
        let directory = project(&[("a.go", &format!("package a\n{text}"))]);
        for command in [&["implementations", "T"][..], &["callees", "helper0", "--depth", "6"]] {
            let found = run(directory.path(), command);
            let said = format!("{}{}", found.stdout, found.stderr);
            assert!(said.contains("helper0") || said.contains("`T`"), "{command:?}: {said}");
        }
    }
}

/// If what each type without a name extends were looked for among all those around it anew for each
/// inside it, these few would not end.
#[test]
fn types_without_a_name_within_each_other_are_each_looked_at_once() {
    const DEPTH: usize = 60;
    let java = (0..DEPTH).fold("helper();".to_owned(), |inside, number| {
        format!("new T{number}(){{ void helper(){{ {inside} }} }};")
    });
    let scala = (0..DEPTH).fold("helper()".to_owned(), |inside, number| {
        format!("new T{number} {{ def helper() = {{ {inside} }} }}")
    });
    for (name, text) in [
        ("Q.java", format!("class Q {{ void helper() {{ {java} }} }}\n")),
        ("q.scala", format!("object Q {{ def helper() = {{ {scala} }} }}\n")),
    ] {
        let directory = project(&[(name, &text)]);
        let found = run(directory.path(), &["callees", "helper"]);
        assert!(found.stdout.contains("helper"), "{name}: {}{}", found.stdout, found.stderr);
    }
}

/// If each use looked at what each of the definitions takes out of a value, this would not end.
#[test]
fn names_that_patterns_take_out_thousands_of_times_are_not_followed() {
    let text = repeated(|_| "const {helper,helper:{helper}}=helper;".to_owned());
    let found = asked("a.ts", &text, "find_references", "helper");
    assert_eq!(found["account"]["occurrences"], 4 * MANY, "{}", found["account"]);
}

/// If each use compared the parameters of all members of the name, this would not end.
#[test]
fn overloads_of_parts_that_inherit_in_a_circle_are_compared_once() {
    let part = |number: usize| {
        let (of, above) = (number % 30, (number + 1) % 30);
        let calls = "helper(x);x(helper);".repeat(5);
        format!("partial class T{of} : T{above} {{ T{of} helper(T{above} x) {{ {calls} }} }}\n")
    };
    let found = asked("a.cs", &(0..240).map(part).collect::<String>(), "find_callers", "helper");
    assert!(found["account"]["occurrences"].as_u64() >= Some(2_400), "{}", found["account"]);
}

/// If each part of a type searched for the subtypes of all for each member that is called, or each
/// function that is handed on looked around each definition, these would not end.
#[test]
fn subtypes_of_parts_in_a_circle_are_searched_for_once() {
    let parts = |unit: &str| -> String {
        (0..400).map(|number| unit.replace('@', &number.to_string()) + "\n").collect()
    };
    let csharp =
        "partial class A:B@{partial void f();void g@(){f();this.f();base.f();}}class B@:A{}";
    let ruby = "class A<B@;def f;f;self.f;super;end;end;class B@<A;end";
    let typescript =
        "interface A extends B@{f():A}interface B@ extends A{}function g@(a:A){a.f().f()}";
    for (file, unit) in [("a.cs", csharp), ("a.rb", ruby), ("a.ts", typescript)] {
        let found = asked(file, &parts(unit), "find_callees", "f");
        assert!(found["summary"]["total"].is_u64(), "{found:#}");
    }
    let namespaces: String = (0..600)
        .map(|of| {
            format!(
                "namespace N{of}{{partial class A:N{}.A{{void f(){{f();base.f();}}}}}}\n",
                of + 1
            )
        })
        .collect();
    let found = asked("a.cs", &namespaces, "find_implementations", "f");
    assert!(found["summary"]["total"].as_u64() > Some(600), "{}", found["summary"]);
    let clauses =
        format!("-module(a).\n{}f(_,X) -> X.\n", parts("f(@,X) when f(X) -> f(@1,fun f/2,X);"));
    let found = asked("a.erl", &clauses, "find_callers", "f");
    assert!(found["account"]["occurrences"].as_u64() > Some(1_600), "{}", found["account"]);
}
