//! The uses of a name of a package in the project.

use super::asked::Asked;
use crate::domain::{Cancelled, Certainty};
use crate::engine::graph::project::{FileIndex, Project, Unit};
use crate::engine::graph::resolve::{Candidates, Origin, Resolution, local_name, wildcards_of};
use crate::engine::graph::target::candidates;
use crate::engine::graph::uses::{ParseBudget, Uses};
use crate::workspace::names::{Import, Imported, Use};
use rayon::prelude::*;
use std::collections::BTreeSet;
use std::sync::Arc;

/// A use of the name that is asked for.
pub(super) struct OutsideUse {
    pub(super) unit: Arc<Unit>,
    pub(super) name_use: Use,
    pub(super) certainty: Certainty,
    /// True if an import or a path names the package.
    is_named: bool,
}

/// The uses of a name, in the order of files and places.
pub(super) struct Found {
    pub(super) uses: Vec<OutsideUse>,
    /// The names that imports give it.
    aliases: BTreeSet<String>,
    read: Vec<FileIndex>,
    pub(super) left: Vec<FileIndex>,
}

impl Found {
    /// Finds the uses of a name; `None` if none may be one of the package.
    pub(super) fn of(
        project: &Project<'_>,
        asked: &Asked<'_>,
        budget: &mut ParseBudget,
    ) -> Result<Option<Self>, Cancelled> {
        let mentions = project.mentions_in_code(asked.name)?;
        let may_use = mentions.files.iter().filter(|found| found.hints.may_use);
        let (read, left): (Vec<FileIndex>, Vec<FileIndex>) =
            may_use.map(|found| found.file).partition(|file| budget.deduct(project, *file));
        let candidates = candidates(project, asked.name)?;
        let in_file = |unit: &Arc<Unit>| {
            project.snapshot.cancel().check()?;
            Ok(in_file(project, &candidates, asked, unit))
        };
        let units = project.read_all(&read)?;
        let found: Vec<_> = units.par_iter().map(in_file).collect::<Result<_, Cancelled>>()?;
        let (uses, aliases): (Vec<_>, Vec<_>) = found.into_iter().unzip();
        let uses: Vec<OutsideUse> = uses.into_iter().flatten().collect();
        let is_named = uses.iter().any(|found| found.is_named);
        let aliases = aliases.into_iter().flatten().collect();
        Ok(is_named.then_some(Self { uses, aliases, read, left }))
    }

    /// Returns the searched names and files, for the account.
    pub(super) fn searched(&self, asked: &Asked<'_>) -> Uses {
        let mut uses = Uses::none(asked.name, self.read.clone(), self.left.clone());
        uses.names.extend(self.aliases.iter().cloned());
        uses
    }
}

/// Returns the uses in one file, and the names that the file's imports give what is asked for.
fn in_file(
    project: &Project<'_>,
    candidates: &Candidates<'_, '_>,
    asked: &Asked<'_>,
    unit: &Arc<Unit>,
) -> (Vec<OutsideUse>, Vec<String>) {
    let text = unit.content();
    let renames = |import: &&Import| {
        let original = import.original().map(|name| name.of(text));
        !import.is_reexport
            && (import.imported == Imported::Default || original == Some(asked.name))
    };
    let alias = |import: &Import| {
        let is_it = |origin| asked.is_meant(&origin);
        let name = local_name(unit, import).filter(|name| *name != asked.name)?;
        project.origin_of(unit, import).is_some_and(is_it).then(|| name.to_owned())
    };
    let imports = unit.names().imports.iter().filter(renames);
    let aliases: BTreeSet<String> = imports.filter_map(alias).collect();
    let names = std::iter::once(asked.name).chain(aliases.iter().map(String::as_str));
    let uses = names.flat_map(|name| unit.names().uses_of(text, name));
    // An alias is what its import says.
    let wildcards = wildcards_of(unit, asked.name, |origin| asked.is_meant(origin));
    let mut found: Vec<OutsideUse> = uses
        .filter_map(|name_use| {
            let origins = project.origins(unit, name_use, &wildcards);
            let (certainty, is_named) = is_use(candidates, asked, (unit, name_use), origins)?;
            Some(OutsideUse { unit: Arc::clone(unit), name_use: *name_use, certainty, is_named })
        })
        .collect();
    found.sort_by_key(|found| found.name_use.span);
    (found, aliases.into_iter().collect())
}

/// Returns how certain a use that may come from some places is one of what is asked for, and
/// whether the package is named for it. What is known to be the project's is not.
fn is_use(
    candidates: &Candidates<'_, '_>,
    asked: &Asked<'_>,
    (unit, found): (&Arc<Unit>, &Use),
    mut origins: Vec<Origin>,
) -> Option<(Certainty, bool)> {
    origins.retain(|origin| asked.is_meant(origin));
    let certainty = origins.iter().map(|origin| origin.certainty).min()?;
    let is_path = |origin: &Origin| !origin.path.is_empty();
    // Where namespaces are opened as a whole, no name is imported.
    let is_named = unit.rules().is_program_wide() || origins.iter().any(is_path);
    // What has another name here is renamed by an import, which decides.
    let is_renamed = found.span.of(unit.content()) != asked.name;
    let is_own = || match candidates.resolve(unit, found) {
        Resolution::Definitions(meanings) => {
            meanings.iter().any(|meaning| meaning.certainty != Certainty::Possible)
        }
        Resolution::Other(_) => true,
        Resolution::External(_) | Resolution::Unresolved => false,
    };
    (is_renamed || !is_own()).then_some((certainty, is_named))
}
