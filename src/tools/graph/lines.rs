//! The compact form of graph results: one line per use, cut to the part that shows the use.

use super::conditions::{Telling, under};
use super::excerpt::{Focus, TEXT_WIDTH, excerpt_of, find_word};
use crate::domain::{Certainty, ResultLine};
use crate::engine::enclosing::TITLE_WIDTH;
use crate::engine::graph::{Node, Rule, Site};
use rustc_hash::{FxHashMap, FxHashSet};

/// Limit of the uses of one caller that are shown with their text: of certain ones, and of those
/// that the reader has to judge.
const MAX_TEXTS: usize = 3;
const MAX_DOUBTFUL_TEXTS: usize = 6;

/// The same of uses outside of functions, in different parts of what is around them.
const MAX_PARTS: usize = 12;

/// Limit of the texts of further uses that a line names, each cut to this width: of flat rows, and
/// of rows of a tree.
const MAX_SHORT: usize = 4;
const MAX_SHORT_OF_TREE: usize = 2;
const SHORT_WIDTH: usize = 24;

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

/// Returns the number of texts that have a line, of at most `most`: in a tree one, unless they are
/// in different parts of what is around them.
fn shown_texts(texts: &[(String, Vec<&[Site]>)], most: usize, is_tree: bool) -> usize {
    let of = |text: usize| texts[text].1[0][0].within.as_deref();
    let are_apart = (1..texts.len()).any(|text| of(text) != of(text - 1));
    let most = if are_apart { MAX_PARTS } else { most };
    match texts.len() {
        _ if is_tree && !are_apart => 1,
        count if count == most + 1 => count,
        _ => most,
    }
}

/// Returns the lines for the uses of `name` in one symbol. The first shows the symbol; uses that
/// read the same share a line, and those beyond a few stand behind the last with short texts,
/// unless only one is left. In a tree only the first has a line. Several uses on one line are shown
/// as that line with their number.
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
    let mut places: FxHashMap<(Option<&str>, String, Option<&str>), usize> = FxHashMap::default();
    for uses in sites.chunk_by(|one, other| one.file == other.file && one.line == other.line) {
        let mut text = excerpt_of(uses[0].shown(), name, TEXT_WIDTH, focus);
        if let Some(case) = &uses[0].case {
            text = format!("{text} · case {}", cut(case, TITLE_WIDTH));
        }
        text.push_str(&meant(uses));
        // On a way of calls, what decides between two that read the same is told of each.
        let condition = uses[0].condition.as_deref().filter(|_| is_tree);
        let key = (uses[0].within.as_deref(), text, condition);
        match places.get(&key) {
            Some(place) => texts[*place].1.push(uses),
            None => {
                let text = key.1.clone();
                places.insert(key, texts.len());
                texts.push((text, vec![uses]));
            }
        }
    }
    let shown = shown_texts(&texts, most, is_tree);
    let rest = texts.split_off(shown.min(texts.len()));
    let mut lines: Vec<ResultLine> = Vec::new();
    let mut above: Option<(&str, Option<&str>)> = None;
    let telling = if is_tree { Telling::All } else { Telling::Short };
    for (text, uses) in &texts {
        let site = &uses[0][0];
        let here = (&*site.file, site.within.as_deref());
        let is_further = above == Some(here);
        above = Some(here);
        let within = site.within.as_deref().map(str::to_owned);
        let also = also(&site.file, &uses[1..]);
        let under = under(uses, text, telling);
        lines.push(ResultLine {
            file: site.file.to_string(),
            line: site.line,
            symbol: within.or_else(|| symbol.clone()).filter(|_| !is_further),
            text: format!("{text}{}{also}{under}", times(uses[0])),
            is_further,
        });
    }
    if let Some(last) = lines.last_mut() {
        let most = if is_tree { MAX_SHORT_OF_TREE } else { MAX_SHORT };
        let rest = rest.into_iter().flat_map(|(_, same)| same).collect();
        let unlike = unlike(
            &last.file,
            rest,
            |uses| format!("{}{}", short(&uses[0], name, focus), meant(uses)),
            (most, is_tree),
        );
        last.text.push_str(&unlike);
    }
    lines
}

/// Returns the mark of the overloads that the uses on a line mean: ` →12`. Empty unless all are
/// known.
pub(crate) fn meant<'s>(uses: impl IntoIterator<Item = &'s Site>) -> String {
    let mut labels: Vec<&str> = Vec::new();
    let mut known: FxHashSet<&str> = FxHashSet::default();
    for site in uses {
        match site.overload.as_ref().and_then(|overload| overload.label.as_deref()) {
            Some(label) if known.insert(label) => labels.push(label),
            Some(_) => {}
            None => return String::new(),
        }
    }
    if labels.is_empty() { String::new() } else { format!(" →{}", labels.join(", ")) }
}

/// Returns a use's line of code, cut short.
fn short(site: &Site, name: &str, focus: Focus) -> String {
    excerpt_of(site.shown(), name, SHORT_WIDTH, focus)
}

/// Returns further uses that do not read as the one before them: the first with their texts, as
/// many as are listed of texts, and the lines of the others. Empty if there are none. On a way of
/// calls, uses that read the same are told apart by their conditions.
fn unlike(
    file: &str,
    mut uses: Vec<&[Site]>,
    short: impl Fn(&[Site]) -> String,
    (most, is_way): (usize, bool),
) -> String {
    uses.sort_by_key(|uses| (&*uses[0].file != file, &uses[0].file, uses[0].line));
    let mut texts: Vec<(String, Vec<&[Site]>)> = Vec::new();
    let mut others: Vec<&[Site]> = Vec::new();
    for of_line in uses {
        // One function may have a hundred thousand uses.
        let text = if others.len() < MAX_LINES { short(of_line) } else { String::new() };
        let is_same = |(known, uses): &(String, Vec<&[Site]>)| {
            *known == text && (!is_way || uses[0][0].condition == of_line[0].condition)
        };
        match texts.iter().position(is_same) {
            Some(known) => texts[known].1.push(of_line),
            None if texts.len() < most => texts.push((text, vec![of_line])),
            None => others.push(of_line),
        }
    }
    let named = texts.iter().map(|(text, uses)| {
        let place = place_in(file, uses[0]);
        let under = under(uses, text, Telling::Further);
        format!(" · {place} {text}{}{}{under}", times(uses[0]), also(file, &uses[1..]))
    });
    let others = places(file, &others);
    let others = if others.is_empty() { others } else { format!(" · others at {others}") };
    named.chain([others]).collect()
}

/// Returns what a row says of the uses beside the one that it shows: of those that read the same
/// the lines, of the first others also their texts. Each use has the name that its text is cut
/// around; they are of one file.
pub(crate) fn beside_shown(shown: (&Site, &str), others: &[(&Site, &str)]) -> String {
    let focus = Focus::Arguments;
    // One function may have a hundred thousand uses.
    let mut by_line: FxHashMap<(&str, usize), Vec<&Site>> = FxHashMap::default();
    for site in std::iter::once(shown.0).chain(others.iter().map(|(site, _)| *site)) {
        by_line.entry((&*site.file, site.line)).or_default().push(site);
    }
    let marked = |site: &Site| {
        let of_line = by_line.get(&(&*site.file, site.line)).into_iter().flatten();
        meant(of_line.copied())
    };
    let text = |(site, name): (&Site, &str)| {
        format!("{}{}", excerpt_of(site.shown(), name, TEXT_WIDTH, focus), marked(site))
    };
    let (site, own) = (shown.0, text(shown));
    let names: FxHashMap<(usize, usize), &str> =
        others.iter().map(|(site, name)| ((site.line, site.column), *name)).collect();
    let of_lines = others.chunk_by(|one, other| one.0.line == other.0.line);
    let of_lines = of_lines.map(|uses| std::slice::from_ref(uses[0].0));
    let name = |site: &Site| names.get(&(site.line, site.column)).copied().unwrap_or_default();
    let (same, rest): (Vec<&[Site]>, Vec<&[Site]>) =
        of_lines.partition(|uses| text((&uses[0], name(&uses[0]))) == own);
    let short =
        |uses: &[Site]| format!("{}{}", short(&uses[0], name(&uses[0]), focus), marked(&uses[0]));
    let unlike = unlike(&site.file, rest, short, (MAX_SHORT, false));
    format!("{}{unlike}", also(&site.file, &same))
}

/// Returns the lines of further uses that read the same as text; empty if there are none.
fn also(file: &str, rest: &[&[Site]]) -> String {
    let places = places(file, rest);
    if places.is_empty() { String::new() } else { format!(" · also {places}") }
}

/// Returns the lines of uses as text.
fn places(file: &str, uses: &[&[Site]]) -> String {
    let places =
        uses.iter().take(MAX_LINES).map(|uses| format!("{}{}", place_in(file, uses), times(uses)));
    let mut places: Vec<String> = places.collect();
    if uses.len() > MAX_LINES {
        places.push(format!("{} more", uses.len() - MAX_LINES));
    }
    places.join(", ")
}

/// Returns the line of uses, with their file where that is another.
fn place_in(file: &str, uses: &[Site]) -> String {
    match &*uses[0].file {
        own if own == file => uses[0].line.to_string(),
        other => format!("{other}:{}", uses[0].line),
    }
}

/// Returns the number of uses on a line as text, empty unless there are several.
fn times(uses: &[Site]) -> String {
    if uses.len() > 1 { format!(" ×{}", uses.len()) } else { String::new() }
}

pub(super) fn cut(text: &str, width: usize) -> String {
    match text.char_indices().nth(width) {
        Some((end, _)) => format!("{}…", text[..end].trim_end()),
        None => text.to_owned(),
    }
}

pub(super) fn mentions(text: &str, word: &str) -> bool {
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
        Rule::HeldByField => Some("the field may hold another function"),
        Rule::Override => Some("as an override"),
        Rule::PassedAsValue => Some("passed as a value"),
        Rule::Overload => Some("which overload is called is not known"),
        Rule::HandedOver => Some("by its name, on what is handed over"),
        Rule::ObjectHanded => Some("the object is handed over or started here"),
        Rule::Sent => Some("by the name of an event"),
        Rule::SentByType => Some("what it takes is made here"),
        Rule::Pasted => Some("a macro makes the name of it"),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::SymbolKind;
    use std::sync::Arc;

    #[test]
    fn uses_beyond_a_few_have_short_texts_and_a_single_one_is_shown() {
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
        assert_eq!(texts(5), ["1 run x(1)", "2 - x(2)", "3 - x(3) · 4 x(4) · 5 x(5)"]);
        let many = &texts(9)[2];
        assert_eq!(many, "3 - x(3) · 4 x(4) · 5 x(5) · 6 x(6) · 7 x(7) · others at 8, 9");
        assert!(texts(107)[2].ends_with(", 105, 106, 107"), "{:?}", texts(107));
        assert!(texts(112)[2].ends_with(", 106, 107, 5 more"), "{:?}", texts(112));
        // Those that are not certain need their text to be judged.
        assert_eq!(texts_of(8, Certainty::Possible)[5], "6 - x(6) · 7 x(7) · 8 x(8)");
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
        let long = "gives back the last connection to whoever asks for one of the pool";
        check(None, "get", "Pool.get");
        check(Some("TestPool"), "get", "TestPool.get");
        check(None, "gives the last back first", "gives the last back first");
        check(None, long, "gives back the last connection to whoever asks for one of th…");
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
