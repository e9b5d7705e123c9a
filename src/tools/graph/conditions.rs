//! What rows say of the conditions under which calls are made.

use super::lines::cut;
use crate::engine::graph::Site;

/// Width of a condition under which a call is made, in characters: of one that is told because it
/// is short, of those of a way of calls, and of that of a further call.
const CONDITION_WIDTH: usize = 40;
const WAY_WIDTH: usize = 64;
const FURTHER_WIDTH: usize = 28;

/// What stands beside a condition where it is written on the line of its call.
const BESIDE: [&str; 10] =
    ["if ", "if(", "elif ", "unless ", "when ", "case ", "? ", "=>", "->", "&& "];

/// How much a row says of conditions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Telling {
    /// The innermost one, where it is short and is no default; without one that which leaves.
    Short,
    /// The innermost one, and the last before the call which leaves.
    All,
    /// The same of a call that is named behind others.
    Further,
}

/// Returns a condition under which a call is made, cut to a width.
pub(crate) fn condition_words(condition: &str) -> String {
    cut(condition, CONDITION_WIDTH)
}

/// Returns the remark on the conditions under which some calls are made, those that all of them
/// have; `text` is what is shown of the calls.
pub(super) fn under(uses: &[&[Site]], text: &str, telling: Telling) -> String {
    let mut sites = uses.iter().copied().flatten();
    let Some(first) = sites.next() else { return String::new() };
    let is_of_all = |of: fn(&Site) -> Option<&str>| {
        of(first).filter(|words| sites.clone().all(|site| of(site) == Some(words)))
    };
    let innermost = is_of_all(|site| site.condition.as_deref());
    let guard = is_of_all(|site| site.guard.as_deref());
    let guard = guard.filter(|_| telling != Telling::Short || innermost.is_none());
    let is_told = |words: &&str| match telling {
        Telling::Short => decides(words) && words.chars().nth(CONDITION_WIDTH).is_none(),
        Telling::All | Telling::Further => true,
    };
    let told = innermost.into_iter().chain(guard).filter(is_told);
    let told = told.filter(|words| !is_written(text, words));
    let remark = |words: &str| match telling {
        Telling::Short => format!(" · {}", condition_words(words)),
        Telling::All => format!(" · {}", cut(words, WAY_WIDTH)),
        Telling::Further => format!(", {}", cut(words, FURTHER_WIDTH)),
    };
    told.map(remark).collect()
}

/// Returns whether a condition says more than that no other holds.
fn decides(condition: &str) -> bool {
    written(condition).is_some_and(|written| written != "_")
}

/// Returns what is written as a condition, without the words before it: `a == 1` of
/// `else of if a == 1`.
fn written(condition: &str) -> Option<&str> {
    let positive = condition.strip_prefix("else of ").unwrap_or(condition);
    let positive = positive.strip_prefix("in ").unwrap_or(positive);
    positive.split_once(' ').map(|(_, written)| written)
}

/// Returns whether the text of a call has its condition.
fn is_written(text: &str, condition: &str) -> bool {
    let written = written(condition).unwrap_or(condition);
    text.contains(written) && BESIDE.iter().any(|mark| text.contains(mark))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;

    fn site(line: usize, condition: Option<&str>, guard: Option<&str>) -> Site {
        let mut site = Site::new(Arc::from("a.rs"), line, 1, "run(a)".to_owned());
        site.set_conditions([condition, guard].map(|words| words.map(str::to_owned)));
        site
    }

    #[test]
    fn a_condition_is_told_where_it_decides_and_the_row_does_not_have_it() {
        let check = |condition: &str, text: &str, telling: Telling, expected: &str| {
            let sites = [site(1, Some(condition), Some("unless b"))];
            assert_eq!(under(&[&sites], text, telling), expected, "{condition}: {text}");
        };
        check("if a == 1", "run(a)", Telling::Short, " · if a == 1");
        check("if a == 1", "run(a)", Telling::All, " · if a == 1 · unless b");
        check("if a == 1", "run(a)", Telling::Further, ", if a == 1, unless b");
        check("if a == 1", "run(a) if a == 1", Telling::Short, "");
        check("else of if a", "a ? f() : run(a)", Telling::Short, "");
        check("if a", "run(a)", Telling::Short, " · if a");
        check("in arm Some(a)", "Some(a) => run(a)", Telling::Short, "");
        check("in arm Some(a)", "run(a)", Telling::Short, " · in arm Some(a)");
        check("in arm _", "run(a)", Telling::Short, "");
        check("in default", "run(a)", Telling::Short, "");
        let guarded = [site(1, None, Some("unless b"))];
        assert_eq!(under(&[&guarded], "run(a)", Telling::Short), " · unless b");
        check("in default", "run(a)", Telling::All, " · in default · unless b");
        let long = format!("if {}", "a".repeat(40));
        check(&long, "run(b)", Telling::Short, "");
        check(&long, "run(b)", Telling::All, &format!(" · {long} · unless b"));
        let longer = format!("if {}", "a".repeat(70));
        check(&longer, "run(b)", Telling::All, &format!(" · if {}… · unless b", "a".repeat(61)));
    }

    #[test]
    fn calls_under_different_conditions_share_none() {
        let (one, other) = ([site(1, Some("if a"), None)], [site(2, Some("if b"), None)]);
        assert_eq!(under(&[&one, &other], "run()", Telling::All), "");
        assert_eq!(under(&[&one, &one], "run()", Telling::All), " · if a");
        let plain = [site(3, None, None)];
        assert_eq!(under(&[&one, &plain], "run()", Telling::Short), "");
    }
}
