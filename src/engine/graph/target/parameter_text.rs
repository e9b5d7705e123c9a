//! The types of parameters as text, in whatever language: what a written type and that of a
//! declaration have in common.

/// Words beside a type that tell how a value is passed or kept, and that a symbol may leave out.
const BESIDE_TYPES: [&str; 35] = [
    "borrowing",
    "class",
    "const",
    "consuming",
    "covariant",
    "crossinline",
    "dyn",
    "enum",
    "final",
    "impl",
    "implicit",
    "in",
    "inline",
    "inout",
    "let",
    "lazy",
    "mut",
    "noinline",
    "out",
    "owned",
    "params",
    "readonly",
    "ref",
    "register",
    "required",
    "restrict",
    "scoped",
    "struct",
    "this",
    "typename",
    "using",
    "val",
    "var",
    "vararg",
    "volatile",
];

/// Marks of a parameter that takes any number of arguments.
const REST: [&str; 3] = ["...", "params", "vararg"];

/// One parameter of a list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Part {
    /// Its words and marks without a default, of qualified names the last word.
    pub(super) tokens: Vec<String>,
    /// The byte in the list at which it begins, and that behind its end.
    pub(super) start: usize,
    pub(super) end: usize,
}

/// How a written type agrees with a declared one, the best first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Agreement {
    Equal,
    /// The declared one has words or marks that were not written, or no type.
    Beside,
    /// What was written is a type with a name.
    Named,
}

pub(super) fn is_word_of(character: char) -> bool {
    character.is_alphanumeric() || matches!(character, '_' | '$')
}

/// Splits the text between the parentheses of a list into its parameters.
pub(super) fn split_list(list: &str) -> Vec<Part> {
    let mut parts = Vec::new();
    let (mut start, mut depth, mut angles) = (0, 0_usize, 0_usize);
    let mut is_default = false;
    let mut before = ' ';
    let mut in_quotes = 0;
    for (at, mark) in list.char_indices() {
        if at < in_quotes {
            continue;
        }
        match mark {
            '"' => in_quotes = end_of_quote(list, at).unwrap_or(list.len()),
            // It begins the name of a lifetime where no default is, and parts digits in a number.
            '\'' if is_default && !before.is_alphanumeric() => {
                in_quotes = end_of_quote(list, at).unwrap_or_default();
            }
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth = depth.saturating_sub(1),
            // In a default it compares.
            '<' if !is_default => angles += 1,
            '>' if !matches!(before, '-' | '=') => angles = angles.saturating_sub(1),
            '=' if depth == 0 && angles == 0 => is_default = true,
            ',' if depth == 0 && angles == 0 => {
                parts.push(part(list, start, at));
                (start, is_default) = (at + 1, false);
            }
            _ => {}
        }
        before = mark;
    }
    parts.push(part(list, start, list.len()));
    parts.retain(|part| !part.tokens.is_empty());
    let is_nothing = |part: &Part| part.tokens == ["void"];
    // What stands between Rust's parameters and Python's is no parameter.
    parts.retain(|part| !matches!(part.tokens[0].as_str(), "/" | "*") || part.tokens.len() > 1);
    if parts.len() == 1 && is_nothing(&parts[0]) { Vec::new() } else { parts }
}

/// Returns the byte behind the quote that closes the one at a byte of a text.
fn end_of_quote(text: &str, open: usize) -> Option<usize> {
    let quote = text[open..].chars().next()?;
    let mut is_escaped = false;
    let close = text[open + 1..].char_indices().find(|(_, mark)| {
        let is_close = *mark == quote && !is_escaped;
        is_escaped = *mark == '\\' && !is_escaped;
        is_close
    });
    close.map(|(at, _)| open + 1 + at + 1)
}

fn part(list: &str, start: usize, end: usize) -> Part {
    Part { tokens: tokens(&list[start..end]), start, end }
}

/// Returns the words and marks of a parameter up to its default, without annotations and what
/// qualifies a name.
pub(super) fn tokens(text: &str) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    let mut rest = text.trim_start();
    let mut depth = 0_usize;
    while let Some(first) = rest.chars().next() {
        let length = if rest.starts_with("...") {
            3
        } else if ["->", "=>", "&&", "::"].iter().any(|mark| rest.starts_with(mark)) {
            2
        } else if first == '\'' && rest[1..].starts_with(is_word_of) {
            1 + rest[1..].find(|mark| !is_word_of(mark)).unwrap_or(rest.len() - 1)
        } else if is_word_of(first) {
            rest.find(|mark| !is_word_of(mark)).unwrap_or(rest.len())
        } else {
            first.len_utf8()
        };
        let (token, behind) = rest.split_at(length);
        rest = behind.trim_start();
        match token {
            "=" if depth == 0 => break,
            "(" | "[" | "{" | "<" => depth += 1,
            ")" | "]" | "}" | ">" => depth = depth.saturating_sub(1),
            "." | "::" | "\\" => {
                if found.last().is_some_and(|last| last.starts_with(is_word_of)) {
                    found.pop();
                }
                continue;
            }
            _ => {}
        }
        found.push(token.to_owned());
    }
    found.retain(|token| !token.starts_with('\''));
    without_annotations(found)
}

/// Removes annotations and attributes from the beginning of a parameter: `@Size(max = 3)`,
/// `[FromBody]`.
fn without_annotations(mut tokens: Vec<String>) -> Vec<String> {
    loop {
        let is_attribute = tokens.first().is_some_and(|first| first == "[")
            && tokens.get(1).is_some_and(|name| name.starts_with(char::is_uppercase))
            && end_of_group(&tokens, 0).is_some_and(|end| {
                tokens.get(end + 1).is_some_and(|next| next.starts_with(is_word_of))
            });
        let end = match tokens.first().map(String::as_str) {
            Some("@") => match tokens.get(2).map(String::as_str) {
                Some("(") => end_of_group(&tokens, 2),
                _ => Some(1),
            },
            _ if is_attribute => end_of_group(&tokens, 0),
            _ => None,
        };
        match end {
            Some(end) if end < tokens.len() => tokens.drain(..=end),
            _ => return tokens,
        };
    }
}

/// Returns the index of the token that closes the bracket at an index.
fn end_of_group(tokens: &[String], open: usize) -> Option<usize> {
    let mut depth = 0_usize;
    (open..tokens.len()).find(|index| {
        match tokens[*index].as_str() {
            "(" | "[" | "{" | "<" => depth += 1,
            ")" | "]" | "}" | ">" => depth = depth.saturating_sub(1),
            _ => {}
        }
        depth == 0
    })
}

/// Returns the declared type of a parameter, of which the name is known or not: what stands behind
/// the colon behind the name, or all but the name. Empty if no type is written.
pub(super) fn type_of(tokens: &[String], name: Option<&str>) -> Vec<String> {
    if let Some(colon) = tokens.iter().position(|token| token == ":") {
        return tokens[colon + 1..].to_vec();
    }
    let Some(at) = name.and_then(|name| tokens.iter().rposition(|token| token == name)) else {
        return tokens.to_vec();
    };
    let mut rest = tokens.to_vec();
    rest.remove(at);
    rest
}

/// Returns the words and marks of a type with `const` before it where it stands behind: `T const&`
/// is `const T&`. Behind a pointer's mark it says something else.
pub(super) fn with_leading_const(tokens: &[String]) -> Vec<String> {
    let mut depth = 0_usize;
    let mark = tokens.iter().position(|token| {
        match token.as_str() {
            "<" => depth += 1,
            ">" => depth = depth.saturating_sub(1),
            _ => {}
        }
        depth == 0 && matches!(token.as_str(), "*" | "&" | "&&")
    });
    let head = &tokens[..mark.unwrap_or(tokens.len())];
    let at = head.iter().rposition(|token| token == "const").filter(|at| {
        let before = at.checked_sub(1).map(|before| &head[before]);
        before.is_some_and(|word| word == ">" || is_name(word))
    });
    let mut found = tokens.to_vec();
    if let Some(at) = at {
        let word = found.remove(at);
        found.insert(0, word);
    }
    found
}

fn is_name(token: &str) -> bool {
    token.starts_with(is_word_of) && !is_beside(token)
}

/// Returns a type that ends as an array does as a pointer, which it is the same as where it is
/// that of a parameter of C: `char* argv[]`. `None` of any other. A name may stand before the
/// brackets.
pub(super) fn as_pointer(tokens: &[String], has_name: bool) -> Option<Vec<String>> {
    let open = tokens.iter().rposition(|token| token == "[").filter(|open| *open > 0)?;
    let is_end = end_of_group(tokens, open) == Some(tokens.len() - 1);
    let of = match tokens[..open].split_last() {
        Some((name, of)) if has_name && is_name(name) && !of.is_empty() => of,
        _ => &tokens[..open],
    };
    is_end.then(|| of.iter().cloned().chain(["*".to_owned()]).collect())
}

/// Returns how a written parameter agrees with the declared type of one; `None` if it does not.
pub(super) fn agreement(written: &[String], declared: &[String]) -> Option<Agreement> {
    if declared.is_empty() || declared.iter().all(|token| is_beside(token)) {
        return Some(Agreement::Beside);
    }
    if written == declared {
        return Some(Agreement::Equal);
    }
    if written.iter().any(|token| token == ":") {
        let of = type_of(written, None);
        return fits(&of, declared).then_some(Agreement::Named);
    }
    if fits(written, declared) {
        return Some(Agreement::Beside);
    }
    let [first, middle @ .., last] = written else { return None };
    let behind_name = || [middle, std::slice::from_ref(last)].concat();
    let before_name = || [std::slice::from_ref(first), middle].concat();
    let is_named = is_name(last) && fits(&before_name(), declared)
        || is_name(first) && fits(&behind_name(), declared);
    is_named.then_some(Agreement::Named)
}

/// Returns whether a declared type is the written one with what may be left out of it.
fn fits(written: &[String], declared: &[String]) -> bool {
    let is_rest = |token: &String| REST.contains(&token.as_str());
    let (of_rest, mut wanted): (Vec<&String>, Vec<&String>) =
        written.iter().partition(|token| is_rest(token));
    let takes_rest = declared.iter().any(is_rest);
    let is_array =
        |tokens: &[&String]| matches!(tokens, [.., open, close] if *open == "[" && *close == "]");
    let declared: Vec<String> = declared.iter().filter(|token| !is_rest(token)).cloned().collect();
    let own: Vec<&String> = declared.iter().collect();
    if takes_rest && is_array(&wanted) && !is_array(&own) {
        wanted.truncate(wanted.len() - 2);
    }
    if !of_rest.is_empty() && !takes_rest {
        return false;
    }
    if !of_rest.is_empty() && is_array(&own) && !is_array(&wanted) {
        return is_part(&wanted, &declared[..declared.len() - 2]);
    }
    !wanted.is_empty() && is_part(&wanted, &declared)
}

/// Returns whether the written tokens are the declared ones without some that may be left out:
/// words beside types, marks of references, and type arguments as a whole.
fn is_part(written: &[&String], declared: &[String]) -> bool {
    let (mut at, mut next) = (0, 0);
    while at < declared.len() {
        let token = &declared[at];
        if written.get(next).is_some_and(|wanted| *wanted == token) {
            (at, next) = (at + 1, next + 1);
        } else if is_beside(token) {
            at += 1;
        } else if token == "<" && next > 0 {
            let Some(end) = end_of_group(declared, at) else { return false };
            at = end + 1;
        } else {
            return false;
        }
    }
    next == written.len()
}

/// Returns whether a symbol may leave out a token that stands beside a type.
pub(super) fn is_beside(token: &str) -> bool {
    BESIDE_TYPES.contains(&token) || matches!(token, "&" | "&&" | "?" | "!" | "_")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_split_into_parameters() {
        let check = |list: &str, expected: &[&str]| {
            let parts = split_list(list);
            let found: Vec<String> = parts.iter().map(|part| part.tokens.join(" ")).collect();
            assert_eq!(found, expected, "{list}");
        };
        check("", &[]);
        check("void", &[]);
        check("int a, String b", &["int a", "String b"]);
        check("Map<String, List<X>> all, int n", &["Map < String , List < X > > all", "int n"]);
        check("a = x < y, b", &["a", "b"]);
        check("f: (A, B) -> C, n: Int = 3", &["f : ( A , B ) -> C", "n : Int"]);
        check("const std::string& s, java.util.List<T> l", &["const string & s", "List < T > l"]);
        check("@Size(max = 3) final String s", &["final String s"]);
        check("[FromBody] Order order, string[] names", &["Order order", "string [ ] names"]);
        check("self, *, key=\",\"", &["self", "key"]);
        check("key: &'a str", &["key : & str"]);
        check("String... names", &["String ... names"]);
        check("char a = '\"', int b", &["char a", "int b"]);
        check("a = ', \\', \"', b = \"\\\\\", c", &["a", "b", "c"]);
        check("int n = 1'000, char c = ','", &["int n", "char c"]);
        check("key: &'a str, other: &'a str", &["key : & str", "other : & str"]);
    }

    #[test]
    fn const_stands_before_its_type() {
        let check = |text: &str, expected: &str| {
            assert_eq!(with_leading_const(&tokens(text)), tokens(expected), "{text}");
        };
        check("T const&", "const T&");
        check("Map<A const*, B> const & m", "const Map<A const*, B> & m");
        check("char* const", "char* const");
        check("const char*", "const char*");
        check("const", "const");
        let check = |text: &str, has_name, expected: Option<&str>| {
            assert_eq!(as_pointer(&tokens(text), has_name), expected.map(tokens), "{text}");
        };
        check("char* []", true, Some("char**"));
        check("char* argv[]", true, Some("char**"));
        check("int [4]", true, Some("int*"));
        check("unsigned int[]", false, Some("unsigned int*"));
        check("[]byte", true, None);
    }

    #[test]
    fn a_written_type_is_compared_with_a_declared_one() {
        let check = |written: &str, declared: &str, name: &str, expected: Option<Agreement>| {
            let declared = type_of(&tokens(declared), Some(name).filter(|name| !name.is_empty()));
            assert_eq!(agreement(&tokens(written), &declared), expected, "{written}");
        };
        let (equal, beside) = (Some(Agreement::Equal), Some(Agreement::Beside));
        check("int", "int a", "a", equal);
        check("int", "long a", "a", None);
        check("int key", "int a", "a", Some(Agreement::Named));
        check("key: &str", "s: &'a str", "s", Some(Agreement::Named));
        check("str", "s: &str", "s", beside);
        check("&mut Pool", "pool: &Pool", "pool", None);
        check("std::string", "const std::string& s", "s", beside);
        check("const A&", "A a", "a", None);
        check("A", "A* a", "a", None);
        check("List", "List<T> all", "all", beside);
        check("List<String>", "java.util.List<java.lang.String> all", "all", equal);
        check("List<int>", "List<T> all", "all", None);
        check("String...", "String... all", "all", equal);
        check("String[]", "String... all", "all", beside);
        check("String...", "String[] all", "all", None);
        check("string...", "params string[] all", "all", beside);
        check("ref int", "ref int n", "n", equal);
        check("ref int", "int n", "n", None);
        check("int", "out int n", "n", beside);
        check("w Writer", "w io.Writer", "w", Some(Agreement::Named));
        check("int", "unsigned int n", "n", None);
        check("x", "y", "y", beside);
    }
}
