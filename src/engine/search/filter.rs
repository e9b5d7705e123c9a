//! Filters of a query: `ext:`, `lang:`, `file:`, `dir:`, `kind:` and `name:`.

use crate::domain::{Problem, SymbolKind};
use crate::lang::{Language, registry};

/// A restriction of a query on files or definitions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Filter {
    /// File extension, without the dot, in lower case.
    Extension(String),
    Language(&'static str),
    /// Part of the file's path, or a glob for the end of it; in lower case.
    File(String),
    /// Consecutive directories of the path, or a glob; in lower case.
    Directory(String),
    Kind(SymbolKind),
    /// Definition's name, the end of its qualified name (`Type.method`), or a glob; in lower case.
    Name(String),
}

/// Error of a filter.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum FilterError {
    #[error("`{0}:` has no value")]
    NoValue(String, &'static str),
    #[error("there is no language `{0}`{1}")]
    UnknownLanguage(String, String),
    #[error("there is no kind `{0}`")]
    UnknownKind(String, String),
}

impl Problem for FilterError {
    fn hint(&self) -> Option<String> {
        Some(match self {
            Self::NoValue(field, example) => {
                format!("put it right behind the colon, as in {field}:{example}")
            }
            Self::UnknownLanguage(..) => "`spelunk languages` lists them all".to_owned(),
            Self::UnknownKind(_, kinds) => format!("kinds are {kinds}"),
        })
    }
}

impl FilterError {
    /// Returns whether the colon may be prose: no value follows it.
    pub(super) fn is_without_value(&self) -> bool {
        matches!(self, FilterError::NoValue(..))
    }
}

/// Every filter field, with an example of a value.
const FIELDS: [(&str, &str); 8] = [
    ("ext", "rs"),
    ("lang", "rust"),
    ("language", "rust"),
    ("file", "session.py"),
    ("dir", "src/sync"),
    ("path", "src/sync"),
    ("kind", "struct"),
    ("name", "spawn*"),
];

impl Filter {
    pub(super) fn is_field(word: &str) -> bool {
        FIELDS.iter().any(|(field, _)| field.eq_ignore_ascii_case(word))
    }

    pub(super) fn parse(field: &str, value: &str) -> Result<Self, FilterError> {
        let field = field.to_ascii_lowercase();
        let lower = value.trim().to_lowercase();
        if lower.is_empty() {
            let example =
                FIELDS.iter().find(|(name, _)| *name == field).map_or("rs", |(_, example)| example);
            return Err(FilterError::NoValue(field, example));
        }
        Ok(match field.as_str() {
            "ext" => Filter::Extension(lower.trim_start_matches(['*', '.']).to_owned()),
            "lang" | "language" => Filter::Language(language(value.trim())?.id),
            "file" => Filter::File(lower),
            "dir" | "path" => Filter::Directory(lower.trim_matches('/').to_owned()),
            "kind" => Filter::Kind(kind(&lower)?),
            _ => Filter::Name(
                lower.replace("::", ".").replace(['/', '#'], ".").trim_matches('.').to_owned(),
            ),
        })
    }

    /// Returns whether a file passes, as far as the file alone decides; filters for definitions
    /// pass every file.
    pub(super) fn passes_file(&self, path: &str, language: Option<&'static Language>) -> bool {
        match self {
            Filter::Extension(ending) => {
                let name = path.rsplit('/').next().unwrap_or(path).to_lowercase();
                name.strip_suffix(ending.as_str()).is_some_and(|stem| stem.ends_with('.'))
            }
            Filter::Language(id) => language.is_some_and(|language| language.id == *id),
            Filter::File(pattern) => matches_file(pattern, &path.to_lowercase()),
            Filter::Directory(pattern) => matches_directory(pattern, &path.to_lowercase()),
            Filter::Kind(_) | Filter::Name(_) => true,
        }
    }

    /// Returns whether the filter applies to definitions rather than files.
    pub(super) fn is_of_definitions(&self) -> bool {
        matches!(self, Filter::Kind(_) | Filter::Name(_))
    }

    /// Returns whether a definition passes. `path` is its qualified name, outermost first. Filters
    /// for files pass every definition.
    pub(super) fn passes_definition(&self, kind: SymbolKind, path: &[&str]) -> bool {
        match self {
            Filter::Kind(wanted) => *wanted == kind,
            Filter::Name(pattern) => {
                let wanted = pattern.split('.').count();
                let end = path.len().saturating_sub(wanted);
                wanted <= path.len() && glob(pattern, &path[end..].join(".").to_lowercase())
            }
            _ => true,
        }
    }
}

fn matches_file(pattern: &str, path: &str) -> bool {
    let has_wildcard = pattern.contains(['*', '?']);
    let name = path.rsplit('/').next().unwrap_or(path);
    match (has_wildcard, pattern.contains('/')) {
        (false, false) => name.contains(pattern),
        (false, true) => {
            format!("/{path}").contains(&format!("/{}", pattern.trim_start_matches('/')))
        }
        (true, false) => glob(pattern, name),
        (true, true) => {
            glob(pattern.trim_start_matches('/'), path) || glob(&format!("*/{pattern}"), path)
        }
    }
}

fn matches_directory(pattern: &str, path: &str) -> bool {
    let directory = path.rsplit_once('/').map_or("", |(directory, _)| directory);
    if pattern == "." {
        return directory.is_empty();
    }
    if pattern.contains(['*', '?']) {
        let ends = directory.match_indices('/').map(|(at, _)| at).chain([directory.len()]);
        return ends.into_iter().any(|end| {
            let above = &directory[..end];
            glob(pattern, above) || glob(&format!("*/{pattern}"), above)
        });
    }
    format!("/{directory}/").contains(&format!("/{pattern}/"))
}

/// Matches a glob: `*` for any run of characters and `?` for one.
pub(super) fn glob(pattern: &str, text: &str) -> bool {
    let (pattern, text): (Vec<char>, Vec<char>) =
        (pattern.chars().collect(), text.chars().collect());
    let (mut p, mut t) = (0, 0);
    let mut retry: Option<(usize, usize)> = None;
    while t < text.len() {
        match pattern.get(p) {
            Some('*') => {
                retry = Some((p, t));
                p += 1;
            }
            Some(character) if *character == '?' || *character == text[t] => {
                p += 1;
                t += 1;
            }
            _ => match &mut retry {
                Some((star, from)) => {
                    *from += 1;
                    (p, t) = (*star + 1, *from);
                }
                None => return false,
            },
        }
    }
    pattern[p..].iter().all(|character| *character == '*')
}

fn language(name: &str) -> Result<&'static Language, FilterError> {
    registry().by_name(name).ok_or_else(|| {
        let names = registry().all().iter().map(|language| language.id);
        let near =
            crate::domain::nearest(name, names).map(|near| format!("; did you mean `{near}`?"));
        FilterError::UnknownLanguage(name.to_owned(), near.unwrap_or_default())
    })
}

fn kind(word: &str) -> Result<SymbolKind, FilterError> {
    const SHORT: [(&str, SymbolKind); 12] = [
        ("fn", SymbolKind::Function),
        ("func", SymbolKind::Function),
        ("def", SymbolKind::Function),
        ("const", SymbolKind::Constant),
        ("var", SymbolKind::Variable),
        ("static", SymbolKind::Variable),
        ("mod", SymbolKind::Module),
        ("namespace", SymbolKind::Module),
        ("package", SymbolKind::Module),
        ("typedef", SymbolKind::Type),
        ("heading", SymbolKind::Section),
        ("protocol", SymbolKind::Interface),
    ];
    let short = SHORT.iter().find(|(name, _)| *name == word).map(|(_, kind)| *kind);
    SymbolKind::parse(word).or(short).ok_or_else(|| {
        let kinds: Vec<&str> = SymbolKind::ALL.iter().map(|kind| kind.as_str()).collect();
        FilterError::UnknownKind(word.to_owned(), kinds.join(", "))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_pass_by_ending_name_and_directory() {
        let check = |field: &str, value: &str, path: &str, expected: bool| {
            let filter = Filter::parse(field, value).expect("a filter");
            assert_eq!(filter.passes_file(path, None), expected, "{field}:{value} {path}");
        };
        check("ext", "rs", "src/a.rs", true);
        check("ext", ".RS", "src/a.rs", true);
        check("ext", "d.ts", "src/a.d.ts", true);
        check("ext", "rs", "src/a.rs.txt", false);
        check("ext", "rs", "src/xrs", false);
        check("file", "session", "src/Sessions.py", true);
        check("file", "src/ses", "a/src/sessions.py", true);
        check("file", "src/ses", "a/mysrc/sessions.py", false);
        check("file", "*.py", "src/sessions.py", true);
        check("file", "s?ssions.py", "src/sessions.py", true);
        check("file", "src/*.py", "a/src/b/x.py", true);
        check("file", "session", "session/a.py", false);
        check("dir", "sync", "src/sync/a.rs", true);
        check("dir", "src/sync/", "x/src/sync/b/a.rs", true);
        check("dir", "sync", "src/async/a.rs", false);
        check("dir", "*sync", "src/async/a.rs", true);
        check("dir", ".", "a.rs", true);
        check("dir", ".", "src/a.rs", false);
    }

    #[test]
    fn definitions_pass_by_kind_and_name() {
        let check = |field: &str, value: &str, kind: SymbolKind, path: &[&str], expected: bool| {
            let filter = Filter::parse(field, value).expect("a filter");
            assert_eq!(filter.passes_definition(kind, path), expected, "{field}:{value} {path:?}");
        };
        check("kind", "fn", SymbolKind::Function, &["a"], true);
        check("kind", "Method", SymbolKind::Function, &["a"], false);
        check("name", "spawn", SymbolKind::Function, &["task", "spawn"], true);
        check("name", "spawn", SymbolKind::Function, &["spawn_blocking"], false);
        check("name", "spawn*", SymbolKind::Function, &["spawn_blocking"], true);
        check("name", "Foo::bar", SymbolKind::Method, &["m", "Foo", "bar"], true);
        check("name", "Foo.bar", SymbolKind::Method, &["Foobar"], false);
    }

    #[test]
    fn a_filter_without_sense_says_what_is_accepted() {
        let check = |field: &str, value: &str, expected: &str| {
            let error = Filter::parse(field, value).expect_err("an error");
            let text = format!("{error}: {}", error.hint().unwrap_or_default());
            assert!(text.contains(expected), "{text}");
        };
        check("ext", " ", "as in ext:rs");
        check("kind", "banana", "kinds are function, method");
        check("lang", "klingon", "there is no language `klingon`");
    }
}
