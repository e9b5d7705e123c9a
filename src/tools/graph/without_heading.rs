//! Headers of types without what the question says: the supertype that was asked about.

use super::excerpt::find_word;
use super::signatures::{behind_closing, in_container, short_header};
use crate::domain::{SymbolKind, is_word};
use crate::engine::graph::Node;

/// Words and marks between which the supertypes of a header stand.
const CLAUSES: [&str; 5] = ["extends", "implements", "with", ":", "<"];

/// Words before a supertype that say how it is inherited.
const BESIDE: [&str; 2] = ["public ", "virtual "];

/// Length of the type arguments of the supertype that are told, in bytes.
const MAX_ARGUMENTS: usize = 60;

/// Returns the signature as `short_signature` does, but of a type without the supertype that a
/// heading names.
pub(crate) fn without_heading(node: &Node, supertype: &str) -> String {
    let short = short_header(node);
    let shorter = without_supertype(&short, node, supertype);
    in_container(node, shorter.unwrap_or(short))
}

/// Returns the short header of a type or an `impl` without the supertype `name`, of others the
/// first with the number of the rest: `class Sub (also Closeable +2)`. `None` if it does not name
/// that, or with type arguments that tell more, or if it has other parts.
fn without_supertype(header: &str, node: &Node, name: &str) -> Option<String> {
    if node.kind == SymbolKind::Impl {
        let rest = header.strip_prefix("impl ")?.strip_prefix(name)?;
        return rest.starts_with(" for ").then(|| rest.trim_start().to_owned());
    }
    if !node.kind.is_type() || header.ends_with('…') {
        return None;
    }
    let end = find_word(header, &node.name)? + node.name.len();
    let end = end + type_arguments(&header[end..])?;
    let (head, listed) =
        match header[end..].strip_prefix('(').map(|list| (list, behind_closing(list))) {
            None => (end, clauses(&header[end..])?),
            Some((list, Some(""))) => (end, items(&list[..list.len() - 1])?),
            Some((_, behind)) => {
                let head = header.len() - behind?.len();
                (head, clauses(behind?)?)
            }
        };
    let (own, others): (Vec<&str>, Vec<&str>) =
        listed.into_iter().partition(|item| is_named(item, name));
    if own.len() != 1 {
        return None;
    }
    let head = match arguments_in(node, name, &header[..head]) {
        Some(arguments) => format!("{} of {arguments}", &header[..head]),
        None => header[..head].to_owned(),
    };
    Some(match others.as_slice() {
        [] => head,
        [other] => format!("{head} (also {other})"),
        [other, rest @ ..] => format!("{head} (also {other} +{})", rest.len()),
    })
}

/// Returns the type arguments with which a header names a supertype, unless they are long, or
/// nothing but the parameters of the type, of which `head` is the name with these.
fn arguments_in(node: &Node, supertype: &str, head: &str) -> Option<String> {
    let signature = node.signature.as_deref()?;
    let own = find_word(signature, &node.name)? + node.name.len();
    let behind = &signature[own..];
    let behind = &behind[find_word(behind, supertype)? + supertype.len()..];
    let arguments = &behind[..type_arguments(behind).filter(|length| *length > 0)?];
    let inside = &arguments[1..arguments.len() - 1];
    let parameters = &signature[own..own + type_arguments(&signature[own..])?];
    let is_parameter = |word: &str| find_word(parameters, word).is_some();
    let says_more =
        inside.split(|mark| !is_word(mark)).any(|word| !word.is_empty() && !is_parameter(word));
    let is_told = head.contains(inside);
    (says_more && !is_told && inside.len() <= MAX_ARGUMENTS).then(|| inside.to_owned())
}

/// Returns the length of the type arguments that a text begins with; `None` if they do not end.
/// What is behind a space is none.
fn type_arguments(text: &str) -> Option<usize> {
    if !text.starts_with(['<', '[']) {
        return Some(0);
    }
    let mut depth = 0_usize;
    let mut before = ' ';
    text.char_indices().find_map(|(at, mark)| {
        match mark {
            '<' | '[' => depth += 1,
            '>' if before == '-' => {}
            '>' | ']' => depth = depth.saturating_sub(1),
            _ => {}
        }
        before = mark;
        (depth == 0).then_some(at + mark.len_utf8())
    })
}

/// Returns the supertypes of clauses: ` extends Base implements A, B`.
fn clauses(text: &str) -> Option<Vec<&str>> {
    let mut listed = Vec::new();
    let mut rest = text.trim();
    while !rest.is_empty() {
        let word = CLAUSES
            .iter()
            .find(|word| rest.strip_prefix(**word).is_some_and(|behind| behind.starts_with(' ')))?;
        let clause = rest[word.len()..].trim_start();
        let next = CLAUSES.iter().filter(|word| word.starts_with(is_word));
        let end = next.filter_map(|word| find_clause(clause, word)).min().unwrap_or(clause.len());
        listed.extend(items(&clause[..end])?);
        rest = clause[end..].trim();
    }
    Some(listed)
}

/// Returns where a clause begins that a word begins.
fn find_clause(text: &str, word: &str) -> Option<usize> {
    text.match_indices(word)
        .map(|(at, _)| at)
        .find(|at| text[..*at].ends_with(' ') && text[at + word.len()..].starts_with(' '))
}

/// Returns the supertypes of a list; `None` if a part of it is none.
fn items(list: &str) -> Option<Vec<&str>> {
    let mut items = Vec::new();
    let (mut start, mut depth) = (0, 0_usize);
    for (at, mark) in list.char_indices().chain([(list.len(), ',')]) {
        match mark {
            '(' | '[' | '{' | '<' => depth += 1,
            ')' | ']' | '}' | '>' => depth = depth.saturating_sub(1),
            ',' if depth == 0 => {
                let item = list[start..at].trim();
                let item = BESIDE.iter().fold(item, |item, word| item.trim_start_matches(word));
                let is_supertype = |mark: char| {
                    is_word(mark)
                        || matches!(mark, '.' | ':' | '$' | '\\' | '<' | '>' | '(' | ')' | '…')
                };
                if item.is_empty() || !item.chars().all(is_supertype) {
                    return None;
                }
                items.push(item);
                start = at + 1;
            }
            _ => {}
        }
    }
    Some(items)
}

/// Returns whether a supertype is the one of a name, without type arguments that tell more.
fn is_named(item: &str, name: &str) -> bool {
    let plain = item.trim_end_matches("()").trim_end_matches("(…)").trim_end_matches("<…>");
    let before = plain.strip_suffix(name);
    before.is_some_and(|before| before.is_empty() || before.ends_with(['.', ':', '\\']))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_supertype_that_was_asked_about_is_left_out() {
        let shortened = |header: &str, signature: Option<&str>| {
            let kind =
                if header.starts_with("impl") { SymbolKind::Impl } else { SymbolKind::Class };
            let node = Node {
                name: "Sub".to_owned(),
                kind,
                file: None,
                line: None,
                signature: signature.map(str::to_owned),
                container: None,
                outer: None,
                is_test: false,
            };
            without_supertype(header, &node, "Base")
        };
        let check = |header: &str, expected: Option<&str>| {
            assert_eq!(shortened(header, None).as_deref(), expected, "{header}");
        };
        let check_arguments = |signature: &str, header: &str, expected: &str| {
            assert_eq!(shortened(header, Some(signature)).as_deref(), Some(expected));
        };
        check_arguments(
            "class Sub : Base<Row>, A",
            "class Sub : Base<…>, A",
            "class Sub of Row (also A)",
        );
        check_arguments("class Sub<T> : Base<T>", "class Sub<…> : Base<…>", "class Sub<…>");
        check_arguments("class Sub(Base[int, Row])", "class Sub(Base<…>)", "class Sub of int, Row");
        check("class Sub(Base)", Some("class Sub"));
        check("class Sub(app.Base)", Some("class Sub"));
        check("class Sub(Mixin, Base)", Some("class Sub (also Mixin)"));
        check("class Sub(Mixin, Base, A, B)", Some("class Sub (also Mixin +2)"));
        check("class Sub(Other)", None);
        check("class Sub(Base, metaclass=Meta)", None);
        check("class Sub extends Base", Some("class Sub"));
        check("class Sub<…> extends Base<…>", Some("class Sub<…>"));
        check("class Sub extends Base<String>", None);
        check("class Sub extends Other implements Base, A", Some("class Sub (also Other +1)"));
        check("class Sub extends Base permits A", None);
        check("class Sub(…) : Base(…), A", Some("class Sub(…) (also A)"));
        check("class Sub : public Base", Some("class Sub"));
        check("class Sub : private Base", None);
        check("class Sub < Base", Some("class Sub"));
        check("class Sub extends BaseSub", None);
        check("class Sub", None);
        check("impl Base for Sub<'a>", Some("for Sub<'a>"));
        check("impl Base<u8> for Sub", None);
        check("impl Other for Sub", None);
    }
}
