//! A report for programs: every field of it, in its own camelCase.

use super::View;
use crate::domain::LineRange;
use crate::engine::report::{Entry, Import, User, Users};
use serde_json::{Map, Value, json};

pub(super) fn value(view: &View<'_>, is_truncated: bool) -> Value {
    let report = view.report;
    let mut value = Map::new();
    let mut put = |key: &str, said: Value| value.insert(key.to_owned(), said);
    put("available", json!(report.is_available()));
    put("staleness", json!(if report.semantic.has_lost { "partly-stale" } else { "fresh" }));
    put("path", json!(&*report.path));
    put("language", json!(report.language.map(|language| language.id)));
    put("lineCount", json!(report.lines));
    put("depth", json!(report.depth.as_str()));
    put("doc", json!(report.doc));
    put(
        "summary",
        json!({
            "imports": report.imports.len(),
            "exports": view.exports(),
            "reexports": report.imports.reexports().len(),
            "symbols": report.entries.len(),
            "shown": view.entries.len(),
            "truncated": is_truncated,
            "tokens": view.tokens,
        }),
    );
    let imports = |is_shown: bool, rows: &[Import]| -> Vec<Value> {
        if is_shown { rows.iter().map(import).collect() } else { Vec::new() }
    };
    put(
        "imports",
        json!({
            "external": imports(view.external, &report.imports.external),
            "internal": imports(view.internal, &report.imports.internal),
            "modules": modules(view),
            "resolved": report.imports.is_resolved,
        }),
    );
    for (key, exported) in [("api", true), ("internal", false)] {
        let entries: Vec<Value> = view.side(exported).map(|place| entry(view, place)).collect();
        put(key, Value::Array(entries));
    }
    let reads: Vec<Value> = if view.reads { reads(view) } else { Vec::new() };
    put("recommendedReads", Value::Array(reads));
    put("semantic", semantic(view));
    put("diagnostics", diagnostics(view));
    let mut notes: Vec<String> = view.file.notes.clone();
    notes.extend(report.notes.iter().cloned());
    if report.unread > 0 {
        notes.push(super::text::unread_words(report.unread));
    }
    if !notes.is_empty() {
        put("notes", json!(notes));
    }
    Value::Object(value)
}

fn import(import: &Import) -> Value {
    let names: Vec<Value> = import
        .names
        .iter()
        .map(|name| {
            let (file, line) = name.defined.as_ref().map(|(file, line)| (&**file, *line)).unzip();
            json!({
                "name": name.name,
                "alias": name.alias,
                "reexport": name.is_reexport,
                "file": file,
                "line": line,
            })
        })
        .collect();
    json!({
        "module": import.module,
        "line": import.line,
        "file": import.file.as_deref(),
        "names": names,
        "wildcard": import.is_wildcard,
        "reexport": import.is_reexport,
    })
}

fn modules(view: &View<'_>) -> Vec<Value> {
    let modules = view.report.imports.modules.iter().filter(|_| view.internal);
    modules.map(|module| json!({ "name": module.name, "line": module.line, "file": module.file.as_deref() })).collect()
}

fn entry(view: &View<'_>, place: usize) -> Value {
    let entry: &Entry = &view.report.entries[place];
    let flags: Vec<&str> = entry.flags.iter().map(|flag| flag.as_str()).collect();
    let is_shown = view.shows_users(place);
    let rows: &[User] = entry.users.as_ref().filter(|_| is_shown).map_or(&[], |users| &users.rows);
    let used_by: Vec<Value> = rows
        .iter()
        .map(|user| {
            json!({
                "file": &*user.file,
                "symbol": user.symbol,
                "line": user.line,
                "relation": user.relation.as_str(),
                "certainty": user.certainty,
            })
        })
        .collect();
    json!({
        "name": entry.name,
        "kind": entry.kind,
        "container": entry.container,
        "implements": entry.implements,
        "startLine": entry.lines.start,
        "endLine": entry.lines.end,
        "exported": entry.exported,
        "visibility": entry.visibility,
        "signature": entry.signature,
        "doc": entry.doc,
        "fields": entry.fields,
        "fanout": entry.fanout,
        "complexity": entry.complexity,
        "flags": flags,
        "usedBy": used_by,
        "usage": entry.users.as_ref().map(|users| usage(users, rows.len())),
        "read": read(&view.report.path, entry.read),
        "target": entry.target,
    })
}

fn usage(users: &Users, listed: usize) -> Value {
    json!({
        "total": users.total,
        "files": users.files,
        "more": users.total - listed,
        "tests": users.tests,
        "possible": users.possible,
        "isExact": users.is_exact,
    })
}

/// Arguments for reading a stretch of a file.
fn read(path: &str, lines: LineRange) -> Value {
    json!({ "path": path, "offset": lines.start, "limit": lines.len() })
}

fn reads(view: &View<'_>) -> Vec<Value> {
    let reads = view.report.recommended.iter().enumerate().map(|(rank, recommended)| {
        let name = recommended.entry.map(|place| view.report.entries[place].qualified(view.separator()));
        json!({
            "rank": rank + 1,
            "name": name,
            "reason": recommended.reason,
            "read": read(&view.report.path, recommended.lines),
            "target": recommended.target,
        })
    });
    reads.collect()
}

fn diagnostics(view: &View<'_>) -> Value {
    let Some(found) = &view.report.diagnostics else { return Value::Null };
    let told = found.iter().filter(|_| view.diagnostics).map(|found| {
        json!({
            "line": found.line,
            "column": found.column,
            "endLine": found.end_line,
            "severity": found.severity,
            "message": found.message,
            "source": found.source,
            "code": found.code,
        })
    });
    Value::Array(told.collect())
}

fn semantic(view: &View<'_>) -> Value {
    let semantic = &view.report.semantic;
    let name = |place: usize| view.report.entries[place].qualified(view.separator());
    let references: Vec<Value> =
        semantic.references.iter().map(|(place, count)| json!({ "symbol": name(*place), "count": count })).collect();
    let implementations: Vec<Value> = semantic
        .implementations
        .iter()
        .map(|(place, found)| {
            let node = &found.node;
            json!({ "symbol": name(*place), "name": node.name, "file": node.file.as_deref(), "line": node.line })
        })
        .collect();
    json!({
        "source": if semantic.is_live { "live-lsp" } else { "none" },
        "server": semantic.server,
        "state": semantic.state,
        "complete": semantic.complete,
        "note": semantic.note,
        "references": references,
        "implementations": implementations,
    })
}
