//! Nothing of an untrusted workspace's own is run, and nothing is written into it.
//!
//! Each test plants whatever could be run: a script, a program, a library, each of which leaves a
//! marker when it does run. The same project in a trusted root shows that the markers work.

use super::{Session, enabled, safe, session_with};
use crate::support::project;
use spelunk::lsp::{CallDirection, RequestKind, ServerSpec, Trust};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// A project full of traps, and the folder in which they leave their markers.
pub(super) struct Trapped {
    project: tempfile::TempDir,
    markers: tempfile::TempDir,
}

impl Trapped {
    /// `{markers}` in the files' text stands for the folder.
    pub(super) fn new(files: &[(&str, &str)]) -> Self {
        let markers = tempfile::tempdir().unwrap();
        let folder = markers.path().display().to_string();
        let files: Vec<(&str, String)> =
            files.iter().map(|(path, text)| (*path, text.replace("{markers}", &folder))).collect();
        let files: Vec<(&str, &str)> =
            files.iter().map(|(path, text)| (*path, text.as_str())).collect();
        Self { project: project(&files), markers }
    }

    pub(super) fn root(&self) -> PathBuf {
        self.project.path().canonicalize().unwrap()
    }

    /// A program in the project that leaves a marker and then does what `then` says.
    pub(super) fn script(&self, path: &str, then: &str) {
        let name = path.replace('/', "-");
        let text = format!("#!/bin/sh\n: > '{}/{name}'\n{then}\n", self.markers.path().display());
        crate::support::write(self.project.path(), path, &text);
        let path = self.project.path().join(path);
        let mut permissions = path.metadata().unwrap().permissions();
        std::os::unix::fs::PermissionsExt::set_mode(&mut permissions, 0o755);
        std::fs::set_permissions(path, permissions).unwrap();
    }

    /// A repository whose configuration names a program that git runs.
    fn git(&self) {
        let git = |arguments: &[&str]| {
            let mut command = std::process::Command::new("git");
            command
                .current_dir(self.project.path())
                .args(arguments)
                .output()
                .is_ok_and(|output| output.status.success())
        };
        assert!(git(&["init", "--quiet"]));
        self.script("hooks/fsmonitor", "exit 1");
        let hook = self.root().join("hooks/fsmonitor").display().to_string();
        assert!(git(&["config", "core.fsmonitor", &hook]));
    }

    pub(super) fn markers(&self) -> Vec<String> {
        let mut names: Vec<String> = std::fs::read_dir(self.markers.path())
            .unwrap()
            .map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned())
            .collect();
        names.sort();
        names
    }

    /// Every file with its content.
    fn content(&self) -> BTreeMap<PathBuf, Vec<u8>> {
        let mut content = BTreeMap::new();
        let mut folders = vec![self.project.path().to_owned()];
        while let Some(folder) = folders.pop() {
            for entry in std::fs::read_dir(folder).unwrap() {
                let path = entry.unwrap().path();
                if path.is_dir() {
                    content.insert(path.clone(), Vec::new());
                    folders.push(path);
                } else {
                    content.insert(path.clone(), std::fs::read(&path).unwrap());
                }
            }
        }
        content
    }

    fn session(&self, trust: Trust, path: &[PathBuf], server: &str) -> Session {
        session_with(self.project.path(), trust, path, |spec: &ServerSpec| spec.name == server)
    }

    /// Asks in safe mode and checks that the server answers as it should, ran nothing and wrote
    /// nothing.
    async fn check(&self, server: &str, question: (&str, &str, &str), expected: &[&str]) {
        let before = self.content();
        // Programs of the project that shadow the real ones, as an activated environment has them.
        let shadows = [
            self.root().join("bin"),
            self.root().join("node_modules/.bin"),
            self.root().join(".venv/bin"),
        ];
        let session = self.session(safe(), &shadows, server);
        let (file, context, name) = question;
        let reply = session.ask(file, context, name, RequestKind::References).await;
        assert_eq!(session.places(&reply), expected, "{server}: {:?}", session.servers.states());
        session.ask(file, context, name, RequestKind::Calls(CallDirection::Incoming)).await;
        session.ask(file, context, name, RequestKind::Implementations).await;
        session.servers.shut_down().await;
        assert_eq!(
            self.markers(),
            Vec::<String>::new(),
            "{server} ran what belongs to the workspace"
        );
        let after = self.content();
        let changed: Vec<&PathBuf> =
            after.keys().filter(|path| after.get(*path) != before.get(*path)).collect();
        assert_eq!(changed, Vec::<&PathBuf>::new(), "{server} wrote into the workspace");
        assert_eq!(after.len(), before.len(), "{server} deleted from the workspace");
    }
}

fn trusted(root: &Path) -> Trust {
    Trust::Roots(vec![root.to_owned()])
}

pub(super) fn rust() -> Trapped {
    let trapped = Trapped::new(&[
        (
            "Cargo.toml",
            "[package]\nname = 'trapped'\nversion = '0.1.0'\nedition = '2021'\nbuild = 'build.rs'\n\
             [dependencies]\ntricks = { path = 'tricks' }\n[workspace]\nmembers = ['tricks']\n",
        ),
        ("build.rs", "fn main() { std::fs::write(\"{markers}/build-script\", \"\").unwrap(); }\n"),
        (
            "src/lib.rs",
            "pub fn helper() {}\npub fn user() {\n    helper();\n}\n#[tricks::trick]\npub fn tricked() {}\n",
        ),
        (
            "tricks/Cargo.toml",
            "[package]\nname = 'tricks'\nversion = '0.1.0'\nedition = '2021'\n[lib]\nproc-macro = true\n",
        ),
        (
            "tricks/src/lib.rs",
            "use proc_macro::TokenStream;\n#[proc_macro_attribute]\n\
             pub fn trick(_: TokenStream, item: TokenStream) -> TokenStream {\n    \
             std::fs::write(\"{markers}/proc-macro\", \"\").unwrap();\n    item\n}\n",
        ),
        (
            ".cargo/config.toml",
            "[build]\nrustc-wrapper = 'hooks/wrapper'\nrustc-workspace-wrapper = 'hooks/workspace-wrapper'\n\
             rustc = 'hooks/rustc'\n[target.'cfg(all())']\nrunner = 'hooks/runner'\nlinker = 'hooks/linker'\n\
             [registry]\nglobal-credential-providers = ['hooks/credentials']\n",
        ),
        ("rust-toolchain.toml", "[toolchain]\npath = './toolchain'\n"),
    ]);
    // Wrappers are given the real program as their first argument.
    for path in ["hooks/wrapper", "hooks/workspace-wrapper"] {
        trapped.script(path, "exec \"$@\"");
    }
    for path in ["hooks/runner", "hooks/linker", "hooks/credentials"] {
        trapped.script(path, "exit 1");
    }
    trapped.script("hooks/rustc", "exec rustc \"$@\"");
    for folder in ["toolchain/bin", "bin"] {
        for name in ["cargo", "rustc", "rust-analyzer", "rustup"] {
            trapped.script(&format!("{folder}/{name}"), "exit 1");
        }
    }
    trapped.git();
    trapped
}

#[tokio::test]
async fn rust_analyzer_runs_nothing_of_an_untrusted_workspace() {
    if !enabled() {
        return;
    }
    let question = ("src/lib.rs", "pub fn helper", "helper");
    rust().check("rust-analyzer", question, &["src/lib.rs:1", "src/lib.rs:3"]).await;
}

/// rust-analyzer runs build scripts and macros of a trusted workspace and keeps their output out of
/// it.
#[tokio::test]
async fn rust_analyzer_builds_outside_trusted_workspace() {
    if !enabled() {
        return;
    }
    let trapped = rust();
    // A toolchain that does not work would keep everything else from running.
    std::fs::remove_file(trapped.root().join("rust-toolchain.toml")).unwrap();
    std::fs::remove_dir_all(trapped.root().join(".cargo")).unwrap();
    let session = trapped.session(trusted(&trapped.root()), &[], "rust-analyzer");
    let reply = session.ask("src/lib.rs", "pub fn helper", "helper", RequestKind::References).await;
    assert_eq!(session.places(&reply), ["src/lib.rs:1", "src/lib.rs:3"]);
    session.servers.shut_down().await;
    assert!(trapped.markers().contains(&"build-script".to_owned()), "{:?}", trapped.markers());
    assert!(!trapped.root().join("target").exists());
}

pub(super) fn typescript() -> Trapped {
    let script = "require('fs').writeFileSync('{markers}/' + require('path').basename(__dirname) + '-NAME', '');\n";
    let trap = |name: &str| script.replace("NAME", name);
    let trapped = Trapped::new(&[
        (
            "tsconfig.json",
            r#"{ "compilerOptions": { "strict": true, "plugins": [{ "name": "plugin" }] }, "include": ["src"] }"#,
        ),
        ("package.json", r#"{ "name": "trapped", "devDependencies": { "typescript": "*" } }"#),
        ("src/a.ts", "export function helper(): number {\n  return 1;\n}\n"),
        ("src/b.ts", "import { helper } from './a';\nexport const used = helper();\n"),
        (
            "node_modules/typescript/package.json",
            r#"{ "name": "typescript", "version": "5.9.3", "main": "lib/typescript.js" }"#,
        ),
        ("node_modules/typescript/lib/typescript.js", &trap("typescript")),
        ("node_modules/typescript/lib/tsserver.js", &trap("tsserver")),
        ("node_modules/typescript/lib/tsserverlibrary.js", &trap("tsserverlibrary")),
        ("node_modules/typescript/lib/_tsserver.js", &trap("_tsserver")),
        ("node_modules/typescript/lib/tsc.js", &trap("tsc")),
        ("node_modules/plugin/package.json", r#"{ "name": "plugin", "main": "index.js" }"#),
        ("node_modules/plugin/index.js", &trap("plugin")),
        (".pnp.cjs", &trap("pnp")),
    ]);
    for name in ["tsc", "vtsls", "node"] {
        trapped.script(&format!("node_modules/.bin/{name}"), "exit 1");
    }
    trapped.git();
    trapped
}

#[tokio::test]
async fn typescript_runs_nothing_of_an_untrusted_workspace() {
    if !enabled() {
        return;
    }
    let question = ("src/a.ts", "function helper", "helper");
    typescript().check("typescript", question, &["src/a.ts:1", "src/b.ts:1", "src/b.ts:2"]).await;
}

pub(super) fn python() -> Trapped {
    let trap = |name: &str| format!("open('{{markers}}/{name}', 'w').close()\n");
    let trapped = Trapped::new(&[
        (
            "pyproject.toml",
            "[project]\nname = 'trapped'\n[tool.pyright]\nvenvPath = '.'\nvenv = '.venv'\n",
        ),
        ("a.py", "def helper():\n    return 1\n"),
        ("b.py", "from a import helper\n\n\ndef user():\n    return helper()\n"),
        (".venv/pyvenv.cfg", "home = /usr/bin\nversion = 3.11.0\n"),
        (".venv/lib/python3.11/site-packages/trap.pth", "import trap_in_path_file\n"),
        (".venv/lib/python3.11/site-packages/trap_in_path_file.py", &trap("pth")),
        ("sitecustomize.py", &trap("sitecustomize")),
        ("usercustomize.py", &trap("usercustomize")),
        ("json.py", &trap("json")),
        ("os.py", &trap("os")),
    ]);
    for folder in ["bin", ".venv/bin"] {
        for name in ["python", "python3", "python3.11", "node", "pyright", "pyright-langserver"] {
            trapped.script(&format!("{folder}/{name}"), "exit 1");
        }
    }
    trapped.git();
    trapped
}

#[tokio::test]
async fn pyright_runs_nothing_of_an_untrusted_workspace() {
    if !enabled() {
        return;
    }
    python()
        .check("pyright", ("a.py", "def helper", "helper"), &["a.py:1", "b.py:1", "b.py:5"])
        .await;
}

pub(super) fn go() -> Trapped {
    let trapped = Trapped::new(&[
        ("go.mod", "module example.com/trapped\n\ngo 1.21\n\ntoolchain go1.99.0\n"),
        (
            "a.go",
            "package trapped\n\n//go:generate ./hooks/generate\nfunc Helper() int { return 1 }\n",
        ),
        ("b.go", "package trapped\n\nfunc User() int { return Helper() }\n"),
        (
            "native/native.go",
            "package native\n\n// #cgo CFLAGS: -O1\n// #cgo pkg-config: trapped\n// int one() { return 1; }\nimport \"C\"\n\n\
             func One() int { return int(C.one()) }\n",
        ),
    ]);
    for name in ["go", "gopls", "gopackagesdriver", "git", "gcc", "cc", "pkg-config"] {
        trapped.script(&format!("bin/{name}"), "exit 1");
    }
    trapped.script("hooks/generate", "exit 1");
    trapped.git();
    trapped
}

#[tokio::test]
async fn gopls_runs_nothing_of_an_untrusted_workspace() {
    if !enabled() {
        return;
    }
    go().check("gopls", ("a.go", "func Helper", "Helper"), &["a.go:4", "b.go:3"]).await;
}

/// A library that leaves a marker when it is loaded.
pub(super) fn library(trapped: &Trapped, path: &str) {
    let source = trapped.root().join("trap.c");
    let text = format!(
        "#include <stdio.h>\n__attribute__((constructor)) static void trap(void) {{ fclose(fopen(\"{}/library\", \"w\")); }}\n",
        trapped.markers.path().display()
    );
    std::fs::write(&source, text).unwrap();
    let target = trapped.root().join(path);
    let status = std::process::Command::new("cc")
        .args(["-shared", "-fPIC", "-o"])
        .arg(target)
        .arg(&source)
        .status();
    assert!(status.is_ok_and(|status| status.success()));
    std::fs::remove_file(source).unwrap();
}

pub(super) fn c() -> Trapped {
    let trapped = Trapped::new(&[
        ("a.h", "int helper(void);\n"),
        ("a.c", "#include \"a.h\"\nint helper(void) { return 1; }\n"),
        ("b.c", "#include \"a.h\"\nint user(void) { return helper(); }\n"),
        (".clang-tidy", "Checks: '*'\n"),
    ]);
    for name in ["clangd", "gcc", "cc", "clang"] {
        trapped.script(&format!("bin/{name}"), "exit 1");
    }
    library(&trapped, "trap.so");
    let root = trapped.root();
    let (compiler, trap) = (root.join("bin/gcc"), root.join("trap.so"));
    let commands: Vec<serde_json::Value> = ["a.c", "b.c"]
        .iter()
        .map(|file| {
            let (compiler, trap) = (compiler.display().to_string(), trap.display().to_string());
            let plugin = format!("-fplugin={trap}");
            let arguments = [&compiler, &plugin, "-Xclang", "-load", "-Xclang", &trap, "-c", file];
            serde_json::json!({ "directory": root, "file": file, "arguments": arguments })
        })
        .collect();
    std::fs::write(root.join("compile_commands.json"), serde_json::to_string(&commands).unwrap())
        .unwrap();
    let config = format!(
        "CompileFlags:\n  Compiler: {}\n  Add: [-fplugin={}]\n",
        compiler.display(),
        trap.display()
    );
    std::fs::write(root.join(".clangd"), config).unwrap();
    trapped.git();
    trapped
}

#[tokio::test]
async fn clangd_runs_nothing_of_an_untrusted_workspace() {
    if !enabled() {
        return;
    }
    c().check("clangd", ("a.c", "int helper", "helper"), &["a.c:2", "a.h:1", "b.c:2"]).await;
}

#[tokio::test]
async fn vtsls_runs_nothing_of_an_untrusted_workspace() {
    if !enabled() {
        return;
    }
    let question = ("src/a.ts", "function helper", "helper");
    typescript().check("vtsls", question, &["src/a.ts:1", "src/b.ts:1", "src/b.ts:2"]).await;
}
