//! What a model is told about the server as a whole: the order of work, and when not to call.

use crate::tools::Toolbox;

/// The steps of getting to know code, in order. A step is told when one of its tools is there.
const STEPS: [(&[&str], &str); 5] = [
    (
        &["map_code"],
        "map_code first, in a code base you do not know: directories, files and signatures within a token budget. \
         Narrow it with `path`, `depth` or `focus` rather than raising the budget.",
    ),
    (
        &["search", "grep"],
        "search finds whole definitions by words, best first, when you know what you look for but not where; \
         grep finds exact text, a regular expression or a syntax pattern, each line with the symbol around it.",
    ),
    (
        &["extract"],
        "extract reads exactly what is needed: `file:line`, `file#Symbol`, or every place in a stack trace.",
    ),
    (
        &["find_callers", "find_callees", "find_references", "find_implementations"],
        "find_callers, find_callees, find_references and find_implementations follow the code from a symbol. \
         Each answer says which source spoke and whether it is complete.",
    ),
    (&["impact_analysis"], "impact_analysis before a change: what would break, and which tests cover it."),
];

/// The instructions for the tools that exist.
pub(super) fn instructions(toolbox: &Toolbox) -> String {
    let mut text = String::from(
        "spelunk answers questions about code from the files as they are now. Nothing has to be indexed or set up.\n\nOrder of work:\n",
    );
    let mut number = 0;
    for (tools, step) in STEPS {
        if tools.iter().all(|tool| toolbox.named(tool).is_some()) {
            number += 1;
            text.push_str(&format!("{number}. {step}\n"));
        }
    }
    text.push_str(
        "\nDo not call it for a file you have already read, to list a single directory, or to read a whole small file: \
         plain file access is cheaper. Do not repeat a call with the same arguments unless files have changed. \
         Every reply ends with what is shown of what there is; if it was cut, narrow the question. \
         Leave `format` alone unless a program reads the reply.",
    );
    text
}
