//! Types from outside the project, in languages that name types without importing them: those that
//! no file of the project defines, and no macro of it may make.

use super::instance::apply;
use super::resolver::Resolver;
use super::types;
use crate::domain::{is_word, lock};
use crate::engine::graph::model::{Def, Local, Lookup, Value};
use crate::engine::graph::project::{Project, Unit};
use crate::workspace::Text;
use crate::workspace::names::{Expression, ExpressionId, Span, Type, TypeId};
use rustc_hash::{FxHashMap, FxHashSet};
use std::ops::Range;
use std::sync::{Arc, Mutex};

/// Number of files with a name up to which its definition is looked for.
const MAX_FILES: usize = 2_000;

/// Length of the text before a name that is looked at, in bytes.
const MAX_BEFORE: usize = 200;

/// Words before the name of what has members.
const TYPE_WORDS: [&str; 7] =
    ["class", "concept", "enum", "interface", "namespace", "struct", "union"];

/// Words in the names of macros that define what they are given.
const MACRO_WORDS: [&str; 18] = [
    "ALIAS",
    "CLASS",
    "CREATE",
    "DECL",
    "DECLARE",
    "DEF",
    "DEFINE",
    "ENUM",
    "GENERATE",
    "HANDLE",
    "HEAD",
    "IMPLEMENT",
    "MAKE",
    "POINTER",
    "PTR",
    "STRUCT",
    "TYPE",
    "TYPEDEF",
];

/// Whether names are of types from outside.
#[derive(Default)]
struct OutsideTypes(Mutex<FxHashMap<String, bool>>);

impl Resolver<'_> {
    /// Returns whether the name of a type is that of none of the project's.
    pub(super) fn is_outside_type(&self, unit: &Unit, name: &str) -> bool {
        if !unit.rules().outside_types {
            return false;
        }
        let known = self.project.fact(|_| OutsideTypes::default());
        if let Some(known) = lock(&known.0).get(name) {
            return *known;
        }
        let is_outside = is_outside(self.project, name);
        lock(&known.0).insert(name.to_owned(), is_outside);
        is_outside
    }

    /// The same for the last name of a path, which may be that of a namespace as well: those that
    /// the files do not open, a macro may.
    pub(super) fn is_outside_path(&self, unit: &Unit, name: &str) -> bool {
        name.starts_with(char::is_uppercase) && self.is_outside_type(unit, name)
    }

    /// Returns whether a bare name at a place is that of a type which no file declares, in
    /// languages in which a capital tells the names of types.
    pub(super) fn is_outside_by_capital(&self, unit: &Unit, name: &str, at: usize) -> bool {
        // Old constants are written in capitals.
        let is_like_type = || {
            let mut letters = name.chars();
            letters.next().is_some_and(char::is_uppercase)
                && (letters.clone().next().is_none() || letters.any(char::is_lowercase))
        };
        unit.rules().types_have_capitals
            && is_like_type()
            && !self.project.declares_type(name)
            && self.local(unit, name, at).is_none()
            && self.lookup_at(unit, at, name) == Lookup::Unknown
    }

    /// Returns the value of which a member is one of a generic type itself, and not of what a value
    /// of it leads to: `holder.reset()`, where `holder->reset()` may be of its argument. It is from
    /// outside unless the project has the type.
    pub(super) fn value_of_holder(
        &self,
        unit: &Arc<Unit>,
        of: ExpressionId,
        name: Span,
    ) -> Option<Value> {
        if !unit.rules().outside_types {
            return None;
        }
        // `(*holder).reset()`
        let text = unit.content();
        let before = text[..name.start as usize].trim_end();
        let is_direct =
            before.strip_suffix('.').is_some_and(|receiver| receiver.ends_with(is_word));
        let (unit, written) = is_direct.then(|| self.declared_type(unit, of)).flatten()?;
        let Type::Named { head, arguments } = unit.names().written_type(written) else {
            return None;
        };
        let holder = types::last_name(unit, head).filter(|_| !arguments.is_empty())?;
        if unit.rules().wrappers.iter().any(|wrapper| wrapper == holder) {
            let own = self.own_holder(unit, head, name.of(text));
            return Some(own.map_or(Value::External, |types| {
                let given = types.first().and_then(|of| apply(*of, unit, arguments, &None));
                Value::Instance(types, given)
            }));
        }
        // A type may inherit from its argument.
        let is_of_argument = || {
            let contents = self.contents(&Value::Written(unit.file, written, None));
            !self.members(&contents, name.of(text)).found.is_empty()
        };
        (self.is_outside_type(unit, holder) && !is_of_argument()).then_some(Value::External)
    }

    /// Returns the project's types that have a member and the name of a library's type that counts
    /// as its argument, where the path before the name or the namespace around it tells them from
    /// that.
    fn own_holder(&self, unit: &Arc<Unit>, head: ExpressionId, member: &str) -> Option<Vec<Def>> {
        let path = types::path(unit, head);
        let at = unit.names().root_name(head)?.start as usize;
        let Value::Type(found) = self.type_of_head(unit, head) else { return None };
        let is_told = match path.contains("::") {
            true => !types::begins_external(unit, path),
            false => found.iter().all(|of| self.is_in_namespace_around((unit, at), *of)),
        };
        (is_told && !self.members(&found, member).found.is_empty()).then_some(found)
    }

    /// Returns the type that the declaration of a variable or a field writes.
    pub(super) fn declared_type<'u>(
        &'u self,
        unit: &'u Arc<Unit>,
        of: ExpressionId,
    ) -> Option<(&'u Arc<Unit>, TypeId)> {
        let of_field = |types: &[Def], name: &str| {
            let field = self.field(types, name)?;
            let (unit, binding) = field.declared.first()?;
            Some((*unit, binding.origin.annotation?))
        };
        match unit.names().expression(of) {
            Expression::Name(span) => {
                let (name, at) = (span.of(unit.content()), span.start as usize);
                match self.local(unit, name, at) {
                    Some(Local::Binding(binding)) => Some((unit, binding.origin.annotation?)),
                    Some(_) => None,
                    None => {
                        let around = self.types_around(unit, at);
                        around.iter().find_map(|of| of_field(&of.types, name))
                    }
                }
            }
            Expression::Member { of, name } => match self.unnested(|| self.value_of(unit, of)) {
                Value::Instance(types, _) => of_field(&types, name.of(unit.content())),
                _ => None,
            },
            _ => None,
        }
    }
}

fn is_outside(project: &Project<'_>, name: &str) -> bool {
    let first = first_words(name);
    !may_be_defined(project, name)
        && !first.is_some_and(|first| may_be_defined(project, first))
        && !project.fact(DefiningMacros::load).may_make(name)
}

/// Returns a name without its last word, after which a macro may have made it: `Pool` of `PoolPtr`.
fn first_words(name: &str) -> Option<&str> {
    let is_mark = |letter: char| letter.is_uppercase() || letter == '_';
    let last = name.rfind(is_mark)?;
    Some(name[..last].trim_end_matches(is_mark)).filter(|first| first.len() > 1)
}

/// Returns whether the text defines a type, a namespace or a macro of a name, or gives it to a
/// macro that may do so; true as well where it is mentioned too often to tell.
fn may_be_defined(project: &Project<'_>, name: &str) -> bool {
    let Ok(mentions) = project.mentions_in_code(name) else { return true };
    let macros = project.fact(DefiningMacros::load);
    let mut asked = 0;
    mentions.files.iter().any(|found| {
        asked += 1;
        if asked > MAX_FILES || project.snapshot.cancel().is_cancelled() {
            return true;
        }
        let Ok(text) = Text::read(&project.files()[found.file as usize].path) else { return true };
        found.offsets.iter().any(|at| defines(&text.content, *at..at + name.len(), &macros))
    })
}

/// Returns whether what stands around a mention defines it.
fn defines(content: &str, name: Range<usize>, macros: &DefiningMacros) -> bool {
    let from = content.floor_char_boundary(name.start.saturating_sub(MAX_BEFORE));
    let (Some(before), Some(behind)) = (content.get(from..name.start), content.get(name.end..))
    else {
        return true;
    };
    let behind = behind.trim_start();
    let statement = before.rsplit([';', '{', '}']).next().unwrap_or_default();
    let has = |words: &[&str]| behind_last(statement, words).is_some();
    let opens = behind.starts_with(['{', '<'])
        || behind.starts_with(':') && !behind.starts_with("::")
        || behind.starts_with("final");
    // Only words of macros and attributes stand between; behind a colon or in angle brackets there
    // is a supertype or an argument.
    let is_between = |letter: char| is_word(letter) || " \t\r\n()[]\"".contains(letter);
    let is_named = |between: &str| between.replace("::", "").chars().all(is_between);
    // A type parameter: `template <class Pool, Like<Pool> Other = Store>`, `[]<class Pool>`.
    let opened = behind_last(statement, &["template"]);
    let opened = opened.or_else(|| statement.rsplit_once(']').map(|(_, opened)| opened));
    let is_behind_word = |letter: char| is_word(letter) || matches!(letter, '>' | '.');
    let is_parameter = behind.starts_with([',', '>', '='])
        && opened.is_some_and(|opened| opened.matches('<').count() > opened.matches('>').count())
        && statement.trim_end().ends_with(is_behind_word);
    is_parameter
        || opens && behind_last(statement, &TYPE_WORDS).is_some_and(is_named)
        || behind.starts_with('=') && has(&["concept", "namespace", "using"])
        || behind.starts_with([';', ',', '['])
            && behind_last(statement, &["typedef"]).is_some_and(is_balanced)
        // `typedef struct { … } Name;`
        || behind.starts_with([';', ',']) && before.trim_end().ends_with('}')
        || last_line(before).trim_start().strip_prefix('#').is_some_and(|is| is.trim() == "define")
        || behind.starts_with([',', ')']) && macros.may_define(last_line(before))
}

/// Returns whether all angle brackets of a text are closed.
fn is_balanced(text: &str) -> bool {
    text.matches('<').count() == text.matches('>').count()
}

/// Returns the text behind the last one of some words.
fn behind_last<'t>(text: &'t str, words: &[&str]) -> Option<&'t str> {
    let mut rest = text;
    loop {
        let start = rest.rfind(is_word)? + 1;
        let start = rest.ceil_char_boundary(start);
        let word = rest[..start]
            .rfind(|letter| !is_word(letter))
            .map_or(0, |at| rest.ceil_char_boundary(at + 1));
        if words.contains(&&rest[word..start]) {
            return Some(&text[start..]);
        }
        rest = &rest[..word];
    }
}

/// The macros of a project that make types.
#[derive(Default)]
struct DefiningMacros {
    /// Those whose text defines a type.
    names: FxHashSet<String>,
    /// What macros put before and behind their arguments to make a name: `Ptr` of `T##Ptr`.
    pasted: FxHashSet<String>,
}

impl DefiningMacros {
    fn load(project: &Project<'_>) -> Self {
        let mut macros = Self::default();
        let Ok(mentions) = project.mentions_in_code("define") else { return macros };
        for found in mentions.files.iter().take(MAX_FILES) {
            if project.snapshot.cancel().is_cancelled() {
                break;
            }
            let file = &project.files()[found.file as usize];
            let Ok(text) = Text::read(&file.path) else { continue };
            // Each text is read once, although it may name the word again.
            let mut end = 0;
            for at in found.offsets.iter().map(|at| at + "define".len()) {
                if at >= end {
                    end = at + macros.add(text.content.get(at..).unwrap_or_default());
                }
            }
        }
        macros
    }

    /// Adds the macro that a text behind `#define` defines, and returns the length of its text.
    fn add(&mut self, text: &str) -> usize {
        let mut ends = text.match_indices('\n').map(|(at, _)| at + 1);
        let end = ends.find(|end| !text[..*end].ends_with("\\\n")).unwrap_or(text.len());
        self.add_whole(&text[..end]);
        end
    }

    fn add_whole(&mut self, whole: &str) {
        let Some((name, rest)) = whole.trim_start().split_once('(') else { return };
        let Some((parameters, body)) = rest.split_once(')') else { return };
        if name.is_empty() || !name.chars().all(is_word) {
            return;
        }
        let words = ["class", "enum", "struct", "typedef", "union", "using"];
        if behind_last(body, &words).is_some() {
            self.names.insert(name.to_owned());
        }
        let is_parameter = |word: &str| parameters.split(',').any(|each| each.trim() == word);
        for (at, _) in body.match_indices("##") {
            let (before, behind) = (body[..at].trim_end(), body[at + 2..].trim_start());
            let before = &before[before.trim_end_matches(is_word).len()..];
            let behind = &behind[..behind.len() - behind.trim_start_matches(is_word).len()];
            for word in [before, behind] {
                if !word.is_empty() && !is_parameter(word) {
                    self.pasted.insert(word.to_owned());
                }
            }
        }
    }

    /// Returns whether a macro may put a name together.
    fn may_make(&self, name: &str) -> bool {
        let is_part = |part: &String| name.starts_with(&**part) || name.ends_with(&**part);
        self.pasted.iter().any(is_part)
    }

    /// Returns whether a text is the beginning of the call of a macro that may define what it is
    /// given: one of the project, or by its name: `DECLARE_TYPE(`.
    fn may_define(&self, line: &str) -> bool {
        let Some((head, arguments)) = line.split_once('(') else { return false };
        let is_of_macro = |letter: char| letter.is_ascii_uppercase() || letter == '_';
        let head = head.trim();
        let is_named = head.split('_').any(|word| MACRO_WORDS.contains(&word));
        (is_named && head.chars().all(is_of_macro) || self.names.contains(head))
            && !arguments.contains(['(', ')'])
    }
}

fn last_line(text: &str) -> &str {
    text.rsplit('\n').next().unwrap_or_default()
}
