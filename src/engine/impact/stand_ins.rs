//! What tests assert of stand-ins of a target: with which arguments a mock was called that is in
//! its place. Such an assertion breaks with the target's parameters, although it may name nothing
//! but the mock.

use super::doubt::defs_of;
use crate::domain::{Cancelled, Certainty, is_word};
use crate::engine::graph::enclosing::{caller_at, module_node, node};
use crate::engine::graph::project::{Def, FileIndex, Project, Unit};
use crate::engine::graph::resolve::{Candidates, Meaning, Other, Resolution, simple_name};
use crate::engine::graph::site::site;
use crate::engine::graph::stand_ins::stands_in;
use crate::engine::graph::target::{Definition, candidates};
use crate::engine::graph::{Node, Site};
use crate::lang::{Language, LazyRegex};
use crate::workspace::mentions_in_text;
use crate::workspace::names::{Role, Span, Use};
use regex::Regex;
use rustc_hash::FxHashMap;
use std::cell::Cell;
use std::ops::Range;
use std::sync::{Arc, LazyLock};

/// Limit of the test files that mention the name and assert something of mocks, which are read.
const MAX_FILES: usize = 200;

/// What stands behind the key of an object that is set to a value with a name, or to a function
/// that calls it: `send: sent,`, `send: (...all) => sent(...all)`.
static VALUE: LazyLock<Regex> = LazyLock::new(|| {
    let path = r"([A-Za-z_$][\w$]*(?:\.[\w$]+)*)";
    let value = format!(
        r#"\A\??["']?\s*:\s*(?:{path}\s*(?:[,}};]|\n|\z)|(?:async\s+)?\([^()]*\)\s*=>\s*{path}\()"#
    );
    Regex::new(&value).expect("a valid expression")
});

/// What stands behind the key of an object that is a value of the same name.
static SHORT: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"\A\s*[,}]").expect("a valid expression"));

/// An assertion of a stand-in.
#[derive(Debug)]
pub(super) struct Asserted {
    /// The test that asserts it.
    pub(super) within: Node,
    /// Where it names the stand-in.
    pub(super) site: Site,
    /// The name of the stand-in.
    pub(super) stand_in: String,
    pub(super) certainty: Certainty,
}

/// A name of a stand-in in a file.
struct Name {
    path: String,
    /// Where it is given.
    at: usize,
    certainty: Certainty,
}

/// How certain the names of stand-ins are, by their paths and the scopes that bind those.
type Known<'n> = FxHashMap<(&'n str, Option<u32>), Certainty>;

/// What the target's own name means at a place.
enum Meant {
    Target(Certainty),
    /// It is not known.
    Open,
    Another,
}

/// Returns the assertions of stand-ins of a target in test code, in the order of files and lines.
///
/// # Errors
/// If the request is cancelled.
pub(super) fn asserted(
    project: &Project<'_>,
    target: &Definition,
) -> Result<Vec<Asserted>, Cancelled> {
    let main = target.main();
    let name = target.name();
    if main.symbol.is_test || !asserts_anything(main.language) {
        return Ok(Vec::new());
    }
    let targets = defs_of(project, target);
    let stand_ins = StandIns {
        project,
        name,
        owner: target.container().map(simple_name),
        homes: target.places.iter().map(|place| &*place.file.path.display).collect(),
        candidates: candidates(project, name)?,
        targets,
        near: Cell::new(None),
    };
    let mentions = project.mentions_in_code(name)?;
    let mut read = 0;
    let mut found = Vec::new();
    for file in mentions.files.iter().map(|found| found.file) {
        project.snapshot.cancel().check()?;
        if read < MAX_FILES && stand_ins.may_assert(file) {
            read += 1;
            let unit = project.unit(file);
            found.extend(unit.into_iter().flat_map(|unit| stand_ins.in_file(unit)));
        }
    }
    Ok(found)
}

fn asserts_anything(language: &Language) -> bool {
    language.config.mocks.iter().any(|rules| !rules.asserted.is_empty())
}

/// Returns the expressions for assertions of the libraries that a text uses.
fn assertions<'t>(
    language: &'static Language,
    text: &'t str,
) -> impl Iterator<Item = &'static Regex> + use<'t> {
    let rules = language.config.mocks.iter().filter(|rules| !rules.asserted.is_empty());
    let used = rules.filter(move |rules| rules.library.is_match(text));
    used.flat_map(|rules| &rules.asserted).filter_map(LazyRegex::get)
}

struct StandIns<'t, 'p, 's> {
    project: &'p Project<'s>,
    name: &'t str,
    /// The type that the target is a member of.
    owner: Option<&'t str>,
    /// The files that define it.
    homes: Vec<&'t str>,
    targets: Vec<Def>,
    candidates: Candidates<'p, 's>,
    /// Whether the last file that was asked about names the owner.
    near: Cell<Option<(FileIndex, bool)>>,
}

impl StandIns<'_, '_, '_> {
    /// Returns whether a file is a test that asserts something of mocks, by its text.
    fn may_assert(&self, file: FileIndex) -> bool {
        let entry = self.project.entry(file);
        let Some(language) = entry.language.filter(|of| asserts_anything(of)) else { return false };
        let text = entry.class.is_test().then(|| self.project.snapshot.text(&entry.path));
        text.and_then(Result::ok).is_some_and(|text| {
            assertions(language, &text.content).any(|of| of.is_match(&text.content))
        })
    }

    fn in_file(&self, unit: &Arc<Unit>) -> Vec<Asserted> {
        let text = unit.content();
        let found = assertions(unit.language, text).flat_map(|of| of.captures_iter(text));
        let found = found.filter_map(|captures| Some(captures.get(1)?.range()));
        let mut found: Vec<Range<usize>> = found.filter(|at| is_code(unit, at)).collect();
        found.sort_by_key(|at| at.start);
        found.dedup();
        let names = self.names(unit);
        let mut known = Known::default();
        for Name { path, at, certainty } in &names {
            let scope = unit.scope_of(first_name(path), *at);
            let best = known.entry((path, scope)).or_insert(*certainty);
            *best = (*best).min(*certainty);
        }
        let found = found.into_iter().filter_map(|at| {
            let certainty = self.certainty(unit, &known, &at)?;
            let path = &text[at.clone()];
            let last = at.end - last_name(path).len();
            let within = caller_at(unit, at.start);
            Some(Asserted {
                within: within.map_or_else(|| module_node(unit), |symbol| node(unit, symbol)),
                site: site(unit, Span::new(last..at.end)),
                stand_in: last_name(path).to_owned(),
                certainty,
            })
        });
        found.collect()
    }

    /// Returns how certainly an assertion is one of a stand-in of the target; `None` if it is of
    /// something else.
    fn certainty(
        &self,
        unit: &Arc<Unit>,
        known: &Known<'_>,
        at: &Range<usize>,
    ) -> Option<Certainty> {
        let path = &unit.content()[at.clone()];
        let root = first_name(path);
        let by_name = known.get(&(path, unit.scope_of(root, at.start))).copied();
        if by_name.is_some() || last_name(path) != self.name {
            return by_name;
        }
        match self.meant(unit, at.end - self.name.len()) {
            Meant::Target(certainty) => Some(certainty),
            // What an import binds is known, if it is the project's.
            Meant::Open if unit.imports_of(root).next().is_none() && self.is_near(unit, root) => {
                Some(Certainty::Possible)
            }
            _ => None,
        }
    }

    fn meant(&self, unit: &Arc<Unit>, at: usize) -> Meant {
        let Some(found) = unit.names().use_at(at) else { return Meant::Open };
        match self.candidates.resolve(unit, found) {
            Resolution::Definitions(meanings) => self.of_meanings(&meanings),
            Resolution::Other(Other::Definition(def)) if self.is_own(def) => {
                Meant::Target(Certainty::Likely)
            }
            Resolution::Other(Other::Label)
            | Resolution::Unresolved
            | Resolution::External(None) => Meant::Open,
            Resolution::Other(_) | Resolution::External(Some(_)) => Meant::Another,
        }
    }

    fn of_meanings(&self, meanings: &[Meaning]) -> Meant {
        let own = meanings.iter().filter(|meaning| self.is_own(meaning.def));
        match own.map(|meaning| meaning.certainty).min() {
            Some(certainty) => Meant::Target(certainty.max(Certainty::Likely)),
            None => Meant::Another,
        }
    }

    /// Returns whether a definition is the target or stands in for it.
    fn is_own(&self, def: Def) -> bool {
        self.targets.contains(&def) || stands_in(self.project, &self.targets, def)
    }

    /// Returns whether a file names what the target is a member of, or what stands before a name is
    /// its module.
    fn is_near(&self, unit: &Unit, before: &str) -> bool {
        match self.owner {
            Some(owner) => {
                if let Some((_, is_near)) = self.near.get().filter(|(of, _)| *of == unit.file) {
                    return is_near;
                }
                let mut places = mentions_in_text(unit.content(), owner).into_iter();
                let is_near = places.any(|at| !unit.names().is_text(at));
                self.near.set(Some((unit.file, is_near)));
                is_near
            }
            None => self.homes.iter().any(|home| unit.names_file(before, home)),
        }
    }

    /// Returns the names that stand-ins of the target have in a file.
    fn names(&self, unit: &Arc<Unit>) -> Vec<Name> {
        let text = unit.content();
        let places = mentions_in_text(text, self.name);
        let by_key = places.into_iter().filter_map(|at| self.by_key(unit, at));
        let mut names: Vec<Name> = by_key.collect();
        let taken = unit.language.config.mocks.iter().flat_map(|rules| &rules.taken);
        for captures in taken.filter_map(LazyRegex::get).flat_map(|of| of.captures_iter(text)) {
            let groups = ["by", "of", "name"].map(|group| captures.name(group));
            let [Some(by), Some(of), Some(name)] = groups else { continue };
            if name.as_str() == self.name && self.is_replaced(unit, of.as_str()) {
                let (path, at) = (by.as_str().to_owned(), by.start());
                names.push(Name { path, at, certainty: Certainty::Likely });
            }
        }
        names
    }

    /// Returns the name of a stand-in that is the value of a key with the target's name, at a byte.
    fn by_key(&self, unit: &Arc<Unit>, at: usize) -> Option<Name> {
        let behind = &unit.content()[at + self.name.len()..];
        let is_key = |found: &Use| found.role == Role::Key;
        let in_module = || self.homes.iter().any(|home| unit.replaces_file(home, Some(at)));
        let path = match VALUE.captures(behind) {
            Some(value) => value.get(1).or_else(|| value.get(2))?.as_str(),
            None if SHORT.is_match(behind) && in_module() => self.name,
            None => return None,
        };
        let certainty = match self.meant(unit, at) {
            Meant::Target(certainty) => certainty,
            _ if in_module() => Certainty::Likely,
            Meant::Open
                if unit.names().use_at(at).is_some_and(is_key) && self.is_near(unit, path) =>
            {
                Certainty::Possible
            }
            _ => return None,
        };
        Some(Name { path: path.to_owned(), at, certainty })
    }

    /// Returns whether what a test replaces a member of is what has the target: by its type, by the
    /// module, or by the type that the file declares it with.
    fn is_replaced(&self, unit: &Unit, of: &str) -> bool {
        let of = of.strip_suffix(".prototype").unwrap_or(of);
        let last = last_name(of);
        let Some(owner) = self.owner else {
            return self.homes.iter().any(|home| unit.names_file(last, home));
        };
        let is_declared = |at: usize| {
            let behind = &unit.content()[at + last.len()..];
            let line = behind.split(['\n', ';']).next().unwrap_or_default();
            let is_set = line.trim_start().starts_with([':', '=']);
            is_set && !mentions_in_text(line, owner).is_empty()
        };
        last == owner || mentions_in_text(unit.content(), last).into_iter().any(is_declared)
    }
}

/// Returns whether an assertion is code: a name in a string stands in code that calls something
/// with it.
fn is_code(unit: &Unit, at: &Range<usize>) -> bool {
    let before = &unit.content()[..at.start];
    let is_quoted = before.ends_with(['"', '\'']);
    let outside = if is_quoted { before.len() - 1 } else { at.start };
    let before = outside.saturating_sub(1);
    !unit.names().is_text(if is_quoted { before } else { outside })
}

fn first_name(path: &str) -> &str {
    path.split(|letter| !is_word(letter) && letter != '$').next().unwrap_or(path)
}

fn last_name(path: &str) -> &str {
    path.rsplit(|letter| !is_word(letter) && letter != '$').next().unwrap_or(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_of_keys_are_read() {
        let check = |behind: &str, expected: Option<&str>| {
            let found = VALUE.captures(behind);
            let found = found.as_ref().and_then(|value| value.get(1).or_else(|| value.get(2)));
            assert_eq!(found.map(|path| path.as_str()), expected, "{behind}");
        };
        check(": sent,", Some("sent"));
        check(": mocks.sent }", Some("mocks.sent"));
        check("\": sent\n", Some("sent"));
        check(": (...all) => sent(...all)", Some("sent"));
        check(": async (text) => mocks.sent(text)", Some("mocks.sent"));
        check(": vi.fn()", None);
        check(": () => 1", None);
        check(" = sent", None);
    }
}
