//! Server instructions for the model: order of work, and when not to call.

use crate::tools::Toolbox;

/// Steps of exploring code, in order, each with the purpose of its tools. Tools that do not exist
/// are left out.
const STEPS: [&[(&str, &str)]; 5] = [
    &[("map_code", "in a code base you do not know; `detail: report` for one file.")],
    &[("search", "when you do not know where or what it is called;"), ("grep", "for exact text.")],
    &[(
        "extract",
        "to read what an answer names, several targets in one call: `file:line` for the lines around it, `file#Symbol` for all of it.",
    )],
    &[
        ("find_callers,", ""),
        ("find_callees,", ""),
        ("find_references,", ""),
        (
            "find_implementations",
            "for symbols, several in one call, told apart from others of the name; `depth` 3 for a whole chain.",
        ),
    ],
    &[("impact_analysis", "for what a change breaks and which tests would notice.")],
];

const OPENING: &str = "spelunk answers questions about code from the files as they are now. Nothing has to be indexed.";

const WHEN_NOT: &str = "The last lines of an answer say what is shown of what there is, and where every other occurrence of the name went: \
    what is accounted for needs no grep. If an answer was cut, narrow it with `path`. \
    Not for a file you have read, a directory's listing or a whole small file. Leave `format` alone.";

/// Name of a tool without the comma behind it.
fn name(told: &str) -> &str {
    told.trim_end_matches(',')
}

/// Returns the instructions for the tools that exist.
pub(super) fn instructions(toolbox: &Toolbox) -> String {
    let steps = STEPS.iter().filter_map(|tools| {
        let there = tools.iter().filter(|(tool, _)| toolbox.named(name(tool)).is_some());
        let sentences: Vec<String> = there
            .map(|(tool, purpose)| format!("{tool} {purpose}").trim_end().to_owned())
            .collect();
        (!sentences.is_empty()).then(|| sentences.join(" "))
    });
    let steps: Vec<String> =
        steps.enumerate().map(|(index, step)| format!("{}. {step}\n", index + 1)).collect();
    format!("{OPENING}\n\nOrder of work:\n{}\n{WHEN_NOT}", steps.concat())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tools::Settings;

    #[test]
    fn exactly_the_tools_that_exist_are_mentioned() {
        let toolbox = Toolbox::standard(&Settings::default());
        let text = instructions(&toolbox);
        for (tool, _) in STEPS.iter().copied().flatten() {
            let is_told = text
                .split(|c: char| !c.is_alphanumeric() && c != '_')
                .any(|word| word == name(tool));
            assert_eq!(is_told, toolbox.named(name(tool)).is_some(), "{tool}");
        }
        for tool in toolbox.iter() {
            assert!(
                STEPS.iter().copied().flatten().any(|(told, _)| name(told) == tool.name()),
                "{} has no step",
                tool.name()
            );
        }
    }
}
