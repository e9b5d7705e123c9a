//! What the code around a value does with it.

use crate::domain::is_word;
use crate::engine::graph::brackets::end_before;
use crate::engine::graph::project::Unit;
use crate::workspace::names::{Binding, Role, Span, Use};

/// Maximum number of bytes before an argument in which the beginning of its list is looked for.
const MAX_BEFORE: usize = 4_000;

/// What becomes of a value.
pub(super) enum Fate {
    /// A member of it is called.
    Called(Use),
    /// It is an argument of a call, at this place.
    Argument(Use, usize),
    /// A variable or a field is set to it.
    Set(Binding),
    /// The function around it returns it.
    Returned,
    Other,
}

/// Returns what becomes of the value of an expression.
pub(super) fn fate_of(unit: &Unit, value: Span) -> Fate {
    let text = unit.content();
    let (before, behind) =
        (text[..value.start as usize].trim_end(), text[value.end as usize..].trim_start());
    if let Some(call) = called_behind(unit, value.end as usize) {
        return Fate::Called(call);
    }
    let is_whole = behind.is_empty() || behind.starts_with([',', ';', ')', '}', ']']);
    let is_last = is_whole
        || text[value.end as usize..].trim_start_matches([' ', '\t', '\r']).starts_with('\n');
    if let Some(binding) = set_to(unit, value).filter(|_| is_last) {
        return Fate::Set(binding);
    }
    let is_behind_word =
        |word: &str| before.strip_suffix(word).is_some_and(|before| !before.ends_with(is_word));
    if is_last && (is_behind_word("return") || is_body(unit, before.len())) {
        return Fate::Returned;
    }
    if !behind.starts_with([',', ')']) {
        return Fate::Other;
    }
    argument_of(unit, before).map_or(Fate::Other, |(call, index)| Fate::Argument(call, index))
}

/// Returns the call of a member of the value that ends at a byte.
fn called_behind(unit: &Unit, end: usize) -> Option<Use> {
    let text = unit.content();
    let behind = text[end..].trim_start();
    let behind = behind.trim_start_matches(['?', '!']);
    let behind = behind.strip_prefix('.').or_else(|| behind.strip_prefix("->"))?.trim_start();
    let call = unit.names().use_at(text.len() - behind.len())?;
    (call.role == Role::Call).then_some(*call)
}

/// Returns the variable or field that is set to an expression.
fn set_to(unit: &Unit, value: Span) -> Option<Binding> {
    let names = unit.names();
    let all = names.bindings.iter().chain(&names.fields).chain(&names.assigned).chain(&names.set);
    // What a declaration with a type is set to is not recorded with it.
    let before = unit.content()[..value.start as usize].trim_end();
    let named = before.strip_suffix('=').map(str::trim_end).unwrap_or_default();
    let name = Span::new(named.trim_end_matches(is_word).len()..named.len());
    let is_named = |of: &Binding| name.start < name.end && of.name == name;
    let mut set = all.filter(|of| of.origin.value_span == value || is_named(of));
    set.next().copied().or_else(|| field_of_type(unit, name))
}

/// Returns the field of a name that the type around the name declares.
fn field_of_type(unit: &Unit, name: Span) -> Option<Binding> {
    let around = unit.enclosing(name.start as usize, |symbol| unit.is_type(symbol))?;
    let around = Span::new(unit.symbol(around).bytes.clone());
    let mut fields = unit.fields_in(name.of(unit.content()), around);
    fields.next().filter(|_| name.start < name.end).copied()
}

/// Returns whether what stands behind the sign at the end of a text is the body of a function:
/// `fun task(): Runnable = this`.
fn is_body(unit: &Unit, end: usize) -> bool {
    let text = &unit.content()[..end];
    let around = unit.enclosing(end, |symbol| symbol.kind.is_callable());
    let Some(head) = around.map(|around| unit.symbol(around).name_bytes.end) else { return false };
    let head = text.get(head..).unwrap_or_default();
    head.ends_with('=') && !head.contains('{') && head.matches('=').count() == 1
}

/// Returns the call in whose list of arguments a text ends, and at which place.
fn argument_of(unit: &Unit, before: &str) -> Option<(Use, usize)> {
    let names = unit.names();
    let bytes = before.as_bytes();
    let (mut depth, mut index) = (0_usize, 0_usize);
    let mut open = None;
    for at in (before.len().saturating_sub(MAX_BEFORE)..before.len()).rev() {
        if names.is_text(at) {
            continue;
        }
        match bytes[at] {
            b')' | b']' | b'}' => depth += 1,
            b'(' if depth == 0 => {
                open = Some(at);
                break;
            }
            b'(' | b'[' | b'{' => depth = depth.checked_sub(1)?,
            b',' if depth == 0 => index += 1,
            b';' if depth == 0 => return None,
            _ => {}
        }
    }
    let mut called = before[..open?].trim_end();
    if called.ends_with('>') {
        called = called[..called.rfind('<')?].trim_end();
    }
    // The value is the whole argument, but for the name of the parameter.
    let argument = before[open?..].rsplit([',', '(']).next()?.trim();
    let label = argument.trim_end_matches(['=', ':', ' ']);
    let is_labelled = label.len() < argument.len() && label.chars().all(is_word);
    if !argument.is_empty() && !is_labelled {
        return None;
    }
    let start = called.trim_end_matches(is_word).len();
    let call = unit.names().use_at(start)?;
    // Which parameter a label names is not looked up.
    let index = if is_labelled { usize::MAX } else { index };
    (call.role == Role::Call).then_some((*call, index))
}

/// Returns where the path begins that ends with the name at a byte: `this.task`, `pool.task`.
pub(super) fn path_start(text: &str, name: u32) -> u32 {
    let is_of_path = |letter: char| is_word(letter) || letter == '.';
    let mut start = text[..name as usize].trim_end_matches(is_of_path).len();
    if let Some(before) = text[..name as usize].strip_suffix("this->") {
        start = before.len();
    }
    start as u32
}

/// Returns where a call ends whose name ends at a byte: behind its arguments and the body of a type
/// without a name.
pub(super) fn call_end(unit: &Unit, name: usize) -> usize {
    let text = unit.content();
    let mut end = name;
    if text[end..].starts_with('<') {
        let close = text[end..].find('(').unwrap_or_default();
        end += close;
    }
    for bracket in ['(', '{'] {
        let behind = text[end..].trim_start_matches(' ');
        if behind.starts_with(bracket) {
            let start = text.len() - behind.len() + 1;
            let close =
                end_before(text, start..text.len(), |at| unit.names().is_text(at), |_| false);
            end = (close + 1).min(text.len());
        }
    }
    end
}
