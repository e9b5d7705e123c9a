//! Schema of `languages/<id>/lines.toml`: how definitions are recognised by lines in a language
//! without a grammar. Unknown keys are errors; expressions are compiled when a first file needs
//! them.

use super::Language;
use super::config::CommentMarks;
use crate::domain::SymbolKind;
use regex::{Regex, RegexBuilder, RegexSet, RegexSetBuilder};
use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::sync::OnceLock;

/// File of a language's folder with the rules for lines.
const LINE_TABLE: &str = "lines.toml";

/// Name of the place outside all definitions.
pub const TOP_LEVEL: &str = "top";

/// Name in `after` of the case that no definition ends.
pub const NOTHING_ENDS: &str = "";

/// Rules by which an outline is made of lines. Expressions for lines begin at the first character
/// that is no space, and see the text without its comments and strings.
pub struct LineRules {
    pub texts: Vec<TextRule>,
    /// What begins any of `texts`; group `text<n>` says which, `tag<n>` is its own group.
    pub openers: Regex,
    pub block: BlockRules,
    /// `open`, `close` and `stop` of `block`, and brackets.
    pub tokens: Regex,
    pub has_brackets: bool,
    pub is_documented_below: bool,
    pub rules: Vec<LineRule>,
    pub supertypes: Vec<Regex>,
    continues: Option<Regex>,
    /// The expressions of the rules that are tried at the beginning of a line, with their indices.
    starts: RegexSet,
    tried: Vec<usize>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Table {
    /// True if letter case does not matter in the language.
    #[serde(default)]
    ignore_case: bool,
    /// Comments, strings and other text without definitions, beside the comments that
    /// `language.toml` names.
    #[serde(default)]
    text: Vec<TextRule>,
    /// False if the comments of `language.toml` are recognised by `text`.
    #[serde(default = "yes")]
    comments: bool,
    /// True if block comments nest.
    #[serde(default)]
    nested_comments: bool,
    /// True if what follows a header documents it: `## text`, or a comment below a declaration.
    #[serde(default)]
    documented_below: bool,
    /// False if brackets need not be balanced.
    #[serde(default = "yes")]
    brackets: bool,
    /// Lines, indented as a definition is, that do not end it: `end`, `begin`.
    continues: Option<String>,
    /// Regular expressions for text of one or two lines in which the group `name` is a supertype of
    /// the definition that begins there or is around it. Without any, words that many languages
    /// share tell.
    #[serde(default)]
    supertypes: Vec<String>,
    #[serde(default)]
    block: BlockRules,
    rule: Vec<LineRule>,
}

const fn yes() -> bool {
    true
}

/// Text in which no definition begins. The first rule that matches at a place counts.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TextRule {
    /// Regular expression for its beginning; a group `tag` may be part of its end.
    pub open: String,
    /// What ends it, in which `{tag}` stands for that group. Without, the beginning is all of it.
    /// Where it is the tag alone, the text begins with the tag.
    #[serde(default)]
    pub close: String,
    /// Character that takes its meaning from the one behind it.
    pub escape: Option<char>,
    /// True if it may go over several lines. Without an end it goes to that of its line or of the
    /// file.
    #[serde(default)]
    pub lines: bool,
    #[serde(default)]
    pub kind: TextKind,
    /// What begins another one inside.
    #[serde(skip)]
    pub nested: Option<String>,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum TextKind {
    #[default]
    String,
    Comment,
    /// Code after all, which only looks like the beginning of another one: `x'`.
    Code,
}

/// Tokens by which definitions with `ends = "block"` end, outside brackets. Regular expressions.
#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BlockRules {
    open: Option<String>,
    close: Option<String>,
    /// Ends a definition outside its blocks: `;`.
    stop: Option<String>,
    /// What is none of them, although it looks like one.
    skip: Option<String>,
    /// True if only a `stop` does.
    #[serde(default)]
    pub until_stop: bool,
}

/// One form of definition.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LineRule {
    /// Regular expression. Groups: `name`, `kind`, `container` (the type or module that the
    /// definition names as its own), `next` (see `after`), `mark` and `over` (the marks of a
    /// heading under and above it).
    line: String,
    /// Regular expression for lines that are none after all.
    unless: Option<String>,
    /// Kind, or kinds by the text of the group `kind`, in lower case. Without one it is only a
    /// place for others.
    kind: Option<Kinds>,
    /// Name of the place that it is for others. By default its kind.
    #[serde(rename = "as", default)]
    label: String,
    /// Places in which it counts; `top` is outside all. Everywhere by default.
    #[serde(rename = "in", default)]
    places: Vec<String>,
    #[serde(default)]
    pub ends: Ends,
    /// Places, of which one must end here where the group `next` matches: `and`. The empty name
    /// is for one that follows nothing.
    #[serde(default)]
    after: Vec<String>,
    /// Regular expression for the part of a line that ends it, with `ends = "close"`.
    close: Option<String>,
    /// Level of a heading, instead of one by its `mark`: a number, or see [`LevelOrder`].
    level: Option<Level>,
    /// Marks of levels, from the first on.
    pub marks: Option<String>,
    /// Greatest difference between the lengths of a heading and its mark.
    pub max_length_difference: Option<usize>,
    /// Regular expression for what ends its header, outside brackets; `\z` if nothing does. By
    /// default the end of the line.
    body: Option<String>,
    /// True if members may be indented no deeper than itself.
    #[serde(default)]
    pub members_unindented: bool,
    /// True if lines that begin with its name, indented as it is, belong to it: `f : Int`, then
    /// `f x = …`. With `ends = "indent"`.
    #[serde(default)]
    pub joins: bool,
    /// True if it is looked for in the whole line, any number of times.
    #[serde(default)]
    repeat: bool,
    /// Greatest indentation.
    pub indent: Option<usize>,
    /// True if the line before must be blank.
    #[serde(default)]
    pub after_blank: bool,
    #[serde(skip)]
    ignores_case: bool,
    #[serde(skip)]
    compiled: OnceLock<CompiledRule>,
}

struct CompiledRule {
    line: Regex,
    unless: Option<Regex>,
    close: Option<Regex>,
    body: Option<Regex>,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Kinds {
    One(String),
    ByWord(BTreeMap<String, String>),
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Ends {
    #[default]
    /// With its line, or with the brackets and blocks that it leaves open.
    Line,
    /// Before the next line that is indented no deeper.
    Indent,
    /// With the block that it opens, see `BlockRules`.
    Block,
    /// At its `close`.
    Close,
    /// Before the next definition of the same level or above.
    Level,
}

#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(untagged)]
enum Level {
    Fixed(usize),
    ByMark(LevelOrder),
}

/// How the mark of a heading determines its level.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
enum LevelOrder {
    /// By the length of the mark.
    Length,
    /// By the first use of each mark in the file.
    Order,
}

impl Language {
    /// Returns the rules by which its definitions are recognised by lines; `None` for a language
    /// with a grammar, and for one whose definitions are not recognised.
    ///
    /// # Panics
    /// When an embedded table is broken; a test reads every one.
    pub fn lines(&self) -> Option<&LineRules> {
        self.lines
            .get_or_init(|| {
                let source = self.text(LINE_TABLE)?;
                Some(
                    LineRules::read(source, &self.config.comments).unwrap_or_else(|error| {
                        panic!("languages/{}/{LINE_TABLE}: {error}", self.id)
                    }),
                )
            })
            .as_ref()
    }

    /// Returns whether the definitions of its files are recognised by lines.
    pub fn has_lines(&self) -> bool {
        self.text(LINE_TABLE).is_some()
    }
}

impl LineRules {
    /// Reads a table.
    ///
    /// # Errors
    /// If a key is unknown, or an expression does not compile.
    pub(super) fn read(source: &str, marks: &CommentMarks) -> Result<Self, String> {
        let mut table: Table = toml::from_str(source).map_err(|error| error.to_string())?;
        if table.comments {
            table.text.extend(comment_rules(marks, table.nested_comments));
        }
        let ignores_case = table.ignore_case;
        for rule in &mut table.rule {
            rule.ignores_case = ignores_case;
            rule.check_kinds()?;
        }
        let labels: BTreeSet<&str> = table.rule.iter().flat_map(LineRule::labels).collect();
        for rule in &table.rule {
            rule.check_places(&labels)?;
        }
        let at_start = table.rule.iter().enumerate().filter(|(_, rule)| !rule.repeat);
        let (tried, starts): (Vec<usize>, Vec<String>) =
            at_start.map(|(index, rule)| (index, anchored(&rule.line))).unzip();
        let starts = RegexSetBuilder::new(starts.iter().map(|pattern| with_small_classes(pattern)))
            .multi_line(true)
            .case_insensitive(ignores_case)
            .build()
            .map_err(|error| error.to_string())?;
        let continues = table.continues.as_deref().map(anchored);
        let supertypes = table.supertypes.iter().map(|pattern| compile(pattern, ignores_case));
        Ok(Self {
            openers: compile(&openers(&table.text), ignores_case)?,
            tokens: compile(&table.block.tokens(), ignores_case)?,
            continues: continues.map(|pattern| compile(&pattern, ignores_case)).transpose()?,
            texts: table.text,
            block: table.block,
            has_brackets: table.brackets,
            is_documented_below: table.documented_below,
            rules: table.rule,
            supertypes: supertypes.collect::<Result<_, _>>()?,
            starts,
            tried,
        })
    }

    /// Returns the rules that match at the beginning of `code`, in their order.
    pub fn at(&self, code: &str) -> impl Iterator<Item = &LineRule> {
        self.starts.matches(code).into_iter().map(|index| &self.rules[self.tried[index]])
    }

    /// Returns the rules that are looked for in the whole line.
    pub fn repeated(&self) -> impl Iterator<Item = &LineRule> {
        self.rules.iter().filter(|rule| rule.repeat)
    }

    /// Returns whether block comments nest.
    pub fn has_nested_comments(&self) -> bool {
        self.texts.iter().any(|text| text.kind == TextKind::Comment && text.nested.is_some())
    }

    /// Returns whether strings may stand in single quotes.
    pub fn has_single_quotes(&self) -> bool {
        self.texts.iter().any(|text| text.kind == TextKind::String && text.open == "'")
    }

    /// Returns whether strings may stand in double quotes; where not, what does is a name.
    pub fn has_double_quotes(&self) -> bool {
        self.texts.iter().any(|text| text.kind == TextKind::String && text.open.contains('"'))
    }

    /// Returns whether strings in double quotes may run over lines.
    pub fn has_long_quotes(&self) -> bool {
        let is_long = |text: &TextRule| text.open == "\"" && text.lines;
        self.texts.iter().any(|text| text.kind == TextKind::String && is_long(text))
    }

    /// Returns whether a line that is indented as a definition is still part of it.
    pub fn continues(&self, line: &str) -> bool {
        line.starts_with([')', ']', '}'])
            || self.continues.as_ref().is_some_and(|continues| continues.is_match(line))
    }
}

impl LineRule {
    /// Returns the kinds that its definitions may have, as the table names them.
    fn kind_names(&self) -> Vec<&String> {
        match &self.kind {
            None => Vec::new(),
            Some(Kinds::One(kind)) => vec![kind],
            Some(Kinds::ByWord(kinds)) => kinds.values().collect(),
        }
    }

    fn check_kinds(&self) -> Result<(), String> {
        match self.kind_names().into_iter().find(|name| SymbolKind::parse(name).is_none()) {
            Some(name) => Err(format!("there is no kind `{name}`")),
            None => Ok(()),
        }
    }

    /// Returns the names of the places that its definitions are for others.
    fn labels(&self) -> impl Iterator<Item = &str> {
        let kinds = self.kind_names().into_iter().map(|name| SymbolKind::parse(name));
        let own = (!self.label.is_empty()).then_some(None);
        own.into_iter().chain(kinds).map(|kind| self.label(kind))
    }

    /// Refuses names of places that no rule makes: they would never match.
    fn check_places(&self, labels: &BTreeSet<&str>) -> Result<(), String> {
        let is_known = |place: &str, outside: &str| place == outside || labels.contains(place);
        let unknown = self.places.iter().find(|place| !is_known(place, TOP_LEVEL));
        match unknown.or_else(|| self.after.iter().find(|place| !is_known(place, NOTHING_ENDS))) {
            Some(place) => {
                let labels = labels.iter().copied().collect::<Vec<_>>().join(", ");
                Err(format!("no rule makes the place `{place}`; there are {TOP_LEVEL}, {labels}"))
            }
            None => Ok(()),
        }
    }

    fn compiled(&self) -> &CompiledRule {
        self.compiled.get_or_init(|| {
            let compiled = |pattern: &String| {
                compile(pattern, self.ignores_case)
                    .unwrap_or_else(|error| panic!("a pattern in lines.toml: {error}"))
            };
            CompiledRule {
                line: compiled(&if self.repeat { self.line.clone() } else { anchored(&self.line) }),
                unless: self.unless.as_deref().map(anchored).as_ref().map(compiled),
                close: self.close.as_ref().map(compiled),
                body: self.body.as_ref().map(compiled),
            }
        })
    }

    /// Returns the expression for the definition.
    pub fn line(&self) -> &Regex {
        &self.compiled().line
    }

    /// Returns whether a line is none of this form after all.
    pub fn is_excluded(&self, code: &str) -> bool {
        self.compiled().unless.as_ref().is_some_and(|unless| unless.is_match(code))
    }

    pub fn close(&self) -> Option<&Regex> {
        self.compiled().close.as_ref()
    }

    pub fn body(&self) -> Option<&Regex> {
        self.compiled().body.as_ref()
    }

    /// Returns the kind of a definition, given the text of the group `kind`.
    pub fn kind(&self, word: Option<&str>) -> Option<SymbolKind> {
        match self.kind.as_ref()? {
            Kinds::One(kind) => SymbolKind::parse(kind),
            Kinds::ByWord(kinds) => {
                let word = word.unwrap_or_default().to_lowercase();
                kinds.get(word.as_str()).and_then(|kind| SymbolKind::parse(kind))
            }
        }
    }

    /// Returns whether it counts in a place, by its label; `top` is outside all.
    pub fn counts_in(&self, label: &str) -> bool {
        self.places.is_empty() || self.places.iter().any(|place| place == label)
    }

    /// Returns whether it may follow a place, by its label.
    pub fn follows(&self, label: &str) -> bool {
        self.after.iter().any(|place| place == label)
    }

    /// Returns the name of the place that a definition of a kind is for others.
    pub fn label(&self, kind: Option<SymbolKind>) -> &str {
        if self.label.is_empty() { kind.map_or("", SymbolKind::as_str) } else { &self.label }
    }

    /// Returns the level of a heading by its mark, given the marks that were seen before.
    pub fn level(&self, mark: &str, is_over: bool, seen: &mut Vec<(char, bool)>) -> usize {
        let Some(first) = mark.chars().next() else {
            return match self.level {
                Some(Level::Fixed(level)) => level,
                _ => 1,
            };
        };
        let found = match (&self.level, &self.marks) {
            (Some(Level::Fixed(level)), _) => return *level,
            (Some(Level::ByMark(LevelOrder::Length)), _) => return mark.chars().count(),
            (_, Some(marks)) => marks.chars().position(|mark| mark == first),
            _ => seen.iter().position(|known| *known == (first, is_over)),
        };
        1 + found.unwrap_or_else(|| {
            seen.push((first, is_over));
            seen.len() - 1
        })
    }
}

impl BlockRules {
    fn tokens(&self) -> String {
        let mut tokens = String::new();
        let words = [
            ("skip", &self.skip),
            ("open", &self.open),
            ("close", &self.close),
            ("stop", &self.stop),
        ];
        for (name, pattern) in words {
            if let Some(pattern) = pattern {
                let _ = write!(tokens, "(?P<{name}>{pattern})|");
            }
        }
        tokens + r"(?P<opening>[(\[{])|(?P<closing>[)\]}])"
    }
}

/// Returns the rules for the comments of a language.
fn comment_rules(marks: &CommentMarks, is_nested: bool) -> Vec<TextRule> {
    let rule = |open: &str, close: &str, lines: bool| TextRule {
        open: regex::escape(open),
        close: close.to_owned(),
        escape: None,
        lines,
        kind: TextKind::Comment,
        nested: (is_nested && lines).then(|| open.to_owned()),
    };
    let block = marks.block.iter().map(|[open, close]| rule(open, close, true));
    block.chain(marks.line.iter().map(|mark| rule(mark, "\n", false))).collect()
}

/// Returns the expression for the beginnings of all texts; one that nothing matches, if there are
/// none.
fn openers(texts: &[TextRule]) -> String {
    let each = texts.iter().enumerate().map(|(index, text)| {
        let open = text.open.replace("(?<tag>", &format!("(?<tag{index}>"));
        format!("(?<text{index}>{open})")
    });
    let all = each.collect::<Vec<_>>().join("|");
    if all.is_empty() { r"[^\s\S]".to_owned() } else { all }
}

fn anchored(pattern: &str) -> String {
    format!(r"\A(?:{pattern})")
}

/// Returns an expression in which `\w` and `\d` are the letters and digits of ASCII, and `\w` all
/// characters beyond: the tables of Unicode's letters would take megabytes in every expression.
fn with_small_classes(pattern: &str) -> String {
    let mut small = String::with_capacity(pattern.len());
    let mut letters = pattern.chars();
    while let Some(letter) = letters.next() {
        match (letter, (letter == '\\').then(|| letters.next()).flatten()) {
            (_, Some('w')) => small.push_str(r"[0-9A-Za-z_\x{80}-\x{10FFFF}]"),
            (_, Some('W')) => small.push_str(r"[^0-9A-Za-z_\x{80}-\x{10FFFF}]"),
            (_, Some('d')) => small.push_str("[0-9]"),
            (letter, escaped) => small.extend(std::iter::once(letter).chain(escaped)),
        }
    }
    small
}

fn compile(pattern: &str, ignores_case: bool) -> Result<Regex, String> {
    RegexBuilder::new(&with_small_classes(pattern))
        .multi_line(true)
        .case_insensitive(ignores_case)
        .build()
        .map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lang::registry;

    #[test]
    fn every_table_of_lines_is_read() {
        for language in registry().all().iter().filter(|language| language.has_lines()) {
            assert!(language.grammar().is_none(), "{} has a grammar", language.id);
            let lines = language.lines().expect("it has a table");
            for rule in &lines.rules {
                rule.line();
            }
        }
    }

    #[test]
    fn words_have_letters_beyond_ascii_without_their_tables() {
        let check = |pattern: &str, text: &str, expected: &str| {
            let found = compile(pattern, false).expect("it compiles");
            assert_eq!(found.find(text).map_or("", |found| found.as_str()), expected, "{pattern}");
        };
        check(r"\w+", "→ (naïve_名前2)", "→");
        check(r"[\w.]+", "(naïve_名前.2)", "naïve_名前.2");
        check(r"[^\w\s(]+", "(naïve+=1", "+=");
        check(r"\W", "a-b", "-");
        check(r"\d+", "٣4", "4");
        check(r"\\w\\d", r"w\w\d", r"\w\d");
    }

    #[test]
    fn mistakes_in_a_table_are_told() {
        let problem = |rule: &str| {
            let table = format!("[[rule]]\n{rule}");
            LineRules::read(&table, &CommentMarks::default()).err().unwrap_or_default()
        };
        assert_eq!(problem("line = 'def (?<name>\\w+)'\nkind = \"function\""), "");
        assert!(problem("line = 'x'\nknid = \"function\"").contains("knid"));
        assert!(problem("line = 'x'\nkind = \"procedure\"").contains("procedure"));
        assert!(problem("line = '('").contains("unclosed group"));
        assert_eq!(problem("line = 'x'\nlevel = \"length\""), "");
        assert!(problem("line = 'x'\nlevel = \"longest\"").contains("longest"));
        assert_eq!(problem("line = 'x'\nkind = \"class\"\nin = [\"class\", \"top\"]"), "");
        let misspelt = "no rule makes the place `inner`; there are top, class";
        assert_eq!(problem("line = 'x'\nkind = \"class\"\nin = [\"inner\"]"), misspelt);
        let renamed = "no rule makes the place `class`; there are top, body";
        assert_eq!(
            problem("line = 'x'\nkind = \"class\"\nas = \"body\"\nafter = [\"class\"]"),
            renamed
        );
    }
}
