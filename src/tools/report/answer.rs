//! A report for programs: every field of it, in its own camelCase. The schema is derived from these
//! types; docs/report.md defines each field.

use super::View;
use crate::domain::{Certainty, LineRange, State, SymbolKind, Visibility};
use crate::engine::graph::{Diagnostic, ReferenceRole};
use crate::engine::report::{Entry, Import, ImportedName, Submodule, User, Users};
use schemars::JsonSchema;
use serde::Serialize;

/// What one file is.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(in crate::tools) struct ReportAnswer<'a> {
    /// Whether the definitions of the file's language can be read.
    available: bool,
    /// Whether all of it is from the files as they are now: `fresh` or `partly-stale`.
    staleness: &'static str,
    path: &'a str,
    language: Option<&'static str>,
    line_count: usize,
    /// `outline`, `standard` or `deep`.
    depth: &'static str,
    /// The first sentence of the file's own documentation.
    doc: Option<&'a str>,
    summary: ReportSummary,
    imports: ImportsAnswer<'a>,
    api: Vec<ModuleSymbol<'a>>,
    internal: Vec<ModuleSymbol<'a>>,
    /// Best first.
    recommended_reads: Vec<RecommendedRead<'a>>,
    semantic: SemanticAnswer<'a>,
    /// What a language server finds wrong; null where none was asked or none has said so yet.
    diagnostics: Option<Vec<DiagnosticAnswer<'a>>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    notes: Vec<String>,
}

#[derive(Serialize, JsonSchema)]
struct ReportSummary {
    /// Modules imported.
    imports: usize,
    /// Symbols that other files may name.
    exports: usize,
    /// Names imported and passed on.
    reexports: usize,
    symbols: usize,
    /// Symbols in this reply.
    shown: usize,
    /// The budget cut something.
    truncated: bool,
    /// The o200k tokens of this reply.
    tokens: usize,
}

#[derive(Serialize, JsonSchema)]
struct ImportsAnswer<'a> {
    external: Vec<ImportAnswer<'a>>,
    internal: Vec<ImportAnswer<'a>>,
    /// Modules in files of their own that the file declares.
    modules: Vec<ModuleAnswer<'a>>,
    /// Whether other files were looked at to tell.
    resolved: bool,
}

#[derive(Serialize, JsonSchema)]
struct ImportAnswer<'a> {
    module: &'a str,
    line: usize,
    /// The project's file or directory behind it.
    file: Option<&'a str>,
    names: Vec<ImportedNameAnswer<'a>>,
    wildcard: bool,
    reexport: bool,
}

#[derive(Serialize, JsonSchema)]
struct ImportedNameAnswer<'a> {
    name: &'a str,
    alias: Option<&'a str>,
    /// Passed on to those who import this file.
    reexport: bool,
    /// Where it is defined.
    file: Option<&'a str>,
    line: Option<usize>,
}

#[derive(Serialize, JsonSchema)]
struct ModuleAnswer<'a> {
    name: &'a str,
    line: usize,
    file: Option<&'a str>,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct ModuleSymbol<'a> {
    name: &'a str,
    kind: SymbolKind,
    container: Option<&'a str>,
    implements: Option<&'a str>,
    start_line: usize,
    end_line: usize,
    exported: bool,
    visibility: Option<Visibility>,
    signature: &'a str,
    doc: Option<&'a str>,
    fields: &'a [String],
    fanout: Option<usize>,
    complexity: Option<usize>,
    /// `test`, `deprecated`, `complex`, `long`, `high-fanout`, `wrapper`, `hub`, `unused` and
    /// `overload`.
    flags: Vec<&'static str>,
    used_by: Vec<UserAnswer<'a>>,
    /// Null where users were not looked for.
    usage: Option<Usage>,
    read: Read<'a>,
    /// What extract takes for the same lines.
    target: &'a str,
}

#[derive(Serialize, JsonSchema)]
struct UserAnswer<'a> {
    file: &'a str,
    symbol: &'a str,
    line: usize,
    relation: ReferenceRole,
    certainty: Certainty,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct Usage {
    total: usize,
    files: usize,
    more: usize,
    tests: usize,
    possible: usize,
    is_exact: bool,
}

/// Arguments for reading these lines.
#[derive(Serialize, JsonSchema)]
struct Read<'a> {
    path: &'a str,
    /// The first line.
    offset: usize,
    /// Lines.
    limit: usize,
}

#[derive(Serialize, JsonSchema)]
struct RecommendedRead<'a> {
    rank: usize,
    /// Null for the whole file.
    name: Option<String>,
    reason: &'a str,
    read: Read<'a>,
    /// What extract takes for the same lines.
    target: &'a str,
}

#[derive(Serialize, JsonSchema)]
struct SemanticAnswer<'a> {
    /// `live-lsp` or `none`.
    source: &'static str,
    server: Option<&'a str>,
    state: State,
    complete: Option<bool>,
    note: Option<&'a str>,
    references: Vec<ReferenceCount>,
    implementations: Vec<ImplementationAnswer<'a>>,
}

#[derive(Serialize, JsonSchema)]
struct ReferenceCount {
    symbol: String,
    count: usize,
}

#[derive(Serialize, JsonSchema)]
struct ImplementationAnswer<'a> {
    symbol: String,
    name: &'a str,
    file: Option<&'a str>,
    line: Option<usize>,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct DiagnosticAnswer<'a> {
    line: usize,
    /// In characters.
    column: usize,
    end_line: usize,
    /// `error`, `warning`, `information` or `hint`.
    severity: &'static str,
    message: &'a str,
    source: Option<&'a str>,
    code: Option<&'a str>,
}

impl<'a> ReportAnswer<'a> {
    pub(super) fn new(view: &View<'a>, is_truncated: bool) -> Self {
        let report = view.report;
        let imports = |is_shown: bool, rows: &'a [Import]| -> Vec<ImportAnswer<'a>> {
            if is_shown { rows.iter().map(ImportAnswer::new).collect() } else { Vec::new() }
        };
        let symbols = |exported: bool| {
            view.side(exported).map(|place| ModuleSymbol::new(view, place)).collect()
        };
        let mut notes: Vec<String> = view.file.notes.iter().chain(&report.notes).cloned().collect();
        if report.unread > 0 {
            notes.push(super::text::unread_words(report.unread));
        }
        Self {
            available: report.is_available(),
            staleness: if report.semantic.has_lost { "partly-stale" } else { "fresh" },
            path: &report.path,
            language: report.language.map(|language| language.id),
            line_count: report.lines,
            depth: report.depth.as_str(),
            doc: report.doc.as_deref(),
            summary: ReportSummary {
                imports: report.imports.len(),
                exports: view.exports(),
                reexports: report.imports.reexports().len(),
                symbols: report.entries.len(),
                shown: view.entries.len(),
                truncated: is_truncated,
                tokens: view.tokens,
            },
            imports: ImportsAnswer {
                external: imports(view.external, &report.imports.external),
                internal: imports(view.internal, &report.imports.internal),
                modules: if view.internal {
                    report.imports.modules.iter().map(ModuleAnswer::new).collect()
                } else {
                    Vec::new()
                },
                resolved: report.imports.is_resolved,
            },
            api: symbols(true),
            internal: symbols(false),
            recommended_reads: if view.reads { reads(view) } else { Vec::new() },
            semantic: SemanticAnswer::new(view),
            diagnostics: diagnostics(view),
            notes,
        }
    }
}

impl<'a> ImportAnswer<'a> {
    fn new(import: &'a Import) -> Self {
        Self {
            module: &import.module,
            line: import.line,
            file: import.file.as_deref(),
            names: import.names.iter().map(ImportedNameAnswer::new).collect(),
            wildcard: import.is_wildcard,
            reexport: import.is_reexport,
        }
    }
}

impl<'a> ImportedNameAnswer<'a> {
    fn new(name: &'a ImportedName) -> Self {
        let (file, line) = name.defined.as_ref().map(|(file, line)| (&**file, *line)).unzip();
        Self {
            name: &name.name,
            alias: name.alias.as_deref(),
            reexport: name.is_reexport,
            file,
            line,
        }
    }
}

impl<'a> ModuleAnswer<'a> {
    fn new(module: &'a Submodule) -> Self {
        Self { name: &module.name, line: module.line, file: module.file.as_deref() }
    }
}

impl<'a> ModuleSymbol<'a> {
    fn new(view: &View<'a>, place: usize) -> Self {
        let entry: &'a Entry = &view.report.entries[place];
        let is_shown = view.shows_users(place);
        let rows: &'a [User] =
            entry.users.as_ref().filter(|_| is_shown).map_or(&[], |users| &users.rows);
        let used_by = rows.iter().map(|user| UserAnswer {
            file: &user.file,
            symbol: &user.symbol,
            line: user.line,
            relation: user.relation,
            certainty: user.certainty,
        });
        Self {
            name: &entry.name,
            kind: entry.kind,
            container: entry.container.as_deref(),
            implements: entry.implements.as_deref(),
            start_line: entry.lines.start,
            end_line: entry.lines.end,
            exported: entry.exported,
            visibility: entry.visibility,
            signature: &entry.signature,
            doc: entry.doc.as_deref(),
            fields: &entry.fields,
            fanout: entry.fanout,
            complexity: entry.complexity,
            flags: entry.flags.iter().map(|flag| flag.as_str()).collect(),
            used_by: used_by.collect(),
            usage: entry.users.as_ref().map(|users| Usage::new(users, rows.len())),
            read: Read::new(&view.report.path, entry.read),
            target: &entry.target,
        }
    }
}

impl Usage {
    fn new(users: &Users, listed: usize) -> Self {
        Self {
            total: users.total,
            files: users.files,
            more: users.total - listed,
            tests: users.tests,
            possible: users.possible,
            is_exact: users.is_exact,
        }
    }
}

impl<'a> Read<'a> {
    fn new(path: &'a str, lines: LineRange) -> Self {
        Self { path, offset: lines.start, limit: lines.len() }
    }
}

fn reads<'a>(view: &View<'a>) -> Vec<RecommendedRead<'a>> {
    let report = view.report;
    let reads = report.recommended.iter().enumerate().map(|(rank, recommended)| RecommendedRead {
        rank: rank + 1,
        name: recommended.entry.map(|place| report.entries[place].qualified(view.separator())),
        reason: &recommended.reason,
        read: Read::new(&report.path, recommended.lines),
        target: &recommended.target,
    });
    reads.collect()
}

fn diagnostics<'a>(view: &View<'a>) -> Option<Vec<DiagnosticAnswer<'a>>> {
    let found: &'a [Diagnostic] = view.report.diagnostics.as_deref()?;
    let rows = found.iter().filter(|_| view.diagnostics).map(|found| DiagnosticAnswer {
        line: found.line,
        column: found.column,
        end_line: found.end_line,
        severity: found.severity,
        message: &found.message,
        source: found.source.as_deref(),
        code: found.code.as_deref(),
    });
    Some(rows.collect())
}

impl<'a> SemanticAnswer<'a> {
    fn new(view: &View<'a>) -> Self {
        let semantic = &view.report.semantic;
        let name = |place: usize| view.report.entries[place].qualified(view.separator());
        let references = semantic
            .references
            .iter()
            .map(|(place, count)| ReferenceCount { symbol: name(*place), count: *count });
        let implementations =
            semantic.implementations.iter().map(|(place, found)| ImplementationAnswer {
                symbol: name(*place),
                name: &found.node.name,
                file: found.node.file.as_deref(),
                line: found.node.line,
            });
        Self {
            source: if semantic.is_live { "live-lsp" } else { "none" },
            server: semantic.server.as_deref(),
            state: semantic.state,
            complete: semantic.complete,
            note: semantic.note.as_deref(),
            references: references.collect(),
            implementations: implementations.collect(),
        }
    }
}
