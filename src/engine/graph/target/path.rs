//! Written qualified names, and the definitions whose names end with them.

use crate::domain::{Cancelled, SymbolKind};
use crate::engine::graph::model::Home;
use crate::engine::graph::project::{Def, Project, Unit, split_path};
use crate::engine::graph::semantics;
use crate::lang::registry;

/// Maximum length of a name; longer ones are not looked up.
const MAX_NAME_LENGTH: usize = 1000;

/// A parsed qualified name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Path<'a> {
    pub(super) name: &'a str,
    /// Enclosing names, outermost first.
    pub(super) above: Vec<&'a str>,
}

impl<'a> Path<'a> {
    /// Reads a qualified name. A `!` at its end is that of a macro's call, unless something is
    /// called so, as in Ruby. In R a dot may be part of a name: `print.data.frame` is one, unless
    /// it leads to a member.
    pub(super) fn of(project: &Project<'_>, symbol: &'a str) -> Result<Option<Self>, Cancelled> {
        if let Some(operator) = in_parentheses(symbol)
            && !project.definitions(operator)?.is_empty()
        {
            return Ok(Some(Self { name: operator, above: Vec::new() }));
        }
        let Some(path) = Self::read(symbol) else { return Ok(None) };
        if let Some(name) = with_sign(symbol)
            && !project.definitions(name)?.is_empty()
        {
            return Ok(Some(Self { name, ..path }));
        }
        if let Some(whole) = whole_name(symbol)
            && matching(project, &project.definitions(path.name)?, &path).is_empty()
            && !project.definitions(whole)?.is_empty()
        {
            return Ok(Some(Self { name: whole, above: Vec::new() }));
        }
        let macro_name = path.name.strip_suffix('!').filter(|name| !name.is_empty());
        Ok(Some(match macro_name {
            Some(name) if project.definitions(path.name)?.is_empty() => Self { name, ..path },
            _ => path,
        }))
    }

    pub(super) fn read(symbol: &'a str) -> Option<Self> {
        let symbol = without_call(symbol);
        if symbol.is_empty() || symbol.len() > MAX_NAME_LENGTH {
            return None;
        }
        let mut parts: Vec<&str> = Vec::new();
        let mut rest = symbol;
        while let Some(at) = rest.find(['.', '/', '#', ':', '\\']) {
            // In C++, everything from `operator` on is the name.
            if rest.starts_with("operator") {
                break;
            }
            parts.push(&rest[..at]);
            rest = rest[at..].trim_start_matches(['.', '/', '#', ':', '\\']);
        }
        parts.push(rest);
        let bare = |part: &'a str| {
            // Go writes a pointer receiver as `(*Mux)`.
            let receiver = part.strip_prefix("(*").and_then(|rest| rest.strip_suffix(')'));
            let part = receiver.unwrap_or(part);
            part.split('<').next().filter(|head| !head.is_empty()).unwrap_or(part).trim()
        };
        let mut parts: Vec<&str> =
            parts.into_iter().map(bare).filter(|part| !part.is_empty()).collect();
        let name = parts.pop()?;
        parts.retain(|part| !matches!(*part, "crate" | "self" | "super" | "$crate" | "prototype"));
        Some(Self { name, above: parts })
    }
}

/// Returns a symbol without the parentheses of a call, which are part of the name of an operator.
fn without_call(symbol: &str) -> &str {
    let symbol = symbol.trim();
    if symbol.ends_with("operator()") { symbol } else { symbol.trim_end_matches("()") }
}

/// Returns the last name of a symbol with the sign before it, which the names of private members
/// begin with in JavaScript: `#size` of `Box.#size`. Behind a name alone it joins two.
fn with_sign(symbol: &str) -> Option<&str> {
    let symbol = without_call(symbol);
    let at = symbol.rfind('#')?;
    let (before, name) = symbol.split_at(at);
    let is_name = !name[1..].is_empty() && !name.contains(['.', '/', ':', '\\']);
    let is_sign = before.is_empty() || before.ends_with(['.', '#']);
    (is_name && is_sign && name.len() <= MAX_NAME_LENGTH).then_some(name)
}

/// Returns the operator in a symbol that is one in parentheses: `^+` of `(^+)`.
fn in_parentheses(symbol: &str) -> Option<&str> {
    let operator = symbol.trim().strip_prefix('(')?.strip_suffix(')')?.trim();
    let is_sign = |letter: char| !letter.is_alphanumeric() && !"_()[]{}'\"` \t".contains(letter);
    let is_operator = !operator.is_empty() && operator.len() <= MAX_NAME_LENGTH;
    (is_operator && operator.chars().all(is_sign)).then_some(operator)
}

/// Returns a symbol with dots as one name, unless other marks show that it is a path.
pub(super) fn whole_name(symbol: &str) -> Option<&str> {
    let name = symbol.trim().trim_end_matches("()");
    let is_path = name.contains(['/', '#', ':', '\\', '<', '(']);
    Some(name).filter(|name| !is_path && name.contains('.') && name.len() <= MAX_NAME_LENGTH)
}

/// Returns the types that the path in front of a name refers to.
pub(super) fn types_above(project: &Project<'_>, path: &Path<'_>) -> Result<Vec<Def>, Cancelled> {
    let [above @ .., of] = &path.above[..] else { return Ok(Vec::new()) };
    let all = project.definitions(of)?;
    let of = Path { name: of, above: above.to_vec() };
    let mut types = matching(project, &all, &of);
    types.retain(|def| project.is_type(*def));
    Ok(types)
}

/// How a written path is compared with a definition's.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Match {
    /// Its end.
    End,
    /// Its end, where the path begins with the namespace that the file declares.
    EndWithNamespace,
    /// Its end, where the path begins with the name of the package.
    EndWithPackage,
    /// Names of it, in order.
    Within,
}

/// Returns the definitions whose qualified name ends with the written one; if there are none, those
/// that contain its names in order. What implements a trait has its name too, unless the trait's
/// own member does.
pub(super) fn matching(project: &Project<'_>, all: &[Def], path: &Path<'_>) -> Vec<Def> {
    let fits = |how: Match| -> Vec<Def> {
        let named = |def: &Def| Some((leads_to(project, *def, path, how)?, *def));
        let found: Vec<(By, Def)> = all.iter().filter_map(named).collect();
        let best = found.iter().map(|(by, _)| *by).min();
        found.into_iter().filter(|(by, _)| Some(*by) == best).map(|(_, def)| def).collect()
    };
    let found = [Match::End, Match::EndWithNamespace, Match::EndWithPackage, Match::Within]
        .into_iter()
        .map(fits)
        .find(|found| !found.is_empty())
        .unwrap_or_default();
    // In some languages a constructor has the name of its type; the name refers to the type.
    let has_type = found.iter().any(|def| project.is_type(*def));
    let is_constructor = |def: &Def| {
        project
            .get(*def)
            .is_some_and(|(unit, symbol)| unit.symbol(symbol).kind == SymbolKind::Constructor)
    };
    if has_type { found.into_iter().filter(|def| !is_constructor(def)).collect() } else { found }
}

/// What the path in front of a definition's name names, the nearer first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum By {
    /// What the definition is a member of.
    Owner,
    /// The trait that the block around the definition implements: `Display::fmt`.
    Implemented,
}

fn leads_to(project: &Project<'_>, def: Def, path: &Path<'_>, how: Match) -> Option<By> {
    let (unit, symbol) = project.get(def)?;
    if path.above.is_empty() {
        return Some(By::Owner);
    }
    if how == Match::End && is_at_home(project, unit, symbol, &path.above) {
        return Some(By::Owner);
    }
    let mut levels = levels_of_file(unit);
    let has_levels = match how {
        Match::EndWithPackage => add_package(project, unit, &mut levels),
        Match::EndWithNamespace => put_namespace(unit, symbol, &mut levels),
        Match::End | Match::Within => true,
    };
    if !has_levels {
        return None;
    }
    let mut within = unit.path_of(symbol);
    within.pop();
    within.extend(unit.symbol(symbol).qualifier());
    levels.extend(within.into_iter().flat_map(levels_of_namespace));
    let parent = unit.symbol(symbol).parent.map(|parent| &unit.symbols()[parent]);
    let implemented = parent
        .filter(|parent| parent.kind == SymbolKind::Impl)
        .and_then(|parent| parent.container.as_ref());
    if has_names(&levels, &path.above, how) {
        return Some(By::Owner);
    }
    levels.pop();
    levels.push(Level::required(implemented?));
    has_names(&levels, &path.above, how).then_some(By::Implemented)
}

/// Returns whether a definition is looked up in the module of a full name, in languages in which
/// those decide: a protocol's function is one of its namespace.
fn is_at_home(project: &Project<'_>, unit: &Unit, symbol: u32, module: &[&str]) -> bool {
    let at = unit.symbol(symbol).name_bytes.start;
    let homes = semantics::of(unit.language).homes(project, unit, at);
    homes.iter().any(|home| match home {
        Home::Module(name) => name.split(['.', ':']).eq(module.iter().copied()),
        _ => false,
    })
}

/// One level of a definition's full path: a directory, a file, a package, a namespace or a type.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Level {
    name: String,
    /// True if qualified names may leave it out.
    is_optional: bool,
}

impl Level {
    fn required(name: &str) -> Self {
        Self { name: name.to_owned(), is_optional: false }
    }

    fn is_named(&self, wanted: &str) -> bool {
        let same = |name: &str, wanted: &str| {
            name == wanted
                || name.len() == wanted.len() && name.replace('-', "_") == wanted.replace('-', "_")
        };
        same(&self.name, wanted)
    }
}

/// Returns the levels of a file's path, of which languages omit those of their conventions, and the
/// file where it is no module.
fn levels_of_file(unit: &Unit) -> Vec<Level> {
    let (directory, file) = split_path(unit.path());
    let stem = file.split_once('.').map_or(file, |(stem, _)| stem);
    let rules = &unit.language.config.graph;
    let is_module = !rules.is_directory_wide() && !rules.is_program_wide();
    let is_conventional = registry().is_common_stem(stem);
    let directories = directory.split('/').filter(|name| !name.is_empty());
    let directories = directories
        .map(|name| Level { is_optional: matches!(name, "src" | "lib"), ..Level::required(name) });
    let file = Level { is_optional: !is_module || is_conventional, ..Level::required(stem) };
    directories.chain([file]).collect()
}

/// Returns the levels of a namespace, whose name may be qualified.
fn levels_of_namespace(name: &str) -> impl Iterator<Item = Level> {
    name.split(['.', ':', '\\']).filter(|name| !name.is_empty()).map(Level::required)
}

/// Puts the namespace that the file declares for a definition in the place of the file's path.
/// Returns whether there is one.
fn put_namespace(unit: &Unit, symbol: u32, levels: &mut Vec<Level>) -> bool {
    let package = unit.package().map(|package| package.replace('/', "."));
    let named = || unit.module_before(symbol).map(str::to_owned);
    let Some(name) = package.or_else(named) else { return false };
    *levels = levels_of_namespace(&name).collect();
    true
}

/// Puts the name of a file's package in the place of its directory's, which may be called
/// otherwise. Returns whether there is one.
fn add_package(project: &Project<'_>, unit: &Unit, levels: &mut Vec<Level>) -> bool {
    let Some(package) = semantics::of(unit.language).package_of(project, unit) else {
        return false;
    };
    match package.directory.split('/').filter(|name| !name.is_empty()).count() {
        0 => levels.insert(0, Level { is_optional: true, ..Level::required(&package.name) }),
        depth => levels[depth - 1] = Level::required(&package.name),
    }
    true
}

/// Returns whether the names in front of a written name are levels of a file's path, in order.
pub(super) fn is_in_file(unit: &Unit, path: &Path<'_>) -> bool {
    has_names(&levels_of_file(unit), &path.above, Match::Within)
}

fn has_names(levels: &[Level], wanted: &[&str], how: Match) -> bool {
    if how == Match::Within {
        let mut levels = levels.iter();
        return wanted.iter().all(|wanted| levels.any(|level| level.is_named(wanted)));
    }
    let mut levels = levels.iter().rev();
    let is_next = |wanted: &&str| {
        let mut next =
            levels.by_ref().skip_while(|level| level.is_optional && !level.is_named(wanted));
        next.next().is_some_and(|level| level.is_named(wanted))
    };
    wanted.iter().rev().all(is_next)
}
