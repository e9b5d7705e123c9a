//! Values that their issuers mark as keys: `AKIA…`, `ghp_…`. They are masked wherever a text holds
//! them, in names as well as in values.
//!
//! These are rules of form. A name of words in the form of a key (`npm_` and a name in camel case)
//! is no key, and neither is an example. Some marks end words (`task_live_…`): behind a letter they
//! count where what follows is random.

use regex::Regex;
use std::borrow::Cow;
use std::ops::Range;
use std::sync::LazyLock;

/// Least length of a key with its mark.
const MIN_LENGTH: usize = 20;

/// Least number of distinct characters of a value. Placeholders (`xxxxxxxx`) have few.
const MIN_DISTINCT: usize = 8;

/// Least length of a part between hyphens that is no word with a number.
const MIN_PART: usize = 8;

/// Least length of a part between hyphens of which the letters tell that it is random.
const MIN_RANDOM_PART: usize = 16;

/// Least number of pairs of letters and digits that no name of words and numbers has.
const MIN_ODD_PAIRS: usize = 2;

/// Least length of a key of a model behind a letter. Identifiers of 21 random letters stand behind
/// words there (`mask-…` in pictures), and these keys have twice as many.
const MIN_MODEL: usize = 40;

/// Values with an issuer's mark, which is in a group and stays readable. What precedes the mark is
/// checked after the search, which is fast because each alternative begins with letters and is
/// bounded.
static MARKED: LazyLock<Regex> = LazyLock::new(|| {
    let pattern = r"(?x)
        (?<aws>AKIA|ASIA) [A-Z2-7]{16}
        | (?<github>gh[pousr]_) [A-Za-z0-9]{36,255}
        | (?<github_pat>github_pat_) [A-Za-z0-9_]{60,255}
        | (?<gitlab>glpat-) [A-Za-z0-9_\-]{20,255}
        | (?<gitlab_of>gl(?:dt|rt|ptt|ft|soat|cbt|agent|imt|ffct)-) [A-Za-z0-9_\-]{20,255}
        | (?<slack>xox[abeoprs]-|xapp-[0-9]-) [A-Za-z0-9\-]{16,255}
        | (?<hook>hooks\.slack\.com/(?:services|workflows|triggers)/)
            [A-Z0-9]{8,16}/[A-Z0-9]{8,16}/[A-Za-z0-9/]{16,128}
        | (?<stripe>(?:sk|rk)_(?:live|test)_) [A-Za-z0-9]{16,255}
        | (?<signing>whsec_) [A-Za-z0-9+/]{24,255}
        | (?<model>sk-(?:ant-|proj-)?) [A-Za-z0-9_\-]{20,255}
        | (?<google>AIza) [A-Za-z0-9_\-]{35}
        | (?<google_client>GOCSPX-) [A-Za-z0-9_\-]{28}
        | (?<google_user>ya29\.(?:[a-z]\.)?) [A-Za-z0-9_\-]{20,255}
        | (?<npm>npm_) [A-Za-z0-9]{36}
        | (?<pypi>pypi-AgE) [A-Za-z0-9_\-]{50,255}
        | (?<hub>hf_) [A-Za-z0-9]{34}
        | (?<mail>SG\.) [A-Za-z0-9_\-]{22}\.[A-Za-z0-9_\-]{43}
    ";
    Regex::new(pattern).expect("the expression of this module is valid")
});

/// Returns a text with asterisks in place of each character of a marked key behind its mark.
pub fn masked(text: &str) -> Cow<'_, str> {
    if text.len() < MIN_LENGTH { Cow::Borrowed(text) } else { with_masks(text, 0, &marked(text)) }
}

/// Returns the ranges of marked keys in a text, without their marks, in order.
pub fn marked(text: &str) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(captures) = MARKED.captures_at(text, at) {
        let whole = captures.get_match().range();
        let issuers = MARKED.capture_names().zip(captures.iter()).skip(1);
        let Some((Some(issuer), Some(mark))) = issuers.into_iter().find(|(_, mark)| mark.is_some())
        else {
            break;
        };
        let is_key = is_key(issuer, &text[..whole.end], mark.range());
        // Another key may begin within what is none.
        at = if is_key { whole.end } else { mark.end() };
        if is_key {
            found.push(mark.end()..whole.end);
        }
    }
    found.extend(web_tokens(text));
    found.sort_by_key(|range| (range.start, range.end));
    found
}

/// Returns the ranges of JSON Web Tokens behind their first letters. They have no greatest length:
/// an expression for them would be tried to the end of a long text from each of its beginnings.
fn web_tokens(text: &str) -> impl Iterator<Item = Range<usize>> {
    let is_part = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-');
    let bytes = text.as_bytes();
    let part_end = move |start: usize| {
        bytes[start..].iter().position(|byte| !is_part(byte)).map_or(text.len(), |at| start + at)
    };
    text.match_indices(".eyJ").filter_map(move |(dot, _)| {
        let start = bytes[..dot].iter().rposition(|byte| !is_part(byte)).map_or(0, |at| at + 1);
        let mark = start + text[start..dot].find("eyJ")?;
        let payload_end = part_end(dot + 1);
        let signature = text[payload_end..].strip_prefix('.').map(|_| payload_end + 1)?;
        let end = part_end(signature);
        let lengths = [dot - mark, payload_end - dot - 1, end - signature];
        let is_token = lengths.iter().zip([13, 13, 10]).all(|(length, least)| *length >= least);
        (is_token && !is_placeholder(&text[mark..end])).then_some(mark + "eyJ".len()..end)
    })
}

/// Returns whether the mark at `mark`, with the value behind it that ends the text, is a key. Marks
/// that occur in no word may stand anywhere within a longer name; behind a letter or a digit the
/// others need a value with a random part.
fn is_key(issuer: &str, text: &str, mark: Range<usize>) -> bool {
    let before = text[..mark.start].chars().next_back();
    let value = &text[mark.end..];
    let starts_part = !before.is_some_and(char::is_alphanumeric);
    let has_form = match issuer {
        "aws" => {
            // Continents are found in the names of constants.
            let starts_word = starts_part && before != Some('_');
            let needs_digit = !starts_word || text[mark].starts_with("ASIA");
            let is_within = before.is_some_and(|before| matches!(before, 'A'..='Z' | '0'..='9'));
            !is_within && (!needs_digit || value.bytes().any(|byte| byte.is_ascii_digit()))
        }
        "github" | "github_pat" | "gitlab" => !is_of_words(value),
        "gitlab_of" | "signing" | "google_client" => odd_pairs(value) >= MIN_ODD_PAIRS,
        "slack" | "hook" => has_digits_and_letters(value),
        "model" if !starts_part && value.len() < MIN_MODEL => false,
        _ if !starts_part => parts(value).any(|part| has_both_cases(part) && is_random(part)),
        "google_user" => odd_pairs(value) >= MIN_ODD_PAIRS,
        "model" => parts(value).any(is_mixed),
        _ => !is_of_words(value),
    };
    has_form && !is_placeholder(value)
}

/// Returns whether a value may be a name of words: one without digits, in which capital letters
/// only begin words.
fn is_of_words(value: &str) -> bool {
    let adjacent_capitals =
        pairs(value, |left, right| left == Class::Upper && right == Class::Upper);
    !value.bytes().any(|byte| byte.is_ascii_digit()) && adjacent_capitals < 2
}

/// Returns the parts of a value between the marks that divide words.
pub fn parts(value: &str) -> impl Iterator<Item = &str> {
    value.split(|letter: char| !letter.is_ascii_alphanumeric())
}

/// Returns whether a long part of a value looks random. In random letters and digits every second
/// or third one is of another class than the one in front of it, at most every third in words; and
/// about a third of the pairs are odd.
pub fn is_random(part: &str) -> bool {
    let changes = pairs(part, |left, right| left != right);
    part.len() >= MIN_RANDOM_PART && changes * 3 >= part.len() && odd_pairs(part) * 8 >= part.len()
}

/// Returns the number of adjacent letters and digits that are rare in names: capitals begin words
/// there, and digits end them.
fn odd_pairs(value: &str) -> usize {
    pairs(value, |left, right| match left {
        Class::Lower => false,
        Class::Upper => right != Class::Lower,
        Class::Digit => right == Class::Lower,
    })
}

/// Returns the number of adjacent letters and digits of which the classes are as required.
fn pairs(value: &str, is_counted: impl Fn(Class, Class) -> bool) -> usize {
    let pairs = value.as_bytes().windows(2);
    let classes = pairs.filter_map(|pair| Some((Class::of(pair[0])?, Class::of(pair[1])?)));
    classes.filter(|&(left, right)| is_counted(left, right)).count()
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Class {
    Lower,
    Upper,
    Digit,
}

impl Class {
    /// Returns `None` for what is neither a letter nor a digit.
    fn of(byte: u8) -> Option<Self> {
        match byte {
            b'a'..=b'z' => Some(Self::Lower),
            b'A'..=b'Z' => Some(Self::Upper),
            b'0'..=b'9' => Some(Self::Digit),
            _ => None,
        }
    }
}

fn has_both_cases(value: &str) -> bool {
    let has = |class: fn(&u8) -> bool| value.bytes().any(|byte| class(&byte));
    has(u8::is_ascii_lowercase) && has(u8::is_ascii_uppercase)
}

/// Returns whether a part of a value is more than a word with a number.
fn is_mixed(part: &str) -> bool {
    part.len() >= MIN_PART && has_digits_and_letters(part)
}

pub fn has_digits_and_letters(value: &str) -> bool {
    value.bytes().filter(u8::is_ascii_digit).count() >= 2
        && value.bytes().any(|byte| byte.is_ascii_alphabetic())
}

/// Returns whether a value is an example, as in documentation.
pub fn is_placeholder(value: &str) -> bool {
    let mut seen = [false; 128];
    value.bytes().filter(u8::is_ascii).for_each(|byte| seen[usize::from(byte)] = true);
    let distinct = seen.iter().filter(|seen| **seen).count();
    distinct < MIN_DISTINCT.min(value.len()) || value.to_ascii_lowercase().contains("example")
}

/// Returns a text with the ranges overwritten; the text begins at byte `start` of the text that the
/// ranges refer to.
pub fn with_masks<'t>(text: &'t str, start: usize, ranges: &[Range<usize>]) -> Cow<'t, str> {
    let end = start + text.len();
    let mut masked = String::new();
    let mut at = 0;
    for range in ranges.iter().filter(|range| range.end > start && range.start < end) {
        let from = (range.start.max(start) - start).max(at);
        let to = range.end.min(end) - start;
        if from < to && text.is_char_boundary(from) && text.is_char_boundary(to) {
            masked.push_str(&text[at..from]);
            masked.extend(std::iter::repeat_n('*', to - from));
            at = to;
        }
    }
    if at == 0 {
        return Cow::Borrowed(text);
    }
    masked.push_str(&text[at..]);
    Cow::Owned(masked)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Keys are put together here, so that no scanner takes this file for a leak.
    fn check(parts: &[&str], expected: &str) {
        assert_eq!(masked(&parts.concat()), expected);
    }

    #[test]
    fn keys_with_the_mark_of_their_issuer_are_masked_behind_it() {
        check(&["id = \"AK", "IAQ3EGRZ5TKPLWX2MN\";"], "id = \"AKIA****************\";");
        check(
            &["gh", "p_a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"],
            "ghp_************************************",
        );
        check(&["f('xo", "xb-2912-4821-AbCdEf12')"], "f('xoxb-******************')");
        check(&["sk", "-proj-Ab12Cd34Ef56Gh78Ij90Kl"], "sk-proj-**********************");
        check(
            &["Cookie: ey", "JhbGciOiJIUzI1NiJ9.ey", "JzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmN"],
            "Cookie: eyJ**************************************************************",
        );
        let of_20 = "Hq_n9cPSCy-I0ZAeijRP";
        for kind in ["dt", "rt", "ptt", "ft", "soat", "cbt", "agent"] {
            check(&["gl", kind, "-", of_20], &format!("gl{kind}-{}", "*".repeat(20)));
        }
        check(&["wh", "sec_JJ1PfYCGKZGwtS56MyzwUere"], &format!("whsec_{}", "*".repeat(24)));
        check(&["GOC", "SPX-KajyQ1USnGMQbW24hQfotpF90H-x"], &format!("GOCSPX-{}", "*".repeat(28)));
        check(&["'ya", "29.a0HVGG3oS2wlLDx", of_20, "'"], &format!("'ya29.{}'", "*".repeat(35)));
        check(&["xa", "pp-1-A0B1C2D3E4-1234567890"], &format!("xapp-1-{}", "*".repeat(21)));
        check(
            &["https://hooks.sl", "ack.com/services/TQZUII8F4/BPF1PRD5P/DtMyS4X4GEaxUYwxjA5Sp8wI"],
            &format!("https://hooks.slack.com/services/{}", "*".repeat(44)),
        );
    }

    #[test]
    fn a_letter_in_front_uncovers_no_key() {
        let body = "kBcJ0spy9BuDsbRGzzYjIUETqL7xW2vMn4Zt8kBcJ0spy9BuDsb";
        for (mark, length) in [
            ("gh,p_", 36),
            ("gl,rt-", 20),
            ("xo,xb-", 24),
            ("sk,_live_", 24),
            ("rk,_live_", 24),
            ("wh,sec_", 32),
            ("sk,-", 48),
            ("AI,za", 35),
            ("GOC,SPX-", 28),
            ("ya,29.", 37),
            ("np,m_", 36),
            ("hf,_", 34),
        ] {
            let mark = mark.replace(',', "");
            let text = format!("ta{mark}{}", &body[..length]);
            assert_eq!(masked(&text), format!("ta{mark}{}", "*".repeat(length)));
        }
        let mail = format!("xSG.{}.{}", &body[..22], &body[..43]);
        assert_eq!(masked(&mail), format!("xSG.{}", "*".repeat(66)));
    }

    #[test]
    fn keys_within_longer_names_are_masked() {
        let github = ["gh", "p_a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"].concat();
        let hub = ["hf", "_QwErTyUiOpASdFGhJkLzXCvBnMqWeRTyUI"].concat();
        for (before, key, after) in [
            ("password_", &github, ""),
            ("passwordOf", &github, "_old"),
            ("key_AK", &"IAQ3EGRZ5TKPLWX2MN".to_owned(), "_old"),
            ("keyAK", &"IAQ3EGRZ5TKPLWX2MN".to_owned(), ""),
            ("_", &hub, ""),
            // What is no key does not hide one.
            ("task-", &github, ""),
        ] {
            let text = format!("{before}{key}{after}");
            let masked = masked(&text);
            assert!(masked.contains("****************") && masked.ends_with(after), "{masked}");
            assert_eq!(masked.len(), text.len());
        }
    }

    #[test]
    fn ordinary_names_are_no_keys() {
        for name in [
            "AKIAIOSFODNN7EXAMPLE",
            "ASIAPACIFICSOUTHEAST",
            "REGION_ASIAPACIFICSOUTHEASTTWO",
            "npm_packageManagerConfigurationForWorkspaces",
            "load_hf_TextGenerationPipelineForCausalLanguageModels",
            "sk_test_paymentIntentIsCreatedTwice",
            "AIzaMethodThatIsNamedInCamelCaseForATest",
            "sk-loading-indicator-container-v2-of-12",
            "task-0f8fad5b-d9cb-469f-a165-70867728950e",
            "weighs_allTheMembersOfTheGivenCollectionAndMore",
            "NAKIAQ3EGRZ5TKPLWX2MN",
            "task_live_ConfigurationOfHTTPServer2",
            "disk_test_readsEveryBlockOnceV2AndThenStops",
            "task_live_3f2c9d18a7be45d0c6e1b2a4f5d60718",
            "task-3f2c9d18a7be45d0c6e1b2a4f5d60718293a4b5c",
            "mask-vendor-chunk-BdY7qLx2",
            "mask-I86Qg5wzdmE77J5SbA7HP",
            "pnpm_packageManagerConfiguration2OfHTTPWorkspaces",
            "surf_TextGenerationPipelineForCausalLMHTTPClient2",
            "Maya29.readsEveryBlockOnceV2AndThenStops",
            "glagent-k8s-cluster-in-eu-west-1-of-2024",
            "xapp-navigation-item-12-of-20",
            "https://hooks.slack.com/services/T00000000/B00000000/XXXXXXXXXXXXXXXXXXXXXXXX",
        ] {
            assert_eq!(masked(name), name);
        }
    }

    #[test]
    fn a_text_of_many_beginnings_takes_linear_work() {
        for part in [
            "aeyJaeyJsk-",
            ".eyJ",
            "eyJaaaaaaaaaa.",
            "sk-",
            "ask-",
            "xoxb-",
            "aghp_",
            "ya29.",
            "glrt-",
        ] {
            assert!(marked(&part.repeat(40_000)).is_empty(), "{part}");
        }
    }
}
