//! Commands that print information about the program itself.

use super::failure::Failure;
use super::{Outcome, output};
use crate::tools::{LanguageInfo, Toolbox, languages as all_languages};
use clap::Command;
use clap_complete::Shell;
use serde_json::{Value, json};
use std::fmt::Write as _;

/// `spelunk languages`.
pub(super) fn languages(as_json: bool) -> Result<Outcome, Failure> {
    let languages = all_languages();
    let text = if as_json { pretty(&json!(languages)) } else { table(&languages) };
    output::print(&text).map(|()| Outcome::Found)
}

fn table(languages: &[LanguageInfo]) -> String {
    let files = |language: &LanguageInfo| {
        let endings = language.extensions.iter().map(|ending| format!(".{ending}"));
        endings.chain(language.filenames.iter().cloned()).collect::<Vec<_>>().join(" ")
    };
    let reading = |language: &LanguageInfo| match language.queries.join(", ") {
        queries if !queries.is_empty() => queries,
        _ if language.by_lines => "symbols by lines".to_owned(),
        _ => "text only".to_owned(),
    };
    let widths = languages.iter().fold((0, 0, 0), |(id, name, what), language| {
        let queries = reading(language);
        (
            id.max(language.id.len()),
            name.max(language.name.chars().count()),
            what.max(queries.len()),
        )
    });
    let mut text = String::new();
    for language in languages {
        let (id, name, queries) = (language.id, language.name, reading(language));
        let files = files(language);
        let (id_width, name_width, query_width) = widths;
        let _ =
            writeln!(text, "{id:id_width$}  {name:name_width$}  {queries:query_width$}  {files}");
    }
    let _ = writeln!(
        text,
        "[{} languages; files of others are mapped and searched as text]",
        languages.len()
    );
    text
}

/// `spelunk schema TOOL`.
pub(super) fn schema(toolbox: &Toolbox, name: &str, is_input: bool) -> Result<Outcome, Failure> {
    let Some(tool) = toolbox.named(name).or_else(|| toolbox.commanded(name)) else {
        let names: Vec<&str> = toolbox.iter().map(|tool| tool.name()).collect();
        return Err(Failure::new(
            format!("there is no tool `{name}`"),
            format!("the tools are {}", names.join(", ")),
        ));
    };
    let arguments = Value::Object(tool.schema().clone());
    let schema = if is_input {
        arguments
    } else {
        let mut schema = tool.answer_schema();
        schema["$defs"]["arguments"] = arguments;
        schema
    };
    output::print(&pretty(&schema)).map(|()| Outcome::Found)
}

/// `spelunk completions SHELL`.
pub(super) fn completions(shell: Shell, mut command: Command) -> Result<Outcome, Failure> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut command, env!("CARGO_PKG_NAME"), &mut script);
    output::print(&String::from_utf8_lossy(&script)).map(|()| Outcome::Found)
}

fn pretty(value: &Value) -> String {
    format!("{value:#}")
}
