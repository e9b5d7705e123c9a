//! The ends of paths: the definitions that a target means, and where calls begin in them.

use crate::domain::{Cancelled, Suggestion};
use crate::engine::graph::answer::Mentioned;
use crate::engine::graph::mentions::{last_name, mentions, worth_showing};
use crate::engine::graph::pipeline::Kinds;
use crate::engine::graph::project::{Def, Project, split_path};
use crate::engine::graph::target::{
    Definition, Outcome, ResolveError, Target, definition, resolve_in,
};
use std::collections::{BTreeMap, BTreeSet};

/// Maximum number of calls of a path, unless the question bounds it.
pub(super) const MAX_LENGTH: usize = 50;

/// One end of the paths.
pub(super) enum End {
    /// The definitions of the target, in groups.
    Known(Vec<Vec<Def>>),
    /// The target has no definition.
    None { name: String, suggestions: Vec<Suggestion>, mentions: Box<Mentioned> },
}

impl End {
    pub(super) fn definitions(&self, project: &Project<'_>) -> Vec<Definition> {
        match self {
            End::Known(groups) => definitions(project, groups),
            End::None { .. } => Vec::new(),
        }
    }
}

/// The ends of the paths, and how far to search.
pub(super) struct Ends<'a> {
    /// Sorted, as `to` is: thousands of overloads may be at one end.
    pub(super) from: &'a [Def],
    pub(super) to: &'a [Def],
    /// See [`stops`].
    pub(super) leaders: &'a BTreeMap<Def, Def>,
    /// Maximum number of calls of a path; `None` for the shortest ones.
    pub(super) depth: Option<usize>,
}

impl Ends<'_> {
    /// Returns the maximum number of calls of a path that is looked for.
    pub(super) fn longest(&self) -> usize {
        self.depth.unwrap_or(MAX_LENGTH)
    }

    pub(super) fn is_first(&self, def: Def) -> bool {
        self.from.binary_search(&def).is_ok()
    }

    pub(super) fn is_last(&self, def: Def) -> bool {
        self.to.binary_search(&def).is_ok()
    }
}

/// Resolves the target of one end.
pub(super) fn end(project: &Project<'_>, target: &Target) -> Result<End, ResolveError> {
    Ok(match resolve_in(project, target)? {
        Outcome::Groups(groups) => End::Known(Kinds::Called.select(project, groups)),
        Outcome::Outside(symbols) => {
            let name = symbols.first().cloned().unwrap_or_default();
            let mentions = Box::new(mentions(project, last_name(&name), &[])?);
            End::None { name, suggestions: Vec::new(), mentions }
        }
        Outcome::None(suggestions) => {
            let name = target.symbol.clone().unwrap_or_default();
            let mentions = Box::new(mentions(project, last_name(&name), &[])?);
            let suggestions = worth_showing(suggestions, last_name(&name), &mentions);
            End::None { name, suggestions, mentions }
        }
    })
}

/// Returns the definitions of groups.
pub(super) fn definitions(project: &Project<'_>, groups: &[Vec<Def>]) -> Vec<Definition> {
    groups.iter().filter_map(|group| definition(project, group)).collect()
}

/// Returns the definitions whose calls begin a path: those asked about, and the members of types.
pub(super) fn starts(project: &Project<'_>, groups: &[Vec<Def>]) -> Result<Vec<Def>, Cancelled> {
    let mut starts: BTreeSet<Def> = groups.iter().flatten().copied().collect();
    let types: BTreeSet<Def> = starts.iter().copied().filter(|def| project.is_type(*def)).collect();
    let mut files: BTreeSet<u32> = BTreeSet::new();
    for def in &types {
        let Some((unit, _)) = project.get(*def) else { continue };
        files.insert(def.file);
        // A method may stand in any file of its package.
        if unit.rules().is_directory_wide() {
            let language = |file: &&u32| project.entry(**file).language == unit.entry.language;
            let directory = project.in_directory(split_path(unit.path()).0).iter();
            files.extend(directory.filter(language));
        }
    }
    for file in files {
        project.snapshot.cancel().check()?;
        let symbols = project.unit(file).map_or(0, |unit| unit.symbols().len());
        for symbol in 0..symbols as u32 {
            let member = Def { file, symbol };
            if project.is_callable(member)
                && project.owner_types(member).iter().any(|of| types.contains(of))
            {
                starts.insert(member);
            }
        }
    }
    Ok(starts.into_iter().collect())
}

/// Returns the definitions at which a path ends, each with the first of its group, which stands for
/// all: a declaration and its definition, overloads.
pub(super) fn stops(groups: &[Vec<Def>]) -> BTreeMap<Def, Def> {
    let leader = |group: &Vec<Def>| group.first().copied();
    let groups = groups.iter().filter_map(|group| Some((leader(group)?, group)));
    groups.flat_map(|(leader, group)| group.iter().map(move |def| (*def, leader))).collect()
}
