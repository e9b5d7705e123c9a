//! Masking of values in code that look like keys: in answers that were not asked for by content,
//! asterisks replace them.
//!
//! Three kinds are recognised: keys with a mark of their issuer ([`keys`]), the lines of private
//! key blocks, and values without a mark that look random and are assigned to a name such as
//! `password`. All are rules of form, with few false alarms rather than few misses: a password that
//! is a word is not recognised.

use crate::domain::keys::{self, has_digits_and_letters, is_placeholder, with_masks};
use regex::Regex;
use std::borrow::Cow;
use std::ops::Range;
use std::sync::LazyLock;

/// Number of bytes before a range in which a block of a private key that extends into it may begin.
const BLOCK_BYTES: usize = 16 << 10;

/// Number of bytes on each side of a part of a text that are searched for a key that extends into
/// the part.
pub(super) const MAX_KEY_BYTES: usize = 300;

/// Least length of a value without an issuer's mark that is taken for a key.
const MIN_LENGTH: usize = 16;

/// A quoted value that is assigned to a name which suggests a secret, the password in a URL, or a
/// bearer's token.
static ASSIGNED: LazyLock<Regex> = LazyLock::new(|| {
    compile(
        r#"(?x)
            (?i: password | passwd | passphrase | \bpwd | secret | token | credential
                | (?:api|access|auth|private|signing|encryption|account|storage|master|shared) [_-]? key )
            [A-Za-z0-9_-]{0,40} ["'\]]{0,2} \s{0,8}
            (?: : \s? & ? [A-Za-z'] [A-Za-z0-9_:<>'\ ]{0,30} )?
            (?: => | :=? | = | , ) \s{0,8} \(? \s{0,8} [bBfFrRuU]{0,2} ["'`]{1,3} (?<quoted> [!\#-&(-_a-~]{16,255} ) ["'`]
            # Within a connection string.
            | \b (?i: password | pwd | accountkey | sharedaccesskey ) = (?<part> [!\#-&(-:<-_a-~]{12,255} ) [;"'`]
            | :// [A-Za-z0-9._~-]{0,64} : (?<url> [!\#-&(-.0-?A-_a-~]{12,255} ) @
            # An option of a command.
            | -- (?: [A-Za-z0-9]{1,20} [_-] ){0,4} (?i: password | passwd | secret | token | key ) [=\ ] ["']? (?<option> [A-Za-z0-9+/=_-]{16,255} )
            | \b (?i:bearer) \s (?<bearer> [A-Za-z0-9._~+/=-]{20,512} )
        "#,
    )
});

/// A value without quotes, as in `.env` files, YAML and properties: alone on the rest of its line.
static BARE: LazyLock<Regex> = LazyLock::new(|| {
    compile(
        r"(?xm) ^ [\ \t]{0,64} (?:export\ )? [A-Za-z0-9_.-]{0,40}
            (?i: password | passwd | secret | token | (?:api|access|auth|private|account|master) [_-]? key )
            [A-Za-z0-9_.-]{0,40} [\ \t]{0,4} [=:] [\ \t]{0,4} (?<bare> [A-Za-z0-9+/=_-]{16,255} ) [\ \t\r]{0,4} $",
    )
});

/// A value of a name that speaks of a secret as often as of something else: in quotes, or alone on
/// the rest of its line. What precedes the name is checked after the search, which is fast because
/// the expression begins with letters.
static AMBIGUOUS: LazyLock<Regex> = LazyLock::new(|| {
    compile(
        r#"(?xm)
            (?i: auth | pass | cookie | connection_?string )
            (?: ["'\]]{0,2} \s{0,8} (?: : \s? & ? [A-Za-z'] [A-Za-z0-9_:<>'\ ]{0,30} )?
                    (?: => | :=? | = | , ) \s{0,8} \(? [bBfFrRuU]{0,2} ["'`]{1,3} (?<quoted> [A-Za-z0-9+/=_-]{16,255} ) ["'`]
                | [\ \t]{0,4} [=:] [\ \t]{0,4} (?<bare> [A-Za-z0-9+/=_-]{16,255} ) [\ \t\r]{0,4} $ )
        "#,
    )
});

/// A value near behind such a name, whatever stands between: a type, another name, the words and
/// marks of any language.
static NEAR: LazyLock<Regex> = LazyLock::new(|| {
    compile(
        r"(?x)
            (?i: password | passwd | passphrase | secret | token | (?:api|access|auth|private) [_-]? key )
            [A-Za-z0-9_-]{0,40}
            (?: [^A-Za-z0-9]{1,12} [A-Za-z0-9_]{1,16} ){0,2} [^A-Za-z0-9]{1,16}
            (?<near> [A-Za-z0-9+/_-]{20,255} =* )
        ",
    )
});

static BLOCK: LazyLock<Regex> =
    LazyLock::new(|| compile(r"-----BEGIN (?:[A-Z0-9]{1,16} ){0,3}PRIVATE KEY(?: BLOCK)?-----"));

/// The lines of a block between its marks, in any quotes.
static BLOCK_LINE: LazyLock<Regex> = LazyLock::new(|| compile(r"[A-Za-z0-9+/=]{16,}"));

fn compile(pattern: &str) -> Regex {
    Regex::new(pattern).expect("the expressions of this module are valid")
}

/// Returns a line with asterisks in place of each character of a value that looks like a key.
pub fn masked(line: &str) -> Cow<'_, str> {
    with_masks(line, 0, &find(line, 0..line.len()))
}

/// Masks a line as [`masked`] does, without copying an unchanged one.
pub(super) fn without(line: String) -> String {
    match masked(&line) {
        Cow::Borrowed(_) => line,
        Cow::Owned(masked) => masked,
    }
}

/// Returns the ranges of values that look like keys in some bytes of a text, in order. Values that
/// begin before the bytes are found as well.
pub fn find(text: &str, bytes: Range<usize>) -> Vec<Range<usize>> {
    let from = text.floor_char_boundary(bytes.start.saturating_sub(BLOCK_BYTES));
    let to = text.ceil_char_boundary(bytes.end);
    let window = &text[from..to];
    let mut found = Vec::new();
    // Most texts hold nothing that is long and random.
    if may_hold(&window.as_bytes()[bytes.start.saturating_sub(from)..]) {
        found.extend(keys::marked(window));
        add_assigned(window, &mut found);
        add_blocks(window, &mut found);
    }
    found.iter_mut().for_each(|range| *range = range.start + from..range.end + from);
    found.retain(|range| range.end > bytes.start && range.start < bytes.end);
    found.sort_by_key(|range| (range.start, range.end));
    found
}

/// Returns whether a run of characters is long enough for a key.
fn may_hold(bytes: &[u8]) -> bool {
    let mut run = 0;
    bytes.iter().any(|byte| {
        run = if byte.is_ascii_graphic()
            && !matches!(byte, b'"' | b'\'' | b'`' | b'(' | b')' | b',')
        {
            run + 1
        } else {
            0
        };
        run >= 12
    })
}

fn add_assigned(text: &str, found: &mut Vec<Range<usize>>) {
    for captures in ASSIGNED.captures_iter(text).chain(BARE.captures_iter(text)) {
        let value = captures.iter().skip(1).flatten().next();
        found.extend(value.filter(|value| is_random(value.as_str())).map(|value| value.range()));
    }
    for captures in NEAR.captures_iter(text) {
        let value = captures.name("near").filter(|value| is_scrambled(value.as_str()));
        found.extend(value.map(|value| value.range()));
    }
    for captures in AMBIGUOUS.captures_iter(text) {
        let name = captures.get_match().start();
        let value = captures.iter().skip(1).flatten().next();
        let value = value.filter(|value| {
            let value = value.as_str();
            begins_word(text, name)
                && keys::parts(value).any(keys::is_random)
                && has_digits_and_letters(value)
                && !is_placeholder(value)
        });
        found.extend(value.map(|value| value.range()));
    }
}

/// Returns whether the letter at `at` begins a word of a name, as in `db_pass` and `dbPass`.
fn begins_word(text: &str, at: usize) -> bool {
    let before = text[..at].chars().next_back();
    let is_within = |before: char| {
        before.is_alphanumeric()
            && (before.is_uppercase() || !text[at..].starts_with(char::is_uppercase))
    };
    !before.is_some_and(is_within)
}

/// Adds the lines of private keys. A block without an end extends as far as its lines do.
fn add_blocks(text: &str, found: &mut Vec<Range<usize>>) {
    for block in BLOCK.find_iter(text) {
        let rest = &text[block.end()..];
        let rest = &rest[..rest.floor_char_boundary(BLOCK_BYTES)];
        let end = rest.find("-----END");
        if let Some(end) = end {
            found.extend(
                whole_lines(rest, end).map(|line| block.end() + line.start..block.end() + line.end),
            );
        }
        let end = end.unwrap_or(rest.len());
        let mut last = 0;
        for line in BLOCK_LINE.find_iter(&rest[..end]) {
            // Between the lines of a block are line breaks and the marks of texts, not code.
            if line.start() - last > 100 {
                break;
            }
            last = line.end();
            if mixes_classes(line.as_str()) {
                found.push(block.end() + line.start()..block.end() + line.end());
            }
        }
    }
}

/// Returns the lines in front of the end of a block, from the first on, that hold nothing but the
/// letters of a key, which may be few on the last one, and the marks of a text in code.
fn whole_lines(block: &str, end: usize) -> impl Iterator<Item = Range<usize>> {
    let mut start = 0;
    let keys = block[..end].split_inclusive('\n').map(move |line| {
        start += line.len();
        let is_mark = |letter: char| letter.is_whitespace() || "\"'`+,".contains(letter);
        let front = line.trim_start_matches(is_mark);
        let back = front.trim_end_matches(is_mark);
        // A line feed that is written out.
        let back = back.strip_suffix("\\n").unwrap_or(back);
        let from = start - front.len();
        (from..from + back.len(), back)
    });
    let is_key = |letter: char| letter.is_ascii_alphanumeric() || "+/=".contains(letter);
    let keys = keys.skip_while(|(_, key)| key.is_empty());
    keys.take_while(move |(_, key)| !key.is_empty() && key.chars().all(is_key))
        .map(|(range, _)| range)
}

/// Returns whether letters and digits alternate in a value more often than in any name, as where
/// each is drawn.
fn is_scrambled(value: &str) -> bool {
    // A capital begins a word.
    let is_word = |pair: &&[u8]| pair[0].is_ascii_uppercase() && pair[1].is_ascii_lowercase();
    let words = value.as_bytes().windows(2).filter(is_word).count();
    is_random(value) && (changes(value) - words) * 10 >= value.len() * 3
}

/// Returns how often letters of another class follow each other.
fn changes(value: &str) -> usize {
    let class = |byte: u8| match byte {
        b'a'..=b'z' => 0,
        b'A'..=b'Z' => 1,
        b'0'..=b'9' => 2,
        _ => 3,
    };
    value.as_bytes().windows(2).filter(|pair| class(pair[0]) != class(pair[1])).count()
}

/// Returns whether a value looks random: letters and digits that alternate more often than in words
/// and names.
fn is_random(value: &str) -> bool {
    let is_written = value.contains("://")
        || value.contains("${")
        || value.contains("{{")
        || value.contains('<');
    let least = if value.len() < MIN_LENGTH { value.len() / 3 } else { value.len() / 4 };
    has_digits_and_letters(value)
        && changes(value) >= least
        && !is_written
        && !is_placeholder(value)
}

fn mixes_classes(value: &str) -> bool {
    let has = |class: fn(&u8) -> bool| value.bytes().any(|byte| class(&byte));
    has(u8::is_ascii_lowercase) && has(u8::is_ascii_uppercase) && has(u8::is_ascii_digit)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check_plain(text: &str) {
        assert_eq!(masked(text), text);
    }

    #[test]
    fn random_values_of_names_that_speak_of_secrets_are_masked() {
        let value = "q8Zr2LmX9vT4bN7s";
        let stars = "*".repeat(value.len());
        for (before, after) in [
            ("db_password = \"", "\""),
            ("const API_KEY: &str = \"", "\";"),
            ("\"clientSecret\": \"", "\","),
            ("config['auth_token'] = '", "'"),
            ("password => '", "'"),
            ("headers.set(\"X-Api-Key\", \"", "\")"),
            ("postgres://app:", "@db/main"),
            ("TOKEN = (\"", "\")"),
            ("SECRET = \"\"\"", "\"\"\""),
            ("def leak(client_secret=f\"", "\"): pass"),
            ("MASTER_KEY = \"", "\""),
            ("secret_key = \"", "\" + suffix"),
            ("cs = \"Server=x;User Id=sa;Password=", ";\""),
            ("\"DefaultEndpointsProtocol=https;AccountKey=", "\""),
            ("DB_PASSWORD=", ""),
            ("login --auth-token=", " --verbose"),
            ("login --password ", " --verbose"),
            ("def dial(auth=\"", "\"): pass"),
            ("def dial(connectionString: str = \"", "\"): pass"),
            ("smtp_pass := \"", "\""),
            ("{ sessionCookie: '", "' }"),
            ("\"auth\": \"", "\""),
            ("DB_PASS=", ""),
            ("  cookie: ", ""),
        ] {
            assert_eq!(
                masked(&format!("{before}{value}{after}")),
                format!("{before}{stars}{after}")
            );
        }
        let long = format!("{value}{value}");
        let stars = "*".repeat(long.len());
        for before in ["export AWS_SECRET_ACCESS_KEY=", "  api_token: ", "Authorization: Bearer "] {
            assert_eq!(masked(&format!("{before}{long}")), format!("{before}{stars}"));
        }
    }

    #[test]
    fn values_near_such_names_are_masked_in_the_forms_of_all_languages() {
        let value = "q8Zr2LmX9vT4bN7sWd3K";
        for (before, after) in [
            ("#define PASSWORD \"", "\""),
            ("static const char token[64] = \"", "\";"),
            ("var password string = \"", "\""),
            ("ENV PASSWORD=", ""),
            ("readonly TOKEN=", ""),
            ("TOKEN=${TOKEN:-", "}"),
            ("password ?= ", ""),
            ("password: ", " # old"),
            ("x: {password: ", "}"),
            ("password: |\n  ", ""),
            ("# token=", ""),
            ("const token = process.env.TOKEN || \"", "\";"),
            ("password, user = \"", "\", 1"),
            ("set(PASSWORD \"", "\")"),
            ("<password>", "</password>"),
            ("(def password \"", "\")"),
            ("variable \"password\" {\n  default = \"", "\"\n}"),
            ("https://host/?token=", ""),
        ] {
            let text = format!("{before}{value}{after}");
            let found = find(&text, 0..text.len());
            let [found] = &found[..] else { panic!("{text}: {found:?}") };
            assert_eq!(&text[found.clone()], value, "{text}");
        }
        check_plain("token = handleX509Certificates2For1Time(request)");
        check_plain("let secret = deriveKeyFromPassphraseWithPbkdf2Sha256(input);");
    }

    #[test]
    fn names_words_and_examples_are_left_alone() {
        for text in [
            "password = \"correct horse battery staple\"",
            "token = \"TOKEN_TYPE_ACCESS_V2_BEARER\"",
            "let token = parse_token_from_header_v2(input);",
            "secret_name = \"projects/my-project/secrets/database\"",
            "password = os.environ[\"DATABASE_PASSWORD_2024\"]",
            "password: \"${DATABASE_PASSWORD_12}\"",
            "api_key = \"xxxxxxxxxxxxxxxxxxxx1234\"",
            "commit = \"3f2c9d18a7be45d0c6e1b2a4f5d60718293a4b5c\"",
            "class=\"sk-loading-indicator-container\"",
            "\"integrity\": \"sha512-q8Zr2LmX9vT4bN7sq8Zr2LmX9vT4bN7s==\"",
            "token: CancellationTokenSource2Factory",
            "https://host:8080/path/to/the/file/at2024@v1",
            "AKIAIOSFODNN7EXAMPLE",
            "author = \"q8Zr2LmX9vT4bN7s\"",
            "compass = \"q8Zr2LmX9vT4bN7s\"",
            "auth: AuthProviderForHTTP2Clients",
            "pass = \"renders_the_shadows_of_V2_models\"",
            "cookie = \"path=/;HttpOnly;Max-Age=3600\"",
            "auth = readsTheTokenOfVersion2(q8Zr2LmX9vT4bN7s)",
        ] {
            check_plain(text);
        }
    }

    #[test]
    fn private_keys_are_masked_line_by_line_whatever_part_is_shown() {
        let line = "MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQC7VJTUt9Us8cKj";
        let text = format!(
            "-----BEGIN PRIVATE {}-----\n{line}\n{line}\n-----END PRIVATE {0}-----\nfn after() {{}}\n",
            "KEY"
        );
        let hidden = masked(&text).into_owned();
        assert!(!hidden.contains("MIIE") && hidden.contains("fn after() {}"), "{hidden}");
        assert_eq!(hidden.len(), text.len());
        let second = text.rfind(line).expect("it is there");
        let found = find(&text, second..second + line.len());
        assert_eq!((found.len(), found[0].clone()), (1, second..second + line.len()));
        assert_eq!(with_masks(&text[second + 4..second + 8], second + 4, &found), "****");
        let tail = format!(
            "KEY = (\n  \"-----BEGIN RSA PRIVATE {}-----\\n\"\n  \"{line}\\n\"\n  \"WW5jbGdvHg=\\n\"\n  \"-----END RSA PRIVATE {0}-----\"\n)\n",
            "KEY"
        );
        let hidden = masked(&tail).into_owned();
        assert!(!hidden.contains("WW5j") && hidden.ends_with("-----\"\n)\n"), "{hidden}");
        let code = format!(
            "const BEGIN: &str = \"-----BEGIN PRIVATE {}-----\";\nfn parseTheKeyOfVersion2WithoutEnd() {{}}\n",
            "KEY"
        );
        check_plain(&code[code.find('\n').expect("two lines")..]);
    }

    #[test]
    fn masks_keep_the_length_and_the_rest() {
        let text = "é token = \"q8Zr2LmX9vT4bN7s\" é";
        assert_eq!(masked(text).len(), text.len());
        assert!(masked(text).starts_with("é token = \"") && masked(text).ends_with("\" é"));
    }
}
