//! Report for readers: one line per symbol, the files that use them, and what to read first.

use super::{FileReport, View, flag_text};
use crate::domain::{Block, Doc, Footer, Shown, SymbolKind};
use crate::engine::report::{Depth, Entry, Flag, Import, Users};
use crate::tools::words::{plural, shorten_signature, thousands};
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// Limits of the details in a text.
#[derive(Debug, Clone, Copy)]
pub(super) struct TextLimits {
    /// Width of a signature in characters; a longer one loses its parameters, then its end.
    signature: usize,
    /// Number of the fields of a type that are named.
    fields: usize,
    /// Number of the internal imports that are named.
    imports: usize,
    /// Number of files in the list of users, and of uses shown for each.
    files: usize,
    uses: usize,
    reads: usize,
    /// True if only the names of callables are shown.
    is_bare: bool,
    with_docs: bool,
}

/// Limit of the users in the same file that are named with an entry.
const MAX_OWN_USERS: usize = 2;

/// Number of possible uses above which the number means nothing.
const MAX_POSSIBLE: usize = 20;

/// Limit of the re-exported names that are listed.
const MAX_REEXPORTS: usize = 40;

/// Looks of a report, from the most detailed to the tersest.
const STEPS: [TextLimits; 3] = [
    TextLimits {
        signature: 100,
        fields: 6,
        imports: 10,
        files: 10,
        uses: 8,
        reads: 5,
        is_bare: false,
        with_docs: false,
    },
    TextLimits {
        signature: 72,
        fields: 4,
        imports: 6,
        files: 5,
        uses: 4,
        reads: 3,
        is_bare: false,
        with_docs: false,
    },
    TextLimits {
        signature: 48,
        fields: 2,
        imports: 4,
        files: 4,
        uses: 3,
        reads: 3,
        is_bare: true,
        with_docs: false,
    },
];

impl TextLimits {
    /// Returns the limits of a text for a model: the first with which the whole report costs at
    /// most about a sixth of reading the file (a line is about ten tokens), else the tersest.
    pub(super) fn terse(report: &FileReport) -> Self {
        let all =
            Shown { first: report.parts.len(), extra: Vec::new(), tokens: 0, limit: usize::MAX };
        let allowed = (report.report.lines * 27 / 16).max(200);
        let fits = |limits: &&TextLimits| {
            let doc = doc(&View { limits: **limits, ..View::new(report, &all) });
            doc.blocks.iter().map(size).sum::<usize>() + 30 <= allowed
        };
        *STEPS.iter().find(fits).unwrap_or(&STEPS[STEPS.len() - 1])
    }

    /// Returns the limits for people, who skim.
    pub(super) const fn full() -> Self {
        TextLimits { with_docs: true, ..STEPS[0] }
    }
}

/// Estimates the number of tokens in a block.
fn size(block: &Block) -> usize {
    let text = match block {
        Block::Heading(text)
        | Block::Section(text)
        | Block::Text(text)
        | Block::More { text, .. } => text.len(),
        Block::Symbol { signature, note, .. } => {
            signature.len() + note.as_ref().map_or(0, String::len) + 8
        }
        Block::Row { place, text, .. } => place.len() + text.len() + 4,
        _ => 0,
    };
    text.div_ceil(3)
}

pub(super) fn doc(view: &View<'_>) -> Doc {
    let report = view.report;
    let mut doc = Doc { title: Some("Module report".into()), ..Doc::default() };
    doc.push(Block::Heading(heading(view)));
    if let Some(about) = &report.doc {
        doc.push(Block::Text(about.clone()));
    }
    for note in view.file.notes.iter().chain(&report.notes) {
        doc.push(Block::Text(note.clone()));
    }
    imports(view, &mut doc);
    for (title, exported) in [("Api", true), ("Internal", false)] {
        entries(view, title, exported, &mut doc);
    }
    users(view, &mut doc);
    implementations(view, &mut doc);
    if view.diagnostics {
        diagnostics(view, &mut doc);
    }
    if view.reads && !report.recommended.is_empty() {
        doc.push(Block::Section("Read first".into()));
        for recommended in report.recommended.iter().take(view.limits.reads) {
            let name =
                recommended.entry.map(|place| report.entries[place].qualified(view.separator()));
            let name = name.map_or_else(String::new, |name| format!(" {name}"));
            let place = format!("{}{name}", recommended.lines);
            doc.push(Block::Row {
                number: None,
                place,
                text: recommended.reason.clone(),
                details: Vec::new(),
            });
        }
    }
    doc.footer = Some(footer(view));
    doc
}

fn heading(view: &View<'_>) -> String {
    let report = view.report;
    let language =
        report.language.map_or("no known language", |language| language.config.name.as_str());
    let lines = format!("{} {}", thousands(report.lines), plural(report.lines, "line", "lines"));
    if !report.is_available() {
        return format!("{} ({language}, {lines}): its definitions cannot be read", report.path);
    }
    let (exports, symbols, imports) = (view.exports(), report.entries.len(), report.imports.len());
    format!(
        "{} ({language}, {lines}): {exports} of {symbols} {} exported, {imports} {}",
        report.path,
        plural(symbols, "symbol", "symbols"),
        plural(imports, "import", "imports"),
    )
}

fn imports(view: &View<'_>, doc: &mut Doc) {
    let imports = &view.report.imports;
    let separator = view.separator();
    let mut line =
        |word: &str, is_shown: bool, rows: &[Import], tell: &dyn Fn(&Import) -> String| {
            if !rows.is_empty() {
                let modules = if is_shown {
                    let mut modules: Vec<String> = rows.iter().map(tell).collect();
                    let mut seen = BTreeSet::new();
                    modules.retain(|module| seen.insert(module.clone()));
                    listed(&modules, view.limits.imports)
                } else {
                    format!("{} not shown", rows.len())
                };
                doc.push(Block::Text(format!("{word}: {modules}")));
            }
        };
    let by_module = |import: &Import| module_words(import, separator);
    line("external", view.external, &imports.external, &by_module);
    // A path contains the module's own name, and can be opened.
    let by_file = |import: &Import| {
        import.file.as_ref().map_or_else(|| by_module(import), |file| file.to_string())
    };
    line("internal", view.internal, &imports.internal, &by_file);
    if !imports.modules.is_empty() && view.internal {
        let names: BTreeSet<&str> =
            imports.modules.iter().map(|module| module.name.as_str()).collect();
        doc.push(Block::Text(format!(
            "modules: {}",
            names.into_iter().collect::<Vec<_>>().join(", ")
        )));
    }
    let passed: BTreeSet<&str> = imports.reexports().into_iter().collect();
    if !passed.is_empty() && view.internal {
        let passed: Vec<&str> = passed.into_iter().collect();
        doc.push(Block::Text(format!("re-exports: {}", listed(&passed, MAX_REEXPORTS))));
    }
}

/// Joins names with commas, the last of many as a number.
fn listed(names: &[impl AsRef<str>], most: usize) -> String {
    let shown: Vec<&str> = names.iter().take(most).map(AsRef::as_ref).collect();
    match names.len() - shown.len() {
        0 => shown.join(", "),
        more => format!("{}, +{more}", shown.join(", ")),
    }
}

/// Returns a module as it is imported. One that is a single word, as in `use std::fmt`, is too
/// short without the imported names.
fn module_words(import: &Import, separator: &str) -> String {
    let names: Vec<&str> = import.names.iter().map(|name| name.name.as_str()).collect();
    match names.as_slice() {
        [] => import.module.clone(),
        _ if separator != "::" || import.module.contains(separator) => import.module.clone(),
        [name] => format!("{}::{name}", import.module),
        _ => format!("{}::{{{}}}", import.module, names.join(", ")),
    }
}

fn entries(view: &View<'_>, title: &str, exported: bool, doc: &mut Doc) {
    let all = view.report.entries.iter().filter(|entry| entry.exported == exported).count();
    if all == 0 {
        return;
    }
    doc.push(Block::Section(title.to_owned()));
    let places = grouped(view, exported);
    let shown = places.len();
    let mut open: Option<&str> = None;
    for place in places {
        let entry = &view.report.entries[place];
        // Members of a trait's implementation are shown with the implementation.
        if entry.implements.is_some() && entry.kind != SymbolKind::Impl {
            continue;
        }
        let container = entry.container.as_deref();
        let is_member = container.is_some() && container == open;
        if container.is_none() && entry.kind != SymbolKind::Impl {
            open = Some(&entry.name);
        }
        let name = if is_member { entry.name.clone() } else { entry.qualified(view.separator()) };
        let signature = match entry.fanout {
            Some(_) if view.limits.is_bare => format!("{name}(…)"),
            _ if container.is_some() => entry.signature.replacen(&entry.name, &name, 1),
            _ => entry.signature.clone(),
        };
        doc.push(Block::Symbol {
            depth: usize::from(is_member),
            kind: entry.kind,
            signature: format!(
                "{}{}",
                shorten_signature(&signature, view.limits.signature),
                fields(view, entry)
            ),
            lines: Some(entry.lines),
            doc: entry.doc.clone().filter(|_| view.limits.with_docs),
            note: note(view, place),
        });
    }
    if shown < all {
        doc.push(Block::More { depth: 0, text: format!("{} more", all - shown) });
    }
}

/// Returns the entries of one side in source order, except that the members of a type follow it,
/// and behind them what it implements.
fn grouped(view: &View<'_>, exported: bool) -> Vec<usize> {
    let entries = &view.report.entries;
    let places: Vec<usize> = view.side(exported).collect();
    let mut owners: HashMap<&str, usize> = HashMap::new();
    for place in &places {
        let entry = &entries[*place];
        if entry.container.is_none() && entry.kind != SymbolKind::Impl {
            owners.entry(&entry.name).or_insert(*place);
        }
    }
    let home = |place: usize| {
        let entry = &entries[place];
        let owner = match entry.kind {
            SymbolKind::Impl => Some(entry.name.as_str()),
            _ => entry.container.as_deref(),
        };
        owner.and_then(|owner| owners.get(owner)).copied().unwrap_or(place)
    };
    let mut order: Vec<(usize, bool, usize)> = places
        .iter()
        .map(|place| (home(*place), entries[*place].kind == SymbolKind::Impl, *place))
        .collect();
    order.sort_unstable();
    order.into_iter().map(|(_, _, place)| place).collect()
}

/// Returns the fields of a type, or the members of an implementation.
fn fields(view: &View<'_>, entry: &Entry) -> String {
    let members: Vec<&str> = if entry.kind == SymbolKind::Impl {
        let is_member =
            |other: &&Entry| other.kind != SymbolKind::Impl && other.implements == entry.implements;
        // Entries are in source order.
        let entries = &view.report.entries;
        let first = entries.partition_point(|other| other.line < entry.lines.start);
        let inside = entries[first..].iter().take_while(|other| entry.lines.contains(other.line));
        inside.filter(is_member).map(|other| other.name.as_str()).collect()
    } else {
        entry.fields.iter().map(String::as_str).collect()
    };
    if members.is_empty() {
        return String::new();
    }
    let fields = listed(&members, view.limits.fields);
    format!(" {{{fields}}}")
}

/// Returns the text behind a signature: the users and the flags.
fn note(view: &View<'_>, place: usize) -> Option<String> {
    let entry = &view.report.entries[place];
    let mut notes = Vec::new();
    if let Some(users) = &entry.users
        && !entry.has(Flag::Unused)
    {
        notes.push(used(view, users, place));
    }
    if let Some(complexity) = entry.complexity.filter(|_| entry.has(Flag::Complex)) {
        notes.push(format!("complexity {complexity}"));
    }
    notes.extend(entry.flags.iter().filter_map(|flag| flag_text(*flag)).map(str::to_owned));
    notes.retain(|note| !note.is_empty());
    (!notes.is_empty()).then(|| notes.join(" "))
}

/// Returns the users as text: `←7`, `←≥7`, `←run` for a user in the file itself, `←7?` for possible
/// uses.
fn used(view: &View<'_>, users: &Users, place: usize) -> String {
    let least = if users.is_exact { "" } else { "≥" };
    if users.total == 0 {
        return match (users.tests, users.possible) {
            (0, 0) => String::new(),
            (0, possible) if possible > MAX_POSSIBLE => String::new(),
            (0, possible) => format!("←{possible}?"),
            (tests, _) => format!("←{tests} {}", plural(tests, "test", "tests")),
        };
    }
    let is_own = users.files == 0 && users.total <= MAX_OWN_USERS && view.shows_users(place);
    if is_own && users.rows.len() == users.total {
        // For members of the same type the bare name suffices.
        let container = &view.report.entries[place].container;
        let around = container
            .as_ref()
            .map(|container| format!("{container}{}", view.separator()))
            .unwrap_or_default();
        let names: Vec<&str> = users
            .rows
            .iter()
            .map(|user| user.symbol.strip_prefix(&around).unwrap_or(&user.symbol))
            .collect();
        return format!("←{}", names.join(", "));
    }
    format!("←{least}{}", thousands(users.total))
}

/// Adds the other files that use what is shown, those that use most of it first.
fn users(view: &View<'_>, doc: &mut Doc) {
    let mut files: BTreeMap<&str, BTreeSet<(usize, &str)>> = BTreeMap::new();
    for place in &view.users {
        let entry = &view.report.entries[*place];
        for user in entry
            .users
            .iter()
            .flat_map(|users| &users.rows)
            .filter(|user| *user.file != *view.report.path)
        {
            files.entry(&user.file).or_default().insert((user.line, &entry.name));
        }
    }
    if files.is_empty() {
        return;
    }
    let mut order: Vec<(&str, BTreeSet<(usize, &str)>)> = files.into_iter().collect();
    order.sort_by_key(|(path, uses)| (std::cmp::Reverse(uses.len()), *path));
    let most = view.limits.files;
    doc.push(Block::Section("Used by".into()));
    for (path, uses) in order.iter().take(most) {
        let says: Vec<String> = uses.iter().map(|(line, name)| format!("{line} {name}")).collect();
        let text = listed(&says, view.limits.uses);
        doc.push(Block::Row { number: None, place: (*path).to_owned(), text, details: Vec::new() });
    }
    if order.len() > most {
        let more = order.len() - most;
        doc.push(Block::More {
            depth: 0,
            text: format!("{more} more {}", plural(more, "file", "files")),
        });
    }
}

/// Adds the diagnostics of a server, the worst first.
fn diagnostics(view: &View<'_>, doc: &mut Doc) {
    /// Limit of the diagnostics in a text; JSON has them all.
    const MAX_DIAGNOSTICS: usize = 10;
    let Some(found) = view.report.diagnostics.as_ref().filter(|found| !found.is_empty()) else {
        return;
    };
    let rank = |severity: &str| {
        ["error", "warning", "information", "hint"].iter().position(|word| *word == severity)
    };
    let mut order: Vec<_> = found.iter().collect();
    order.sort_by_key(|found| rank(found.severity));
    doc.push(Block::Section("Diagnostics".into()));
    for found in order.iter().take(MAX_DIAGNOSTICS) {
        let first = found.message.lines().next().unwrap_or_default();
        let text = format!("{}: {first}", found.severity);
        doc.push(Block::Row {
            number: None,
            place: found.line.to_string(),
            text,
            details: Vec::new(),
        });
    }
    if order.len() > MAX_DIAGNOSTICS {
        doc.push(Block::More { depth: 0, text: format!("{} more", order.len() - MAX_DIAGNOSTICS) });
    }
}

fn implementations(view: &View<'_>, doc: &mut Doc) {
    let found = &view.report.semantic.implementations;
    if found.is_empty() {
        return;
    }
    doc.push(Block::Section("Implemented by".into()));
    for (place, implementation) in found.iter().take(2 * view.file.query.max_refs) {
        let node = &implementation.node;
        let place_of = match (&node.file, node.line) {
            (Some(file), Some(line)) => format!("{file}:{line}"),
            _ => String::new(),
        };
        let text = format!("{} of {}", node.name, view.report.entries[*place].name);
        doc.push(Block::Row { number: None, place: place_of, text, details: Vec::new() });
    }
}

fn footer(view: &View<'_>) -> Footer {
    let report = view.report;
    let (shown, all) = (view.entries.len(), report.entries.len());
    let symbols = plural(all, "symbol", "symbols");
    let mut parts = vec![if shown == all {
        format!("{all} {symbols}, source not shown")
    } else {
        format!("{shown} of {all} {symbols} shown, source not shown")
    }];
    let semantic = &report.semantic;
    parts.push(match (report.depth, semantic.is_live, &semantic.server) {
        (Depth::Outline, _, _) => "from this file alone".to_owned(),
        (_, true, Some(server)) if semantic.complete == Some(true) => format!("{server}, complete"),
        (_, true, Some(server)) => format!("{server}, may be incomplete"),
        _ => match &semantic.note {
            Some(note) => format!("←users by syntax ({note})"),
            None => "←users by syntax".to_owned(),
        },
    });
    if report.unread > 0 {
        parts.push(unread_words(report.unread));
    }
    Footer::new(parts.join(" · "), view.tokens)
}

pub(super) fn unread_words(unread: usize) -> String {
    format!(
        "{} more {} a name and {} not looked at",
        thousands(unread),
        plural(unread, "file mentions", "files mention"),
        plural(unread, "was", "were")
    )
}
