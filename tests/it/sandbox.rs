//! The sandbox itself: what a program in it can and cannot do. A machine without the means says so
//! and is not tested, unless it must have them (`SPELUNK_REAL_SERVERS`).

#![cfg(target_os = "linux")]

use crate::support::process::Descendants;
use crate::support::write;
use rustix::process::{Pid, Signal, kill_process};
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// A workspace, a folder that can be written, and a home with a secret, all of them hidden but for
/// what the policy shows.
struct Scene {
    folder: tempfile::TempDir,
}

fn spelunk() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_spelunk"));
    command.arg("__sandbox");
    command
}

impl Scene {
    /// `None` where the machine has no sandbox.
    fn new() -> Option<Self> {
        let scene = Self { folder: tempfile::tempdir().unwrap() };
        for folder in ["workspace", "own", "home/.ssh", "tools"] {
            std::fs::create_dir_all(scene.path(folder)).unwrap();
        }
        write(scene.folder.path(), "home/.ssh/id_ed25519", "secret\n");
        write(scene.folder.path(), "workspace/a.txt", "text\n");
        for program in ["workspace/echo", "own/echo", "tools/echo"] {
            std::fs::copy("/bin/echo", scene.path(program)).unwrap();
        }
        let made = scene.run(&[]);
        if made.status.success() {
            return Some(scene);
        }
        let why = String::from_utf8_lossy(&made.stderr).into_owned();
        assert!(std::env::var_os("SPELUNK_REAL_SERVERS").is_none(), "{why}");
        println!("skipped, since there is no sandbox here: {why}");
        None
    }

    fn path(&self, below: &str) -> PathBuf {
        self.folder.path().canonicalize().unwrap().join(below)
    }

    fn run(&self, program: &[&str]) -> Output {
        self.run_with(&[], program)
    }

    fn run_with(&self, options: &[&str], program: &[&str]) -> Output {
        self.command(options, program).output().unwrap()
    }

    /// The command that starts a program, with further options before the policy's.
    fn command(&self, options: &[&str], program: &[&str]) -> Command {
        let mut command = spelunk();
        command.args(options);
        for hidden in ["/tmp", "/home", "/root", "/run"] {
            command.args(["--hide", hidden]);
        }
        for (option, below) in [
            ("--hide", "home"),
            ("--run", "tools"),
            ("--read", "workspace"),
            ("--write", "own"),
            ("--directory", "own"),
        ] {
            command.arg(option).arg(self.path(below));
        }
        command.arg("--").args(program);
        command
    }

    /// What a shell in the sandbox prints. `$W`, `$O`, `$H` and `$T` are the folders.
    fn shell(&self, script: &str) -> String {
        self.shell_with(&[], script)
    }

    fn shell_with(&self, options: &[&str], script: &str) -> String {
        let names = [("W", "workspace"), ("O", "own"), ("H", "home"), ("T", "tools")];
        let folders: String = names
            .map(|(name, below)| format!("{name}='{}'\n", self.path(below).display()))
            .concat();
        let output =
            self.run_with(options, &["/bin/sh", "-c", &format!("exec 2>&1\n{folders}{script}")]);
        String::from_utf8_lossy(&output.stdout).into_owned()
    }
}

#[test]
fn nothing_of_the_workspace_can_be_run_or_mapped_as_code() {
    let Some(scene) = Scene::new() else { return };
    assert_eq!(scene.shell("$T/echo ran; cat $W/a.txt"), "ran\ntext\n");
    for program in [
        "$W/echo",
        "$O/echo",
        "cp $T/echo /tmp/echo; /tmp/echo",
        "/lib64/ld-linux-x86-64.so.2 $W/echo",
    ] {
        let said = scene.shell(&format!("{program} ran"));
        assert!(!said.lines().any(|line| line == "ran"), "{program}: {said}");
    }
    let said = scene.shell("LD_PRELOAD=$W/echo $T/echo ran");
    assert!(said.contains("failed to map segment"), "{said}");
}

#[test]
fn only_the_servers_own_folder_keeps_what_is_written() {
    let Some(scene) = Scene::new() else { return };
    scene.shell("for place in $W $O $H $T /usr /etc /var/tmp /tmp; do echo x > $place/written; done; rm -rf $W/a.txt");
    assert!(scene.path("own/written").exists());
    for place in ["workspace", "home", "tools"].map(|below| scene.path(below)) {
        assert!(!place.join("written").exists(), "{}", place.display());
    }
    for place in ["/usr", "/etc", "/var/tmp", "/tmp"] {
        assert!(!Path::new(place).join("written").exists(), "{place}");
    }
    assert!(scene.path("workspace/a.txt").exists());
}

#[test]
fn the_users_files_sockets_and_processes_are_not_there() {
    let Some(scene) = Scene::new() else { return };
    assert_eq!(scene.shell("ls -A $H /root /home 2>/dev/null | grep -v :$ | grep -v ^$"), "");
    assert_eq!(scene.shell("cat $H/.ssh/id_ed25519 2>/dev/null"), "");
    assert_eq!(scene.shell("ls -A /run"), "");
    assert_eq!(scene.shell("ls /dev/tty /dev/pts /dev/mem 2>/dev/null"), "");
    // The shell is the first process of its namespace, and no other is to be seen.
    assert_eq!(scene.shell("echo $$; echo /proc/[0-9]*"), "1\n/proc/1\n");
    // The working directory was opened before home was hidden, and leads nowhere else.
    assert_eq!(scene.shell("cat ../home/.ssh/id_ed25519 2>/dev/null"), "");
}

#[test]
fn all_that_runs_in_it_ends_with_the_process_that_made_it() {
    let Some(scene) = Scene::new() else { return };
    // One process leaves the group and the session, and so would outlive a kill of the group.
    let script = "setsid sleep 1000 & sleep 1000 & echo started; exec sleep 1000";
    let mut made = scene.command(&[], &["/bin/sh", "-c", script]).stdout(Stdio::piped()).spawn();
    let made = made.as_mut().unwrap();
    let mut started = String::new();
    BufReader::new(made.stdout.take().unwrap()).read_line(&mut started).unwrap();
    let below = Descendants::of(made.id());
    assert!(started == "started\n" && below.count() >= 3, "{started}{}", below.count());
    kill_process(Pid::from_child(made), Signal::KILL).unwrap();
    made.wait().unwrap();
    assert_eq!(below.survivors(), Vec::<&str>::new());
}

/// Python, which can make any system call, where it is installed.
#[test]
fn system_calls_that_reach_outside_are_refused() {
    let Some(scene) = Scene::new() else { return };
    let Some(python) = ["/usr/bin/python3", "/usr/local/bin/python3"]
        .into_iter()
        .find(|path| Path::new(path).exists())
    else {
        assert!(std::env::var_os("SPELUNK_REAL_SERVERS").is_none(), "python3 is not installed");
        return;
    };
    let script = "
import ctypes, os, socket
def attempt(name, call):
    try:
        print(name, 'made' if call() is not None else 'refused')
    except OSError as error:
        print(name, 'refused')
libc = ctypes.CDLL(None, use_errno=True)
def result(value):
    return value if value != -1 else None
attempt('inet', lambda: socket.socket(socket.AF_INET))
attempt('unix', lambda: socket.socket(socket.AF_UNIX))
attempt('pair', lambda: socket.socketpair())
attempt('datagram pair', lambda: socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM))
attempt('raw pair', lambda: socket.socketpair(socket.AF_UNIX, socket.SOCK_RAW))
attempt('namespace', lambda: result(libc.unshare(0x10000000)))
attempt('mount', lambda: result(libc.mount(b'tmpfs', b'/tmp', b'tmpfs', 0, None)))
attempt('umount', lambda: result(libc.umount2(b'/tmp', 2)))
attempt('ptrace', lambda: result(libc.ptrace(0, 0, 0, 0)))
attempt('kernel', lambda: open('/proc/sys/kernel/core_pattern', 'w'))
";
    let output = scene.run(&[python, "-I", "-c", script]);
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    let expected = "inet refused\nunix refused\npair made\ndatagram pair refused\nraw pair refused\nnamespace refused\nmount refused\n\
                    umount refused\nptrace refused\nkernel refused\n";
    assert_eq!(said, expected, "{output:?}");
}

#[test]
fn resources_are_limited_and_no_rights_are_left() {
    let Some(scene) = Scene::new() else { return };
    let limits = scene.shell("ulimit -c; ulimit -d; ulimit -p 2>/dev/null || ulimit -u");
    let limits: Vec<&str> = limits.lines().collect();
    assert_eq!(limits[0], "0");
    assert!(limits[1..].iter().all(|limit| limit.parse::<u64>().is_ok()), "{limits:?}");
    let status = scene.shell("cat /proc/self/status");
    let field = |name: &str| {
        let line = status
            .lines()
            .find_map(|line| line.strip_prefix(name))
            .unwrap_or_else(|| panic!("{status}"));
        line.trim().to_owned()
    };
    for rights in ["CapEff:", "CapPrm:", "CapInh:", "CapBnd:", "CapAmb:"] {
        assert_eq!(field(rights), "0000000000000000", "{rights}");
    }
    assert_eq!((field("NoNewPrivs:").as_str(), field("Seccomp:").as_str()), ("1", "2"));
}

#[test]
fn a_workspace_with_unusual_names_is_shown() {
    let Some(scene) = Scene::new() else { return };
    let folder = scene.path("a \"b\"\n\\040c");
    std::fs::create_dir(&folder).unwrap();
    write(&folder, "x", "here\n");
    let mut command = spelunk();
    command
        .args(["--hide", "/tmp", "--directory", "/", "--read"])
        .arg(&folder)
        .args(["--", "/bin/cat"]);
    let output = command.arg(folder.join("x")).output().unwrap();
    assert_eq!(String::from_utf8_lossy(&output.stdout), "here\n", "{output:?}");
}

#[test]
fn a_sandbox_that_cannot_be_made_runs_nothing() {
    let output = spelunk().args(["--show", "/", "--", "/bin/echo", "ran"]).output().unwrap();
    assert_eq!((output.status.code(), output.stdout.as_slice()), (Some(125), &b""[..]));
    assert!(String::from_utf8_lossy(&output.stderr).contains("no option of the sandbox"));
    if Scene::new().is_none() {
        return;
    }
    // The kernel refuses: a machine that is told to allow no further namespaces.
    let script = "echo 0 > /proc/sys/user/max_user_namespaces && exec \"$@\"";
    let output = Command::new("unshare")
        .args(["--user", "--map-current-user", "--keep-caps", "sh", "-c", script, "sh"])
        .args([env!("CARGO_BIN_EXE_spelunk"), "__sandbox", "--hide", "/tmp", "--directory", "/"])
        .args(["--", "/bin/echo", "ran"])
        .output()
        .unwrap();
    assert_eq!((output.status.code(), output.stdout.as_slice()), (Some(125), &b""[..]));
    assert!(String::from_utf8_lossy(&output.stderr).contains("namespace"), "{output:?}");
}

/// A workspace that holds a home: its keys are covered.
#[test]
fn keys_in_a_workspace_that_holds_the_home_are_not_there() {
    let Some(scene) = Scene::new() else { return };
    write(scene.folder.path(), "workspace/.netrc", "secret\n");
    std::fs::create_dir(scene.path("workspace/.ssh")).unwrap();
    write(scene.folder.path(), "workspace/.ssh/id_ed25519", "secret\n");
    for stage in [&[][..], &["--without-namespaces"]] {
        let covered = [scene.path("workspace/.ssh"), scene.path("workspace/.netrc")];
        let covered = covered.iter().flat_map(|path| ["--cover", path.to_str().unwrap()]);
        let options: Vec<&str> = stage.iter().copied().chain(covered).collect();
        if scene.run_with(&options, &[]).status.success() {
            let said = scene
                .shell_with(&options, "cat $W/.ssh/id_ed25519 $W/.netrc; ls $W/.ssh; cat $W/a.txt");
            assert!(!said.contains("secret") && said.ends_with("text\n"), "{stage:?}: {said}");
            let said = scene.shell_with(&options, "umount $W/.ssh; cat $W/.ssh/id_ed25519");
            assert!(!said.contains("secret"), "{stage:?}: {said}");
        } else {
            assert!(!stage.is_empty(), "the sandbox of namespaces was made before");
            println!("skipped {stage:?}, which this kernel does not have");
        }
    }
}

/// What a server that needs no sandbox is kept to where there are no namespaces.
#[test]
fn without_namespaces_landlock_keeps_servers_from_writing_starting_and_reading() {
    let Some(scene) = Scene::new() else { return };
    let stage = ["--without-namespaces"];
    let made = scene.run_with(&stage, &[]);
    if !made.status.success() {
        println!("skipped: {}", String::from_utf8_lossy(&made.stderr));
        return;
    }
    assert_eq!(scene.shell_with(&stage, "$T/echo ran; cat $W/a.txt"), "ran\ntext\n");
    for program in ["$W/echo", "$O/echo", "cp $T/echo $O/other; $O/other"] {
        let said = scene.shell_with(&stage, &format!("{program} ran"));
        assert!(!said.lines().any(|line| line == "ran"), "{program}: {said}");
    }
    let said =
        scene.shell_with(&stage, "cat $H/.ssh/id_ed25519; ls /root; cat ../home/.ssh/id_ed25519");
    assert!(!said.contains("secret") && said.contains("denied"), "{said}");
    scene.shell_with(
        &stage,
        "for place in $W $O $H $T /tmp /var/tmp; do echo x > $place/kept; done; rm -rf $W/a.txt",
    );
    assert!(scene.path("own/kept").exists() && scene.path("workspace/a.txt").exists());
    for place in ["workspace", "home", "tools"].map(|below| scene.path(below)) {
        assert!(!place.join("kept").exists(), "{}", place.display());
    }
    assert!(!Path::new("/tmp/kept").exists() && !Path::new("/var/tmp/kept").exists());
    // The shell reads of itself; what it starts is another process.
    let read = "while IFS= read -r line; do echo \"$line\"; done < /proc/self/status";
    let status = scene.shell_with(&stage, read);
    assert!(status.contains("NoNewPrivs:\t1") && status.contains("Seccomp:\t2"), "{status}");
    // Another process of the user, whose memory and environment would tell much.
    let other = format!("cat /proc/{}/environ", std::process::id());
    assert!(scene.shell_with(&stage, &other).to_lowercase().contains("denied"));
}
