//! References to a definition, by syntax: every occurrence with its role.

use super::account::NameSearch;
use super::answer::{Node, Reference, ReferenceRole};
use super::callers::{member_label, nearness, visit_overriding};
use super::constructions::{Construction, constructs, with_constructed};
use super::delegations::calls_beside_name;
use super::enclosing::{module_node, node};
use super::groups::{Groups, doubt_overloads, keep_most_certain, most_rows};
use super::nullary;
use super::pasted::{Pasted, pasted};
use super::project::{Def, FileIndex, Project, Unit};
use super::rows::{GroupRows, SyntaxRows};
use super::rule::Rule;
use super::site::site;
use super::target::{candidates, grouping};
use super::use_searches::UseSearches;
use super::uses::{ParseBudget, ResolvedUse, UseFilter, uses};
use crate::domain::{Cancelled, Certainty, Symbol, SymbolKind};
use crate::workspace::names::{Import, Imported, NameFacts, Role, Span, Use};
use std::collections::BTreeSet;
use std::sync::Arc;

/// Returns the references to each group of definitions, which share one name.
pub(in crate::engine) fn references(
    project: &Project<'_>,
    groups: &[Vec<Def>],
    with_declaration: bool,
    budget: &mut ParseBudget,
) -> Result<SyntaxRows<Reference>, Cancelled> {
    let Some((unit, symbol)) =
        groups.first().and_then(|group| group.first()).and_then(|def| project.get(*def))
    else {
        return Ok(SyntaxRows { found: Vec::new(), searches: Vec::new() });
    };
    let name = &unit.symbol(symbol).name;
    let candidates = candidates(project, name)?;
    let (grouping, called) = (grouping(project, name)?, candidates.with_implementing(groups));
    let uses = uses(project, candidates, UseFilter::All, budget)?;
    let constructions = calls_beside_name(name, groups, &mut UseSearches::new(project, budget))?;
    let (asked, used) = (Groups::new(groups), Groups::new(&called));
    let groups_of = Groups::new(&with_constructed(project, &called));
    let mut all: Vec<Vec<(u32, Reference)>> = vec![Vec::new(); groups.len()];
    let mut left: Vec<BTreeSet<FileIndex>> = vec![BTreeSet::new(); groups.len()];
    for (results, constructions) in all.iter_mut().zip(&constructions) {
        results.extend(constructions.uses.iter().map(construction));
    }
    for found in &uses.uses {
        // Each use may mean the members of thousands of types.
        project.snapshot.cancel().check()?;
        let mut best = groups_of.best(found.meanings.iter());
        doubt_overloads((project, &grouping), &used, found, &mut best);
        for group in keep_most_certain(&mut best, most_rows(uses.uses.len())) {
            left[group].insert(found.unit.file);
        }
        let (unit, name_use) = (&found.unit, &found.name_use);
        for (group, meaning) in best {
            let is_definition = meaning.rule == Rule::Definition;
            let is_of = if is_definition { &asked } else { &used };
            let is_asked = is_of.has(group, meaning.def)
                || name_use.role == Role::Call
                    && constructs(project, &groups[group], meaning.def, (unit, name_use));
            if is_asked && (!is_definition || with_declaration) {
                let through = meaning
                    .supertype_member(&found.meanings)
                    .and_then(|member| member_label(project, member));
                let (rule, called) = (Some(meaning.rule), as_called(project, found, meaning.def));
                let reference = reference(unit, &called, meaning.certainty, rule, is_definition);
                all[group].push((unit.file, Reference { through, ..reference }));
            }
        }
    }
    add_pasted(&mut all, &pasted(project, name, groups, budget)?);
    let mut found = Vec::new();
    let of_groups = groups.iter().zip(all).zip(left).zip(constructions);
    for (((group, results), left), constructions) in of_groups {
        project.snapshot.cancel().check()?;
        let skipped = uses.skipped.iter().copied().chain(constructions.skipped).chain(left);
        let skipped: BTreeSet<FileIndex> = skipped.collect();
        found.push(GroupRows::new(sorted(project, group, results), Vec::from_iter(skipped)));
    }
    let search = NameSearch {
        depth: 1,
        name: name.clone(),
        groups: groups.to_vec(),
        filter: UseFilter::All,
        uses: Arc::new(uses),
        not_followed: Vec::new(),
        followed: 0,
    };
    Ok(SyntaxRows { found, searches: vec![search] })
}

/// Returns the references to the definitions that override or implement those of a group, among
/// the uses that were found for its name, code before tests, by path and line. Only those that
/// syntax is sure of; each names the member that it means.
pub(in crate::engine) fn references_to_overriding(
    project: &Project<'_>,
    group: &[Def],
    search: &NameSearch,
) -> Result<Vec<Reference>, Cancelled> {
    // A type or a field of the name in a type below is another one.
    let may_override = |def: &Def| {
        let symbol = project.get(*def).map(|(unit, symbol)| unit.symbol(symbol));
        symbol.is_some_and(|of| of.kind.is_callable() || of.kind == SymbolKind::Property)
    };
    let mut found = Vec::new();
    if !group.iter().any(may_override) {
        return Ok(found);
    }
    visit_overriding(project, &[group], search, |_, used, meaning| {
        let (name_use, rule) = (as_called(project, used, meaning.def), Some(meaning.rule));
        let reference = reference(&used.unit, &name_use, meaning.certainty, rule, false);
        let through = member_label(project, meaning.def);
        found.push(Reference { through, ..reference });
    })?;
    found.sort_by_cached_key(|reference| {
        let Reference { is_test, site, .. } = reference;
        (*is_test, Arc::clone(&site.file), site.line, site.column)
    });
    Ok(found)
}

/// Adds the parts of the name to the references of each group.
fn add_pasted(all: &mut [Vec<(FileIndex, Reference)>], parts: &[Pasted]) {
    for Pasted { unit, part, certainty, .. } in parts {
        let row = reference(unit, part, *certainty, Some(Pasted::RULE), false);
        all.iter_mut().for_each(|results| results.push((unit.file, row.clone())));
    }
}

/// Returns a use of a definition, as a call if its name calls that.
fn as_called(project: &Project<'_>, found: &ResolvedUse, def: Def) -> Use {
    let name_use = found.name_use;
    match project.is_called_by_name(&found.unit, &name_use, def) {
        // That it decorates something says more.
        true if !nullary::is_decoration(&found.unit, &name_use) => {
            Use { role: Role::Call, ..name_use }
        }
        _ => name_use,
    }
}

fn construction(made: &Construction) -> (FileIndex, Reference) {
    let (certainty, rule) = (made.meaning.certainty, Some(made.meaning.rule));
    (made.unit.file, reference(&made.unit, &made.name_use, certainty, rule, false))
}

/// Sorts the references of a group: by certainty, then by distance from its definitions.
fn sorted(
    project: &Project<'_>,
    group: &[Def],
    mut references: Vec<(FileIndex, Reference)>,
) -> Vec<Reference> {
    references.sort_by_cached_key(|(file, reference)| {
        let path = &project.entry(*file).path.display;
        let near = nearness(project, group, path, reference.is_test);
        (reference.certainty, near, reference.site.line, reference.site.column)
    });
    references.into_iter().map(|(_, reference)| reference).collect()
}

/// Returns the reference for an occurrence.
pub(in crate::engine) fn reference(
    unit: &Arc<Unit>,
    found: &Use,
    certainty: Certainty,
    rule: Option<Rule>,
    is_definition: bool,
) -> Reference {
    let at = found.span.start as usize;
    let enclosing = unit
        .enclosing(at, |symbol| symbol.kind != SymbolKind::Impl && symbol.name_bytes.start != at);
    let role = match found.role {
        _ if is_definition => ReferenceRole::Definition,
        Role::Call => ReferenceRole::Call,
        // A variable in a literal sets the member of its name.
        Role::Read if rule == Some(Rule::WrittenFor) => ReferenceRole::Write,
        Role::Type => ReferenceRole::Type,
        Role::Import | Role::ImportPath => ReferenceRole::Import,
        Role::Write | Role::Initialize | Role::Key | Role::Argument => ReferenceRole::Write,
        Role::Inherit => ReferenceRole::Inherit,
        Role::Read => ReferenceRole::Read,
        Role::Decorator | Role::Label => ReferenceRole::Other,
    };
    let around = enclosing.map(|symbol| unit.symbol(symbol));
    let is_base = role == ReferenceRole::Inherit;
    let subtype = is_base.then(|| subtype(unit, found.span, around));
    Reference {
        site: site(unit, found.span),
        role,
        usage: usage(unit, found, role, subtype.as_deref(), around),
        subtype,
        within: within(unit, at, is_definition),
        enclosing: enclosing.map(|symbol| node(unit, symbol)),
        certainty,
        rule,
        through: None,
        is_test: unit.facts().class.is_test()
            || enclosing.is_some_and(|symbol| unit.symbol(symbol).is_test),
    }
}

/// Returns the definition that would be edited for an occurrence: the enclosing function, else the
/// innermost definition, else the file. A definition's own name belongs to that definition.
fn within(unit: &Unit, at: usize, is_definition: bool) -> Node {
    if let Some(symbol) = unit.symbol_named_at(at).filter(|_| is_definition) {
        return node(unit, symbol);
    }
    let function =
        unit.enclosing(at, |symbol| symbol.kind.is_callable() && symbol.name_bytes.start != at);
    // The name in the header of an `impl` is a use of its type like any other.
    let around = |symbol: &Symbol| symbol.kind == SymbolKind::Impl || symbol.name_bytes.start != at;
    match function.or_else(|| unit.enclosing(at, around)) {
        Some(symbol) => node(unit, symbol),
        None => module_node(unit),
    }
}

/// Returns a phrase that describes the purpose of an occurrence.
fn usage(
    unit: &Unit,
    found: &Use,
    role: ReferenceRole,
    subtype: Option<&str>,
    enclosing: Option<&Symbol>,
) -> String {
    let place = enclosing.map(label);
    let within = |verb: &str| match &place {
        Some(place) => format!("{verb} in {place}"),
        None => format!("{verb} at the top of the file"),
    };
    match role {
        ReferenceRole::Definition => "definition".to_owned(),
        ReferenceRole::Import => imported(unit, found.span),
        ReferenceRole::Call => within("called"),
        ReferenceRole::Write => within("written"),
        ReferenceRole::Inherit => format!("base of {}", subtype.unwrap_or_default()),
        ReferenceRole::Type => typed(unit, found.span, enclosing),
        ReferenceRole::Other => match place {
            Some(place) => format!("decorator of {place}"),
            None => "decorator".to_owned(),
        },
        ReferenceRole::Read if is_argument(unit, found.span) => within("passed"),
        ReferenceRole::Read => within("used"),
    }
}

fn label(symbol: &Symbol) -> String {
    if symbol.kind.is_callable() { format!("{}()", symbol.name) } else { symbol.name.clone() }
}

fn imported(unit: &Unit, span: Span) -> String {
    let is_it = |import: &&Import| {
        import.imported == Imported::Name(span)
            || import.original() == Some(span)
            || import.span == span
            || import.alias == Some(span)
    };
    let Some(import) = unit.imports_holding(span.of(unit.content())).find(is_it) else {
        return "imported".to_owned();
    };
    let Import { module, alias, is_reexport, .. } = import;
    let word = if *is_reexport { "re-exported" } else { "imported" };
    let from = if module.is_empty() { String::new() } else { format!(" from {module}") };
    let renamed = alias.filter(|alias| *alias != span && !is_reexport);
    let renamed = renamed.map(|alias| format!(" as {}", alias.of(unit.content())));
    format!("{word}{from}{}", renamed.unwrap_or_default())
}

/// Returns the name of the type whose header names a supertype.
fn subtype(unit: &Unit, span: Span, enclosing: Option<&Symbol>) -> String {
    match (unit.supertypes_around(span).first(), enclosing) {
        (Some(pair), _) => super::resolve::simple_name(pair.subtype.of(unit.content())).to_owned(),
        (None, Some(enclosing)) => label(enclosing),
        (None, None) => "a type".to_owned(),
    }
}

fn typed(unit: &Unit, span: Span, enclosing: Option<&Symbol>) -> String {
    let names = unit.names();
    let owner = enclosing.map_or_else(|| "the file".to_owned(), label);
    if names.returns.iter().any(|returned| returned.span.contains(span)) {
        return format!("return type of {owner}");
    }
    if NameFacts::is_within(&names.parameters, span) {
        return format!("parameter of {owner}");
    }
    let is_field =
        |symbol: &&Symbol| matches!(symbol.kind, SymbolKind::Field | SymbolKind::Property);
    match enclosing {
        Some(field) if is_field(&field) => format!("type of field {}", field.name),
        _ => format!("type in {owner}"),
    }
}

/// Returns whether a name is an argument of its own, such as a callback: it is delimited by
/// brackets and commas.
fn is_argument(unit: &Unit, span: Span) -> bool {
    let before = unit.content()[..span.start as usize].trim_end();
    let after = unit.content()[span.end as usize..].trim_start();
    before.ends_with(['(', ',', '=']) && after.starts_with([',', ')'])
}
