//! Expansion of macros by their rules: what is given is matched with the patterns, and what fits
//! is written into the body of the first rule that matches.

use super::fragments;
use super::tokens::Tree;
use std::collections::HashMap;
use std::rc::Rc;

/// Limit of patterns and bodies in each other, and of token trees that one expansion writes.
const MAX_DEPTH: usize = 16;
const MAX_WRITTEN: usize = 50_000;

/// The content of a group.
type Trees<'t> = Rc<Vec<Tree<'t>>>;

/// The rules of a macro: patterns, each with what it stands for.
pub struct Rules<'t>(Vec<(Trees<'t>, Trees<'t>)>);

/// What a variable of a macro stands for: code, or in a repetition that of each.
#[derive(Debug, Clone)]
enum Bound<'t> {
    One(Vec<Tree<'t>>),
    Many(Vec<Bound<'t>>),
}

impl Bound<'_> {
    /// Returns what it stands for in each turn of a repetition.
    fn each(&self) -> Option<&[Self]> {
        match self {
            Self::Many(each) => Some(each),
            Self::One(_) => None,
        }
    }
}

type Bindings<'t> = HashMap<&'t str, Bound<'t>>;

/// What the variables that a part of a body names stand for.
type Seen<'b, 't> = HashMap<&'t str, &'b Bound<'t>>;

/// A part of a pattern or of a body.
enum Part<'p, 't> {
    Tree(&'p Tree<'t>),
    /// `$name:kind`, without a kind in a body.
    Variable(&'t str, &'t str),
    /// `$(…) separator operator`.
    Repeated(&'p [Tree<'t>], Option<&'p Tree<'t>>, &'t str),
}

impl<'t> Rules<'t> {
    /// Reads the rules of `macro_rules! name { … }`; `None` for any other definition.
    pub fn read(definition: &[Tree<'t>]) -> Option<Self> {
        let start = definition.iter().position(|tree| tree.is("macro_rules"))?;
        let [_, bang, _, Tree::Group(_, rules), ..] = definition.get(start..)? else { return None };
        if !bang.is("!") {
            return None;
        }
        let mut read = Vec::new();
        let mut rest = rules.as_slice();
        while let [Tree::Group(_, pattern), arrow, Tree::Group(_, body), others @ ..] = rest {
            if !arrow.is("=>") {
                return None;
            }
            read.push((Rc::clone(pattern), Rc::clone(body)));
            rest = match others {
                [end, rest @ ..] if end.is(";") => rest,
                others => others,
            };
        }
        rest.is_empty().then_some(Self(read))
    }

    /// Returns what a call with some arguments stands for; `None` if no rule is known to match.
    pub fn expand(&self, given: &[Tree<'t>]) -> Option<Vec<Tree<'t>>> {
        self.0.iter().find_map(|(pattern, body)| {
            let (length, bindings) = matched(pattern, given, 0)?;
            if length < given.len() {
                return None;
            }
            let seen = bindings.iter().map(|(name, bound)| (*name, bound)).collect();
            let (mut written, mut left) = (Vec::new(), MAX_WRITTEN);
            write(body, &seen, &mut written, &mut left, 0)?;
            Some(written)
        })
    }
}

/// Splits a pattern, whose variables have kinds, or a body into its parts.
fn parts<'p, 't>(trees: &'p [Tree<'t>], is_pattern: bool) -> Option<Vec<Part<'p, 't>>> {
    let mut found = Vec::new();
    let mut rest = trees;
    while let Some(first) = rest.first() {
        let (part, length) = match rest {
            [_, Tree::Group('(', inner), operator, ..]
                if first.is("$") && is_operator(operator) =>
            {
                (Part::Repeated(inner, None, operator.leaf()?.text), 3)
            }
            [_, Tree::Group('(', inner), separator, operator, ..]
                if first.is("$") && is_operator(operator) =>
            {
                (Part::Repeated(inner, Some(separator), operator.leaf()?.text), 4)
            }
            [_, name, colon, kind, ..] if first.is("$") && is_pattern && colon.is(":") => {
                (Part::Variable(name.name()?, kind.name()?), 4)
            }
            [_, name, ..] if first.is("$") && !is_pattern && name.name().is_some() => {
                (Part::Variable(name.name()?, ""), 2)
            }
            _ => (Part::Tree(first), 1),
        };
        found.push(part);
        rest = &rest[length..];
    }
    Some(found)
}

fn is_operator(tree: &Tree<'_>) -> bool {
    ["*", "+", "?"].iter().any(|operator| tree.is(operator))
}

/// Matches a pattern with the beginning of some token trees; returns how many it took.
fn matched<'t>(
    pattern: &[Tree<'t>],
    given: &[Tree<'t>],
    depth: usize,
) -> Option<(usize, Bindings<'t>)> {
    if depth > MAX_DEPTH {
        return None;
    }
    let mut at = 0;
    let mut bindings = Bindings::new();
    for part in parts(pattern, true)? {
        match part {
            Part::Tree(Tree::Leaf(leaf)) => {
                given.get(at)?.is(leaf.text).then_some(())?;
                at += 1;
            }
            Part::Tree(Tree::Group(opening, inner)) => {
                let Some(Tree::Group(own, given)) = given.get(at) else { return None };
                let (length, inner) = matched(inner, given, depth + 1)?;
                if own != opening || length < given.len() {
                    return None;
                }
                bindings.extend(inner);
                at += 1;
            }
            Part::Variable(name, kind) => {
                let length = fragments::length(kind, &given[at..])?;
                bindings.insert(name, Bound::One(given[at..at + length].to_vec()));
                at += length;
            }
            Part::Repeated(inner, separator, operator) => {
                let (length, each) = repeated(inner, separator, operator, &given[at..], depth)?;
                at += length;
                for name in variables(inner)? {
                    let all = each.iter().filter_map(|one| one.get(name).cloned()).collect();
                    bindings.insert(name, Bound::Many(all));
                }
            }
        }
    }
    Some((at, bindings))
}

/// Matches a pattern with the beginning of some token trees as often as it fits.
fn repeated<'t>(
    pattern: &[Tree<'t>],
    separator: Option<&Tree<'t>>,
    operator: &str,
    given: &[Tree<'t>],
    depth: usize,
) -> Option<(usize, Vec<Bindings<'t>>)> {
    let mut at = 0;
    let mut found: Vec<Bindings<'t>> = Vec::new();
    while at < given.len() && (operator != "?" || found.is_empty()) {
        let mut from = at;
        if let Some(separator) = separator.filter(|_| !found.is_empty()) {
            let is_separated = separator.leaf().is_some_and(|leaf| given[at].is(leaf.text));
            if !is_separated {
                break;
            }
            from += 1;
        }
        match matched(pattern, given.get(from..)?, depth + 1) {
            Some((length, bindings)) if length > 0 => {
                found.push(bindings);
                at = from + length;
            }
            _ => break,
        }
    }
    (operator != "+" || !found.is_empty()).then_some((at, found))
}

/// Returns the names of the variables of a pattern or a body, also in groups.
fn variables<'t>(trees: &[Tree<'t>]) -> Option<Vec<&'t str>> {
    let mut found = Vec::new();
    let mut waiting = vec![trees];
    while let Some(trees) = waiting.pop() {
        for pair in trees.windows(2) {
            if pair[0].is("$")
                && let Some(name) = pair[1].name()
            {
                found.push(name);
            }
        }
        for tree in trees {
            if let Tree::Group(_, inner) = tree {
                waiting.push(inner);
            }
        }
        if found.len() + waiting.len() > MAX_WRITTEN {
            return None;
        }
    }
    Some(found)
}

/// Writes a body with what its variables stand for, and counts down how much may be written.
fn write<'t>(
    body: &[Tree<'t>],
    seen: &Seen<'_, 't>,
    written: &mut Vec<Tree<'t>>,
    left: &mut usize,
    depth: usize,
) -> Option<()> {
    if depth > MAX_DEPTH {
        return None;
    }
    for part in parts(body, false)? {
        match part {
            Part::Tree(Tree::Group(opening, inner)) => {
                take(left, 1)?;
                let mut own = Vec::new();
                write(inner, seen, &mut own, left, depth + 1)?;
                written.push(Tree::Group(*opening, Rc::new(own)));
            }
            Part::Tree(leaf) => {
                take(left, 1)?;
                written.push(leaf.clone());
            }
            Part::Variable(name, _) => match seen.get(name) {
                Some(Bound::One(given)) => {
                    take(left, given.len())?;
                    written.extend(given.iter().cloned());
                }
                // Outside of its repetition nothing is known of it; `$crate` is a part of a path.
                Some(Bound::Many(_)) => return None,
                None => {}
            },
            Part::Repeated(inner, separator, _) => {
                let names = variables(inner)?;
                let known = || names.iter().filter_map(|name| Some((*name, *seen.get(name)?)));
                let counts = known().filter_map(|(_, bound)| Some(bound.each()?.len()));
                let count = counts.max().unwrap_or(0);
                for index in 0..count {
                    let turn = known().map(|(name, bound)| match bound.each() {
                        Some(each) => Some((name, each.get(index)?)),
                        None => Some((name, bound)),
                    });
                    let own: Seen<'_, 't> = turn.collect::<Option<_>>()?;
                    if index > 0
                        && let Some(separator) = separator
                    {
                        take(left, 1)?;
                        written.push(separator.clone());
                    }
                    write(inner, &own, written, left, depth + 1)?;
                }
            }
        }
    }
    Some(())
}

/// Takes some of what may still be written; `None` if that is too little.
fn take(left: &mut usize, count: usize) -> Option<()> {
    *left = left.checked_sub(count)?;
    Some(())
}

#[cfg(test)]
mod tests {
    use super::super::trees;
    use super::*;

    /// If each turn took all that the variables stand for, this would not end.
    #[test]
    fn each_turn_of_a_repetition_takes_what_is_its_own() {
        const TURNS: usize = 8_000;
        let rules = "macro_rules! table { ($( $name:ident, $a:expr, $b:expr, $c:expr, $d:ty ; )*) \
                     => { $( fn $name() {} )* }; }";
        let given = (0..TURNS).map(|turn| format!("n{turn}, 0, {turn} + 1, x, u32;"));
        let given = given.collect::<String>();
        let rules = trees(rules, 0, 0).and_then(|read| Rules::read(&read));
        let given = trees(&given, 0, 0).expect("it is code");
        let written = rules.and_then(|rules| rules.expand(&given)).expect("it fits");
        assert_eq!(written.len(), 4 * TURNS);
    }

    /// What stands in brackets counts as much as what stands around them.
    #[test]
    fn what_is_written_in_brackets_is_bounded() {
        let rules =
            "macro_rules! all { ($all:expr; $( $name:ident )*) => { $( [$all $name] )* }; }";
        let given =
            format!("f({}) + a{}; {}", "1, ".repeat(9), " + 1".repeat(500), "b ".repeat(500));
        let rules = trees(rules, 0, 0).and_then(|read| Rules::read(&read));
        let given = trees(&given, 0, 0).expect("it is code");
        assert!(rules.expect("rules").expand(&given).is_none());
    }
}
