//! Kinds of files by what the words in them may be, from `languages/files.toml`.

use super::{Language, LazyRegex, embedded, registry};
use serde::Deserialize;
use std::collections::HashMap;
use std::ops::Range;
use std::path::Path;
use std::sync::LazyLock;

const TABLE: &str = "languages/files.toml";

/// What the words may be in files that a grammar does not read, or not all of.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FileKind {
    /// Endings of names without the dot, lower case.
    extensions: Vec<String>,
    /// Regular expression whose groups are the parts that may be code.
    #[serde(default)]
    code: LazyRegex,
    /// True if a word before a parenthesis may be a use.
    #[serde(default)]
    calls: bool,
    /// Name of the language of scripts in markup.
    scripts: Option<String>,
    /// Names of the languages that such code can name definitions of; empty for all.
    #[serde(default)]
    names: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Table {
    kind: Vec<FileKind>,
}

struct Kinds {
    kinds: Vec<FileKind>,
    by_extension: HashMap<String, usize>,
    /// That of documents and data.
    text: FileKind,
}

fn kinds() -> &'static Kinds {
    static KINDS: LazyLock<Kinds> = LazyLock::new(|| {
        let table: Table = embedded::table(TABLE);
        let numbered = table.kind.iter().enumerate();
        let extensions = numbered.flat_map(|(index, kind)| {
            kind.extensions.iter().map(move |extension| (extension.clone(), index))
        });
        Kinds { by_extension: extensions.collect(), kinds: table.kind, text: FileKind::default() }
    });
    &KINDS
}

impl FileKind {
    /// Returns the kind of a file that the table lists by its name.
    pub fn listed(path: &Path) -> Option<&'static Self> {
        let name = path.file_name()?.to_string_lossy().to_lowercase();
        let mut endings = name.match_indices('.').map(|(dot, _)| &name[dot + 1..]);
        let index = endings.find_map(|ending| kinds().by_extension.get(ending))?;
        Some(&kinds().kinds[*index])
    }

    /// Returns the kind of a file that is no code of a known language.
    ///
    /// # Panics
    /// If the table is empty; a test reads it.
    pub fn of(path: &Path, language: Option<&Language>, text: &str) -> &'static Self {
        let is_text = || language.is_some() || text.starts_with("<?xml");
        Self::listed(path).unwrap_or_else(|| match is_text() {
            true => &kinds().text,
            false => kinds().kinds.last().expect("a kind for unknown files"),
        })
    }

    /// Returns whether a file is text only, by its name: no word in it is a use.
    pub fn is_text(path: &Path, language: Option<&Language>) -> bool {
        let kind = Self::listed(path);
        kind.map_or(language.is_some(), |kind| kind.code.get().is_none() && !kind.calls)
    }

    /// Returns the language of scripts.
    pub fn scripts(&self) -> Option<&'static Language> {
        registry().by_name(self.scripts.as_ref()?)
    }

    /// Returns whether such code can name the definitions of a language that `may_use` takes.
    pub fn may_name(&self, may_use: impl Fn(&'static Language) -> bool) -> bool {
        let known = |name: &String| registry().by_name(name).is_some_and(&may_use);
        self.names.is_empty() || self.names.iter().any(known)
    }

    /// Returns the parts of a text that may be code. Unless that of scripts counts, only marks of
    /// templates in them do.
    pub fn parts(&self, text: &str, with_scripts: bool) -> CodeParts {
        let mut parts = Vec::new();
        for part in self.captured(text) {
            if with_scripts || !is_script(&text[part.clone()]) {
                parts.push(part);
                continue;
            }
            let inside = part.start + 1;
            let marks = self.captured(&text[inside..part.end]);
            parts.extend(marks.map(|mark| inside + mark.start..inside + mark.end));
        }
        CodeParts { parts, calls: self.calls }
    }

    fn captured<'t>(&self, text: &'t str) -> impl Iterator<Item = Range<usize>> + use<'t, '_> {
        let found = self.code.get().into_iter().flat_map(|code| code.captures_iter(text));
        found.filter_map(|found| Some(found.iter().skip(1).flatten().next()?.range()))
    }
}

/// Returns whether a part of a template is a script.
fn is_script(part: &str) -> bool {
    const TAG: &str = "<script";
    part.get(..TAG.len()).is_some_and(|start| start.eq_ignore_ascii_case(TAG))
}

/// Parts of a text that may be code.
#[derive(Debug, Default)]
pub struct CodeParts {
    /// In ascending order.
    parts: Vec<Range<usize>>,
    calls: bool,
}

impl CodeParts {
    /// Returns whether a word may be a use.
    pub fn may_use(&self, text: &str, word: &Range<usize>) -> bool {
        let before = self.parts.partition_point(|part| part.start <= word.start);
        let is_inside = before.checked_sub(1).is_some_and(|last| word.start < self.parts[last].end);
        let is_called = || text[word.end..].trim_start_matches([' ', '\t']).starts_with('(');
        is_inside || self.calls && is_called()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_templates_and_unknown_files_may_be_uses() {
        let check = |name: &str, text: &str, expected: bool| {
            let path = Path::new(name);
            let start = text.find("helper").expect("it is mentioned");
            let kind = FileKind::of(path, registry().for_path(path), text);
            let parts = kind.parts(text, true);
            assert_eq!(parts.may_use(text, &(start..start + 6)), expected, "{name}: {text}");
        };
        check("a.md", "Call `helper()` first.", false);
        check("a.json", r#"{ "helper": 1 }"#, false);
        check("LICENSE", "helper (1)", false);
        check("Cargo.lock", "helper (1)", false);
        check("project.pbxproj", "files = { helper };", false);
        check("a.html", "<p>The helper() function {{ a }}</p>", false);
        check("a.html", "<p>{{ a.b|f:helper }}</p>", true);
        check("a.html", "<p>{% if a % helper %}</p>", true);
        check("a.html", "<p>{% trans 'The helper' %}{{ a }}</p>", false);
        check("a.html", "<p>{% if a %} helper {% endif %}</p>", false);
        check("a.html", "<script>if (a<b) { helper() }</script>", true);
        check("a.html", "<script>a</script> helper", false);
        check("a.html", "<a onclick='helper()'>", true);
        check("a.html", "<a (click)=\"helper()\">", true);
        check("a.html", "<a class=\"helper\">", false);
        check("a.mdx", "The [helper](/helper) and helper (1).", false);
        check("a.mdx", "```ts\nhelper();\n```", false);
        check("a.mdx", "Call `helper()`.", false);
        check("a.mdx", "import {\n  helper } from 'a'", true);
        check("a.mdx", "<Tabs helper='a'>", true);
        check("a.mdx", "<Tabs type='helper'>{/* helper */}", false);
        check("a.mdx", "<div className={helper}>", true);
        check("a.mdx", "It is {helper()}.", true);
        check("a.xaml", "<Button Click=\"helper\"/>", true);
        check("v.twig", "@if(helper()) x @endif", true);
        check("a.cshtml", "<p>@A.helper</p>", true);
        check("a.cshtml", "<p>helper</p>", false);
        check("p.h.in", "int x = helper;", true);
        check("a.xyz", "do helper (1)", true);
        check("a.xyz", "the helper that", false);
        check("a.xyz", "<?xml version='1.0'?><a>helper()</a>", false);
    }

    #[test]
    fn of_scripts_that_cannot_name_it_only_marks_may_be_uses() {
        let check = |text: &str, expected: bool| {
            let path = Path::new("a.html");
            let start = text.find("helper").expect("it is mentioned");
            let parts = FileKind::of(path, registry().for_path(path), text).parts(text, false);
            assert_eq!(parts.may_use(text, &(start..start + 6)), expected, "{text}");
        };
        check("<script>if (a<b) { helper() }</script>", false);
        check("<SCRIPT>let a = {{ helper }};</SCRIPT>", true);
        check("<script>let a</script>{{ helper }}", true);
    }
}
