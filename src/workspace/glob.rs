//! A small matcher for the globs that language descriptions hold. The rules of ignore files are not its business.

/// A glob over a path with `/`: `*` and `?` within a name, `**` over whole names, `{a,b}` as alternatives.
#[derive(Debug, Clone)]
pub(super) struct Glob {
    /// One for each way through the braces.
    alternatives: Vec<Vec<Segment>>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Segment {
    /// `**`: any number of names, none included.
    Any,
    Name(String),
}

impl Glob {
    pub(super) fn new(pattern: &str) -> Self {
        let alternatives = expand(pattern).iter().map(|pattern| segments(pattern)).collect();
        Self { alternatives }
    }

    pub(super) fn matches(&self, path: &str) -> bool {
        let names: Vec<&str> = path.split('/').collect();
        self.alternatives.iter().any(|segments| matches_segments(segments, &names))
    }
}

/// Every way through a pattern's braces; nested braces are expanded from the inside out.
pub(super) fn expand(pattern: &str) -> Vec<String> {
    let Some(close) = pattern.find('}') else { return vec![pattern.to_owned()] };
    let Some(open) = pattern[..close].rfind('{') else { return vec![pattern.to_owned()] };
    let (before, after) = (&pattern[..open], &pattern[close + 1..]);
    pattern[open + 1..close].split(',').flat_map(|choice| expand(&format!("{before}{choice}{after}"))).collect()
}

fn segments(pattern: &str) -> Vec<Segment> {
    let name = |name: &str| if name == "**" { Segment::Any } else { Segment::Name(name.to_owned()) };
    pattern.trim_start_matches("./").trim_start_matches('/').split('/').map(name).collect()
}

fn matches_segments(segments: &[Segment], names: &[&str]) -> bool {
    match segments.split_first() {
        None => names.is_empty(),
        Some((Segment::Any, rest)) => {
            // A final `**` stands for what is inside, so it needs at least one name.
            let least = usize::from(rest.is_empty());
            (least..=names.len()).any(|skipped| matches_segments(rest, &names[skipped..]))
        }
        Some((Segment::Name(pattern), rest)) => names
            .split_first()
            .is_some_and(|(name, names)| matches_name(pattern, name) && matches_segments(rest, names)),
    }
}

/// Whether one name matches a pattern with `*` and `?`. Linear in both but for the last star.
pub(super) fn matches_name(pattern: &str, name: &str) -> bool {
    let (pattern, name) = (pattern.as_bytes(), name.as_bytes());
    let (mut at, mut in_name) = (0, 0);
    let mut star: Option<(usize, usize)> = None;
    while in_name < name.len() {
        match pattern.get(at) {
            Some(b'*') => {
                star = Some((at, in_name));
                at += 1;
            }
            Some(b'?') => {
                at += 1;
                in_name += character_length(name[in_name]);
            }
            Some(byte) if *byte == name[in_name] => {
                at += 1;
                in_name += 1;
            }
            _ => {
                // The last star takes one character more.
                let Some((star_at, taken)) = star else { return false };
                let taken = taken + character_length(name[taken]);
                star = Some((star_at, taken));
                at = star_at + 1;
                in_name = taken;
            }
        }
    }
    pattern[at..].iter().all(|byte| *byte == b'*')
}

/// The bytes of the character that starts with this byte.
fn character_length(first: u8) -> usize {
    match first {
        0xf0.. => 4,
        0xe0.. => 3,
        0xc0.. => 2,
        _ => 1,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn globs_match_whole_paths() {
        let check = |pattern: &str, path: &str, expected: bool| {
            assert_eq!(Glob::new(pattern).matches(path), expected, "{pattern} on {path}");
        };
        check("tests/**", "tests/a.rs", true);
        check("tests/**", "tests", false);
        check("tests/**", "src/tests/a.rs", false);
        check("**/tests/**", "src/tests/a.rs", true);
        check("**/tests/**", "tests/deep/a.rs", true);
        check("**/*_test.go", "a_test.go", true);
        check("**/*_test.go", "x/y/a_test.go", true);
        check("**/*.{test,spec}.{ts,tsx}", "src/a.spec.tsx", true);
        check("**/*.{test,spec}.{ts,tsx}", "src/a.spec.js", false);
        check("*.csproj", "App.csproj", true);
        check("*.csproj", "a/App.csproj", false);
        check("src/*/test?.rs", "src/a/test1.rs", true);
        check("**/*Test*.java", "a/MyTestCase.java", true);
        check("?.rs", "é.rs", true);
        check("??.rs", "é.rs", false);
        check("*é?", "aéé名", true);
    }
}
