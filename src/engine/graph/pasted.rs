//! Names that macros put together from parts, as `name##_open` does: a call of the macro that gives
//! the missing part is a use of the whole name, which stands nowhere.

use super::project::{Def, Project, Unit};
use super::rule::Rule;
use super::target::candidates;
use super::uses::{ParseBudget, UseFilter, uses};
use crate::domain::{Cancelled, Certainty, SymbolKind, is_word};
use crate::workspace::names::{Role, Span, Use};
use std::collections::BTreeSet;
use std::sync::Arc;

/// Occurrences of a name up to which it is looked for in parts: a name that is mostly put together
/// has few.
const MAX_OCCURRENCES: usize = 12;

/// Limit of files with macros that are read, and of macros whose calls are searched.
const MAX_FILES: usize = 2_000;
const MAX_MACROS: usize = 24;

/// A macro that writes something before or behind one of its arguments.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Paste {
    name: String,
    /// The place of the argument.
    argument: usize,
    before: String,
    behind: String,
    /// True if what it makes is called, and not declared.
    is_called: bool,
}

/// The macros of a project that paste.
#[derive(Default)]
struct Pastes(Vec<Paste>);

/// A part of a name that is given to a macro, and how certain it is that it is one.
pub(super) struct Pasted {
    pub(super) unit: Arc<Unit>,
    pub(super) part: Use,
    pub(super) certainty: Certainty,
    /// True if the macro calls what it makes.
    pub(super) is_called: bool,
}

impl Pasted {
    pub(super) const RULE: Rule = Rule::Pasted;
}

/// Returns the parts of a name that calls of macros give, from which those make it, if the
/// definitions are in a language whose macros do so.
pub(super) fn pasted(
    project: &Project<'_>,
    name: &str,
    groups: &[Vec<Def>],
    budget: &mut ParseBudget,
) -> Result<Vec<Pasted>, Cancelled> {
    let pastes_names = |def: &Def| project.get(*def).is_some_and(|(unit, _)| unit.rules().pasting);
    let mut found = Vec::new();
    if !groups.iter().flatten().any(pastes_names) {
        return Ok(found);
    }
    let mentions = project.mentions_in_code(name)?;
    if mentions.files.iter().map(|file| file.offsets.len()).sum::<usize>() > MAX_OCCURRENCES {
        return Ok(found);
    }
    let pastes = project.fact(Pastes::load);
    let making = pastes.0.iter().filter_map(|paste| Some((paste, part_of(paste, name)?)));
    for (paste, part) in making.take(MAX_MACROS) {
        let calls = uses(project, candidates(project, &paste.name)?, UseFilter::Calls, budget)?;
        for call in &calls.uses {
            project.snapshot.cancel().check()?;
            let is_macro = |def: Def| {
                let symbol = project.get(def).map(|(unit, symbol)| unit.symbol(symbol));
                symbol.is_some_and(|symbol| symbol.kind == SymbolKind::Macro)
            };
            let meanings = call.meanings.iter().filter(|meaning| is_macro(meaning.def));
            let Some(certainty) = meanings.map(|meaning| meaning.certainty).min() else { continue };
            let text = call.unit.content();
            let given = argument(text, call.name_use.span.end as usize, paste.argument);
            let Some(at) = given.filter(|at| at.of(text) == part) else { continue };
            let unit = Arc::clone(&call.unit);
            let role = if paste.is_called { Role::Call } else { Role::Read };
            let part = Use { span: at, role, ..call.name_use };
            found.push(Pasted { unit, part, certainty, is_called: paste.is_called });
        }
    }
    found.sort_by_key(|found| (found.unit.file, found.part.span, !found.is_called));
    found.dedup_by_key(|found| (found.unit.file, found.part.span));
    Ok(found)
}

/// Returns the part of a name that an argument of a macro has to be for the macro to make it.
fn part_of<'n>(paste: &Paste, name: &'n str) -> Option<&'n str> {
    let part = name.strip_prefix(&*paste.before)?.strip_suffix(&*paste.behind)?;
    (!part.is_empty() && part.len() < name.len()).then_some(part)
}

/// Returns an argument of the call of a macro whose name ends at a byte.
fn argument(text: &str, end: usize, place: usize) -> Option<Span> {
    let rest = text.get(end..)?;
    let inner = rest.trim_start().strip_prefix('(')?;
    let start = end + rest.len() - rest.trim_start().len() + 1;
    let (mut depth, mut count, mut from) = (0_usize, 0, start);
    for (at, byte) in inner.bytes().enumerate() {
        let is_end = depth == 0 && matches!(byte, b',' | b')');
        match byte {
            _ if is_end && count == place => {
                let given = text.get(from..start + at)?;
                let name = given.trim();
                let from = from + given.len() - given.trim_start().len();
                return (!name.is_empty()).then(|| Span::new(from..from + name.len()));
            }
            b')' if depth == 0 => return None,
            b',' if depth == 0 => (count, from) = (count + 1, start + at + 1),
            b'(' => depth += 1,
            b')' => depth -= 1,
            b';' | b'{' => return None,
            _ => {}
        }
    }
    None
}

impl Pastes {
    fn load(project: &Project<'_>) -> Self {
        let mut found = BTreeSet::new();
        let Ok(mentions) = project.mentions_in_code("define") else { return Self::default() };
        for mention in mentions.files.iter().take(MAX_FILES) {
            let entry = project.entry(mention.file);
            if entry.language.is_none_or(|of| !of.config.graph.pasting) {
                continue;
            }
            let Ok(text) = project.snapshot.text(&entry.path) else { continue };
            if !text.content.contains("##") {
                continue;
            }
            for at in &mention.offsets {
                let is_directive = text.content[..*at].trim_end_matches([' ', '\t']).ends_with('#');
                if is_directive {
                    found.extend(read(&text.content[at + "define".len()..]));
                }
            }
        }
        Self(found.into_iter().collect())
    }
}

/// Returns what the macro pastes that a text behind `#define` defines.
fn read(text: &str) -> Vec<Paste> {
    let mut ends = text.match_indices('\n').map(|(at, _)| at);
    let end = ends.find(|end| !text[..*end].trim_end_matches('\r').ends_with('\\'));
    let whole = &text[..end.unwrap_or(text.len())];
    let Some((name, rest)) = whole.trim_start().split_once('(') else { return Vec::new() };
    let Some((parameters, body)) = rest.split_once(')') else { return Vec::new() };
    if name.is_empty() || !name.chars().all(is_word) {
        return Vec::new();
    }
    let parameters: Vec<&str> = parameters.split(',').map(str::trim).collect();
    joined(body)
        .filter_map(|joined| {
            let paste = paste(name, &parameters, &joined.parts)?;
            Some(Paste { is_called: joined.is_called(), ..paste })
        })
        .collect()
}

/// Words that `##` joins, with what stands before and behind them.
struct Joined<'t> {
    before: &'t str,
    parts: Vec<&'t str>,
    behind: &'t str,
}

impl Joined<'_> {
    /// Returns whether the whole is called: a type before it declares it.
    fn is_called(&self) -> bool {
        let before = self.before.trim_end_matches([' ', '\t', '\n', '\r', '\\']);
        let word = &before[before.trim_end_matches(is_word).len()..];
        let is_statement = word.is_empty() || matches!(word, "return" | "else" | "do");
        self.behind.trim_start().starts_with('(') && is_statement && !before.ends_with('*')
    }
}

/// Returns the words of a macro's body that `##` joins.
fn joined(body: &str) -> impl Iterator<Item = Joined<'_>> {
    let mut from = 0;
    std::iter::from_fn(move || {
        let at = from + body[from..].find("##")?;
        let head = body[from..at].trim_end();
        let start = from + head.trim_end_matches(is_word).len();
        let mut parts = vec![&body[start..from + head.len()]];
        let mut behind = &body[at..];
        while let Some(next) = behind.trim_start_matches([' ', '\t']).strip_prefix("##") {
            let next = next.trim_start();
            let word = &next[..next.len() - next.trim_start_matches(is_word).len()];
            parts.push(word);
            behind = &next[word.len()..];
        }
        from = body.len() - behind.len();
        Some(Joined { before: &body[..start], parts, behind })
    })
}

/// Returns how a macro makes a name of some parts, of which one alone is an argument.
fn paste(name: &str, parameters: &[&str], parts: &[&str]) -> Option<Paste> {
    let place = |part: &str| parameters.iter().position(|parameter| *parameter == part);
    let mut given = parts.iter().enumerate().filter_map(|(at, part)| Some((at, place(part)?)));
    let ((at, argument), None) = (given.next()?, given.next()) else { return None };
    let (before, behind) = (parts[..at].concat(), parts[at + 1..].concat());
    let is_part = before.len() + behind.len() > 0;
    is_part.then(|| Paste { name: name.to_owned(), argument, before, behind, is_called: false })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: &[(usize, &str, &str)]) {
        let found = read(text);
        let found: Vec<(usize, &str, &str)> =
            found.iter().map(|of| (of.argument, &*of.before, &*of.behind)).collect();
        assert_eq!(found, expected, "{text}");
    }

    #[test]
    fn what_macros_paste_is_read() {
        check(" APPLY(name) name##_impl(1)\n other##_x", &[(0, "", "_impl")]);
        check(" TEST(a, name) \\\n  int run_ ## name ## _test(void)\n", &[(1, "run_", "_test")]);
        check(" BOTH(a, b) a##b\n", &[]);
        check(" PLAIN run_##x\n", &[]);
        check(" TWO(x) one_##x + x##_two\n", &[(0, "one_", ""), (0, "", "_two")]);
    }

    #[test]
    fn what_is_declared_is_not_called() {
        let is_called = |text: &str| read(text).iter().map(|of| of.is_called).collect::<Vec<_>>();
        assert_eq!(
            is_called(" A(n) { return n##_f(1); n##_g (2); other(n##_h); }"),
            [true, true, false]
        );
        assert_eq!(is_called(" A(n) static int n##_f(int x);"), [false]);
    }

    #[test]
    fn an_argument_of_a_call_is_found() {
        let text = "APPLY (f(a, b), name )";
        assert_eq!(argument(text, 5, 1).map(|at| at.of(text)), Some("name"));
        assert_eq!(argument(text, 5, 2), None);
        assert_eq!(argument("APPLY;", 5, 0), None);
    }
}
