//! Mocks: what a test puts in the place of the project's objects and functions. What is called on a
//! mock does not run. Told by the text of the file, where that leaves no doubt.

mod modules;
mod replaced;
mod written;

use super::{FileIndex, Unit};
use crate::domain::{is_word, lock};
use crate::lang::MockRules;
use crate::workspace::names::{Import, Imported, Role, Span};
use modules::ReplacedModule;
use regex::Regex;
pub(in crate::engine) use replaced::{MockedCall, Patched};
use rustc_hash::FxHashMap;
use std::sync::{LazyLock, Mutex, OnceLock};
use written::{Chain, Link, chain_before, given_to};

/// Limit of the bytes of a statement that replaces a module, and of what is read before a name that
/// is declared.
const MAX_STATEMENT: usize = 4_000;
const MAX_BEFORE: usize = 300;

/// What stands between a name and the value that it is set to.
static SET: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"\A\??\s*(?::[^=;{}()\n]*)?:?=(?:[^=>~]|\z)").expect("a valid expression")
});

/// Values that do not tell what a name holds later.
const NOTHING: [&str; 4] = ["null", "None", "nil", "undefined"];

/// What tells mocks in a file.
pub(super) struct Mocks {
    rules: Vec<&'static MockRules>,
    /// Modules that are replaced.
    modules: Vec<ReplacedModule>,
    /// Where names are patched, and which.
    patches: OnceLock<Vec<(usize, Patched)>>,
    known: Mutex<FxHashMap<(usize, Variable), bool>>,
    /// Types that were asked about, by name: whether only mocks of them are made.
    types: Mutex<FxHashMap<String, bool>>,
    /// Files that were asked about, with names of types: whether they make values of these.
    made: Mutex<FxHashMap<(FileIndex, String), bool>>,
}

/// A variable or field of a file.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
struct Variable {
    name: String,
    /// The scope that binds it; `None` outside of functions.
    scope: Option<u32>,
    /// True for a member, where members are not named without a receiver.
    is_member: bool,
}

/// What a place of a name says of the values that it holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Held {
    Nothing,
    Mock,
    Other,
}

impl Unit {
    /// Returns whether a use is one of a mock, so that it does not run what it names: for certain,
    /// by the text of the file.
    pub(in crate::engine) fn is_on_mock(&self, name: Span) -> bool {
        let at = name.start as usize;
        if self.is_named_for_mock(at) {
            return true;
        }
        let Some(mocks) = self.mocks() else { return false };
        let is_used = |role| !matches!(role, Role::Import | Role::ImportPath | Role::Label);
        if !self.names().use_at(at).is_some_and(|found| is_used(found.role)) {
            return false;
        }
        let chain = chain_before(self, at);
        let rules = mocks.rules.iter().enumerate();
        rules.into_iter().any(|(index, rules)| {
            self.is_checked(rules, &chain)
                || self.is_recorded(mocks, (index, rules), &chain)
                || self.is_called_on_mock(mocks, (index, rules), &chain)
                || self.is_patched_at(rules, name)
        }) || self.is_of_replaced_module(mocks, &chain, name)
    }

    /// Returns whether a name is one that a mock is told of or asked for.
    fn is_named_for_mock(&self, at: usize) -> bool {
        let text = self.content();
        let mut rules = self.language.config.mocks.iter();
        let before = &text[text.ceil_char_boundary(at.saturating_sub(MAX_BEFORE))..at];
        self.facts().class.is_test() && rules.any(|rules| rules.named.is_match(before))
    }

    /// Returns what tells mocks in the file; `None` if it is no test, or uses no library for them.
    fn mocks(&self) -> Option<&Mocks> {
        let made = self.mocks.get_or_init(|| {
            if !self.facts().class.is_test() {
                return None;
            }
            let text = self.content();
            let of_language = self.language.config.mocks.iter();
            let used = of_language.filter(|rules| rules.library.is_match(text));
            let (replacing, rules): (Vec<_>, Vec<_>) =
                used.partition(|rules| rules.module.get().is_some());
            let modules: Vec<ReplacedModule> =
                replacing.into_iter().flat_map(|rules| self.replaced_modules(rules)).collect();
            let rules: Vec<_> =
                rules.into_iter().filter(|rules| !rules.running.is_match(text)).collect();
            let is_known = !rules.is_empty() || !modules.is_empty();
            is_known.then(|| Mocks {
                rules,
                modules,
                patches: OnceLock::new(),
                known: Mutex::default(),
                types: Mutex::default(),
                made: Mutex::default(),
            })
        });
        made.as_ref()
    }

    /// Returns whether a name is set to a mock there: `sender.send = jest.fn()`.
    fn is_patched_at(&self, rules: &MockRules, name: Span) -> bool {
        let start = name.start as usize;
        let line = self.text.line_range(self.text.line_of(start));
        let Some((patched, line)) = rules.patched.get().zip(line) else { return false };
        let mut found = patched.captures_iter(&self.content()[line.clone()]);
        found.any(|captures| {
            let mut groups = captures.iter().skip(1).flatten();
            groups.any(|group| line.start + group.start() == start)
        })
    }

    /// Returns whether the receiver is what a library returns to record or check a call:
    /// `verify(pool).get()`.
    fn is_checked(&self, rules: &MockRules, chain: &Chain<'_>) -> bool {
        let Some(Link { name, arguments: Some(arguments), .. }) = chain.links.first() else {
            return false;
        };
        let has = |may_be_empty| MockRules::has(&rules.checking, name, may_be_empty);
        (has(true) || has(false) && !arguments.trim().is_empty()) && self.is_of_library(rules, name)
    }

    /// Returns whether a call is given to a function that records it: `when(pool.get())`.
    fn is_recorded(
        &self,
        mocks: &Mocks,
        (index, rules): (usize, &MockRules),
        chain: &Chain<'_>,
    ) -> bool {
        if rules.recording.is_empty() || !chain.is_whole {
            return false;
        }
        let Some((name, is_block)) = given_to(self, chain.start) else { return false };
        MockRules::has(&rules.recording, name, is_block)
            && self.is_of_library(rules, name)
            && (!rules.partial.is_match(self.content())
                || self.is_called_on_mock(mocks, (index, rules), chain))
    }

    /// Returns whether a name that a rule knows as the library's is not another function's.
    fn is_of_library(&self, rules: &MockRules, name: &str) -> bool {
        let is_own = self.symbols_named(name).any(|(_, symbol)| symbol.kind.is_callable());
        !is_own && self.imports_of(name).all(|import| rules.library.is_match(&import.module))
    }

    /// Returns the imports that bind a name.
    pub(in crate::engine) fn imports_of<'a>(
        &'a self,
        name: &'a str,
    ) -> impl Iterator<Item = &'a Import> {
        self.imports_holding(name).filter(move |import| {
            let bound = import.alias.or(match import.imported {
                Imported::Name(name) => Some(name),
                _ => None,
            });
            bound.is_some_and(|bound| bound.of(self.content()) == name)
        })
    }

    /// Returns whether the receiver is a variable or field that holds nothing but mocks.
    fn is_called_on_mock(
        &self,
        mocks: &Mocks,
        (index, rules): (usize, &MockRules),
        chain: &Chain<'_>,
    ) -> bool {
        let links = match chain.links.as_slice() {
            [object, links @ ..] if rules.objects.iter().any(|name| name == object.name) => links,
            links => links,
        };
        let is_called = links.iter().any(|link| link.arguments.is_some());
        if is_called || !chain.is_whole {
            return false;
        }
        let (link, is_member) = match links {
            [link] => (link, false),
            [link, own] if self.is_own_receiver(own.name) => (link, true),
            _ => return false,
        };
        let Some(variable) = self.variable(link, is_member) else { return false };
        let key = (index, variable);
        if let Some(is_mock) = lock(&mocks.known).get(&key) {
            return *is_mock;
        }
        let is_mock = self.holds_mocks(rules, &key.1);
        lock(&mocks.known).insert(key, is_mock);
        is_mock
    }

    fn is_own_receiver(&self, name: &str) -> bool {
        let is_it = |own: &String| own.trim_start_matches('$') == name;
        self.language.config.self_names.iter().any(is_it)
    }

    /// Returns the variable that is named at a place; `None` for the object itself.
    fn variable(&self, link: &Link<'_>, is_member: bool) -> Option<Variable> {
        if self.is_own_receiver(link.name) {
            return None;
        }
        let is_marked = self.content()[link.at..].starts_with('@');
        let at = link.at + self.content()[link.at..].find(link.name)?;
        let is_member = is_member || is_marked;
        let scope = if is_member { None } else { self.scope_of(link.name, at) };
        let is_member = is_member && !self.rules().implicit_receiver;
        Some(Variable { name: link.name.to_owned(), scope, is_member })
    }

    /// Returns the scope in a function that binds a name as it is seen at a byte.
    pub(in crate::engine) fn scope_of(&self, name: &str, at: usize) -> Option<u32> {
        let names = self.names();
        let is_inner = |scope: &u32| {
            let known = &names.scopes[*scope as usize];
            known.parent.is_some() && !known.is_type
        };
        let binds = |scope: &u32| {
            let (before, behind) = self.bindings_in(name, *scope, at as u32);
            before.chain(behind).next().is_some()
        };
        names.scopes_around(at as u32).filter(is_inner).find(binds)
    }

    /// Returns whether all that a variable is set to in the file are mocks, of which there is one.
    fn holds_mocks(&self, rules: &MockRules, variable: &Variable) -> bool {
        let text = self.content();
        let bound = rules.bound.iter().flat_map(|bound| values_bound(text, bound, &variable.name));
        let bound: Vec<&str> = bound.collect();
        let is_symbol = |at: usize| !bound.is_empty() && text[..at].ends_with(':');
        let mut held = Held::Nothing;
        for at in memchr::memmem::find_iter(text.as_bytes(), variable.name.as_bytes()) {
            let end = at + variable.name.len();
            let is_whole = !text[..at].ends_with(is_word) && !text[end..].starts_with(is_word);
            if !is_whole || is_symbol(at) || self.names().is_text(at) || !self.is_of(variable, at) {
                continue;
            }
            match self.held(rules, at, end) {
                Held::Nothing => {}
                Held::Mock => held = Held::Mock,
                Held::Other => return false,
            }
        }
        // A variable of its own hides what is bound around it.
        let is_own = held != Held::Nothing;
        for value in bound.into_iter().filter(|_| !is_own) {
            if !rules.made.is_match(value) {
                return false;
            }
            held = Held::Mock;
        }
        held == Held::Mock
    }

    /// Returns whether a place of a variable's name is where it is declared or set.
    fn is_of(&self, variable: &Variable, at: usize) -> bool {
        let text = self.content();
        let start = text[..at].trim_end_matches(['$', '@']).len();
        let is_at = |place: usize| {
            let symbol = self.symbol_named_at(place).map(|symbol| self.symbol(symbol));
            let is_member = |parent: usize| self.symbols()[parent].kind.is_container();
            let is_field = symbol.is_some_and(|symbol| symbol.parent.is_some_and(is_member));
            let is_set = || self.is_set_at(place);
            let is_bound =
                || self.names().binding_at(Span::new(place..at + variable.name.len())).is_some();
            (symbol.is_some_and(|symbol| symbol.kind.has_value()) || is_set() || is_bound())
                .then_some(is_field)
        };
        let Some(is_field) = is_at(at).or_else(|| is_at(start)) else { return false };
        let chain = chain_before(self, start);
        let is_own = match chain.links.as_slice() {
            [] => chain.is_whole && is_field || text[start..].starts_with('@'),
            [own] if chain.is_whole && self.is_own_receiver(own.name) => true,
            _ => return false,
        };
        let scope = if is_own { None } else { self.scope_of(&variable.name, at) };
        scope == variable.scope && (self.rules().implicit_receiver || is_own == variable.is_member)
    }

    fn is_set_at(&self, at: usize) -> bool {
        let sets = |role| matches!(role, Role::Write | Role::Initialize);
        self.names().use_at(at).is_some_and(|found| sets(found.role))
    }

    /// Returns what a variable holds from the place on at which its name stands.
    fn held(&self, rules: &MockRules, at: usize, end: usize) -> Held {
        let text = self.content();
        let start = text.ceil_char_boundary(at.saturating_sub(MAX_BEFORE));
        if rules.declared.is_match(&text[start..at]) {
            return Held::Mock;
        }
        let Some(set) = SET.find(&text[end..]) else {
            let is_parameter = self.names().parameters.iter().any(|list| {
                let list = list.range();
                list.start <= at && at < list.end
            });
            return if is_parameter || self.is_set_at(at) { Held::Other } else { Held::Nothing };
        };
        let sign = set.as_str().rfind('=').map_or(0, |sign| sign + 1);
        let value = text[end + set.start() + sign..].trim_start();
        match value {
            _ if rules.made.is_match(value) => Held::Mock,
            _ if NOTHING.iter().any(|nothing| value.starts_with(nothing)) => Held::Nothing,
            _ => Held::Other,
        }
    }

    /// Returns whether a name, or the module before it, is imported from a module that the file
    /// replaces.
    fn is_of_replaced_module(&self, mocks: &Mocks, chain: &Chain<'_>, name: Span) -> bool {
        if mocks.modules.is_empty() || !chain.is_whole {
            return false;
        }
        let (local, at) = match chain.links.as_slice() {
            [] => (name.of(self.content()), name.start as usize),
            [module] if module.arguments.is_none() => (module.name, module.at),
            _ => return false,
        };
        let is_it = |import: &Import| {
            let own = match import.imported {
                Imported::Name(own) => own,
                _ if chain.links.is_empty() => Span::default(),
                _ => name,
            };
            let own = own.of(self.content());
            mocks.modules.iter().any(|of| of.path == import.module && of.has(own))
        };
        self.scope_of(local, at).is_none() && self.imports_of(local).any(is_it)
    }
}

/// Returns the values that a name is bound to by what a rule tells.
fn values_bound<'t>(text: &'t str, bound: &str, name: &str) -> Vec<&'t str> {
    let Ok(bound) = Regex::new(&bound.replace("{}", &regex::escape(name))) else {
        return Vec::new();
    };
    bound.find_iter(text).map(|found| text[found.end()..].trim_start()).collect()
}
