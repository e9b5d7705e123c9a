//! The text tier: answers about names in languages without a grammar. A result is a whole-word
//! match outside comments and strings; its role is guessed from its line alone, and its certainty
//! is at most possible.

mod definitions;
mod lines;
mod members;
mod occurrences;
mod words;

use super::account::{self, ListedPlaces, OtherMember, TextPlaces};
use super::answer::{
    Answer, Answers, Call, GraphRow, Implementation, Node, Reference, ReferenceRole, Response, Site,
};
use super::marks::{Opaque, is_textual};
use super::mentions::{last_name, mentions};
use super::project::{FileIndex, Project, split_path};
use super::rule::Rule;
use super::undefined::NamedInCode;
use super::uses::UseFilter;
use crate::domain::{Cancel, Cancelled, Certainty, Evidence, SymbolKind, and_more};
use crate::engine::graph::target::{ResolveError, Target};
use crate::lang::Language;
use crate::workspace::{FileEntry, SourcePath, Text, mentions_in_text};
use definitions::{FileDefinitions, TextDefinition};
use lines::NameRole;
use occurrences::{Occurrence, occurrence};
use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::ops::Range;
use std::sync::Arc;

/// Maximum bytes of text searched for one name, and for the definitions of the names that one
/// definition calls.
const MAX_BYTES: u64 = 16 << 20;

/// Maximum number of definitions that a note lists.
const MAX_NAMED: usize = 3;

/// A file in a language without a grammar, with the occurrences of the name.
struct TextFile {
    file: FileIndex,
    entry: FileEntry,
    text: Arc<Text>,
    places: FileDefinitions,
    language: &'static Language,
    opaque: Opaque,
    found: Vec<Occurrence>,
}

/// Target of a question in the text tier: a name with its occurrences.
pub(in crate::engine) struct Subject {
    name: String,
    /// The name, and its spellings where the case makes no difference.
    names: Vec<String>,
    files: Vec<TextFile>,
    /// Uses of members of other types, which stand before them.
    others: BTreeMap<(FileIndex, usize), OtherMember>,
    is_whole: bool,
    cancel: Cancel,
}

/// Files that seem to define a name, and their directories.
struct Homes<'a> {
    files: HashSet<&'a str>,
    directories: HashSet<&'a str>,
}

impl Homes<'_> {
    /// Sort key of results: files that seem to define the name, files in the same directories, code
    /// before tests, path, line.
    fn order(&self, path: &str, is_test: bool, line: usize) -> impl Ord + use<> {
        let is_beside = self.directories.contains(split_path(path).0);
        (!self.files.contains(path), !is_beside, is_test, path.to_owned(), line)
    }
}

/// Returns a note for an answer of syntax: files without a grammar mention the name too. `None` if
/// none does, or if the text was not searched.
pub(super) fn unread(project: &Project<'_>, name: &str) -> Option<String> {
    let mentions = project.known_mentions(name)?;
    let entries = mentions.files.iter().map(|found| project.entry(found.file));
    let entries: Vec<&FileEntry> = entries.filter(|entry| is_textual(entry)).collect();
    let languages: BTreeSet<&str> = entries
        .iter()
        .filter_map(|entry| entry.language)
        .map(|language| language.config.name.as_str())
        .collect();
    let languages: Vec<&str> = languages.into_iter().collect();
    let files = match entries.len() {
        0 => return None,
        1 => "1 file mentions".to_owned(),
        count => format!("{count} files mention"),
    };
    Some(format!(
        "{files} the name in languages that are only text here ({})",
        languages.join(", ")
    ))
}

/// Returns the name that a target refers to in a file without a grammar; `None` for other files.
pub(super) fn subject_in_file(
    project: &Project<'_>,
    target: &Target,
) -> Result<Option<Subject>, ResolveError> {
    let Some(path) = &target.file else { return Ok(None) };
    let Some(entry) =
        project.file_of(path).map(|file| project.entry(file)).filter(|entry| is_textual(entry))
    else {
        return Ok(None);
    };
    let (text, facts) = project.snapshot.text_and_outline(entry)?;
    let places = FileDefinitions::new(Arc::clone(&text), facts);
    let symbol = target.symbol.as_deref().map(str::trim).filter(|symbol| !symbol.is_empty());
    let name = match (symbol, target.line) {
        (Some(symbol), line) => named(&places, last_name(symbol), path, line)?.to_owned(),
        (None, Some(line)) => defined_at(&places, path, line)?,
        (None, None) => return Ok(None),
    };
    Ok(Some(Subject::of(project, name)?))
}

/// Returns the name if no file with a grammar defines it and the text contains it as code.
pub(super) fn subject(
    project: &Project<'_>,
    target: &Target,
) -> Result<Option<Subject>, ResolveError> {
    let Some(symbol) = target.symbol.as_deref().filter(|_| target.file.is_none()) else {
        return Ok(None);
    };
    let name = last_name(symbol);
    if name.is_empty() {
        return Ok(None);
    }
    let mut subject = Subject::of(project, name.to_owned())?;
    // A qualified name counts only in files that contain its qualifier too.
    let above = symbol.trim().trim_end_matches("()").strip_suffix(name).unwrap_or_default();
    let above = last_name(above.trim_end_matches(['.', ':', '/', '#', '\\', '>', '-']));
    if !above.is_empty() {
        subject.tell_apart(above);
        // A file is the module of its name, which it does not mention.
        let is_module = |file: &TextFile| {
            let name = split_path(&file.entry.path.display).1;
            name.split('.').next().is_some_and(|stem| stem.eq_ignore_ascii_case(above))
        };
        let is_of = |file: &TextFile| {
            is_module(file) || !mentions_in_text(&file.text.content, above).is_empty()
        };
        let is_defined =
            |file: &TextFile| file.found.iter().any(|found| found.role == NameRole::Definition);
        if !subject.files.iter().any(|file| is_of(file) && is_defined(file)) {
            return Ok(None);
        }
        subject.files.retain(is_of);
    }
    Ok((!subject.files.is_empty()).then_some(subject))
}

/// Returns the name if it occurs in the file, or on the line if that is given; `Err` otherwise.
fn named<'a>(
    places: &FileDefinitions,
    name: &'a str,
    path: &SourcePath,
    line: Option<usize>,
) -> Result<&'a str, ResolveError> {
    let text = &places.text;
    let lines: Vec<usize> =
        mentions_in_text(&text.content, name).into_iter().map(|at| text.line_of(at)).collect();
    let file = path.display.to_string();
    if let Some(line) = line {
        past_end(places, path, line)?;
        if lines.contains(&line) {
            return Ok(name);
        }
        let nearest = lines.iter().min_by_key(|found| found.abs_diff(line));
        let nearest = nearest.map_or_else(
            || "nothing like it in this file".to_owned(),
            |at| format!("at line {at}"),
        );
        return Err(ResolveError::NotOnLine { symbol: name.to_owned(), file, line, nearest });
    }
    if lines.is_empty() {
        let nearest = "nothing like it; leave out `file` to look everywhere".to_owned();
        return Err(ResolveError::NotInFile { symbol: name.to_owned(), file, nearest });
    }
    Ok(name)
}

fn past_end(places: &FileDefinitions, path: &SourcePath, line: usize) -> Result<(), ResolveError> {
    let lines = places.text.line_count();
    if line == 0 || line > lines {
        let nearest = places.last().map_or_else(
            || "none".to_owned(),
            |place| format!("`{}` at line {}", place.name, place.line),
        );
        return Err(ResolveError::PastEnd { file: path.display.to_string(), lines, line, nearest });
    }
    Ok(())
}

/// Returns the name that a line defines, else that of the enclosing definition.
fn defined_at(
    places: &FileDefinitions,
    path: &SourcePath,
    line: usize,
) -> Result<String, ResolveError> {
    past_end(places, path, line)?;
    let place = places.on(line).or_else(|| places.around(line, |_| true));
    place.map(|place| place.name).ok_or_else(|| {
        let nearest =
            "not known: no grammar reads this language, so give the `symbol` too".to_owned();
        ResolveError::NoDefinition { file: path.display.to_string(), line, nearest }
    })
}

impl Subject {
    fn of(project: &Project<'_>, name: String) -> Result<Self, Cancelled> {
        let cancel = project.snapshot.cancel().clone();
        let mut files = Vec::new();
        let mut read = 0;
        let mut is_whole = true;
        let mut names = vec![name.clone()];
        let own = project.mentions(&name)?;
        let mut languages = own.files.iter().filter_map(|found| project.entry(found.file).language);
        if own.files.is_empty() || languages.any(|language| language.config.graph.any_case) {
            names.extend(project.other_spellings(&name)?);
        }
        let mut mentioning = BTreeSet::new();
        for name in &names {
            mentioning.extend(project.mentions(name)?.files.iter().map(|found| found.file));
        }
        for file in mentioning {
            let entry = project.entry(file);
            let (Some(language), true) = (entry.language, is_textual(entry)) else { continue };
            read += entry.stamp.size;
            if read > MAX_BYTES {
                is_whole = false;
                break;
            }
            cancel.check()?;
            let Ok((text, facts)) = project.snapshot.text_and_outline(entry) else { continue };
            let opaque = Opaque::of(&text.content, language);
            let places = FileDefinitions::new(Arc::clone(&text), facts);
            let spelt = if language.config.graph.any_case { names.len() } else { 1 };
            let mut offsets: Vec<usize> = names[..spelt]
                .iter()
                .flat_map(|name| mentions_in_text(&text.content, name))
                .collect();
            offsets.sort_unstable();
            let found: Vec<Occurrence> = offsets
                .into_iter()
                .take_while(|_| !cancel.is_cancelled())
                .filter(|at| !opaque.has(*at))
                .filter_map(|at| occurrence(&places, language, at..at + name.len()))
                .collect();
            if !found.is_empty() {
                let entry = entry.clone();
                files.push(TextFile { file, entry, text, places, language, opaque, found });
            }
        }
        cancel.check()?;
        Ok(Self { name, names, files, others: BTreeMap::new(), is_whole, cancel })
    }

    /// Returns every occurrence that `accept` returns true for; fewer if the request is cancelled,
    /// which [`Self::answers`] finds out.
    fn occurrences(
        &self,
        accept: impl Fn(NameRole) -> bool,
    ) -> impl Iterator<Item = (&TextFile, &Occurrence)> {
        let all =
            self.files.iter().flat_map(|file| file.found.iter().map(move |found| (file, found)));
        all.take_while(|_| !self.cancel.is_cancelled()).filter(move |(_, found)| accept(found.role))
    }

    pub(super) fn name(&self) -> &str {
        &self.name
    }

    /// Returns whether code of any language may name what a language of the files defines.
    pub(super) fn is_named_by_code(&self) -> bool {
        let mut definitions = self.occurrences(|role| role == NameRole::Definition);
        definitions.any(|(file, _)| file.language.config.graph.named_by_code)
    }

    /// Returns the answer that contains the results and those in code; its account is of `uses` of
    /// the name.
    pub(super) fn answers<T: GraphRow>(
        &self,
        project: &Project<'_>,
        uses: Option<UseFilter>,
        mut results: Vec<T>,
        in_code: NamedInCode<T>,
    ) -> Result<Response<T>, ResolveError> {
        let is_whole = self.is_whole && in_code.is_whole;
        let is_in_code = !in_code.rows.is_empty();
        results.extend(in_code.rows);
        let mut listed = ListedPlaces::default();
        for row in &results {
            account::list(&mut listed, row.sites(), row.header());
        }
        let files = self.files.iter().map(|file| file.file).collect();
        let is_definition = |role| matches!(role, NameRole::Definition | NameRole::Part);
        let definitions = self.occurrences(is_definition);
        let definitions = definitions.map(|(file, found)| (file.file, found.bytes.start)).collect();
        self.cancel.check()?;
        let account = uses.map(|filter| {
            let others = &self.others;
            let known = TextPlaces { files: &files, definitions: &definitions, others };
            account::account_of_text(project, &self.names, filter, known, &listed)
        });
        let account = account.transpose()?;
        let mentions =
            if results.is_empty() { Some(mentions(project, &self.name, &[])?) } else { None };
        let mut evidence = Evidence::text();
        evidence.add_note(self.note());
        if is_in_code {
            evidence.add_note("code that has the name from elsewhere is listed too".to_owned());
        }
        let answer = Answer::of_name(self.name.clone(), results, evidence);
        let answers = Answers::One(Answer { mentions, is_exact: is_whole, ..answer });
        Ok(Response { account, ..answers.into() })
    }

    fn note(&self) -> String {
        let languages: BTreeSet<&str> =
            self.files.iter().map(|file| file.language.config.name.as_str()).collect();
        let languages: Vec<&str> = languages.into_iter().collect();
        let mut places =
            self.occurrences(|role| role == NameRole::Definition).map(|(file, found)| {
                let path = &file.entry.path.display;
                format!("{path}:{}", found.line)
            });
        let named: Vec<String> = places.by_ref().take(MAX_NAMED).collect();
        let more = and_more(places.count());
        let defined = match named.is_empty() {
            true => "no line looks like its definition".to_owned(),
            false => format!("lines that look like its definition: {}{more}", named.join(", ")),
        };
        format!("whole words of {} text, not resolved; {defined}", languages.join(", "))
    }

    fn homes(&self) -> Homes<'_> {
        let paths = self
            .occurrences(|role| role == NameRole::Definition)
            .map(|(file, _)| &*file.entry.path.display);
        let files: HashSet<&str> = paths.collect();
        let directories = files.iter().map(|file| split_path(file).0).collect();
        Homes { files, directories }
    }

    /// Returns the probable callers: each definition that encloses a use.
    pub(super) fn callers(&self) -> Vec<Call> {
        let mut rows: BTreeMap<(FileIndex, Option<TextDefinition>), Call> = BTreeMap::new();
        for (file, found) in
            self.occurrences(|role| matches!(role, NameRole::Call | NameRole::Other))
        {
            let place = file.places.around(found.line, |_| true);
            let row = rows
                .entry((file.file, place.clone()))
                .or_insert_with(|| Call::possible(file.node(place.as_ref()), Rule::Text));
            row.sites.push(file.site(found));
        }
        let mut rows: Vec<Call> = rows.into_values().collect();
        let homes = self.homes();
        rows.sort_by_cached_key(|call| {
            homes.order(
                call.node.file.as_deref().unwrap_or_default(),
                call.node.is_test,
                call.node.line.unwrap_or(0),
            )
        });
        rows
    }

    pub(in crate::engine) fn references(&self, with_declaration: bool) -> Vec<Reference> {
        let mut rows: Vec<Reference> = self
            .occurrences(|role| match role {
                NameRole::Definition => with_declaration,
                NameRole::Part => false,
                _ => true,
            })
            .map(|(file, found)| file.reference(found))
            .collect();
        let homes = self.homes();
        rows.sort_by_cached_key(|reference| {
            let site = &reference.site;
            (homes.order(&site.file, reference.is_test, site.line), site.column)
        });
        rows
    }

    /// Returns the types whose header or body seems to name it as a supertype or mixin.
    pub(super) fn implementations(&self) -> Vec<Implementation> {
        let mut rows: BTreeMap<(FileIndex, TextDefinition), Implementation> = BTreeMap::new();
        for (file, found) in
            self.occurrences(|role| matches!(role, NameRole::Base | NameRole::Mixin))
        {
            let place = match found.role {
                NameRole::Base => file.type_of_header(found),
                _ => file.places.around(found.line, |place| place.kind.is_container()),
            };
            if let Some(place) = place {
                let node = file.node(Some(&place));
                let rule = Some(Rule::Text);
                let row = Implementation::new(node, Certainty::Possible, rule);
                rows.entry((file.file, place)).or_insert(row);
            }
        }
        let mut rows: Vec<Implementation> = rows.into_values().collect();
        let homes = self.homes();
        rows.sort_by_cached_key(|row| {
            homes.order(
                row.node.file.as_deref().unwrap_or_default(),
                row.node.is_test,
                row.node.line.unwrap_or(0),
            )
        });
        rows
    }

    /// Returns the probable callees on the lines below its definitions: words that some line of the
    /// language seems to define, and other words with arguments.
    pub(super) fn callees(&self, project: &Project<'_>) -> Result<Vec<Call>, Cancelled> {
        let languages = self.files.iter().map(|file| file.language.id).collect();
        let defined = defined(project, &languages)?;
        let mut called: BTreeMap<(&'static str, String, bool), (bool, Vec<Site>)> = BTreeMap::new();
        for (file, definition) in self.occurrences(|role| role == NameRole::Definition) {
            for (word, has_arguments) in file.words_of(definition) {
                let name = file.text.content[word.clone()].to_owned();
                let module = file.module_before(word.start);
                let is_outside = module.is_some_and(|module| defined.lacks(module, &file.text));
                let site = file.site_at(word);
                let row = called.entry((file.language.id, name, is_outside)).or_default();
                row.0 |= has_arguments || is_outside;
                row.1.push(site);
            }
        }
        let mut rows: Vec<Call> = Vec::new();
        for ((language, name, is_outside), (has_arguments, sites)) in called {
            let nodes = defined.functions.get(&(language, name.clone())).filter(|_| !is_outside);
            let unknown = || vec![unknown(&name)];
            let nodes = match nodes {
                Some(nodes) => nodes.clone(),
                None if has_arguments => unknown(),
                None => continue,
            };
            rows.extend(nodes.into_iter().map(|node| {
                let rule = if node.file.is_some() { Rule::Text } else { Rule::Unresolved };
                Call { sites: sites.clone(), ..Call::possible(node, rule) }
            }));
        }
        let homes = self.homes();
        rows.sort_by_cached_key(|call| {
            let path = call.node.file.as_deref();
            let order = homes.order(
                path.unwrap_or_default(),
                call.node.is_test,
                call.node.line.unwrap_or(0),
            );
            (path.is_none(), order, call.node.name.clone())
        });
        Ok(rows)
    }
}

fn unknown(name: &str) -> Node {
    Node::undefined(name, SymbolKind::Function)
}

impl TextFile {
    fn node(&self, place: Option<&TextDefinition>) -> Node {
        node(&self.entry, &self.text, place)
    }

    fn site(&self, found: &Occurrence) -> Site {
        self.site_at(found.bytes.clone())
    }

    fn site_at(&self, bytes: Range<usize>) -> Site {
        let (line, column) = self.text.position(bytes.start);
        let text = self.text.quoted_at(bytes.start, line);
        Site::new(Arc::clone(&self.entry.path.display), line, column, text)
    }

    fn reference(&self, found: &Occurrence) -> Reference {
        let place = self.places.around(found.line, |_| true);
        let role = match found.role {
            NameRole::Definition | NameRole::Part => ReferenceRole::Definition,
            NameRole::Base | NameRole::Mixin => ReferenceRole::Inherit,
            NameRole::Import => ReferenceRole::Import,
            NameRole::Call => ReferenceRole::Call,
            NameRole::InHeader | NameRole::End | NameRole::Other => ReferenceRole::Other,
        };
        let usage = match &place {
            Some(place) => format!("named in {}", place.name),
            None => "named in the file".to_owned(),
        };
        Reference {
            site: self.site(found),
            role,
            within: self.node(place.as_ref()),
            enclosing: place.as_ref().map(|place| self.node(Some(place))),
            usage,
            subtype: None,
            certainty: Certainty::Possible,
            rule: Some(Rule::Text),
            through: None,
            is_test: self.entry.class.is_test(),
        }
    }
}

fn node(entry: &FileEntry, text: &Text, place: Option<&TextDefinition>) -> Node {
    let name = place.map_or_else(|| "<module>".to_owned(), |place| place.name.clone());
    let signature =
        place.map(|place| text.quoted_line(place.line).trim_end_matches('{').trim_end().to_owned());
    Node {
        name,
        kind: place.map_or(SymbolKind::Module, |place| place.kind),
        file: Some(Arc::clone(&entry.path.display)),
        line: Some(place.map_or(1, |place| place.line)),
        signature,
        container: None,
        outer: None,
        is_test: entry.class.is_test(),
    }
}

/// What the lines of some languages look like definitions of.
#[derive(Default)]
struct Defined {
    /// Functions, by language and name.
    functions: BTreeMap<(&'static str, String), Vec<Node>>,
    /// The names of all definitions, and of files as modules.
    names: BTreeSet<String>,
    /// True if files were left out.
    is_cut: bool,
}

impl Defined {
    /// Returns whether a module is none of the project's, as far as the file that names it declares
    /// none of its own: `let module Set = …`, `(Io : S)`.
    fn lacks(&self, module: &str, text: &Text) -> bool {
        let declared = ["module ", "("].map(|before| format!("{before}{module}"));
        let is_end = |rest: &str| rest.trim_start().starts_with([':', '=', '(', ')']);
        let is_declared = |text: &str, declared: &String| {
            let mut found = text.match_indices(declared.as_str());
            found.any(|(at, _)| is_end(&text[at + declared.len()..]))
        };
        !self.is_cut
            && !self.names.contains(module)
            && !declared.iter().any(|declared| is_declared(&text.content, declared))
    }
}

/// Returns what the lines of some languages look like definitions of. Bounded by [`MAX_BYTES`].
fn defined(
    project: &Project<'_>,
    languages: &BTreeSet<&'static str>,
) -> Result<Defined, Cancelled> {
    let mut defined = Defined::default();
    let mut read = 0;
    for entry in project.files() {
        let Some(language) = entry.language.filter(|language| languages.contains(language.id))
        else {
            continue;
        };
        let stem = split_path(&entry.path.display).1.split('.').next().unwrap_or_default();
        let mut letters = stem.chars();
        let first = letters.next().into_iter().flat_map(char::to_uppercase);
        defined.names.insert(first.chain(letters).collect());
        read += entry.stamp.size;
        if read > MAX_BYTES {
            defined.is_cut = true;
            break;
        }
        project.snapshot.cancel().check()?;
        let Ok((text, facts)) = project.snapshot.text_and_outline(entry) else {
            defined.is_cut = true;
            continue;
        };
        let places = FileDefinitions::new(Arc::clone(&text), facts);
        for place in (1..=text.line_count()).filter_map(|line| places.on(line)) {
            defined.names.extend(place.name.split('.').map(str::to_owned));
            if place.kind.is_callable() {
                let node = node(entry, &text, Some(&place));
                defined.functions.entry((language.id, place.name)).or_default().push(node);
            }
        }
    }
    Ok(defined)
}
