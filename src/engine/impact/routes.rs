//! Routes: the paths that handlers are registered for, and the strings by which tests ask for them.
//! A test may write a parameter as a value, a placeholder or a part that is put together.

use crate::domain::is_word;
use crate::lang::registry;
use regex::Regex;
use std::ops::Range;
use std::sync::LazyLock;

/// Methods of requests, as the functions and decorators that register routes are called.
const METHODS: [&str; 7] = ["get", "post", "put", "patch", "delete", "head", "options"];

/// Least letters of a part of a path that tells it from others, and of one that ends a path, and
/// parts that tell nothing.
const MIN_LETTERS: usize = 4;
const MIN_END: usize = 2;
const COMMON: [&str; 3] = ["admin", "public", "rest"];

/// Limit of the strings that one text is put together of, and of the bytes of each.
const MAX_STRINGS: usize = 8;
const MAX_LENGTH: usize = 200;

const QUOTES: [char; 3] = ['"', '\'', '`'];

/// What stands between two strings that are put together, and behind the last one.
static JOINING: LazyLock<Regex> = LazyLock::new(|| {
    let joining = r#"\A\s*(?:\+|\.\.?|<>)\s*[\w$][\w.$()\[\]>-]*\s*(?:\+|\.\.?|<>)\s*["'`]"#;
    Regex::new(joining).expect("a valid expression")
});
static JOINED: LazyLock<Regex> = LazyLock::new(|| {
    let joined = r#"["'`]\s*(?:\+|\.\.?|<>)\s*[\w$][\w.$()\[\]>-]*\s*(?:\+|\.\.?|<>)\s*\z"#;
    Regex::new(joined).expect("a valid expression")
});
static EXTENDED: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"\A\s*(?:\+|\.\.|<>|\.\s)").expect("a valid expression"));

/// Forms of what is sent, of all languages, in lower case.
static FORMS: LazyLock<Vec<String>> = LazyLock::new(|| {
    let languages = registry().all().iter();
    let forms = languages.flat_map(|language| &language.config.events.request_forms);
    let mut forms: Vec<String> = forms.map(|form| form.to_lowercase()).collect();
    forms.retain(|form| !form.is_empty());
    forms
});

/// A part of a path between slashes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Part {
    Literal(String),
    /// A parameter, or anything with a placeholder in it.
    Open,
    /// The identifier of one of several things: what has a digit in it, or is put together.
    Identifier,
}

/// A registered path.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Route {
    /// In lower case; `None` if it is not known.
    pub(super) method: Option<&'static str>,
    /// As it is registered.
    pub(super) path: String,
    pub(super) parts: Vec<Part>,
}

impl Route {
    /// Returns the route of a path; `None` if nothing in it tells it from others.
    pub(super) fn new(method: Option<&'static str>, path: &str) -> Option<Self> {
        let is_of_path =
            |letter: char| is_word(letter) || "/.-:{}<>*()$[]@+?|\\^,;=~%#".contains(letter);
        if path.starts_with('.') || path.contains("//") || !path.chars().all(is_of_path) {
            return None;
        }
        let route = Self { method, path: path.replace("{}", "{id}"), parts: parts(path) };
        route.mark().is_some().then_some(route)
    }

    /// Returns the part that tells it from others, by which texts are searched: the longest.
    pub(super) fn mark(&self) -> Option<&str> {
        let literals = self.parts.iter().filter_map(|part| match part {
            Part::Literal(text) => Some(text.as_str()),
            Part::Open | Part::Identifier => None,
        });
        let letters = |text: &str| text.chars().filter(|letter| letter.is_alphabetic()).count();
        let tells = |text: &&str| letters(text) >= MIN_LETTERS && !COMMON.contains(text);
        literals.filter(tells).max_by_key(|text| text.len())
    }

    /// Returns it as answers name it: `POST /users/{id}`.
    pub(super) fn name(&self) -> String {
        match self.method {
            Some(method) => format!("{} {}", method.to_uppercase(), self.path),
            None => self.path.clone(),
        }
    }

    /// Returns whether the string around a place of [`Self::mark`] in a text asks for it.
    pub(super) fn is_asked_at(&self, text: &str, at: Range<usize>) -> bool {
        let Some(string) = string_around(text, at.start) else { return false };
        let called = called_with(text, string.start);
        let is_other = |method: &str| METHODS.contains(&method) && Some(method) != self.method;
        if self.method.is_some() && called.is_some_and(|called| is_other(&called)) {
            return false;
        }
        let (path, _) = whole_path(text, string);
        path.contains('/') && self.is_end_of(&parts(&path))
    }

    /// Returns its last part if that is literal, by which texts are searched for addresses that
    /// code makes.
    pub(super) fn end(&self) -> Option<&str> {
        match self.parts.as_slice() {
            [_, .., Part::Literal(end)] if end.len() >= MIN_END => Some(end),
            _ => None,
        }
    }

    /// Returns whether it ends with a path behind the identifier of something.
    pub(super) fn is_end_of_longer(&self, asked: &[Part]) -> bool {
        let Some(before) = self.parts.len().checked_sub(asked.len()) else { return false };
        let is_open = |part: &Part| matches!(part, Part::Open | Part::Identifier);
        self.parts[..before].last().is_some_and(is_open) && fits(&self.parts[before..], asked)
    }

    /// Returns whether a path ends with the route: parameters are anything, other parts are equal.
    fn is_end_of(&self, asked: &[Part]) -> bool {
        let Some(before) = asked.len().checked_sub(self.parts.len()) else { return false };
        fits(&self.parts, &asked[before..])
    }
}

/// Returns whether each part of a path may be that of a route.
fn fits(parts: &[Part], asked: &[Part]) -> bool {
    parts.iter().zip(asked).all(|(own, asked)| match own {
        Part::Literal(_) => own == asked,
        Part::Open => true,
        Part::Identifier => match asked {
            Part::Literal(text) => {
                text.contains(|letter: char| letter.is_ascii_digit()) && !text.contains('.')
            }
            Part::Open | Part::Identifier => true,
        },
    })
}

/// Returns the method of requests that a function or decorator is called after: `PostMapping`.
pub(super) fn method_of(name: &str) -> Option<&'static str> {
    let last = name.rsplit(['.', ':', '>']).next().unwrap_or(name).to_lowercase();
    let last = last.strip_suffix("mapping").unwrap_or(&last);
    let last = last.strip_prefix("http").unwrap_or(last);
    METHODS.into_iter().find(|method| *method == last)
}

/// Returns the parts of a path, without what stands before its first slash in an address, and
/// without a query.
pub(super) fn parts(path: &str) -> Vec<Part> {
    let path = path
        .split_once("://")
        .map_or(path, |(_, behind)| behind.find('/').map_or("", |slash| &behind[slash..]));
    let mut marks = path.match_indices(['?', '#']).map(|(at, _)| at);
    let end = marks.find(|at| !path[*at..].starts_with("#{"));
    let path = &path[..end.unwrap_or(path.len())];
    let is_open = |part: &str| {
        part.starts_with(':') || part.contains(['{', '<', '*', '$', '%', '(', '[', '^', '\\'])
    };
    let parts = path.trim_matches('/').split('/').filter(|part| !part.is_empty());
    parts
        .map(|part| match part {
            "{}" => Part::Identifier,
            _ if is_open(part) => Part::Open,
            _ => Part::Literal(part.to_owned()),
        })
        .collect()
}

/// Returns the inside of the string on one line around a byte.
pub(super) fn string_around(text: &str, at: usize) -> Option<Range<usize>> {
    let from = text.ceil_char_boundary(at.saturating_sub(MAX_LENGTH));
    let before = text[from..at].rsplit('\n').next().unwrap_or_default();
    let quote_at = before.rfind(QUOTES)?;
    let quote = before[quote_at..].chars().next()?;
    let start = at - before.len() + quote_at + 1;
    Some(start..start + string_end(text, start, quote)?)
}

/// Returns the length of a string up to its closing quote on the same line.
fn string_end(text: &str, start: usize, quote: char) -> Option<usize> {
    let most = text.floor_char_boundary(text.len().min(start + MAX_LENGTH));
    let end = text[start..most].find([quote, '\n'])?;
    text[start + end..].starts_with(quote).then_some(end)
}

/// Returns the path of a string with the strings that it is put together with, what stands between
/// them as a placeholder, and where the first of them begins.
pub(super) fn whole_path(text: &str, string: Range<usize>) -> (String, usize) {
    let mut path = text[string.clone()].to_owned();
    let mut start = string.start;
    for _ in 0..MAX_STRINGS {
        let from = text.ceil_char_boundary(start.saturating_sub(1 + MAX_LENGTH));
        let Some(joined) = JOINED.find(&text[from..start - 1]) else { break };
        let end = from + joined.start();
        let Some(before) = string_around(text, end).filter(|before| before.end == end) else {
            break;
        };
        path.insert_str(0, &format!("{}{{}}", &text[before.clone()]));
        start = before.start;
    }
    let mut end = string.end;
    for _ in 0..MAX_STRINGS {
        let behind = &text[end + 1..];
        let Some(joining) = JOINING.find(behind) else { break };
        let start = end + 1 + joining.end();
        let Some(quote) = joining.as_str().chars().next_back() else { break };
        let Some(length) = string_end(text, start, quote) else { break };
        path.push_str("{}");
        path.push_str(&text[start..start + length]);
        end = start + length;
    }
    if EXTENDED.is_match(&text[end + 1..]) {
        path.push_str("{}");
    }
    (path, start)
}

/// Returns the name of the function that a string is the first argument of, in lower case. Without
/// a parenthesis it is a method of requests: `get "/users"`.
fn called_with(text: &str, start: usize) -> Option<String> {
    let from = text.ceil_char_boundary(start.saturating_sub(MAX_LENGTH));
    let before = text[from..start].trim_end_matches(QUOTES).trim_end();
    let (before, is_open) =
        before.strip_suffix('(').map_or((before, true), |before| (before, false));
    let name = before[before.trim_end_matches(is_word).len()..].to_lowercase();
    let method = method_called(&name);
    let is_function = !name.is_empty() && (!is_open || METHODS.contains(&method));
    is_function.then(|| method.to_owned())
}

/// Returns the method of requests that a function sends which is called after it and after the form
/// of what is sent: `postJson`, `GetAsync`. In lower case.
pub(super) fn method_called(name: &str) -> &str {
    let mut rest = name;
    while let Some(shorter) = FORMS.iter().find_map(|form| rest.strip_suffix(form.as_str())) {
        rest = shorter;
    }
    if METHODS.contains(&rest) { rest } else { name }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks whether tests with each text ask for a route.
    #[track_caller]
    fn check(method: Option<&'static str>, path: &str, asking: &[(&str, bool)]) {
        let route = Route::new(method, path).expect("a route");
        let mark = route.mark().expect("a mark");
        for (text, expected) in asking {
            let mut places = text.match_indices(mark);
            let is_asked = places.any(|(at, _)| route.is_asked_at(text, at..at + mark.len()));
            assert_eq!(is_asked, *expected, "{path} by {text}");
        }
    }

    #[test]
    fn a_route_is_asked_for_with_any_parameters() {
        check(
            Some("put"),
            "/{id}/level/{level}/{currency}",
            &[
                ("format(\"/v1/subscription/%s/level/%d/%s\", id, 5)", true),
                ("put(`/v1/subscription/${id}/level/5/usd`)", true),
                ("get(\"/v1/subscription/%s/level/%d/%s\")", false),
                ("\"/v1/subscription/\" + id + \"/level/\" + level + \"/usd\"", true),
                ("\"/v1/subscription/\" + id + \"/level/\" + level + \"/\" + currency", true),
                ("'/v1/' . $id . '/level/5/usd'", true),
                ("\"/v1/subscription/%s/level\"", false),
                ("\"/v1/subscription/%s/level/%s/usd/key\"", false),
                ("level /v1/level/5/usd", false),
                ("\"https://app.test/1/level/#{level}/usd?x=/2\"", true),
            ],
        );
        check(
            Some("post"),
            "users.rename",
            &[
                ("server.post(\"/api/users.rename\")", true),
                ("server.post(\"/api/users.renamed\")", false),
                ("events: [\"users.rename\"]", false),
                ("server.get(\"/api/users.rename\")", false),
            ],
        );
        check(
            None,
            "pages/<slug:name>/",
            &[("client.get('/pages/one/')", true), ("'/pages/'", false)],
        );
    }

    #[test]
    fn a_path_without_a_name_is_no_route() {
        for path in ["/", "/{id}", "/v1/:id", "../users/rename", "text with spaces/users"] {
            assert_eq!(Route::new(None, path), None, "{path}");
        }
        assert_eq!(method_of("PostMapping"), Some("post"));
        assert_eq!(method_of("router.get"), Some("get"));
        assert_eq!(method_of("HttpDelete"), Some("delete"));
        assert_eq!(method_of("Path"), None);
    }
}
