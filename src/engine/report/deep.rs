//! Language server results within a deadline: the references of the symbols with the most uses, and
//! the implementations of the types that can be implemented.

use super::entries::Entry;
use super::uses::{self, FoundUses};
use super::{ModuleReport, ReportQuery};
use crate::domain::{Cancelled, Evidence, Source, SymbolKind};
use crate::engine::graph::lsp::{diagnostics, implementations, references, tiers};
use crate::engine::graph::project::{Def, Project, Unit};
use crate::engine::graph::rows::{GroupRows, SyntaxRows};
use crate::engine::graph::{Implementation, LspContext, Reference};
use crate::workspace::{FilesError, Snapshot};
use std::sync::Arc;
use std::time::Instant;
use tokio::runtime::Handle;

/// Maximum number of symbols to query, the most used first.
const MAX_QUERIED: usize = 40;

/// Number of symbols per batch.
const AT_A_TIME: usize = 10;

/// Maximum number of types whose implementations are queried.
const MAX_TYPES: usize = 5;

/// Adds the users of the report's entries, from a server as far as it answers before the deadline,
/// otherwise by syntax.
pub(super) fn ask(
    snapshot: &Snapshot,
    query: &ReportQuery,
    report: &mut ModuleReport,
    lsp_context: &LspContext,
    runtime: &Handle,
) -> Result<(), FilesError> {
    let project = Project::new(snapshot, std::slice::from_ref(&query.path))?;
    let Some(unit) = project.file_of(&query.path).and_then(|file| project.unit(file)) else {
        return Ok(());
    };
    report.imports = super::imports::resolved(&project, unit);
    let mut asking = Asking { project: &project, unit, lsp_context, runtime, answers: Vec::new() };
    let Some(first) = first_asked(&report.entries) else {
        report.unread = uses::add_users(&project, unit, &mut report.entries, query)?;
        return Ok(());
    };
    // The server starts while the uses of all entries are searched by syntax.
    let mut found = FoundUses::default();
    asking.references(&[first], &report.entries, |_| {
        found = uses::find(&project, unit, &report.entries)?;
        Ok(vec![found.references.get(&first).cloned().unwrap_or_default()])
    })?;
    let rest = most_used(&found, first);
    for chunk in rest.chunks(AT_A_TIME) {
        if is_over(lsp_context.deadline) {
            break;
        }
        asking.references(chunk, &report.entries, |entry_indices| {
            Ok(entry_indices
                .iter()
                .map(|entry_index| found.references.get(entry_index).cloned().unwrap_or_default())
                .collect())
        })?;
    }
    let mut implementations = Vec::new();
    for entry_index in implementable(&report.entries) {
        if is_over(lsp_context.deadline) {
            break;
        }
        implementations.extend(asking.implementations(entry_index, &report.entries)?);
    }
    asking.write_into(&mut found, report, query);
    if report.semantic.is_live {
        report.diagnostics = diagnostics(&project, lsp_context, runtime, unit);
    }
    report.semantic.implementations = implementations;
    report.unread = found.unread;
    Ok(())
}

#[expect(clippy::disallowed_methods, reason = "no server is asked after the deadline of the call")]
fn is_over(deadline: Instant) -> bool {
    Instant::now() >= deadline
}

/// Server requests about the entries of one file.
struct Asking<'a, 's> {
    project: &'a Project<'s>,
    unit: &'a Arc<Unit>,
    lsp_context: &'a LspContext,
    runtime: &'a Handle,
    answers: Vec<Answered>,
}

/// The uses of an entry.
struct Answered {
    entry_index: usize,
    references: Vec<Reference>,
    evidence: Evidence,
    /// True if some places of a server's answer are not in the files as they are now.
    has_lost: bool,
}

impl Asking<'_, '_> {
    /// Requests the references of some entries, while `syntax` computes the same.
    fn references(
        &mut self,
        entry_indices: &[usize],
        entries: &[Entry],
        syntax: impl FnOnce(&[usize]) -> Result<Vec<Vec<Reference>>, Cancelled>,
    ) -> Result<(), Cancelled> {
        let groups: Vec<Vec<Def>> = entry_indices
            .iter()
            .map(|entry_index| uses::group_of(self.project, self.unit, *entry_index, entries))
            .collect();
        let syntax = || {
            let found = syntax(entry_indices)?;
            let found =
                found.into_iter().map(|results| GroupRows::new(results, Vec::new())).collect();
            Ok(SyntaxRows::without_searches(found))
        };
        let answers = tiers(
            self.project,
            Some((self.lsp_context, self.runtime)),
            &groups,
            syntax,
            |asker, group| references(asker, group, false),
        )?;
        for (entry_index, (found, evidence)) in entry_indices.iter().zip(answers.found) {
            self.answers.push(Answered {
                entry_index: *entry_index,
                references: found.results,
                evidence,
                has_lost: found.lost > 0,
            });
        }
        Ok(())
    }

    /// Requests the implementations of a type. Those found by syntax are left to the tool for them.
    fn implementations(
        &self,
        entry_index: usize,
        entries: &[Entry],
    ) -> Result<Vec<(usize, Implementation)>, Cancelled> {
        let groups = [uses::group_of(self.project, self.unit, entry_index, entries)];
        let nothing =
            || Ok(SyntaxRows::without_searches(vec![GroupRows::new(Vec::new(), Vec::new())]));
        let answers = tiers(
            self.project,
            Some((self.lsp_context, self.runtime)),
            &groups,
            nothing,
            implementations,
        )?;
        let rows = answers.found.into_iter().flat_map(|(found, _)| found.results);
        Ok(rows.map(|implementation| (entry_index, implementation)).collect())
    }

    /// Writes all results into the report.
    fn write_into(&self, found: &mut FoundUses, report: &mut ModuleReport, query: &ReportQuery) {
        for Answered { entry_index, references, evidence, .. } in &self.answers {
            if evidence.source == Source::Lsp {
                let others = references
                    .iter()
                    .filter(|row| !uses::is_own(&report.entries[*entry_index], self.unit, row));
                found.confirm(*entry_index, others.cloned().collect());
                report.semantic.references.push((*entry_index, references.len()));
            }
        }
        found.write_into(self.unit, &mut report.entries, query);
        let all = self.answers.iter().map(|answer| &answer.evidence);
        let of_servers: Vec<&Evidence> =
            all.clone().filter(|evidence| evidence.source == Source::Lsp).collect();
        let semantic = &mut report.semantic;
        semantic.references.sort_unstable();
        semantic.is_live = !of_servers.is_empty();
        if let Some(evidence) = of_servers.first().copied().or(all.clone().next()) {
            semantic.server.clone_from(&evidence.server);
            semantic.state = evidence.state;
        }
        semantic.complete = if of_servers.is_empty() {
            None
        } else {
            Some(of_servers.iter().all(|evidence| evidence.complete == Some(true)))
        };
        semantic.has_lost = self.answers.iter().any(|answer| answer.has_lost);
        semantic.note = all.filter_map(Evidence::note).min();
    }
}

/// Returns the entry that is queried before anything is known of its uses.
fn first_asked(entries: &[Entry]) -> Option<usize> {
    let sought =
        || (0..entries.len()).filter(|entry_index| uses::is_sought(&entries[*entry_index]));
    sought().find(|entry_index| entries[*entry_index].exported).or_else(|| sought().next())
}

/// Returns the other entries to query: those with uses, the most used first.
fn most_used(found: &FoundUses, first: usize) -> Vec<usize> {
    let mut used: Vec<(usize, usize)> = found
        .references
        .iter()
        .filter(|(entry_index, references)| **entry_index != first && !references.is_empty())
        .map(|(entry_index, references)| (references.len(), *entry_index))
        .collect();
    used.sort_by_key(|(count, entry_index)| (std::cmp::Reverse(*count), *entry_index));
    used.into_iter().map(|(_, entry_index)| entry_index).take(MAX_QUERIED).collect()
}

/// Returns the types of the file that can have implementations.
fn implementable(entries: &[Entry]) -> Vec<usize> {
    let is_open = |entry: &Entry| match entry.kind {
        SymbolKind::Trait | SymbolKind::Interface => true,
        SymbolKind::Class => entry.exported,
        _ => false,
    };
    (0..entries.len())
        .filter(|entry_index| is_open(&entries[*entry_index]))
        .take(MAX_TYPES)
        .collect()
}
