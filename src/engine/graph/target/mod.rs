//! Resolution of targets (a name, a qualified name, a file and a line) to definitions.

mod attributes;
mod group;
mod imports;
mod name;
mod names;
mod overload;
mod parameter_text;
mod path;
mod position;
mod signature;

pub(in crate::engine) use group::{group, grouping};
pub(in crate::engine) use names::Names;
pub(in crate::engine::graph) use overload::{are_same, is_uncompared};
pub(in crate::engine) use position::definition_on_line;
pub use signature::Signature;

use super::project::{Def, Project};
use super::resolve::{Candidates, may_be_same};
use crate::domain::{Cancelled, Problem, Suggestion, Symbol};
use crate::lang::Language;
use crate::workspace::{FileEntry, ReadError, SourcePath, Text, WalkError};
use std::sync::Arc;

/// Most definitions of a group that are told apart.
const MAX_OVERLOADS: usize = 128;

/// Target of a request.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Target {
    /// A bare name, or a qualified name joined by `::`, `.`, `/` or `#`.
    pub symbol: Option<String>,
    /// The parameters that the symbol was written with, which tell overloads apart.
    pub signature: Option<Signature>,
    /// A file; with a symbol, a directory too.
    pub file: Option<SourcePath>,
    /// 1-based.
    pub line: Option<usize>,
}

impl Target {
    /// Returns the target of a symbol, which may be written with the types of its parameters.
    pub fn of_symbol(symbol: &str) -> Self {
        let (symbol, signature) = match signature::split(symbol) {
            Some((name, signature)) => (name, Some(signature)),
            None => (symbol.to_owned(), None),
        };
        Self { symbol: Some(symbol), signature, ..Self::default() }
    }
}

/// One location of a definition.
#[derive(Debug, Clone)]
pub struct DefinitionSite {
    pub file: FileEntry,
    pub language: &'static Language,
    pub text: Arc<Text>,
    pub symbol: Symbol,
    /// Qualified name within the file, the definition's own name last.
    pub path: Vec<String>,
}

/// A definition with all its locations: overloads, a declaration and the body, alternatives for
/// other systems.
#[derive(Debug, Clone)]
pub struct Definition {
    /// Never empty; the one with the body comes first, if any.
    pub places: Vec<DefinitionSite>,
    /// Number of overloads among them that their parameters tell apart.
    pub overloads: usize,
}

impl Definition {
    pub fn main(&self) -> &DefinitionSite {
        &self.places[0]
    }

    pub fn name(&self) -> &str {
        &self.main().symbol.name
    }

    /// Returns the name of its container.
    pub fn container(&self) -> Option<&str> {
        let DefinitionSite { symbol, path, .. } = self.main();
        let above = || path.len().checked_sub(2).map(|above| path[above].as_str());
        symbol.qualifier().or_else(above)
    }
}

/// Result of resolving a target.
#[derive(Debug, Clone)]
pub enum Resolved {
    One(Definition),
    /// Several definitions of the name, in the order of their paths.
    Several(Vec<Definition>),
    None {
        suggestions: Vec<Suggestion>,
    },
}

impl Resolved {
    /// Returns the definitions; if there are none, the nearest names as the error.
    pub fn into_definitions(self) -> Result<Vec<Definition>, Vec<Suggestion>> {
        match self {
            Self::One(definition) => Ok(vec![definition]),
            Self::Several(definitions) => Ok(definitions),
            Self::None { suggestions } => Err(suggestions),
        }
    }
}

/// Error of a target that is empty or contradicts the files.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ResolveError {
    #[error("nothing to look for")]
    Empty,
    #[error("{file} alone says too little")]
    FileAlone { file: String },
    #[error("`line` needs a `file`")]
    LineAlone { line: usize },
    #[error("{file} has {lines} lines, so there is no line {line}")]
    PastEnd { file: String, lines: usize, line: usize, nearest: String },
    #[error("line {line} of {file} is in no definition")]
    NoDefinition { file: String, line: usize, nearest: String },
    #[error("`{symbol}` does not stand on line {line} of {file}")]
    NotOnLine { symbol: String, file: String, line: usize, nearest: String },
    #[error("`{symbol}` on line {line} of {file} is the name of no definition of the project")]
    NotDefined { symbol: String, file: String, line: usize },
    #[error("line {line} of {file} imports {}", names.join(", "))]
    SeveralImports { file: String, line: usize, names: Vec<String> },
    #[error("{file} does not define `{symbol}`")]
    NotInFile { symbol: String, file: String, nearest: String },
    #[error("no `{symbol}` takes {list}; there is {there}")]
    NoOverload { symbol: String, list: String, there: String },
    #[error("{file} is in no language whose definitions spelunk can read")]
    NoSyntax { file: String },
    #[error(transparent)]
    Read(#[from] ReadError),
    #[error(transparent)]
    Walk(#[from] WalkError),
    #[error(transparent)]
    Cancelled(#[from] Cancelled),
}

impl Problem for ResolveError {
    fn hint(&self) -> Option<String> {
        Some(match self {
            Self::Empty => "give `symbol`, or `file` and `line`".to_owned(),
            Self::FileAlone { .. } => "give a `line` in it too, or a `symbol`".to_owned(),
            Self::LineAlone { line } => format!("give the file that line {line} is in"),
            Self::PastEnd { nearest, .. } => format!("the last definition is {nearest}"),
            Self::NoDefinition { nearest, .. }
            | Self::NotOnLine { nearest, .. }
            | Self::NotInFile { nearest, .. } => format!("the nearest is {nearest}"),
            Self::NotDefined { .. } => {
                "it stands in a comment or a string, in a type without a name, or comes from \
                 outside the project"
                    .to_owned()
            }
            Self::SeveralImports { .. } => "give one of them as `symbol`".to_owned(),
            Self::NoOverload { .. } => "give one of these, or the name alone".to_owned(),
            Self::NoSyntax { .. } => "give a `symbol` instead".to_owned(),
            Self::Read(_) | Self::Walk(_) | Self::Cancelled(_) => return None,
        })
    }
}

/// Result of resolving a target, as groups of the project's definitions.
pub(in crate::engine) enum Outcome {
    Groups(Vec<Vec<Def>>),
    /// Names of packages from outside the project, which an import of a file gives.
    Outside(Vec<String>),
    None(Vec<Suggestion>),
}

impl Outcome {
    fn into_resolved(self, project: &Project<'_>) -> Resolved {
        match self {
            Outcome::None(suggestions) => Resolved::None { suggestions },
            Outcome::Outside(_) => Resolved::None { suggestions: Vec::new() },
            Outcome::Groups(groups) => {
                let mut definitions: Vec<Definition> =
                    groups.iter().filter_map(|group| definition(project, group)).collect();
                if definitions.len() == 1 {
                    Resolved::One(definitions.remove(0))
                } else if definitions.is_empty() {
                    Resolved::None { suggestions: Vec::new() }
                } else {
                    Resolved::Several(definitions)
                }
            }
        }
    }
}

/// Returns the definition of a group, with its locations.
pub(in crate::engine) fn definition(project: &Project<'_>, group: &[Def]) -> Option<Definition> {
    let mut places = Vec::new();
    for def in group {
        let Some((unit, index)) = project.get(*def) else { continue };
        let path = unit.path_of(index).into_iter().map(str::to_owned).collect();
        places.push(DefinitionSite {
            file: unit.entry.clone(),
            language: unit.language,
            text: Arc::clone(&unit.text),
            symbol: unit.symbol(index).clone(),
            path,
        });
    }
    let overloads = overloads(project, group);
    (!places.is_empty()).then_some(Definition { places, overloads })
}

/// Returns the number of different overloads among definitions, up to [`MAX_OVERLOADS`].
fn overloads(project: &Project<'_>, group: &[Def]) -> usize {
    let mut first: Vec<Def> = Vec::new();
    let callable = group.iter().copied().filter(|def| project.is_callable(*def));
    for def in callable {
        if first.len() == MAX_OVERLOADS {
            break;
        }
        if !first.iter().any(|known| may_be_same(project, *known, def)) {
            first.push(def);
        }
    }
    first.len().max(1)
}

pub(in crate::engine) fn resolve_in(
    project: &Project<'_>,
    target: &Target,
) -> Result<Outcome, ResolveError> {
    let Some(signature) = &target.signature else { return resolve_name(project, target) };
    // Titles of tests and some operators have parentheses that tell no parameters.
    if is_whole_name(project, target, &signature.whole)? {
        let symbol = Some(signature.whole.clone());
        return resolve_name(project, &Target { symbol, signature: None, ..target.clone() });
    }
    let outcome = resolve_name(project, target)?;
    overload::with_signature(project, target, signature, outcome)
}

/// Returns whether a definition has a name as it is written, in the target's file if that is given.
fn is_whole_name(project: &Project<'_>, target: &Target, name: &str) -> Result<bool, ResolveError> {
    let file = target.file.as_ref().and_then(|file| project.file_of(file));
    let unit = file.and_then(|file| project.unit(file));
    match unit {
        Some(unit) => Ok(unit.symbols_named(name).next().is_some()),
        None => Ok(!project.definitions(name)?.is_empty()),
    }
}

/// Resolves a target, whatever the parameters are that it was written with.
fn resolve_name(project: &Project<'_>, target: &Target) -> Result<Outcome, ResolveError> {
    let symbol = target.symbol.as_deref().map(str::trim).filter(|symbol| !symbol.is_empty());
    if let (Some(symbol), Some(directory)) = (symbol, &target.file)
        && directory.absolute.is_dir()
    {
        return below(project, symbol, directory);
    }
    match (symbol, &target.file, target.line) {
        (None, None, None) => Err(ResolveError::Empty),
        (None | Some(_), None, Some(line)) => Err(ResolveError::LineAlone { line }),
        (None, Some(file), None) => Err(ResolveError::FileAlone { file: file.display.to_string() }),
        (None, Some(file), Some(line)) => position::at_line(project, file, line),
        (Some(symbol), Some(file), Some(line)) => {
            position::named_on_line(project, symbol, file, line)
        }
        (Some(symbol), Some(path), None) if path.absolute.is_dir() => {
            name::in_directory(project, symbol, path)
        }
        (Some(symbol), Some(file), None) => name::in_file(project, symbol, file),
        (Some(symbol), None, None) => name::anywhere(project, symbol),
    }
}

/// Returns the definitions of a qualified name that have a location below a directory.
fn below(
    project: &Project<'_>,
    symbol: &str,
    directory: &SourcePath,
) -> Result<Outcome, ResolveError> {
    let Outcome::Groups(mut groups) = name::anywhere(project, symbol)? else {
        return name::anywhere(project, symbol);
    };
    let is_below =
        |def: &Def| project.entry(def.file).path.absolute.starts_with(&directory.absolute);
    let elsewhere =
        groups.first().and_then(|group| group.first()).and_then(|def| project.get(*def));
    let nearest = elsewhere.map(|(unit, index)| {
        let symbol = unit.symbol(index);
        format!("`{}` at {}:{}", symbol.name, unit.path(), symbol.line)
    });
    groups.retain(|group| group.iter().any(is_below));
    if groups.is_empty() {
        let nearest = nearest.unwrap_or_else(|| "nowhere".to_owned());
        let file = directory.display.to_string();
        return Err(ResolveError::NotInFile { symbol: symbol.to_owned(), file, nearest });
    }
    Ok(Outcome::Groups(groups))
}

/// Returns all definitions of a name, in groups, for binding its uses.
pub(in crate::engine) fn candidates<'p, 's>(
    project: &'p Project<'s>,
    name: &str,
) -> Result<Candidates<'p, 's>, Cancelled> {
    let defs = project.definitions(name)?;
    let groups = grouping(project, name)?.numbers.clone();
    Ok(Candidates::new(project, name, defs, groups))
}
