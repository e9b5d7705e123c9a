//! Ruby: classes and modules are open, and any file may add to them. A constant is looked up in the
//! classes and modules that are written around it, then in what the innermost one inherits.

use super::rules::Semantics;
use crate::domain::{Symbol, SymbolKind, is_word};
use crate::engine::graph::model::{Def, FullNames};
use crate::engine::graph::project::Unit;
use crate::workspace::names::{Qualifier, Span, Use};
use regex::Regex;
use std::sync::LazyLock;

/// Limit of the classes and modules around a constant in which it is looked up.
const MAX_NESTING: usize = 16;

/// Words by which the tests of a controller run its actions.
const VERBS: [&str; 7] = ["delete", "get", "head", "patch", "post", "process", "put"];

/// Beginnings of the words that define members of a class and of its values.
const OF_BOTH: [&str; 4] = ["cattr", "mattr", "class_attribute", "thread_"];

/// Words that define members of a class itself.
const OF_TYPE: [&str; 2] = ["define_singleton_method", "scope"];

/// What stands behind a member that is set to something made of its value.
static CHANGES: LazyLock<Regex> = LazyLock::new(|| {
    let expression = r"\A(?:\|\||&&|\*\*|<<|>>|[-+*/%|&^])=[^=~>]";
    Regex::new(expression).expect("a valid expression")
});

/// Number of bytes around a member in which a list is looked for that it is set in.
const MAX_AROUND: usize = 400;

/// What stands behind a member in a list of what is set.
static LISTED: LazyLock<Regex> = LazyLock::new(|| {
    let expression = r#"\A\s*[,)](?:[^=;\#{}"'\n]|,\s*\n)*[\w\s)\]*,?]=[^=~>]"#;
    Regex::new(expression).expect("a valid expression")
});

pub(super) struct Ruby;

/// Returns whether a member between two texts may be set without a sign behind it: as one of
/// several, `self.size, @x = 1, 2`, by a loop, or to what is rescued.
fn is_set_among(before: &str, behind: &str) -> bool {
    let near = &before[before.floor_char_boundary(before.len().saturating_sub(MAX_AROUND))..];
    let line = near.rsplit('\n').next().unwrap_or_default();
    let is_of_path = |letter: char| is_word(letter) || ".@$&:".contains(letter);
    let head = line.trim_end_matches(is_of_path).trim_end();
    if head.ends_with("=>") && head.contains("rescue") {
        return true;
    }
    if head.trim_start().starts_with("for") && behind.starts_with([',', 'i']) {
        return true;
    }
    let behind = &behind[..behind.floor_char_boundary(MAX_AROUND)];
    let Some(list) = LISTED.find(behind) else { return false };
    // What ends brackets around the member sets something of what they are given to.
    let mut depth = 0_i32;
    let is_closed = list.as_str().bytes().any(|byte| {
        depth += i32::from(matches!(byte, b'(' | b'[')) - i32::from(matches!(byte, b')' | b']'));
        depth < 0
    });
    !is_closed || line.trim_start().starts_with(['(', '*']) || line.contains(", (")
}

impl Semantics for Ruby {
    fn is_part(&self, symbol: &Symbol) -> bool {
        matches!(symbol.kind, SymbolKind::Class | SymbolKind::Module)
    }

    fn has_marked_parts(&self) -> bool {
        false
    }

    /// `def self.make` beside `def make`. What a module defines, what extends it has for itself.
    fn side(&self, unit: &Unit, member: &Symbol) -> Option<bool> {
        let is_data = !member.kind.is_callable() && member.kind != SymbolKind::Property;
        let parent = member.parent.map(|parent| &unit.symbols()[parent]);
        if is_data || parent.is_none_or(|parent| !unit.is_type(parent)) {
            return None;
        }
        let (before, word) = before_name(unit, member);
        if before.trim_end().ends_with('.') || OF_TYPE.contains(&word) {
            return Some(true);
        }
        let is_both = OF_BOTH.iter().any(|prefix| word.starts_with(prefix));
        if is_in_singleton(unit, member) {
            return Some(true);
        }
        let is_in_module = parent.is_some_and(|parent| parent.kind == SymbolKind::Module);
        (!is_both && !is_in_module).then_some(false)
    }

    /// `attr_accessor :name`, `def name=(value)`
    fn is_settable(&self, unit: &Unit, member: &Symbol) -> bool {
        let (_, word) = before_name(unit, member);
        member.name.ends_with('=') || word.ends_with("accessor") || word.ends_with("writer")
    }

    /// `attr_reader :name` reads `@name`.
    fn field_mark(&self, unit: &Unit, member: &Symbol) -> Option<&'static str> {
        match before_name(unit, member).1 {
            "attr_accessor" | "attr_reader" | "attr_writer" | "attr" => Some("@"),
            word if word.starts_with("cattr_") || word.starts_with("mattr_") => Some("@@"),
            _ => None,
        }
    }

    /// `pool.size = 1` calls `size=` alone, `pool.size += 1` both.
    fn is_apart(&self, unit: &Unit, found: &Use, (_, definition): (&Unit, &Symbol)) -> bool {
        if !matches!(definition.kind, SymbolKind::Method | SymbolKind::Function) {
            return false;
        }
        let behind = unit.content()[found.span.end as usize..].trim_start();
        let is_member = matches!(found.qualifier, Qualifier::Receiver(_));
        let is_set = is_member
            && behind.strip_prefix('=').is_some_and(|value| !value.starts_with(['=', '~', '>']));
        let is_changed = || is_member && CHANGES.is_match(behind);
        match definition.name.strip_suffix('=') {
            Some(bare) if bare == found.span.of(unit.content()) => {
                let before = &unit.content()[..found.span.start as usize];
                !(is_set || is_changed() || is_member && is_set_among(before, behind))
            }
            Some(_) => false,
            None => is_set,
        }
    }

    fn side_at(&self, unit: &Unit, at: usize) -> Option<bool> {
        let of = unit.enclosing(at, |symbol| unit.is_type(symbol)).map(|of| unit.symbol(of));
        let method = unit.enclosing(at, |symbol| symbol.kind.is_callable());
        // A symbol that a class hands on names a method of its values, but for
        // `private_class_method :make`.
        let before = &unit.content()[..at];
        if method.is_none() && before.ends_with(':') && !before.ends_with("::") {
            let line = before.rsplit('\n').next().unwrap_or_default().trim_start();
            return Some(
                line.split(' ').next().is_some_and(|word| word.ends_with("_class_method")),
            );
        }
        let of = of?;
        let method = method.map(|method| unit.symbol(method));
        if let Some(method) = method.filter(|method| method.bytes.len() < of.bytes.len()) {
            return Some(self.side(unit, method).unwrap_or(false));
        }
        // What a class hands a block to may run it for anything.
        let names = unit.names();
        let innermost = names.scopes_around(u32::try_from(at).ok()?).next();
        innermost.filter(|scope| names.scopes[*scope as usize].is_type).map(|_| true)
    }

    /// `described_class` of RSpec is what the innermost `describe` with a constant names, and that
    /// controller has the actions which `post :create` runs.
    fn type_of_word(&self, unit: &Unit, word: &str, at: usize) -> Option<(Span, bool)> {
        let name = |symbol: &Symbol| unit.content().get(symbol.name_bytes.clone());
        let names_constant = |symbol: &Symbol| {
            symbol.kind == SymbolKind::Test
                && name(symbol).is_some_and(|name| name.starts_with(char::is_uppercase))
        };
        let runs = VERBS.contains(&word);
        let is_it = runs || word == "described_class";
        let described = unit.enclosing(at, names_constant).filter(|_| is_it)?;
        Some((Span::new(unit.symbol(described).name_bytes.clone()), runs))
    }

    fn supertype_words(&self) -> &'static [&'static str] {
        &["described_class"]
    }

    fn full_names(&self, unit: &Unit, path: &[&str], at: usize) -> Option<FullNames> {
        let first = path.first()?;
        if !first.starts_with(char::is_uppercase) {
            return None;
        }
        let written = || path.iter().map(|name| (*name).to_owned());
        if is_at_root(unit.content(), first, at) {
            return Some(FullNames {
                names: vec![written().collect()],
                within: None,
                are_all: true,
            });
        }
        let around = around(unit, at);
        let mut names: Vec<Vec<String>> = around
            .iter()
            .map(|symbol| unit.full_name(*symbol).into_iter().map(str::to_owned).chain(written()))
            .map(Iterator::collect)
            .collect();
        names.push(written().collect());
        let within = around.first().map(|symbol| Def { file: unit.file, symbol: *symbol });
        Some(FullNames { names, within, are_all: false })
    }
}

/// Returns what stands before the name of a definition, and the first word of it.
fn before_name<'u>(unit: &'u Unit, definition: &Symbol) -> (&'u str, &'u str) {
    let before = &unit.content()[definition.bytes.start..definition.name_bytes.start];
    let word = before.split(|letter: char| !letter.is_alphanumeric() && letter != '_').next();
    (before, word.unwrap_or_default())
}

/// Returns whether a definition stands in `class << self`.
fn is_in_singleton(unit: &Unit, definition: &Symbol) -> bool {
    let names = unit.names();
    let around = names.scopes_around(Span::new(definition.name_bytes.clone()).start);
    let body = around.map(|scope| names.scopes[scope as usize]).find(|scope| scope.is_type);
    let text = body.and_then(|body| unit.content().get(body.span.range()));
    let after = text.and_then(|text| text.strip_prefix("class"));
    after.is_some_and(|after| after.trim_start().starts_with("<<"))
}

/// Returns whether a name at a place is written from the root: `::Name`.
fn is_at_root(text: &str, name: &str, at: usize) -> bool {
    let is_here = text.get(at..).is_some_and(|rest| rest.starts_with(name));
    let before = text.get(..at).and_then(|before| before.strip_suffix("::"));
    let is_value = |letter: char| letter.is_alphanumeric() || matches!(letter, '_' | ')' | ']');
    is_here && before.is_some_and(|before| !before.ends_with(is_value))
}

/// Returns the classes and modules whose bodies hold a place, innermost first.
fn around(unit: &Unit, at: usize) -> Vec<u32> {
    let is_namespace =
        |symbol: &Symbol| matches!(symbol.kind, SymbolKind::Class | SymbolKind::Module);
    let above = |index: &u32| unit.symbol(*index).parent.map(|parent| parent as u32);
    let inner = unit.enclosing(at, is_namespace);
    let all = std::iter::successors(inner, above);
    let holds = |index: &u32| {
        let symbol = unit.symbol(*index);
        is_namespace(symbol) && !is_in_header(unit.content(), symbol, at)
    };
    all.filter(holds).take(MAX_NESTING).collect()
}

/// Returns whether a place is in the name or the superclass of a class.
fn is_in_header(text: &str, symbol: &Symbol, at: usize) -> bool {
    let after = text.get(symbol.name_bytes.end..at);
    after.is_none_or(|after| after.trim_start().starts_with('<') && !after.contains(['\n', ';']))
}
