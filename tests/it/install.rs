//! `install` and `uninstall` on configurations as users have them: byte for byte.

use crate::support::cli::{Run, command, finish};
use crate::support::project;
use jsonc_parser::cst::CstRootNode;
use std::fs;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// A user's home.
struct Home(TempDir);

impl Home {
    fn new() -> Self {
        Self(project(&[("work/a.rs", "")]))
    }

    fn at(&self, path: &str) -> PathBuf {
        self.0.path().join(path)
    }

    fn write(&self, path: &str, bytes: &[u8]) {
        let path = self.at(path);
        fs::create_dir_all(path.parent().expect("a parent")).expect("folders");
        fs::write(path, bytes).expect("a file");
    }

    fn read(&self, path: &str) -> Option<Vec<u8>> {
        fs::read(self.at(path)).ok()
    }

    fn run(&self, arguments: &[&str], environment: &[(&str, &Path)]) -> Run {
        let mut command = command(&self.at("work"), arguments);
        for name in ["XDG_CONFIG_HOME", "CODEX_HOME", "CLAUDE_CONFIG_DIR"] {
            command.env_remove(name);
        }
        finish(command.env("HOME", self.0.path()).envs(environment.iter().copied()))
    }

    fn apply(&self, word: &str, client: &str) {
        let run = self.run(&[word, client, "--apply"], &[]);
        assert_eq!(run.status, 0, "{word} {client}: {run:?}");
    }
}

const JSON: &str = ".cursor/mcp.json";
const TOML: &str = ".codex/config.toml";

/// Configurations with everything that an editor could lose.
const JSON_TEXTS: [&str; 24] = [
    "",
    "{}",
    "{}\n",
    "{ }",
    "{\n}\n",
    "{\"mcpServers\":{}}",
    "{\n  \"mcpServers\": {\n  }\n}\n",
    "{\n  \"mcpServers\": {}, // none yet\n}\n",
    "{\n  // mine\n  \"mcpServers\": {\n    // kept\n  }\n}\n",
    "{\"mcpServers\": {\"o\": {\"command\": \"x\"}}}",
    "{\n\t\"a\": [1, {\"}\": 2}] // why\n}\n",
    "{\n\t\"mcpServers\": {\n\t\t\"o\": { \"command\": \"x\", }, /* last */\n\t},\n}",
    "\u{feff}{\r\n  \"mcpServers\": {\r\n    \"o\": { \"command\": \"x\" }\r\n  }\r\n}\r\n",
    "{\r\n    \"mixed\": 1,\n    \"ends\": 2\r\n}",
    "// head\n{\n    \"a\": \"caf\u{e9} \u{1f600} \\ud83d\\ude00\",\n\n\n    \"b\"  :  1.50e3\n}\n// tail\n",
    "{\n  \"mcpServers\": {\n    \"z\": {},\n\n    \"a\": {}\n  },\n  \"last\": null\n}\n",
    "\u{feff}",
    "  \r\n\t",
    "/**/{}/**/",
    "{\"a\": \"\", /*\r\n*/}",
    "{\"mcp\\u0053ervers\": {/* none */}}",
    "{\"mcpServers\": {\"o\": {} // last\n}}",
    "{\n\t\"mcpServers\": { // first\n\t\t\"o\": {},\n\n\t\t// end\n\t}\n}",
    "{\"mcpServers\": {\"spelunk2\": {\"command\": \"spelunk\", \"args\": [\"serve\"]}}}",
];

const TOML_TEXTS: [&str; 20] = [
    "",
    "# only a comment\n",
    "model = 'm' # mine",
    "model = 'm'\n\n\n",
    "[mcp_servers]\n",
    "[mcp_servers.old]\ncommand = 'y'\nargs = [ 'a' , \"b\" ] # both\n\n[profiles.x]\nk = 1\n",
    "\u{feff}model = \"m\"\r\n\r\n[mcp_servers.old]\r\ncommand = \"y\"\r\n",
    "[a]\r\nb = 1\n\tc = 2\r\n",
    "mcp_servers = { old = { command = 'x' } } # inline\n",
    "mcp_servers.old.command = 'x'\n[z]\ny = 1979-05-27 # a date\n",
    "\u{feff}",
    "a = 1\r\n\n[b]\nc = '''\r\nx\n'''",
    "mcp_servers = {}",
    "mcp_servers = { } # none\n[[b]]\nc = 1\n",
    "[mcp_servers]\n# none\n\n[z]\nb = 1\n",
    "[mcp_servers]\nold.command = 'x'\n",
    "['mcp_servers'.old]\ncommand = 'x'\n\n# end",
    "[x]\n[mcp_servers.a]\n[mcp_servers.a.env]\nK = 'v'\n[[y]]\nz = 1\n[[y]]\n",
    "[mcp_servers.spelunk2]\ncommand = 'spelunk'\nargs = ['serve']\n",
    "[[p]]\nmcp_servers.x = 1\n",
];

fn check(client: &str, file: &str, before: &[u8]) {
    let home = Home::new();
    home.write(file, before);
    home.apply("install", client);
    let installed = home.read(file).expect("a file");
    assert_ne!(installed, before, "{client}: it is registered");
    home.apply("install", client);
    assert_eq!(home.read(file).as_deref(), Some(&*installed), "{client}: a second time");
    home.apply("uninstall", client);
    let after = home.read(file).expect("the file stays");
    assert_eq!(String::from_utf8_lossy(&after), String::from_utf8_lossy(before), "{client}");
}

#[test]
fn each_configuration_is_left_byte_for_byte_as_it_was() {
    JSON_TEXTS.iter().for_each(|text| check("cursor", JSON, text.as_bytes()));
    TOML_TEXTS.iter().for_each(|text| check("codex", TOML, text.as_bytes()));
}

#[test]
fn strict_readers_see_the_installed_entry() {
    for text in JSON_TEXTS {
        let home = Home::new();
        home.write(JSON, text.as_bytes());
        home.apply("install", "cursor");
        let written = home.read(JSON).expect("a file");
        let written = String::from_utf8(written).expect("text");
        assert_eq!(written.starts_with('\u{feff}'), text.starts_with('\u{feff}'), "{written}");
        let options = jsonc_parser::ParseOptions::default();
        let parsed = CstRootNode::parse(written.trim_start_matches('\u{feff}'), &options)
            .expect("JSON")
            .to_serde_value();
        let entry = &parsed.expect("a value")["mcpServers"]["spelunk"];
        assert_eq!(entry["args"], serde_json::json!(["serve"]), "{written}");
        let bare = written.replace("\r\n", "").contains('\n');
        assert!(
            !text.contains("\r\n") || text.contains("mixed") || !bare,
            "line ends are kept: {written:?}"
        );
    }
    for text in TOML_TEXTS {
        let home = Home::new();
        home.write(TOML, text.as_bytes());
        home.apply("install", "codex");
        let written = String::from_utf8(home.read(TOML).expect("a file")).expect("text");
        let table: toml::Table =
            toml::from_str(written.trim_start_matches('\u{feff}')).expect("TOML");
        assert_eq!(
            table["mcp_servers"]["spelunk"]["args"],
            toml::Value::from(vec!["serve"]),
            "{written}"
        );
    }
}

#[test]
fn a_file_that_was_not_there_is_not_there_afterwards() {
    for (client, file) in
        [("cursor", JSON), ("codex", TOML), ("opencode", ".config/opencode/opencode.json")]
    {
        let home = Home::new();
        home.apply("install", client);
        assert!(home.read(file).is_some());
        home.apply("uninstall", client);
        assert_eq!(home.read(file), None, "{client}");
    }
}

#[test]
fn edits_by_the_user_meanwhile_stay() {
    let home = Home::new();
    home.write(JSON, b"{\n  \"mcpServers\": {}\n}\n");
    home.apply("install", "cursor");
    let text = String::from_utf8(home.read(JSON).expect("a file")).expect("text");
    let edited = text.replacen(
        "\"spelunk\"",
        "\"other\": { \"command\": \"x\" }, // mine\n    \"spelunk\"",
        1,
    );
    home.write(JSON, edited.as_bytes());
    home.apply("uninstall", "cursor");
    let left = String::from_utf8(home.read(JSON).expect("a file")).expect("text");
    assert!(
        left.contains("\"other\": { \"command\": \"x\" }") && left.contains("// mine"),
        "{left}"
    );
    assert!(!left.contains("spelunk"), "{left}");
}

#[test]
fn an_entry_of_the_users_keeps_every_key() {
    let json = "{\n  \"mcpServers\": {\n    // with care\n    \"spelunk\": {\n      \"command\": \"spelunk\",\n      \"args\": [\"serve\", \"--root\", \"/x\", \"--trust\"],\n      \"env\": { \"K\": \"v\" },\n      \"disabled\": true,\n      \"alwaysAllow\": [\"grep\"]\n    }\n  }\n}\n";
    let toml = "[mcp_servers.spelunk] # mine\ncommand = 'spelunk'\nargs = ['serve', '--trust']\nenv = { K = 'v' }\n";
    for (client, file, text) in [("cursor", JSON, json), ("codex", TOML, toml)] {
        let home = Home::new();
        home.write(file, text.as_bytes());
        home.apply("install", client);
        assert_eq!(home.read(file).as_deref(), Some(text.as_bytes()), "{client}");
        // A program that is no longer there is the one thing that is mended.
        let stale = text
            .replace("\"spelunk\",", "\"/gone/1.0/spelunk\",")
            .replace("'spelunk'", "'/gone/1.0/spelunk'");
        home.write(file, stale.as_bytes());
        home.apply("install", client);
        let mended = String::from_utf8(home.read(file).expect("a file")).expect("text");
        assert!(!mended.contains("/gone/"), "{mended}");
        for kept in ["--trust", "serve", "env", "spelunk"] {
            assert!(mended.contains(kept), "{kept}: {mended}");
        }
        assert_eq!(mended.lines().count(), text.lines().count(), "{mended}");
        // What the user wrote is not taken out with what `install` writes.
        let run = home.run(&["uninstall", client, "--apply"], &[]);
        assert!(run.stdout.contains("of yours, and stays"), "{run:?}");
        assert_eq!(home.read(file).as_deref(), Some(mended.as_bytes()), "{client}");
    }
}

#[test]
fn an_entry_to_which_the_user_added_arguments_stays() {
    for (client, file, from, to) in [
        ("cursor", JSON, "\"serve\"", "\"serve\", \"--root\", \"/my\""),
        ("codex", TOML, "\"serve\"", "\"serve\", \"--root\""),
    ] {
        let home = Home::new();
        home.apply("install", client);
        let text = String::from_utf8(home.read(file).expect("a file")).expect("text");
        assert!(text.contains(from), "{text}");
        let edited = text.replacen(from, to, 1);
        home.write(file, edited.as_bytes());
        home.run(&["uninstall", client, "--apply"], &[]);
        assert_eq!(home.read(file).as_deref(), Some(edited.as_bytes()), "{client}");
        // As it was written, it goes.
        home.write(file, text.as_bytes());
        home.apply("uninstall", client);
        assert_ne!(home.read(file).as_deref(), Some(text.as_bytes()), "{client}");
    }
}

#[test]
fn the_clients_own_variables_say_where_their_files_are() {
    let home = Home::new();
    let (codex, claude) = (home.at("elsewhere/codex"), home.at("elsewhere/claude"));
    let environment = [("CODEX_HOME", codex.as_path()), ("CLAUDE_CONFIG_DIR", claude.as_path())];
    let run = home.run(&["install", "codex", "claude-code", "--apply"], &environment);
    assert_eq!(run.status, 0, "{run:?}");
    assert!(codex.join("config.toml").is_file() && claude.join(".claude.json").is_file());
    assert!(!home.at(".codex").exists() && !home.at(".claude.json").exists());
    let run = home.run(&["uninstall", "codex", "claude-code", "--apply"], &environment);
    assert_eq!(run.status, 0, "{run:?}");
    assert!(!codex.join("config.toml").exists() && !claude.join(".claude.json").exists());
}

#[test]
fn a_relative_home_leads_nowhere() {
    let home = Home::new();
    let check = |variable: &str, arguments: &[&str], expected: &str| {
        let run = home.run(arguments, &[(variable, Path::new("relative"))]);
        assert!(run.stderr.contains(expected), "{variable}: {run:?}");
        assert_eq!(run.status, if expected.is_empty() { 0 } else { 2 }, "{variable}: {run:?}");
        let work = fs::read_dir(home.at("work")).expect("a folder");
        let names: Vec<_> = work.map(|entry| entry.expect("an entry").file_name()).collect();
        assert_eq!(names, ["a.rs"], "{variable}: nothing is written into the project");
    };
    check("HOME", &["install", "cursor", "--apply"], "there is no home directory");
    check("HOME", &["trust", "."], "there is no home directory");
    // Then the places below the home directory count.
    check("CODEX_HOME", &["install", "codex", "--apply"], "");
    assert!(home.read(TOML).is_some());
    check("CLAUDE_CONFIG_DIR", &["install", "claude-code", "--apply"], "");
    check("XDG_CONFIG_HOME", &["install", "zed", "--apply"], "");
    check("XDG_CONFIG_HOME", &["trust", "."], "");
}

#[test]
fn nothing_is_registered_that_cannot_be_recorded() {
    let home = Home::new();
    home.write(JSON, b"{\"a\":1}");
    home.write("config/spelunk", b"a file in place of the folder");
    let config = home.at("config");
    let run = home.run(&["install", "cursor", "codex", "--apply"], &[("XDG_CONFIG_HOME", &config)]);
    assert_eq!(run.status, 2, "{run:?}");
    assert!(run.stderr.contains("nothing is registered without it"), "{run:?}");
    assert_eq!(home.read(JSON).as_deref(), Some(&b"{\"a\":1}"[..]));
    assert_eq!(home.read(TOML), None);
    assert!(!home.at(TOML).parent().expect("a folder").exists());
}

/// What was recorded of a client whose file could not be written after all is taken back.
#[test]
fn what_could_not_be_written_is_not_recorded() {
    let home = Home::new();
    home.write(".cursor", b"a file in place of the folder");
    let config = home.at("config");
    let run = home.run(&["install", "cursor", "--apply"], &[("XDG_CONFIG_HOME", &config)]);
    assert_eq!(run.status, 2, "{run:?}");
    assert!(!config.exists(), "{run:?}");
}

#[cfg(unix)]
#[test]
fn clients_without_a_regular_file_are_left_as_they_are() {
    let home = Home::new();
    let path = home.at(JSON);
    fs::create_dir_all(path.parent().expect("a parent")).expect("folders");
    let check = |why: &str| {
        for word in ["install", "uninstall"] {
            let run = home.run(&[word, "cursor", "--apply"], &[]);
            assert_eq!(run.status, 2, "{word}: {run:?}");
            assert!(run.stderr.contains(why), "{word}: {run:?}");
        }
    };
    std::os::unix::fs::symlink("nowhere", &path).expect("a link");
    check("a link to a file that does not exist");
    assert!(path.is_symlink());
    fs::remove_file(&path).expect("a link");
    rustix::fs::mknodat(
        rustix::fs::CWD,
        &path,
        rustix::fs::FileType::Fifo,
        rustix::fs::Mode::RUSR,
        0,
    )
    .expect("a pipe");
    check("not a regular file");
}

#[test]
fn an_object_of_many_entries_on_one_line_is_refused() {
    let entries = |count: usize, between: &str| {
        let entries: Vec<String> = (0..count).map(|number| format!("\"s{number}\":{{}}")).collect();
        format!("{{\"mcpServers\":{{{between}{}}}}}", entries.join(&format!(",{between}")))
    };
    let home = Home::new();
    let long = entries(1001, "");
    home.write(JSON, long.as_bytes());
    let run = home.run(&["install", "cursor", "--apply"], &[]);
    assert_eq!(run.status, 2, "{run:?}");
    assert!(run.stderr.contains("an object of 1001 entries on one line"), "{}", run.stderr);
    assert!(run.stderr.contains("register `"), "{}", run.stderr);
    assert_eq!(home.read(JSON).as_deref(), Some(long.as_bytes()));
    assert_eq!(home.run(&["uninstall", "cursor", "--apply"], &[]).status, 1);
    home.write(JSON, entries(1001, "\n").as_bytes());
    home.apply("install", "cursor");
}

#[test]
fn an_object_of_many_comments_on_one_line_is_refused() {
    let home = Home::new();
    for text in [
        format!("{{{}}}", "/**/".repeat(1001)),
        format!("{{\n\"a\": 1 {}\n}}", "/**/".repeat(1001)),
    ] {
        home.write(JSON, text.as_bytes());
        let run = home.run(&["install", "cursor", "--apply"], &[]);
        assert_eq!(run.status, 2, "{run:?}");
        assert!(run.stderr.contains("an object of 1001 comments on one line"), "{}", run.stderr);
        assert_eq!(home.read(JSON).as_deref(), Some(text.as_bytes()));
    }
    home.write(JSON, format!("{{\n{}}}\n", "// a line\n".repeat(1001)).as_bytes());
    home.apply("install", "cursor");
}

#[test]
fn a_repaired_entry_gets_its_arguments_once() {
    const OPENCODE: &str = ".config/opencode/opencode.json";
    let home = Home::new();
    let check = |command: &str, repaired: &str| {
        let text = |command: &str| {
            format!(
                "{{\"mcp\": {{\"spelunk\": {{\"command\": {command}, \"args\": [\"serve\"]}}}}}}"
            )
        };
        home.write(OPENCODE, text(command).as_bytes());
        home.apply("install", "opencode");
        let written = String::from_utf8(home.read(OPENCODE).expect("a file")).expect("text");
        let program = program_in(&written);
        assert_eq!(written, text(&repaired.replace("PROGRAM", &program)));
    };
    check("\"/gone/spelunk\"", "\"PROGRAM\"");
    check("[\"/gone/spelunk\"]", "[\"PROGRAM\"]");
    check("[\"/gone/spelunk\", \"-v\"]", "[\"PROGRAM\", \"-v\"]");
}

#[test]
fn a_repaired_entry_is_left_byte_for_byte_as_it_was() {
    let gone = "{\n  \"mcpServers\": {\n    \"spelunk\": {\"command\": \"/gone/spelunk\", \"args\": [\"serve\"]}\n  }\n}\n";
    check("cursor", JSON, gone.as_bytes());
    check("cursor", JSON, gone.replace('\n', "\r\n").as_bytes());
    check("codex", TOML, b"[mcp_servers.spelunk]\ncommand = '/gone/spelunk'\nargs = ['serve']\n");
}

/// The program that an entry names.
fn program_in(text: &str) -> String {
    let behind = text.split_once("\"command\": ").expect("a command").1;
    behind.split('"').nth(1).expect("a text").to_owned()
}

/// Names that no configuration can hold.
#[cfg(target_os = "linux")]
#[test]
fn names_that_are_no_text_are_refused_before_anything_is_written() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;
    let home = Home::new();
    let odd = home.at("").join(OsStr::from_bytes(b"c\xff"));
    fs::create_dir(&odd).expect("a folder");
    home.write(JSON, b"{}\n");
    home.apply("install", "cursor");
    let record = home.read(".config/spelunk/registrations.toml");
    assert!(record.is_some());
    let check = |client: &str, variable: &str| {
        let run = home.run(&["install", client, "--apply"], &[(variable, &odd)]);
        assert_eq!(run.status, 2, "{run:?}");
        assert!(run.stderr.contains(r"c\xFF"), "{}", run.stderr);
        assert!(run.stderr.contains("it is no UTF-8"), "{}", run.stderr);
        assert_eq!(fs::read_dir(&odd).expect("a folder").count(), 0);
    };
    check("codex", "CODEX_HOME");
    check("windsurf", "XDG_CONFIG_HOME");
    assert_eq!(home.read(".config/spelunk/registrations.toml"), record);
    assert_eq!(home.read(".codeium/windsurf/mcp_config.json"), None);
    let run = home.run(&["uninstall", "codex", "cursor", "--apply"], &[("CODEX_HOME", &odd)]);
    assert_eq!(run.status, 0, "{run:?}");
    assert_eq!(home.read(JSON).as_deref(), Some(&b"{}\n"[..]));
}

/// A program whose path no configuration can hold.
#[cfg(target_os = "linux")]
#[test]
fn a_program_whose_path_is_no_text_is_not_registered() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;
    let home = Home::new();
    let odd = home.at("").join(OsStr::from_bytes(b"b\xff"));
    fs::create_dir(&odd).expect("a folder");
    let program = odd.join("spelunk");
    let own = command(&home.at("work"), &[]);
    if fs::hard_link(own.get_program(), &program).is_err() {
        fs::copy(own.get_program(), &program).expect("a copy");
    }
    home.write(JSON, b"{}\n");
    let mut installing = std::process::Command::new(&program);
    installing.args(["install", "cursor", "--apply"]).env("HOME", home.at(""));
    let run = finish(installing.env_remove("XDG_CONFIG_HOME").current_dir(home.at("work")));
    assert_eq!(run.status, 2, "{run:?}");
    assert!(run.stderr.contains(r"b\xFF/spelunk"), "{}", run.stderr);
    assert_eq!(home.read(JSON).as_deref(), Some(&b"{}\n"[..]));
}

#[test]
fn an_entry_that_starts_another_program_stays() {
    let home = Home::new();
    let json = br#"{"mcpServers": {"spelunk": {"command": "/opt/other/cave", "args": ["serve"]}}}"#;
    let toml = b"[mcp_servers.spelunk]\nurl = \"https://example.org\"\n";
    home.write(JSON, json);
    home.write(TOML, toml);
    let run = home.run(&["uninstall", "cursor", "codex", "--apply"], &[]);
    assert!(run.stdout.contains("starts `/opt/other/cave`, and stays"), "{run:?}");
    assert!(run.stdout.contains("starts no program, and stays"), "{run:?}");
    assert_eq!(home.read(JSON).as_deref(), Some(&json[..]));
    assert_eq!(home.read(TOML).as_deref(), Some(&toml[..]));
    home.write(JSON, br#"{"mcpServers": {"spelunk": {"command": "/gone/cave"}}}"#);
    let run = home.run(&["install", "cursor", "--apply"], &[]);
    assert!(run.stdout.contains("starts `/gone/cave`, and stays"), "{run:?}");
    // One that this program was installed as before is its own, wherever it was.
    home.write(JSON, br#"{"mcpServers": {"spelunk": {"command": "/gone/bin/spelunk"}}}"#);
    home.apply("uninstall", "cursor");
    assert_eq!(home.read(JSON).as_deref(), Some(&b"{}"[..]));
}

#[test]
fn an_entry_that_lacks_a_command_is_refused() {
    let home = Home::new();
    let check = |file: &str, client: &str, text: &str| {
        home.write(file, text.as_bytes());
        let run = home.run(&["install", client, "--apply"], &[]);
        assert_eq!(run.status, 2, "{run:?}");
        assert!(run.stderr.contains("`spelunk` is there without a command"), "{}", run.stderr);
        let run = home.run(&["uninstall", client, "--apply"], &[]);
        assert!(run.stdout.contains("starts no program, and stays"), "{run:?}");
        assert_eq!(home.read(file).as_deref(), Some(text.as_bytes()));
    };
    for entry in [r#"{"disabled":true}"#, "{}", r#"{"args":["serve"]}"#, r#"{"env":{"A":"b"}}"#] {
        check(JSON, "cursor", &format!("{{\"mcpServers\":{{\"spelunk\":{entry}}}}}"));
    }
    check(TOML, "codex", "[mcp_servers.spelunk]\n");
    check(TOML, "codex", "[mcp_servers.spelunk]\nenabled = false\n");
}

#[cfg(unix)]
#[test]
fn a_file_keeps_its_mode_and_for_root_its_owner() {
    use std::os::unix::fs::{MetadataExt, PermissionsExt, chown};
    let home = Home::new();
    home.write(JSON, b"{}\n");
    let path = home.at(JSON);
    fs::set_permissions(&path, fs::Permissions::from_mode(0o640)).expect("a mode");
    // Only root gives files away; the test holds for others too.
    let _ = chown(&path, Some(1234), Some(1234));
    let before = fs::metadata(&path).expect("a file");
    home.apply("install", "cursor");
    let after = fs::metadata(&path).expect("a file");
    assert_eq!((after.uid(), after.gid()), (before.uid(), before.gid()));
    assert_eq!(after.mode(), before.mode());
}

#[test]
fn two_at_once_lose_no_entry() {
    let home = Home::new();
    home.write(JSON, b"{}\n");
    home.write(TOML, b"");
    std::thread::scope(|scope| {
        for client in ["cursor", "codex"] {
            scope.spawn(|| home.apply("install", client));
        }
    });
    let record = String::from_utf8(home.read(".config/spelunk/registrations.toml").expect("it"));
    let record = record.expect("text");
    assert!(record.contains("[cursor]") && record.contains("[codex]"), "{record}");
}

/// All that is below the home, with the bytes of files and the targets of links.
fn all_of(home: &Home) -> Vec<(PathBuf, Vec<u8>)> {
    fn add(folder: &Path, found: &mut Vec<(PathBuf, Vec<u8>)>) {
        for entry in fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            match fs::read_link(&path) {
                Ok(target) => found.push((path, target.into_os_string().into_encoded_bytes())),
                Err(_) if path.is_dir() => {
                    add(&path, found);
                    found.push((path, Vec::new()));
                }
                Err(_) => found.push((path.clone(), fs::read(&path).expect("a file"))),
            }
        }
    }
    let mut found = Vec::new();
    add(home.0.path(), &mut found);
    found.sort();
    found
}

#[test]
fn folders_are_removed_that_install_made_and_no_others() {
    let check = |before: &[&str], clients: &[&str]| {
        let home = Home::new();
        for folder in before {
            fs::create_dir_all(home.at(folder)).expect("folders");
        }
        let was = all_of(&home);
        clients.iter().for_each(|client| home.apply("install", client));
        clients.iter().for_each(|client| home.apply("uninstall", client));
        assert_eq!(all_of(&home), was, "{before:?} {clients:?}");
    };
    for clients in [&["cursor"][..], &["opencode"], &["opencode", "cursor", "codex"]] {
        check(&[], clients);
        check(&[".config"], clients);
        check(&[".config/spelunk"], clients);
        check(&[".cursor", ".config/spelunk", ".config/opencode"], clients);
    }
    // What somebody else has put there meanwhile stays.
    let home = Home::new();
    home.apply("install", "cursor");
    home.write(".cursor/rules.md", b"mine");
    home.write(".config/spelunk/config.toml", b"");
    home.apply("uninstall", "cursor");
    assert_eq!(home.read(".cursor/rules.md").as_deref(), Some(&b"mine"[..]));
    assert!(home.read(".config/spelunk/config.toml").is_some());
}

#[test]
fn folders_of_a_record_that_names_none_stay() {
    let home = Home::new();
    home.apply("install", "cursor");
    let record = ".config/spelunk/registrations.toml";
    let text = String::from_utf8(home.read(record).expect("a record")).expect("text");
    let edits = text.find("[cursor]").expect("the edit");
    assert!(text.starts_with("folders = ["), "{text}");
    home.write(record, &text.as_bytes()[edits..]);
    home.apply("uninstall", "cursor");
    assert!(home.read(JSON).is_none() && home.at(".cursor").is_dir());
    assert!(home.read(record).is_none() && home.at(".config/spelunk").is_dir());
}

/// Checks that a configuration is refused with a message, and that nothing is written.
fn check_refused(client: &str, file: &str, text: &str, expected: &str) {
    let home = Home::new();
    home.write(file, text.as_bytes());
    let was = all_of(&home);
    for word in ["install", "uninstall"] {
        let run = home.run(&[word, client, "--apply"], &[]);
        assert_eq!(run.status, 2, "{word} {client}: {run:?}");
        assert!(run.stderr.contains(expected), "{word} {client}: {run:?}");
        assert_eq!(all_of(&home), was, "{word} {client}");
    }
}

#[test]
fn a_key_that_is_there_twice_is_refused() {
    let twice =
        |key: &str, line: usize| format!("`{key}` is there twice, the second time in line {line}");
    for (client, file, section) in [
        ("claude-code", ".claude.json", "mcpServers"),
        #[cfg(target_os = "linux")]
        ("claude-desktop", ".config/Claude/claude_desktop_config.json", "mcpServers"),
        ("cursor", JSON, "mcpServers"),
        ("windsurf", ".codeium/windsurf/mcp_config.json", "mcpServers"),
        #[cfg(target_os = "linux")]
        ("vscode", ".config/Code/User/mcp.json", "servers"),
        #[cfg(unix)]
        ("zed", ".config/zed/settings.json", "context_servers"),
        ("gemini", ".gemini/settings.json", "mcpServers"),
        ("opencode", ".config/opencode/opencode.json", "mcp"),
    ] {
        let sections = format!("{{\n  \"{section}\": {{}},\n  \"{section}\": {{}}\n}}\n");
        check_refused(client, file, &sections, &twice(section, 3));
        // Also where it is written in another way.
        let (first, rest) = section.split_at(1);
        let escaped = format!("\\u00{:02x}{rest}", first.as_bytes()[0]);
        let sections =
            format!("\u{feff}{{\r\n\"{section}\": {{}}, // one\r\n\r\n\"{escaped}\": 1}}");
        check_refused(client, file, &sections, &twice(section, 4));
        let own = "\"spelunk\": {\"command\": \"spelunk\"}";
        let entries = format!("{{\"{section}\": {{{own},\n\"spelunk\": null}}}}");
        check_refused(client, file, &entries, &twice("spelunk", 2));
        let own = "\"spelunk\": {\"command\": \"spelunk\",\n\n\"command\": \"x\"}";
        check_refused(client, file, &format!("{{\"{section}\": {{{own}}}}}"), &twice("command", 3));
    }
    // Other keys do not concern the entry.
    check("cursor", JSON, b"{\"a\": 1, \"a\": 2, \"mcpServers\": {\"o\": {}, \"o\": {}}}");
}

#[test]
fn configurations_that_clients_do_not_read_are_refused() {
    for text in ["null", "[]", "{} x", "{a: 1}", "{'a': 1}", "{,}"] {
        check_refused("cursor", JSON, text, "it is not what the client would read");
    }
    for text in ["{\"a\": \"x\ny\"}", "{\"a\": \"x\ty\"}", "{\"a\r\": 1}"] {
        check_refused("cursor", JSON, text, "A control character within a text on line 1");
    }
    for text in
        ["{\n\u{b}}", "{\n\"mcpServers\":\u{2028}{}}", "{\n\u{a0}}", "{\n}\u{c}", "\n\u{3000}"]
    {
        check_refused("cursor", JSON, text, "White space that JSON does not know on line 2");
    }
    for text in [
        "a = 1\na = 2\n",
        "a =",
        "[mcp_servers.spelunk]\n[mcp_servers.spelunk]\n",
        "[mcp_servers]\nspelunk = {}\n[mcp_servers.spelunk]\n",
    ] {
        check_refused("codex", TOML, text, "it is not what the client would read");
    }
    check_refused("cursor", JSON, "{\"mcpServers\": null}", "`mcpServers` is there and is not");
    check_refused("codex", TOML, "[[mcp_servers]]\na = 1\n", "`mcp_servers` is there and is not");
    let deep = 100_000;
    check_refused("cursor", JSON, &"[".repeat(deep), "it is not what the client would read");
    check_refused(
        "codex",
        TOML,
        &format!("a = {}", "[".repeat(deep)),
        "it is not what the client would read",
    );
}

#[cfg(unix)]
#[test]
fn a_link_stays_one() {
    let home = Home::new();
    home.write("dotfiles/mcp.json", b"{}\n");
    fs::create_dir_all(home.at(".cursor")).expect("a folder");
    let link =
        || std::os::unix::fs::symlink("../dotfiles/mcp.json", home.at(JSON)).expect("a link");
    link();
    let was = all_of(&home);
    home.apply("install", "cursor");
    assert!(home.at(JSON).is_symlink());
    assert_ne!(home.read("dotfiles/mcp.json").as_deref(), Some(&b"{}\n"[..]));
    home.apply("uninstall", "cursor");
    assert_eq!(all_of(&home), was);
    // A file that `install` made, and the user has moved and linked since.
    fs::remove_file(home.at(JSON)).expect("a link");
    home.apply("install", "cursor");
    fs::rename(home.at(JSON), home.at("dotfiles/mcp.json")).expect("renamed");
    link();
    home.apply("uninstall", "cursor");
    assert!(home.at(JSON).is_symlink());
    assert_eq!(home.read("dotfiles/mcp.json").as_deref(), Some(&b"{}\n"[..]));
}

#[test]
fn a_read_only_file_is_refused_and_keeps_no_other_client_from_its_entry() {
    let home = Home::new();
    home.write(JSON, b"{}\n");
    let mut permissions = fs::metadata(home.at(JSON)).expect("a file").permissions();
    permissions.set_readonly(true);
    fs::set_permissions(home.at(JSON), permissions).expect("a mode");
    let run = home.run(&["install", "cursor", "codex", "--apply"], &[]);
    assert_eq!(run.status, 2, "{run:?}");
    assert!(run.stderr.contains("it is read-only"), "{run:?}");
    assert!(!run.stdout.contains("Cursor") && run.stdout.contains("Codex: registered"), "{run:?}");
    assert_eq!(home.read(JSON).as_deref(), Some(&b"{}\n"[..]));
    assert!(home.read(TOML).is_some());
}

#[test]
fn a_table_of_the_users_stays_without_a_record_too() {
    for text in ["[mcp_servers] # mine\n", "a = 1\nmcp_servers = {} # mine\n"] {
        let home = Home::new();
        home.write(TOML, text.as_bytes());
        home.apply("install", "codex");
        fs::remove_file(home.at(".config/spelunk/registrations.toml")).expect("a record");
        home.apply("uninstall", "codex");
        let left = String::from_utf8(home.read(TOML).expect("a file")).expect("text");
        assert_eq!(left, text);
    }
}

#[cfg(unix)]
#[test]
fn a_pipe_in_the_place_of_the_record_is_not_waited_for() {
    use rustix::fs::{CWD, FileType, Mode, mknodat};
    let home = Home::new();
    home.apply("install", "cursor");
    let record = home.at(".config/spelunk/registrations.toml");
    fs::remove_file(&record).expect("a record");
    mknodat(CWD, &record, FileType::Fifo, Mode::RUSR, 0).expect("a pipe");
    home.apply("uninstall", "cursor");
    assert!(!String::from_utf8_lossy(&home.read(JSON).unwrap_or_default()).contains("spelunk"));
}

/// What a configuration or a folder is called by begins no line and moves no cursor.
#[cfg(unix)]
#[test]
fn what_commands_about_the_machine_quote_is_escaped() {
    let home = Home::new();
    let config = home.at("config.toml");
    home.write("config.toml", b"");
    let check = |arguments: &[&str], told: &str| {
        let run = home.run(arguments, &[("SPELUNK_CONFIG", &config)]);
        let said = format!("{}{}", run.stdout, run.stderr);
        assert!(said.contains(told), "{arguments:?}: {said}");
        assert!(!said.contains('\u{1b}') && !said.contains("\nforged"), "{arguments:?}: {said}");
    };
    let entry = r#"{"mcpServers":{"spelunk":{"command":"/gone/\u001b[31mspelunk\nforged"}}}"#;
    home.write(JSON, entry.as_bytes());
    for word in ["install", "uninstall"] {
        check(&[word, "cursor"], r"starts `/gone/\x1b[31mspelunk\nforged`");
    }
    let folder = home.at("named\u{1b}[31m\nforged");
    fs::create_dir(&folder).expect("a folder");
    check(&["trust", "--remove", folder.to_str().expect("UTF-8")], r"named\x1b[31m\nforged");
    home.write("config.toml", b"[map]\n\"\\u001b[31mk\" = 1\n");
    check(&["config"], r"\x1b[31mk");
}
