//! Impact analysis of a change to a definition: each dependent once, in the strongest group that it
//! belongs to, with the kind of change that breaks it.
//!
//! All facts come from the graph. Its results (uses, callers, implementations, the users of a
//! type's members) are collected as pieces, merged by dependent, and rated by a documented rule.

mod assemble;
mod built;
mod component;
mod conditions;
mod doubt;
mod entries;
mod gather;
mod group_kind;
mod members;
mod options;
mod registered;
mod risk;
mod routes;
mod stand_ins;
mod strings;
mod test_search;

use assemble::TestParts;
pub use assemble::{Affected, Use};
pub use entries::EntryTests;
pub use group_kind::GroupKind;
pub use risk::{Counts, Openness, Risk, Verdict};
pub use strings::{StringKind, StringTests};

use crate::domain::{
    Account, Certainty, Evidence, FileLine, LevelAccount, Progress, Suggestion, SymbolKind,
    Visibility,
};
use crate::engine::graph::project::{Project, split_path};
use crate::engine::graph::target::{Definition, DefinitionSite, ResolveError};
use crate::engine::graph::{
    self, Answer, Answers, FrameworkEntry, GraphQuery, Mentioned, OpenUse, TestReach, pipeline,
};
use crate::lang::{LanguageRole, registry};
use crate::workspace::{FileClass, FileKind, Snapshot};
use component::Components;
use gather::{Dependents, Piece};
use std::sync::Arc;

/// Maximum number of files listed in a note on mentions.
const MAX_MENTIONING_FILES: usize = 5;

/// Maximum number of test files named after the target's file that are listed.
const MAX_BESIDE: usize = 3;

/// Dependents of one definition.
#[derive(Debug, Clone)]
pub struct Impact {
    /// `None` if its definition is in no parsed language and only the text was searched.
    pub target: Option<Definition>,
    /// Bare name of the target.
    pub name: String,
    /// Its widest visibility by its declarations; `None` if the language has none.
    pub visibility: Option<Visibility>,
    /// Most useful first.
    pub affected: Vec<Affected>,
    pub counts: Counts,
    /// How far tests that reach the target through others were looked for.
    pub test_reach: TestReach,
    /// What reaches the target and has no known caller, but a framework may call it.
    pub entries: Vec<FrameworkEntry>,
    /// Test files that are named after the target's file, if no test is known to reach it.
    pub tests_beside: Vec<Arc<str>>,
    /// Tests that name what the target or a dependent is registered for, such as a route.
    pub tests_by_entry: Vec<EntryTests>,
    /// Further tests that name strings of the target which little else has.
    pub tests_by_string: Vec<StringTests>,
    /// Routes that lead to it for which no test is known to ask, if no test is likely to reach it.
    pub routes: Vec<String>,
    pub verdict: Verdict,
    /// True if every file was searched; if false, there may be more.
    pub is_exact: bool,
    pub evidence: Evidence,
    /// Mentions of the name in prose; if nothing is affected, in any text.
    pub mentions: Mentioned,
}

/// Result of a request, with the account of the requested name.
#[derive(Debug, Clone)]
pub struct Response {
    pub impacts: Impacts,
    /// One for all definitions of the name; `None` if none is known.
    pub account: Option<Account>,
    /// The unresolved occurrences, if they are few.
    pub open: Vec<OpenUse>,
    /// Accounts of the levels below the first.
    pub deeper: Vec<LevelAccount>,
}

/// Impacts of the definitions that a target resolves to.
#[derive(Debug, Clone)]
pub enum Impacts {
    /// One for each definition of the name, the most used first, and the number of further
    /// definitions.
    Found(Vec<Impact>, usize),
    /// No such definition.
    None { suggestions: Vec<Suggestion>, mentions: Mentioned },
}

/// Returns the impact of a change to the target.
///
/// # Errors
/// If the target contradicts itself or the files, or the request is cancelled.
pub async fn impact(
    snapshot: Arc<Snapshot>,
    query: GraphQuery,
    progress: Progress,
) -> Result<Response, ResolveError> {
    let asked = query.target.file.iter().cloned().collect();
    graph::on_project(snapshot, asked, query, move |project, query, lsp_context| {
        let relation = Dependents { depth: query.depth.max(1), progress: progress.clone() };
        let graph::Response { answers, account, open, deeper, .. } =
            pipeline::answers(project, &query.target, lsp_context, &relation)?;
        let (answers, more) = match answers {
            Answers::One(answer) => (vec![answer], 0),
            Answers::Several(answers, more) => (answers, more),
            Answers::None { suggestions, mentions } => {
                return Ok(Response {
                    impacts: Impacts::None { suggestions, mentions },
                    account,
                    open,
                    deeper,
                });
            }
        };
        let impacts =
            answers.into_iter().map(|answer| impact_of(project, account.as_ref(), answer));
        let impacts = Impacts::Found(impacts.collect::<Result<_, _>>()?, more);
        Ok(Response { impacts, account, open, deeper })
    })
    .await
}

fn impact_of(
    project: &Project<'_>,
    account: Option<&Account>,
    answer: Answer<Piece>,
) -> Result<Impact, ResolveError> {
    let Answer { target, name, results, is_exact, evidence, mentions, leading, .. } = answer;
    let main = target.as_ref().map(Definition::main);
    let components = Components::of(project, main.map(|main| main.language));
    let kind = main.map(|main| main.symbol.kind);
    let tests = TestParts { project, is_whole: answer.tests.is_whole() };
    let is_type = kind.is_some_and(SymbolKind::is_type);
    let asserted = match &target {
        Some(target) if !is_type => stand_ins::asserted(project, target)?,
        _ => Vec::new(),
    };
    let pieces = (results, asserted);
    let mut affected = assemble::assemble(is_type, pieces, (&components, &tests));
    conditions::add_conditions(project, &mut affected);
    let visibility = target.as_ref().and_then(visibility);
    let openness = target.as_ref().map(|of| openness(project, of, visibility));
    let counts = Counts::of(&affected);
    let home = main.map(|main| components.component(&main.file.path.display)).unwrap_or_default();
    let doubt = match evidence.complete {
        Some(true) => None,
        _ => doubt::doubt(project, target.as_ref(), account, (&affected, is_exact))?,
    };
    let verdict = risk::verdict(&affected, &home, openness.unwrap_or_default(), doubt);
    let mentions = match mentions.filter(|_| affected.is_empty()) {
        Some(everywhere) => everywhere,
        // The names of fields and variables are too common in prose.
        None if kind.is_none_or(SymbolKind::has_value) => Mentioned::default(),
        None => mentions_in_prose(project, &name)?,
    };
    let own_file = main.filter(|_| counts.tests == 0).map(|main| &*main.file.path.display);
    let tests_beside = own_file.map(|file| tests_beside(project, file)).unwrap_or_default();
    let is_likely_test = |row: &Affected| row.is_test() && row.certainty != Certainty::Possible;
    let is_tested = affected.iter().any(is_likely_test);
    // Where tests reach it, what they ask for from afar says little more.
    let further = if is_tested { &[][..] } else { &leading };
    let entries::ByEntry { tests: tests_by_entry, unasked } =
        entries::tests_by_entry(project, target.as_ref(), &affected, further)?;
    let mut tests_by_string = strings::tests_by_string(project, target.as_ref(), &affected)?;
    let container = target.as_ref().and_then(Definition::container);
    tests_by_string.extend(options::tests_by_name(
        project,
        (&name, container),
        &leading,
        &affected,
    )?);
    let routes = if is_tested { Vec::new() } else { unasked };
    Ok(Impact {
        target,
        name,
        visibility,
        affected,
        counts,
        test_reach: answer.tests,
        entries: answer.entries,
        tests_beside,
        tests_by_entry,
        tests_by_string,
        routes,
        verdict,
        is_exact,
        evidence,
        mentions,
    })
}

/// Returns the test files that are named after a file: those of its directory, else those of
/// others.
fn tests_beside(project: &Project<'_>, path: &str) -> Vec<Arc<str>> {
    let (directory, stem) = directory_and_stem(path);
    if registry().is_common_stem(stem) {
        return Vec::new();
    }
    let is_mark = |rest: &str| {
        let word = rest.trim_matches(['_', '-', '.']);
        ["test", "tests", "spec"].iter().any(|mark| word.eq_ignore_ascii_case(mark))
    };
    let is_named_after = |other: &str| {
        other == stem
            || other.strip_prefix(stem).is_some_and(is_mark)
            || other.strip_suffix(stem).is_some_and(is_mark)
    };
    let paths =
        project.files().iter().filter(|file| file.class.is_test()).map(|file| &file.path.display);
    let named: Vec<&Arc<str>> = paths
        .filter(|other| &***other != path && is_named_after(directory_and_stem(other).1))
        .collect();
    let (beside, elsewhere): (Vec<&Arc<str>>, Vec<&Arc<str>>) =
        named.into_iter().partition(|other| directory_and_stem(other).0 == directory);
    let chosen = if beside.is_empty() { elsewhere } else { beside };
    chosen.into_iter().take(MAX_BESIDE).cloned().collect()
}

/// Splits a displayed path into the directory and the file's name up to its first dot.
fn directory_and_stem(path: &str) -> (&str, &str) {
    let (directory, file) = split_path(path);
    (directory, file.split('.').next().unwrap_or(file))
}

/// Returns the widest visibility of a definition's declarations. `None` if they have none.
fn visibility(target: &Definition) -> Option<Visibility> {
    let width = |visibility: &Visibility| match visibility {
        Visibility::Public => 0,
        Visibility::Protected => 1,
        Visibility::Internal => 2,
        Visibility::Private => 3,
    };
    // A body outside of its type says nothing: the declaration in that does.
    let is_outside =
        |place: &&DefinitionSite| place.symbol.parent.is_none() && place.symbol.container.is_some();
    let inside = || target.places.iter().filter(|place| !is_outside(place));
    let of = |place: &DefinitionSite| place.symbol.visibility;
    let declared = inside().filter_map(of).min_by_key(width);
    declared.or_else(|| target.places.iter().filter_map(of).min_by_key(width))
}

/// Returns who outside the project may use a definition. What is open to heirs is so only where
/// others can have any.
fn openness(
    project: &Project<'_>,
    target: &Definition,
    visibility: Option<Visibility>,
) -> Openness {
    match visibility {
        Some(Visibility::Public) => Openness::Public,
        Some(Visibility::Protected) => {
            let owners = doubt::defs_of(project, target).into_iter();
            let mut owners = owners.flat_map(|def| project.owner_types(def));
            let is_hidden = owners.any(|of| {
                let owner = project.get(of).map(|(unit, symbol)| unit.symbol(symbol));
                let hidden = [Some(Visibility::Private), Some(Visibility::Internal)];
                owner.is_some_and(|owner| hidden.contains(&owner.visibility))
            });
            if is_hidden { Openness::Closed } else { Openness::ToHeirs }
        }
        _ => Openness::Closed,
    }
}

/// Returns the mentions of a name in prose.
fn mentions_in_prose(project: &Project<'_>, name: &str) -> Result<Mentioned, ResolveError> {
    let mut mentioned = Mentioned::default();
    for found in &project.mentions(name)?.files {
        let entry = project.entry(found.file);
        let is_written =
            entry.class.without(FileClass::only(FileKind::Documentation)).is_own_code();
        let is_prose =
            entry.language.is_some_and(|language| language.config.role == LanguageRole::Prose)
                && is_written;
        if !is_prose {
            continue;
        }
        mentioned.count += found.offsets.len();
        if let Some(first) = found.offsets.first()
            && mentioned.files.len() < MAX_MENTIONING_FILES
        {
            let line = project.snapshot.text(&entry.path).map_or(1, |text| text.line_of(*first));
            mentioned.files.push(FileLine { file: Arc::clone(&entry.path.display), line });
        }
    }
    Ok(mentioned)
}
