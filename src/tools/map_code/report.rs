//! Report of a map: the tree of what is shown, and the counts of what is not.

use super::answer::{DirectoryEntry, Entry, FileEntry, MapAnswer, SymbolEntry};
use super::header::{header, picture};
use crate::domain::{
    Block, Doc, Footer, Outline, Picture, Report, Shown, Symbol, SymbolKind, XmlShape,
};
use crate::engine::map::{Child, Detail, FileNode, Map, MapPart, SIGNATURE_WIDTH};
use crate::tools::to_value;
use crate::tools::words::{left_out_words, plural, shorten_signature, thousands};
use rustc_hash::FxHashSet;
use serde_json::Value;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::sync::Arc;

/// The answer of `map_code`.
pub(crate) struct MapReport {
    pub(crate) map: Arc<Map>,
    /// Notes that arise from the call itself, such as on the project that stands in for a missing
    /// root.
    pub(crate) notes: Vec<String>,
}

impl Report for MapReport {
    fn parts(&self) -> usize {
        self.map.parts.len()
    }

    fn doc(&self, shown: &Shown) -> Doc {
        let view = View::new(&self.map, shown);
        let mut doc = Doc { title: Some("Codebase Structure".into()), ..Doc::default() };
        if view.project
            && let Some(project) = header(&self.map)
        {
            doc.push(Block::Text(project));
            doc.push(Block::Blank);
        }
        for note in self.notes.iter().chain(&self.map.notes) {
            doc.push(Block::Text(note.clone()));
        }
        view.directory(0, 0, &mut doc);
        if view.left_out && !self.map.left_out.is_empty() {
            doc.push(Block::Text(format!("left out: {}", left_out_words(&self.map.left_out))));
        }
        doc.footer = Some(view.footer(shown.tokens));
        doc
    }

    fn value(&self, shown: &Shown) -> Value {
        let view = View::new(&self.map, shown);
        let map = &self.map;
        let is_project = view.project && map.project.is_some();
        to_value(MapAnswer {
            root: &map.root,
            total_files: map.total_files,
            total_symbols: map.total_symbols.number,
            total_is_exact: map.total_symbols.is_exact,
            total_tokens: shown.tokens,
            shown_files: view.shown_files,
            shown_symbols: view.shown_symbols,
            tokens_used: shown.tokens,
            left_out: if view.left_out { map.left_out.as_slice() } else { &[] },
            notes: self.notes.iter().chain(&map.notes).map(String::as_str).collect(),
            project: map.project.as_ref().filter(|_| is_project),
            components: map.components.all().filter(|_| is_project).collect(),
            tree: view.entries(0),
        })
    }

    fn picture(&self, _: &Shown) -> Option<Picture> {
        Some(picture(&self.map.components))
    }

    fn xml(&self) -> XmlShape {
        XmlShape::new("map_code")
    }

    fn found(&self) -> bool {
        self.map.total_files > 0
    }
}

/// Parts that are shown, by index.
struct View<'a> {
    map: &'a Map,
    files: BTreeMap<usize, FileView>,
    directories: Vec<bool>,
    shown_files: usize,
    shown_symbols: usize,
    project: bool,
    left_out: bool,
}

#[derive(Default)]
struct FileView {
    /// Indices into the outline, ascending.
    symbols: Vec<usize>,
    names: Vec<usize>,
}

impl<'a> View<'a> {
    fn new(map: &'a Map, shown: &Shown) -> Self {
        let mut view = Self {
            map,
            files: BTreeMap::new(),
            directories: vec![false; map.tree.directories.len()],
            shown_files: 0,
            shown_symbols: 0,
            project: false,
            left_out: false,
        };
        let chosen =
            map.parts[..shown.first].iter().chain(shown.extra.iter().map(|part| &map.parts[*part]));
        for part in chosen {
            match *part {
                MapPart::Project => view.project = true,
                MapPart::LeftOut => view.left_out = true,
                MapPart::Directory(directory) => view.show_directory(directory),
                MapPart::FileName(file) => {
                    view.show_file(file);
                }
                MapPart::Name { file, symbol } => view.show_file(file).names.push(symbol),
                MapPart::Symbol { file, symbol } => {
                    let outline = map.tree.files[file].outline().expect("a symbol has an outline");
                    let symbols = &mut view.show_file(file).symbols;
                    // A member is shown inside its type, so the type is shown for it, whatever the
                    // plan's order.
                    let mut next = Some(symbol);
                    while let Some(at) = next {
                        symbols.push(at);
                        next = outline.symbols[at].parent;
                    }
                }
            }
        }
        for file in view.files.values_mut() {
            file.symbols.sort_unstable();
            file.symbols.dedup();
            file.names.retain(|name| file.symbols.binary_search(name).is_err());
            file.names.sort_unstable();
        }
        view.shown_files = view.files.len();
        view.shown_symbols =
            view.files.values().map(|file| file.symbols.len() + file.names.len()).sum();
        view
    }

    fn show_file(&mut self, file: usize) -> &mut FileView {
        self.show_directory(self.map.tree.files[file].directory);
        self.files.entry(file).or_default()
    }

    fn show_directory(&mut self, directory: usize) {
        let mut at = directory;
        while !std::mem::replace(&mut self.directories[at], true) {
            match self.map.tree.directories[at].parent {
                Some(parent) => at = parent,
                None => break,
            }
        }
    }

    /// Returns the number of files in and below a directory that are not on the map.
    fn hidden_files(&self, directory: usize) -> usize {
        let node = &self.map.tree.directories[directory];
        let shown: usize = node
            .children
            .iter()
            .map(|child| match *child {
                Child::Directory(child) if self.directories[child] => {
                    self.map.tree.directories[child].total_files
                }
                Child::File(file) if self.files.contains_key(&file) => 1,
                _ => 0,
            })
            .sum();
        node.total_files - shown
    }

    fn shown_children(&self, directory: usize) -> impl Iterator<Item = Child> {
        self.map.tree.directories[directory].children.iter().copied().filter(|child| match child {
            Child::Directory(child) => self.directories[*child],
            Child::File(file) => self.files.contains_key(file),
        })
    }

    fn directory(&self, directory: usize, depth: usize, doc: &mut Doc) {
        let mut bare = Vec::new();
        for child in self.shown_children(directory) {
            match child {
                Child::Directory(child) => self.directory_line(child, depth, doc),
                Child::File(file) => {
                    let node = &self.map.tree.files[file];
                    let view = &self.files[&file];
                    if self.map.detail == Detail::Files {
                        let note = node.lines.map(|lines| {
                            format!("{} {}", thousands(lines), plural(lines, "line", "lines"))
                        });
                        doc.push(file_block(node, depth, note));
                    } else if view.symbols.is_empty() && view.names.is_empty() {
                        bare.push(node.name().to_owned());
                    } else {
                        self.file(node, view, depth, doc);
                    }
                }
            }
        }
        if !bare.is_empty() {
            doc.push(Block::Names { depth, names: bare });
        }
        let hidden = self.hidden_files(directory);
        if hidden > 0 {
            doc.push(Block::More {
                depth,
                text: format!("… ({} more {})", thousands(hidden), plural(hidden, "file", "files")),
            });
        }
    }

    fn directory_line(&self, directory: usize, depth: usize, doc: &mut Doc) {
        let mut name = folder_name(&self.map.tree.directories[directory].path).to_owned();
        let mut at = directory;
        // Directories that hold one directory and nothing else share a line.
        while let [Child::Directory(only)] = self.map.tree.directories[at].children[..] {
            if !self.directories[only] {
                break;
            }
            at = only;
            let _ = write!(name, "/{}", folder_name(&self.map.tree.directories[at].path));
        }
        let node = &self.map.tree.directories[at];
        let is_closed = self.shown_children(at).next().is_none();
        let note = is_closed.then(|| {
            format!("{} {}", thousands(node.total_files), plural(node.total_files, "file", "files"))
        });
        doc.push(Block::Directory { depth, name, path: node.path.clone(), note });
        if !is_closed {
            self.directory(at, depth + 1, doc);
        }
    }

    fn file(&self, node: &FileNode, view: &FileView, depth: usize, doc: &mut Doc) {
        let outline = node.outline().expect("a file with symbols has an outline");
        doc.push(file_block(node, depth, None));
        let mut names = Names::new(outline, &view.names);
        let around = namespaces_around(outline);
        for index in
            types_first(outline, &view.symbols).into_iter().filter(|index| !around.contains(index))
        {
            let symbol = &outline.symbols[index];
            let nesting =
                ancestors(outline, index).filter(|ancestor| !around.contains(ancestor)).count();
            doc.push(Block::Symbol {
                depth: depth + 1 + nesting,
                kind: symbol.kind,
                signature: shorten_signature(&symbol.signature, SIGNATURE_WIDTH),
                lines: None,
                note: None,
                doc: symbol.doc.clone().filter(|_| self.map.detail == Detail::Full),
            });
            if let Some(members) =
                names.members.remove(symbol.name.as_str()).filter(|_| symbol.kind.is_type())
            {
                let names = members.into_iter().map(str::to_owned).collect();
                doc.push(Block::Names { depth: depth + 2 + nesting, names });
            }
        }
        for (owner, members) in names.members {
            names.bare.retain(|name| *name != owner);
            doc.push(Block::Names {
                depth: depth + 1,
                names: vec![format!("{owner}: {}", members.join(", "))],
            });
        }
        let mut names: Vec<String> = names.bare.into_iter().map(str::to_owned).collect();
        let hidden = self.hidden_top_symbols(node, view);
        if hidden > 0 {
            names.push(format!("+{hidden}"));
        }
        if !names.is_empty() {
            doc.push(Block::Names { depth: depth + 1, names });
        }
    }

    /// Returns the number of names on the file's top level that are not shown. Overloads share a
    /// name; an `impl` defines none, nor does a namespace around the whole file.
    fn hidden_top_symbols(&self, node: &FileNode, view: &FileView) -> usize {
        let Some(outline) = node.outline() else { return 0 };
        let name = |index: &usize| outline.symbols[*index].name.as_str();
        let shown: FxHashSet<&str> = view.symbols.iter().chain(&view.names).map(name).collect();
        let around = namespaces_around(outline);
        let tops = outline.symbols.iter().enumerate().filter(|(index, symbol)| {
            symbol.parent.is_none() && symbol.kind != SymbolKind::Impl && !around.contains(index)
        });
        tops.map(|(_, symbol)| symbol.name.as_str())
            .filter(|name| !shown.contains(name))
            .collect::<FxHashSet<_>>()
            .len()
    }

    fn footer(&self, tokens: usize) -> Footer {
        let map = self.map;
        let files = of(self.shown_files, &thousands(map.total_files), map.total_files);
        let mut facts = format!("{files} {}", plural(map.total_files, "file", "files"));
        if map.detail != Detail::Files {
            let symbols =
                of(self.shown_symbols, &map.total_symbols.to_string(), map.total_symbols.number);
            let _ = write!(
                facts,
                ", {symbols} {}",
                plural(map.total_symbols.number, "symbol", "symbols")
            );
        }
        let left_out: usize = map.left_out.iter().map(|row| row.count).sum();
        if left_out > 0 && !self.left_out {
            let _ = write!(facts, ", {} left out", thousands(left_out));
        }
        Footer { facts, separator: ", ", tokens: Some(tokens) }
    }

    fn entries(&self, directory: usize) -> Vec<Entry<'a>> {
        let entry = |child: Child| match child {
            Child::Directory(child) => {
                let hidden = self.hidden_files(child);
                Entry::Directory(DirectoryEntry {
                    path: &self.map.tree.directories[child].path,
                    kind: "directory",
                    more_files: (hidden > 0).then_some(hidden),
                    children: self.entries(child),
                })
            }
            Child::File(file) => Entry::File(self.file_entry(file)),
        };
        self.shown_children(directory).map(entry).collect()
    }

    fn file_entry(&self, file: usize) -> FileEntry<'a> {
        let node = &self.map.tree.files[file];
        let view = &self.files[&file];
        let outline = node.outline().filter(|_| self.map.detail != Detail::Files);
        let name = |outline: &'a Outline, index: usize| outline.symbols[index].name.as_str();
        let names =
            outline.map(|outline| view.names.iter().map(|index| name(outline, *index)).collect());
        let hidden = outline.map_or(0, |_| self.hidden_top_symbols(node, view));
        FileEntry {
            path: &node.path,
            kind: "file",
            lines: node.lines,
            language: node.language.map(|language| language.id),
            symbols: outline.map(|outline| symbol_entries(&outline.symbols, &view.symbols)),
            names: names.unwrap_or_default(),
            more_symbols: (hidden > 0).then_some(hidden),
        }
    }
}

/// Symbols of a file that are shown by bare names: members behind their types.
struct Names<'a> {
    members: BTreeMap<&'a str, Vec<&'a str>>,
    bare: Vec<&'a str>,
}

impl<'a> Names<'a> {
    fn new(outline: &'a Outline, indices: &[usize]) -> Self {
        let mut names = Self { members: BTreeMap::new(), bare: Vec::new() };
        for index in indices {
            let name = outline.symbols[*index].name.as_str();
            let list = match outline.owner(*index) {
                Some(owner) => names.members.entry(owner).or_default(),
                None => &mut names.bare,
            };
            if !list.contains(&name) {
                list.push(name);
            }
        }
        names
    }
}

/// Returns the namespaces that hold all else of a file, the outermost first: where every file has
/// one, its line adds nothing.
fn namespaces_around(outline: &Outline) -> Vec<usize> {
    let children = |parent: Option<usize>| -> Vec<usize> {
        (0..outline.symbols.len())
            .filter(|index| outline.symbols[*index].parent == parent)
            .collect()
    };
    let mut around = Vec::new();
    while let [only] = children(around.last().copied())[..] {
        let is_namespace = outline.symbols[only].kind == SymbolKind::Module
            && !outline.is_module_with_members(only);
        if !is_namespace || children(Some(only)).is_empty() {
            break;
        }
        around.push(only);
    }
    around
}

/// Returns the symbols around one, the innermost first.
fn ancestors(outline: &Outline, index: usize) -> impl Iterator<Item = usize> {
    std::iter::successors(outline.symbols[index].parent, |at| outline.symbols[*at].parent)
}

/// Returns the shown symbols in the order of the file, except that types precede the rest, each
/// followed by its members.
fn types_first(outline: &Outline, shown: &[usize]) -> Vec<usize> {
    let is_of_type = |index: &usize| {
        let top = ancestors(outline, *index).last().unwrap_or(*index);
        let kind = outline.symbols[top].kind;
        kind.is_type() || kind == SymbolKind::Impl
    };
    let (types, rest): (Vec<usize>, Vec<usize>) = shown.iter().partition(|index| is_of_type(index));
    types.into_iter().chain(rest).collect()
}

/// Returns the shown symbols, each inside its parent. `shown` is ascending, and parents come before
/// their children.
fn symbol_entries<'a>(symbols: &'a [Symbol], shown: &[usize]) -> Vec<SymbolEntry<'a>> {
    let mut tops = Vec::new();
    let mut children: Vec<Vec<SymbolEntry<'a>>> = shown.iter().map(|_| Vec::new()).collect();
    // From the last to the first, so that a symbol has all its children when it is handed to its
    // own parent.
    for at in (0..shown.len()).rev() {
        let mut entry = symbol_entry(&symbols[shown[at]]);
        entry.children = std::mem::take(&mut children[at]);
        entry.children.reverse();
        match symbols[shown[at]].parent.and_then(|parent| shown.binary_search(&parent).ok()) {
            Some(parent) => children[parent].push(entry),
            None => tops.push(entry),
        }
    }
    tops.reverse();
    tops
}

fn symbol_entry(symbol: &Symbol) -> SymbolEntry<'_> {
    SymbolEntry {
        name: symbol.full_name(),
        kind: symbol.kind,
        signature: shorten_signature(&symbol.signature, SIGNATURE_WIDTH),
        node_type: symbol.node_type,
        line: symbol.line,
        end_line: symbol.lines.end,
        visibility: symbol.visibility,
        doc: symbol.doc.as_deref(),
        children: Vec::new(),
    }
}

fn file_block(node: &FileNode, depth: usize, note: Option<String>) -> Block {
    Block::File { depth, name: node.name().to_owned(), path: node.path.to_string(), note }
}

fn folder_name(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}

fn of(shown: usize, total: &str, number: usize) -> String {
    if shown == number && !total.starts_with('≥') {
        total.to_owned()
    } else {
        format!("{} of {total}", thousands(shown))
    }
}
