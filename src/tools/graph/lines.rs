//! The compact form of graph results: one line per use, cut to the part that shows the use.

use super::excerpt::{Focus, TEXT_WIDTH, excerpt_of, find_word};
use crate::domain::{Certainty, ResultLine, SymbolKind, is_word};
use crate::engine::graph::{Node, Rule, Site};
use rustc_hash::FxHashMap;
use std::borrow::Cow;

/// Width of a signature, in characters.
const SIGNATURE_WIDTH: usize = 52;
/// Width of the header of a type, whose end names the supertypes, and the width from which on it is
/// shown without type arguments.
const HEADER_WIDTH: usize = 72;
const LONG_HEADER: usize = 36;

/// Limit of the uses of one caller that are shown with their text: of certain ones, and of those
/// that the reader has to judge.
const MAX_TEXTS: usize = 3;
const MAX_DOUBTFUL_TEXTS: usize = 6;

/// Width of a test's title, in characters.
const TITLE_WIDTH: usize = 40;
/// Width of the title of a part of a test that has a name.
const INNER_TITLE_WIDTH: usize = 20;

/// Limit of the further uses that are named by their lines.
const MAX_LINES: usize = 100;

/// Returns a definition's name as `Type.method`; of a test with a title the beginning of it, behind
/// the function that it is a part of.
pub(crate) fn label(node: &Node) -> String {
    let is_title = |name: &str| node.is_test && name.contains(char::is_whitespace);
    let outer = node.outer.as_ref().filter(|outer| !is_title(outer));
    if is_title(&node.name) {
        return match outer {
            Some(test) => format!("{test}.{}", cut(&node.name, INNER_TITLE_WIDTH)),
            None => cut(&node.name, TITLE_WIDTH),
        };
    }
    match &node.container {
        Some(container) if !is_title(container) => {
            let outer = outer.filter(|outer| *outer != container);
            let outer = outer.map(|outer| format!("{outer}.")).unwrap_or_default();
            format!("{outer}{container}.{}", node.name)
        }
        _ => node.name.clone(),
    }
}

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
    // Of a type, the supertypes and the implementing type matter more than type arguments.
    let is_header = node.kind.is_type() || node.kind == SymbolKind::Impl;
    let (width, long) = match node.kind.is_type() {
        true => (HEADER_WIDTH, LONG_HEADER),
        false => (SIGNATURE_WIDTH, SIGNATURE_WIDTH),
    };
    let is_long = |header: &str| header.chars().nth(long).is_some();
    let mut header = Cow::Borrowed(header);
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
    let short = match start {
        Some(start) if header.chars().nth(SIGNATURE_WIDTH).is_some() => {
            format!("…{}", cut(&header[start..], SIGNATURE_WIDTH))
        }
        _ => cut(&header, width),
    };
    match &node.container {
        Some(container) if !mentions(signature, container) => format!("{short} · in {container}"),
        _ => short,
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
fn behind_closing(text: &str) -> Option<&str> {
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

/// Returns the header of a type without the parameters of its constructor, which stand in front of
/// the supertypes: `class File(…) : Body`. `None` if there are none.
fn without_parameters(header: &str) -> Option<String> {
    let (name, parameters) = header.split_once('(')?;
    let behind = behind_closing(parameters)?;
    let supertypes = behind.trim_start();
    let is_followed = [":", "extends ", "with ", "implements "];
    (is_followed.iter().any(|word| supertypes.starts_with(word)))
        .then(|| format!("{name}(…){behind}"))
}

/// Returns the text without what stands in angle brackets. Ruby's `class Page < Record` has none.
fn without_type_arguments(text: &str) -> String {
    let mut depth = 0_usize;
    let mut kept = String::new();
    let mut before = ' ';
    for (at, character) in text.char_indices() {
        match character {
            '<' if text[at..].starts_with("< ") && before == ' ' => kept.push(character),
            '<' => depth += 1,
            '>' if depth > 0 => depth -= usize::from(before != '-'),
            _ if depth == 0 => kept.push(character),
            _ => {}
        }
        before = character;
    }
    kept
}

/// Returns the lines for the uses of `name` in one symbol. The first shows the symbol; uses that
/// read the same share a line, and those beyond a few are shown by number alone, unless only one is
/// left. In a tree only the first is shown with its text. Several uses on one line are shown as
/// that line with their number.
pub(crate) fn lines_of(
    symbol: Option<String>,
    sites: &[Site],
    name: &str,
    is_tree: bool,
    certainty: Certainty,
) -> Vec<ResultLine> {
    let (most, focus) = match certainty {
        Certainty::Possible => (MAX_DOUBTFUL_TEXTS, Focus::Receiver),
        Certainty::Exact | Certainty::Likely => (MAX_TEXTS, Focus::Arguments),
    };
    let mut texts: Vec<(String, Vec<&[Site]>)> = Vec::new();
    // One function may have a hundred thousand uses.
    let mut places: FxHashMap<(Option<&str>, String), usize> = FxHashMap::default();
    for uses in sites.chunk_by(|one, other| one.file == other.file && one.line == other.line) {
        let text = excerpt_of(uses[0].shown(), name, TEXT_WIDTH, focus);
        let key = (uses[0].within.as_deref(), text);
        match places.get(&key) {
            Some(place) => texts[*place].1.push(uses),
            None => {
                let text = key.1.clone();
                places.insert(key, texts.len());
                texts.push((text, vec![uses]));
            }
        }
    }
    let shown = match texts.len() {
        _ if is_tree => 1,
        count if count == most + 1 => count,
        _ => most,
    };
    let rest = texts.split_off(shown.min(texts.len()));
    if let Some((_, last)) = texts.last_mut() {
        last.extend(rest.into_iter().flat_map(|(_, same)| same));
        last[1..].sort_by_key(|uses| (&uses[0].file, uses[0].line));
    }
    let mut lines: Vec<ResultLine> = Vec::new();
    let mut above: Option<(&str, Option<&str>)> = None;
    for (text, uses) in &texts {
        let site = &uses[0][0];
        let here = (&*site.file, site.within.as_deref());
        let is_further = above == Some(here);
        above = Some(here);
        let within = site.within.as_deref().map(str::to_owned);
        lines.push(ResultLine {
            file: site.file.to_string(),
            line: site.line,
            symbol: within.or_else(|| symbol.clone()).filter(|_| !is_further),
            text: format!("{text}{}{}", times(uses[0]), also(&site.file, &uses[1..])),
            is_further,
        });
    }
    lines
}

/// Returns the lines of further uses as text; empty if there are none.
fn also(file: &str, rest: &[&[Site]]) -> String {
    let places = rest.iter().take(MAX_LINES).map(|uses| match &*uses[0].file {
        own if own == file => format!("{}{}", uses[0].line, times(uses)),
        other => format!("{other}:{}{}", uses[0].line, times(uses)),
    });
    let mut places: Vec<String> = places.collect();
    if rest.len() > MAX_LINES {
        places.push(format!("{} more", rest.len() - MAX_LINES));
    }
    if places.is_empty() { String::new() } else { format!(" · also {}", places.join(", ")) }
}

/// Returns the number of uses on a line as text, empty unless there are several.
fn times(uses: &[Site]) -> String {
    if uses.len() > 1 { format!(" ×{}", uses.len()) } else { String::new() }
}

fn cut(text: &str, width: usize) -> String {
    match text.char_indices().nth(width) {
        Some((end, _)) => format!("{}…", text[..end].trim_end()),
        None => text.to_owned(),
    }
}

fn mentions(text: &str, word: &str) -> bool {
    find_word(text, word).is_some()
}

/// Returns the remark that names the members of supertypes through which a use means the target.
pub(crate) fn through(members: &[String]) -> Option<String> {
    match members {
        [] => None,
        [one] => Some(format!("through {one}")),
        [one, rest @ ..] => Some(format!("through {one} and {} more", rest.len())),
    }
}

/// Returns why syntax holds a use for possible only. `is_member`: what it may mean is a member.
pub(crate) fn doubt(rule: Option<Rule>, is_member: bool) -> Option<&'static str> {
    match rule? {
        Rule::SameName | Rule::UniqueName if is_member => Some("the receiver's type is unknown"),
        Rule::SameName => Some("several definitions fit"),
        Rule::UniqueName => Some("only the name fits"),
        Rule::ThroughSupertype => Some("through a supertype"),
        Rule::Override => Some("as an override"),
        Rule::PassedAsValue => Some("passed as a value"),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;

    #[test]
    fn uses_beyond_a_few_are_named_by_their_lines_and_a_single_one_is_shown() {
        let site = |line: usize| Site::new(Arc::from("a.rs"), line, 1, format!("x({line})"));
        let texts_of = |count: usize, certainty: Certainty| -> Vec<String> {
            let sites: Vec<Site> = (1..=count).map(site).collect();
            let lines = lines_of(Some("run".to_owned()), &sites, "x", false, certainty);
            lines
                .iter()
                .map(|line| {
                    format!("{} {} {}", line.line, line.symbol.as_deref().unwrap_or("-"), line.text)
                })
                .collect()
        };
        let texts = |count: usize| texts_of(count, Certainty::Likely);
        assert_eq!(texts(1), ["1 run x(1)"]);
        assert_eq!(texts(4), ["1 run x(1)", "2 - x(2)", "3 - x(3)", "4 - x(4)"]);
        assert_eq!(texts(5), ["1 run x(1)", "2 - x(2)", "3 - x(3) · also 4, 5"]);
        assert!(texts(103)[2].ends_with(", 101, 102, 103"), "{:?}", texts(103));
        assert!(texts(108)[2].ends_with(", 102, 103, 5 more"), "{:?}", texts(108));
        // Those that are not certain need their text to be judged.
        assert_eq!(texts_of(10, Certainty::Possible)[5], "6 - x(6) · also 7, 8, 9, 10");
    }

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
        assert_eq!(short_signature(&node(SymbolKind::Impl, header)), "impl RankingRule for Sort");
        assert_eq!(
            short_signature(&node(SymbolKind::Impl, "impl<T> Rule<T> for Sort<T>")),
            "impl<T> Rule<T> for Sort<T>"
        );
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
        check("class Page<T extends Item<T>> extends Record<T>", "class Page extends Record");
        check("class NotifyCommentJob < ApplicationJob", "class NotifyCommentJob < ApplicationJob");
        check("impl<F: Fn() -> T> Run for Job<F>", "impl Run for Job");
    }

    #[test]
    fn a_long_header_has_its_supertypes_rather_than_parameters() {
        let check = |header: &str, expected: &str| {
            assert_eq!(without_parameters(header).as_deref().unwrap_or(header), expected);
        };
        check("class File(val path: Path, val size: Int) : Body()", "class File(…) : Body()");
        check("class File(path: Path) extends Body", "class File(…) extends Body");
        check("class File(Body, Sized)", "class File(Body, Sized)");
        check("class File : Body(\"x\")", "class File : Body(\"x\")");
    }

    #[test]
    fn a_test_is_called_by_the_beginning_of_its_title() {
        let check = |test: Option<&str>, name: &str, expected: &str| {
            let node = Node {
                name: name.to_owned(),
                kind: SymbolKind::Test,
                file: None,
                line: None,
                signature: None,
                container: Some(test.unwrap_or("Pool").to_owned()),
                outer: test.map(str::to_owned),
                is_test: true,
            };
            assert_eq!(label(&node), expected);
        };
        let long = "gives back the last connection to whoever asks first";
        check(None, "get", "Pool.get");
        check(Some("TestPool"), "get", "TestPool.get");
        check(None, "gives the last back first", "gives the last back first");
        check(None, long, "gives back the last connection to whoeve…");
        check(Some("TestPool"), long, "TestPool.gives back the last…");
    }

    #[test]
    fn uses_that_read_the_same_share_a_line_with_the_number_on_each() {
        let site = |line: usize| Site::new(Arc::from("a.rs"), line, 1, "x(x(1))".to_owned());
        let sites = [1, 1, 2, 3, 4, 5, 5, 5].map(site);
        let lines = lines_of(None, &sites, "x", false, Certainty::Likely);
        let texts: Vec<&str> = lines.iter().map(|line| line.text.as_str()).collect();
        assert_eq!(texts, ["x(x(1)) ×2 · also 2, 3, 4, 5 ×3"]);
    }
}
