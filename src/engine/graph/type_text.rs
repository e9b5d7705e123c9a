//! Types read from their text: which name stands for the members that a value of the type has.

use super::chain::balanced;
use crate::lang::GraphRules;
use std::ops::Range;

/// The names of the types whose members a value of the written type may have, as paths (`fmt::Formatter`, `models.Model`).
/// Wrappers such as `Box` and `Optional` count as what is in them.
pub(in crate::engine) fn heads<'a>(text: &'a str, rules: &GraphRules) -> Vec<&'a str> {
    applied(text, rules).into_iter().map(|applied| applied.head).collect()
}

/// A type's name with what it is applied to: `Lookup<Pool>`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::engine) struct Applied<'a> {
    pub(in crate::engine) head: &'a str,
    pub(in crate::engine) arguments: Vec<&'a str>,
}

/// What [`heads`] tells, with the arguments.
pub(in crate::engine) fn applied<'a>(text: &'a str, rules: &GraphRules) -> Vec<Applied<'a>> {
    let mut found = Vec::new();
    collect(text, rules, 0, &mut found);
    found
}

/// What a definition that gives a type another name says of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::engine) struct Alias<'a> {
    pub(in crate::engine) parameters: Vec<&'a str>,
    /// The type that is meant, as bytes of the definition.
    pub(in crate::engine) value: Range<usize>,
}

/// Reads such a definition: `type Lookup<T> = Result<T, Error>;`
pub(in crate::engine) fn alias(definition: &str) -> Option<Alias<'_>> {
    let left = *split_top(definition, '=').first()?;
    let equals = definition.find(left)? + left.len();
    let value = definition[equals..].trim_start().strip_prefix('=')?;
    let start = definition.len() - value.trim_start().len();
    let end = definition.trim_end().trim_end_matches(';').trim_end().len();
    let parameters = split_arguments(left).map_or_else(Vec::new, |(_, parameters)| parameters);
    let is_type = |parameter: &&str| !parameter.starts_with('\'');
    let parameters = parameters.into_iter().filter(is_type).map(first_word).collect();
    (start < end).then_some(Alias { parameters, value: start..end })
}

fn first_word(text: &str) -> &str {
    text.split(|character: char| !(character.is_alphanumeric() || character == '_')).next().unwrap_or(text)
}

/// The names of the types of a collection's elements.
pub(in crate::engine) fn element_heads<'a>(text: &'a str, rules: &GraphRules) -> Vec<&'a str> {
    let text = strip(text);
    if let Some(rest) = text.strip_prefix("[]") {
        return heads(rest, rules);
    }
    if let Some(rest) = text.strip_suffix("[]") {
        return heads(rest, rules);
    }
    if text.starts_with('[') {
        // `[T; 4]`, `&[T]`.
        let inside = balanced(text).map_or("", |(inside, _)| inside);
        return heads(inside.split(';').next().unwrap_or(inside), rules);
    }
    let Some((head, arguments)) = split_arguments(text) else { return Vec::new() };
    if is_wrapper(head, rules) {
        return arguments.first().map_or_else(Vec::new, |inner| element_heads(inner, rules));
    }
    // A generator also says what is sent into it and what it returns.
    if head.rsplit('.').next().is_some_and(|last| matches!(last, "Generator" | "AsyncGenerator")) {
        return arguments.first().map_or_else(Vec::new, |first| heads(first, rules));
    }
    // The values of a map are what one takes out of it.
    arguments.last().map_or_else(Vec::new, |last| heads(last, rules))
}

fn collect<'a>(text: &'a str, rules: &GraphRules, depth: usize, found: &mut Vec<Applied<'a>>) {
    /// Types nested deeper in wrappers than this are not written by people.
    const DEEPEST: usize = 8;
    if depth > DEEPEST {
        return;
    }
    let text = strip(text);
    let mut alternatives = split_top(text, '|');
    if alternatives.len() == 1 && rules.has_type_operators {
        alternatives = split_top(text, '&');
    }
    if alternatives.len() > 1 {
        for alternative in alternatives {
            collect(alternative, rules, depth + 1, found);
        }
        return;
    }
    // `dyn A + Send` has the members of `A` first of all.
    let text = strip(split_top(text, '+').first().copied().unwrap_or(text));
    if text.starts_with('(') {
        if let Some((inside, "")) = balanced(text) {
            let first = match split_top(inside, ',')[..] {
                // Of several results the first; where results have names, the type stands behind.
                [first, ..] if rules.has_several_results => first.rsplit(' ').next().unwrap_or(first),
                _ => inside,
            };
            collect(first, rules, depth + 1, found);
        }
        return;
    }
    if text.starts_with('[') || text.ends_with("[]") {
        return;
    }
    match split_arguments(text) {
        Some((head, arguments)) if is_wrapper(head, rules) => {
            if let Some(inner) = arguments.iter().find(|argument| !argument.trim().starts_with('\'')) {
                collect(inner, rules, depth + 1, found);
            }
        }
        // `Type["member"]` is the type of a member.
        Some((head, _)) if rules.has_type_operators && text[head.len()..].trim_start().starts_with('[') => {}
        Some((head, arguments)) => push(head, arguments, found),
        None => push(text, Vec::new(), found),
    }
}

fn push<'a>(head: &'a str, arguments: Vec<&'a str>, found: &mut Vec<Applied<'a>>) {
    let head = head.trim().trim_end_matches(['*', '&', '?', '!']).trim();
    let is_path = |character: char| character.is_alphanumeric() || matches!(character, '_' | ':' | '.' | '$');
    let is_none = matches!(head, "None" | "null" | "undefined" | "void" | "nil");
    let is_known = found.iter().any(|known| known.head == head);
    if !head.is_empty() && head.chars().all(is_path) && !is_none && !is_known {
        found.push(Applied { head, arguments });
    }
}

fn is_wrapper(head: &str, rules: &GraphRules) -> bool {
    let last = head.rsplit(['.', ':']).next().unwrap_or(head);
    rules.wrappers.iter().any(|wrapper| wrapper == last)
}

/// The text without what says how a value is held: references, pointers, qualifiers, quotes, a leading colon or arrow.
fn strip(text: &str) -> &str {
    const WORDS: [&str; 17] = [
        "mut", "dyn", "impl", "const", "volatile", "struct", "class", "enum", "union", "readonly", "final", "static",
        "typename", "register", "extern", "inline", "extends",
    ];
    let mut text = text.trim();
    loop {
        let before = text;
        for mark in ["->", ":", "&&", "&", "*", "?", "...", "=>"] {
            text = text.strip_prefix(mark).unwrap_or(text).trim_start();
        }
        if let Some(rest) = text.strip_prefix('\'')
            && !rest.contains('\'')
        {
            text =
                rest.trim_start_matches(|character: char| character.is_alphanumeric() || character == '_').trim_start();
        }
        text = text.trim_matches(['"', '\'']).trim();
        for word in WORDS {
            if let Some(rest) = text.strip_prefix(word)
                && rest.starts_with(char::is_whitespace)
            {
                text = rest.trim_start();
            }
        }
        if before == text {
            return text;
        }
    }
}

/// `Head<A, B>` or `Head[A, B]` as its head and arguments.
fn split_arguments(text: &str) -> Option<(&str, Vec<&str>)> {
    let open = text.find(['<', '['])?;
    let (head, rest) = text.split_at(open);
    let (inside, after) = balanced(rest)?;
    let head = head.trim().trim_end_matches("::");
    (after.trim().trim_matches(['*', '&', '?']).is_empty() && !head.is_empty()).then(|| (head, split_top(inside, ',')))
}

/// Splits at a mark that is not inside brackets.
fn split_top(text: &str, mark: char) -> Vec<&str> {
    let mut parts = Vec::new();
    let mut depth = 0i32;
    let mut start = 0;
    for (at, character) in text.char_indices() {
        match character {
            '(' | '[' | '{' | '<' => depth += 1,
            ')' | ']' | '}' => depth -= 1,
            '>' if !text[..at].ends_with(['-', '=']) => depth -= 1,
            _ if character == mark && depth == 0 => {
                parts.push(text[start..at].trim());
                start = at + character.len_utf8();
            }
            _ => {}
        }
    }
    parts.push(text[start..].trim());
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rules() -> GraphRules {
        GraphRules {
            wrappers: ["Box", "Arc", "Option", "Optional", "Promise"].map(str::to_owned).into(),
            ..GraphRules::default()
        }
    }

    #[test]
    fn a_type_counts_as_what_its_values_can_do() {
        let check = |text: &str, expected: &[&str]| assert_eq!(heads(text, &rules()), expected, "{text}");
        check("Foo", &["Foo"]);
        check("&'a mut Foo<T>", &["Foo"]);
        check("Arc<Box<dyn Shape + Send>>", &["Shape"]);
        check("Optional[\"models.Model\"]", &["models.Model"]);
        check("Foo | None", &["Foo"]);
        check(": Foo | Bar", &["Foo", "Bar"]);
        check("const struct page *", &["page"]);
        check("*http.Request", &["http.Request"]);
        check("Promise<Foo>", &["Foo"]);
        check("Foo[]", &[]);
        check("(a: number) => void", &[]);
        check("fmt::Formatter<'_>", &["fmt::Formatter"]);
    }

    #[test]
    fn unions_count_as_all_their_parts_and_a_members_type_as_nothing() {
        let rules = GraphRules { has_type_operators: true, ..rules() };
        let check = |text: &str, expected: &[&str]| assert_eq!(heads(text, &rules), expected, "{text}");
        check("Foo & Bar<T>", &["Foo", "Bar"]);
        check("| Foo\n | a.Bar", &["Foo", "a.Bar"]);
        check("Foo[\"bar\"]", &[]);
        check("A extends B ? C : D", &[]);
    }

    #[test]
    fn an_alias_has_parameters_and_a_value() {
        let check = |text: &str, parameters: &[&str], value: &str| {
            let found = alias(text).map(|alias| (alias.parameters, &text[alias.value]));
            assert_eq!(found, Some((parameters.to_vec(), value)), "{text}");
        };
        check("pub type Lookup<T> = Result<T, Error>;", &["T"], "Result<T, Error>");
        check("type Held<'a, T: Shape = Dot> = &'a T;", &["T"], "&'a T");
        check("export type Both = A\n  & B", &[], "A\n  & B");
        assert_eq!(alias("type Item;"), None);
    }

    #[test]
    fn elements_are_the_last_argument() {
        let check = |text: &str, expected: &[&str]| assert_eq!(element_heads(text, &rules()), expected, "{text}");
        check("Vec<Foo>", &["Foo"]);
        check("&[Foo]", &["Foo"]);
        check("[]Foo", &["Foo"]);
        check("Foo[]", &["Foo"]);
        check("dict[str, Foo]", &["Foo"]);
        check("Option<Vec<Foo>>", &["Foo"]);
        check("Foo", &[]);
    }
}
