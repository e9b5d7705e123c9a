//! Insides of functions' bodies at the top of a file, in languages with a preprocessor, found by
//! tokens alone. What is not clearly one is none: it costs no more than the time to parse it.

use super::config::{AlternativeRules, CommentMarks};
use super::preprocessor::{Token, TokenKind, tokens};
use crate::domain::is_word;
use memchr::memmem;
use std::ops::Range;

/// Words before the name and the members of a type, whose braces are no body.
const TYPE_WORDS: [&str; 4] = ["class", "enum", "struct", "union"];

/// Returns the insides of the bodies that do not hold `name`, by position. Empty where braces and
/// directives do not nest, so that what is a body is uncertain.
pub(super) fn insides_without(
    text: &str,
    name: &str,
    rules: &AlternativeRules,
    comments: &CommentMarks,
) -> Vec<Range<usize>> {
    if rules.begin.is_empty() {
        return Vec::new();
    }
    let mut insides = insides(text, &tokens(text, rules, comments)).unwrap_or_default();
    let mut names = memmem::find_iter(text.as_bytes(), name).peekable();
    insides.retain(|inside| {
        while names.next_if(|at| *at < inside.start).is_some() {}
        names.peek().is_none_or(|at| *at >= inside.end)
    });
    insides
}

/// Returns the insides of all bodies; `None` if braces or directives do not nest.
fn insides(text: &str, tokens: &[Token]) -> Option<Vec<Range<usize>>> {
    let mut found = Nesting::default();
    let mut end = 0;
    for token in tokens {
        if found.depth == 0 {
            found.head.read(text.get(end..token.range.start)?);
        }
        found.add(token, text)?;
        end = token.range.end;
    }
    (found.depth == 0 && found.wide == 0 && found.groups.is_empty()).then_some(found.insides)
}

/// Braces and directives that are open at a place.
#[derive(Default)]
struct Nesting {
    /// Number of open braces, without those that stand around a file: `extern "C" {`.
    depth: usize,
    wide: usize,
    groups: Vec<Group>,
    /// Number of groups that were open at the outermost open brace.
    groups_outside: usize,
    /// Whether the outermost open brace is that of a body.
    is_body: bool,
    /// Start of the inside of that body, if it may be left out.
    inside: Option<usize>,
    head: Head,
    insides: Vec<Range<usize>>,
}

/// Alternatives of a conditional directive.
struct Group {
    /// Depth before the directive, and at the end of the first alternative, once that has ended.
    before: usize,
    after: Option<usize>,
}

impl Nesting {
    /// Adds a token; `None` if it does not fit what is open.
    fn add(&mut self, token: &Token, text: &str) -> Option<()> {
        match token.kind {
            TokenKind::Begin => self.groups.push(Group { before: self.depth, after: None }),
            TokenKind::Next | TokenKind::End => self.end_alternative(token.kind)?,
            // What a macro stands for holds outside of the body too.
            TokenKind::Directive => self.inside = None,
            TokenKind::Open => self.open(token.range.end),
            TokenKind::Close => self.close(token.range.start, text)?,
            TokenKind::Literal if self.depth == 0 => self.head.is_literal = true,
            TokenKind::Literal | TokenKind::Comment => {}
        }
        let is_directive =
            !matches!(token.kind, TokenKind::Open | TokenKind::Literal | TokenKind::Comment);
        if is_directive && self.depth == 0 {
            self.head = Head::default();
        }
        Some(())
    }

    /// Ends an alternative. Behind all alternatives, braces count as in the first.
    fn end_alternative(&mut self, kind: TokenKind) -> Option<()> {
        let depth = self.depth;
        let group = self.groups.last_mut()?;
        if group.before != depth {
            self.inside = None;
            if !self.is_body {
                return None;
            }
        }
        let first = *group.after.get_or_insert(depth);
        self.depth = group.before;
        if kind == TokenKind::End {
            self.depth = first;
            self.groups.pop();
        }
        Some(())
    }

    fn open(&mut self, end: usize) {
        if self.depth == 0 {
            if self.head.is_literal {
                self.wide += 1;
                self.head = Head::default();
                return;
            }
            self.is_body = self.head.is_of_function();
            self.inside = self.is_body.then_some(end);
            self.groups_outside = self.groups.len();
        }
        self.depth += 1;
    }

    fn close(&mut self, start: usize, text: &str) -> Option<()> {
        let Some(depth) = self.depth.checked_sub(1) else {
            self.wide = self.wide.checked_sub(1)?;
            return Some(());
        };
        self.depth = depth;
        if depth == 0 {
            if self.groups.len() != self.groups_outside {
                return None;
            }
            self.is_body = false;
            let inside = self.inside.take().map(|from| from..start);
            self.insides.extend(inside.filter(|inside| {
                text.as_bytes()[inside.clone()].first().is_some_and(u8::is_ascii)
            }));
        }
        Some(())
    }
}

/// Code at the top of a file from the end of a declaration on.
#[derive(Default)]
struct Head {
    /// Number of open parentheses.
    parentheses: usize,
    /// Whether it ends with the parameters of a function, perhaps with words behind them.
    is_closed: bool,
    /// Whether it ends with a literal.
    is_literal: bool,
    /// Whether it names a type whose members may follow.
    is_type: bool,
    /// Whether it is none of a function, as an initializer or the rest of a macro.
    is_other: bool,
}

impl Head {
    /// Reads further code, without braces, directives, comments and literals.
    fn read(&mut self, code: &str) {
        let mut rest = code.trim_start();
        while let Some(first) = rest.chars().next() {
            let word = &rest[..rest.find(|letter| !is_word(letter)).unwrap_or(rest.len())];
            let length = word.len().max(first.len_utf8());
            self.is_literal = false;
            match first {
                ';' => *self = Self::default(),
                '(' => {
                    self.parentheses += 1;
                }
                ')' => {
                    self.is_other |= self.parentheses == 0;
                    self.parentheses = self.parentheses.saturating_sub(1);
                    self.is_closed = self.parentheses == 0;
                }
                _ if self.parentheses > 0 => {}
                '=' | '\\' | '#' => self.is_other = true,
                '*' => (self.is_type, self.is_closed) = (false, false),
                _ if TYPE_WORDS.contains(&word) => (self.is_type, self.is_closed) = (true, false),
                _ => {
                    let is_called = rest[length..].trim_start().starts_with('(');
                    // An attribute of a type begins as what belongs to the compiler.
                    self.is_type &= !is_called || word.starts_with("__");
                    self.is_closed &= !word.is_empty();
                }
            }
            rest = rest[length..].trim_start();
        }
    }

    fn is_of_function(&self) -> bool {
        self.is_closed && !self.is_type && !self.is_other
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lang::registry;

    /// Checks what is left out of a C file in a question about `name`.
    fn check(text: &str, expected: &[&str]) {
        let config = &registry().by_name("c").expect("C is a language").config;
        let found = insides_without(text, "name", &config.alternatives, &config.comments);
        let found: Vec<&str> = found.into_iter().map(|inside| text[inside].trim()).collect();
        assert_eq!(found, expected, "{text}");
    }

    #[test]
    fn bodies_of_functions_are_left_out_unless_they_hold_the_name() {
        check(
            "int f(void) { a(); }\nint g(int b)\n{\n\tif (b) { my_names(); }\n}\nint h() { c(); }",
            &["a();", "c();"],
        );
        check("int name(void) { a(); } // name\nint f(void) { b(); }", &["a();", "b();"]);
        check("int f(void) { } int g(void) {}", &[""]);
    }

    #[test]
    fn attributes_and_macros_may_stand_around_the_parameters() {
        check("static void __init f(void) __acquires(lock) { a(); }", &["a();"]);
        check("int f(void) __must_check /* so */ { a(); }", &["a();"]);
        check("__attribute__((cold)) struct s *f(struct s *a, int (*b)(int)) { a(); }", &["a();"]);
        check("struct s f(struct s a) { a(); }\nstruct s *__f(void) { b(); }", &["a();", "b();"]);
        check("EXPORT(f)\nDEFINE(f, int, a) { a(); }", &["a();"]);
    }

    #[test]
    fn other_braces_stay() {
        for text in [
            "struct s { int a; struct { int b; } c; };",
            "struct s __attribute__((packed)) { int a; };",
            "struct __aligned(8) s { int a; };",
            "ALIGNED(8) struct s { int a; };",
            "union u { int a; } __packed;\nenum e { A, B };",
            "struct s a = { .b = { 1, { 2 } } }, c[] = { { 3 } };",
            "struct s *a = &(struct s) { 1 };",
            "int f(a, b)\n\tint a;\n\tchar b;\n{ a(); }",
            "#define F(a) int f(int a) { a(); }\n#define G(a) \\\n int g(int a) { \\\n b(); \\\n }",
            "#define F(a) /* so */ \\\n int f_##a(void) { \\\n b(); \\\n }",
        ] {
            check(text, &[]);
        }
    }

    #[test]
    fn braces_in_comments_and_literals_do_not_count() {
        check("int f(void) { a(\"}\", '}'); /* } */ // }\n }", &["a(\"}\", '}'); /* } */ // }"]);
        check("/* int f(void) { */ int g(void) { a(); } /* } */", &["a();"]);
        check("char *a = \"f() {\"; int g(void) { a('\\''); }", &["a('\\'');"]);
    }

    #[test]
    fn conditionals_that_nest_may_stand_inside_and_around() {
        check(
            "int f(void) {\n#ifdef A\na();\n#else\nb();\n#endif\n}",
            &["#ifdef A\na();\n#else\nb();\n#endif"],
        );
        check("#ifdef A\nint f(void) { a(); }\n#else\nint f(void) { }\n#endif\n", &["a();", ""]);
        check(
            "#ifdef __cplusplus\nextern \"C\" {\n#endif\nint f(void) { a(); }\n#ifdef __cplusplus\n}\n#endif",
            &["a();"],
        );
        check("extern \"C\" int f(void) { a(); }", &["a();"]);
    }

    #[test]
    fn a_body_in_which_braces_and_directives_do_not_nest_stays() {
        check(
            "int f(void) {\n#ifdef A\nif (a) {\n#else\n{\n#endif\n}\n}\nint g(void) { b(); }",
            &["b();"],
        );
        check("int f(void) {\n#define A a()\nA;\n}\nint g(void) { b(); }", &["b();"]);
    }

    #[test]
    fn a_file_in_which_braces_and_directives_do_not_nest_stays() {
        for broken in [
            "int g(void) {",
            "}",
            "#ifdef A\nint g(int a) {\n#else\nint g(void) {\n#endif\n}",
            "int g(int a) {\n#ifdef A\n}\nint h(int a) {\n#endif\n}",
            "#ifdef A\nint b;\n",
            "#endif\n",
            "extern \"C\" {",
        ] {
            check(&format!("int f(void) {{ a(); }}\n{broken}"), &[]);
        }
    }
}
