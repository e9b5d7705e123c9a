//! The fragments of code that variables of macros stand for.

use super::tokens::Tree;

/// Returns how many of some token trees a fragment takes; `None` if they do not begin with one.
/// What ends an expression or a type is what a macro may write behind it.
pub(super) fn length(kind: &str, trees: &[Tree<'_>]) -> Option<usize> {
    let first = trees.first();
    let found = match kind {
        "vis" => return Some(visibility(trees)),
        "tt" => first.map(|_| 1)?,
        "ident" => first.and_then(Tree::name).map(|_| 1)?,
        "lifetime" => {
            first.and_then(Tree::leaf).filter(|leaf| leaf.text.starts_with('\'')).map(|_| 1)?
        }
        "block" => first.filter(|tree| tree.is_group('{')).map(|_| 1)?,
        "literal" => literal(trees)?,
        "ty" | "path" => type_or_path(trees),
        "expr" | "expr_2021" => expression(trees),
        "pat" | "pat_param" => until(trees, &["=>", ",", "=", "if", "in"]),
        "stmt" => until(trees, &[";", ",", "=>"]),
        "meta" => meta(trees),
        "item" => item(trees)?,
        _ => return None,
    };
    (found > 0).then_some(found)
}

fn visibility(trees: &[Tree<'_>]) -> usize {
    let is_limit = |tree: &Tree<'_>| match tree {
        Tree::Group('(', inner) => inner
            .first()
            .and_then(Tree::name)
            .is_some_and(|first| matches!(first, "crate" | "super" | "self" | "in")),
        _ => false,
    };
    match trees {
        [first, limit, ..] if first.is("pub") && is_limit(limit) => 2,
        [first, ..] if first.is("pub") => 1,
        _ => 0,
    }
}

fn literal(trees: &[Tree<'_>]) -> Option<usize> {
    let sign = usize::from(trees.first()?.is("-"));
    let text = trees.get(sign)?.leaf()?.text;
    let is_literal = matches!(text, "true" | "false")
        || text.starts_with(|first: char| first.is_ascii_digit())
        || text.ends_with('"')
        || text.len() > 1 && text.starts_with('\'') && text.ends_with('\'');
    is_literal.then_some(sign + 1)
}

fn until(trees: &[Tree<'_>], ends: &[&str]) -> usize {
    let is_end = |tree: &Tree<'_>| ends.iter().any(|end| tree.is(end));
    trees.iter().position(is_end).unwrap_or(trees.len())
}

/// Returns the length of a type: up to what is outside of its arguments and no part of it.
fn type_or_path(trees: &[Tree<'_>]) -> usize {
    let ends = [",", ";", "=>", "=", ":", "|", "as", "where"];
    let mut depth = 0_usize;
    for (at, tree) in trees.iter().enumerate() {
        // `[u8]` is a type, `Type[` none.
        let is_behind_type = at > 0
            && trees.get(at - 1).is_some_and(|before| {
                before.name().is_some_and(|name| !matches!(name, "mut" | "dyn" | "const" | "impl"))
                    || before.is(">")
                    || matches!(before, Tree::Group(..))
            });
        match tree {
            tree if tree.is("<") => depth += 1,
            tree if tree.is(">") && depth == 0 => return at,
            tree if tree.is(">") => depth -= 1,
            _ if depth > 0 => {}
            tree if ends.iter().any(|end| tree.is(end)) => return at,
            Tree::Group('{', _) => return at,
            Tree::Group('[', _) if is_behind_type => return at,
            _ => {}
        }
    }
    trees.len()
}

fn expression(trees: &[Tree<'_>]) -> usize {
    let moves = usize::from(trees.first().is_some_and(|first| first.is("move")));
    let mut at = moves;
    // The parameters of a closure stand between bars, and may be several.
    if trees.get(at).is_some_and(|tree| tree.is("|")) {
        let end = trees[at + 1..].iter().position(|tree| tree.is("|"));
        at += end.map_or(1, |end| end + 2);
    }
    let mut depth = 0_usize;
    while let Some(tree) = trees.get(at) {
        let is_behind_path = at > 0 && trees[at - 1].is("::");
        match depth {
            0 if [",", ";", "=>"].iter().any(|end| tree.is(end)) => break,
            0 if tree.is("<") && is_behind_path => depth = 1,
            0 => {}
            _ if tree.is("<") => depth += 1,
            _ if tree.is(">") => depth -= 1,
            _ => {}
        }
        at += 1;
    }
    at
}

fn meta(trees: &[Tree<'_>]) -> usize {
    let is_path = |tree: &&Tree<'_>| tree.name().is_some() || tree.is("::");
    let path = trees.iter().take_while(is_path).count();
    match trees.get(path) {
        Some(Tree::Group(..)) if path > 0 => path + 1,
        Some(tree) if path > 0 && tree.is("=") => path + 1 + expression(&trees[path + 1..]),
        _ => path,
    }
}

/// Returns the length of an item: up to its body or to the semicolon that ends it.
fn item(trees: &[Tree<'_>]) -> Option<usize> {
    let is_end = |tree: &Tree<'_>| tree.is_group('{') || tree.is(";");
    let first = trees.first()?;
    let is_item = first.is("#") || first.name().is_some();
    trees.iter().position(is_end).filter(|_| is_item).map(|end| end + 1)
}
