//! Addresses that tests make while they run, of what something gives as the address of a thing and
//! of the end that is written: `post($book->getUrl('/copy'))`. Such an address is one of a route
//! with that end if what gives it is named as the thing before that end.

use super::routes::{Part, Route, method_called, method_of, parts, string_around, whole_path};
use crate::domain::{is_word, snake_case};

/// Limit of the bytes before a string in which the call is looked for that sends the request.
const MAX_BEFORE: usize = 200;

/// Names of parameters that say nothing of the thing that they identify.
const NAMELESS: [&str; 7] = ["id", "key", "name", "pk", "slug", "url", "uuid"];

/// Least letters of a word by which a thing is told, and how much longer than what two words share
/// one may be: `shelf`, `shelves`.
const MIN_LETTERS: usize = 3;
const MAX_ENDING: usize = 3;

/// What stands before the end of an address that is made.
#[derive(Debug, PartialEq, Eq)]
struct Head {
    /// The function that is called with the address, in lower case.
    called: String,
    /// The words of what gives the beginning of the address, in lower case.
    words: Vec<String>,
}

impl Route {
    /// Returns whether the string around a place of [`Route::end`] in a text ends an address of the
    /// route that the code makes.
    pub(super) fn is_built_at(&self, text: &str, at: usize) -> bool {
        let Some((path, start)) = string_around(text, at).map(|string| whole_path(text, string))
        else {
            return false;
        };
        let (head, rest) = match path.strip_prefix('/') {
            Some(rest) => (head_before(&text[..start]), rest),
            None => {
                let (first, rest) = path.split_once('/').unwrap_or((&path, ""));
                (head_in(&text[..start], first), rest)
            }
        };
        let Some(head) = head else { return false };
        let asked = parts(rest);
        let sent = method_of(method_called(&head.called));
        let is_of_method = sent.is_some() && (self.method.is_none() || self.method == sent);
        is_of_method
            && asked.last().is_some_and(|last| matches!(last, Part::Literal(_)))
            && self.is_end_of_longer(&asked)
            && self
                .things_before(asked.len())
                .iter()
                .any(|thing| head.words.iter().any(|word| are_one_word(word, thing)))
    }

    /// Returns the words of the thing whose identifier stands before the last parts of a route: of
    /// the last part that is literal, and of the parameters behind it.
    fn things_before(&self, last: usize) -> Vec<String> {
        let written: Vec<&str> = self.path.split('/').filter(|part| !part.is_empty()).collect();
        let all = self.parts.len();
        if written.len() != all {
            return Vec::new();
        }
        let is_literal = |index: &usize| matches!(self.parts[*index], Part::Literal(_));
        let from = (0..all - last).rev().find(is_literal).unwrap_or(all - last);
        let words = written[from..all - last].iter().copied().flat_map(words);
        words.filter(|word| !NAMELESS.contains(&word.as_str())).collect()
    }
}

/// Returns what a string is put behind: a call that is given it, `post($book->getUrl(`, or what it
/// is added to, `post(book.url + `.
fn head_before(text: &str) -> Option<Head> {
    let text = text.strip_suffix(['"', '\'', '`'])?.trim_end();
    let is_sign = |letter: char| matches!(letter, '+' | '.' | '<' | '>');
    let added = text.trim_end_matches(is_sign);
    let before = match text.strip_suffix('(') {
        Some(called) => called,
        None if ["+", ".", "..", "<>"].contains(&&text[added.len()..]) => added.trim_end(),
        None => return None,
    };
    let from = before.ceil_char_boundary(before.len().saturating_sub(MAX_BEFORE));
    let open = opening(&before[from..])? + from;
    head(&before[..open], &before[open + 1..])
}

/// Returns the head of a string that begins with a placeholder: `post("#{book.url}/copy"`.
fn head_in(text: &str, first: &str) -> Option<Head> {
    let placeholder = first.strip_prefix('#').unwrap_or(first);
    placeholder.starts_with(['$', '{']).then_some(())?;
    let text = text.strip_suffix(['"', '\'', '`'])?;
    // Letters before a string that tell how it is read: `f"…"`.
    let marks = &text[text.trim_end_matches(is_word).len()..];
    let text = if marks.len() == 1 { &text[..text.len() - 1] } else { text }.trim_end();
    head(text.strip_suffix('(').unwrap_or(text), placeholder)
}

/// Makes the head of what is called and of what gives the beginning of an address, of which the
/// last two names count: `book.url` of `this.page.book.url`.
fn head(called: &str, giving: &str) -> Option<Head> {
    let name = &called[called.trim_end_matches(is_word).len()..];
    let names: Vec<&str> =
        giving.split(|letter: char| !is_word(letter)).filter(|name| !name.is_empty()).collect();
    let last = names[names.len().saturating_sub(2)..].iter();
    let words: Vec<String> = last.copied().flat_map(words).collect();
    (!name.is_empty() && !words.is_empty()).then(|| Head { called: name.to_lowercase(), words })
}

/// Returns where the parenthesis stands whose first argument the end of a text is in.
fn opening(text: &str) -> Option<usize> {
    let mut depth = 0_usize;
    for (at, letter) in text.char_indices().rev() {
        match letter {
            ')' | ']' => depth += 1,
            '(' if depth == 0 => return Some(at),
            '(' | '[' => depth = depth.checked_sub(1)?,
            ',' | ';' | '{' | '}' | '=' if depth == 0 => return None,
            _ => {}
        }
    }
    None
}

/// Returns the words of a name, in lower case: `other`, `page` of `otherPage`.
fn words(name: &str) -> Vec<String> {
    let snake = snake_case(name);
    let words = snake.split(|letter: char| !letter.is_alphanumeric());
    words.filter(|word| !word.is_empty()).map(str::to_owned).collect()
}

/// Returns whether two words are one but for their endings, as a word and its plural are.
fn are_one_word(one: &str, other: &str) -> bool {
    let shared = one.chars().zip(other.chars()).take_while(|(one, other)| one == other).count();
    let (one, other) = (one.chars().count(), other.chars().count());
    shared >= MIN_LETTERS && shared + 1 >= one.min(other) && one.max(other) <= shared + MAX_ENDING
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(method: Option<&'static str>, path: &str, asking: &[(&str, bool)]) {
        let route = Route::new(method, path).expect("a route");
        let end = route.end().expect("an end");
        for (text, expected) in asking {
            let is_built = text.match_indices(end).any(|(at, _)| route.is_built_at(text, at));
            assert_eq!(is_built, *expected, "{path} by {text}");
        }
    }

    #[test]
    fn an_address_of_a_named_thing_is_known_by_its_end() {
        check(
            Some("post"),
            "/books/{bookSlug}/chapter/{chapterSlug}/copy",
            &[
                ("$this->asEditor()->post($chapter->getUrl('/copy'), [", true),
                ("$this->actingAs($viewer)->post(\n  $this->chapter->getUrl('/copy'))", true),
                ("$this->post($oldChapter->getUrl() . '/copy')", true),
                ("$this->post(\"{$chapter->url}/copy\")", true),
                ("client.post(f\"{chapter.url}/copy\")", true),
                ("post \"#{chapter_url}/copy\"", true),
                ("request.post(`${chapterUrl}/copy?full=1`)", true),
                ("$this->post($book->getUrl(\"/chapter/{$chapter->slug}/copy\"))", true),
                // Of something else, with another method, no request, and another end.
                ("$this->post($book->getUrl('/copy'))", false),
                ("$this->post($chapter->book->getUrl('/copy'))", false),
                ("$this->get($chapter->getUrl('/copy'))", false),
                ("assertLinkExists($chapter->getUrl('/copy'))", false),
                ("$this->post($url, $chapter->getUrl('/copy'))", false),
                ("$this->post($chapter->getUrl('/copy/all'))", false),
                ("$this->post($chapter->getUrl('/all/copy'))", false),
                ("$this->post($baseUrl . '/copy')", false),
                ("$this->post('/copy')", false),
            ],
        );
        check(
            None,
            "/shelves/{slug}/delete",
            &[
                ("$this->get($shelf->getUrl('/delete'))", true),
                ("$this->get($slug->getUrl('/delete'))", false),
                ("assertLinkExists($shelf->getUrl('/delete'))", false),
                ("http.Post(server.URL + \"/delete\")", false),
            ],
        );
    }

    #[test]
    fn an_address_behind_a_word_is_none_of_a_thing() {
        check(Some("post"), "/users/login", &[("client.post(users.url + '/login')", false)]);
    }
}
