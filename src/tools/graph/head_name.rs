//! What a head tells of the definition that is asked about, beside its name and place.

use super::excerpt::find_word;
use super::qualified_name;
use crate::engine::graph::target::Definition;

/// Width of type parameters in a head, in characters; of longer ones those with a default are told.
const PARAMETERS_WIDTH: usize = 40;

/// Returns the qualified name of a definition, of a type with its type parameters if one has a
/// default, which those that use it need not write: `Signature<T = Value>`.
pub(crate) fn head_name(target: &Definition) -> String {
    let symbol = &target.main().symbol;
    let parameters = Some(&symbol.signature).filter(|_| symbol.kind.is_type());
    let parameters = parameters.and_then(|signature| defaults(signature, &symbol.name));
    format!("{}{}", qualified_name(target), parameters.unwrap_or_default())
}

/// Returns the type parameters in a signature, if one has a default.
fn defaults(signature: &str, name: &str) -> Option<String> {
    let at = find_word(signature, name)?;
    let (before, behind) = (&signature[..at], &signature[at + name.len()..]);
    // C++ writes them before the name.
    let written = before.strip_prefix("template").unwrap_or(behind).trim_start();
    let open = written.chars().next().filter(|open| matches!(open, '<' | '['))?;
    let parameters = within_brackets(written)?;
    let with_default: Vec<&str> =
        parameters.iter().copied().filter(|parameter| has_default(parameter)).collect();
    if with_default.is_empty() {
        return None;
    }
    let all = parameters.join(", ");
    let told = match all.chars().nth(PARAMETERS_WIDTH) {
        None => all,
        Some(_) if with_default.len() < parameters.len() => {
            format!("…, {}", with_default.join(", "))
        }
        Some(_) => with_default.join(", "),
    };
    let close = if open == '<' { '>' } else { ']' };
    Some(format!("{open}{told}{close}"))
}

/// Returns what stands between the commas in the brackets with which a text begins; `None` if they
/// stay open.
fn within_brackets(text: &str) -> Option<Vec<&str>> {
    let (mut depth, mut start, mut parts) = (0_usize, 1, Vec::new());
    let mut before = ' ';
    for (at, letter) in text.char_indices() {
        let is_arrow = letter == '>' && matches!(before, '=' | '-');
        match letter {
            '<' | '[' | '(' | '{' => depth += 1,
            '>' | ']' | ')' | '}' if !is_arrow => depth = depth.checked_sub(1)?,
            ',' if depth == 1 => {
                parts.push(text[start..at].trim());
                start = at + 1;
            }
            _ => {}
        }
        if depth == 0 {
            parts.push(text[start..at].trim());
            return Some(parts);
        }
        before = letter;
    }
    None
}

/// Returns whether a type parameter has a default: `T = Value`.
fn has_default(parameter: &str) -> bool {
    let is_it = |at: usize| {
        let (before, behind) = (&parameter[..at], &parameter[at + 1..]);
        !before.ends_with(['=', '<', '>', '!']) && !behind.starts_with(['=', '>'])
    };
    // That of an associated type stands in brackets: `I: Iterator<Item = T>`.
    let outside = |at: usize| {
        let before = &parameter[..at];
        let count = |marks: &[char]| before.matches(marks).count();
        let arrows = before.matches("=>").count() + before.matches("->").count();
        count(&['<', '[', '(', '{']) + arrows == count(&['>', ']', ')', '}'])
    };
    parameter.match_indices('=').any(|(at, _)| is_it(at) && outside(at))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn type_parameters_are_told_where_one_has_a_default() {
        let check = |signature: &str, expected: Option<&str>| {
            assert_eq!(defaults(signature, "Store").as_deref(), expected, "{signature}");
        };
        check("pub trait Store<T = Value>", Some("<T = Value>"));
        check("pub trait Store<K, V = ()>: Sized", Some("<K, V = ()>"));
        check("trait Store<T>", None);
        check("trait Store", None);
        check("trait Store<I: Iterator<Item = u8>>", None);
        check("trait Store<I: Fn() -> u8, T = I>", Some("<I: Fn() -> u8, T = I>"));
        check(
            "interface Store<K extends keyof Everything, V extends object = {}>",
            Some("<…, V extends object = {}>"),
        );
        check("interface Store<F extends () => void> extends Map<K = 1>", None);
        check("type Store<F = (a: number) => void> = Map<F>", Some("<F = (a: number) => void>"));
        check("type Store = Map<K>", None);
        check("template <typename T = int> class Store", Some("<typename T = int>"));
        check("template <typename T> class Store", None);
        check("class Store[T = int](Base)", Some("[T = int]"));
        check("class Store(Base, metaclass=Meta)", None);
    }
}
