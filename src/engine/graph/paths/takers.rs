//! What takes what is sent elsewhere: functions and closures by the types that are written of their
//! parameters, by the events that they are given for, and by the signals that they are connected
//! to.

use super::arms::arm_behind;
use super::calls::Calls;
use super::handed::handed_in;
use crate::domain::{Cancelled, Symbol, SymbolKind, is_word};
use crate::engine::graph::brackets::{end_before, list_before};
use crate::engine::graph::enclosing::caller_at;
use crate::engine::graph::project::{Def, FileIndex, Unit};
use crate::engine::graph::sent_values::{
    Sent, before_value, event_word, sent_in, word_before, word_behind,
};
use crate::engine::graph::taken_types::{MAX_PARAMETERS, listens};
use crate::workspace::names::{Role, Span, Use};
use std::ops::Range;
use std::sync::Arc;

/// Maximum number of files that name what is sent, and of what takes it. What is taken in more
/// places leads everywhere.
const MAX_FILES: usize = 60;
const MAX_TAKERS: usize = 8;

/// The same of what is connected to a member, which is known by its type.
const MAX_CONNECTED: usize = 200;

/// Maximum number of bytes of what a call is given.
const MAX_GIVEN: usize = 20_000;

/// What takes something that is sent: a function, or names that a closure calls or that are handed
/// over for it.
pub(super) struct Taker {
    pub(super) unit: Arc<Unit>,
    /// Where it says what it takes.
    pub(super) at: u32,
    pub(super) function: Option<Def>,
    pub(super) uses: Vec<Use>,
    /// The code of an arm, which may send further values.
    pub(super) arm: Option<Range<usize>>,
}

impl Taker {
    /// Returns what an arm sends on.
    pub(super) fn sends(&self) -> Vec<Sent> {
        let sent = self.arm.clone().map(|arm| sent_in(&self.unit, arm));
        sent.into_iter().flatten().map(|(what, _)| what).collect()
    }
}

impl Calls<'_, '_> {
    /// Returns what takes something that is sent in a file; nothing if much does.
    pub(super) fn takers(&mut self, what: &Sent, from: &Unit) -> Result<Vec<Taker>, Cancelled> {
        let mut takers = Vec::new();
        let most = match what {
            Sent::Connected(_) => MAX_CONNECTED,
            _ => MAX_TAKERS,
        };
        for (file, offsets) in self.files_with(what)? {
            self.project.snapshot.cancel().check()?;
            let entry = self.project.entry(file);
            let family = from.rules().family;
            if entry.language.is_none_or(|language| language.config.graph.family != family) {
                continue;
            }
            if !self.budget.deduct(self.project, file) {
                self.skipped.insert(file);
                continue;
            }
            let Some(unit) = self.project.unit(file) else { continue };
            for at in offsets {
                if takers.len() > most {
                    return Ok(Vec::new());
                }
                takers.extend(match what {
                    Sent::Value(name) => by_type(unit, name, at),
                    Sent::Variant { of, name } => by_arm(unit, of, name, at),
                    Sent::Event(name) => by_event(unit, name, at),
                    Sent::Signal(name, method) => by_signal(unit, name, at, method),
                    Sent::Connected(_) => by_connection(unit, at),
                });
            }
        }
        takers.dedup_by_key(|taker| (taker.unit.file, taker.function, taker.at));
        if takers.len() > most {
            takers.clear();
        }
        Ok(takers)
    }

    /// Returns the files that have the word of what is sent, with its places; none if there are
    /// many.
    fn files_with(&self, what: &Sent) -> Result<Vec<(FileIndex, Vec<usize>)>, Cancelled> {
        let found = match what {
            Sent::Event(_) => self.project.mentions(what.word())?,
            Sent::Value(_) | Sent::Variant { .. } | Sent::Signal(..) | Sent::Connected(_) => {
                self.project.mentions_in_code(what.word())?
            }
        };
        if found.files.len() > MAX_FILES {
            return Ok(Vec::new());
        }
        Ok(found.files.iter().map(|found| (found.file, found.offsets.clone())).collect())
    }
}

/// Returns what has a parameter whose type is written at a byte: a closure, or a function that is
/// known to be called with such values.
fn by_type(unit: &Arc<Unit>, name: &str, at: usize) -> Vec<Taker> {
    let text = unit.content();
    let Some(found) = unit.names().use_at(at).filter(|found| found.span.of(text) == name) else {
        return Vec::new();
    };
    let associated = by_associated_type(unit, at);
    if !associated.is_empty() {
        return associated;
    }
    let list = list_before(unit, found.span.start as usize, b"({|");
    let Some(opening) = list else { return Vec::new() };
    if !is_of_parameter(text, opening, found.span) {
        return Vec::new();
    }
    if let Some(body) = closure_body(unit, opening, found.span) {
        return vec![closure(unit, found.span.start, body)];
    }
    let is_around = |symbol: &Symbol| symbol.kind.is_callable() && symbol.name_bytes.end <= opening;
    let function = unit.enclosing(at, is_around).filter(|function| {
        let symbol = unit.symbol(*function);
        let behind = text[symbol.name_bytes.end..opening].trim();
        (behind.is_empty() || behind.starts_with('<')) && listens(unit, symbol, name)
    });
    function.map(|symbol| function_taker(unit, at, symbol)).into_iter().collect()
}

/// Returns the arm whose pattern names a variant at a byte.
fn by_arm(unit: &Arc<Unit>, of: &str, name: &str, at: usize) -> Vec<Taker> {
    let arm = arm_behind(unit, of, name, at);
    let taker = arm.map(|arm| Taker { arm: Some(arm.clone()), ..closure(unit, at as u32, arm) });
    taker.into_iter().collect()
}

/// Returns the methods of the block around a type that take it by another name: `type Event =
/// Saved;` before `fn handle(&mut self, event: Self::Event)`.
fn by_associated_type(unit: &Arc<Unit>, at: usize) -> Vec<Taker> {
    let text = unit.content();
    let Some(before) = text[..at].trim_end().strip_suffix('=') else { return Vec::new() };
    let alias = word_before(before.trim_end());
    let word = word_before(before.trim_end().strip_suffix(alias).unwrap_or_default().trim_end());
    let block = unit.enclosing(at, |symbol| symbol.kind == SymbolKind::Impl);
    let Some(block) = block.filter(|_| word == "type" && !alias.is_empty()) else {
        return Vec::new();
    };
    let path = format!("Self::{alias}");
    let takes = |(symbol, _): &(&Symbol, u32)| {
        symbol.parent == Some(block as usize)
            && symbol.kind.is_callable()
            && symbol.signature.contains(&path)
    };
    let methods = unit.symbols().iter().zip(0..).filter(takes);
    methods.map(|(_, symbol)| function_taker(unit, at, symbol)).collect()
}

/// Returns what is given to be called at an event whose name has a word at a byte.
fn by_event(unit: &Arc<Unit>, name: &str, at: usize) -> Vec<Taker> {
    let text = unit.content();
    let place = event_word(name);
    let Some(quote) = at.checked_sub(place + 1) else { return Vec::new() };
    let end = quote + 1 + name.len();
    let is_quote = |at: usize| matches!(text.as_bytes().get(at), Some(b'"' | b'\'' | b'`'));
    if text.get(quote + 1..end) != Some(name) || !is_quote(quote) || !is_quote(end) {
        return Vec::new();
    }
    let Some(before) = text[..quote].trim_end().strip_suffix('(') else { return Vec::new() };
    let listening = &unit.language.config.events.listening;
    let is_listening = listening.iter().any(|word| word == word_before(before));
    if is_listening { given_behind(unit, quote, before.len()) } else { Vec::new() }
}

/// Returns what is connected to the signal of an object whose name stands at a byte.
fn by_signal(unit: &Arc<Unit>, name: &str, at: usize, method: &str) -> Vec<Taker> {
    let text = unit.content();
    let receivers = &unit.language.config.events.receivers;
    let path = text[..at].trim_end_matches(|letter| is_word(letter) || letter == '.');
    if let Some(list) = path.trim_end().strip_suffix('(')
        && receivers.iter().any(|word| word == word_before(list))
    {
        return given_behind(unit, at, list.len());
    }
    let rest = text[at + name.len()..].trim_start();
    if !method.contains(is_word) {
        let Some(value) = rest.strip_prefix(method) else { return Vec::new() };
        let start = text.len() - value.len();
        let value = up_to(value, 0, MAX_GIVEN);
        let line = value.find(['\n', ';']).unwrap_or(value.len());
        return handing_over(unit, at, start..start + line);
    }
    let called = rest.strip_prefix('.').and_then(|rest| rest.strip_prefix(method));
    match called {
        Some(given) if given.trim_start().starts_with(['(', '{']) => {
            given_behind(unit, at, text.len() - given.trim_start().len())
        }
        _ => Vec::new(),
    }
}

/// Returns what is connected to the member that is named at a byte, the second argument of a call.
fn by_connection(unit: &Arc<Unit>, at: usize) -> Vec<Taker> {
    let text = unit.content();
    let connecting = &unit.language.config.events.connecting;
    let start = text.floor_char_boundary(at.saturating_sub(MAX_PARAMETERS));
    let (mut depth, mut before, mut of_types) = (0usize, 0, 0usize);
    for place in (start..at).rev().filter(|place| !unit.names().is_text(*place)) {
        match text.as_bytes()[place] {
            b')' | b']' | b'}' => depth += 1,
            b'[' | b'{' | b';' if depth == 0 => break,
            b'(' if depth == 0 => {
                let name = word_before(text[..place].trim_end());
                if connecting.iter().any(|word| word == name) {
                    return if before == 1 { behind_argument(unit, at, place) } else { Vec::new() };
                }
                // An argument of `SIGNAL(…)` or of a cast.
                before = 0;
            }
            b'(' | b'[' | b'{' => depth -= 1,
            // `qOverload<int, QString>(&Store::saved)`
            b'>' if of_types > 0 || text[place + 1..].starts_with(['(', ':']) => of_types += 1,
            b'<' => of_types = of_types.saturating_sub(1),
            b',' if depth == 0 && of_types == 0 => before += 1,
            _ => {}
        }
    }
    Vec::new()
}

/// Returns what the arguments hand over behind the one at a byte, of a call whose list begins at a
/// bracket.
fn behind_argument(unit: &Arc<Unit>, at: usize, opening: usize) -> Vec<Taker> {
    let text = unit.content();
    let limit = text.floor_char_boundary(opening + MAX_GIVEN.min(text.len() - opening));
    let is_text = |at: usize| unit.names().is_text(at);
    let close = end_before(text, opening + 1..limit, is_text, |_| false);
    let mut next = opening + 1;
    while next <= at {
        next = end_before(text, next..close, is_text, |byte| byte == b',') + 1;
    }
    if next < close { handing_over(unit, at, next..close) } else { Vec::new() }
}

/// Returns what a call is given in the brackets at a byte, or the function that they are in a
/// decorator of.
fn given_behind(unit: &Arc<Unit>, at: usize, opening: usize) -> Vec<Taker> {
    let is_below = |symbol: &Symbol| symbol.kind.is_callable() && symbol.name_bytes.start > at;
    if let Some(symbol) = unit.enclosing(at, is_below) {
        return vec![function_taker(unit, at, symbol)];
    }
    let text = unit.content();
    let is_behind = |byte| !matches!(byte, b' ' | b'(' | b'[' | b'{');
    let given = opening..opening + up_to(text, opening, MAX_GIVEN).len();
    let end = end_before(text, given, |at| unit.names().is_text(at), is_behind);
    handing_over(unit, at, opening..end)
}

/// Returns the names that are handed over in some code.
fn handing_over(unit: &Arc<Unit>, at: usize, code: Range<usize>) -> Vec<Taker> {
    let of = Def { file: unit.file, symbol: caller_at(unit, at).unwrap_or_default() };
    let given = handed_in(unit, Span::new(code), of);
    let uses: Vec<Use> = given.into_iter().map(|given| given.name_use).collect();
    let taker = Taker { unit: Arc::clone(unit), at: at as u32, function: None, uses, arm: None };
    if taker.uses.is_empty() { Vec::new() } else { vec![taker] }
}

fn function_taker(unit: &Arc<Unit>, at: usize, symbol: u32) -> Taker {
    let function = Some(Def { file: unit.file, symbol });
    Taker { unit: Arc::clone(unit), at: at as u32, function, uses: Vec::new(), arm: None }
}

/// Returns a closure by its body: it calls what is called there.
fn closure(unit: &Arc<Unit>, at: u32, body: Range<usize>) -> Taker {
    let uses = unit.names().uses_in(body).iter().filter(|found| found.role == Role::Call);
    Taker { unit: Arc::clone(unit), at, function: None, uses: uses.copied().collect(), arm: None }
}

/// Returns whether the type at a place is that of a parameter in a list that begins at a bracket or
/// bar: it stands behind `name:`, or before the name.
fn is_of_parameter(text: &str, opening: usize, of: Span) -> bool {
    let behind = text[of.end as usize..].trim_start();
    let behind = up_to(behind, 0, MAX_PARAMETERS);
    let arguments = behind.strip_prefix('<').and_then(|list| list.split_once('>'));
    let behind = arguments.map_or(behind, |(_, behind)| behind.trim_start());
    let behind = behind.trim_start_matches(['$', '&', '*', '.']);
    let name = word_behind(behind);
    let is_before = || {
        let next = behind[name.len()..].trim_start();
        !name.is_empty() && next.starts_with([',', ')'])
    };
    before_value(&text[opening + 1..of.start as usize]).ends_with(':') || is_before()
}

/// Returns the body of the closure whose parameters begin at a bracket or bar, one of which is of
/// the type at a place.
fn closure_body(unit: &Unit, opening: usize, of: Span) -> Option<Range<usize>> {
    let text = unit.content();
    let (bracket, behind) = (text.as_bytes()[opening], of.end as usize);
    let is_text = |at: usize| unit.names().is_text(at);
    let start = match bracket {
        b'|' => behind + up_to(text, behind, MAX_PARAMETERS).find('|')? + 1,
        // `{ event: Saved -> … }`
        b'{' => {
            let list = up_to(text, behind, MAX_PARAMETERS).split_once("->")?.0;
            let is_of_list = |letter: char| is_word(letter) || " ,:?<>.".contains(letter);
            list.chars().all(is_of_list).then_some(behind + list.len() + 2)?
        }
        _ => {
            let list = opening + 1..behind + up_to(text, behind, MAX_PARAMETERS).len();
            let close = end_before(text, list, is_text, |_| false);
            let rest = text.get(close..)?.strip_prefix(')')?.trim_start();
            // `(event: Saved): void => …`
            let result = if rest.starts_with(':') { up_to(rest, 0, MAX_PARAMETERS) } else { "" };
            let arrow = if result.is_empty() { 0 } else { result.find("=>")? };
            let is_result = !rest[..arrow].contains(['{', ';', '\n']);
            let body = rest[arrow..].strip_prefix("=>").or_else(|| rest.strip_prefix("->"))?;
            is_result.then_some(text.len() - body.len())?
        }
    };
    let is_behind = |byte: u8| bracket != b'{' && matches!(byte, b',' | b';');
    Some(start..end_before(text, start..text.len(), is_text, is_behind))
}

/// Returns the text from a byte on, of at most so many bytes.
fn up_to(text: &str, start: usize, most: usize) -> &str {
    &text[start..text.floor_char_boundary(start.saturating_add(most))]
}
