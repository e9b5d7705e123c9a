//! Tests that no call leads from to a target, since what calls it is a framework or a registry.
//! They set an option which decides on the way, or name what a type on the way is registered as.
//! Such tests are possible.

use super::assemble::Affected;
use super::entries::test_around;
use super::strings::{StringKind, StringTests};
use crate::domain::{Cancelled, FileLine, Symbol};
use crate::engine::graph::Hop;
use crate::engine::graph::project::{Project, Unit};
use crate::engine::graph::resolve::simple_name;
use crate::engine::graph::site::lines_around;
use crate::workspace::mentions_in_text;
use regex::Regex;
use std::collections::{BTreeSet, HashSet};
use std::sync::{Arc, LazyLock};

/// Limit of the functions on the way that are looked at, and of the names of a kind that are
/// told.
const MAX_FUNCTIONS: usize = 24;
const MAX_NAMES: usize = 4;

/// Length from which on a name in one word tells something.
const MIN_NAME: usize = 5;
const MIN_WORD: usize = 9;

/// Limit of the tests and test files that name an option; beyond them it is too common.
const MAX_TESTS: usize = 24;
const MAX_TEST_FILES: usize = 8;

/// Lines of a call below its first that are read, and lines above in which what is around it is
/// looked for.
const LINES_BELOW: usize = 2;
const LINES_ABOVE: usize = 40;

/// Limit of the bytes behind a call on its line that are read.
const MAX_BEHIND: usize = 2 << 10;

/// Limit of the files that name a type whose registration is looked for, and of the bytes before it
/// that are read.
const MAX_FILES: usize = 60;
const MAX_BEFORE: usize = 200;

/// What stands before a type that is registered under a name, its group.
static REGISTERED: LazyLock<Regex> = LazyLock::new(|| {
    let before = r#"(?x)
        \w* (?i: add | bind | define | provide | put | register ) \w* \s* (?: <[^<>]*> )?
        \( \s* ["']([\w.:-]+)["'] \s* , \s* (?: new \s+ | & | :: )? \z"#;
    Regex::new(before).expect("a valid expression")
});

/// What reads an option, with its name in a group.
static OPTION: LazyLock<Regex> = LazyLock::new(|| {
    let read = r#"(?x)
        \b (?: options | opts | settings | config | configuration | flags | preferences ) \b
        (?: \(\) )? (?: \[ \s* ["'](\w+)["'] \s* \] | \??\. (\w+) \b )"#;
    Regex::new(read).expect("a valid expression")
});

/// Returns the tests that name options which the functions on the ways to a target read where they
/// call what leads there, or what the types of these are registered as, without those among the
/// rows. The target is given by its name and its type's.
///
/// # Errors
/// If the request is cancelled.
pub(super) fn tests_by_name(
    project: &Project<'_>,
    (name, container): (&str, Option<&str>),
    leading: &[Hop],
    affected: &[Affected],
) -> Result<Vec<StringTests>, Cancelled> {
    let leading = &leading[..leading.len().min(MAX_FUNCTIONS)];
    let names = leading.iter().map(|hop| hop.name.as_str()).chain(std::iter::once(name));
    let names: BTreeSet<&str> = names.collect();
    let mut wanted: Vec<(StringKind, String)> = Vec::new();
    let add = |wanted: &mut Vec<(StringKind, String)>, kind, name: String| {
        if !wanted.iter().any(|known| known.0 == kind && known.1 == name) {
            wanted.push((kind, name));
        }
    };
    for hop in leading {
        let unit = project.displayed(&hop.file).and_then(|file| project.unit(file));
        let Some(unit) = unit.filter(|unit| !unit.facts().class.is_test()) else { continue };
        let of = unit.symbols_named(&hop.name).find(|(_, symbol)| symbol.line == hop.line);
        let options = of.into_iter().flat_map(|(_, of)| options_of(unit, of, &names));
        options.for_each(|option| add(&mut wanted, StringKind::Option, option));
    }
    let types = leading.iter().filter_map(|hop| hop.container.as_deref()).chain(container);
    for of in types.collect::<BTreeSet<_>>() {
        for name in registered(project, of)? {
            add(&mut wanted, StringKind::Registered, name);
        }
    }
    let known: HashSet<(&str, usize)> = affected
        .iter()
        .filter_map(|row| Some((row.node.file.as_deref()?, row.node.line?)))
        .collect();
    let mut found: Vec<StringTests> = Vec::new();
    for (kind, name) in wanted {
        project.snapshot.cancel().check()?;
        let Some(mut tests) = naming(project, &name, kind)? else { continue };
        tests.retain(|test| !known.contains(&(&*test.file, test.line)));
        let of_kind = found.iter().filter(|found| found.kind == kind).count();
        if !tests.is_empty() && of_kind < MAX_NAMES {
            found.push(StringTests { string: name, tests, kind });
        }
    }
    Ok(found)
}

/// Returns the strings under which code outside of tests registers a type or a value of it.
fn registered(project: &Project<'_>, of: &str) -> Result<BTreeSet<String>, Cancelled> {
    let mut found = BTreeSet::new();
    let simple = simple_name(of);
    let mentions = project.mentions_in_code(simple)?;
    if mentions.files.len() > MAX_FILES {
        return Ok(found);
    }
    for mentioning in &mentions.files {
        let entry = project.entry(mentioning.file);
        let text = (!entry.class.is_test()).then(|| project.snapshot.text(&entry.path));
        let Some(Ok(text)) = text else { continue };
        for at in mentions_in_text(&text.content, simple) {
            let start = text.content.ceil_char_boundary(at.saturating_sub(MAX_BEFORE));
            let name = REGISTERED.captures(&text.content[start..at]);
            let name = name.and_then(|found| found.get(1)).map(|name| name.as_str().to_owned());
            found.extend(name.filter(|name| name.len() >= MIN_NAME));
        }
    }
    Ok(found)
}

/// Returns the options that a function reads in the statements that call what is on the way, and in
/// the heads of what is around these.
fn options_of(unit: &Unit, function: &Symbol, names: &BTreeSet<&str>) -> Vec<String> {
    let body = function.name_bytes.end..function.bytes.end;
    let first = unit.text.line_of(body.start) + 1;
    let mut lines: BTreeSet<usize> = BTreeSet::new();
    for name in names.iter().filter(|name| **name != function.name) {
        for at in mentions_in_text(&unit.content()[body.clone()], name) {
            let at = body.start + at;
            if unit.content()[at + name.len()..].starts_with('(') && !unit.names().is_text(at) {
                lines.extend(lines_of_call(unit, at, first));
            }
        }
    }
    let read = lines.into_iter().flat_map(|line| {
        let line = unit.text.quoted_line(line);
        let found = OPTION.captures_iter(&line).filter_map(|found| {
            let name = found.get(1).or_else(|| found.get(2))?;
            // A method is no option.
            let is_called = line[name.end()..].starts_with('(');
            (!is_called && tells(name.as_str())).then(|| name.as_str().to_owned())
        });
        found.collect::<Vec<_>>()
    });
    read.collect()
}

/// Returns the line of a call, the next ones on which its arguments stand, and the lines above in
/// which it is indented, from `first` on.
fn lines_of_call(unit: &Unit, call: usize, first: usize) -> Vec<usize> {
    let line = unit.text.line_of(call);
    let opened =
        |text: &str| text.matches('(').count() as isize - text.matches(')').count() as isize;
    let rest = &unit.content()[call..];
    let rest = &rest[..rest.floor_char_boundary(MAX_BEHIND)];
    let rest = rest.lines().next().unwrap_or_default();
    let (mut lines, mut open) = (vec![line], opened(rest));
    for below in line + 1..=line + LINES_BELOW {
        if open <= 0 {
            break;
        }
        open += opened(&unit.text.quoted_line(below));
        lines.push(below);
    }
    let behind = first.max(line.saturating_sub(LINES_ABOVE)) - 1;
    lines.extend(lines_around(&unit.text, behind, line).map(|(above, _)| above));
    lines
}

/// Returns whether a name is no common word.
fn tells(name: &str) -> bool {
    let inner = name.trim_matches('_');
    let has_mark = inner.contains('_') || inner.chars().skip(1).any(char::is_uppercase);
    inner.len() >= if has_mark { MIN_NAME } else { MIN_WORD }
}

/// Returns the tests that name an option, or have what is registered in a string; `None` if it is
/// too common.
fn naming(
    project: &Project<'_>,
    name: &str,
    kind: StringKind,
) -> Result<Option<Vec<FileLine>>, Cancelled> {
    let mentions = project.mentions_in_code(name)?;
    let in_tests = mentions.files.iter().map(|found| found.file);
    let in_tests: Vec<_> = in_tests.filter(|file| project.entry(*file).class.is_test()).collect();
    if in_tests.len() > MAX_TEST_FILES {
        return Ok(None);
    }
    let mut tests = Vec::new();
    for file in in_tests {
        let Some(unit) = project.unit(file) else { continue };
        let places = mentions_in_text(unit.content(), name).into_iter();
        for at in places.filter(|at| kind == StringKind::Option || unit.names().is_text(*at)) {
            let line = test_around(unit, at);
            let file = Arc::clone(&unit.entry.path.display);
            tests.extend(line.map(|line| FileLine { file, line }));
        }
    }
    tests.dedup();
    Ok((tests.len() <= MAX_TESTS).then_some(tests))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_are_read_in_many_ways() {
        let check = |code: &str, expected: Option<&str>| {
            let found = OPTION.captures(code);
            let found = found.as_ref().and_then(|found| found.get(1).or_else(|| found.get(2)));
            assert_eq!(found.map(|name| name.as_str()), expected, "{code}");
        };
        check("f(self.context.options.body_limit)", Some("body_limit"));
        check("f(this.config?.maxSize)", Some("maxSize"));
        check("f(settings['max_size'])", Some("max_size"));
        check("f(options)", None);
        check("f(my_options.size)", None);
        let registered = |before: &str| REGISTERED.captures(before).map(|of| of[1].to_owned());
        assert_eq!(
            registered("registerFunction(\"fingerprint\", new "),
            Some("fingerprint".into())
        );
        assert_eq!(registered("_keyers.put(\"ngram\", new "), Some("ngram".into()));
        assert_eq!(registered("print('fingerprint', "), None);
        assert!(tells("body_limit") && tells("maxSize") && !tells("mode") && !tells("timeout"));
    }
}
