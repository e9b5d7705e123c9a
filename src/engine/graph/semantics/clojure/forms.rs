//! Forms of Clojure, as far as the head of a file needs them.

/// Limit of forms in one another.
const MAX_DEPTH: usize = 16;

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Form<'t> {
    Symbol(&'t str),
    Keyword(&'t str),
    /// In brackets of any kind.
    List(Vec<Form<'t>>),
    /// A text or another literal.
    Other,
}

impl<'t> Form<'t> {
    pub(super) fn symbol(&self) -> Option<&'t str> {
        match self {
            Form::Symbol(name) => Some(name),
            _ => None,
        }
    }

    /// Returns the form that `(quote form)` stands for.
    pub(super) fn unquoted(self) -> Self {
        match self {
            Form::List(mut forms) if forms.len() == 2 && forms[0].symbol() == Some("quote") => {
                forms.swap_remove(1)
            }
            other => other,
        }
    }

    pub(super) fn list(&self) -> Option<&[Form<'t>]> {
        match self {
            Form::List(forms) => Some(forms),
            _ => None,
        }
    }
}

/// Returns the first form of a text, and the number of bytes up to its end.
pub(super) fn first_form(text: &str) -> Option<(Form<'_>, usize)> {
    let mut reader = Reader { rest: text };
    let form = reader.form(0)?;
    Some((form, text.len() - reader.rest.len()))
}

struct Reader<'t> {
    rest: &'t str,
}

impl<'t> Reader<'t> {
    /// Reads a form; `None` at the end of the list around it or of the text.
    fn form(&mut self, depth: usize) -> Option<Form<'t>> {
        loop {
            self.rest = self
                .rest
                .trim_start_matches(|letter: char| letter.is_whitespace() || letter == ',');
            let first = self.rest.chars().next().filter(|_| depth <= MAX_DEPTH)?;
            match first {
                ';' => self.pass(self.rest.find('\n').unwrap_or(self.rest.len())),
                '"' => {
                    self.text();
                    return Some(Form::Other);
                }
                '(' | '[' | '{' => {
                    self.pass(1);
                    return Some(self.list(depth));
                }
                ')' | ']' | '}' => return None,
                '#' if self.rest.starts_with("#_") => {
                    self.pass(2);
                    self.form(depth + 1)?;
                }
                // What is said of the next form.
                '^' => {
                    self.pass(1);
                    self.form(depth + 1)?;
                }
                '\\' => {
                    let length = self.rest[1..].chars().next().map_or(0, char::len_utf8);
                    self.pass(1 + length);
                    self.word();
                    return Some(Form::Other);
                }
                '\'' | '`' | '~' | '@' | '#' | '?' if self.rest.len() > 1 => self.pass(1),
                _ => return Some(self.atom()),
            }
        }
    }

    fn list(&mut self, depth: usize) -> Form<'t> {
        let mut forms = Vec::new();
        while depth < MAX_DEPTH
            && let Some(form) = self.form(depth + 1)
        {
            forms.push(form);
        }
        self.pass(self.rest.chars().next().map_or(0, char::len_utf8));
        Form::List(forms)
    }

    fn atom(&mut self) -> Form<'t> {
        let word = self.word();
        match word.strip_prefix(':') {
            Some(name) => Form::Keyword(name),
            None if word.is_empty() => {
                self.pass(self.rest.chars().next().map_or(0, char::len_utf8));
                Form::Other
            }
            None if word.starts_with(|first: char| first.is_ascii_digit()) => Form::Other,
            None => Form::Symbol(word),
        }
    }

    fn word(&mut self) -> &'t str {
        let ends = |letter: char| letter.is_whitespace() || "()[]{}\",;^`~@".contains(letter);
        let end = self.rest.find(ends).unwrap_or(self.rest.len());
        let word = &self.rest[..end];
        self.pass(end);
        word
    }

    fn text(&mut self) {
        let mut is_escaped = false;
        let inside = self.rest.char_indices().skip(1);
        let mut end = self.rest.len();
        for (at, letter) in inside {
            if letter == '"' && !is_escaped {
                end = at + 1;
                break;
            }
            is_escaped = letter == '\\' && !is_escaped;
        }
        self.pass(end);
    }

    fn pass(&mut self, bytes: usize) {
        self.rest = &self.rest[bytes..];
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forms_are_read_without_comments_and_marks() {
        let symbols = |text: &str| -> Vec<String> {
            let form = first_form(text).map(|(form, _)| form);
            let forms = form.as_ref().and_then(Form::list).unwrap_or_default();
            forms.iter().map(|form| format!("{form:?}")).collect()
        };
        let check = |text: &str, expected: &[&str]| assert_eq!(symbols(text), expected, "{text}");
        check("(a :b, \"c\\\" )\" 1)", &["Symbol(\"a\")", "Keyword(\"b\")", "Other", "Other"]);
        check("(a ; b)\n #_(c d) ^{:e f} g)", &["Symbol(\"a\")", "Symbol(\"g\")"]);
        check(
            "['a #?(:clj b) \\) c]",
            &["Symbol(\"a\")", "List([Keyword(\"clj\"), Symbol(\"b\")])", "Other", "Symbol(\"c\")"],
        );
        check("(a", &["Symbol(\"a\")"]);
        assert_eq!(first_form(")"), None);
        assert_eq!(first_form(" (a (b)) (c)").map(|(_, read)| read), Some(8));
    }
}
