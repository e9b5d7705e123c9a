//! Names that imports give to definitions.

use crate::domain::{Alias, Cancel};
use crate::engine::graph::model::Def;
use crate::engine::graph::project::Unit;
use crate::engine::graph::resolve::{Candidates, DEFAULT, local_name};
use crate::workspace::names::{Binding, Expression, Import, Imported};
use std::collections::{BTreeSet, HashSet};
use std::sync::Arc;

/// A name that an import gives to definitions.
pub(in crate::engine) struct Renamed {
    pub(in crate::engine) alias: Alias,
    pub(super) defs: Vec<Def>,
}

/// Returns the names that imports give to some of the definitions, or by which they are used
/// (`is_used`), with the first place of each.
pub(super) fn aliases_of<'r>(
    renamed: &'r [Renamed],
    defs: &HashSet<Def>,
    is_used: impl Fn(&str) -> bool,
) -> Vec<&'r Alias> {
    let is_own = |renamed: &&Renamed| renamed.defs.iter().any(|def| defs.contains(def));
    let names: BTreeSet<&str> = renamed.iter().map(|each| each.alias.name.as_str()).collect();
    let of_name = |name: &&str| {
        let mut all = renamed.iter().filter(|each| each.alias.name == *name);
        let own = all.clone().find(is_own);
        own.or_else(|| all.next().filter(|_| is_used(name))).map(|found| &found.alias)
    };
    names.iter().filter_map(of_name).collect()
}

/// Adds a name that an import gives, unless it is known of the definitions or one too many.
pub(super) fn add(
    found: Renamed,
    renamed: &mut Vec<Renamed>,
    names: &mut BTreeSet<String>,
    most: usize,
) {
    let name = &found.alias.name;
    let of_name = || renamed.iter().filter(|known| known.alias.name == *name);
    let is_known = |def: &Def| of_name().any(|known| known.defs.contains(def));
    let is_new = names.len() < most && names.insert(name.clone());
    if is_new || of_name().next().is_some() && !found.defs.iter().all(is_known) {
        renamed.push(found);
    }
}

/// The names that a file gives to definitions.
pub(super) struct NamesInFile {
    /// The name itself, and those that imports give.
    pub(super) written: BTreeSet<String>,
    /// Names of variables that are set to a member of the name, but for those in `written`.
    pub(super) variables: BTreeSet<String>,
    /// Those in `written` that other files may use.
    pub(super) aliases: Vec<Renamed>,
}

/// Returns a name with those that a file's imports and variables give it. An import chooses the
/// name of a default export (`is_default`). Of a request that is cancelled, some may be missing.
pub(super) fn names_in_file(
    candidates: &Candidates<'_, '_>,
    unit: &Arc<Unit>,
    name: &str,
    is_default: bool,
    cancel: &Cancel,
) -> NamesInFile {
    let mut aliases = Vec::new();
    let mut written = BTreeSet::from([name.to_owned()]);
    // Only imports of a default choose the name.
    let all = unit.names().imports.iter().filter(|_| is_default);
    let holding = unit.imports_holding(name).filter(|_| !is_default);
    // Each of thousands of imports may be compared with thousands of definitions.
    for import in all.chain(holding).take_while(|_| !cancel.is_cancelled()) {
        let imported = imported_name(unit, import);
        let is_renamed = match import.imported {
            Imported::Name(_) => {
                import.alias.is_some()
                    && (imported == Some(name) || is_default && imported == Some("default"))
            }
            Imported::Default => is_default,
            Imported::Module if is_default => import.alias.is_some(),
            Imported::Module => candidates.is_renamed_by(unit, import),
            Imported::Wildcard => false,
        };
        let Some(local) = local_name(unit, import).filter(|local| is_renamed && *local != name)
        else {
            continue;
        };
        let defs = candidates.renamed_by(unit, import);
        if defs.is_empty() {
            continue;
        }
        written.insert(local.to_owned());
        // The alias of a default export is local to the importing file, unless that passes it on.
        let is_passed_on = imported.is_some() || import.is_reexport;
        if (import.original().is_some() && !is_default || is_passed_on)
            && may_be_seen(unit, import, local)
        {
            let at = import.alias.unwrap_or(import.span).start as usize;
            let alias = Alias {
                name: local.to_owned(),
                of: name.to_owned(),
                file: Arc::clone(&unit.entry.path.display),
                line: unit.text.line_of(at),
            };
            aliases.push(Renamed { alias, defs });
        }
    }
    // `(await import("./a")).default()`
    if is_default && unit.names().uses_of(unit.content(), DEFAULT).next().is_some() {
        written.insert(DEFAULT.to_owned());
    }
    let variables = variables_of(unit, name).filter(|name| !written.contains(*name));
    let variables = variables.map(str::to_owned).collect();
    NamesInFile { written, variables, aliases }
}

/// Returns whether other files may see the name that an import gives: not one of a function, nor
/// one of a file that passes on nothing of what it imports, unless an object has it as a member.
fn may_be_seen(unit: &Unit, import: &Import, local: &str) -> bool {
    let (names, text) = (unit.names(), unit.content());
    let scope = names.scopes.get(import.scope as usize);
    let is_in_function = scope.is_some_and(|scope| scope.parent.is_some() && !scope.is_type);
    let word = unit.rules().passing_on.as_deref();
    let is_kept =
        is_in_function || !import.is_reexport && word.is_some_and(|word| !text.contains(word));
    let is_put = || {
        names.properties.iter().any(|property| property.name.of(text) == local)
            || unit.set_named(local).next().is_some()
    };
    !is_kept || is_put()
}

/// Returns the variables that are set to members of a name: `const store = lib.save`.
fn variables_of<'u>(unit: &'u Unit, name: &'u str) -> impl Iterator<Item = &'u str> {
    let (names, text) = (unit.names(), unit.content());
    let is_it = move |binding: &&Binding| {
        let member = binding.origin.value.map(|value| names.expression(value));
        matches!(member, Some(Expression::Member { name: of, .. }) if of.of(text) == name)
    };
    names.bindings.iter().filter(is_it).map(|binding| binding.name.of(text))
}

fn imported_name<'u>(unit: &'u Unit, import: &Import) -> Option<&'u str> {
    match import.imported {
        Imported::Name(name) => Some(name.of(unit.content())),
        Imported::Module | Imported::Default | Imported::Wildcard => None,
    }
}
