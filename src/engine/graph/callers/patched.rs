//! What is patched while a test runs: by the test, by what prepares it, by what stands around it,
//! and by fixtures that it takes.

use super::given::{given_name, head};
use super::test_marks::{before_name, has_tests, prepares};
use crate::domain::{Symbol, SymbolKind, is_word};
use crate::engine::graph::project::{FileIndex, Patched, Project, Unit, split_path};
use crate::workspace::{indentation, mentions_in_text};
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;
use std::rc::Rc;
use std::sync::Arc;

/// How many fixtures may take one another.
const MAX_FIXTURES: usize = 8;

/// Number of bytes of a call, and of lines behind it, in which it is looked for that it starts.
const MAX_CALL: usize = 2_000;
const MAX_LINES_BEHIND: usize = 40;

/// Number of lines above a place in which the head of the statement around it is looked for.
const MAX_LINES_ABOVE: usize = 60;

/// What test files patch, by file.
#[derive(Default)]
pub(super) struct Patches<'p> {
    files: FxHashMap<FileIndex, Rc<InFile<'p>>>,
}

/// What a file patches outside of its tests, and its fixtures.
struct InFile<'p> {
    unit: &'p Unit,
    around: Vec<Around<'p>>,
    /// With the names by which they are taken.
    fixtures: Vec<(u32, &'p str)>,
}

/// What is patched outside of tests.
struct Around<'p> {
    patched: &'p Patched,
    by: By,
}

/// What patches something, and for which tests.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum By {
    /// Code outside of functions, for all tests of the file.
    File,
    /// A decorator of a type or code of a group, for the tests in it.
    Around(u32),
    /// What prepares tests, for those beside it.
    Preparation(u32),
    /// A fixture, for the tests that take it.
    Fixture(u32),
}

impl<'p> Patches<'p> {
    /// Returns what is patched while a test runs, by what its file and those that share their
    /// fixtures with it say.
    pub(super) fn during(
        &mut self,
        project: &'p Project<'_>,
        unit: &'p Arc<Unit>,
        test: u32,
    ) -> BTreeSet<Patched> {
        let symbol = unit.symbol(test);
        let all = unit.patches();
        let first = all.partition_point(|(at, _)| *at < symbol.bytes.start);
        let own = all[first..].iter().take_while(|(at, _)| *at < symbol.bytes.end);
        let mut patched: BTreeSet<Patched> = own.map(|(_, patched)| patched.clone()).collect();
        let files = sharing(project, unit);
        let files: Vec<Rc<InFile<'p>>> = files.into_iter().map(|file| self.in_file(file)).collect();
        if files.iter().all(|file| file.around.is_empty()) {
            return patched;
        }
        let taken = taken(&files, unit, symbol);
        for file in &files {
            let is_own = file.unit.file == unit.file;
            let holds =
                |of: u32| is_own && file.unit.symbol(of).bytes.contains(&symbol.name_bytes.start);
            let is_beside = |of: u32| match file.unit.symbol(of).parent {
                Some(parent) => u32::try_from(parent).is_ok_and(holds),
                None => true,
            };
            let lasting = file.around.iter().filter(|around| match around.by {
                By::File => is_own,
                By::Around(of) => holds(of),
                By::Preparation(of) => is_beside(of),
                By::Fixture(of) => taken.contains(&(file.unit.file, of)),
            });
            patched.extend(lasting.map(|around| around.patched.clone()));
        }
        patched
    }

    fn in_file(&mut self, unit: &'p Unit) -> Rc<InFile<'p>> {
        Rc::clone(self.files.entry(unit.file).or_insert_with(|| Rc::new(InFile::of(unit))))
    }
}

impl<'p> InFile<'p> {
    fn of(unit: &'p Unit) -> Self {
        let around = unit.patches().iter().filter_map(|(at, patched)| {
            let by = by(unit, *at)?;
            Some(Around { patched, by })
        });
        Self { unit, around: around.collect(), fixtures: fixtures(unit).collect() }
    }
}

/// Returns the file of a test, and those above it that share their fixtures.
fn sharing<'p>(project: &'p Project<'_>, unit: &'p Unit) -> Vec<&'p Unit> {
    let given = unit.language.config.tests.given.iter();
    let shared: Vec<&String> = given.flat_map(|rules| &rules.shared_by).collect();
    let mut files = vec![unit];
    let mut directory = split_path(unit.path()).0;
    while !shared.is_empty() {
        for name in &shared {
            let path = match directory {
                "" => (*name).clone(),
                directory => format!("{directory}/{name}"),
            };
            let found = project.displayed(&path).and_then(|file| project.unit(file));
            files.extend(found.map(|found| &**found).filter(|found| found.file != unit.file));
        }
        if directory.is_empty() {
            break;
        }
        directory = split_path(directory).0;
    }
    files
}

/// Returns the fixtures of a file with the names by which they are taken.
fn fixtures(unit: &Unit) -> impl Iterator<Item = (u32, &str)> {
    let scoped: Vec<_> =
        unit.language.config.tests.given.iter().filter(|rules| rules.scoped).collect();
    let symbols = (0_u32..).zip(unit.symbols()).filter(|(_, symbol)| symbol.kind.is_callable());
    symbols.filter_map(move |(index, symbol)| {
        let before = before_name(unit, symbol);
        let rules = scoped.iter().find(|rules| rules.helper.is_match(before))?;
        Some((index, given_name(rules, unit, symbol)))
    })
}

fn is_fixture(unit: &Unit, symbol: &Symbol) -> bool {
    let mut given = unit.language.config.tests.given.iter().filter(|rules| rules.scoped);
    given.any(|rules| rules.helper.is_match(before_name(unit, symbol)))
}

/// Returns the fixtures that a test takes, and those that these take.
fn taken(files: &[Rc<InFile<'_>>], unit: &Unit, test: &Symbol) -> BTreeSet<(FileIndex, u32)> {
    let mut taken = BTreeSet::new();
    let mut heads = vec![whole_head(unit, test)];
    while let Some(head) = heads.pop() {
        for file in files {
            for (fixture, name) in &file.fixtures {
                let is_named = !mentions_in_text(&head, name).is_empty();
                if is_named
                    && taken.len() < MAX_FIXTURES
                    && taken.insert((file.unit.file, *fixture))
                {
                    heads.push(whole_head(file.unit, file.unit.symbol(*fixture)));
                }
            }
        }
    }
    taken
}

fn whole_head(unit: &Unit, symbol: &Symbol) -> String {
    let (before, parameters) = head(unit, symbol);
    format!("{before}{parameters}")
}

/// Returns what patches something at a byte, if it is patched behind its end and for others.
fn by(unit: &Unit, at: usize) -> Option<By> {
    let Some(function) = unit.enclosing(at, |symbol| symbol.kind.is_callable()) else {
        let Some(of) = unit.enclosing(at, |symbol| symbol.kind.is_type()) else {
            return runs_before_all(unit, at).then_some(By::File);
        };
        return (at < unit.symbol(of).name_bytes.start).then_some(By::Around(of));
    };
    let symbol = unit.symbol(function);
    if symbol.kind == SymbolKind::Test && has_tests(unit, function) {
        return runs_before_all(unit, at).then_some(By::Around(function));
    }
    if !lasts(unit, symbol, at) {
        return None;
    }
    if prepares(unit, symbol) {
        return Some(By::Preparation(function));
    }
    is_fixture(unit, symbol).then_some(By::Fixture(function))
}

/// Returns whether code outside of functions with names runs before the tests beside it: at the top
/// of the file, or in what is given to a hook for that.
fn runs_before_all(unit: &Unit, at: usize) -> bool {
    let text = &unit.text;
    let indent = |line: usize| text.line(line).and_then(indentation);
    let line = text.line_of(at);
    let Some(depth) = indent(line).filter(|depth| *depth > 0) else { return holds(unit, at) };
    let first = line.saturating_sub(MAX_LINES_ABOVE).max(1);
    let mut above = (first..line).rev().filter(|line| indent(*line).is_some_and(|of| of < depth));
    let hooks = &unit.language.config.tests.hooks;
    above.next().is_some_and(|head| hooks.is_match(&text.quoted_line(head)))
}

/// Returns whether what is patched at the top of a file stays so: not by a block, and not by what a
/// name is only set to, which others decorate tests with.
fn holds(unit: &Unit, at: usize) -> bool {
    let text = &unit.text;
    let (content, number) = (unit.content(), text.line_of(at));
    let line = text.quoted_line(number);
    let start = content[..at].rfind('\n').map_or(0, |end| end + 1);
    let set = content[start..at].split_once('=').map(|(name, _)| name.trim());
    let is_path = |name: &&str| {
        !name.is_empty() && name.chars().all(|letter| is_word(letter) || letter == '.')
    };
    let Some(name) = set.filter(is_path) else { return !is_of_block(&line) };
    let starts = |line: usize| {
        let line = text.quoted_line(line);
        line.strip_prefix(name).is_some_and(|behind| behind.starts_with(".start("))
    };
    content[at..].starts_with(&format!("{name}."))
        || is_started(&content[at..])
        || (number + 1..=number + MAX_LINES_BEHIND)
            .any(|line| text.line(line).and_then(indentation) == Some(0) && starts(line))
}

/// Returns whether the call at the beginning of a text is one of an object that is started at once.
fn is_started(text: &str) -> bool {
    let text = &text[..text.floor_char_boundary(MAX_CALL)];
    let mut depth = 0_usize;
    let end = text.bytes().position(|byte| {
        match byte {
            b'(' => depth += 1,
            b')' => depth = depth.saturating_sub(1),
            _ => {}
        }
        byte == b')' && depth == 0
    });
    end.is_some_and(|end| text[end + 1..].trim_start().starts_with(".start("))
}

/// Returns whether a line begins a block that undoes at its end what its head does.
fn is_of_block(line: &str) -> bool {
    let line = line.strip_prefix("async ").unwrap_or(line);
    line.strip_prefix("with").is_some_and(|behind| behind.starts_with([' ', '(']))
}

/// Returns whether a byte is in the head of such a block, which may have several lines.
fn is_in_head(unit: &Unit, at: usize) -> bool {
    let text = &unit.text;
    let number = text.line_of(at);
    if is_of_block(&text.quoted_line(number)) {
        return true;
    }
    let mut depth = text.line(number).and_then(indentation).unwrap_or_default();
    let first = number.saturating_sub(MAX_LINES_ABOVE).max(1);
    for number in (first..number).rev() {
        let Some(of) = text.line(number).and_then(indentation).filter(|of| *of < depth) else {
            continue;
        };
        let line = text.quoted_line(number);
        let code = line.split('#').next().unwrap_or_default().trim_end();
        if code.ends_with(':') {
            return false;
        }
        if is_of_block(code) {
            return true;
        }
        depth = of;
    }
    false
}

/// Returns whether what a function patches at a byte is patched behind its end: not by a decorator,
/// and by a block only if it waits in that.
fn lasts(unit: &Unit, function: &Symbol, at: usize) -> bool {
    let line = unit.text.quoted_line(unit.text.line_of(at));
    let waits = || unit.content()[function.bytes.clone()].contains("yield");
    !line.starts_with('@') && (!is_in_head(unit, at) || waits())
}
