//! Conditions under which code of a file runs: the branches of an `if`, the arms of a `match`, and
//! what stands behind an `if` that leaves.

use super::nodes::each_node;
use super::{Fact, FileEntry, Snapshot, Text};
use crate::lang::{ConditionRule, Language, registry};
use std::ops::Range;
use std::sync::Arc;
use tree_sitter::Node;

/// Code that runs under a condition, by its first byte and its end.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Condition {
    start: usize,
    end: usize,
    /// Where the condition is written; `None` of what is the default.
    written: Option<(usize, usize)>,
    /// The word before it: `if`, `in arm`.
    word: &'static str,
    branch: Branch,
}

/// When code runs, by what is written as its condition.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Branch {
    Then,
    Otherwise,
    /// Behind a branch that returns, throws or goes on with a loop.
    Behind,
}

/// Beginnings of the kinds of statements behind which nothing runs.
const LEAVING: [&str; 8] =
    ["return", "throw", "raise", "continue", "break", "next", "goto", "control_transfer"];

/// Kinds of nodes that hold nothing but statements, beside those that end in `block`.
const STATEMENTS: [&str; 8] = [
    "compound_statement",
    "constructor_body",
    "expression_statement",
    "statement_list",
    "statements",
    "body_statement",
    "control_structure_body",
    "then",
];

/// Words of the conditions whose branch may leave.
const BEFORE_LEAVING: [&str; 2] = ["if", "unless"];

/// What nearly every call is followed by, which tells nothing.
const OF_ERRORS: &str = "err != nil";

/// The conditions of a file, by the language's `outline.conditions`, in order.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Conditions(Vec<Condition>);

impl Condition {
    /// Returns the condition as text: `if count == 1`, `else of if count == 1`.
    pub fn words(&self, text: &str) -> String {
        let written = self.written.and_then(|(start, end)| text.get(start..end));
        let written = written.map(|text| without_parentheses(text.trim())).unwrap_or_default();
        let words: Vec<&str> = written.split_whitespace().collect();
        let lead = match (self.branch, self.word) {
            (Branch::Then, word) => word.to_owned(),
            (Branch::Otherwise, word) => format!("else of {word}"),
            (Branch::Behind, "unless") => "if".to_owned(),
            (Branch::Behind, _) => "unless".to_owned(),
        };
        format!("{lead} {}", words.join(" ")).trim_end().to_owned()
    }
}

impl Conditions {
    /// Finds the conditions of `text`. The work is linear but for the depth of nesting.
    pub fn of_text(text: &str, language: &'static Language) -> Self {
        let rules = language.config.outline.conditions.as_slice();
        let mut found = Vec::new();
        if !rules.is_empty() {
            each_node(text, language, |cursor| {
                let node = cursor.node();
                let is_of = |rule: &&ConditionRule| rule.kind == node.kind();
                if let Some(rule) = rules.iter().find(is_of).filter(|_| node.is_named()) {
                    add(node, rule, text, &mut found);
                }
            });
        }
        // A macro's body may be read more than once.
        found.sort_unstable();
        found.dedup();
        Self(found)
    }

    /// Returns the innermost condition around a byte, within a range, and the last one behind
    /// which it stands since that leaves.
    pub fn innermost(&self, at: usize, within: &Range<usize>) -> [Option<&Condition>; 2] {
        let first = self.0.partition_point(|found| found.start < within.start);
        let end = self.0.partition_point(|found| found.start <= at);
        let before = self.0.get(first..end).unwrap_or_default();
        let is_around = |found: &&Condition| at < found.end && found.end <= within.end;
        let around = || before.iter().filter(is_around);
        let is_behind = |found: &&Condition| found.branch == Branch::Behind;
        let branch = around().filter(|found| !is_behind(found));
        [
            branch.min_by_key(|found| found.end - found.start),
            around().filter(is_behind).max_by_key(|found| found.start),
        ]
    }
}

impl Fact for Conditions {
    fn compute(file: &FileEntry, text: &Arc<Text>, _: &Snapshot) -> Self {
        registry()
            .for_source(&file.path.absolute, &text.content)
            .map_or_else(Self::default, |language| Self::of_text(&text.content, language))
    }

    fn weight(&self) -> usize {
        size_of::<Self>() + self.0.capacity() * size_of::<Condition>()
    }
}

/// Returns a condition without the parentheses around all of it.
fn without_parentheses(text: &str) -> &str {
    let Some(inside) = text.strip_prefix('(').and_then(|text| text.strip_suffix(')')) else {
        return text;
    };
    let mut depth = 0_usize;
    for letter in inside.chars() {
        match letter {
            '(' => depth += 1,
            ')' if depth == 0 => return text,
            ')' => depth -= 1,
            _ => {}
        }
    }
    inside.trim()
}

/// Adds the branches of a node.
fn add(node: Node<'_>, rule: &'static ConditionRule, text: &str, found: &mut Vec<Condition>) {
    let condition = rule.condition.as_deref().and_then(|part| part_of(node, part));
    if rule.condition.is_some() && condition.is_none() {
        return;
    }
    let written = condition.map(|node| (node.start_byte(), node.end_byte()));
    let mut add = |start: usize, end: usize, branch: Branch| {
        found.push(Condition { start, end, written, word: &rule.word, branch });
    };
    let is_of_errors = |(start, end): (usize, usize)| {
        text.get(start..end).is_some_and(|it| it.ends_with(OF_ERRORS))
    };
    if let Some(behind) = behind(node, rule).filter(|_| !written.is_some_and(is_of_errors)) {
        add(behind.start, behind.end, Branch::Behind);
    }
    let mut cursor = node.walk();
    if let Some(field) = &rule.otherwise {
        for branch in node.children_by_field_name(field, &mut cursor) {
            add(branch.start_byte(), branch.end_byte(), Branch::Otherwise);
        }
    }
    if let Some(field) = &rule.then {
        for branch in node.children_by_field_name(field, &mut cursor) {
            add(branch.start_byte(), branch.end_byte(), Branch::Then);
        }
        return;
    }
    // Without a field the branches are what stands behind the condition, and behind `else`.
    let start = written.map_or(node.start_byte(), |(_, end)| end);
    let mut children = node.children(&mut cursor);
    let word = children.find(|child| child.kind() == "else" && child.start_byte() >= start);
    add(start, word.map_or(node.end_byte(), |word| word.start_byte()), Branch::Then);
    if let Some(word) = word {
        add(word.end_byte(), node.end_byte(), Branch::Otherwise);
    }
}

/// Returns the bytes behind a node whose only branch leaves, up to the end of the block.
fn behind(node: Node<'_>, rule: &ConditionRule) -> Option<Range<usize>> {
    if !BEFORE_LEAVING.contains(&rule.word.as_str()) {
        return None;
    }
    let otherwise = rule.otherwise.as_deref().and_then(|field| node.child_by_field_name(field));
    let mut cursor = node.walk();
    let has_else =
        otherwise.is_some() || node.children(&mut cursor).any(|child| child.kind() == "else");
    let then = match &rule.then {
        Some(field) => node.child_by_field_name(field),
        None => last_statement(node),
    };
    if has_else || !then.is_some_and(leaves) {
        return None;
    }
    let start = node.end_byte();
    let mut around = node.parent()?;
    // A statement may be wrapped in another kind of node, and have its mark behind it.
    while around.end_byte() <= start + 1 && is_of_statements(around) {
        around = around.parent()?;
    }
    let is_block = is_of_statements(around) && around.end_byte() > start;
    is_block.then(|| start..around.end_byte())
}

/// Returns whether the last statement of a branch leaves.
fn leaves(branch: Node<'_>) -> bool {
    let mut last = Some(branch);
    while let Some(node) = last {
        if LEAVING.iter().any(|word| node.kind().starts_with(word)) {
            return true;
        }
        last = if is_of_statements(node) { last_statement(node) } else { None };
    }
    false
}

fn is_of_statements(node: Node<'_>) -> bool {
    node.kind().ends_with("block") || STATEMENTS.contains(&node.kind())
}

fn last_statement(node: Node<'_>) -> Option<Node<'_>> {
    let mut cursor = node.walk();
    let statements = node.named_children(&mut cursor).filter(|child| !child.is_extra());
    statements.last()
}

/// Returns a part of a node, by its field or its kind.
fn part_of<'tree>(node: Node<'tree>, part: &str) -> Option<Node<'tree>> {
    let mut cursor = node.walk();
    let by_kind = || node.children(&mut cursor).find(|child| child.kind() == part);
    node.child_by_field_name(part).or_else(by_kind)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks the conditions of the calls of `run` with a number each.
    #[track_caller]
    fn check(language: &str, text: &str, expected: &[&str]) {
        let language = registry().by_name(language).expect("a known language");
        let conditions = Conditions::of_text(text, language);
        let found: Vec<String> = text
            .match_indices("run(")
            .map(|(at, _)| {
                let around = conditions.innermost(at, &(0..text.len())).into_iter().flatten();
                let words: Vec<String> = around.map(|found| found.words(text)).collect();
                if words.is_empty() { "-".to_owned() } else { words.join(", ") }
            })
            .collect();
        assert_eq!(found, expected, "{text}");
    }

    #[test]
    fn the_innermost_condition_around_a_call_is_told() {
        check(
            "rust",
            "fn f() { run(0); if a == 1 { run(1) } else { run(2) } match b { K::A(x) if x => run(3), _ => { run(4) } } if run(5) {} }",
            &["-", "if a == 1", "else of if a == 1", "in arm K::A(x) if x", "in arm _", "-"],
        );
        check(
            "typescript",
            "function f() { if (a && (b)) { run(1) } else if (c) run(2); else run(3); switch (d) { case 'x': run(4); default: run(5) } return e ? run(6) : run(7) }",
            &[
                "if a && (b)",
                "if c",
                "else of if c",
                "in case 'x'",
                "in default",
                "if e",
                "else of if e",
            ],
        );
        check(
            "java",
            "class A { void f() { if (a) run(1); else run(2); switch (b) { case C: run(3); } switch (b) { case D -> run(4); default -> run(5); } } }",
            &["if a", "else of if a", "in case C", "in case D", "in default"],
        );
        check(
            "kotlin",
            "fun f() { if (a) { run(1) } else { run(2) }\n when (b) { C.D -> run(3) } }",
            &["if a", "else of if a", "in arm C.D"],
        );
        check(
            "python",
            "def f():\n  if a:\n    run(1)\n  elif b:\n    run(2)\n  else:\n    run(3)\n  match c:\n    case 1:\n      run(4)\n",
            &["if a", "if b", "else of if a", "in case 1"],
        );
        check(
            "go",
            "package a\nfunc f() { if a { run(1) } else { run(2) }; switch b { case c: run(3); default: run(4) } }",
            &["if a", "else of if a", "in case c", "in default"],
        );
        check(
            "ruby",
            "def f\n  run(1) if a\n  unless b\n    run(2)\n  end\n  case c\n  when 1 then run(3)\n  end\nend\n",
            &["if a", "unless b", "in case 1"],
        );
        for language in ["c", "cpp"] {
            let text = "int f(void) { if (a) run(1); else run(2); switch (b) { case 3: run(3); } }";
            check(language, text, &["if a", "else of if a", "in case 3"]);
        }
        check(
            "csharp",
            "class A { void F() { if (a) run(1); else { run(2); } } }",
            &["if a", "else of if a"],
        );
        check(
            "php",
            "<?php function f() { if ($a) { run(1); } elseif ($b) { run(2); } else { run(3); } }",
            &["if $a", "if $b", "else of if $a"],
        );
    }

    #[test]
    fn what_is_caught_is_a_condition() {
        check(
            "java",
            "class A { void f() { try { run(1); } catch (B | C e) { run(2); } finally { run(3); } } }",
            &["-", "in catch B | C e", "-"],
        );
        check("kotlin", "fun f() { try { run(1) } catch (e: B) { run(2) } }", &["-", "in catch B"]);
        check(
            "csharp",
            "class A { void F() { try { run(1); } catch (B e) { run(2); } catch { run(3); } } }",
            &["-", "in catch B e", "-"],
        );
        check(
            "python",
            "def f():\n  try:\n    run(1)\n  except B:\n    run(2)\n  except:\n    run(3)\n",
            &["-", "in except B", "-"],
        );
        check(
            "typescript",
            "function f() { try { run(1) } catch (e) { run(2) } }",
            &["-", "in catch e"],
        );
        check(
            "php",
            "<?php function f() { try { run(1); } catch (B $e) { run(2); } }",
            &["-", "in catch B"],
        );
        check(
            "cpp",
            "void f() { try { run(1); } catch (B& e) { run(2); } }",
            &["-", "in catch B& e"],
        );
        check("ruby", "def f\n  run(1)\nrescue B\n  run(2)\nend\n", &["-", "in rescue B"]);
    }

    #[test]
    fn what_leaves_before_a_call_is_told() {
        check(
            "rust",
            "fn f() { if a { return; } run(1); for b in c { if d { continue } if e { run(2) } } run(3) }",
            &["unless a", "if e, unless d", "unless a"],
        );
        check(
            "typescript",
            "function f() { if (!a) return null; run(1); if (b) { g(); throw c } else if (d) return; run(2); }",
            &["unless !a", "unless !a"],
        );
        check(
            "java",
            "class A { A() { if (a) { return; } run(1); } int f() { for (;;) { if (b) break; run(2); } } }",
            &["unless a", "unless b"],
        );
        check(
            "kotlin",
            "fun f() { if (a) { return }\n run(1)\n if (b) throw C()\n run(2) }",
            &["unless a", "unless b"],
        );
        check(
            "python",
            "def f():\n  if a:\n    return 1\n  run(1)\n  if b:\n    raise C\n  elif c:\n    return\n  run(2)\n",
            &["unless a", "unless a"],
        );
        check(
            "go",
            "package a\nfunc f() { if err != nil { return }; run(0); if a { return }; run(1) }",
            &["-", "unless a"],
        );
        check(
            "ruby",
            "def f\n  return if a\n  run(1)\n  return unless b\n  run(2)\nend\n",
            &["unless a", "if b"],
        );
        check("c", "int f(void) { if (a) { g(); return 1; } run(1); }", &["unless a"]);
        check("csharp", "class A { void F() { if (a) throw b; run(1); } }", &["unless a"]);
        check("php", "<?php function f() { if ($a) { return; } run(1); }", &["unless $a"]);
        check(
            "rust",
            "fn f() { if a { g() } run(1); if b { return } else { g() } run(2) }",
            &["-", "-"],
        );
    }

    #[test]
    fn conditions_outside_of_a_function_are_none_of_its() {
        let text = "fn f() { if a { fn g() { run() } } }";
        let language = registry().by_name("rust").expect("a known language");
        let conditions = Conditions::of_text(text, language);
        let inner = text.find("fn g").expect("it is there")..text.len() - 4;
        let at = text.find("run()").expect("it is there");
        assert_eq!(conditions.innermost(at, &inner), [None, None]);
        assert!(conditions.innermost(at, &(0..text.len()))[0].is_some());
    }

    #[test]
    fn every_kind_and_field_of_a_condition_is_one_of_the_grammar() {
        for language in registry().all() {
            let Some(grammar) = language.grammar() else { continue };
            for rule in &language.config.outline.conditions {
                let is_kind = |kind: &str| grammar.id_for_node_kind(kind, true) != 0;
                let is_field = |name: &str| grammar.field_id_for_name(name).is_some();
                let is_known = is_kind(&rule.kind)
                    && rule.condition.iter().all(|part| is_field(part) || is_kind(part))
                    && rule.then.iter().chain(&rule.otherwise).all(|field| is_field(field));
                assert!(is_known, "languages/{}: outline.conditions: {rule:?}", language.id);
            }
        }
    }
}
