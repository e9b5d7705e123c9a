//! Arguments as somebody writes them who knows a tool's parameters: `--path src` where the command
//! takes `src`, `--exact=true` where it takes `--exact`.

use clap::{Arg, Command};
use std::ffi::OsString;

/// First positional parameters that may be any word.
const TEXTS: [&str; 2] = ["query", "pattern"];

/// Returns the arguments in the form that the command declares. `arguments` begin with the
/// program's own name.
///
/// The value of `--NAME`, where NAME is that of a positional parameter, takes its place: in front
/// for the first, else behind all others. The value `true` or `false` of a flag becomes the flag
/// or nothing; as an argument of its own it may also be the first positional where that is a text
/// to look for.
pub(super) fn normal(
    command: &Command,
    arguments: impl IntoIterator<Item = OsString>,
) -> Vec<OsString> {
    let mut head: Vec<OsString> = Vec::new();
    let mut rest = arguments.into_iter().peekable();
    let mut tool = None;
    while tool.is_none()
        && let Some(argument) = rest.next()
    {
        tool = command.find_subcommand(&argument).filter(|_| !head.is_empty());
        head.push(argument);
    }
    let Some(tool) = tool else { return head };

    let (mut first, mut middle, mut last) = (Vec::new(), Vec::new(), Vec::new());
    // A target or a path is not called `true`.
    let mut has_first = tool
        .get_positionals()
        .next()
        .is_some_and(|first| !TEXTS.contains(&first.get_id().as_str()));
    while let Some(argument) = rest.next() {
        if argument == "--" {
            middle.push(argument);
            middle.extend(rest);
            break;
        }
        let argument = with_dashes(tool, argument);
        let word = argument.to_str().unwrap_or_default();
        let (name, value) = match word.split_once('=') {
            Some((name, value)) => (name, Some(value)),
            None => (word, None),
        };
        if let Some(index) = positional(tool, name) {
            let value = value.map(OsString::from).or_else(|| rest.next());
            has_first |= index == 0;
            if index == 0 { &mut first } else { &mut last }.extend(value);
        } else if is_flag(tool, name) {
            let next = rest.next_if(|next| value.is_none() && has_first && truth(next).is_some());
            let is_set = value.map(OsString::from).or(next).as_ref().and_then(truth);
            match is_set {
                Some(true) => middle.push(OsString::from(name)),
                Some(false) => {}
                None => middle.push(argument),
            }
        } else {
            let takes_value = option(tool, name).is_some_and(|arg| arg.get_action().takes_values());
            let takes_next = takes_value && value.is_none();
            has_first |= !takes_next && !word.starts_with('-');
            middle.push(argument);
            middle.extend(rest.next_if(|_| takes_next));
        }
    }
    [head, first, middle, last].concat()
}

/// Returns an option that is written as a tool's parameter in the form of commands:
/// `--ignore-case` of `--ignoreCase`.
fn with_dashes(tool: &Command, argument: OsString) -> OsString {
    let Some(word) = argument.to_str().filter(|word| word.starts_with("--")) else {
        return argument;
    };
    let name_end = word.find('=').unwrap_or(word.len());
    let (name, value) = word.split_at(name_end);
    let mut dashed = String::new();
    for letter in name.chars() {
        if letter.is_ascii_uppercase() {
            dashed.push('-');
        }
        dashed.push(letter.to_ascii_lowercase());
    }
    let is_known = option(tool, name).is_none() && option(tool, &dashed).is_some();
    if is_known { OsString::from(dashed + value) } else { argument }
}

fn truth(word: &OsString) -> Option<bool> {
    word.to_str()?.parse().ok()
}

/// Returns the index of the positional parameter that `--NAME` names, in the singular or plural.
fn positional(tool: &Command, name: &str) -> Option<usize> {
    let name = name.strip_prefix("--").filter(|_| option(tool, name).is_none())?;
    let name = name.trim_end_matches('s');
    tool.get_positionals().position(|arg| arg.get_id().as_str().trim_end_matches('s') == name)
}

/// Returns the declared option or flag of a name with its dashes.
fn option<'a>(tool: &'a Command, name: &str) -> Option<&'a Arg> {
    let is_long = |arg: &&Arg| {
        let long = name.strip_prefix("--");
        long.is_some_and(|long| {
            arg.get_long() == Some(long)
                || arg.get_all_aliases().is_some_and(|all| all.contains(&long))
        })
    };
    let is_short = |arg: &&Arg| {
        arg.get_short()
            .is_some_and(|short| name.strip_prefix('-') == Some(short.to_string().as_str()))
    };
    tool.get_arguments().find(|arg| is_long(arg) || is_short(arg))
}

fn is_flag(tool: &Command, name: &str) -> bool {
    name.starts_with("--") && option(tool, name).is_some_and(|arg| !arg.get_action().takes_values())
}

#[cfg(test)]
mod tests {
    use super::super::command::command;
    use super::*;
    use crate::tools::{Settings, Toolbox};

    fn check(given: &str, expected: &str) {
        let command = command(&Toolbox::standard(&Settings::default()));
        let given = format!("spelunk {given}");
        let normal = normal(&command, given.split(' ').map(OsString::from));
        let words: Vec<&str> = normal[1..].iter().filter_map(|word| word.to_str()).collect();
        assert_eq!(words.join(" "), expected);
    }

    #[test]
    fn options_may_be_written_as_parameters() {
        check("grep word --ignoreCase --maxResults=3", "grep word --ignore-case --max-results=3");
        check("callers run --maxTokens 300", "callers run --max-tokens 300");
        check("grep word --noSuchThing", "grep word --noSuchThing");
        check("grep -- --ignoreCase", "grep -- --ignoreCase");
    }

    #[test]
    fn positional_parameters_may_be_named() {
        check("search words --path src", "search words src");
        check("search --path src --query words -n 3", "search words -n 3 src");
        check("grep --path=src -i word", "grep -i word src");
        check("grep word --paths src --paths tests", "grep word src tests");
        check("callers --path src --symbol run", "callers run --path src");
        check("--no-color map --path src -d 2", "--no-color map src -d 2");
        check("extract -- --path", "extract -- --path");
    }

    #[test]
    fn flags_may_have_a_value() {
        check("references run --include-declaration true", "references run --include-declaration");
        check("search words --exact=false", "search words");
        check("search --exact true", "search --exact true");
        check("references --include-declaration true run", "references --include-declaration run");
        check("references --include-declaration false run", "references run");
        check("grep --max-results 3 --count true", "grep --max-results 3 --count true");
        check("callers run --allow-tests false", "callers run --allow-tests false");
    }
}
