#!/usr/bin/env python3
"""Compares the four graph tools, line for line, with an independent client of the same language servers.

Usage: scripts/server_truth.py [--corpus NAME]… [--sessions N] [--spelunk PROGRAM] [--write]
Needs `cargo build --release`, the corpora (`scripts/corpora.sh`), the servers (`scripts/servers.sh`, and
`scripts/servers.sh basedpyright`). benches/servers/README.md says how cases are drawn and judged; `--write` puts the result
into docs/measured.md. What the independent client was told is kept in ~/.cache/spelunk-oracle; delete it to ask again.
"""

import argparse
import collections
import hashlib
import json
import os
import pathlib
import subprocess
import tempfile
import time
import tomllib
import urllib.parse

from conversations import Lsp, Mcp
from measured import table, write_section
from server_cases import CORPORA, HEADERS

ROOT = pathlib.Path(__file__).resolve().parent.parent
TARGET = pathlib.Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target"))
CACHE = pathlib.Path(os.environ.get("XDG_CACHE_HOME", pathlib.Path.home() / ".cache"))
CASES = ROOT / "benches/servers/cases.jsonl"
ORACLE = CACHE / "spelunk-oracle"
WAITS = [0, 2, 120]
TOOLS = ["find_references", "find_callers", "find_callees", "find_implementations"]
SERVERS = {"tokio": "rust-analyzer", "django": "pyright", "rxjs": "typescript"}

Row = tuple


def programs() -> dict[str, pathlib.Path]:
    """Where scripts/servers.sh has put each server's command."""
    names = [*SERVERS.values(), "basedpyright"]
    lines = subprocess.run([ROOT / "scripts/servers.sh", *names], capture_output=True, text=True, check=True).stdout.splitlines()
    return {name: pathlib.Path(path) for name, path in (line.split("\t") for line in lines)}


# The oracle: another client, which waits long enough and asks by position.


def cargo_features(root: pathlib.Path) -> list[str]:
    manifest = tomllib.loads((root / "Cargo.toml").read_text())
    optional = {
        name
        for tables in [manifest, *manifest.get("target", {}).values()]
        for name, given in tables.get("dependencies", {}).items()
        if isinstance(given, dict) and given.get("optional")
    }
    return sorted(set(manifest.get("features", {})) | optional)


def rust_analyzer(program: pathlib.Path, root: pathlib.Path, features: tuple[str, ...] = ()) -> Lsp:
    sysroot = subprocess.run(["rustc", "--print", "sysroot"], capture_output=True, text=True, check=True, cwd="/").stdout.strip()
    options = {
        "checkOnSave": False,
        "cargo": {
            "features": "all",
            "buildScripts": {"enable": False},
            "cfgs": ["debug_assertions", *(f"feature={name}" for name in features)],
        },
        "procMacro": {"enable": False},
        "cachePriming": {"enable": False},
    }
    environment = {"RUSTC": f"{sysroot}/bin/rustc", "CARGO": f"{sysroot}/bin/cargo", "CARGO_NET_OFFLINE": "true"}
    server = Lsp([program], root, options, {"rust-analyzer": options}, environment)
    quiet = lambda notice: notice["method"] == "experimental/serverStatus" and notice["params"]["quiescent"]
    server.wait_for_notice(quiet)
    words = [notice["params"].get("message") or "" for notice in server.notices if notice["method"] == "experimental/serverStatus"]
    if not features and any("Failed to read Cargo metadata" in message for message in words):
        # Without its dependencies, which need not be downloaded, the project's own code is switched on by name.
        server.close()
        return rust_analyzer(program, root, tuple(cargo_features(root)))
    return server


def pyright(program: pathlib.Path, root: pathlib.Path) -> Lsp:
    settings = {"python": {"analysis": {"diagnosticMode": "openFilesOnly"}}, "basedpyright": {"analysis": {"diagnosticMode": "openFilesOnly"}}}
    server = Lsp([program, "--stdio"], root, {}, settings)
    server.wait_for_notice(lambda notice: notice["method"] == "window/logMessage" and notice["params"]["message"].startswith("Found "))
    return server


def typescript(program: pathlib.Path, root: pathlib.Path) -> Lsp:
    return Lsp([program, "--lsp", "--stdio"], root, {}, {})


START = {"rust-analyzer": rust_analyzer, "pyright": pyright, "basedpyright": pyright, "typescript": typescript}
LANGUAGE_IDS = {".rs": "rust", ".py": "python", ".ts": "typescript", ".tsx": "typescriptreact"}


class Oracle:
    """The rows of one server on one corpus, asked once and kept."""

    def __init__(self, name: str, program: pathlib.Path, root: pathlib.Path):
        self.name, self.program, self.root = name, program, root
        real = program.resolve()
        stamp = hashlib.sha256(f"{real}{real.stat().st_size}{real.stat().st_mtime_ns}".encode()).hexdigest()[:12]
        self.kept = ORACLE / f"{root.name}-{name}-{stamp}.json"
        self.answers = json.loads(self.kept.read_text()) if self.kept.exists() else {}
        self.server = None

    def rows(self, tool: str, case: dict) -> set[Row] | None:
        """`None` where the server has nothing to say to such a question."""
        key = f"{tool} {case['file']}:{case['line']}:{case['column']}"
        if key not in self.answers:
            if self.server is None:
                self.server = START[self.name](self.program, self.root)
            told = [getattr(self, tool)({**case, "line": line}) for line in self.lines(case)]
            told = [rows for rows in told if rows is not None]
            rows = set.union(*told) if told else None
            if rows and tool == "find_implementations":
                rows -= {(case["file"], line) for line in self.lines(case)}
            self.answers[key] = None if rows is None else sorted(map(list, rows), key=str)
            self.kept.parent.mkdir(parents=True, exist_ok=True)
            self.kept.write_text(json.dumps(self.answers))
        rows = self.answers[key]
        return None if rows is None else {tuple(row) for row in rows}

    def lines(self, case: dict) -> list[int]:
        """The overloads of a function are one target."""
        file = self.root / case["file"]
        if case["kind"] != "function" or file.suffix != ".ts":
            return [case["line"]]
        heads = [HEADERS[".ts"]["function"].match(line) for line in file.read_text(encoding="utf-8").split("\n")]
        return [number for number, head in enumerate(heads, 1) if head and head["name"] == case["name"]]

    def position(self, case: dict) -> dict:
        file = self.root / case["file"]
        self.server.open(file, LANGUAGE_IDS[file.suffix])
        before = self.server.opened[file].split("\n")[case["line"] - 1][: case["column"]]
        at = {"line": case["line"] - 1, "character": len(before.encode("utf-16-le")) // 2}
        return {"textDocument": {"uri": file.as_uri()}, "position": at}

    def path(self, uri: str) -> str | None:
        """As answers print it: below the root, else absolute; `None` for what lies in no file."""
        parts = urllib.parse.urlparse(uri)
        if parts.scheme != "file":
            return None
        path = pathlib.Path(urllib.parse.unquote(parts.path))
        return path.relative_to(self.root).as_posix() if path.is_relative_to(self.root) else str(path)

    def line(self, uri: str, place: dict) -> tuple[str | None, int | None]:
        path = self.path(uri)
        return path, place["start"]["line"] + 1 if path else None

    def find_references(self, case: dict) -> set[Row] | None:
        found = self.server.ask("textDocument/references", {**self.position(case), "context": {"includeDeclaration": True}})
        return {self.line(place["uri"], place["range"]) for place in found or []}

    def calls(self, case: dict, method: str) -> list[tuple[dict, dict]] | None:
        items = self.server.ask("textDocument/prepareCallHierarchy", self.position(case))
        if not items:
            return None
        return [(item, call) for item in items for call in self.server.ask(method, {"item": item}) or []]

    def find_callers(self, case: dict) -> set[Row] | None:
        calls = self.calls(case, "callHierarchy/incomingCalls")
        if calls is None:
            return None
        return {self.line(call["from"]["uri"], place) for _, call in calls for place in call["fromRanges"]}

    def find_callees(self, case: dict) -> set[Row] | None:
        calls = self.calls(case, "callHierarchy/outgoingCalls")
        if calls is None:
            return None
        rows = set()
        for _, call in calls:
            to = call["to"]
            path, line = self.line(to["uri"], to["selectionRange"])
            rows |= {(path, line, to["name"] if path is None else "", place["start"]["line"] + 1) for place in call["fromRanges"]}
        return rows

    def find_implementations(self, case: dict) -> set[Row] | None:
        try:
            found = self.server.ask("textDocument/implementation", self.position(case))
        except RuntimeError:  # the server has no such method
            return None
        places = [found] if isinstance(found, dict) else found or []
        return {self.line(place["uri"], place["range"]) for place in places} - {(case["file"], case["line"])}

    def close(self) -> None:
        if self.server:
            self.server.close()


# The answers of the tools, as rows of the same form.


def rows_of(tool: str, answer: dict) -> tuple[set[Row], set[Row]]:
    """All rows, and those among them that are marked as more than the server said."""
    results = answer.get("results") or [row for group in answer.get("definitions", []) for row in group["results"]]
    rows, marked = set(), set()
    for result in results:
        if tool in ("find_references", "find_implementations"):
            here = {(result["file"], result["line"])}
        elif tool == "find_callers":
            here = {(site["file"], site["line"]) for site in result["call_sites"]}
        else:
            named = "" if result["file"] else result["name"]
            here = {(result["file"], result["line"], named, site["line"]) for site in result["call_sites"]}
        rows |= here
        if result["certainty"] != "exact":
            marked |= here
    return rows, marked


class Judged:
    """One answer beside what the oracle says."""

    def __init__(self, tool: str, case: dict, answer: dict, seconds: float, oracle: set[Row] | None):
        self.tool, self.case, self.answer, self.seconds, self.oracle = tool, case, answer, seconds, oracle
        evidence = answer["evidence"]
        self.evidence = evidence
        rows, marked = rows_of(tool, answer)
        self.count = len(rows)
        self.missing = (oracle or set()) - rows
        self.is_lsp = evidence["source"] == "lsp"
        self.is_complete = evidence["complete"] is True
        self.is_false = self.is_complete and bool(self.missing)
        self.unmarked = set() if oracle is None or evidence["composed"] or not self.is_lsp else rows - oracle - marked

    def line(self) -> str:
        case, evidence = self.case, self.evidence
        share = f"{self.count}/{'–' if self.oracle is None else len(self.oracle)}"
        words = f"{case['corpus']} {self.tool} {case['name']} {share} {evidence['source']} {evidence['state']} complete={evidence['complete']}"
        more = " composed" if evidence["composed"] else ""
        return f"{words}{more} {self.seconds:.2f} s missing={sorted(self.missing, key=str)[:4]} unmarked={sorted(self.unmarked, key=str)[:4]} note={evidence['note']}"


def question(case: dict, tool: str, wait: float) -> dict:
    asked = {"symbol": case["name"], "file": case["file"], "line": case["line"], "wait": wait, "maxResults": 100000, "maxTokens": 10000000}
    return {**asked, "includeDeclaration": True} if tool == "find_references" else asked


def surroundings(folder: str, servers: dict[str, pathlib.Path]) -> dict[str, str]:
    """Only the three servers, and nobody's own configuration."""
    path = [str(servers[name].parent) for name in SERVERS.values()]
    return {"PATH": ":".join([*path, os.environ["PATH"]]), "XDG_CONFIG_HOME": f"{folder}/config", "XDG_CACHE_HOME": f"{folder}/cache"}


def ask_all(spelunk: pathlib.Path, root: pathlib.Path, cases: list[dict], wait: float, sessions: int, servers: dict) -> list[tuple]:
    """Asks everything at once right after a start, in so many sessions one after the other."""
    answers = []
    for session in range(sessions):
        with tempfile.TemporaryDirectory() as folder:
            client = Mcp(spelunk, root, surroundings(folder, servers))
            asked = [(tool, case, client.call(tool, question(case, tool, wait))) for case in cases[session::sessions] for tool in TOOLS]
            answers += [(tool, case, *future.result(400)) for tool, case, future in asked]
            client.close()
    return answers


def measure(corpus: str, spelunk: pathlib.Path, sessions: int, servers: dict) -> dict[float, list[Judged]]:
    root = (CORPORA / corpus).resolve()
    cases = [case for case in map(json.loads, CASES.read_text().splitlines()) if case["corpus"] == corpus]
    oracle = Oracle(SERVERS[corpus], servers[SERVERS[corpus]], root)
    second = Oracle("basedpyright", servers["basedpyright"], root) if SERVERS[corpus] == "pyright" else None
    expected = {}
    for case in cases:
        for tool in TOOLS:
            source = second if second and tool == "find_implementations" else oracle
            expected[tool, case["file"], case["line"]] = source.rows(tool, case)
    for source in filter(None, [oracle, second]):
        source.close()
    judged = {}
    for wait in WAITS:
        answers = ask_all(spelunk, root, cases, wait, sessions, servers)
        judged[wait] = [Judged(tool, case, answer, took, expected[tool, case["file"], case["line"]]) for tool, case, answer, took in answers]
        for one in judged[wait]:
            if one.is_false or one.unmarked or (wait == 120 and (one.missing or not one.is_complete)):
                print(f"wait {wait}: {one.line()}", flush=True)
    return judged


def summary(corpus: str, wait: float, judged: list[Judged]) -> list[str]:
    spoken = [one for one in judged if one.is_lsp]
    whole = [one for one in spoken if one.is_complete]
    asked = sum(len(one.oracle or ()) for one in spoken)
    return [
        corpus, SERVERS[corpus], f"{wait}", f"{len(judged)}", f"{len(spoken)}", f"{len(whole)} ({100 * len(whole) / len(judged):.0f} %)",
        f"{sum(one.is_false for one in judged)}", f"{asked:,}", f"{sum(len(one.missing) for one in spoken)}",
        f"{sum(len(one.unmarked) for one in judged)}", f"{max(one.seconds for one in judged):.1f}",
    ]


def per_symbol(judged: list[Judged]) -> list[list[str]]:
    by_case = collections.defaultdict(dict)
    for one in judged:
        by_case[one.case["corpus"], one.case["name"], one.case["file"], one.case["line"]][one.tool] = one

    def cell(one: Judged) -> str:
        mark = "" if one.is_complete else " ?"
        return f"{one.count}{'' if one.oracle is None else f'/{len(one.oracle)}'}{' c' if one.evidence['composed'] else ''}{mark}"

    return [
        [corpus, f"`{name}`", answers[TOOLS[0]].case["kind"], answers[TOOLS[0]].case["uses"], *(cell(answers[tool]) for tool in TOOLS)]
        for (corpus, name, _, _), answers in by_case.items()
    ]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--corpus", action="append", choices=list(SERVERS))
    parser.add_argument("--sessions", type=int, default=3)
    parser.add_argument("--spelunk", type=pathlib.Path, default=TARGET / "release" / "spelunk")
    parser.add_argument("--write", action="store_true")
    options = parser.parse_args()
    servers = programs()
    head, rows, symbols = [], [], []
    for corpus in options.corpus or SERVERS:
        began = time.perf_counter()
        judged = measure(corpus, options.spelunk, options.sessions, servers)
        rows += [summary(corpus, wait, answers) for wait, answers in judged.items()]
        symbols += per_symbol(judged[120])
        print(f"{corpus}: {time.perf_counter() - began:.0f} s", flush=True)
    head = ["corpus", "server", "wait s", "answers", "from the server", "complete", "false claims", "rows of the client", "missing", "unmarked", "slowest s"]
    body = "\n\n".join([
        f"Twelve symbols a corpus, four tools each, all asked at once right after the start, in {options.sessions} sessions a wait; compared with another client of the same server (`benches/servers/README.md`).",
        table(head, rows),
        "With a wait of 120 s, rows of the answer and, behind the stroke, of the other client where it can be asked; `c`: composed, `?`: not said to be complete.",
        table(["corpus", "symbol", "kind", "uses", "references", "callers", "callees", "implementations"], symbols),
    ])
    print(body)
    if options.write:
        write_section("Language servers beside another client", "scripts/server_truth.py", body)


if __name__ == "__main__":
    main()
