//! Kinds of types of libraries between which no value passes, and the kinds of literals: what tells
//! overloads apart whose parameters are of such types.

/// A kind of types. Types without one may take any value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Text,
    Letter,
    Truth,
    /// The wider ones have the greater numbers.
    Number(u8),
    Class,
    /// What Kotlin says of a class, which is none of Java's.
    KotlinClass,
    Collection,
    /// What is read from or written to.
    Stream,
    Array,
    /// Of a type that no other passes for, by its place in [`SOLE`].
    Sole(usize),
}

/// Types that are no functions, and that values of no other type pass for.
const SOLE: [&str; 14] = [
    "CancellationToken",
    "TimeSpan",
    "DateTime",
    "DateTimeOffset",
    "DateOnly",
    "TimeOnly",
    "Guid",
    "Uri",
    "Duration",
    "Instant",
    "LocalDate",
    "LocalDateTime",
    "UUID",
    "Locale",
];

/// What stands behind the type of the elements in the name of an array's type.
pub(super) const ARRAY: &str = "[]";

/// A value of a type from outside that is passed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct OfLibrary {
    /// The names of its type in all languages, of which a parameter may have one.
    pub(super) names: Vec<String>,
    pub(super) is_literal: bool,
}

impl OfLibrary {
    /// Returns a value of a type of a name.
    pub(super) fn of(name: &str) -> Self {
        Self { names: vec![name.to_owned()], is_literal: false }
    }

    fn literal(names: &[&str]) -> Self {
        let names = names.iter().map(|name| (*name).to_owned()).collect();
        Self { names, is_literal: true }
    }

    /// Returns whether a parameter of a type takes it.
    pub(super) fn is_taken_by(&self, parameter: &str) -> bool {
        match (kind(parameter), self.names.iter().find_map(|name| kind(name))) {
            (Some(Kind::Number(wanted)), Some(Kind::Number(own))) => {
                self.is_literal && own == INT || wanted >= own
            }
            // A letter is a whole number too.
            (Some(Kind::Number(wanted)), Some(Kind::Letter)) => wanted >= INT,
            // Some languages count arrays among the collections.
            (Some(Kind::Collection), Some(Kind::Array)) => true,
            (Some(Kind::Array), Some(Kind::Array)) => {
                self.names.iter().any(|name| may_be_one_array(name, parameter))
            }
            (Some(wanted), Some(own)) => wanted == own,
            _ => true,
        }
    }

    /// Returns whether it is of the class that boxes the values of a parameter's type.
    pub(super) fn is_boxed(&self, parameter: &str) -> bool {
        let is_box = |name: &String| BOXES.contains(&(name.as_str(), parameter));
        self.names.iter().any(is_box)
    }

    /// Returns whether it is of just the type of a parameter.
    pub(super) fn is_just(&self, parameter: &str) -> bool {
        self.names.iter().any(|name| name == parameter)
    }
}

/// Returns whether a literal may be of several types where types may take it for a value of theirs:
/// a text of one letter, and a number with a point.
pub(super) fn may_be_of_several(literal: &str) -> bool {
    let text = literal.strip_prefix('"').and_then(|rest| rest.strip_suffix('"'));
    match text {
        Some(text) => text.chars().count() < MIN_TEXT,
        None => literal.contains('.') && literal.starts_with(|first: char| !first.is_alphabetic()),
    }
}

/// Number of letters from which on a text is no single letter, which may be written with several.
const MIN_TEXT: usize = 8;

const INT: u8 = 2;

/// Classes whose values become those of a primitive type, which a compiler then prefers to wider
/// ones.
const BOXES: [(&str, &str); 8] = [
    ("Byte", "byte"),
    ("Short", "short"),
    ("Integer", "int"),
    ("Long", "long"),
    ("Float", "float"),
    ("Double", "double"),
    ("Character", "char"),
    ("Boolean", "boolean"),
];

/// Returns whether values of a type are no objects, in a language that has classes for them.
pub(super) fn is_primitive(name: &str) -> bool {
    BOXES.iter().any(|(_, primitive)| *primitive == name)
}

/// Returns whether a value may be an array of two types: not if the elements are of two types that
/// are known.
fn may_be_one_array(one: &str, other: &str) -> bool {
    let [one, other] = [one, other].map(|name| name.strip_suffix(ARRAY).unwrap_or_default());
    one == other || kind(one).is_none() || kind(other).is_none()
}

/// Returns the kind of a type by its name.
fn kind(name: &str) -> Option<Kind> {
    Some(match name {
        "String" | "string" => Kind::Text,
        "char" | "Char" | "Character" => Kind::Letter,
        "boolean" | "Boolean" | "bool" | "Bool" => Kind::Truth,
        "byte" | "Byte" | "sbyte" => Kind::Number(0),
        "short" | "Short" => Kind::Number(1),
        "int" | "Int" | "Integer" => Kind::Number(INT),
        "long" | "Long" => Kind::Number(3),
        "float" | "Float" => Kind::Number(4),
        "double" | "Double" => Kind::Number(5),
        "Class" | "Type" => Kind::Class,
        "KClass" => Kind::KotlinClass,
        "List" | "Map" | "Set" | "Collection" | "ArrayList" | "HashMap" | "HashSet"
        | "MutableList" | "MutableMap" | "MutableSet" | "Dictionary" => Kind::Collection,
        "Appendable" | "Writer" | "Reader" | "InputStream" | "OutputStream" => Kind::Stream,
        name if name.ends_with(ARRAY) => Kind::Array,
        name => return SOLE.iter().position(|sole| *sole == name).map(Kind::Sole),
    })
}

/// Returns whether the values of a type are known to be none of another kind.
pub(super) fn is_of_known_kind(name: &str) -> bool {
    kind(name).is_some()
}

/// Members that all values have, each with the names of the type of its result.
const OF_ALL: [(&str, [&str; 2]); 3] = [
    (".getClass()", ["Class", "Class"]),
    (".toString()", ["String", "string"]),
    (".ToString()", ["String", "string"]),
];

/// What stands behind the name of a class that is a value, each with the type of that.
const CLASSES: [(&str, &str); 3] =
    [(".class", "Class"), ("::class.java", "Class"), ("::class", "KClass")];

/// Returns the value of a literal, of the name of a class that is passed, or of a member that all
/// values have; `None` of any other expression.
pub(super) fn literal(text: &str) -> Option<OfLibrary> {
    for (member, names) in OF_ALL {
        if let Some(of) = text.strip_suffix(member) {
            let is_chain = |letter: char| letter.is_alphanumeric() || "_.()".contains(letter);
            return of.chars().all(is_chain).then(|| OfLibrary::literal(&names));
        }
    }
    let is_of_name = |letter: char| letter.is_alphanumeric() || letter == '_';
    if matches!(text, "true" | "false") {
        return Some(OfLibrary::literal(&["boolean", "Boolean", "bool", "Bool"]));
    }
    for (ending, of) in CLASSES {
        if let Some(named) = text.strip_suffix(ending) {
            let is_path = named.chars().all(|letter| is_of_name(letter) || letter == '.');
            return (is_path && !named.is_empty()).then(|| OfLibrary::literal(&[of]));
        }
    }
    if let Some(of) = text.strip_prefix("typeof").and_then(|of| of.trim_start().strip_prefix('(')) {
        let is_whole = of.strip_suffix(')').is_some_and(|of| !of.contains([')', '(']));
        return is_whole.then(|| OfLibrary::literal(&["Type"]));
    }
    let quoted = text.strip_prefix('$').unwrap_or(text);
    for (quote, names) in [('"', &["String", "string"]), ('\'', &["char", "Char"])] {
        if let Some(rest) = quoted.strip_prefix(quote) {
            return is_closed(rest, quote).then(|| OfLibrary::literal(names));
        }
    }
    let number = text.strip_prefix('-').unwrap_or(text);
    number_names(number).map(|names| OfLibrary::literal(&names))
}

/// Returns whether the quote at the end of a text is the first that closes a literal.
fn is_closed(rest: &str, quote: char) -> bool {
    let mut is_escaped = false;
    let close = rest.char_indices().find(|(_, letter)| {
        let is_close = *letter == quote && !is_escaped;
        is_escaped = *letter == '\\' && !is_escaped;
        is_close
    });
    close.is_some_and(|(at, _)| at + quote.len_utf8() == rest.len())
}

/// Returns the names of the type of a number; `None` of one whose type another mark or its size
/// tells, and of any other expression, as of a member of a number: `5.seconds`.
fn number_names(number: &str) -> Option<[&'static str; 2]> {
    number.starts_with(|letter: char| letter.is_ascii_digit()).then_some(())?;
    let number = number.replace('_', "").to_ascii_lowercase();
    let (digits, radix) = match number.get(..2) {
        Some("0x") => (&number[2..], 16),
        Some("0b") => (&number[2..], 2),
        _ => (&number[..], 10),
    };
    let is_long = digits.ends_with('l');
    let digits = digits.strip_suffix('l').unwrap_or(digits);
    if i64::from_str_radix(digits, radix).is_ok() {
        let is_int = i32::from_str_radix(digits, radix).is_ok();
        return match (is_long, is_int) {
            (true, _) => Some(["long", "Long"]),
            (false, true) => Some(["int", "Int"]),
            (false, false) => None,
        };
    }
    let (names, number) = match digits.strip_suffix(['f', 'd']) {
        Some(rest) if digits.ends_with('f') => (["float", "Float"], rest),
        Some(rest) => (["double", "Double"], rest),
        None => (["double", "Double"], digits),
    };
    let (number, power) = number.split_once('e').unwrap_or((number, "0"));
    let are_digits =
        |part: &str| !part.is_empty() && part.chars().all(|letter| letter.is_ascii_digit());
    let is_number = radix == 10
        && !is_long
        && number.split('.').count() <= 2
        && number.split('.').chain([power]).all(are_digits);
    is_number.then_some(names)
}

/// Returns the bytes of the type to which an expression converts a value: `Item` of `(Item) value`
/// and of `value as Item`.
pub(super) fn cast(text: &str) -> Option<std::ops::Range<usize>> {
    let is_of_type = |letter: char| letter.is_alphanumeric() || "_.<>,?[] ".contains(letter);
    let is_operator = |letter: char| "+-*/%=?:&|!".contains(letter);
    // An array of a type is none of its values, and what may be null need not be one.
    let is_open = |of: &str| of.trim_end().ends_with([']', '?']);
    if let Some((value, of)) = text.rsplit_once(" as ") {
        let is_type =
            !of.is_empty() && of.chars().all(is_of_type) && !of.contains(' ') && !is_open(of);
        return (is_type && !value.contains(is_operator))
            .then(|| text.len() - of.len()..text.len());
    }
    let (of, value) = text.strip_prefix('(')?.split_once(')')?;
    let value = value.trim_start();
    let is_value =
        value.starts_with(|letter: char| letter.is_alphanumeric() || "_\"'(".contains(letter));
    let is_cast =
        is_value && of.chars().all(is_of_type) && !is_open(of) && !value.contains(is_operator);
    (is_cast && !of.trim().is_empty()).then(|| 1 + of.len() - of.trim_start().len()..1 + of.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn literals_have_kinds() {
        let check = |text: &str, taken: &[&str], refused: &[&str]| {
            let value = literal(text).expect(text);
            taken.iter().for_each(|of| assert!(value.is_taken_by(of), "{text} {of}"));
            refused.iter().for_each(|of| assert!(!value.is_taken_by(of), "{text} {of}"));
        };
        check(
            "\"a\"",
            &["String", "Object", "CharSequence"],
            &["int", "Class", "Type", "List", "boolean"],
        );
        check("1", &["int", "long", "byte", "Long", "Object"], &["String", "char", "boolean"]);
        check("-2L", &["long", "double", "Object"], &["int", "String"]);
        check("'\\''", &["char", "int", "Object"], &["String", "byte", "boolean"]);
        check("1.5", &["double", "Object"], &["float", "int", "String"]);
        check("a.B.class", &["Class", "Object"], &["String", "Map"]);
        check("a.B::class", &["KClass", "Any"], &["Class", "Type", "String"]);
        check("B::class.java", &["Class", "Type"], &["KClass"]);
        check("a.b().getClass()", &["Class", "Type"], &["String", "Writer"]);
        check("typeof (Map)", &["Type"], &["string"]);
        check("typeof(Map<,>)", &["Type", "object"], &["string", "List"]);
        check("a.toString()", &["String", "Object"], &["Class", "int"]);
        check("1_000", &["int", "long"], &["String"]);
        check("1.5f", &["float", "double"], &["int"]);
        check("2e3", &["double"], &["float", "int"]);
        check("0x1F", &["int", "byte"], &["String"]);
        check("true", &["boolean", "Object"], &["int", "String"]);
        for other in ["\"a\" + b", "1..5", "1.toLong()", "a", "a.class.name", "'a' + 1", "0x1FU"] {
            assert_eq!(literal(other), None, "{other}");
        }
        for other in ["16.dp", "5.seconds", "1.e", "1.5.sp", "3000000000", "1UL", "2m", "1..d"] {
            assert_eq!(literal(other), None, "{other}");
        }
        assert!(literal("1").is_some_and(|one| one.is_just("int") && !one.is_just("Integer")));
    }

    #[test]
    fn arrays_are_no_single_values() {
        let takes = |own: &str, parameter: &str| OfLibrary::of(own).is_taken_by(parameter);
        assert!(!takes("byte[]", "String") && !takes("String", "byte[]"));
        assert!(!takes("byte[]", "char[]") && !takes("byte[][]", "byte[]"));
        assert!(takes("byte[]", "byte[]") && takes("String[]", "T[]"));
        assert!(takes("byte[]", "Object") && takes("byte[]", "Collection"));
        assert!(!takes("List", "String[]"));
        assert!(OfLibrary::of("Integer").is_boxed("int"));
        assert!(
            !OfLibrary::of("Integer").is_boxed("long") && !OfLibrary::of("int").is_boxed("int")
        );
    }

    #[test]
    fn casts_name_a_type() {
        let check = |text: &str, of: Option<&str>| {
            assert_eq!(cast(text).map(|range| &text[range]), of, "{text}");
        };
        check("(String) value", Some("String"));
        check("(List<String>)make()", Some("List<String>"));
        check("value as String", Some("String"));
        check("(String[]) value", None);
        check("value as Item[]", None);
        check("value as Item?", None);
        check("(a) + b", None);
        check("(a).b()", None);
        check("(a, b) -> c", None);
        check("(String) a + b", None);
        check("a", None);
    }
}
