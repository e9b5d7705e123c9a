//! Signatures of definitions, whole and cut to a line's width.

use super::lines::{cut, mentions};
use crate::domain::{SymbolKind, is_word};
use crate::engine::graph::Node;
use std::borrow::Cow;

/// Width of a signature, in characters.
const SIGNATURE_WIDTH: usize = 52;
/// Width of the header of a type, whose end names the supertypes, and the width from which on it is
/// shown without type arguments.
const HEADER_WIDTH: usize = 160;
const LONG_HEADER: usize = 36;
/// The same of an `impl`, whose type arguments tell it from others of the trait.
const LONG_IMPL: usize = 64;

/// Returns the signature of a definition, followed by its container if the signature does not
/// mention it.
pub(crate) fn signature(node: &Node) -> String {
    let signature = node.signature.clone().unwrap_or_else(|| node.name.clone());
    match &node.container {
        Some(container) if !mentions(&signature, container) => {
            format!("{signature} · in {container}")
        }
        _ => signature,
    }
}

/// Returns the signature cut to a line's width, without decorators and visibility modifiers, and
/// the container as in [`signature`].
pub(crate) fn short_signature(node: &Node) -> String {
    in_container(node, short_header(node))
}

/// Returns a short signature with the container that the whole one does not mention.
pub(super) fn in_container(node: &Node, short: String) -> String {
    let signature = node.signature.as_ref().unwrap_or(&node.name);
    match &node.container {
        Some(container) if !mentions(signature, container) => format!("{short} · in {container}"),
        _ => short,
    }
}

/// Returns the signature cut to a line's width, without the container.
pub(super) fn short_header(node: &Node) -> String {
    const MODIFIERS: [&str; 12] = [
        "export ",
        "default ",
        "public ",
        "private ",
        "protected ",
        "internal ",
        "pub(crate) ",
        "pub(super) ",
        "pub ",
        "static ",
        "final ",
        "inline ",
    ];
    let signature = node.signature.as_ref().unwrap_or(&node.name);
    let header = MODIFIERS.iter().fold(without_decorators(signature, &node.name), |rest, word| {
        rest.strip_prefix(word).unwrap_or(rest)
    });
    // Bounds matter only to readers of the definition.
    let header = header.split(" where ").next().unwrap_or(header);
    let mut header = match node.kind {
        SymbolKind::Impl => without_impl_parameters(header),
        _ => Cow::Borrowed(header),
    };
    // Of a type, the supertypes and the implementing type matter more than type arguments.
    let is_header = node.kind.is_type() || node.kind == SymbolKind::Impl;
    let (width, long) = match node.kind.is_type() {
        true => (HEADER_WIDTH, LONG_HEADER),
        false if node.kind == SymbolKind::Impl => (LONG_IMPL, LONG_IMPL),
        false => (SIGNATURE_WIDTH, SIGNATURE_WIDTH),
    };
    let is_long = |header: &str| header.chars().nth(long).is_some();
    if is_long(&header) && is_header {
        header = Cow::Owned(without_type_arguments(&header));
    }
    if is_long(&header)
        && is_header
        && let Some(shorter) = without_parameters(&header)
    {
        header = Cow::Owned(shorter);
    }
    // The name of what implements is the answer; what is implemented, the question.
    let start = header.rfind(" for ").filter(|_| node.kind == SymbolKind::Impl);
    match start {
        Some(start) if is_long(&header) => {
            format!("…{}", cut(&header[start..], SIGNATURE_WIDTH))
        }
        _ => cut(&header, width),
    }
}

/// Returns a signature without the decorators and annotations in front of it, which can be longer
/// than a row: `@app.task(name="export")`, `[Obsolete]`.
fn without_decorators<'a>(signature: &'a str, name: &str) -> &'a str {
    /// What begins with the same mark but is a definition.
    const DEFINING: [&str; 10] = [
        "interface",
        "protocol",
        "implementation",
        "property",
        "class",
        "callback",
        "macrocallback",
        "type",
        "typep",
        "opaque",
    ];
    let mut rest = signature;
    loop {
        let behind = if let Some(decorator) = rest.strip_prefix('@') {
            let path = decorator.find(|letter: char| !is_word(letter) && letter != '.');
            let (path, behind) = decorator.split_at(path.unwrap_or(decorator.len()));
            if path.is_empty() || DEFINING.contains(&path) {
                return rest;
            }
            behind.strip_prefix('(').map_or(Some(behind), behind_closing)
        } else {
            rest.strip_prefix('[').and_then(behind_closing)
        };
        // What is left must be the definition of the name.
        match behind.map(str::trim_start).filter(|behind| mentions(behind, name)) {
            Some(behind) => rest = behind,
            None => return rest,
        }
    }
}

/// Returns what follows the bracket that closes the one before the text; `None` if it is not
/// closed.
pub(super) fn behind_closing(text: &str) -> Option<&str> {
    let mut depth = 1_usize;
    let mut quote = None;
    for (at, letter) in text.char_indices() {
        match (quote, letter) {
            (Some(mark), _) => quote = Some(mark).filter(|mark| *mark != letter),
            (None, '"' | '\'') => quote = Some(letter),
            (None, '(' | '[' | '{') => depth += 1,
            (None, ')' | ']' | '}') => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return Some(&text[at + letter.len_utf8()..]);
        }
    }
    None
}

/// Returns the header of an `impl` without its type parameters, which the types behind them have
/// again, unless what implements is one of them.
fn without_impl_parameters(header: &str) -> Cow<'_, str> {
    let Some((before, parameters)) = header.split_once("impl<") else {
        return Cow::Borrowed(header);
    };
    let Some(end) = end_of_type_arguments(parameters) else { return Cow::Borrowed(header) };
    let (parameters, behind) = parameters.split_at(end);
    let subject = behind.rsplit_once(" for ").map_or("", |(_, subject)| subject);
    if !subject.is_empty() && mentions(parameters, subject) {
        return Cow::Borrowed(header);
    }
    Cow::Owned(format!("{before}impl{}", &behind[1..]))
}

/// Returns the byte at which the angle bracket before the text is closed, if it is.
fn end_of_type_arguments(text: &str) -> Option<usize> {
    let mut depth = 1_usize;
    let mut before = ' ';
    text.char_indices().find_map(|(at, character)| {
        match character {
            '<' => depth += 1,
            '>' if before != '-' => depth -= 1,
            _ => {}
        }
        before = character;
        (depth == 0).then_some(at)
    })
}

/// Returns the header of a type without the parameters of its constructor, which stand in front of
/// the supertypes: `class File(…) : Body`. `None` if there are none.
fn without_parameters(header: &str) -> Option<String> {
    let (name, parameters) = header.split_once('(')?;
    let behind = behind_closing(parameters)?;
    let supertypes = behind.trim_start();
    let is_followed = [":", "extends ", "with ", "implements "];
    (is_followed.iter().any(|word| supertypes.starts_with(word)))
        .then(|| format!("{name}(…){}", without_arguments(behind)))
}

/// Returns supertypes without the arguments of their constructors, which can hide those behind
/// them: `: Body(path, flags), Closeable`.
fn without_arguments(supertypes: &str) -> String {
    let mut kept = String::new();
    let mut rest = supertypes;
    while let Some((before, arguments)) = rest.split_once('(') {
        let Some(behind) = behind_closing(arguments) else { break };
        let is_empty = arguments.starts_with(')');
        kept.extend([before, if is_empty { "()" } else { "(…)" }]);
        rest = behind;
    }
    kept + rest
}

/// Returns the text without what stands in angle brackets. Ruby's `class Page < Record` has none.
fn without_type_arguments(text: &str) -> String {
    let mut depth = 0_usize;
    let mut kept = String::new();
    let mut before = ' ';
    for (at, character) in text.char_indices() {
        match character {
            '<' if text[at..].starts_with("< ") && before == ' ' => kept.push(character),
            '<' => {
                kept.push_str(if depth == 0 { "<…>" } else { "" });
                depth += 1;
            }
            '>' if depth > 0 => depth -= usize::from(before != '-'),
            _ if depth == 0 => kept.push(character),
            _ => {}
        }
        before = character;
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_header_of_a_type_is_shown_without_type_arguments() {
        let node = |kind, signature: &str| Node {
            name: "Sort".to_owned(),
            kind,
            file: None,
            line: None,
            signature: Some(signature.to_owned()),
            container: None,
            outer: None,
            is_test: false,
        };
        let header =
            "impl<'ctx, Query: RankingRuleQuery> RankingRule<'ctx, Query> for Sort<'ctx, Query>";
        assert_eq!(
            short_signature(&node(SymbolKind::Impl, header)),
            "impl RankingRule<'ctx, Query> for Sort<'ctx, Query>"
        );
        assert_eq!(
            short_signature(&node(SymbolKind::Impl, "impl<T: Fn() -> u8> Rule<T> for Sort<T>")),
            "impl Rule<T> for Sort<T>"
        );
        let blanket = "impl<'a, T: Ord> Rule for T";
        assert_eq!(short_signature(&node(SymbolKind::Impl, blanket)), blanket);
        let header = "impl some_long_crate::event::AsyncDebounceHook for module::handlers::diagnostics::Sort";
        assert_eq!(
            short_signature(&node(SymbolKind::Impl, header)),
            "… for module::handlers::diagnostics::Sort"
        );
        let decorated = "@app.task(name=\"sort (all)\", base=Task) @cache def Sort(values)";
        assert_eq!(short_signature(&node(SymbolKind::Function, decorated)), "def Sort(values)");
        let annotated = "[HttpGet(\"/sort\")] public void Sort()";
        assert_eq!(short_signature(&node(SymbolKind::Function, annotated)), "void Sort()");
        let defining = "@interface Sort : NSObject";
        assert_eq!(short_signature(&node(SymbolKind::Class, defining)), defining);
        let function = "fn sort<T: Ord + Clone>(values: &mut Vec<T>, by: impl Fn(&T) -> u8)";
        assert_eq!(
            short_signature(&node(SymbolKind::Function, function)),
            "fn sort<T: Ord + Clone>(values: &mut Vec<T>, by: imp…"
        );
    }

    #[test]
    fn type_arguments_are_left_out_and_a_superclass_is_not() {
        let check = |header: &str, expected: &str| {
            assert_eq!(without_type_arguments(header), expected);
        };
        check("class Page<T extends Item<T>> extends Record<T>", "class Page<…> extends Record<…>");
        check("class NotifyCommentJob < ApplicationJob", "class NotifyCommentJob < ApplicationJob");
        check("impl<F: Fn() -> T> Run for Job<F>", "impl<…> Run for Job<…>");
    }

    #[test]
    fn a_long_header_has_its_supertypes_rather_than_parameters() {
        let check = |header: &str, expected: &str| {
            assert_eq!(without_parameters(header).as_deref().unwrap_or(header), expected);
        };
        check("class File(val path: Path, val size: Int) : Body()", "class File(…) : Body()");
        check("class File(path: Path) extends Body", "class File(…) extends Body");
        check(
            "class File(path: Path) : Body(path, Flags(1)), Sized(), Closeable",
            "class File(…) : Body(…), Sized(), Closeable",
        );
        check("class File(Body, Sized)", "class File(Body, Sized)");
        check("class File : Body(\"x\")", "class File : Body(\"x\")");
    }
}
