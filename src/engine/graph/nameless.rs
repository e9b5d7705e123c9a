//! Implementations without a name: anonymous types, and object literals that are written for a
//! type.

use super::answer::{Implementation, Node};
use super::enclosing::node;
use super::project::{Def, FileIndex, Project, Unit};
use super::rule::Rule;
use super::semantics;
use super::subtypes::is_in_body;
use super::target::candidates;
use super::uses::{ParseBudget, ResolvedUse, UseFilter, Uses, supertype_uses, uses};
use crate::domain::{Cancelled, Certainty, Symbol, SymbolKind};
use crate::lang::{Capture, GraphCapture, Language, QueryKind};
use crate::workspace::names::{Role, Span, Supertype};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// Implementations by file and byte offset.
type Rows = BTreeMap<(FileIndex, u32), Implementation>;

/// The anonymous types below some types, and what encloses them.
pub(super) struct Anonymous {
    pub(super) rows: Vec<(FileIndex, Implementation)>,
    /// The definitions in which they are written: methods and functions.
    pub(super) enclosing: BTreeSet<Def>,
}

/// Returns the anonymous types that extend or implement one of some types, each at the line where
/// it is made.
pub(super) fn anonymous(
    project: &Project<'_>,
    types: &[Def],
    budget: &mut ParseBudget,
) -> Result<Anonymous, Cancelled> {
    let (mut rows, mut enclosing) = (Rows::new(), BTreeSet::new());
    for of in types {
        project.snapshot.cancel().check()?;
        let Some((unit, symbol)) = project.get(*of) else { continue };
        let uses = supertype_uses(project, &unit.symbol(symbol).name, budget)?;
        for (found, certainty) in uses.of(*of) {
            let unit = &found.unit;
            if !is_anonymous(found) {
                continue;
            }
            let at = found.name_use.span;
            // A field or a constant that holds the only value of the type stands for it.
            let around = unit.enclosing(at.start as usize, |_| true);
            let runs = |symbol: u32| {
                let kind = unit.symbol(symbol).kind;
                kind.is_callable() || kind == SymbolKind::Test
            };
            match around {
                Some(symbol) if runs(symbol) => {
                    enclosing.insert(Def { file: unit.file, symbol });
                }
                Some(symbol) if !is_in_body(unit, symbol, at.start as usize) => continue,
                Some(_) | None => {}
            }
            let name = at.of(unit.content());
            let row = row(unit, at, name, certainty, Rule::Inherits);
            rows.insert((unit.file, at.start), row);
        }
        by_word(project, *of, &mut rows, budget)?;
    }
    Ok(Anonymous { rows: in_order(rows), enclosing })
}

/// Adds the types whose supertype is a word that stands for a type where they are made:
/// `Class.new(described_class)` in the tests of it.
fn by_word(
    project: &Project<'_>,
    of: Def,
    rows: &mut Rows,
    budget: &mut ParseBudget,
) -> Result<(), Cancelled> {
    let Some((unit, symbol)) = project.get(of) else { return Ok(()) };
    let name = unit.symbol(symbol).name.as_str();
    for word in semantics::of(unit.language).supertype_words() {
        let (named, worded) = (project.mentions_in_code(name)?, project.mentions_in_code(word)?);
        let worded: BTreeSet<FileIndex> = worded.files.iter().map(|found| found.file).collect();
        let mut files: Vec<FileIndex> = named.files.iter().map(|found| found.file).collect();
        files.retain(|file| worded.contains(file) && budget.deduct(project, *file));
        for unit in project.read_all(&files)? {
            let pairs = unit.names().supertypes.iter();
            for pair in pairs.filter(|pair| pair.supertype.of(unit.content()) == *word) {
                if !project.is_written_type(&unit, pair.supertype_written, of) {
                    continue;
                }
                let (certainty, rule) = (Certainty::Likely, Rule::Inherits);
                let row = match unit.symbol_named_at(pair.subtype.start as usize) {
                    Some(symbol) => Implementation::new(node(&unit, symbol), certainty, Some(rule)),
                    None => row(&unit, pair.subtype, name, certainty, rule),
                };
                // One with a name comes first.
                rows.entry((unit.file, pair.supertype.start)).or_insert(row);
            }
        }
    }
    Ok(())
}

/// Returns whether a use is the supertype of a type that is written, without a name, where its
/// value is made. In Ruby `Name = Class.new(Supertype)` has one.
fn is_anonymous(found: &ResolvedUse) -> bool {
    let pairs = found.unit.supertypes_around(found.name_use.span);
    let has_name =
        |pair: &&Supertype| found.unit.symbol_named_at(pair.subtype.start as usize).is_some();
    pairs.iter().any(|pair| pair.body.is_some() && pair.subtype == pair.supertype)
        && !pairs.iter().any(has_name)
}

/// Returns the object literals that are written for one of some types with functions. Of options
/// and other data, each value would be one.
pub(super) fn objects(
    project: &Project<'_>,
    types: &[Def],
    skipped: &mut BTreeSet<FileIndex>,
    budget: &mut ParseBudget,
) -> Result<Vec<(FileIndex, Implementation)>, Cancelled> {
    let mut rows = Rows::new();
    let mut known: BTreeMap<&str, Uses> = BTreeMap::new();
    for of in types {
        let Some((unit, symbol)) = project.get(*of) else { continue };
        if !has_objects(unit.language) || !has_functions(unit, symbol) {
            continue;
        }
        let name = unit.symbol(symbol).name.as_str();
        if !known.contains_key(name) {
            let found = uses(project, candidates(project, name)?, UseFilter::All, budget)?;
            skipped.extend(&found.skipped);
            known.insert(name, found);
        }
        let mut units: BTreeMap<FileIndex, Arc<Unit>> = BTreeMap::new();
        for (found, certainty) in known[name].of(*of) {
            if found.name_use.role == Role::Type && certainty <= Certainty::Likely {
                units.entry(found.unit.file).or_insert_with(|| Arc::clone(&found.unit));
            }
        }
        for unit in units.values() {
            project.snapshot.cancel().check()?;
            for object in project.objects_of(unit, &[*of]) {
                let row = row(unit, object, name, Certainty::Likely, Rule::WrittenFor);
                rows.insert((unit.file, object.start), row);
            }
        }
    }
    Ok(in_order(rows))
}

/// Returns whether a type that is no class has a member that is called.
fn has_functions(unit: &Unit, of: u32) -> bool {
    let kind = unit.symbol(of).kind;
    let is_function = |member: &Symbol| {
        member.parent == Some(of as usize)
            && (member.kind.is_callable() || member.signature.contains("=>"))
    };
    matches!(kind, SymbolKind::Interface | SymbolKind::Type)
        && unit.symbols().iter().any(is_function)
}

/// Returns whether a language's object literals are read.
fn has_objects(language: &Language) -> bool {
    let query = language.query(QueryKind::Graph);
    query.is_some_and(|query| query.has(Capture::Graph(GraphCapture::Object)))
}

fn in_order(rows: Rows) -> Vec<(FileIndex, Implementation)> {
    rows.into_iter().map(|((file, _), row)| (file, row)).collect()
}

/// Returns a row for what implements the type `name` at a span, with the line where it begins.
pub(super) fn row(
    unit: &Unit,
    at: Span,
    name: &str,
    certainty: Certainty,
    rule: Rule,
) -> Implementation {
    let line = unit.text.line_of(at.start as usize);
    let around = unit.enclosing(at.start as usize, |_| true);
    let path = around.map(|symbol| unit.path_of(symbol));
    let node = Node {
        name: name.to_owned(),
        kind: SymbolKind::Class,
        file: Some(Arc::clone(&unit.entry.path.display)),
        line: Some(line),
        signature: Some(unit.text.quoted_line(line)),
        container: path.map(|path| path.join(&unit.language.config.separator)),
        outer: None,
        is_test: unit.facts().class.is_test()
            || around.is_some_and(|symbol| unit.symbol(symbol).is_test),
    };
    Implementation::new(node, certainty, Some(rule))
}
