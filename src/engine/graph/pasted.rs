//! Names that macros put together from parts, as `name##_open` does: a call of the macro that gives
//! the missing part is a use of the whole name, which stands nowhere.

use super::macros::{MAX_NESTED, Macro, Macros};
use super::project::{Def, Project, Unit};
use super::rule::Rule;
use super::target::candidates;
use super::uses::{ParseBudget, UseFilter, uses};
use crate::domain::{Cancelled, Certainty, SymbolKind, is_word};
use crate::workspace::names::{Role, Span, Use};
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;
use std::sync::Arc;

/// Occurrences of a name up to which it is looked for in parts: a name that is mostly put together
/// has few.
const MAX_OCCURRENCES: usize = 12;

/// Limit of macros whose calls are searched.
const MAX_MACROS: usize = 24;

/// A macro that writes something before or behind one of its arguments.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Paste {
    name: String,
    /// The place of the argument.
    argument: usize,
    before: String,
    behind: String,
    /// True if what it makes is called, and not declared.
    is_called: bool,
}

/// A macro that calls one of its arguments with each part of a list:
/// `#define ENTRIES(X) X(foo) X(open)`.
#[derive(Debug)]
struct Listing {
    name: String,
    /// The place of the argument.
    argument: usize,
    /// The arguments of each call.
    calls: Vec<Vec<String>>,
}

/// The macros of a project that paste, and those that call others with parts.
#[derive(Default)]
struct Pastes {
    pasting: Vec<Paste>,
    listing: Vec<Listing>,
}

/// A macro, and what its argument at a place is where it makes the name that is asked for.
struct Giving<'a> {
    name: &'a str,
    argument: usize,
    given: &'a str,
    is_called: bool,
}

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
    for Giving { name, argument: place, given, is_called } in pastes.giving(name) {
        // On a line of its own, without a semicolon, a call is read as a type.
        let calls = uses(project, candidates(project, name)?, UseFilter::All, budget)?;
        for call in &calls.uses {
            project.snapshot.cancel().check()?;
            let is_macro = |def: Def| {
                let symbol = project.get(def).map(|(unit, symbol)| unit.symbol(symbol));
                symbol.is_some_and(|symbol| symbol.kind == SymbolKind::Macro)
            };
            let meanings = call.meanings.iter().filter(|meaning| is_macro(meaning.def));
            let Some(certainty) = meanings.map(|meaning| meaning.certainty).min() else { continue };
            let text = call.unit.content();
            let part = argument(text, call.name_use.span.end as usize, place);
            let Some(at) = part.filter(|at| at.of(text) == given) else { continue };
            let unit = Arc::clone(&call.unit);
            let role = if is_called { Role::Call } else { Role::Read };
            let part = Use { span: at, role, ..call.name_use };
            found.push(Pasted { unit, part, certainty, is_called });
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
        Self::of(&project.fact(Macros::load).0)
    }

    fn of(macros: &[Macro]) -> Self {
        let mut found: BTreeSet<Paste> = macros.iter().flat_map(read).collect();
        let mut newest: Vec<Paste> = found.iter().cloned().collect();
        for _ in 0..MAX_NESTED {
            let mut by_name: FxHashMap<&str, Vec<&Paste>> = FxHashMap::default();
            newest.iter().for_each(|paste| by_name.entry(&paste.name).or_default().push(paste));
            let mut more = Vec::new();
            for each in macros {
                more.extend(each.calls().flat_map(|call| {
                    let pastes = by_name.get(call.name).into_iter().flatten();
                    let handed_on = pastes.filter_map(|paste| {
                        let argument = each.place(call.arguments.get(paste.argument)?)?;
                        Some(Paste { name: each.name.clone(), argument, ..(*paste).clone() })
                    });
                    handed_on.collect::<Vec<Paste>>()
                }));
            }
            more.retain(|paste| found.insert(paste.clone()));
            if more.is_empty() {
                break;
            }
            newest = more;
        }
        let listing = macros.iter().flat_map(listings).collect();
        Self { pasting: found.into_iter().collect(), listing }
    }

    /// Returns the macros that make a name, each with the argument by which it does.
    fn giving<'a>(&'a self, name: &'a str) -> Vec<Giving<'a>> {
        let making = self.pasting.iter().filter_map(|paste| Some((paste, part_of(paste, name)?)));
        let making: Vec<(&Paste, &str)> = making.take(MAX_MACROS).collect();
        let direct = making.iter().map(|(paste, part)| Giving {
            name: &paste.name,
            argument: paste.argument,
            given: part,
            is_called: paste.is_called,
        });
        let listed = making.iter().flat_map(|(paste, part)| {
            let has_part = move |call: &Vec<String>| {
                call.get(paste.argument).is_some_and(|argument| argument == part)
            };
            let of = self.listing.iter().filter(move |of| of.calls.iter().any(has_part));
            of.map(|of| Giving {
                name: &of.name,
                argument: of.argument,
                given: &paste.name,
                is_called: paste.is_called,
            })
        });
        direct.chain(listed).take(MAX_MACROS).collect()
    }
}

/// Returns the parameters that a macro calls, with what it gives them.
fn listings(of: &Macro) -> Vec<Listing> {
    let mut found: Vec<Listing> = Vec::new();
    for call in of.calls() {
        let Some(argument) = of.place(call.name) else { continue };
        let given = call.arguments.iter().map(|&given| given.to_owned()).collect();
        match found.iter_mut().find(|listing| listing.argument == argument) {
            Some(listing) => listing.calls.push(given),
            None => found.push(Listing { name: of.name.clone(), argument, calls: vec![given] }),
        }
    }
    found
}

/// Returns what a macro pastes.
fn read(of: &Macro) -> Vec<Paste> {
    let pastes = joined(&of.body).filter_map(|joined| {
        let paste = paste(of, &joined.parts)?;
        Some(Paste { is_called: joined.is_called(), ..paste })
    });
    pastes.collect()
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
fn paste(of: &Macro, parts: &[&str]) -> Option<Paste> {
    let mut given = parts.iter().enumerate().filter_map(|(at, part)| Some((at, of.place(part)?)));
    let ((at, argument), None) = (given.next()?, given.next()) else { return None };
    let (before, behind) = (parts[..at].concat(), parts[at + 1..].concat());
    let is_part = before.len() + behind.len() > 0;
    is_part.then(|| Paste { name: of.name.clone(), argument, before, behind, is_called: false })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: &[(usize, &str, &str)]) {
        let found = Macro::read(text).map(|of| read(&of)).unwrap_or_default();
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
    fn what_is_handed_on_and_listed_is_pasted() {
        let texts = [
            " MAKE(name) make(Class(name))",
            " TWO(a, name) MAKE(name)",
            " Class(name) name##_class",
            " ENTRIES(X, y) X(foo, 1) X(open, 2)",
        ];
        let macros: Vec<Macro> = texts.iter().filter_map(|text| Macro::read(text)).collect();
        let pastes = Pastes::of(&macros);
        let giving = |name: &'static str| {
            let all = pastes.giving(name).into_iter();
            all.map(|of| (of.name, of.argument, of.given)).collect::<Vec<_>>()
        };
        let direct = [("Class", 0, "Panel"), ("MAKE", 0, "Panel"), ("TWO", 1, "Panel")];
        assert_eq!(giving("Panel_class"), direct);
        assert!(giving("open_class").contains(&("ENTRIES", 0, "Class")));
        assert_eq!(giving("Panel_other"), []);
    }

    #[test]
    fn what_is_declared_is_not_called() {
        let is_called = |text: &str| {
            let pastes = Macro::read(text).map(|of| read(&of)).unwrap_or_default();
            pastes.iter().map(|of| of.is_called).collect::<Vec<_>>()
        };
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
