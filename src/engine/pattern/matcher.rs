//! Matching of a pattern's tree against the nodes of a file.

use super::compile::{Alternative, Child, PatternNode};
use crate::domain::Cancel;
use crate::lang::cursor;
use std::ops::Range;
use tree_sitter::{Node, Tree};

/// Maximum number of comparisons per node. Patterns with several metavariables for many nodes can
/// be matched in a combinatorial number of ways.
const MAX_STEPS: usize = 20_000;

/// Number of bytes of code whose comparison counts as another comparison.
const BYTES_PER_STEP: usize = 16;

/// Maximum number of comparisons per tree.
const MAX_TOTAL_STEPS: usize = 16 << 20;

/// Number of nodes between checks for cancellation.
const RUN: usize = 256;

/// A matching node.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Matched {
    pub(super) bytes: Range<usize>,
    /// True if the pattern contains a definition, so that the node may be one.
    pub(super) has_definition: bool,
}

/// Returns the nodes of a tree that match one of the alternatives, outer ones before inner ones.
/// `None` if that takes too much work, or the request is cancelled.
pub(super) fn find(tree: &Tree, text: &str, alternatives: &[&Alternative]) -> Option<Vec<Matched>> {
    let stack =
        alternatives.iter().map(|alternative| alternative.stack()).max().unwrap_or_default();
    stacker::maybe_grow(stack, stack, || find_here(tree, text, alternatives))
}

fn find_here(tree: &Tree, text: &str, alternatives: &[&Alternative]) -> Option<Vec<Matched>> {
    let cancel = Cancel::current();
    let mut found = Vec::new();
    let mut cursor = tree.walk();
    let mut is_done = false;
    let (mut nodes, mut steps) = (0usize, 0usize);
    while !is_done {
        let node = cursor.node();
        nodes += 1;
        if steps > MAX_TOTAL_STEPS || (nodes.is_multiple_of(RUN) && cancel.is_cancelled()) {
            return None;
        }
        for alternative in alternatives {
            let mut matching = Matching { text, bound: Vec::new(), steps: 0 };
            let is_match = matching.part(&alternative.root, node);
            steps += matching.steps;
            if is_match {
                // An expression statement is reported once.
                if found.last().is_some_and(|last: &Matched| last.bytes == node.byte_range()) {
                    break;
                }
                found.push(Matched {
                    bytes: node.byte_range(),
                    has_definition: alternative.root.has_definition(),
                });
                break;
            }
        }
        is_done = !cursor::next(&mut cursor);
    }
    Some(found)
}

/// One match attempt.
struct Matching<'a> {
    text: &'a str,
    /// Byte ranges bound to the named metavariables.
    bound: Vec<(&'a str, Range<usize>)>,
    steps: usize,
}

/// A child of a node of the file, with its field.
#[derive(Clone, Copy)]
struct Candidate<'tree> {
    node: Node<'tree>,
    field: Option<u16>,
}

impl<'a> Matching<'a> {
    fn part(&mut self, part: &'a PatternNode, node: Node<'_>) -> bool {
        match part {
            PatternNode::One { name, named } => {
                (node.is_named() || !named) && self.bind(name.as_deref(), node.byte_range())
            }
            // A metavariable for several nodes in a position for one node.
            PatternNode::Many(name) => self.bind(name.as_deref(), node.byte_range()),
            PatternNode::Leaf { kind, is_named, text } => {
                node.kind_id() == *kind && (!is_named || self.text[node.byte_range()] == **text)
            }
            PatternNode::Tree { kind, is_definition, children } => {
                if node.kind_id() != *kind {
                    return false;
                }
                let candidates =
                    candidates(node, if *is_definition { Some(children) } else { None });
                self.sequence(children, children, &candidates)
            }
        }
    }

    /// Binds a name, or compares with the code that it is bound to.
    fn bind(&mut self, name: Option<&'a str>, bytes: Range<usize>) -> bool {
        let Some(name) = name else { return true };
        match self.bound.iter().find(|(known, _)| *known == name) {
            Some((_, known)) => {
                self.steps += 1 + known.len().min(bytes.len()) / BYTES_PER_STEP;
                same_code(&self.text[known.clone()], &self.text[bytes])
            }
            None => {
                self.bound.push((name, bytes));
                true
            }
        }
    }

    fn sequence(
        &mut self,
        all: &'a [Child],
        parts: &'a [Child],
        candidates: &[Candidate<'_>],
    ) -> bool {
        self.steps += 1;
        if self.steps > MAX_STEPS {
            return false;
        }
        let Some((first, rest)) = parts.split_first() else {
            return candidates.iter().all(|candidate| may_follow(candidate, all));
        };
        if let PatternNode::Many(name) = &first.part {
            return self.many(name.as_deref(), all, rest, candidates);
        }
        for (index, candidate) in candidates.iter().enumerate() {
            let bound = self.bound.len();
            let is_comment =
                candidate.node.is_extra() && !matches!(first.part, PatternNode::Leaf { .. });
            if !is_comment && self.part(&first.part, candidate.node) {
                if self.sequence(all, rest, &candidates[index + 1..]) {
                    return true;
                }
                self.bound.truncate(bound);
                return false;
            }
            self.bound.truncate(bound);
            // Punctuation and comments that are not in the pattern are skipped.
            if candidate.node.is_named() && !candidate.node.is_extra() {
                return false;
            }
        }
        false
    }

    /// Matches a metavariable with as few nodes as possible, or with all remaining ones if nothing
    /// follows it.
    fn many(
        &mut self,
        name: Option<&'a str>,
        all: &'a [Child],
        rest: &'a [Child],
        candidates: &[Candidate<'_>],
    ) -> bool {
        let fewest = if rest.is_empty() { candidates.len() } else { 0 };
        for taken in fewest..=candidates.len() {
            if self.steps > MAX_STEPS {
                return false;
            }
            let bound = self.bound.len();
            let bytes = match (candidates.first(), candidates[..taken].last()) {
                (Some(first), Some(last)) => first.node.start_byte()..last.node.end_byte(),
                _ => 0..0,
            };
            // If it matches no nodes, the separators after it are not required.
            let after = if taken == 0 { without_separators(rest) } else { rest };
            if self.bind(name, bytes)
                && (self.sequence(all, rest, &candidates[taken..])
                    || (after.len() < rest.len()
                        && self.sequence(all, after, &candidates[taken..])))
            {
                return true;
            }
            self.bound.truncate(bound);
        }
        false
    }
}

/// Returns whether a node may follow the last one of a pattern: punctuation, comments, and a field
/// that the pattern does not use, such as the `else` of an `if`.
fn may_follow(candidate: &Candidate<'_>, all: &[Child]) -> bool {
    let is_unused = |field: u16| all.iter().all(|child| child.field != Some(field));
    !candidate.node.is_named()
        || candidate.node.is_extra()
        || candidate.field.is_some_and(is_unused)
}

fn without_separators(parts: &[Child]) -> &[Child] {
    let is_separator = |child: &Child| matches!(&child.part, PatternNode::Leaf { is_named: false, text, .. } if text == "," || text == ";");
    let count = parts.iter().take_while(|child| is_separator(child)).count();
    &parts[count..]
}

/// Returns the children of a node; of a definition, only those that the pattern mentions: by field,
/// or by node type if there is none.
fn candidates<'tree>(node: Node<'tree>, spoken_of: Option<&[Child]>) -> Vec<Candidate<'tree>> {
    let mut candidates = Vec::with_capacity(node.child_count() as usize);
    let mut cursor = node.walk();
    if !cursor.goto_first_child() {
        return candidates;
    }
    loop {
        let candidate =
            Candidate { node: cursor.node(), field: cursor.field_id().map(std::num::NonZero::get) };
        let is_wanted = spoken_of.is_none_or(|children| is_spoken_of(&candidate, children));
        if is_wanted && !candidate.node.is_missing() {
            candidates.push(candidate);
        }
        if !cursor.goto_next_sibling() {
            return candidates;
        }
    }
}

fn is_spoken_of(candidate: &Candidate<'_>, children: &[Child]) -> bool {
    if !candidate.node.is_named() {
        return true;
    }
    let kind = candidate.node.kind_id();
    children.iter().any(|child| match (&child.part, candidate.field) {
        (_, Some(field)) if child.field == Some(field) => true,
        (PatternNode::Leaf { kind: own, .. } | PatternNode::Tree { kind: own, .. }, None) => {
            *own == kind && child.field.is_none()
        }
        // A metavariable without a field matches any child without one.
        (PatternNode::One { .. } | PatternNode::Many(_), None) => child.field.is_none(),
        _ => false,
    })
}

/// Returns whether two pieces of code are equal except for white space.
fn same_code(left: &str, right: &str) -> bool {
    left == right || left.split_whitespace().eq(right.split_whitespace())
}

#[cfg(test)]
mod tests {
    use super::super::compile::compile;
    use super::*;
    use crate::lang::registry;
    use crate::workspace::parse::parse;

    fn check(language: &str, pattern: &str, text: &str, expected: &[&str]) {
        let language = registry().by_name(language).expect("a known language");
        let alternatives =
            compile(pattern, language).unwrap_or_else(|broken| panic!("{pattern}: {broken:?}"));
        let alternatives: Vec<&Alternative> = alternatives.iter().collect();
        let tree = parse(text, language).expect("a tree");
        let found: Vec<&str> = find(&tree, text, &alternatives)
            .expect("little work")
            .into_iter()
            .map(|matched| &text[matched.bytes])
            .collect();
        assert_eq!(found, expected, "{pattern}");
    }

    #[test]
    fn holes_stand_for_nodes() {
        check(
            "rust",
            "foo($A)",
            "fn f() { foo(1); foo(); foo(a, b); bar(1); foo(g(2)); }",
            &["foo(1)", "foo(g(2))"],
        );
        check("rust", "foo($$$A)", "fn f() { foo(); foo(1, 2); }", &["foo()", "foo(1, 2)"]);
        check(
            "rust",
            "foo($$$A, 2)",
            "fn f() { foo(2); foo(1, 2); foo(2, 1); }",
            &["foo(2)", "foo(1, 2)"],
        );
        check("rust", "foo(1, $$$A)", "fn f() { foo(1, 2, 3); foo(2, 1); }", &["foo(1, 2, 3)"]);
        check("rust", "foo($_, $_)", "fn f() { foo(1, 2); foo(1); }", &["foo(1, 2)"]);
    }

    #[test]
    fn a_name_means_the_same_code_everywhere() {
        check(
            "rust",
            "$A == $A",
            "fn f() { a == a; a == b; (a.b ()) == (a.b ()); }",
            &["a == a", "(a.b ()) == (a.b ())"],
        );
        check("python", "$X = $X.$M()", "a = a.b()\na = c.b()\n", &["a = a.b()"]);
    }

    #[test]
    fn the_rest_means_what_it_says() {
        check(
            "rust",
            "if $C { $$$B }",
            "fn f() { if a { b } if a { b } else { c } }",
            &["if a { b }", "if a { b } else { c }"],
        );
        check("javascript", "return;", "function f() { return; return 1; }", &["return;"]);
        check(
            "python",
            "if $C: return 1",
            "if a: return 1\nif a:\n    return 1\nif a:\n    return 1\n    x\n",
            &["if a: return 1", "if a:\n    return 1"],
        );
        check(
            "rust",
            "foo(1)",
            "fn f() { foo( 1 ); foo(1,); foo(/* one */ 1); foo(2) }",
            &["foo( 1 )", "foo(1,)", "foo(/* one */ 1)"],
        );
    }

    #[test]
    fn definitions_may_have_parts_that_the_pattern_does_not_speak_of() {
        let rust =
            "fn a() {}\npub(crate) async fn b<T>(x: T) -> T where T: Copy { x }\npub fn c();\n";
        check(
            "rust",
            "fn $F($$$A) { $$$B }",
            rust,
            &["fn a() {}", "pub(crate) async fn b<T>(x: T) -> T where T: Copy { x }"],
        );
        check("rust", "pub fn $F($$$A) $$$B", rust, &["pub fn c();"]);
        check(
            "rust",
            "fn $F($$$A) -> $R { $$$B }",
            rust,
            &["pub(crate) async fn b<T>(x: T) -> T where T: Copy { x }"],
        );
        check("rust", "fn $F() $$$B", rust, &["fn a() {}", "pub fn c();"]);
        check(
            "python",
            "def $F(self): $$$B",
            "def a(self) -> int: return 1\ndef b(x): pass\nasync def c(self): pass\n",
            &["def a(self) -> int: return 1", "async def c(self): pass"],
        );
        check(
            "typescript",
            "class $C { $$$B }",
            "class A {}\nclass B<T> extends A implements I { x = 1 }\n",
            &["class A {}", "class B<T> extends A implements I { x = 1 }"],
        );
        check(
            "go",
            "func $F($$$A) { $$$B }",
            "package a\nfunc a() {}\nfunc b(x int) (int, error) { return x, nil }\n",
            &["func a() {}", "func b(x int) (int, error) { return x, nil }"],
        );
        check(
            "java",
            "class $C { $$$B }",
            "public class A extends B {}\nclass C {}\n",
            &["public class A extends B {}", "class C {}"],
        );
    }

    #[test]
    fn many_holes_for_many_nodes_take_bounded_time() {
        let arguments = "a, ".repeat(300);
        let text = format!("fn f() {{ foo({arguments}b); }}");
        check("rust", "foo($$$A, x, $$$B, x, $$$C, x, $$$D, x)", &text, &[]);
    }

    #[test]
    fn long_code_that_is_compared_is_many_steps() {
        let javascript = registry().by_name("javascript").expect("a known language");
        let text = format!("f({}1);", "1,".repeat(50_000));
        let pattern = "f($$$A,$$$A,$$$A,2)";
        let alternatives = compile(pattern, javascript).unwrap_or_else(|_| panic!("{pattern}"));
        let tree = parse(&text, javascript).expect("a tree");
        let call = tree.root_node().descendant_for_byte_range(0, text.len() - 1).expect("a call");
        let mut matching = Matching { text: &text, bound: Vec::new(), steps: 0 };
        assert!(!matching.part(&alternatives[0].root, call));
        let compared = matching.steps * BYTES_PER_STEP;
        assert!(compared < 2 * MAX_STEPS * BYTES_PER_STEP, "{compared} bytes");
    }
}
