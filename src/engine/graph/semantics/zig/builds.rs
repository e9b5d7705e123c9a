//! Names of modules in build scripts: `build.zig`, and the packages in `build.zig.zon`.

use super::super::paths::{ancestors, join};
use crate::engine::graph::model::{FileIndex, Lookup, Module};
use crate::engine::graph::project::{Project, split_path};
use std::collections::BTreeMap;

/// The end of a path that is that of a file.
pub(super) const EXTENSION: &str = ".zig";

/// Limit of the bytes of a script that are read: the places in it are compared with each other.
const MAX_SCRIPT: usize = 128 * 1024;

/// Calls that make a module of the file that their arguments name.
const MAKING: [&str; 2] = ["addModule(", "createModule("];

/// What stands before the name that a module is imported by.
const NAMING: [&str; 5] =
    ["addModule(", "addImport(", "addAnonymousImport(", "addAnonymousModule(", ".name ="];

/// The modules that the build scripts of a project name.
pub(super) struct Builds {
    /// By the directory of the script.
    scripts: BTreeMap<String, Script>,
}

#[derive(Default)]
struct Script {
    /// The files that each name stands for; `None` for what is not known.
    modules: BTreeMap<String, Vec<Option<FileIndex>>>,
    /// Names of packages that are fetched.
    packages: String,
    /// There is more in it, which is not read.
    is_cut: bool,
}

impl Builds {
    pub(super) fn load(project: &Project<'_>) -> Self {
        let mut scripts: BTreeMap<String, Script> = BTreeMap::new();
        for file in project.with_stem("build") {
            let entry = project.entry(*file);
            let (directory, name) = split_path(&entry.path.display);
            let Ok(text) = project.snapshot.text(&entry.path) else { continue };
            let script = scripts.entry(directory.to_owned()).or_default();
            match name {
                "build.zig" => {
                    let (read, is_cut) = beginning(&text.content);
                    script.is_cut |= is_cut;
                    for (name, path) in modules(read) {
                        let file = path.and_then(|path| {
                            project.displayed(&join(directory, path.trim_start_matches("./")))
                        });
                        let known = script.modules.entry(name.to_owned()).or_default();
                        if !known.contains(&file) {
                            known.push(file);
                        }
                    }
                }
                "build.zig.zon" => {
                    let (read, is_cut) = beginning(&text.content);
                    script.is_cut |= is_cut;
                    script.packages.push_str(read);
                }
                _ => {}
            }
        }
        Self { scripts }
    }

    /// Returns the file that a name stands for in the files of a directory, by the nearest script
    /// that says so.
    pub(super) fn module(&self, directory: &str, name: &str) -> Lookup {
        let above = || ancestors(directory).filter_map(|above| self.scripts.get(above));
        let found = above().filter_map(|script| script.modules.get(name));
        let files: Vec<FileIndex> = found
            .map(|files| files.iter().flatten().copied())
            .find_map(|files| Some(files.collect::<Vec<_>>()).filter(|files| !files.is_empty()))
            .unwrap_or_default();
        let is_fetched = |script: &Script| {
            [format!(".{name} ="), format!("@\"{name}\"")]
                .iter()
                .any(|written| script.packages.contains(written.as_str()))
        };
        match files[..] {
            [file] => Lookup::Module(Module::File(file)),
            [] if above().any(is_fetched) => Lookup::External,
            // What a script makes when it runs.
            [] if above().any(|script| script.modules.contains_key(name)) => Lookup::Unknown,
            [] if above().any(|script| script.is_cut) => Lookup::Unknown,
            [] => Lookup::External,
            _ => Lookup::Unknown,
        }
    }
}

/// Returns what is read of a script, and whether there is more.
fn beginning(script: &str) -> (&str, bool) {
    let end = script.floor_char_boundary(MAX_SCRIPT);
    (&script[..end], end < script.len())
}

/// Returns the names that a script gives to modules, each with the path of the module's file if
/// that is written there or where a variable is set to the module.
fn modules(script: &str) -> Vec<(&str, Option<&str>)> {
    let is_comment = |at: usize| {
        let line = &script[script[..at].rfind('\n').map_or(0, |end| end + 1)..at];
        line.trim_start().starts_with("//")
    };
    let called = |word: &'static str| {
        script.match_indices(word).map(move |(at, _)| at).filter(move |at| !is_comment(*at))
    };
    let variables: BTreeMap<&str, &str> = MAKING
        .iter()
        .flat_map(|word| {
            called(word).filter_map(|at| Some((variable(&script[..at])?, file(&script[at..])?)))
        })
        .collect();
    let named = |word: &'static str, at: usize| {
        let rest = script[at + word.len()..].trim_start().strip_prefix('"')?;
        let (name, rest) = rest.split_once('"')?;
        let value = rest.trim_start().trim_start_matches(',').trim_start();
        let value = value.strip_prefix(".module =").unwrap_or(value).trim_start();
        let known = variables.get(first_word(value)).copied();
        Some((name, known.or_else(|| file(value))))
    };
    NAMING.iter().flat_map(|word| called(word).filter_map(|at| named(word, at))).collect()
}

/// Returns the variable that a statement declares up to its value: `const pool = b.`
fn variable(before: &str) -> Option<&str> {
    let statement = &before[before.rfind([';', '{', '}']).map_or(0, |end| end + 1)..];
    let (left, _) = statement.split_once('=')?;
    let declared = left.split_once(':').map_or(left, |(name, _)| name).trim();
    let name = declared.strip_prefix("const ").or_else(|| declared.strip_prefix("var "))?.trim();
    (first_word(name) == name).then_some(name)
}

/// Returns the first path in quotes that is that of a file, in the brackets with which a text
/// begins or that its first name is called with.
fn file(text: &str) -> Option<&str> {
    let mut depth = 0usize;
    let mut quoted = None;
    for (at, letter) in text.char_indices() {
        match (letter, quoted) {
            ('"', Some(start)) => {
                let path = &text[start..at];
                if path.ends_with(EXTENSION) {
                    return Some(path);
                }
                quoted = None;
            }
            (_, Some(_)) => {}
            ('"', None) => quoted = Some(at + 1),
            ('(' | '{', None) => depth += 1,
            (')' | '}', None) if depth <= 1 => return None,
            (')' | '}', None) => depth -= 1,
            (';', None) => return None,
            (',', None) if depth == 0 => return None,
            _ => {}
        }
    }
    None
}

fn first_word(text: &str) -> &str {
    let is_word = |letter: char| letter.is_alphanumeric() || letter == '_';
    &text[..text.find(|next| !is_word(next)).unwrap_or(text.len())]
}

#[cfg(test)]
mod tests {
    use super::{MAX_SCRIPT, beginning, modules};

    fn check(script: &str, expected: &[(&str, Option<&str>)]) {
        assert_eq!(modules(script), expected, "{script}");
    }

    /// If all of a script was read, each bracket without an end would be looked for to its end.
    #[test]
    fn of_very_long_scripts_the_beginning_is_read() {
        let script = "b.addModule(\"é\", .{".repeat(20_000);
        let (read, is_cut) = beginning(&script);
        assert!(is_cut && read.len() <= MAX_SCRIPT && read.len() + 2 > MAX_SCRIPT);
        assert_eq!(beginning("b.addModule"), ("b.addModule", false));
    }

    #[test]
    fn a_name_is_given_to_the_file_of_a_module() {
        check(
            "const pool = b.addModule(\"pool\", .{ .target = t, .root_source_file = b.path(\"src/pool.zig\") });\n\
             exe.root_module.addImport(\"p\", pool);\n// exe.addImport(\"q\", pool);",
            &[("pool", Some("src/pool.zig")), ("p", Some("src/pool.zig"))],
        );
        check(
            "const m = b.createModule(.{ .root_source_file = b.path(\"m.zig\"), .imports = &.{\n\
             .{ .name = \"io\", .module = io_module },\n.{ .name = \"made\", .module = options.createModule() },\n\
             .{ .name = \"m\", .module = m },\n} });",
            &[("io", None), ("made", None), ("m", Some("m.zig"))],
        );
        check(
            "t.addAnonymousImport(\"a\", .{ .root_source_file = b.path(\"a.zig\") });",
            &[("a", Some("a.zig"))],
        );
    }
}
