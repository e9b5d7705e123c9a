//! Symbols that are written with the types of their parameters: `Store.put(int, String)`.

use super::parameter_text::{Part, is_word_of, split_list};

/// The parameters that a symbol is written with.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Signature {
    /// The text of each parameter.
    pub(super) parameters: Vec<Part>,
    /// True if `const` stands behind the list.
    pub(super) is_const: bool,
    /// The list as it was written.
    pub(super) text: String,
    /// The symbol as it was written. Where a name has parentheses, it is that.
    pub(super) whole: String,
}

impl Signature {
    /// Returns what stands between the parentheses of the list.
    pub(super) fn list(&self) -> &str {
        &self.text[1..self.text.len() - 1]
    }
}

/// What the names of operators begin with.
const OPERATOR: &str = "operator";

/// Splits a written symbol into its name and its parameters; `None` without a list of parameters,
/// or if other parts of the symbol are in parentheses.
pub(super) fn split(symbol: &str) -> Option<(String, Signature)> {
    let symbol = symbol.trim();
    let (open, close) = list_of(symbol)?;
    let head = name_of(&symbol[..open])?;
    let text = &symbol[open..=close];
    let parameters = split_list(&symbol[open + 1..close]);
    let behind = symbol[close + 1..].trim_start();
    let is_const = behind.strip_prefix("const").is_some_and(|rest| !rest.starts_with(is_word_of));
    let (text, whole) = (text.to_owned(), symbol.to_owned());
    Some((head.to_owned(), Signature { parameters, is_const, text, whole }))
}

/// Returns the bytes of the parentheses of a symbol's list of parameters: the first that stand
/// right behind a name and are closed.
fn list_of(symbol: &str) -> Option<(usize, usize)> {
    // `operator()` has parentheses in its name.
    let operator = symbol.match_indices(OPERATOR).map(|(at, _)| at).find(|at| {
        let is_apart = |text: &str| !text.ends_with(is_word_of);
        is_apart(&symbol[..*at]) && !symbol[at + OPERATOR.len()..].starts_with(is_word_of)
    });
    let from = operator.map_or(0, |at| {
        let behind = &symbol[at + OPERATOR.len()..];
        at + OPERATOR.len() + if behind.starts_with("()") { 2 } else { 0 }
    });
    let is_list = |at: &usize| {
        let before = &symbol[..*at];
        operator.is_some()
            || before.ends_with(|mark: char| {
                !mark.is_whitespace() && !matches!(mark, '.' | ':' | '/' | '#' | '\\' | '(')
            })
    };
    let open = symbol[from..].match_indices('(').map(|(at, _)| from + at).find(is_list)?;
    let mut depth = 0_usize;
    let close = symbol[open..].char_indices().find(|(_, mark)| {
        match mark {
            '(' => depth += 1,
            ')' => depth -= 1,
            _ => {}
        }
        depth == 0
    })?;
    let close = open + close.0;
    // Parentheses behind the list are those of a result, unless the name goes on there.
    (!symbol[close + 1..].starts_with(['.', ':', '/', '#', '\\', '('])
        || symbol[close + 1..].starts_with(": "))
    .then_some((open, close))
}

/// Returns the name at the end of what stands before a list of parameters, without the words and
/// the result type before it: `Store.put` of `public void Store.put`. `None` if it is none.
fn name_of(head: &str) -> Option<&str> {
    if let Some(operator) = head.find(OPERATOR).filter(|at| !head[..*at].ends_with(is_word_of)) {
        let before = head[..operator].char_indices().rev();
        let space = before.into_iter().find(|(_, mark)| mark.is_whitespace());
        let start = space.map_or(0, |(at, mark)| at + mark.len_utf8());
        return Some(head[start..].trim_end());
    }
    let mut depth = 0_usize;
    let space = head.char_indices().rev().find(|(_, mark)| {
        match mark {
            '>' | ']' => depth += 1,
            '<' | '[' => depth = depth.saturating_sub(1),
            _ => {}
        }
        depth == 0 && mark.is_whitespace()
    });
    let (before, name) = head.split_at(space.map_or(0, |(at, mark)| at + mark.len_utf8()));
    (!name.is_empty() && !before.contains('(')).then_some(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spaces_of_several_bytes_are_spaces() {
        let head = "bool\u{a0}operator==";
        assert_eq!(name_of(head), Some("operator=="));
    }

    #[test]
    fn a_symbol_is_told_from_its_parameters() {
        let check = |symbol: &str, expected: Option<(&str, usize)>| {
            let found = split(symbol);
            let found = found.as_ref().map(|(name, of)| (name.as_str(), of.parameters.len()));
            assert_eq!(found, expected, "{symbol}");
        };
        check("spawn", None);
        check("spawn()", Some(("spawn", 0)));
        check("spawn( )", Some(("spawn", 0)));
        check("save!(a)", Some(("save!", 1)));
        check("Store.put(int, String)", Some(("Store.put", 2)));
        check("fn fetch(url: &str) -> Result<(), Error>", Some(("fetch", 1)));
        check("A::f(int) const", Some(("A::f", 1)));
        check("public static Map<K, V> Store.of(Map<K, V> all)", Some(("Store.of", 1)));
        check("Map<K, V>.put(K, V)", Some(("Map<K, V>.put", 2)));
        check("M(ref int, List<T>)", Some(("M", 2)));
        check("f((int, int) -> void, x)", Some(("f", 2)));
        check("chi.(*Mux).handle", None);
        check("chi.(*Mux).handle(w http.ResponseWriter)", Some(("chi.(*Mux).handle", 1)));
        check("A::operator()(int)", Some(("A::operator()", 1)));
        check("A::operator==(const A&)", Some(("A::operator==", 1)));
        check("bool A::operator<(A, B)", Some(("A::operator<", 2)));
        check("func (m *Mux) handle(w int)", None);
        check("get(1).put", None);
        check("put(", None);
        check("(int)", None);
    }

    #[test]
    fn const_behind_the_list_is_read() {
        let is_const = |symbol: &str| split(symbol).is_some_and(|(_, of)| of.is_const);
        assert!(is_const("A::f(int) const"));
        assert!(!is_const("A::f(const int)"));
        assert!(!is_const("A::f(int) constant"));
    }
}
