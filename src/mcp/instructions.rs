//! Server instructions for the model: order of work, and when not to call.

/// A step of exploring code.
struct Step {
    tools: &'static [&'static str],
    purpose: &'static str,
}

/// Lines of the order of work, each with one or more steps.
const STEPS: [&[Step]; 5] = [
    &[Step {
        tools: &["map_code"],
        purpose: "in a code base you do not know; `detail: report` for one file.",
    }],
    &[
        Step { tools: &["search"], purpose: "when you do not know where or what it is called;" },
        Step { tools: &["grep"], purpose: "for exact text." },
    ],
    &[Step {
        tools: &["extract"],
        purpose: "to read what an answer names, several targets in one call: `file:line` for the lines around it, `file#Symbol` for all of it.",
    }],
    &[Step {
        tools: &["find_callers", "find_callees", "find_references", "find_implementations"],
        purpose: "for symbols, several in one call, told apart from others of the name (`file:line`: one overload); `depth` 3 for a whole chain, `from` or `to` for how A reaches B.",
    }],
    &[Step {
        tools: &["impact_analysis"],
        purpose: "for what a change breaks and which tests would notice.",
    }],
];

const OPENING: &str = "spelunk answers questions about code from the files as they are now. Nothing has to be indexed.";

const WHEN_NOT: &str = "The last lines of an answer say what is shown of what there is, and where every other occurrence of the name went: \
    what is accounted for needs no grep. If an answer was cut, narrow it with `path`. \
    Not for a file you have read, a directory's listing or a whole small file. Leave `format` alone.";

/// Returns the instructions for the standard tools.
pub(super) fn instructions() -> String {
    let steps: Vec<String> = STEPS
        .iter()
        .enumerate()
        .map(|(index, steps)| {
            let sentences = steps
                .iter()
                .map(|step| format!("{} {}", step.tools.join(", "), step.purpose))
                .collect::<Vec<_>>();
            format!("{}. {}\n", index + 1, sentences.join(" "))
        })
        .collect();
    format!("{OPENING}\n\nOrder of work:\n{}\n{WHEN_NOT}", steps.concat())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tools::{Settings, Toolbox};

    #[test]
    fn exactly_the_tools_that_exist_are_mentioned() {
        let toolbox = Toolbox::standard(&Settings::default());
        let mut tools: Vec<&str> = toolbox.iter().map(|tool| tool.name()).collect();
        let steps = STEPS.iter().copied().flatten();
        let mut named: Vec<&str> = steps.flat_map(|step| step.tools).copied().collect();
        tools.sort_unstable();
        named.sort_unstable();
        assert_eq!(named, tools);
    }
}
