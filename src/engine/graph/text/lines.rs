//! Line patterns for languages without a grammar: definitions, and headers that inherit. The
//! keywords are those that such languages share, so that no language needs a rule of its own.

use crate::domain::SymbolKind;
use regex::Regex;
use std::ops::Range;
use std::sync::LazyLock;

/// A defining keyword and the name after it, which may be qualified by the type that it belongs to.
static WORDED: LazyLock<Regex> = LazyLock::new(|| {
    compile(
        r"(?x)
        (?:^|[\s;{(])
        (def|defp|defmacro|defmacrop|fun|func|function|fn|sub|proc|procedure|method|macro
          |class|struct|record|object|actor|union|defmodule|module|namespace|package
          |interface|trait|protocol|defprotocol|enum|type|typealias)
        \s+
        (?:[\p{L}_][\w<>]*(?:\.|::|:))*
        ([\p{L}_$][\w]*[?!=]?)",
    )
});

/// `public static int name(`: modifiers, a type, a name and its parameters.
static MODIFIED: LazyLock<Regex> = LazyLock::new(|| {
    compile(
        r"(?x)
        ^\s*(?:(?:public|private|protected|internal|static|final|override|virtual|async|abstract|sealed|extern|external)\s+)+
        (?:[\w<>\[\],.?:]+\s+)*
        ([\p{L}_$]\w*)\s*[(<]",
    )
});

/// `name() {`: a shell's function.
static BARE: LazyLock<Regex> = LazyLock::new(|| compile(r"^\s*([\p{L}_][\w-]*)\s*\(\)\s*\{\s*$"));

/// Delimiters between a type's name and its supertypes.
static INHERITING: LazyLock<Regex> =
    LazyLock::new(|| compile(r"<|:|\(|\b(?:extends|implements|with|is|does|inherits)\b"));

/// A line that mixes another type's members into the enclosing type.
static MIXING: LazyLock<Regex> =
    LazyLock::new(|| compile(r"^\s*(?:include|extend|prepend|use|with)\s+[\w\\:.]*$"));

/// An import.
static IMPORTING: LazyLock<Regex> = LazyLock::new(|| {
    compile(
        r"^\s*(?:import|from|use|using|require|require_relative|require_once|load|alias|open)\b",
    )
});

/// What stands before the name of the definition that a line ends: `end subroutine NAME`.
static ENDING: LazyLock<Regex> = LazyLock::new(|| compile(r"(?i)^\s*end\s+(?:[a-z]+\s+)?$"));

fn compile(pattern: &str) -> Regex {
    Regex::new(pattern).expect("the patterns are fixed and a test uses each")
}

/// A definition recognised on a line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Defined {
    /// Bytes of the name in the line.
    pub(super) name: Range<usize>,
    pub(super) kind: SymbolKind,
}

/// Bytes of a line that may be the header of a definition or an import. A longer line is generated,
/// and each name on it would be preceded by all of it.
const MAX_OF_A_LINE: usize = 2_000;

/// Returns the definition that a line looks like.
pub(super) fn defined_on(line: &str) -> Option<Defined> {
    let line = &line[..line.floor_char_boundary(MAX_OF_A_LINE)];
    if let Some(found) = WORDED.captures(line)
        && let (Some(word), Some(name)) = (found.get(1), found.get(2))
    {
        return Some(Defined { name: name.range(), kind: kind_of(word.as_str()) });
    }
    let modified = MODIFIED.captures(line).or_else(|| BARE.captures(line))?;
    let name = modified.get(1)?;
    let is_word = matches!(
        name.as_str(),
        "if" | "for" | "while" | "switch" | "catch" | "return" | "new" | "lock" | "using"
    );
    (!is_word).then(|| Defined { name: name.range(), kind: SymbolKind::Function })
}

fn kind_of(word: &str) -> SymbolKind {
    match word {
        "class" | "object" | "actor" => SymbolKind::Class,
        "struct" | "record" | "union" => SymbolKind::Struct,
        "defmodule" | "module" | "namespace" | "package" => SymbolKind::Module,
        "interface" => SymbolKind::Interface,
        "trait" | "protocol" | "defprotocol" => SymbolKind::Trait,
        "enum" => SymbolKind::Enum,
        "type" | "typealias" => SymbolKind::Type,
        "macro" | "defmacro" | "defmacrop" => SymbolKind::Macro,
        _ => SymbolKind::Function,
    }
}

/// Apparent role of a name on its line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum NameRole {
    Definition,
    /// The name at the beginning of a further part of its definition.
    Part,
    /// A supertype in the header of a type, after the type's own name.
    Base,
    /// Another name in such a header: a parameter's type, the bound of a type parameter.
    InHeader,
    /// A type that is mixed into the enclosing type.
    Mixin,
    Import,
    /// A name followed by arguments, or created with `new`.
    Call,
    /// The name of a definition at its end.
    End,
    Other,
}

/// Classifies the name at the bytes `name` of a line.
pub(super) fn role_of(line: &str, name: Range<usize>) -> NameRole {
    let is_in_header = name.end <= MAX_OF_A_LINE;
    if is_in_header && let Some(defined) = defined_on(line) {
        if defined.name.start == name.start {
            return NameRole::Definition;
        }
        let is_header = defined.kind.is_type() || defined.kind == SymbolKind::Module;
        if is_header
            && name.start >= defined.name.end
            && INHERITING.is_match(&line[defined.name.end..name.start])
        {
            return NameRole::Base;
        }
    }
    let (before, after) = (&line[..name.start], &line[name.end..]);
    if is_in_header && MIXING.is_match(before) {
        return NameRole::Mixin;
    }
    if is_in_header && IMPORTING.is_match(line) {
        return NameRole::Import;
    }
    if is_in_header && ENDING.is_match(before) && after.trim_matches([' ', '\t', ';']).is_empty() {
        return NameRole::End;
    }
    let is_made = before.trim_end().ends_with("new") || after.starts_with(".new");
    if is_made || after.trim_start_matches(['!', '?']).starts_with('(') {
        NameRole::Call
    } else {
        NameRole::Other
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(line: &str, expected: Option<(&str, SymbolKind)>) {
        let found = defined_on(line);
        assert_eq!(
            found.as_ref().map(|found| (&line[found.name.clone()], found.kind)),
            expected,
            "{line}"
        );
    }

    #[test]
    fn definitions_are_known_by_the_words_before_them() {
        check("  def save!(force: false)", Some(("save!", SymbolKind::Function)));
        check("def self.build(options)", Some(("build", SymbolKind::Function)));
        check("class Shop::Cart < Base", Some(("Cart", SymbolKind::Class)));
        check("abstract class Foo extends Bar", Some(("Foo", SymbolKind::Class)));
        check("    suspend fun load(id: Int): User {", Some(("load", SymbolKind::Function)));
        check("local function M.open(path)", Some(("open", SymbolKind::Function)));
        check(
            "    public static Task<int> Run(string name) {",
            Some(("Run", SymbolKind::Function)),
        );
        check("deploy() {", Some(("deploy", SymbolKind::Function)));
        check("    defaults = load(path)", None);
        check("  puts(name)", None);
        check("  return new Thing(name);", None);
    }

    #[test]
    fn the_look_of_a_name_follows_from_its_line() {
        let check = |line: &str, name: &str, expected: NameRole| {
            let at = line.find(name).expect("the name is in the line");
            assert_eq!(role_of(line, at..at + name.len()), expected, "{line}");
        };
        check("class Dog < Animal", "Animal", NameRole::Base);
        check("class Dog(name: String) : Animal(name), Barks", "Barks", NameRole::Base);
        check("class Dog extends Animal implements Barks {", "Barks", NameRole::Base);
        check("  include Comparable", "Comparable", NameRole::Mixin);
        check("    use Loggable;", "Loggable", NameRole::Mixin);
        check("import app.models.User", "User", NameRole::Import);
        check("  total = price(item)", "price", NameRole::Call);
        check("  dog = Dog.new", "Dog", NameRole::Call);
        check("  items.each(&block)", "block", NameRole::Other);
        check("  def price", "price", NameRole::Definition);
        check("END SUBROUTINE price", "price", NameRole::End);
        check("  end price;", "price", NameRole::End);
        check("  end price(item)", "price", NameRole::Call);
        check("  bookend price", "price", NameRole::Other);
        let long = format!("use {} price(item)", "a ".repeat(MAX_OF_A_LINE));
        check(&long, "price", NameRole::Call);
    }
}
