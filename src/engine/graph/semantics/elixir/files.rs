//! What a file says about modules: those that it defines, and the directives that make their names
//! shorter or their functions known.

use super::{MAX_DEPTH, is_quoted, leading_path};
use crate::domain::{Symbol, SymbolKind, remembered};
use crate::engine::graph::model::FileIndex;
use crate::engine::graph::project::Unit;
use crate::workspace::names::{Import, Role, Use};
use std::collections::HashMap;
use std::ops::Range;
use std::sync::{Arc, Mutex};

/// Limit of the directives before a place that are looked at for it.
const MAX_DIRECTIVES: usize = 128;

/// Limit of the bytes of the list of names that an import gives.
const MAX_LIST: usize = 4096;

/// Limit of the types that one implementation is for.
const MAX_TYPES: usize = 64;

/// Limit of the functions whose quoted code one `use` puts in its place.
const MAX_UNQUOTED: usize = 64;

/// Limit of aliases of aliases.
const MAX_ALIASES: usize = 8;

/// The modules of the files of a request, read once.
#[derive(Default)]
pub(super) struct Files {
    known: Mutex<HashMap<FileIndex, Arc<FileModules>>>,
}

/// The modules and directives of one file, each by position.
#[derive(Default)]
pub(super) struct FileModules {
    modules: Vec<NamedModule>,
    pub(super) directives: Vec<Directive>,
    /// By the names that they give: indices of aliases, and of modules that stand in others.
    aliases: HashMap<String, Vec<usize>>,
    nested: HashMap<String, Vec<usize>>,
    imports: Vec<usize>,
    uses: Vec<usize>,
    /// The modules that attributes stand for, by the attributes' names, each with its place.
    attributes: HashMap<String, Vec<(usize, String)>>,
    /// Functions whose quoted code other quoted code takes in, `unquote(helpers())`, each with the
    /// place and the function in which that stands.
    unquoted: Vec<(usize, String, String)>,
}

/// A module, a protocol or an implementation of one.
pub(super) struct NamedModule {
    pub(super) span: Range<usize>,
    parent: Option<usize>,
    /// Its full name; that of an implementation is made of its place.
    pub(super) name: String,
    /// The protocol that it implements, as written, and where.
    pub(super) implements: Option<(String, usize)>,
    /// The types that it implements it for, as written.
    pub(super) types: Vec<String>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Alias,
    Require,
    Import,
    Use,
}

/// `alias`, `require`, `import` or `use`.
pub(super) struct Directive {
    pub(super) kind: Kind,
    pub(super) at: usize,
    /// End of the module or the block in which it holds.
    until: usize,
    /// As written.
    pub(super) module: String,
    /// The name that stands for the module.
    pub(super) local: String,
    /// The names that an import gives.
    pub(super) names: Given,
    /// The atom behind the module: `:controller` of `use Web, :controller`.
    pub(super) argument: Option<String>,
    pub(super) is_quoted: bool,
    /// The function or macro that it stands in.
    pub(super) function: Option<String>,
}

/// The functions of a module that an import gives: those that it lists, or all but some, each with
/// the number of its parameters.
#[derive(Clone, Default)]
pub(super) struct Given {
    only: Option<Vec<(String, Option<u8>)>>,
    except: Vec<(String, Option<u8>)>,
}

impl Given {
    /// Returns whether a name is given that is called with so many arguments, if that is known.
    pub(super) fn has(&self, name: &str, arguments: Option<u8>) -> bool {
        let may_be = |number: &Option<u8>| number.is_none() || arguments.is_none();
        let is_only = |(known, number): &(String, Option<u8>)| {
            known == name && (may_be(number) || *number == arguments)
        };
        let is_except = |(known, number): &(String, Option<u8>)| {
            known == name && *number == arguments && number.is_some()
        };
        self.only.as_ref().is_none_or(|only| only.iter().any(is_only))
            && !self.except.iter().any(is_except)
    }
}

impl Files {
    pub(super) fn of(&self, unit: &Unit) -> Arc<FileModules> {
        remembered(&self.known, unit.file, || Arc::new(FileModules::of(unit)))
    }
}

impl FileModules {
    fn of(unit: &Unit) -> Self {
        let mut file = Self::default();
        for symbol in unit.symbols().iter().filter(|symbol| is_module(symbol)) {
            file.add_module(unit, symbol);
        }
        file.add_attributes(unit);
        file.add_unquoted(unit);
        let mut imports = unit.names().imports.iter().peekable();
        let words = words(unit);
        for (place, (kind, at)) in words.iter().enumerate() {
            let next = words.get(place + 1).map_or(u32::MAX, |(_, next)| *next);
            let mut is_computed = true;
            while let Some(import) = imports.next_if(|import| import.span.start < next) {
                is_computed = false;
                if import.span.start > *at {
                    file.add_directive(unit, import, *kind);
                }
            }
            if is_computed && *kind == Kind::Import {
                file.add_computed(unit, *at);
            }
        }
        file
    }

    fn add_unquoted(&mut self, unit: &Unit) {
        let text = unit.content();
        let calls = unit.names().uses.iter().filter(|found| found.role == Role::Call);
        for call in calls.filter(|call| call.span.of(text) == "unquote") {
            let (at, end) = (call.span.start as usize, call.span.end as usize);
            let Some(inside) = text.get(end..).and_then(|rest| rest.strip_prefix('(')) else {
                continue;
            };
            let name = leading_path(inside);
            let rest = inside[name.len()..].trim_start_matches("()");
            if rest.starts_with(')')
                && let Some(function) = function_at(unit, at)
            {
                self.unquoted.push((at, function, name.to_owned()));
            }
        }
    }

    /// Returns the functions of a module's body whose quoted code a `use` with an argument puts in
    /// its place.
    pub(super) fn put_in_place<'f>(
        &'f self,
        span: &Range<usize>,
        argument: Option<&'f str>,
    ) -> Vec<&'f str> {
        let mut all: Vec<&str> = std::iter::once("__using__").chain(argument).collect();
        let mut next = 0;
        while let Some(function) = all.get(next).copied() {
            next += 1;
            for (at, around, name) in &self.unquoted {
                let is_new = || all.len() < MAX_UNQUOTED && !all.contains(&name.as_str());
                if span.contains(at) && around == function && is_new() {
                    all.push(name);
                }
            }
        }
        all
    }

    fn add_module(&mut self, unit: &Unit, symbol: &Symbol) {
        let written = symbol.full_name();
        // An implementation for several types is one body.
        if let Some(last) = self.modules.last_mut().filter(|last| last.span == symbol.bytes) {
            last.types.push(written.to_owned());
            return;
        }
        let parent = self.index_at(symbol.name_bytes.start);
        let depth = std::iter::successors(parent, |index| self.modules[*index].parent);
        if depth.take(MAX_DEPTH).count() == MAX_DEPTH {
            return;
        }
        let index = self.modules.len();
        let mut types = Vec::new();
        let (name, implements) = if symbol.kind == SymbolKind::Impl {
            let protocol = symbol.container.as_deref().unwrap_or(written).to_owned();
            // What the protocol is called is determined around the implementation.
            let at = symbol.bytes.start;
            types.extend(symbol.container.is_some().then(|| written.to_owned()));
            (format!("{}:{at}", unit.path()), Some((protocol, at)))
        } else {
            let name = match parent {
                Some(parent) => [self.modules[parent].name.as_str(), written].join("."),
                None => written.to_owned(),
            };
            (name, None)
        };
        if parent.is_some() && implements.is_none() {
            let first = written.split('.').next().unwrap_or(written).to_owned();
            self.nested.entry(first).or_default().push(index);
        }
        let span = symbol.bytes.clone();
        self.modules.push(NamedModule { span, parent, name, implements, types });
    }

    /// Adds what attributes are set to: `@store App.Store`.
    fn add_attributes(&mut self, unit: &Unit) {
        let text = unit.content();
        for found in unit.names().uses.iter().filter(|found| found.role == Role::Label) {
            let span = found.span.range();
            if !text[..span.start].ends_with('@') {
                continue;
            }
            let after = &text[span.end..];
            let value = leading_path(after.trim_start_matches(' '));
            if after.starts_with(' ') && is_whole_module(value) {
                let known = self.attributes.entry(text[span.clone()].to_owned()).or_default();
                known.push((span.start, value.to_owned()));
            }
        }
    }

    /// Returns the full name of the module that an attribute stands for at a byte offset.
    pub(super) fn attribute_at(&self, name: &str, at: usize) -> Option<String> {
        let known = self.attributes.get(name)?;
        let before = known.partition_point(|(set, _)| *set < at);
        let (set, module) = known[..before].last()?;
        (self.index_at(*set) == self.index_at(at)).then(|| self.expand(module, *set))
    }

    fn add_directive(&mut self, unit: &Unit, import: &Import, kind: Kind) {
        let (names, text) = (unit.names(), unit.content());
        let at = import.span.start as usize;
        let scope = names.scopes[import.scope as usize].span.range().end;
        let until = self.module_at(at).map_or(scope, |module| module.span.end.min(scope));
        let module = import.module.clone();
        let local = import.alias.map(|alias| alias.of(text).to_owned());
        let last = || module.rsplit('.').next().unwrap_or_default().to_owned();
        let local = match (local, module.as_str()) {
            (Some(local), _) => local,
            (None, "__MODULE__") => {
                let name = self.module_at(at).map_or("", |module| &module.name);
                name.rsplit('.').next().unwrap_or_default().to_owned()
            }
            (None, _) => last(),
        };
        let after = &text[import.span.range().end.min(text.len())..];
        let index = self.directives.len();
        match kind {
            Kind::Alias => self.aliases.entry(local.clone()).or_default().push(index),
            Kind::Import => self.imports.push(index),
            Kind::Use => self.uses.push(index),
            Kind::Require if import.alias.is_some() => {
                self.aliases.entry(local.clone()).or_default().push(index);
            }
            Kind::Require => {}
        }
        self.directives.push(Directive {
            kind,
            at,
            until,
            module,
            local,
            names: given(after),
            argument: argument(after),
            is_quoted: is_quoted(unit, at),
            function: function_at(unit, at),
        });
    }

    /// Adds an import of a module that is not written: `import unquote(module)`.
    fn add_computed(&mut self, unit: &Unit, at: u32) {
        let names = unit.names();
        let scope = names.scopes_around(at).next().map(|scope| names.scopes[scope as usize].span);
        let end = scope.map_or(0, |scope| scope.range().end);
        let at = at as usize;
        self.imports.push(self.directives.len());
        self.directives.push(Directive {
            kind: Kind::Import,
            at,
            until: self.module_at(at).map_or(end, |module| module.span.end.min(end)),
            module: String::new(),
            local: String::new(),
            names: Given::default(),
            argument: None,
            is_quoted: is_quoted(unit, at),
            function: function_at(unit, at),
        });
    }

    /// Returns the directives that stand in a range of bytes.
    pub(super) fn directives_in(&self, span: &Range<usize>) -> &[Directive] {
        let before = |end: usize| self.directives.partition_point(|directive| directive.at < end);
        self.directives.get(before(span.start)..before(span.end)).unwrap_or_default()
    }

    /// Returns the full names that an implementation has, one for each type.
    pub(super) fn names_of_implementation(&self, module: &NamedModule) -> Vec<String> {
        let Some((protocol, at)) = &module.implements else { return Vec::new() };
        let protocol = self.expand(protocol, *at);
        let written = module.types.iter().take(MAX_TYPES).map(|of| self.expand(of, *at));
        // Inside of a module it is for that, unless it names another.
        let around = module.parent.map(|parent| self.modules[parent].name.clone());
        let around = around.filter(|_| module.types.is_empty());
        written.chain(around).map(|of| [protocol.as_str(), of.as_str()].join(".")).collect()
    }

    fn index_at(&self, at: usize) -> Option<usize> {
        let before = self.modules.partition_point(|module| module.span.start <= at);
        let around =
            std::iter::successors(before.checked_sub(1), |index| self.modules[*index].parent);
        around.take(MAX_DEPTH).find(|index| at < self.modules[*index].span.end)
    }

    /// Returns the innermost module around a byte offset.
    pub(super) fn module_at(&self, at: usize) -> Option<&NamedModule> {
        self.index_at(at).map(|index| &self.modules[index])
    }

    /// Returns those of some directives that hold at a byte offset, the last first.
    fn holding<'f>(&'f self, of: &'f [usize], at: usize) -> impl Iterator<Item = usize> + 'f {
        let before = of.partition_point(|index| self.directives[*index].at < at);
        let near = of[..before].iter().rev().take(MAX_DIRECTIVES).copied();
        near.filter(move |index| at < self.directives[*index].until)
    }

    /// Returns whether directives before a byte offset are too many for all to be looked at.
    pub(super) fn has_more_before(&self, at: usize) -> bool {
        let is_many = |of: &[usize]| {
            of.partition_point(|index| self.directives[*index].at < at) > MAX_DIRECTIVES
        };
        is_many(&self.imports) || is_many(&self.uses)
    }

    pub(super) fn imports_at(&self, at: usize) -> impl Iterator<Item = &Directive> {
        self.holding(&self.imports, at).map(|index| &self.directives[index])
    }

    /// Returns the full name of the module that the import names in which a byte offset is.
    pub(super) fn importing_at(&self, at: usize) -> Option<String> {
        let before = self.directives.partition_point(|directive| directive.at < at);
        let import = &self.directives[before.checked_sub(1)?];
        let is_it = import.kind == Kind::Import && !import.is_computed();
        is_it.then(|| self.expand(&import.module, import.at))
    }

    /// Returns the indices of the `use`s that hold at a byte offset.
    pub(super) fn uses_at(&self, at: usize) -> impl Iterator<Item = usize> {
        self.holding(&self.uses, at)
    }

    /// Returns the last names of the modules that are used.
    pub(super) fn used_names(&self) -> Vec<String> {
        let used = self.uses.iter().map(|index| &self.directives[*index]);
        let names = used.map(|used| self.expand(&used.module, used.at));
        names.map(|name| name.rsplit('.').next().unwrap_or(&name).to_owned()).collect()
    }

    /// Returns the full name that the first name of a path stands for.
    fn alias_of(&self, first: &str, at: usize, depth: usize) -> Option<String> {
        let aliases = self.aliases.get(first).map_or(&[][..], Vec::as_slice);
        if let Some(index) = self.holding(aliases, at).next() {
            let alias = &self.directives[index];
            return Some(self.expanded(&alias.module, alias.at, depth + 1));
        }
        let nested = self.nested.get(first).map_or(&[][..], Vec::as_slice);
        let before = nested.partition_point(|index| self.modules[*index].span.start < at);
        let near = nested[..before].iter().rev().take(MAX_DIRECTIVES);
        let parents = near.filter_map(|index| self.modules[*index].parent);
        let around = parents.map(|parent| &self.modules[parent]).find(|of| at < of.span.end);
        around.map(|of| [of.name.as_str(), first].join("."))
    }

    /// Returns whether the first name of a path stands for another one.
    pub(super) fn is_aliased(&self, path: &str, at: usize) -> bool {
        let first = path.split('.').next().unwrap_or(path);
        first == "__MODULE__" || self.alias_of(first, at, 0).is_some()
    }

    /// Returns the full name of a module that is written at a byte offset.
    pub(super) fn expand(&self, path: &str, at: usize) -> String {
        self.expanded(path, at, 0)
    }

    fn expanded(&self, path: &str, at: usize, depth: usize) -> String {
        let (first, rest) =
            path.split_once('.').map_or((path, None), |(first, rest)| (first, Some(rest)));
        let whole = match first {
            "Elixir" if rest.is_some() => return rest.unwrap_or_default().to_owned(),
            "__MODULE__" => self.module_at(at).map(|module| module.name.clone()),
            _ if depth > MAX_ALIASES => None,
            _ => self.alias_of(first, at, depth),
        };
        match (whole, rest) {
            (Some(whole), Some(rest)) => [whole.as_str(), rest].join("."),
            (Some(whole), None) => whole,
            (None, _) => path.to_owned(),
        }
    }
}

impl Directive {
    /// Returns whether it is an import of a module that is not written.
    pub(super) const fn is_computed(&self) -> bool {
        self.module.is_empty()
    }
}

/// Returns whether a path has names of modules only.
fn is_whole_module(path: &str) -> bool {
    let mut names = path.split('.');
    names.all(|name| {
        name == "__MODULE__" || name.starts_with(|letter: char| letter.is_ascii_uppercase())
    })
}

fn function_at(unit: &Unit, at: usize) -> Option<String> {
    let function = unit.enclosing(at, |symbol| symbol.kind.is_callable())?;
    Some(unit.symbol(function).name.clone())
}

fn is_module(symbol: &Symbol) -> bool {
    matches!(symbol.kind, SymbolKind::Module | SymbolKind::Interface | SymbolKind::Impl)
}

/// Returns the names of `, only: [name: 1]` or `, except: [name: 1]`.
fn given(after: &str) -> Given {
    let Some(options) = after.trim_start().strip_prefix(',').map(str::trim_start) else {
        return Given::default();
    };
    let list = |of: &str| {
        let inside = options.strip_prefix(of)?.trim_start().strip_prefix('[')?;
        let end = inside.bytes().take(MAX_LIST).position(|byte| byte == b']')?;
        let names = inside[..end].split(',').filter_map(|each| each.split_once(':'));
        let given = names.map(|(name, number)| {
            (name.trim().trim_matches('"').to_owned(), number.trim().parse().ok())
        });
        Some(given.collect())
    };
    Given { only: list("only:"), except: list("except:").unwrap_or_default() }
}

/// Returns the atom in `, :name`.
fn argument(after: &str) -> Option<String> {
    let atom = after.trim_start().strip_prefix(',')?.trim_start().strip_prefix(':')?;
    Some(leading_path(atom).to_owned())
}

/// Returns the words of directives with their places.
fn words(unit: &Unit) -> Vec<(Kind, u32)> {
    let uses = unit.names().uses.iter().filter(|found| found.role == Role::Call);
    let kind = |found: &Use| match found.span.of(unit.content()) {
        "alias" => Some(Kind::Alias),
        "require" => Some(Kind::Require),
        "import" => Some(Kind::Import),
        "use" => Some(Kind::Use),
        _ => None,
    };
    uses.filter_map(|found| kind(found).map(|kind| (kind, found.span.start))).collect()
}
