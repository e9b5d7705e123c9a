//! What a map shows first, where not all fits.

use crate::support::cli::run;
use crate::support::project;
use std::fmt::Write;

fn map(files: &[(String, String)], tokens: &str) -> String {
    let files: Vec<(&str, &str)> =
        files.iter().map(|(path, text)| (path.as_str(), text.as_str())).collect();
    run(project(&files).path(), &["map", "--max-tokens", tokens]).stdout
}

/// Returns whether two texts are on the map, in this order; the second may be left out.
fn is_before(text: &str, one: &str, other: &str) -> bool {
    let place = |part: &str| text.find(part).unwrap_or(usize::MAX);
    place(one) < place(other)
}

#[test]
fn a_header_counts_for_the_types_that_it_defines() {
    let mut files = Vec::new();
    for at in 0..30 {
        let mut text = if at == 0 { "#include \"work.h\"\n".to_owned() } else { String::new() };
        for line in 0..1500 {
            let _ = writeln!(
                text,
                "#define WORD_OF_A_LONG_LIST_{at:02}_{line:04} \\\n  0x{line:04}_{at:02}_0000_0000_0000_0000"
            );
        }
        files.push((format!("include/list{at:02}.h"), text));
    }
    let core =
        format!("/*\n{}*/\nstruct engine {{ int power; }};\n", "a line of text\n".repeat(8000));
    files.push(("include/work.h".to_owned(), core));
    for at in 0..30 {
        let text = format!(
            "#include \"list{at:02}.h\"\nint use_{at:02}(struct engine *e) {{ return 0; }}\n"
        );
        files.push((format!("part{at:02}/use.c"), text));
    }
    let text = map(&files, "400");
    assert!(text.contains("struct engine\n"), "{text}");
}

#[test]
fn another_name_of_a_number_is_worth_less_than_a_type() {
    let mut files = vec![
        ("include/number.h".to_owned(), "typedef unsigned long long number_t;\n".to_owned()),
        (
            "include/number_list.h".to_owned(),
            "typedef struct number_list { int size; } number_list_t;\n".to_owned(),
        ),
    ];
    files.extend((0..30).map(|at| {
        let list = if at < 6 { "number_list_t *list, " } else { "" };
        let text = format!("#include \"number.h\"\nint use_{at:02}({list}number_t n);\n");
        (format!("part{:02}/use_{at:02}.c", at % 10), text)
    }));
    let text = map(&files, "250");
    assert!(is_before(&text, "number_list.h", "number.h"), "{text}");
}

#[test]
fn types_of_one_name_in_two_namespaces_are_no_alternatives() {
    let mut files = Vec::new();
    for space in ["Orders", "Stock", "Users", "Rates"] {
        let text = format!("namespace Shop.{space}\n{{\n    public class Catalogue {{ }}\n}}\n");
        files.push((format!("src/{space}/Catalogue.cs"), text));
        for at in 0..9 {
            let text = format!(
                "namespace Shop.{space}\n{{\n    public class Leaf{space}{at} {{ Catalogue c; }}\n}}\n"
            );
            files.push((format!("src/{space}/Leaf{space}{at}.cs"), text));
        }
    }
    let text = map(&files, "400");
    assert_eq!(text.matches("Catalogue.cs").count(), 4, "{text}");
}

#[test]
fn signatures_that_say_the_same_leave_room_for_names() {
    let files: Vec<(String, String)> = (0..40)
        .map(|at| {
            let text = format!(
                "package org.shop;\npublic class Reader{at:02} {{ int read() {{ return 1; }} }}\n"
            );
            (format!("org/shop/Reader{at:02}.java"), text)
        })
        .collect();
    let text = map(&files, "300");
    assert!(text.contains(".java, Reader"), "{text}");
}

#[test]
fn one_of_a_large_family_comes_after_what_stands_alone() {
    let mut files: Vec<(String, String)> = (0..40)
        .map(|at| (format!("lib/a{at:02}.py"), format!("class Alias{at:02}(Alias):\n    pass\n")))
        .collect();
    files.push(("lib/store.py".to_owned(), "class Store(Base):\n    pass\n".to_owned()));
    let text = map(&files, "120");
    assert!(text.contains("class Store(Base)"), "{text}");
}

/// The part of a type in the file of its name comes first.
#[test]
fn type_part_in_file_of_its_name_first() {
    let mut files = vec![
        (
            "src/Token.Async.cs".to_owned(),
            "public partial class Token { int A() { return 1; } }\n".to_owned(),
        ),
        (
            "src/Token.cs".to_owned(),
            "public partial class Token { int B() { return 1; } }\n".to_owned(),
        ),
    ];
    files
        .extend((0..30).map(|at| {
            (format!("src/Use{at:02}.cs"), format!("class Use{at:02} {{ Token t; }}\n"))
        }));
    let text = map(&files, "150");
    assert!(is_before(&text, "Token.cs", "Token.Async.cs"), "{text}");
}

#[test]
fn the_name_of_a_namespace_is_no_use_of_a_type() {
    let mut files = vec![
        (
            "src/Cache/Store.php".to_owned(),
            "<?php\nnamespace Shop\\Cache;\nclass Store {}\n".to_owned(),
        ),
        (
            "src/Short/Cache.php".to_owned(),
            "<?php\nnamespace Shop\\Short;\nclass Cache {}\n".to_owned(),
        ),
    ];
    files.extend((0..30).map(|at| {
        let text = format!(
            "<?php\nnamespace Shop\\Use;\nuse Shop\\Cache\\Store;\nclass User{at:02} {{}}\n"
        );
        (format!("src/Use/User{at:02}.php"), text)
    }));
    let text = map(&files, "130");
    assert!(is_before(&text, "class Store", "class Cache"), "{text}");
}

#[test]
fn a_namespace_is_no_name_that_had_no_room() {
    let bases: String = (0..12).map(|at| format!(", IHaveALongName{at:02}")).collect();
    let files: Vec<(String, String)> = (0..30)
        .map(|at| {
            let class = format!("public class Order{at:02} : Base{bases} {{ }}");
            (format!("src/file{at:02}.cs"), format!("namespace Shop {{ {class} }}\n"))
        })
        .collect();
    let text = map(&files, "200");
    assert!(text.contains("\n    Order0") && !text.contains("+1"), "{text}");
}

#[test]
fn a_header_is_of_the_language_of_its_text() {
    let directory = project(&[
        ("src/View.h", "#import <UIKit/UIKit.h>\n@interface View : NSObject\n@end\n"),
        ("src/View.m", "#import \"View.h\"\n@implementation View\n@end\n"),
        ("src/list.h", "struct list { int size; };\n"),
    ]);
    let text = run(directory.path(), &["map", "--language", "objc"]).stdout;
    assert!(text.contains("View.h") && text.contains("View.m"), "{text}");
    assert!(!text.contains("list.h"), "{text}");
}

#[test]
fn benchmarks_of_a_solution_are_no_entry_points() {
    let program = "class Program\n{\n    static void Main() { }\n}\n";
    let directory = project(&[
        ("src/Shop/Program.cs", program),
        ("src/Shop.Benchmarks/Program.cs", program),
        ("src/Shop/Order.cs", "public class Order { }\n"),
    ]);
    let text = run(directory.path(), &["map"]).stdout;
    assert!(text.contains("entry: src/Shop/Program.cs\n"), "{text}");
}

#[test]
fn manifests_come_after_code() {
    let rules: String = (0..40).map(|at| format!("rule_{at:02} = {at}\n")).collect();
    let mut files = vec![("include/Makefile".to_owned(), rules)];
    files.extend((0..40).map(|at| {
        let function = |word: &str| format!("int {word}_{at:02}(void) {{ return 1; }}\n");
        (format!("lib/part{at:02}.c"), function("start") + &function("stop"))
    }));
    let text = map(&files, "500");
    assert!(text.contains("start_0") && !text.contains("rule_0"), "{text}");
}

#[test]
fn code_that_only_samples_use_comes_after_code_in_use() {
    let mut files = vec![
        ("shop/api/sale.py".to_owned(), "class Sale:\n    pass\n".to_owned()),
        ("shop/core/stock.py".to_owned(), "class Stock:\n    pass\n".to_owned()),
    ];
    files.extend((0..20).map(|at| {
        (format!("examples/e{at:02}/run.py"), "from shop.api.sale import Sale\n".to_owned())
    }));
    files.extend((0..8).map(|at| {
        (format!("shop/p{at}/use.py"), "from shop.core.stock import Stock\n".to_owned())
    }));
    let text = map(&files, "4000");
    assert!(is_before(&text, "class Stock", "class Sale"), "{text}");
}

#[test]
fn a_module_of_ruby_is_shown_with_its_methods_behind_it() {
    let mut files = vec![
        ("lib/shop.rb".to_owned(), "module Shop\nend\n".to_owned()),
        (
            "lib/shop/pricing.rb".to_owned(),
            "module Shop\n  module Pricing\n    def total\n    end\n  end\nend\n".to_owned(),
        ),
    ];
    files.extend((0..40).map(|at| {
        let text = format!("class Cart{at:02}\n  include Shop::Pricing\n  def add = total\nend\n");
        (format!("lib/cart{at:02}.rb"), text)
    }));
    let text = map(&files, "200");
    let module = text.find("module Pricing");
    let method = text.find("def total").unwrap_or(usize::MAX);
    assert!(module.is_some_and(|module| module < method), "{text}");
}
