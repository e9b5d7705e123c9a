//! Diagnostics of a language server for one file.

use super::{Asker, LspContext, span_in};
use crate::engine::graph::project::{Project, Unit};
use crate::lsp::Severity;
use std::time::{Duration, Instant};
use tokio::runtime::Handle;

/// Maximum wait: a server that has answered a query about a file publishes its diagnostics soon
/// after, or never.
const TIMEOUT: Duration = Duration::from_millis(500);

/// One diagnostic.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Diagnostic {
    /// 1-based; the column in characters.
    pub line: usize,
    pub column: usize,
    pub end_line: usize,
    /// `error`, `warning`, `information` or `hint`.
    pub severity: &'static str,
    pub message: String,
    /// Compiler or linter that reports it.
    pub source: Option<String>,
    pub code: Option<String>,
}

/// Returns a server's diagnostics for a file that it was queried about before, waiting up to
/// [`TIMEOUT`] and no longer than the deadline. `None` if it has published none.
pub(in crate::engine) fn diagnostics(
    project: &Project<'_>,
    lsp_context: &LspContext,
    runtime: &Handle,
    unit: &Unit,
) -> Option<Vec<Diagnostic>> {
    let asker = Asker::new(project, lsp_context, runtime.clone());
    let query = asker.query(unit, 0, unit.content().into());
    #[expect(clippy::disallowed_methods, reason = "a server is waited for")]
    let until = lsp_context.deadline.min(Instant::now() + TIMEOUT);
    let asked =
        async { tokio::time::timeout_at(until.into(), asker.servers.diagnostics(&query)).await };
    let (_, found) = runtime.block_on(asked).ok().flatten()?;
    let rows = found.into_iter().filter_map(|found| {
        let span = span_in(unit, found.span)?;
        let (line, column) = unit.text.position(span.start as usize);
        Some(Diagnostic {
            line,
            column,
            end_line: unit.text.line_of(span.end as usize).max(line),
            severity: match found.severity {
                Severity::Error => "error",
                Severity::Warning => "warning",
                Severity::Information => "information",
                Severity::Hint => "hint",
            },
            message: found.message,
            source: found.source,
            code: found.code,
        })
    });
    Some(rows.collect())
}
