//! Types that a framework makes stand for others: a method of theirs names the string under which
//! the class is bound whose members are called on them: `getFacadeAccessor`.

use super::resolver::Resolver;

use crate::domain::{Symbol, is_word};
use crate::engine::graph::model::{Def, Value};
use crate::engine::graph::project::Unit;
use std::sync::Arc;

/// Maximum number of files that have the word of a string under which something is bound, and of
/// bytes behind it that are looked at.
const MAX_FILES: usize = 60;
const MAX_BEHIND: usize = 400;

impl Resolver<'_> {
    /// Returns the types that a type stands for; none if it is no such type.
    pub(super) fn stood_for(&self, unit: &Arc<Unit>, of: Def) -> Vec<Def> {
        let Some(naming) = unit.rules().stands_for.as_deref() else { return Vec::new() };
        let end = unit.symbol(of.symbol).bytes.end;
        let inside = &unit.symbols()[of.symbol as usize + 1..];
        let mut inside = inside.iter().take_while(|symbol| symbol.bytes.start < end);
        let is_naming =
            |symbol: &&Symbol| symbol.parent == Some(of.symbol as usize) && symbol.name == naming;
        let Some(method) = inside.find(is_naming) else { return Vec::new() };
        let body = method.name_bytes.end..method.bytes.end;
        let Some(at) = unit.content()[body.clone()].find("return") else { return Vec::new() };
        let named = unit.content()[body.start + at + "return".len()..body.end].trim_start();
        let quote = named.chars().next().filter(|first| matches!(first, '"' | '\''));
        let name = quote.and_then(|quote| named[1..].split(quote).next());
        name.map_or_else(Vec::new, |name| self.bound_types(unit, name))
    }

    /// Returns the types that are bound under a name: `bind('orders', fn () => new Orders())`.
    fn bound_types(&self, of: &Unit, name: &str) -> Vec<Def> {
        let word = name.split(|letter| !is_word(letter)).max_by_key(|word| word.len());
        let word = word.filter(|word| !word.is_empty()).unwrap_or(name);
        let Ok(found) = self.project.mentions_in_code(word) else { return Vec::new() };
        let binding = &of.rules().binding;
        for mention in found.files.iter().take(MAX_FILES) {
            let Some(unit) = self.project.unit(mention.file) else { continue };
            let text = unit.content();
            for at in &mention.offsets {
                let from = text.floor_char_boundary(at.saturating_sub(name.len() + 1));
                let quote = text[from..*at].rfind(['"', '\'']).map(|quote| from + quote);
                let quote = quote.filter(|quote| {
                    text[quote + 1..].starts_with(name)
                        && text[quote + 1 + name.len()..].starts_with(['"', '\''])
                });
                let Some(quote) = quote else { continue };
                let before = text[..quote].trim_end();
                let called = before
                    .strip_suffix('(')
                    .map(|before| &before[before.trim_end_matches(is_word).len()..]);
                if !called.is_some_and(|called| binding.iter().any(|word| word == called)) {
                    continue;
                }
                let types = self.made_behind(unit, quote + name.len() + 2);
                if !types.is_empty() {
                    return types;
                }
            }
        }
        Vec::new()
    }

    /// Returns the type that is made or named first behind a byte, in the same statement.
    fn made_behind(&self, unit: &Arc<Unit>, from: usize) -> Vec<Def> {
        let text = unit.content();
        let end = text.floor_char_boundary((from + MAX_BEHIND).min(text.len()));
        let behind = &text[from..end];
        let new = behind.find("new ").map(|at| at + "new ".len());
        let class = behind.find("::class").map(|end| {
            let path = behind[..end].trim_end_matches(|letter| is_word(letter) || letter == '\\');
            path.len()
        });
        let at = new.into_iter().chain(class).min();
        at.map_or_else(Vec::new, |at| self.type_at(unit, from + at))
    }

    /// Returns the type whose path begins at a byte.
    fn type_at(&self, unit: &Arc<Unit>, at: usize) -> Vec<Def> {
        let rest = &unit.content()[at..];
        let path = &rest[..rest.find(|letter| !is_word(letter) && letter != '\\').unwrap_or(0)];
        let name = path.rsplit('\\').next().unwrap_or(path);
        match self.value_of_name(unit, name, at + path.len() - name.len()) {
            Value::Type(types) => types,
            _ => Vec::new(),
        }
    }
}
