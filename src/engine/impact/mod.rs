//! What would break if a definition changed: everything that depends on it, each dependent once, in the strongest group it
//! belongs to, with what kind of change breaks it.
//!
//! Nothing is found here that the graph does not find. Its answers (uses, callers, implementations, the users of a type's
//! members) are gathered as pieces, put together by dependent, and weighed by a stated rule.

mod assemble;
mod component;
mod gather;
mod members;
mod risk;

pub use assemble::{Affected, GroupKind, Use};
pub use risk::{Counts, Risk, Verdict};

use crate::domain::{Account, Evidence, FileLine, LevelAccount, Progress, Suggestion, SymbolKind, Visibility};
use crate::engine::graph::project::Project;
use crate::engine::graph::text::Subject;
use crate::engine::graph::{self, Answer, Answers, Mentioned, Question, syntax};
use crate::engine::target::{Definition, ResolveError};
use crate::lang::LanguageRole;
use crate::workspace::{FileClass, FileKind, Snapshot};
use component::Components;
use gather::Piece;
use std::sync::Arc;

/// Files that a note of mentions names.
const MOST_MENTIONING: usize = 5;

/// What depends on one definition.
#[derive(Debug, Clone)]
pub struct Impact {
    /// `None` where no grammar reads its definition and the text alone was searched.
    pub target: Option<Definition>,
    /// The bare name that was asked about.
    pub name: String,
    /// Whether users beyond the project may depend on it; `None` where the language does not tell.
    pub is_public: Option<bool>,
    /// The most useful first.
    pub affected: Vec<Affected>,
    pub counts: Counts,
    pub verdict: Verdict,
    /// False where not every file could be looked at, so that there may be more.
    pub is_exact: bool,
    pub evidence: Evidence,
    /// Where prose mentions the name; where nothing is affected, wherever the text does.
    pub mentions: Mentioned,
}

/// What a question came to, with the account of the name that was asked about.
#[derive(Debug, Clone)]
pub struct Response {
    pub impacts: Impacts,
    /// One for all definitions of the name; `None` where none is known.
    pub account: Option<Account>,
    /// The levels below the first.
    pub deeper: Vec<LevelAccount>,
}

/// What depends on the definitions that a target means.
#[derive(Debug, Clone)]
pub enum Impacts {
    /// One for each definition of the name, the most used first, and how many more definitions there are.
    Found(Vec<Impact>, usize),
    /// No such definition.
    None { suggestions: Vec<Suggestion>, mentions: Mentioned },
}

/// What would break if the target changed.
///
/// # Errors
/// When the target contradicts itself or the files, and when the request is cancelled.
pub async fn impact(snapshot: Arc<Snapshot>, question: Question, progress: Progress) -> Result<Response, ResolveError> {
    graph::answer(snapshot, question, move |project, question, live| {
        let depth = question.depth.max(1);
        let by_text = |subject: &Subject| Ok(subject.references(false).into_iter().map(Piece::Use).collect());
        let graph::Response { answers, account, deeper } =
            syntax::answers(project, &question.target, by_text, |groups| {
                gather::gather(project, live, groups, depth, &progress)
            })?;
        let (answers, more) = match answers {
            Answers::One(answer) => (vec![answer], 0),
            Answers::Several(answers, more) => (answers, more),
            Answers::None { suggestions, mentions } => {
                return Ok(Response { impacts: Impacts::None { suggestions, mentions }, account, deeper });
            }
        };
        let impacts = answers.into_iter().map(|answer| impact_of(project, answer));
        let impacts = Impacts::Found(impacts.collect::<Result<_, _>>()?, more);
        Ok(Response { impacts, account, deeper })
    })
    .await
}

fn impact_of(project: &Project<'_>, answer: Answer<Piece>) -> Result<Impact, ResolveError> {
    let Answer { target, name, results, is_exact, evidence, mentions, .. } = answer;
    let main = target.as_ref().map(Definition::main);
    let components = Components::of(project, main.map(|main| main.language));
    let kind = main.map(|main| main.symbol.kind);
    let affected = assemble::assemble(kind.is_some_and(SymbolKind::is_type), results, &components);
    let is_public = target.as_ref().and_then(is_public);
    let counts = Counts::of(&affected);
    let home = main.map(|main| components.component(&main.file.path.display)).unwrap_or_default();
    let verdict = risk::verdict(&affected, &home, is_public, &evidence);
    let mentions = match mentions.filter(|_| affected.is_empty()) {
        Some(everywhere) => everywhere,
        // The names of fields and variables are words like any other.
        None if kind.is_none_or(SymbolKind::has_value) => Mentioned::default(),
        None => mentions_in_prose(project, &name)?,
    };
    Ok(Impact { target, name, is_public, affected, counts, verdict, is_exact, evidence, mentions })
}

/// Whether a definition is for others, as far as its own declaration and those around it say.
fn is_public(target: &Definition) -> Option<bool> {
    let mut places = target.places.iter().map(|place| place.symbol.visibility);
    let told: Vec<Visibility> = places.by_ref().flatten().collect();
    if told.is_empty() {
        return None;
    }
    Some(told.iter().any(|visibility| matches!(visibility, Visibility::Public | Visibility::Protected)))
}

/// The prose that mentions a name.
fn mentions_in_prose(project: &Project<'_>, name: &str) -> Result<Mentioned, ResolveError> {
    let mut mentioned = Mentioned::default();
    for found in &project.mentions(name)?.files {
        let entry = project.entry(found.file as u32);
        let is_written = entry.class.without(FileClass::only(FileKind::Documentation)).is_own_code();
        let is_prose = entry.language.is_some_and(|language| language.config.role == LanguageRole::Prose) && is_written;
        if !is_prose {
            continue;
        }
        mentioned.count += found.offsets.len();
        if let Some(first) = found.offsets.first()
            && mentioned.files.len() < MOST_MENTIONING
        {
            let line = project.snapshot.text(&entry.path).map_or(1, |text| text.line_of(*first));
            mentioned.files.push(FileLine { file: Arc::clone(&entry.path.display), line });
        }
    }
    Ok(mentioned)
}
