//! Tests that depend on a target without calling it: those that name a string of its body that
//! little else has, such as a message, the name of a variable of the environment, a flag, a key or
//! a file. What has the same string may as well be about something else, so they are possible.

use super::assemble::Affected;
use super::entries::test_around;
use crate::domain::{Cancelled, FileLine, is_word};
use crate::engine::graph::project::{FileIndex, Project, Unit};
use crate::engine::graph::target::Definition;
use crate::workspace::secrets::masked;
use regex::Regex;
use rustc_hash::FxHashSet;
use schemars::JsonSchema;
use serde::Serialize;
use std::collections::HashSet;
use std::ops::Range;
use std::sync::{Arc, LazyLock};

/// Limit of the strings of a body that are looked for, and of those that are shown.
const MAX_LOOKED_FOR: usize = 24;
const MAX_SHOWN: usize = 4;

/// Lengths in bytes of a string in one word, of one that is a mere word, and of a message.
const MIN_NAME: usize = 5;
const MIN_WORD: usize = 9;
const MIN_MESSAGE: usize = 12;
/// Least length of the words of a message that say something, of which it has two.
const MIN_TELLING: usize = 4;
const MAX_LENGTH: usize = 200;

/// Limit of the files outside tests that have a string, and of those and the tests in which it is
/// named: beyond them it is too common to say anything.
const MAX_FILES: usize = 2;
const MAX_TEST_FILES: usize = 4;
const MAX_TESTS: usize = 12;

/// Limit of the files that mention a word of it, which are read.
const MAX_READ: usize = 60;

/// What in a string is another text each time, or is not written in it as it is read.
static PLACEHOLDER: LazyLock<Regex> = LazyLock::new(|| {
    let parts = r"\$?\{[^{}]*\}|#\{[^}]*\}|\$\w+|%[-+#0-9.]*[a-zA-Z@]|\\.|\n";
    Regex::new(parts).expect("a valid expression")
});

/// What stands between the lines of a literal that go on.
static CONTINUED: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"\\\r?\n\s*").expect("a valid expression"));

/// What reads a variable of the environment, with its name in a group.
static VARIABLE: LazyLock<Regex> = LazyLock::new(|| {
    let named = r#"(?x)
        (?: environ(?:\.get)?\s*[\[(] | (?i:get_?env)\s*\( | LookupEnv\s*\( | env::var(?:_os)?\s*\(
          | \bENV(?:\.fetch)?\s*[\[(] | GetEnvironmentVariable\s*\( | process\.env\s*\[
        )\s*["'](\w{3,})["']
        | process\.env\.(\w{3,})"#;
    Regex::new(named).expect("a valid expression")
});

/// Tests that name a string of the target, or an option.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct StringTests {
    pub string: String,
    /// In the order of files and lines.
    pub tests: Vec<FileLine>,
    #[serde(skip)]
    pub kind: StringKind,
}

/// What a string that tests name is to a target.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum StringKind {
    /// It stands in the target.
    Own,
    /// The name of an option that decides on the way to the target.
    Option,
    /// What a type on the way is registered as.
    Registered,
}

/// What a string is, by which it is told from others.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Form {
    /// Several words, which stand anywhere in a text.
    Message,
    /// A name with a mark in it that words do not have: `PAGER_COLOR`, `--no-wrap`, `a.b`.
    Name,
    /// A mere word, which has to be a whole string.
    Word,
    /// A variable of the environment, which is a whole string or a member.
    Variable,
}

/// A string that is looked for.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Distinctive {
    text: String,
    form: Form,
}

impl Distinctive {
    /// Returns what a literal's text is looked for by: all of it, or the messages in it. Of a part
    /// of a literal only these.
    fn of(text: &str, is_whole: bool) -> Vec<Self> {
        let text = CONTINUED.replace_all(text, "");
        let parts: Vec<&str> = PLACEHOLDER.split(&text).map(str::trim).collect();
        let distinctive = |part: &&str| {
            let form = form_of(part)?;
            // A part of a name is another name.
            let is_told = is_whole && *part == text || form == Form::Message;
            is_told.then(|| Self { text: (*part).to_owned(), form })
        };
        parts.iter().filter_map(distinctive).collect()
    }

    /// Returns the word by which files are searched for it: the longest.
    fn word(&self) -> &str {
        let words = self.text.split(|letter: char| !is_word(letter));
        words.max_by_key(|word| word.len()).unwrap_or_default()
    }

    /// Returns where a text has it.
    fn places<'t>(&'t self, text: &'t str) -> impl Iterator<Item = usize> + 't {
        let places = text.match_indices(self.text.as_str()).map(|(at, _)| at);
        places.filter(|at| self.is_whole_at(text, *at..at + self.text.len()))
    }

    /// Returns whether an occurrence is no part of a longer name.
    fn is_whole_at(&self, text: &str, at: Range<usize>) -> bool {
        let before = text[..at.start].chars().next_back();
        let behind = text[at.end..].chars().next();
        let is_quote = |letter: Option<char>| letter.is_some_and(|one| "\"'`".contains(one));
        let continues = |letter: Option<char>| letter.is_some_and(|one| is_word(one) || one == '-');
        match self.form {
            Form::Word => is_quote(before) && is_quote(behind),
            Form::Variable => {
                is_quote(before) && is_quote(behind)
                    || text[..at.start].ends_with("env.") && !continues(behind)
            }
            Form::Name | Form::Message => {
                let is_cut = self.text.starts_with(is_word) && continues(before)
                    || self.text.ends_with(is_word) && continues(behind);
                !is_cut
            }
        }
    }
}

/// Returns the form of a string; `None` if it is too short or common to tell anything.
fn form_of(text: &str) -> Option<Form> {
    let letters = text.chars().filter(|letter| letter.is_alphabetic()).count();
    if text.len() > MAX_LENGTH || letters < MIN_NAME.max(text.len() / 2) {
        return None;
    }
    if text.contains(char::is_whitespace) {
        let words = text.split(|letter: char| !letter.is_alphanumeric());
        let telling = words.filter(|word| word.len() >= MIN_TELLING).count();
        return (text.len() >= MIN_MESSAGE && telling > 1).then_some(Form::Message);
    }
    let inner = text.trim_matches(|letter: char| !letter.is_alphanumeric());
    let has_mark = inner.contains(['_', '-', '.', '/', ':', '@'])
        || inner.chars().skip(1).any(char::is_uppercase)
        || text.starts_with("--");
    match has_mark {
        true => Some(Form::Name),
        false => (text == inner && text.len() >= MIN_WORD).then_some(Form::Word),
    }
}

/// Returns the strings of a definition's body, the longest first.
fn strings_of(unit: &Unit, body: &Range<usize>) -> Vec<Distinctive> {
    let text = unit.content();
    let mut found: Vec<Distinctive> = Vec::new();
    // A constant may list tens of thousands of strings.
    let mut known: FxHashSet<String> = FxHashSet::default();
    for variable in VARIABLE.captures_iter(&text[body.clone()]) {
        let name = variable.get(1).or_else(|| variable.get(2)).map(|name| name.as_str().to_owned());
        let string = name.map(|text| Distinctive { text, form: Form::Variable });
        found.extend(string.filter(|string| known.insert(string.text.clone())));
    }
    let inside = unit.names().texts.iter().map(|span| span.start as usize..span.end as usize);
    for literal in inside.filter(|span| body.contains(&span.start)) {
        let Some((inner, is_whole)) = read_literal(text, literal) else { continue };
        for string in Distinctive::of(inner, is_whole) {
            if known.insert(string.text.clone()) {
                found.push(string);
            }
        }
    }
    found.sort_by_key(|string| {
        (string.form != Form::Variable, std::cmp::Reverse(string.text.len()))
    });
    found.truncate(MAX_LOOKED_FOR);
    found
}

const QUOTES: [char; 3] = ['"', '\'', '`'];

/// Returns what a string says that is given with its quotes or without them, and whether that is
/// all of it; `None` of a comment, and of the text of several lines that documentation may be.
fn read_literal(text: &str, literal: Range<usize>) -> Option<(&str, bool)> {
    let written = text.get(literal.clone())?;
    if let Some(inner) = inside_of_quotes(written) {
        return Some((inner, true));
    }
    let before = &text[..literal.start];
    let is_opened = before.ends_with(QUOTES);
    let is_long = before.ends_with("\"\"\"") || before.ends_with("'''");
    let marks = ["//", "/*", "#", "--", ";", "%", "(*", "{-"];
    let is_comment = !is_opened && marks.iter().any(|mark| written.starts_with(mark));
    let is_whole = is_opened && text[literal.end..].starts_with(QUOTES);
    (!is_long && !is_comment).then_some((written, is_whole))
}

/// Returns what a literal with its quotes says.
fn inside_of_quotes(literal: &str) -> Option<&str> {
    let is_prefix = |letter: char| letter.is_ascii_alphanumeric() || "#@$".contains(letter);
    let quoted = literal.trim_start_matches(is_prefix);
    let quote = quoted.chars().next().filter(|quote| QUOTES.contains(quote))?;
    let quoted = quoted.trim_end_matches('#');
    let inner = quoted.trim_matches(quote);
    (quoted.ends_with(quote) && !inner.is_empty()).then_some(inner)
}

/// Returns the tests that name strings of a target, without those among the rows.
///
/// # Errors
/// If the request is cancelled.
pub(super) fn tests_by_string(
    project: &Project<'_>,
    target: Option<&Definition>,
    affected: &[Affected],
) -> Result<Vec<StringTests>, Cancelled> {
    let mut strings: Vec<Distinctive> = Vec::new();
    for place in target.iter().flat_map(|target| &target.places) {
        let file = project.displayed(&place.file.path.display);
        let unit = file.and_then(|file| project.unit(file));
        if let Some(unit) = unit.filter(|_| !place.symbol.kind.is_container())
            && !place.symbol.is_test
            && !unit.facts().class.is_test()
        {
            strings.extend(strings_of(unit, &place.symbol.bytes));
        }
    }
    let words: Vec<&str> = strings.iter().map(Distinctive::word).collect();
    project.find_mentions(&words)?;
    let known: HashSet<(&str, usize)> = affected
        .iter()
        .filter_map(|row| Some((row.node.file.as_deref()?, row.node.line?)))
        .collect();
    let mut found = Vec::new();
    for string in &strings {
        project.snapshot.cancel().check()?;
        let Some(mut tests) = naming(project, string)? else { continue };
        tests.retain(|test| !known.contains(&(&*test.file, test.line)));
        let is_new =
            !tests.is_empty() && found.iter().all(|other: &StringTests| other.tests != tests);
        if is_new {
            let string = masked(&string.text).into_owned();
            found.push(StringTests { string, tests, kind: StringKind::Own });
        }
    }
    found.sort_by_key(|found| found.tests.len());
    found.truncate(MAX_SHOWN);
    Ok(found)
}

/// Returns the tests that name a string; `None` if it is too common.
fn naming(project: &Project<'_>, string: &Distinctive) -> Result<Option<Vec<FileLine>>, Cancelled> {
    let mentions = project.mentions_in_code(string.word())?;
    if mentions.files.len() > MAX_READ {
        return Ok(None);
    }
    let (mut others, mut files) = (0, 0);
    let mut tests: Vec<FileLine> = Vec::new();
    for file in mentions.files.iter().map(|found| found.file) {
        let entry = project.entry(file);
        let Ok(text) = project.snapshot.text(&entry.path) else { continue };
        let places: Vec<usize> = string.places(&text.content).collect();
        if places.is_empty() {
            continue;
        }
        let (in_tests, outside) = in_tests(project, file, string, &places);
        others += usize::from(outside);
        files += usize::from(!in_tests.is_empty());
        tests.extend(in_tests);
    }
    tests.dedup();
    let is_rare = others <= MAX_FILES && files <= MAX_TEST_FILES && tests.len() <= MAX_TESTS;
    Ok(is_rare.then_some(tests))
}

/// Returns the tests of a file around those of some places that are in strings, and whether others
/// stand outside of tests.
fn in_tests(
    project: &Project<'_>,
    file: FileIndex,
    string: &Distinctive,
    places: &[usize],
) -> (Vec<FileLine>, bool) {
    let Some(unit) = project.unit(file) else { return (Vec::new(), true) };
    let is_test_file = unit.facts().class.is_test();
    let (mut tests, mut outside) = (Vec::new(), false);
    let is_named = |at: &usize| string.form == Form::Variable || unit.names().is_text(*at);
    for at in places.iter().copied().filter(is_named) {
        let around = unit.enclosing(at, |symbol| symbol.is_test);
        if !is_test_file && around.is_none() {
            outside = true;
            continue;
        }
        if !is_of_comment(unit, at) {
            let line = test_around(unit, at).unwrap_or_else(|| unit.text.line_of(at));
            tests.push(FileLine { file: Arc::clone(&unit.entry.path.display), line });
        }
    }
    (tests, outside)
}

/// Returns whether a place in a text is on a line that is a comment.
fn is_of_comment(unit: &Unit, at: usize) -> bool {
    let line = unit.text.quoted_line(unit.text.line_of(at));
    ["//", "#", "*", "/*", "--"].iter().any(|mark| line.trim_start().starts_with(mark))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strings_are_told_by_what_others_do_not_say() {
        let check = |text: &str, expected: &[(&str, Form)]| {
            let found = Distinctive::of(text, true);
            let found: Vec<_> = found.iter().map(|found| (&*found.text, found.form)).collect();
            assert_eq!(found, expected, "{text}");
        };
        check("PAGER_COLOR", &[("PAGER_COLOR", Form::Name)]);
        check("--no-wrap", &[("--no-wrap", Form::Name)]);
        check("theme.name", &[("theme.name", Form::Name)]);
        check("unknown theme {}: use", &[("unknown theme", Form::Message)]);
        check("cannot %s", &[]);
        check("{} is not a directory.", &[]);
        check(
            "no {} in the shop \\\n    beside it\\nand more {name} of it all",
            &[("in the shop beside it", Form::Message)],
        );
        check("dragonflies", &[("dragonflies", Form::Word)]);
        check("name", &[]);
        check("value", &[]);
        check("a, b", &[]);
        check("prefix_{}", &[]);
        check("GET", &[]);
    }

    #[test]
    fn variables_of_the_environment_are_read_in_many_ways() {
        let check = |code: &str, expected: &str| {
            let found = VARIABLE.captures(code).expect("a variable");
            let name = found.get(1).or_else(|| found.get(2)).map(|name| name.as_str());
            assert_eq!(name, Some(expected), "{code}");
        };
        check("os.environ.get(\"PAGER\", \"\")", "PAGER");
        check("os.environ['LESS']", "LESS");
        check("env::var(\"LS_COLORS\")", "LS_COLORS");
        check("process.env.DEBUG", "DEBUG");
        check("System.getenv(\"HOME\")", "HOME");
        check("os.Getenv(\"TERM\")", "TERM");
        check("ENV.fetch(\"EDITOR\")", "EDITOR");
    }

    #[test]
    fn literals_are_read_with_their_quotes_and_without() {
        let check = |text: &str, literal: &str, expected: Option<(&str, bool)>| {
            let start = text.find(literal).expect("a literal");
            let found = read_literal(text, start..start + literal.len());
            assert_eq!(found, expected, "{text}");
        };
        check("f(\"a b\")", "\"a b\"", Some(("a b", true)));
        check("f(r#\"a\"#)", "r#\"a\"#", Some(("a", true)));
        check("f(\"a b\")", "a b", Some(("a b", true)));
        check("f(\"a b {n}\")", "a b ", Some(("a b ", false)));
        check("f(\"#a\")", "#a", Some(("#a", true)));
        check("f() # a 'b'", "# a 'b'", None);
        check("// \"a\"", "// \"a\"", None);
        check("\"\"\"A shop.\"\"\"", "A shop.", None);
    }
}
