//! Outlines: the definitions of a file, found in its tree by the language's `symbols.scm`, or by
//! lines where there is no grammar.

mod bounds;
mod braces;
mod build;
mod collect;
mod expanded;
mod line_texts;
mod lines;
mod recover;
mod section;
mod signature;
mod tables;
mod unclosed;

use super::parse::{parse, parsed_part};
use crate::domain::{Outline, OutlineGap};
use crate::lang::Language;
use collect::RawOutline;
pub(in crate::workspace) use collect::{MACRO_ROUNDS, item_range};
pub use expanded::MACRO_CALL;
use tree_sitter::Tree;

/// Returns the outline of `text`. Empty for a language without a query or rules for lines.
pub fn outline(text: &str, language: &'static Language) -> Outline {
    outline_of(text, language, parse(text, language).as_deref())
}

/// Returns the outline of a text, given the result of parsing it.
pub(super) fn outline_of(text: &str, language: &'static Language, tree: Option<&Tree>) -> Outline {
    match tree {
        Some(tree) => outline_of_tree(text, language, tree),
        None if language.grammar().is_some() => {
            Outline { gaps: vec![OutlineGap::NotParsed], ..Outline::default() }
        }
        None => language.lines().map_or_else(Outline::default, |rules| {
            let parsed = parsed_part(text, language);
            into_outline(lines::collect(parsed, rules, &language.config), text, parsed, language)
        }),
    }
}

/// Returns the outline of a text that is already parsed.
pub fn outline_of_tree(text: &str, language: &'static Language, tree: &Tree) -> Outline {
    let parsed = parsed_part(text, language);
    let mut found = RawOutline::default();
    found.collect(language, tree, parsed);
    found.recover(language, tree, parsed);
    if language.config.outline.braces && tree.root_node().has_error() {
        found.close_by_braces(parsed, language);
    }
    found.collect_macro_bodies(language, parsed);
    found.collect_expanded(parsed);
    into_outline(found, text, parsed, language)
}

fn into_outline(
    found: RawOutline,
    text: &str,
    parsed: &str,
    language: &'static Language,
) -> Outline {
    let (symbols, left_out) = found.into_symbols(parsed, language);
    let has_module_members = language.config.outline.module_members;
    let mut outline = Outline { symbols, gaps: Vec::new(), has_module_members };
    if left_out > 0 {
        let shown = outline.symbols.len();
        outline.gaps.push(OutlineGap::Names { shown, of: shown + left_out });
    }
    if parsed.len() < text.len() {
        let (parsed, of) = (parsed.len() as u64, text.len() as u64);
        outline.gaps.push(OutlineGap::ParsedBytes { parsed, of });
    }
    outline
}

/// Returns the trees of the items in macro bodies, which are tokens in the tree of the file.
/// Positions are those of the whole text.
pub fn macro_trees(text: &str, language: &'static Language, tree: &Tree) -> Vec<Tree> {
    if language.config.outline.item_words.is_empty() {
        return Vec::new();
    }
    let parsed = parsed_part(text, language);
    let mut found = RawOutline::default();
    found.collect(language, tree, parsed);
    found.collect_macro_bodies(language, parsed)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::Visibility;
    use crate::lang::registry;

    /// Renders one line per symbol: nesting, kind, visibility, signature, line, doc.
    fn render(text: &str, language: &str) -> String {
        let outline = outline(text, registry().by_name(language).expect("a known language"));
        let mut lines = String::new();
        for symbol in &outline.symbols {
            let mut depth = 0;
            let mut parent = symbol.parent;
            while let Some(index) = parent {
                depth += 1;
                parent = outline.symbols[index].parent;
            }
            let visibility = symbol.visibility.map_or("-", Visibility::as_str);
            let test = if symbol.is_test { " test" } else { "" };
            let doc = symbol.doc.as_ref().map(|doc| format!(" // {doc}")).unwrap_or_default();
            lines.push_str(&format!(
                "{}{} {visibility}{test} {}-{}: {}{doc}\n",
                "  ".repeat(depth),
                symbol.kind.as_str(),
                symbol.line,
                symbol.lines.end,
                symbol.signature
            ));
        }
        lines
    }

    #[test]
    fn rust_items_members_docs_and_macro_bodies_are_found() {
        let text = r"
/// A stream.
///
/// More.
#[derive(Debug)]
pub struct Stream<T> { inner: T }

pub struct Pair(pub u32, u8);

impl<T: Read> Stream<T> {
    // Not documentation.
    pub(crate) fn new(
        inner: T, // the reader
        size: usize,
    ) -> Self where T: Clone { Self { inner } }
}
impl<T> fmt::Display for Stream<T> { fn fmt(&self) {} }
pub trait Shape { const SIDES: u32; fn area(&self) -> f64; }
const LIMIT: usize = 10;
cfg_net! {
    /// Listens.
    pub struct Listener { }
    cfg_io! { impl Listener { pub async fn accept(&self) { fn helper() {} } } }
}
macro_rules! square { ($x:expr) => { $x * $x } }
#[cfg(test)]
mod tests { #[test] fn works() {} }
";
        let expected = "\
struct public 6-6: pub struct Stream<T> // A stream.
  field private 6-6: inner: T
struct public 8-8: pub struct Pair(pub u32, u8)
impl - 10-16: impl<T: Read> Stream<T>
  method internal 12-15: pub(crate) fn new(inner: T, size: usize) -> Self where T: Clone
impl - 17-17: impl<T> fmt::Display for Stream<T>
  method - 17-17: fn fmt(&self)
trait public 18-18: pub trait Shape
  constant public 18-18: const SIDES: u32
  method public 18-18: fn area(&self) -> f64
constant private 19-19: const LIMIT: usize = 10
struct public 22-22: pub struct Listener // Listens.
impl - 23-23: impl Listener
  method public 23-23: pub async fn accept(&self)
    function private 23-23: fn helper()
macro private 25-25: macro_rules! square
module private test 27-27: mod tests
  function private test 27-27: fn works()
";
        assert_eq!(render(text, "rust"), expected);
    }

    #[test]
    fn a_remark_on_a_decorator_belongs_to_it() {
        let text = "/// Doc.\n#[allow(dead_code)] // Used in drop.\n#[repr(C)]\nstruct Inner;\n";
        let outline = outline(text, registry().by_name("rust").expect("a known language"));
        let found = outline
            .symbols
            .iter()
            .map(|symbol| (symbol.first_line, symbol.lines.start, symbol.line));
        assert_eq!(found.collect::<Vec<_>>(), [(1, 2, 4)]);
        assert_eq!(outline.symbols[0].doc.as_deref(), Some("Doc."));
    }

    #[test]
    fn overlapping_definitions_are_not_nested() {
        let groovy = registry().by_name("groovy").expect("a known language");
        let text = "\
package app
import groovy.jso       urper
import static jdependencies { implementation 'a:b:1' }
class ASpec extends Specification {
  def \"adds numbersxpect: 1 == 1 }
his.name = name }
  abstract double area()
  def scaletic void main(Stt: 1 == 1 }
}
numbersxpect: 1 == 1 }
}
s { implementation 'a:b:1' }
class ASpec exte \"adds numbersxpect: 1 == 1 }
}
numbersxpect: 1 == 1 }
}";
        let outline = outline(text, groovy);
        assert!(!outline.symbols.is_empty());
        for symbol in &outline.symbols {
            let around = symbol.parent.map(|parent| outline.symbols[parent].bytes.clone());
            let is_inside = |around: std::ops::Range<usize>| {
                around.start <= symbol.bytes.start && symbol.bytes.end <= around.end
            };
            assert!(around.is_none_or(is_inside), "{symbol:?}");
        }
    }
}
