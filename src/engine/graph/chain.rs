//! Expressions read from their text: `self.pool.get(key)?.close` as a chain of names. What is no such chain, such as a sum,
//! has no type that syntax could tell.

/// How a name is joined to what stands before it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::engine) enum Joint {
    /// The first name.
    Start,
    /// `.`, `->`, `?.`: a member of a value, type or module.
    Dot,
    /// `::`: a member of a type or module.
    Path,
}

/// One link.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::engine) enum Link<'a> {
    Name {
        name: &'a str,
        joint: Joint,
        is_called: bool,
    },
    /// `[…]`: an element.
    Element,
}

/// A whole expression.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::engine) struct Chain<'a> {
    pub(in crate::engine) links: Vec<Link<'a>>,
    /// So many of the first links name a type that is made here: `new Foo(…)`, `Foo { … }`.
    pub(in crate::engine) constructs: usize,
    /// The type that the value is turned into: `x as T`.
    pub(in crate::engine) cast: Option<&'a str>,
    /// The module that the first link loads where it runs: `require('./x').y`.
    pub(in crate::engine) required: Option<&'a str>,
}

/// The longest expression that is read. What is longer is data, not a receiver.
const LONGEST: usize = 2000;

impl<'a> Chain<'a> {
    /// Reads an expression, or a type's or module's path.
    pub(in crate::engine) fn read(text: &'a str) -> Option<Self> {
        if text.len() > LONGEST {
            return None;
        }
        let chain = Chain { links: Vec::new(), constructs: 0, cast: None, required: None };
        let mut reader = Reader { rest: text.trim(), chain, is_new: false };
        reader.prefixes();
        reader.root()?;
        while reader.link()? {}
        reader.constructed();
        reader.rest.is_empty().then_some(reader.chain)
    }

    /// A chain of one name.
    pub(in crate::engine) fn single(&self) -> Option<&'a str> {
        match self.links.as_slice() {
            [Link::Name { name, is_called: false, .. }] if self.cast.is_none() && self.constructs == 0 => Some(name),
            _ => None,
        }
    }
}

struct Reader<'a> {
    rest: &'a str,
    chain: Chain<'a>,
    /// `new` was read, but not yet what is made.
    is_new: bool,
}

impl<'a> Reader<'a> {
    /// What was read so far names the type that `new` makes.
    fn constructed(&mut self) {
        if std::mem::take(&mut self.is_new) {
            self.chain.constructs = self.chain.links.len();
        }
    }

    fn prefixes(&mut self) {
        loop {
            let before = self.rest;
            for mark in ["&", "*"] {
                self.rest = self.rest.strip_prefix(mark).unwrap_or(self.rest).trim_start();
            }
            for word in ["mut", "await", "raw", "const"] {
                self.rest = strip_word(self.rest, word).unwrap_or(self.rest);
            }
            if let Some(rest) = strip_word(self.rest, "new") {
                self.rest = rest;
                self.is_new = true;
            }
            if before == self.rest {
                return;
            }
        }
    }

    fn root(&mut self) -> Option<()> {
        if self.rest.starts_with('(') {
            let (inside, rest) = balanced(self.rest)?;
            let rest = rest.trim_start();
            if is_cast_of(rest) {
                self.chain.cast = Some(inside);
                self.rest = "";
                return Some(());
            }
            let inner = Chain::read(inside)?;
            self.rest = rest;
            self.chain.links = inner.links;
            self.chain.constructs = inner.constructs;
            self.chain.cast = inner.cast;
            self.chain.required = inner.required;
            // What follows a cast in parentheses starts from the type.
            if !self.rest.is_empty() && self.chain.cast.is_some() {
                let cast = self.chain.cast.take()?;
                self.chain.links = Chain::read(cast)?.links;
                self.chain.constructs = self.chain.links.len();
            }
            return Some(());
        }
        // `<T as Trait>::name` is a path of the type; what it is taken as does not matter here.
        if self.rest.starts_with('<') {
            let (inside, rest) = balanced(self.rest)?;
            let inside = inside.split(" as ").next().unwrap_or(inside);
            self.chain.links = Chain::read(inside)?.links;
            self.rest = rest.trim_start();
            return Some(());
        }
        self.rest = self.rest.strip_prefix("::").unwrap_or(self.rest);
        let name = self.name()?;
        self.push(name, Joint::Start);
        Some(())
    }

    fn push(&mut self, name: &'a str, joint: Joint) {
        self.chain.links.push(Link::Name { name, joint, is_called: false });
    }

    fn name(&mut self) -> Option<&'a str> {
        let end = self
            .rest
            .find(|character: char| !(character.is_alphanumeric() || matches!(character, '_' | '$' | '#')))
            .unwrap_or(self.rest.len());
        let (name, rest) = self.rest.split_at(end);
        if name.is_empty() || name.starts_with(|first: char| first.is_ascii_digit()) {
            return None;
        }
        self.rest = rest;
        Some(name)
    }

    /// Reads one more link; `Some(false)` at the end.
    fn link(&mut self) -> Option<bool> {
        self.rest = self.rest.trim_start();
        if self.rest.is_empty() {
            return Some(false);
        }
        for (mark, joint) in [("?.", Joint::Dot), ("!.", Joint::Dot), (".", Joint::Dot), ("->", Joint::Dot)] {
            if let Some(rest) = self.rest.strip_prefix(mark) {
                return self.member(rest, joint);
            }
        }
        if let Some(rest) = self.rest.strip_prefix("::") {
            let rest = rest.trim_start();
            if rest.starts_with('<') {
                self.rest = balanced(rest)?.1;
                return Some(true);
            }
            return self.member(rest, Joint::Path);
        }
        for mark in ["?", "!"] {
            if let Some(rest) = self.rest.strip_prefix(mark) {
                self.rest = rest;
                // A macro's result, or the choice of a ternary, is anything.
                return rest.trim_start().chars().next().is_none_or(|next| ".?!)".contains(next)).then_some(true);
            }
        }
        if let Some(rest) = strip_word(self.rest, "as").or_else(|| strip_word(self.rest, "satisfies")) {
            self.chain.cast = Some(rest.trim());
            self.rest = "";
            return Some(true);
        }
        match self.rest.as_bytes()[0] {
            b'(' => {
                let (inside, rest) = balanced(self.rest)?;
                self.rest = rest;
                if matches!(self.chain.links.as_slice(), [Link::Name { name: "require" | "import", .. }]) {
                    self.chain.required = quoted(inside.trim());
                }
                self.called()
            }
            b'[' => {
                self.rest = balanced(self.rest)?.1;
                self.chain.links.push(Link::Element);
                Some(true)
            }
            b'<' => {
                let (arguments, rest) = balanced(self.rest)?;
                let rest = rest.trim_start();
                if rest.starts_with('(') && self.makes_argument() {
                    self.chain.links = Self::type_links(arguments)?;
                    self.chain.constructs = self.chain.links.len();
                    self.rest = balanced(rest)?.1;
                    return Some(true);
                }
                self.rest = rest;
                (rest.starts_with(['(', '{', ':']) || rest.is_empty()).then_some(true)
            }
            b'{' => {
                self.rest = balanced(self.rest)?.1;
                self.chain.constructs = self.chain.links.len();
                Some(true)
            }
            _ => None,
        }
    }

    /// Whether what was read so far is a function that gives a value of its type argument.
    fn makes_argument(&self) -> bool {
        const MAKERS: [&str; 8] = [
            "static_cast",
            "dynamic_cast",
            "reinterpret_cast",
            "const_cast",
            "static_pointer_cast",
            "dynamic_pointer_cast",
            "make_unique",
            "make_shared",
        ];
        matches!(self.chain.links.last(), Some(Link::Name { name, is_called: false, .. }) if MAKERS.contains(name))
    }

    /// The path of a type that is written with what says how it is held: `const a::Foo*`.
    fn type_links(text: &'a str) -> Option<Vec<Link<'a>>> {
        let text =
            text.trim().trim_start_matches("const ").trim_end_matches(['*', '&', ' ']).trim_end_matches(" const");
        Chain::read(text).map(|chain| chain.links)
    }

    fn member(&mut self, rest: &'a str, joint: Joint) -> Option<bool> {
        self.rest = rest.trim_start();
        // `.(T)` is Go's way to say what a value is; `.[` is an optional element.
        if self.rest.starts_with('(') {
            let (inside, rest) = balanced(self.rest)?;
            self.chain.cast = Some(inside);
            self.rest = rest;
            return rest.trim().is_empty().then_some(true);
        }
        if self.rest.starts_with('[') {
            return Some(true);
        }
        let name = self.name()?;
        // The number of a tuple's part is no name.
        self.push(name, joint);
        Some(true)
    }

    fn called(&mut self) -> Option<bool> {
        // `new Foo(…)` is the construction itself.
        if self.is_new {
            self.constructed();
            return Some(true);
        }
        match self.chain.links.last_mut() {
            Some(Link::Name { is_called, .. }) if !*is_called => {
                *is_called = true;
                Some(true)
            }
            _ => None,
        }
    }
}

/// Whether what follows a parenthesis is a value that is turned into the type in it: `(T) value`.
fn is_cast_of(rest: &str) -> bool {
    const OPERATORS: [&str; 11] =
        ["and", "as", "else", "for", "if", "in", "instanceof", "is", "not", "or", "satisfies"];
    let is_word = |character: char| character.is_alphanumeric() || character == '_';
    let word = rest.split(|character: char| !is_word(character)).next().unwrap_or_default();
    word.starts_with(|first: char| first.is_alphabetic() || first == '_') && !OPERATORS.contains(&word)
}

/// The inside of a text that is nothing but a quoted one.
fn quoted(text: &str) -> Option<&str> {
    let quote = text.chars().next().filter(|quote| matches!(quote, '\'' | '"' | '`'))?;
    let inside = text[1..].strip_suffix(quote)?;
    (!inside.contains(quote)).then_some(inside)
}

fn strip_word<'a>(text: &'a str, word: &str) -> Option<&'a str> {
    let rest = text.strip_prefix(word)?;
    rest.starts_with(char::is_whitespace).then(|| rest.trim_start())
}

/// The inside of the brackets that `text` starts with, and what follows them. Quotes are respected as far as they close.
pub(in crate::engine) fn balanced(text: &str) -> Option<(&str, &str)> {
    let mut open: Vec<u8> = Vec::new();
    let mut quote: Option<u8> = None;
    let bytes = text.as_bytes();
    let mut at = 0;
    while at < bytes.len() {
        let byte = bytes[at];
        match (quote, byte) {
            (Some(_), b'\\') => at += 1,
            (Some(mark), _) if mark == byte => quote = None,
            (Some(_), _) => {}
            // A lifetime's apostrophe closes nowhere.
            (None, b'\'') if !closes_soon(&bytes[at + 1..]) => {}
            (None, b'"' | b'\'' | b'`') => quote = Some(byte),
            (None, b'(') => open.push(b')'),
            (None, b'[') => open.push(b']'),
            (None, b'{') => open.push(b'}'),
            (None, b'<') if open.iter().all(|close| *close == b'>') => open.push(b'>'),
            (None, b'>') if at > 0 && matches!(bytes[at - 1], b'-' | b'=') => {}
            (None, b')' | b']' | b'}' | b'>') if open.last() == Some(&byte) => {
                open.pop();
                if open.is_empty() {
                    return Some((&text[1..at], &text[at + 1..]));
                }
            }
            (None, b')' | b']' | b'}') => return None,
            _ => {}
        }
        at += 1;
    }
    None
}

fn closes_soon(bytes: &[u8]) -> bool {
    let line = bytes.iter().position(|byte| *byte == b'\n').unwrap_or(bytes.len());
    let close = bytes[..line].iter().position(|byte| *byte == b'\'');
    close.is_some_and(|close| {
        !bytes[..close].iter().all(|byte| byte.is_ascii_alphanumeric()) || close <= 2 || {
            let after = bytes.get(close + 1).copied().unwrap_or(b' ');
            !after.is_ascii_alphanumeric()
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: &str) {
        let shown = Chain::read(text).map_or("none".to_owned(), |chain| {
            let mut shown = String::new();
            for (index, link) in chain.links.iter().enumerate() {
                if index == 0 && chain.constructs > 0 {
                    shown.push_str(&format!("new{} ", chain.constructs));
                }
                match link {
                    Link::Name { name, joint, is_called } => {
                        shown.push_str(match joint {
                            Joint::Start => "",
                            Joint::Dot => ".",
                            Joint::Path => "::",
                        });
                        shown.push_str(name);
                        if *is_called {
                            shown.push_str("()");
                        }
                    }
                    Link::Element => shown.push_str("[]"),
                }
            }
            if let Some(cast) = chain.cast {
                shown.push_str(&format!(" as {cast}"));
            }
            if let Some(module) = chain.required {
                shown.push_str(&format!(" of {module}"));
            }
            shown
        });
        assert_eq!(shown, expected, "{text}");
    }

    #[test]
    fn chains_are_read_and_other_expressions_are_not() {
        check("self", "self");
        check("self.pool.get(key, (1, 2))?.close", "self.pool.get().close");
        check("&mut *self.inner", "self.inner");
        check("Foo::<u8>::new(1).await", "Foo::new().await");
        check("<T as Shape>::area", "T::area");
        check("new Map<string, Foo[]>()", "new1 Map");
        check("Foo { a: 1, b }", "new1 Foo");
        check("&Foo{}", "new1 Foo");
        check("items[0].name", "items[].name");
        check("(x as Foo).bar()", "new1 Foo.bar()");
        check("(Foo) load(x).y", " as Foo");
        check("((a.Foo<T>) x).bar()", "new2 a.Foo.bar()");
        check("(f)(x).bar", "f().bar");
        check("(a) instanceof B", "none");
        check("new a.Foo(b).bar()", "new2 a.Foo.bar()");
        check("x as Foo", "x as Foo");
        check("v.(Foo)", "v as Foo");
        check("p->next->name", "p.next.name");
        check("a?.b!.c", "a.b.c");
        check("await load()", "load()");
        check("require('./a').b", "require().b of ./a");
        check("(await import(\"./a\")).b()", "import().b() of ./a");
        check("require(a + 'b').c", "require().c");
        check("super().save(*args, **kwargs)", "super().save()");
        check("std::mem::take(&mut self.x)", "std::mem::take()");
        check("f('(', \")\").g", "f().g");
        check("a + b", "none");
        check("1", "none");
        check("\"text\"", "none");
        check("vec![1]", "none");
        check("a ? b : c", "none");
        check("", "none");
    }
}
