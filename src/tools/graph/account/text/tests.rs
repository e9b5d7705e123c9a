//! Tests of the account as text.

use super::*;
use crate::domain::{NotFollowed, NotRead, OtherKind, OtherUse};
use std::sync::Arc;

fn other(name: &str, file: Option<&str>, count: usize) -> OtherUse {
    OtherUse {
        kind: if file.is_some() { OtherKind::Definition } else { OtherKind::Described },
        file: file.map(Arc::from),
        line: file.map(|_| 1),
        count,
        ..OtherUse::described(name)
    }
}

fn place(file: &str, line: usize) -> FileLine {
    FileLine { file: file.into(), line }
}

fn fetch(occurrences: usize) -> Account {
    Account { names: vec!["Fetch".to_owned()], occurrences, ..Account::default() }
}

#[test]
fn a_whole_account_says_where_every_occurrence_went() {
    let account = Account {
        rows: 26,
        definitions: 1,
        others: vec![
            other("disk.Cache.Fetch", Some("disk.go"), 31),
            other("http.Client.Fetch", Some("c.go"), 9),
        ],
        comments_and_strings: 8,
        ..fetch(75)
    };
    assert_eq!(account.sum(), account.occurrences);
    assert_eq!(
        AccountText(&account).line(RowsShown::All),
        "all 75 occurrences of `Fetch` accounted for: 26 above, 31 of disk.Cache.Fetch at \
         disk.go:1, 9 of http.Client.Fetch at c.go:1, 8 in comments or strings, 1 its definition"
    );
    assert!(AccountText(&account).line(RowsShown::Some).contains(": 26 found, "));
    assert!(
        AccountText(&account).line(RowsShown::AllInHeaders).contains(": 26 above in headers, ")
    );
}

#[test]
fn names_of_other_definitions_are_cut_before_the_line_grows_long() {
    let others = (1..40)
        .map(|number| other(&format!("module{number}.Type.Fetch"), Some("a.go"), 2))
        .collect();
    let account = Account { rows: 3, others, ..fetch(81) };
    assert_eq!(
        AccountText(&account).line(RowsShown::All),
        "all 81 occurrences of `Fetch` accounted for: 3 above, 2 of module1.Type.Fetch at \
         a.go:1, 2 of module2.Type.Fetch at a.go:1, 2 of module3.Type.Fetch at a.go:1, 72 uses of others \
         (module4.Type, module5.Type, module6.Type, module7.Type and 32 more)"
    );
}

#[test]
fn uses_of_definitions_of_one_name_are_counted_together() {
    let others = vec![
        other("a.Gson", Some("a.java"), 3),
        other("b.Map.Map", Some("b.java"), 2),
        other("b.Map.Map", Some("b.java"), 2),
    ];
    let account = Account { others, ..fetch(7) };
    assert_eq!(
        AccountText(&account).line(RowsShown::All),
        "all 7 occurrences of `Fetch` accounted for: 4 of b.Map.Map at b.java:1, 3 of a.Gson at \
         a.java:1"
    );
}

#[test]
fn places_of_other_uses_are_told_where_they_cost_little() {
    let placed = |name: &str, file: &str, lines: &[usize]| OtherUse {
        use_places: lines.iter().map(|line| place(file, *line)).collect(),
        ..other(name, Some(file), lines.len())
    };
    let others = vec![
        other("disk.Cache.Fetch", Some("disk.go"), 31),
        placed("api.Fetch", "api/fetch.go", &[7, 12]),
        placed("b.Fetch", "b.go", &[3]),
        placed("c.Fetch", "c.go", &[9]),
    ];
    let account = Account { rows: 2, others, ..fetch(37) };
    assert_eq!(
        AccountText(&account).line(RowsShown::All),
        "all 37 occurrences of `Fetch` accounted for: 2 above, 31 of disk.Cache.Fetch at disk.go:1, \
         2 of api.Fetch (api/fetch.go:7, 12), 1 of b.Fetch (b.go:3), 1 use of another (c)"
    );
    let others = (1..6).map(|number| {
        let file = format!("a/long/path/of/a/file/that/has/the/number/{number}.go");
        placed(&format!("a{number}.Fetch"), &file, &[number, 90])
    });
    let account = Account { others: others.collect(), ..fetch(10) };
    let line = AccountText(&account).line(RowsShown::All);
    assert!(
        line.contains("4 uses of others (a4, a5)") && line.contains("2 of a3.Fetch (a/long/path/"),
        "{line}"
    );
}

#[test]
fn places_that_lines_above_name_are_not_told_again() {
    let string = |line, enclosing: Option<&str>| StringUse {
        place: place("a.go", line),
        enclosing: enclosing.map(str::to_owned),
    };
    let not_called = |lines: &[usize]| OtherUse {
        kind: OtherKind::NotCalled,
        use_places: lines.iter().map(|line| place("a.go", *line)).collect(),
        ..other("references that are not calls", None, lines.len())
    };
    let strings = vec![string(4, Some("Table")), string(7, Some("Table")), string(9, Some("Form"))];
    let account = |lines: &[usize]| Account {
        rows: 1,
        others: vec![not_called(lines)],
        strings: strings.clone(),
        ..fetch(1 + lines.len())
    };
    assert_eq!(
        AccountText(&account(&[4])).string_line().as_deref(),
        Some("`Fetch` as a string: a.go:4, 7 in `Table`; 9 in `Form`")
    );
    assert_eq!(
        AccountText(&account(&[4, 7])).line(RowsShown::All),
        "all 3 occurrences of `Fetch` accounted for: 1 above, 2 not called (named above)"
    );
    assert_eq!(
        AccountText(&account(&[4, 8])).line(RowsShown::All),
        "all 3 occurrences of `Fetch` accounted for: 1 above, 2 not called (a.go:8; the others \
         above)"
    );
}

#[test]
fn places_of_what_is_not_called_and_of_comments_are_told() {
    let not_called = OtherUse {
        kind: OtherKind::NotCalled,
        use_places: vec![place("a.go", 4)],
        roles: vec![("reads", 1)],
        ..other("references that are not calls", None, 1)
    };
    let imports = OtherUse { kind: OtherKind::Imported, ..other("imports", None, 2) };
    let account = Account {
        rows: 1,
        others: vec![imports, not_called],
        comments_and_strings: 1,
        in_comments: vec![place("b.go", 9)],
        ..fetch(5)
    };
    assert_eq!(
        AccountText(&account).line(RowsShown::All),
        "all 5 occurrences of `Fetch` accounted for: 1 above, 2 imports, 1 not called (reads: a.go:4), 1 in comments \
         or strings (b.go:9)"
    );
}

#[test]
fn definitions_of_others_are_told_from_their_uses() {
    let defined = |name: &str, count: usize, definitions: usize| OtherUse {
        definitions,
        ..other(name, Some("a.go"), count)
    };
    let others = vec![
        defined("a.Many.Fetch", 9, 9),
        defined("b.Used.Fetch", 5, 2),
        other("local variables", None, 4),
        defined("c.Rare.Fetch", 2, 1),
        other("labels", None, 1),
    ];
    let not_called = OtherUse {
        kind: OtherKind::NotCalled,
        roles: vec![("reads", 2), ("types", 1)],
        ..other("references that are not calls", None, 4)
    };
    let others = others.into_iter().chain([not_called]).collect();
    let account = Account { others, ..fetch(25) };
    assert_eq!(account.sum(), account.occurrences);
    assert_eq!(
        AccountText(&account).line(RowsShown::All),
        "all 25 occurrences of `Fetch` accounted for: 4 local variables, 3 of b.Used.Fetch, 1 of c.Rare.Fetch, \
         1 label, 12 other definitions (a.go:1 and 9 more), 4 not called (2 reads, 1 type, 1 by text alone)"
    );
}

#[test]
fn the_first_places_are_told_of_what_no_name_leads_to() {
    let places = |lines: std::ops::RangeInclusive<usize>| lines.map(|line| place("a.go", line));
    let local =
        OtherUse { use_places: places(1..=12).collect(), ..other("local variables", None, 40) };
    let key = OtherUse { use_places: places(60..=60).collect(), ..other("keys", None, 1) };
    let defined = OtherUse {
        definitions: 1,
        places: places(70..=71).collect(),
        use_places: places(71..=71).collect(),
        ..other("b.Fetch", Some("a.go"), 2)
    };
    let account = Account { others: vec![local, key, defined], ..fetch(43) };
    assert_eq!(
        AccountText(&account).line(RowsShown::All),
        "all 43 occurrences of `Fetch` accounted for: 40 local variables (a.go:1, 2, 3 and 37 more), 1 key \
         (a.go:60), 1 of b.Fetch (a.go:71), 1 other definition (a.go:70)"
    );
}

#[test]
fn an_open_account_names_the_places() {
    let lines = [109, 113, 119, 125, 180, 204];
    let unresolved = lines.map(|line| place("store/store_test.go", line)).to_vec();
    let account = Account { rows: 69, unresolved, ..fetch(75) };
    assert_eq!(
        AccountText(&account).line(RowsShown::All),
        "69 of 75 occurrences of `Fetch` accounted for; unresolved: store/store_test.go:109, 113, 119, 125, 180, 204"
    );
    let unresolved = vec![place("a.go", 4)];
    let account = Account { rows: 2, comments_and_strings: 3, unresolved, ..fetch(6) };
    assert_eq!(
        AccountText(&account).line(RowsShown::All),
        "5 of 6 occurrences of `Fetch` accounted for: 2 above, 3 in comments or strings; unresolved: a.go:4"
    );
    let not_read = NotRead { files: 1, occurrences: 2, ..NotRead::default() };
    let account = Account { rows: 5, not_read, ..fetch(7) };
    assert_eq!(
        AccountText(&account).line(RowsShown::All),
        "5 of 7 occurrences of `Fetch` accounted for; 2 in 1 file not read"
    );
}

#[test]
fn many_open_places_are_cut_and_counted() {
    let mut unresolved: Vec<FileLine> = vec![place("a.go", 1), place("a.go", 1), place("b.go", 2)];
    unresolved.extend((1..=90).map(|line| place("c.go", line)));
    let account = Account { unresolved, ..fetch(93) };
    assert_eq!(
        AccountText(&account).line(RowsShown::All),
        "0 of 93 occurrences of `Fetch` accounted for; unresolved: a.go:1, b.go:2, c.go:1, 2, 3, 4, 5, 6, 7, 8, 9, \
         10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28 and 62 more"
    );
}

#[test]
fn uses_as_a_value_are_named_with_what_is_around_them() {
    let value = |name: &str, line: usize, enclosing: Option<&str>| ValueUse {
        file: "a.go".into(),
        line,
        text: if line == 3 { format!("go({name});") } else { String::new() },
        name: name.to_owned(),
        enclosing: enclosing.map(str::to_owned),
    };
    assert_eq!(AccountText(&fetch(1)).value_line(6, &HashSet::new()), None);
    let values = vec![value("Fetch", 3, Some("Server.routes")), value("load", 7, None)];
    let account = Account { values, ..fetch(3) };
    assert_eq!(
        AccountText(&account).value_line(6, &HashSet::new()).as_deref(),
        Some("`Fetch` as a value: a.go:3 `go(Fetch)` in `Server.routes`, `load` at a.go:7")
    );
    let values = (1..=8).map(|line| value("Fetch", line, (line == 3).then_some("run")));
    let account = Account { values: values.collect(), ..fetch(9) };
    assert_eq!(
        AccountText(&account).value_line(6, &HashSet::new()).as_deref(),
        Some("`Fetch` as a value: a.go:1, 2, 3 `go(Fetch)` in `run`, 4, 5, 6 and 2 more")
    );
    let all = AccountText(&account).value_line(20, &HashSet::new()).expect("a line");
    assert!(all.ends_with("4, 5, 6, 7, 8"), "{all}");
}

#[test]
fn followed_names_are_named() {
    let names = ["callProcedure", "callApi", "call", "invoke"].map(str::to_owned);
    let account =
        Account { names: names[..2].to_vec(), occurrences: 2, rows: 2, ..Account::default() };
    assert!(
        AccountText(&account)
            .line(RowsShown::All)
            .starts_with("all 2 occurrences of `callProcedure` and `callApi` accounted")
    );
    let account = Account { names: names.to_vec(), occurrences: 2, rows: 2, ..Account::default() };
    assert!(
        AccountText(&account)
            .line(RowsShown::All)
            .contains("`callProcedure`, `callApi`, `call` and 1 more name")
    );
    assert_eq!(AccountText(&fetch(0)).line(RowsShown::All), "`Fetch` occurs nowhere");
}

#[test]
fn what_stands_before_members_from_outside_is_named() {
    let named = |number: usize| {
        let receivers = (0..number).map(|number| format!("value{number}")).collect();
        let outside = OtherUse { receivers, ..other("of values from outside", None, 20) };
        let account = Account { rows: 1, others: vec![outside], ..fetch(21) };
        AccountText(&account).line(RowsShown::All)
    };
    let line = "20 of values from outside (value0, value1)";
    assert!(named(2).ends_with(line), "{}", named(2));
    assert!(named(9).ends_with("value3, value4, …)"), "{}", named(9));
}

#[test]
fn an_account_of_what_was_not_followed_says_no_all() {
    let left = |name: &str, files| NotFollowed { name: name.to_owned(), files };
    let not_followed = vec![left("Admin", None), left("User", Some(1_600))];
    let account = Account { rows: 2, definitions: 1, not_followed, ..fetch(3) };
    assert_eq!(
        AccountText(&account).line(RowsShown::AllInHeaders),
        "3 of 3 occurrences of `Fetch` accounted for; not followed: `Admin`, `User` (mentioned in \
         1,600 files that were not read)"
    );
}

#[test]
fn of_many_unresolved_places_it_is_told_in_which_files_they_are() {
    let in_files = |file: &str, count: usize| -> Vec<FileLine> {
        (1..=count).map(|line| place(file, line)).collect()
    };
    let unresolved =
        [in_files("a/b.vm", 90), in_files("c.java", 2), in_files("d.bat", 27)].concat();
    let account = Account { unresolved, ..fetch(119) };
    let line = AccountText(&account).line(RowsShown::All);
    assert!(line.contains("unresolved: c.java:1, 2, d.bat:1, 2, 3"), "{line}");
    assert!(line.ends_with("a/b.vm:1 and 89 more in .vm files"), "{line}");
}
