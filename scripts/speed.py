#!/usr/bin/env python3
"""Times spelunk against ripgrep, ctags and ast-grep on the same trees in one run, and writes the ratios to docs/measured.md.

Usage: scripts/speed.py [--runs N] [--no-linux]
Needs a release build (`cargo build --release`), the corpora (`scripts/corpora.sh`, and `scripts/corpora.sh linux`), and on PATH
rg and ctags; ast-grep is taken from PATH or from AST_GREP.

Programs take turns, so that a busy moment of the machine falls on all of them. Each figure is the least of its runs: wall
time in seconds, processor time of all threads, and the peak of memory in MB. Files are in the page cache.
"""

import argparse
import json
import os
import pathlib
import shutil
import subprocess
import time

from measured import table, write_section

ROOT = pathlib.Path(__file__).resolve().parent.parent
TARGET = pathlib.Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target"))
SPELUNK = pathlib.Path(os.environ.get("SPELUNK", TARGET / "release" / "spelunk"))
CORPORA = pathlib.Path(
    os.environ.get("SPELUNK_CORPORA", pathlib.Path(os.environ.get("XDG_CACHE_HOME", pathlib.Path.home() / ".cache")) / "spelunk-corpora")
)
AST_GREP = os.environ.get("AST_GREP") or shutil.which("ast-grep")


def once(command: list[str], directory: pathlib.Path) -> tuple[float, float, float]:
    """Wall seconds, processor seconds and peak MB of one run."""
    start = time.perf_counter()
    process = subprocess.Popen(command, cwd=directory, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, stdin=subprocess.DEVNULL)
    _, _, usage = os.wait4(process.pid, 0)
    return time.perf_counter() - start, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


def options(description: str) -> argparse.Namespace:
    """The options of a script that times programs: how many runs each, and whether Linux is left out."""
    parser = argparse.ArgumentParser(description=description.splitlines()[0])
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--no-linux", action="store_true")
    return parser.parse_args()


def compare(commands: dict[str, list[str]], directory: pathlib.Path, runs: int) -> dict[str, tuple[float, float, float]]:
    best = {}
    for _ in range(runs + 1):  # the first round fills the page cache
        for name, command in commands.items():
            figures = once(command, directory)
            best[name] = tuple(map(min, best[name], figures)) if name in best else figures
    return best


class Server:
    """`spelunk serve` on a directory, spoken to by hand."""

    def __init__(self, directory: pathlib.Path):
        self.start = time.perf_counter()
        self.process = subprocess.Popen(
            [SPELUNK, "serve", "--root", directory], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
        )
        self.id = 0
        self.request("initialize", {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "speed", "version": "1"}})
        self.send({"jsonrpc": "2.0", "method": "notifications/initialized"})

    def send(self, message: dict) -> None:
        self.process.stdin.write(json.dumps(message) + "\n")
        self.process.stdin.flush()

    def request(self, method: str, params: dict) -> dict:
        self.id += 1
        self.send({"jsonrpc": "2.0", "id": self.id, "method": method, "params": params})
        while True:
            message = json.loads(self.process.stdout.readline())
            if message.get("id") == self.id:
                return message

    def timed(self, tool: str, arguments: dict) -> float:
        start = time.perf_counter()
        reply = self.request("tools/call", {"name": tool, "arguments": arguments})
        assert not reply["result"].get("isError"), reply
        return time.perf_counter() - start

    def resident(self) -> float:
        status = pathlib.Path(f"/proc/{self.process.pid}/status").read_text()
        return next(int(line.split()[1]) / 1024 for line in status.splitlines() if line.startswith("VmRSS"))

    def close(self) -> None:
        self.process.stdin.close()
        self.process.wait()


def map_rows(corpora: list[str], runs: int) -> list[list[str]]:
    rows = []
    for name in corpora:
        directory = CORPORA / name
        huge = name == "linux"
        commands = {"spelunk": [str(SPELUNK), "map", "--max-tokens", "4000"], "ctags": ["ctags", "-R", "-f", "/dev/null", "."]}
        if not huge:
            commands["spelunk, all"] = [str(SPELUNK), "map", "--max-tokens", "100000000", "--allow-tests"]
            if AST_GREP:
                commands["ast-grep"] = [AST_GREP, "outline", "."]
        best = compare(commands, directory, 1 if huge else runs)
        server = Server(directory)
        server.timed("map_code", {"path": "."})
        warm = min(server.timed("map_code", {"path": "."}) for _ in range(3))
        server.close()
        ast_grep = best.get("ast-grep")

        def ratio(name: str, figure: int, other: tuple | None) -> str:
            return f"{best[name][figure] / other[figure]:.2f}" if other and name in best else "–"

        wall, cpu, memory = best["spelunk"]
        rows.append([
            name, f"{wall:.2f}", f"{cpu:.2f}", f"{memory:.0f}", f"{warm * 1000:.0f} ms ({warm / wall:.2f})",
            ratio("spelunk", 0, ast_grep), ratio("spelunk", 1, ast_grep), ratio("spelunk, all", 0, ast_grep),
            ratio("spelunk, all", 1, ast_grep), ratio("spelunk", 0, best["ctags"]),
        ])
    return rows


def start_rows(runs: int) -> str:
    times, resident = [], []
    for _ in range(runs):
        server = Server(CORPORA / "tokio")
        server.request("tools/list", {})
        times.append(time.perf_counter() - server.start)
        resident.append(server.resident())
        server.close()
    return f"`serve` from its start to the answer of `tools/list`: {min(times) * 1000:.0f} ms; memory then: {min(resident):.0f} MB."


def main() -> None:
    chosen = options(__doc__)
    corpora = ["rxjs", "tokio", "cargo", "django", "effect"] + ([] if chosen.no_linux else ["linux"])
    head = [
        "tree", "wall s", "CPU s", "peak MB", "warm (of cold)", "wall ÷ ast-grep", "CPU ÷ ast-grep", "all symbols: wall ÷ ast-grep",
        "all symbols: CPU ÷ ast-grep", "wall ÷ ctags",
    ]
    versions = [subprocess.run([program, "--version"], capture_output=True, text=True).stdout.splitlines()[0] for program in ["ctags", AST_GREP] if program]
    body = "\n\n".join([
        "`spelunk map --max-tokens 4000` as a whole process, against `ast-grep outline` and `ctags -R` on the same tree. \"All symbols\" is a map without a ceiling, tests included.",
        table(head, map_rows(corpora, chosen.runs)),
        start_rows(chosen.runs),
        "Against: " + "; ".join(versions) + ".",
    ])
    write_section("Speed of maps", "scripts/speed.py", body)
    print(body)


if __name__ == "__main__":
    main()
