//! Declarations of C++ as they are written: the name of a type, its arguments, and the number of
//! pointers to it, which tell overloads apart that have parameters of equally named types.

use crate::domain::is_word;

/// Words of a declaration that say nothing of its type.
const SPECIFIERS: [&str; 17] = [
    "class",
    "const",
    "constexpr",
    "enum",
    "explicit",
    "extern",
    "inline",
    "mutable",
    "register",
    "static",
    "struct",
    "thread_local",
    "typename",
    "union",
    "virtual",
    "volatile",
    "Q_INVOKABLE",
];

/// Words that together are one built-in type.
pub(super) const BUILTIN: [&str; 11] = [
    "bool", "char", "char16_t", "char32_t", "char8_t", "double", "float", "int", "long", "void",
    "wchar_t",
];
const SIZES: [&str; 3] = ["short", "signed", "unsigned"];

/// The type of a declaration.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Declared {
    /// The path of the type without its arguments: `std::vector`; of a built-in type its words.
    pub(super) path: String,
    pub(super) arguments: String,
    pub(super) pointers: u8,
}

fn is_builtin(word: &str) -> bool {
    BUILTIN.contains(&word) || SIZES.contains(&word)
}

/// Reads a declaration without its comments, up to the name or with it: `const QString& name`,
/// `char *names[]`; `None` for any other text, such as a function's type.
pub(super) fn declared(text: &str) -> Option<Declared> {
    let mut found = Declared::default();
    let mut rest = text.trim();
    let (mut is_path_open, mut is_named) = (true, false);
    while let Some(first) = rest.trim_start().chars().next() {
        rest = rest.trim_start();
        if is_word(first) {
            let word = &rest[..rest.find(|letter| !is_word(letter)).unwrap_or(rest.len())];
            rest = &rest[word.len()..];
            if SPECIFIERS.contains(&word) {
                continue;
            }
            let is_further = is_builtin(word) && is_builtin(last_word(&found.path));
            if found.path.is_empty() || found.path.ends_with("::") || is_further {
                let between = if is_further { " " } else { "" };
                found.path = format!("{}{between}{word}", found.path);
            } else if is_named {
                return None;
            } else {
                (is_path_open, is_named) = (false, true);
            }
        } else if let Some(behind) = rest.strip_prefix("::").filter(|_| is_path_open) {
            if !found.arguments.is_empty() {
                return None;
            }
            found.path.push_str("::");
            rest = behind;
        } else if first == '<' && is_path_open && !found.path.is_empty() {
            let end = closing(rest)?;
            found.arguments = rest[1..end].split_whitespace().collect();
            rest = &rest[end + 1..];
        } else if matches!(first, '*' | '&') && !found.path.is_empty() && !is_named {
            is_path_open = false;
            found.pointers = found.pointers.checked_add(u8::from(first == '*'))?;
            rest = &rest[1..];
        } else if first == '[' && is_named {
            found.pointers = found.pointers.checked_add(1)?;
            rest = &rest[rest.find(']')? + 1..];
        } else {
            return None;
        }
    }
    found.path = without_int(found.path.trim_start_matches("::"));
    (!found.path.is_empty() && !found.path.ends_with("::")).then_some(found)
}

/// Returns the bytes that separate the parameters of a list, from the bracket before the first to
/// the one behind the last.
pub(super) fn separators(list: &str) -> Option<Vec<usize>> {
    let mut found = vec![0];
    let mut depth = 0usize;
    for (at, byte) in list.bytes().enumerate() {
        match byte {
            b'(' | b'[' | b'{' | b'<' => depth += 1,
            b'>' if list[..at].ends_with('-') => {}
            b')' | b']' | b'}' | b'>' => depth = depth.checked_sub(1)?,
            b',' if depth == 1 => found.push(at),
            _ => {}
        }
    }
    found.push(list.len().checked_sub(1)?);
    (list.starts_with('(') && depth == 0).then_some(found)
}

/// Returns a parameter without its default.
pub(super) fn without_default(parameter: &str) -> &str {
    parameter.split_once('=').map_or(parameter, |(parameter, _)| parameter).trim()
}

/// Returns what stands before the name of a function without the types that qualify it:
/// `Job* Queue::`.
pub(super) fn without_qualifiers(before: &str) -> &str {
    let mut rest = before.trim_end();
    while let Some(path) = rest.strip_suffix("::") {
        let path = path.trim_end();
        let path = match path.strip_suffix('>') {
            Some(_) => path.rfind('<').map_or("", |start| &path[..start]),
            None => path,
        };
        rest = path.trim_end_matches(is_word).trim_end();
    }
    rest
}

fn last_word(path: &str) -> &str {
    path.rsplit(' ').next().unwrap_or_default()
}

/// `unsigned int` is `unsigned`, `long int` is `long`.
fn without_int(path: &str) -> String {
    let mut words: Vec<&str> = path.split(' ').collect();
    if words.len() > 1 && words.iter().all(|word| is_builtin(word)) {
        words.retain(|word| *word != "int");
        words.sort_unstable();
    }
    words.join(" ")
}

/// Returns where the angle bracket closes with which a text begins.
fn closing(text: &str) -> Option<usize> {
    let mut depth = 0usize;
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            b'<' => depth += 1,
            b'>' => depth -= 1,
            b';' | b'{' => return None,
            _ => {}
        }
        if depth == 0 {
            return Some(at);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn declarations_are_read() {
        let of = |text: &str| {
            let Declared { path, arguments, pointers } = declared(text)?;
            Some(format!("{path}<{arguments}>{pointers}"))
        };
        let some = |text: &str| Some(text.to_owned());
        assert_eq!(of("const QString& name"), some("QString<>0"));
        assert_eq!(of("QIODevice *"), some("QIODevice<>1"));
        assert_eq!(of("static unsigned long int count"), some("long unsigned<>0"));
        assert_eq!(of("unsigned int* const at"), some("unsigned<>1"));
        assert_eq!(of("const std::vector<int, Pool<A>>& all"), some("std::vector<int,Pool<A>>0"));
        assert_eq!(of("char* names[]"), some("char<>2"));
        assert_eq!(of("::app::Pool&& pool"), some("app::Pool<>0"));
        assert_eq!(of("struct point* at"), some("point<>1"));
        for text in ["void (*call)(int)", "", "const", "* other", "return a + b", "a b c", "A<"] {
            assert_eq!(of(text), None, "{text}");
        }
    }

    #[test]
    fn lists_and_heads_are_split() {
        let parts = |list: &'static str| {
            let at = separators(list)?;
            let parts = at.windows(2).map(|pair| list[pair[0] + 1..pair[1]].trim());
            Some(parts.map(without_default).collect::<Vec<_>>())
        };
        assert_eq!(parts("(Map<A, B> a, int b = f(1, 2))"), Some(vec!["Map<A, B> a", "int b"]));
        assert_eq!(parts("()"), Some(vec![""]));
        assert_eq!(parts("(a"), None);
        assert_eq!(without_qualifiers("Job* Queue<A>::Inner::"), "Job*");
        assert_eq!(without_qualifiers("Job "), "Job");
    }
}
