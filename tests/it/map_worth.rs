//! What a map shows first, where not all fits.

use crate::support::cli::run;
use crate::support::project;
use std::fmt::Write;

fn map(files: &[(String, String)], tokens: &str) -> String {
    let files: Vec<(&str, &str)> =
        files.iter().map(|(path, text)| (path.as_str(), text.as_str())).collect();
    run(project(&files).path(), &["map", "--max-tokens", tokens]).stdout
}

#[test]
fn a_header_counts_for_the_types_that_it_defines() {
    let mut files = Vec::new();
    for at in 0..30 {
        let mut text = if at == 0 { "#include \"work.h\"\n".to_owned() } else { String::new() };
        for line in 0..1500 {
            let _ = writeln!(
                text,
                "#define WORD_OF_A_LONG_LIST_{at:02}_{line:04} \\\n  0x{line:04}_{at:02}_0000_0000_0000_0000"
            );
        }
        files.push((format!("include/list{at:02}.h"), text));
    }
    let core =
        format!("/*\n{}*/\nstruct engine {{ int power; }};\n", "a line of text\n".repeat(8000));
    files.push(("include/work.h".to_owned(), core));
    for at in 0..30 {
        let text = format!(
            "#include \"list{at:02}.h\"\nint use_{at:02}(struct engine *e) {{ return 0; }}\n"
        );
        files.push((format!("part{at:02}/use.c"), text));
    }
    let text = map(&files, "400");
    assert!(text.contains("struct engine\n"), "{text}");
}
