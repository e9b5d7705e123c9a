//! Explanation of uses that are bound to no definition of their name.

use super::{Accounter, Bucket, Other as InAccount, is_whole_text};
use crate::domain::{Symbol, SymbolKind, is_word};
use crate::engine::graph::marks::{is_behind_escaped_end, is_behind_line_end};
use crate::engine::graph::project::{Def, Unit};
use crate::engine::graph::resolve::{Candidates, Other, Resolution, imports_binding, is_imported};
use crate::workspace::names::{Qualifier, Role, Span, Use};
use std::ops::Range;
use std::sync::Arc;

/// Certain meaning of a use that refers to none of the candidate definitions.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(in crate::engine::graph) enum Explanation {
    /// Another definition.
    Definition(Def),
    /// A parameter or variable of a function.
    Local,
    /// A name from a module outside the project.
    External(String),
    /// A member of a value or type from outside the project.
    ExternalMember,
    /// A module of the project.
    Module,
    Label,
    /// The name of what is given a value: in a literal, or before an argument.
    Key,
    /// A word of the language: `type` before the name of one.
    Keyword,
    /// A variable whose mark tells it from other names: `@name`.
    Marked,
    /// A name that the file neither defines nor imports.
    Predefined,
    /// A use of a form that the language does not look up among definitions such as the target's.
    Apart,
    /// A call with a number of arguments that the target does not take.
    Miscounted,
    /// A call with arguments of types that the target does not take.
    OtherTypes,
    /// A call with other labels than the target's.
    Labelled,
    /// A use in a package that does not use the target's.
    OutOfReach,
    /// A use in a file that does not see the target: it is not exported, or its header keeps it to
    /// its own.
    Unseen,
    /// A part of a name in which a hyphen or the like may stand.
    LongerName,
}

impl Explanation {
    pub(super) fn description(&self) -> String {
        match self {
            Explanation::Definition(_) => "other definitions".to_owned(),
            Explanation::Local => "local variables".to_owned(),
            Explanation::External(module) => format!("from {module}"),
            Explanation::ExternalMember => "of values from outside".to_owned(),
            Explanation::Module => "modules".to_owned(),
            Explanation::Label => "labels".to_owned(),
            Explanation::Key => "keys".to_owned(),
            Explanation::Keyword => "words of the language".to_owned(),
            Explanation::Marked => "variables with a mark".to_owned(),
            Explanation::Predefined => "built in or global".to_owned(),
            Explanation::Apart => "of another kind".to_owned(),
            Explanation::Miscounted => "with other numbers of arguments".to_owned(),
            Explanation::OtherTypes => "with arguments of other types".to_owned(),
            Explanation::Labelled => "with other labels".to_owned(),
            Explanation::OutOfReach => "in packages that do not use it".to_owned(),
            Explanation::Unseen => "in files that cannot see it".to_owned(),
            Explanation::LongerName => "parts of longer names".to_owned(),
        }
    }
}

impl Accounter<'_, '_, '_> {
    /// Classifies an occurrence in a file that was parsed for the question. What stands in code
    /// that the grammar could not read is explained by nothing but a definition.
    pub(super) fn of_parsed(&self, unit: &Arc<Unit>, name: &str, at: usize) -> Bucket {
        match self.of_read(unit, name, at) {
            Bucket::Other(InAccount::Explained(_) | InAccount::OfOtherRole(_))
                if unit.names().is_unread(at) =>
            {
                self.unresolved(unit, at)
            }
            bucket => bucket,
        }
    }

    /// Classifies an occurrence in a parsed file that is no use of the name.
    pub(super) fn without_use(&self, unit: &Arc<Unit>, name: &str, at: usize) -> Bucket {
        let word = Span::new(at..at + name.len());
        if unit.names().is_in_longer_name(unit.content(), &word.range())
            || is_of_another_name(unit, at)
            || is_in_defined_name(unit, &word.range())
        {
            return Bucket::Other(InAccount::Explained(Explanation::LongerName));
        }
        match unit.names().is_text(at) {
            true if may_be_code(unit, at) => self.unresolved(unit, at),
            true if is_whole_text(unit, at, name) => Bucket::Quoted(self.place(unit, at)),
            true => Bucket::Text,
            false if is_behind_mark(unit, at, name) => {
                Bucket::Other(InAccount::Explained(Explanation::Marked))
            }
            false
                if unit.names().keywords.binary_search(&word).is_ok()
                    || is_reserved(unit, at, name) =>
            {
                Bucket::Other(InAccount::Explained(Explanation::Keyword))
            }
            false => self.unresolved(unit, at),
        }
    }
}

/// Returns whether a sign before a word makes another name of it: `~Pool`.
pub(super) fn is_of_another_name(unit: &Unit, at: usize) -> bool {
    let signs = &unit.rules().name_signs;
    !signs.is_empty() && unit.content()[..at].ends_with(|letter| signs.contains(letter))
}

/// Returns whether a word is a part of the name of a definition: `def "a pool is full"()`.
fn is_in_defined_name(unit: &Unit, word: &Range<usize>) -> bool {
    let is_in_name = |symbol: &Symbol| {
        symbol.name_bytes.start <= word.start
            && word.end <= symbol.name_bytes.end
            && symbol.name_bytes.len() > word.len()
    };
    unit.enclosing(word.start, is_in_name).is_some()
}

/// Returns whether a word that is no use is one of the language's. Behind a sign it may be the name
/// of a member all the same: `store.delete`.
fn is_reserved(unit: &Unit, at: usize, name: &str) -> bool {
    let before = unit.content()[..at].trim_end();
    unit.language.config.keywords.iter().any(|word| word == name)
        && !before.ends_with(['.', '#', '@', '$', '&', '`'])
        && !["::", "->"].iter().any(|sign| before.ends_with(sign))
}

/// Returns whether what the grammar takes for a comment or string may have ended before.
fn may_be_code(unit: &Unit, at: usize) -> bool {
    is_behind_line_end(unit.content(), at)
        || unit.rules().escapes_end_texts && is_behind_escaped_end(unit.content(), at)
}

/// Returns the meaning of a use without a definition; `None` if no rule explains it.
pub(in crate::engine::graph) fn explain(
    candidates: &Candidates<'_, '_>,
    unit: &Arc<Unit>,
    found: &Use,
) -> Option<Explanation> {
    let is_bare =
        found.qualifier == Qualifier::None && !matches!(found.role, Role::Key | Role::Argument);
    // What is set is no built-in name, but may be a member: the key of a literal.
    let is_open =
        is_bare && (found.role == Role::Write || candidates.may_be_of_receiver(unit, found));
    match candidates.resolve(unit, found) {
        Resolution::Definitions(meanings) => {
            let certain = meanings.iter().find(|found| found.rules_others_out());
            certain.map(|found| Explanation::Definition(found.def))
        }
        Resolution::Other(Other::Definition(def)) => Some(Explanation::Definition(def)),
        Resolution::Other(Other::Local) => Some(Explanation::Local),
        Resolution::Other(Other::Module) => Some(Explanation::Module),
        Resolution::Other(Other::Label) if found.role == Role::Key => Some(Explanation::Key),
        Resolution::Other(Other::Label) => Some(Explanation::Label),
        Resolution::Other(Other::Apart) => Some(Explanation::Apart),
        Resolution::External(Some(module)) => Some(Explanation::External(module)),
        Resolution::External(None) | Resolution::Unresolved if is_open => None,
        Resolution::External(None) if is_bare => Some(outside(unit, found)),
        // A value of the project may be set by another of its members.
        Resolution::External(None) if candidates.is_set_apart(unit, found) => {
            Some(Explanation::Apart)
        }
        Resolution::External(None) => Some(Explanation::ExternalMember),
        // A name imported from a module that is not found is not built in.
        Resolution::Unresolved
            if is_bare
                && found.role != Role::Import
                && !candidates.are_too_many()
                && !unit.rules().open_files
                && !candidates.has_open_wildcard(unit)
                && !is_imported(unit, found.span.of(unit.content())) =>
        {
            Some(Explanation::Predefined)
        }
        Resolution::Unresolved => None,
    }
}

/// Returns the meaning of a name from outside the project: the module that the file imports it
/// from, if it does.
fn outside(unit: &Unit, found: &Use) -> Explanation {
    let import = imports_binding(unit, found.span.of(unit.content())).next();
    import.map_or(Explanation::Predefined, |import| Explanation::External(import.module.clone()))
}

/// Returns whether a name is that of a variable without its mark: `name` of `@name`.
pub(super) fn is_behind_mark(unit: &Unit, at: usize, name: &str) -> bool {
    let before = &unit.content()[..at];
    let is_mark = |letter| unit.rules().marks.contains(letter);
    let marks = before.len() - before.trim_end_matches(is_mark).len();
    let marked = unit.names().use_at(at - marks).filter(|_| marks > 0);
    marked.is_some_and(|found| found.span.end as usize == at + name.len())
}

/// Returns whether a name stands behind another one, as that of a variable behind its type:
/// `Locker lock(&mutex)`. A macro may stand before a call.
pub(super) fn is_behind_type(unit: &Unit, at: usize) -> bool {
    let line = unit.content()[..at].rsplit('\n').next().unwrap_or_default();
    let before = line.trim_end();
    let start = before.trim_end_matches(is_word).len();
    let word = &before[start..];
    before.len() < line.len()
        && word.contains(char::is_lowercase)
        && !unit.language.config.keywords.iter().any(|keyword| keyword == word)
}

/// Returns whether a name stands behind a colon in the body of a macro, where no header is parsed:
/// `struct Item : public lib::Name`.
pub(super) fn may_be_header_of_macro(unit: &Unit, at: usize) -> bool {
    let is_path = |letter: &char| letter.is_alphanumeric() || "_: \t".contains(*letter);
    let before: Vec<char> = unit.content()[..at].chars().rev().take_while(is_path).collect();
    let colons = before.split(|letter| *letter != ':').filter(|colons| !colons.is_empty());
    let is_in_macro = || unit.enclosing(at, |symbol| symbol.kind == SymbolKind::Macro).is_some();
    colons.into_iter().any(|colons| colons.len() == 1) && is_in_macro()
}

/// Returns whether a name stands with what it takes where a macro makes a string of both:
/// `SLOT(update())`.
pub(super) fn is_in_signature(unit: &Unit, at: usize) -> bool {
    let before = unit.content()[..at].trim_end();
    let Some(before) = before.strip_suffix('(').map(str::trim_end) else { return false };
    let word = &before[before.trim_end_matches(is_word).len()..];
    unit.language.config.events.naming.iter().any(|naming| naming == word)
}
