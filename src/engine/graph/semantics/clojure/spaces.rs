//! What a file says about namespaces: its own, and those whose names it shortens or takes over.

use super::forms::{Form, first_form};
use crate::domain::{SymbolKind, remembered};
use crate::engine::graph::model::FileIndex;
use crate::engine::graph::project::Unit;
use crate::workspace::names::Role;
use std::collections::{HashMap, HashSet};
use std::ops::Range;
use std::sync::{Arc, Mutex};

/// Limit of the specifications in one another: `#?(:clj [lib :as name])`.
const MAX_DEPTH: usize = 8;

/// Limit of the bytes of a file that are read in forms which others hold, or which stand behind
/// one without an end.
const MAX_READ_AGAIN: usize = 1 << 20;

/// Limit of the namespaces that one name may be of.
pub(super) const MAX_SPACES: usize = 64;

/// The namespaces of the files of a request, read once.
#[derive(Default)]
pub(super) struct Files {
    known: Mutex<HashMap<FileIndex, Arc<FileSpaces>>>,
}

/// The namespaces that a file names.
#[derive(Default)]
pub(super) struct FileSpaces {
    /// Its own, with the head of each.
    own: Vec<(Range<usize>, String)>,
    /// How far the heads up to each reach.
    reach: Vec<usize>,
    /// By their short names.
    aliases: HashMap<String, Vec<String>>,
    /// Those that a name is taken over from.
    given: HashMap<String, Vec<String>>,
    /// Names for definitions that have another name.
    renamed: HashSet<String>,
    /// Those of which all names are taken over.
    whole: Vec<String>,
    /// There may be others, in forms that are not read.
    pub(super) is_open: bool,
}

/// How far a file was read, and how much of that may be read again.
struct Reading {
    end: usize,
    left: usize,
}

impl Reading {
    /// Returns the form at a byte offset up to another; `None` if that has been read too often.
    fn form<'t>(&mut self, text: &'t str, bytes: Range<usize>) -> Option<Form<'t>> {
        let is_new = bytes.start >= self.end;
        if !is_new && self.left == 0 {
            return None;
        }
        let (form, read) = first_form(&text[bytes.clone()])?;
        if !is_new {
            self.left = self.left.saturating_sub(read);
        }
        self.end = self.end.max(bytes.start + read);
        Some(form)
    }
}

impl Files {
    pub(super) fn of(&self, unit: &Unit) -> Arc<FileSpaces> {
        remembered(&self.known, unit.file, || Arc::new(FileSpaces::of(unit)))
    }
}

impl FileSpaces {
    fn of(unit: &Unit) -> Self {
        let (mut file, text) = (Self::default(), unit.content());
        let mut reading = Reading { end: 0, left: MAX_READ_AGAIN };
        for symbol in unit.symbols().iter().filter(|symbol| symbol.kind == SymbolKind::Module) {
            file.own.push((symbol.bytes.clone(), symbol.full_name().to_owned()));
            let head = reading.form(text, symbol.bytes.clone());
            for clause in head.as_ref().and_then(Form::list).unwrap_or_default() {
                file.add_clause(clause, 0);
            }
        }
        reading.end = 0;
        for found in unit.names().uses.iter().filter(|found| found.role == Role::Call) {
            let word = found.span.of(text);
            let open = found.span.start as usize;
            let is_directive =
                matches!(word, "require" | "use" | "import" | "in-ns" | "refer" | "alias");
            let Some(open) = open.checked_sub(1).filter(|_| is_directive) else { continue };
            let Some(Form::List(forms)) = reading.form(text, open..text.len()) else { continue };
            let forms: Vec<Form<'_>> = forms.into_iter().map(Form::unquoted).collect();
            match (word, forms.get(1).and_then(Form::symbol)) {
                ("in-ns", Some(name)) => {
                    file.own.push((open..found.span.range().end, name.to_owned()));
                }
                ("alias", Some(alias)) => {
                    let lib = forms.get(2).and_then(Form::symbol).map(str::to_owned);
                    file.aliases.entry(alias.to_owned()).or_default().extend(lib);
                }
                ("refer", Some(_)) => file.add_library("use", &forms[1..], "", 0),
                _ => file.add_specifications(word, &forms[1..], 0),
            }
        }
        file.is_open = reading.left == 0;
        file.own.sort_by_key(|(head, _)| head.start);
        let reach = file.own.iter().scan(0, |reach, (head, _)| {
            *reach = head.end.max(*reach);
            Some(*reach)
        });
        file.reach = reach.collect();
        file
    }

    /// `(:require [lib :as name])`
    fn add_clause(&mut self, clause: &Form<'_>, depth: usize) {
        let Some(forms) = clause.list().filter(|_| depth < MAX_DEPTH) else { return };
        match forms.split_first() {
            Some((Form::Keyword(word), specifications)) if is_platform(word) => {
                specifications.iter().for_each(|clause| self.add_clause(clause, depth + 1));
            }
            Some((Form::Keyword(word), specifications)) => {
                self.add_specifications(word, specifications, depth);
            }
            _ => {}
        }
    }

    fn add_specifications(&mut self, word: &str, specifications: &[Form<'_>], depth: usize) {
        for specification in specifications {
            match (word, specification) {
                ("import", Form::Symbol(path)) => self.add_class(path.rsplit_once('.')),
                ("import", Form::List(forms)) => {
                    let package = forms.first().and_then(Form::symbol);
                    for class in forms.iter().skip(1).filter_map(Form::symbol) {
                        self.add_class(package.map(|package| (package, class)));
                    }
                }
                ("use" | "use-macros", Form::Symbol(lib)) => self.whole.push((*lib).to_owned()),
                ("require" | "require-macros" | "use" | "use-macros", Form::List(forms)) => {
                    self.add_library(word, forms, "", depth);
                }
                _ => {}
            }
        }
    }

    /// Adds a record or type of a namespace, which is a class of Java.
    fn add_class(&mut self, path: Option<(&str, &str)>) {
        if let Some((package, class)) = path {
            let space = package.replace('_', "-");
            self.given.entry(class.to_owned()).or_default().push(space);
        }
    }

    /// `[lib :as name :refer [a b]]`, and the list of libraries below one name.
    fn add_library(&mut self, word: &str, forms: &[Form<'_>], above: &str, depth: usize) {
        if depth >= MAX_DEPTH {
            return;
        }
        let (name, rest) = match forms.split_first() {
            Some((Form::Symbol(name), rest)) => (*name, rest),
            Some((Form::Keyword(platform), rest)) if is_platform(platform) => {
                return self.add_specifications(word, rest, depth + 1);
            }
            _ => return,
        };
        let lib = if above.is_empty() { name.to_owned() } else { format!("{above}.{name}") };
        if !matches!(rest.first(), None | Some(Form::Keyword(_))) {
            for below in rest {
                match below {
                    Form::List(forms) => self.add_library(word, forms, &lib, depth + 1),
                    Form::Symbol(name) if word.starts_with("use") => {
                        self.whole.push(format!("{lib}.{name}"));
                    }
                    _ => {}
                }
            }
            return;
        }
        let mut is_listed = false;
        for pair in rest.chunks(2) {
            let [Form::Keyword(option), value] = pair else { continue };
            is_listed |= matches!(*option, "only" | "refer");
            self.add_option(&lib, option, value);
        }
        if word.starts_with("use") && !is_listed {
            self.whole.push(lib);
        }
    }

    fn add_option(&mut self, lib: &str, option: &str, value: &Form<'_>) {
        match (option, value) {
            ("as" | "as-alias", Form::Symbol(alias)) => {
                self.aliases.entry((*alias).to_owned()).or_default().push(lib.to_owned());
            }
            ("refer" | "only" | "refer-macros", Form::List(names)) => {
                let names = names.iter().filter_map(Form::symbol);
                for name in names.flat_map(|name| std::iter::once(name).chain(made_by(name))) {
                    self.given.entry(name.to_owned()).or_default().push(lib.to_owned());
                }
            }
            ("refer", Form::Keyword("all")) => self.whole.push(lib.to_owned()),
            ("rename", Form::List(names)) => {
                let names = names.chunks(2).filter_map(|pair| pair.get(1)?.symbol());
                self.renamed.extend(names.map(str::to_owned));
            }
            _ => {}
        }
    }

    /// Returns the name of the namespace that a byte offset is in.
    pub(super) fn name_at(&self, at: usize) -> Option<&str> {
        let before = self.own.partition_point(|(head, _)| head.start <= at);
        self.own[..before].last().map(|(_, name)| name.as_str())
    }

    /// Returns whether a byte offset is in the head of a namespace.
    pub(super) fn is_in_head(&self, at: usize) -> bool {
        let before = self.own.partition_point(|(head, _)| head.start <= at);
        self.reach[..before].last().is_some_and(|reach| at < *reach)
    }

    /// Returns the full names of the namespace that is written before a slash.
    pub(super) fn expand<'f>(&'f self, written: &'f str) -> Vec<&'f str> {
        match self.aliases.get(written) {
            Some(spaces) => spaces.iter().take(MAX_SPACES).map(String::as_str).collect(),
            None => vec![written],
        }
    }

    /// Returns whether a bare name stands for a definition of another name.
    pub(super) fn is_renamed(&self, name: &str) -> bool {
        self.renamed.contains(name)
    }

    /// Returns the other namespaces whose name a bare one may be, and whether these are all.
    pub(super) fn spaces_of<'f>(&'f self, name: &str) -> (impl Iterator<Item = &'f str>, bool) {
        let given = self.given.get(name).map_or(&[][..], Vec::as_slice);
        let are_all = !self.is_open && given.len() + self.whole.len() <= MAX_SPACES;
        (given.iter().chain(&self.whole).take(MAX_SPACES).map(String::as_str), are_all)
    }
}

/// Returns the record that a function makes by its name: `Point` of `->Point`, `map->Point`.
fn made_by(function: &str) -> Option<&str> {
    let made = function.strip_prefix("map").unwrap_or(function).strip_prefix("->")?;
    made.starts_with(char::is_uppercase).then_some(made)
}

/// Returns whether a keyword names the language that a form is for: `#?(:clj …)`.
fn is_platform(word: &str) -> bool {
    matches!(word, "clj" | "cljs" | "cljr" | "cljd" | "bb" | "default")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// If each directive in another was read to the end, all would be read for each.
    #[test]
    fn forms_in_others_are_read_up_to_a_limit() {
        const MANY: usize = 20_000;
        let text = "(use ".repeat(MANY);
        let mut reading = Reading { end: 0, left: MAX_READ_AGAIN };
        let starts = (0..MANY).map(|number| number * "(use ".len());
        let read = starts.filter(|at| reading.form(&text, *at..text.len()).is_some()).count();
        assert!(reading.left == 0 && read < 20, "{read} of {MANY}");
        let text = "(use 'a)\n".repeat(MANY);
        let mut reading = Reading { end: 0, left: MAX_READ_AGAIN };
        for number in 0..MANY {
            assert!(reading.form(&text, number * 9..text.len()).is_some());
        }
        assert_eq!(reading.left, MAX_READ_AGAIN);
    }
}
