//! What a model is told about the server as a whole: the order of work, and when not to call.

use crate::tools::Toolbox;

/// The steps of getting to know code, in order, each with what its tools are for. What is not there is not told.
const STEPS: [&[(&str, &str)]; 5] = [
    &[(
        "map_code",
        "first, in a code base you do not know: directories, files and signatures within a token budget. \
         Narrow it with `path`, `depth` or `focus` rather than raising the budget. With `detail: report` it tells what \
         one file is and who uses it; what you then need of it, extract reads.",
    )],
    &[
        ("search", "finds whole definitions by words, best first, when you know what you look for but not where."),
        ("grep", "finds exact text, a regular expression or a syntax pattern, each line with the symbol around it."),
    ],
    &[("extract", "reads exactly what is needed: `file:line`, `file#Symbol`, or every place in a stack trace.")],
    &[
        ("find_callers", "tells who calls a symbol."),
        ("find_callees", "tells what it calls."),
        ("find_references", "tells where it is used, and as what."),
        (
            "find_implementations",
            "tells what implements or extends it. Each answer says which source spoke and whether it is complete.",
        ),
    ],
    &[("impact_analysis", "before a change: what would break, and which tests cover it.")],
];

const OPENING: &str =
    "spelunk answers questions about code from the files as they are now. Nothing has to be indexed or set up.";

const WHEN_NOT: &str = "Do not call it for a file you have already read, to list a single directory, or to read a whole small file: \
    plain file access is cheaper. Do not repeat a call with the same arguments unless files have changed. \
    Every reply ends with what is shown of what there is; if it was cut, narrow the question. \
    Leave `format` alone unless a program reads the reply.";

/// The instructions for the tools that exist.
pub(super) fn instructions(toolbox: &Toolbox) -> String {
    let steps = STEPS.iter().filter_map(|tools| {
        let there = tools.iter().filter(|(tool, _)| toolbox.named(tool).is_some());
        let sentences: Vec<String> = there.map(|(tool, purpose)| format!("{tool} {purpose}")).collect();
        (!sentences.is_empty()).then(|| sentences.join(" "))
    });
    let steps: Vec<String> = steps.enumerate().map(|(index, step)| format!("{}. {step}\n", index + 1)).collect();
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
            let is_told = text.split(|c: char| !c.is_alphanumeric() && c != '_').any(|word| word == *tool);
            assert_eq!(is_told, toolbox.named(tool).is_some(), "{tool}");
        }
        for tool in toolbox.iter() {
            assert!(
                STEPS.iter().copied().flatten().any(|(told, _)| *told == tool.name()),
                "{} has no step",
                tool.name()
            );
        }
    }
}
