//! Suggestion of the nearest name for one that was not found.

/// Returns the candidate nearest to `name`, or `None` if none is near enough to suggest.
///
/// Case and the marks between words do not count (`max_tokens` is as good as `maxTokens`); of
/// equally near candidates the first wins.
pub fn nearest<'a>(name: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let name = plain(name);
    let reach = (name.chars().count() / 3).max(1);
    let mut best: Option<(usize, &str)> = None;
    for candidate in candidates {
        let other = plain(candidate);
        let is_part = name.len() >= 3
            && other.len() >= 3
            && (other.starts_with(&name) || name.starts_with(&other));
        let distance = match strsim::damerau_levenshtein(&name, &other) {
            distance if distance <= reach => distance,
            _ if is_part => reach + 1,
            _ => continue,
        };
        if best.is_none_or(|(least, _)| distance < least) {
            best = Some((distance, candidate));
        }
    }
    best.map(|(_, candidate)| candidate)
}

fn plain(name: &str) -> String {
    // Longer names are never near; the bound keeps the comparison cheap whatever a caller sends.
    name.chars()
        .filter(|c| !matches!(c, '_' | '-' | ' ' | '.'))
        .take(80)
        .flat_map(char::to_lowercase)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(name: &str, expected: Option<&str>) {
        assert_eq!(
            nearest(name, ["path", "maxTokens", "maxResults", "detail", "allowTests"]),
            expected,
            "{name}"
        );
    }

    #[test]
    fn a_slip_of_the_pen_is_recognised_and_a_strange_word_is_not() {
        check("max_tokens", Some("maxTokens"));
        check("maxtoken", Some("maxTokens"));
        check("paths", Some("path"));
        check("detial", Some("detail"));
        check("tests", None);
        check("allow", Some("allowTests"));
        check("", None);
        check("xyzzy", None);
    }
}
