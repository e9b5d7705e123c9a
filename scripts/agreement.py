#!/usr/bin/env python3
"""Compares what spelunk finds in real code with what independent readers find there, definition by definition: Python's
`ast` for Django, `syn` for tokio and cargo, the TypeScript compiler for rxjs and effect. Writes docs/measured.md.

Usage: scripts/agreement.py [CORPUS]…  (default: django tokio cargo rxjs effect)
Needs a build of spelunk (release, else debug), the corpora (`scripts/corpora.sh`), npm for the TypeScript compiler, and cargo
for the reader that is built on syn. Ends with status 1 when more than 0.5 % differ (Django: when any does).

A definition is its class of kind, its name and the line of its name. Both sides leave out the values that live in a
function. Files that a reader cannot parse are counted and left out.
"""

import collections
import json
import os
import pathlib
import subprocess
import sys

from measured import table, write_section

ROOT = pathlib.Path(__file__).resolve().parent.parent
TARGET = pathlib.Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target"))
CACHE = pathlib.Path(os.environ.get("XDG_CACHE_HOME", pathlib.Path.home() / ".cache"))
CORPORA = pathlib.Path(os.environ.get("SPELUNK_CORPORA", CACHE / "spelunk-corpora"))
TYPESCRIPT = "5.9.3"

PYTHON_CLASSES = {"function": "callable", "method": "callable", "constructor": "callable", "property": "callable", "class": "class"}
TYPESCRIPT_CLASSES = {
    "function": "callable", "method": "callable", "constructor": "callable", "class": "class", "interface": "interface",
    "enum": "enum", "type": "type", "module": "module", "constant": "value", "variable": "value", "field": "value", "property": "value",
}
RUST_CLASSES = {
    "function": "callable", "method": "callable", "struct": "struct", "enum": "enum", "trait": "trait", "impl": "impl",
    "type": "type", "module": "module", "macro": "macro", "constant": "value", "variable": "value", "field": "value",
}
# Per corpus: the languages compared, the classes of their kinds, the reader, and how much of it may differ.
CORPUS = {
    "django": (["python"], PYTHON_CLASSES, "python", 0.0),
    "tokio": (["rust"], RUST_CLASSES, "syn", 0.005),
    "cargo": (["rust"], RUST_CLASSES, "syn", 0.005),
    "rxjs": (["typescript", "tsx"], TYPESCRIPT_CLASSES, "typescript", 0.005),
    "effect": (["typescript", "tsx"], TYPESCRIPT_CLASSES, "typescript", 0.005),
}
# Why, for the classes of difference that are known.
REASONS = {
    ("tokio", "impl that only we find"): "in `mock! { … }`, whose braces hold more than items",
    ("tokio", "callable that only we find"): "in macros with a syntax of their own: `proptest! { fn f(x in y) { … } }`",
    ("tokio", "value that only we find"): "in macros with a syntax of their own: `static X: T = const { … }` without a semicolon",
    ("tokio", "module that only we find"): "in a macro whose braces hold more than items",
    ("cargo", "value that only we find"): "in `scoped_thread_local!(static X: T)`, without a semicolon",
    ("cargo", "impl that only we find"): "in `compact_debug! { … }`, which has a syntax of its own inside",
    ("cargo", "callable that only we find"): "in `compact_debug! { … }`, which has a syntax of its own inside",
}
READERS = {"python": "Python's ast", "syn": "syn", "typescript": f"TypeScript {TYPESCRIPT}"}


def spelunk() -> pathlib.Path:
    for profile in ("release", "debug"):
        if (TARGET / profile / "spelunk").exists():
            return TARGET / profile / "spelunk"
    sys.exit("no spelunk is built: cargo build --release")


def mapped(corpus: str) -> dict[str, list[dict]]:
    """The symbols of every file that spelunk shows, by path."""
    languages = CORPUS[corpus][0]
    command = [spelunk(), "map", ".", "--format", "json", "--max-tokens", "100000000", "--allow-tests"]
    answer = json.loads(subprocess.run(command, cwd=CORPORA / corpus, capture_output=True, check=True).stdout)
    files = {}

    def walk(node: dict) -> None:
        if node["type"] == "file" and node.get("language") in languages:
            files[node["path"]] = node["symbols"]
        for child in node.get("children", []):
            walk(child)

    for node in answer["tree"]:
        walk(node)
    return files


def ours(symbols: list[dict], classes: dict[str, str]) -> collections.Counter:
    """How often each (class, name, line) is defined; for a message, what the grammar calls it."""
    found = collections.Counter()
    for symbol in symbols:
        kind = classes.get(symbol["kind"])
        if symbol["kind"] == "property" and symbol["node_type"] in ("method_definition", "method_signature"):
            kind = "callable"
        if kind:
            # syn's reader calls a type without a path of its own `?`.
            is_plain = kind != "impl" or symbol["name"].replace("_", "").isalnum()
            found[kind, symbol["name"] if is_plain else "?", symbol["line"]] += 1
        found.update(ours(symbol.get("children", []), classes))
    return found


def read(corpus: str, paths: list[str]) -> list[dict]:
    """What the independent reader finds in the files."""
    reader = CORPUS[corpus][2]
    if reader == "python":
        command = [sys.executable, ROOT / "scripts/readers/python_reader.py"]
    elif reader == "typescript":
        command = ["node", ROOT / "scripts/readers/typescript_reader.mjs", typescript()]
    else:
        command = ["cargo", "test", "--quiet", "--test", "it", "syn_reader::reads_the_files_named_on_standard_input", "--", "--nocapture"]
    absolute = "\n".join(str(CORPORA / corpus / path) for path in paths)
    environment = {**os.environ, "SPELUNK_SYN_READER": "1"}
    output = subprocess.run(command, cwd=ROOT, input=absolute, capture_output=True, text=True, check=True, env=environment).stdout
    return [json.loads(line) for line in output.splitlines() if line.startswith("{")]


def typescript() -> str:
    folder = CACHE / "spelunk-readers" / f"typescript-{TYPESCRIPT}"
    package = folder / "node_modules" / "typescript"
    if not package.exists():
        folder.mkdir(parents=True, exist_ok=True)
        subprocess.run(["npm", "install", "--silent", "--prefix", folder, f"typescript@{TYPESCRIPT}"], check=True)
    return str(package)


def compare(corpus: str) -> dict:
    languages, classes, _, most = CORPUS[corpus]
    files = mapped(corpus)
    result = {"corpus": corpus, "files": 0, "unread": 0, "definitions": 0, "differ": 0, "most": most}
    differences = collections.defaultdict(list)
    for answer in read(corpus, sorted(files)):
        path = str(pathlib.Path(answer["path"]).relative_to(CORPORA / corpus))
        if "error" in answer:
            result["unread"] += 1
            continue
        result["files"] += 1
        mine = ours(files[path], classes)
        theirs = collections.Counter()
        described = {}
        for kind, name, line, description in answer["definitions"]:
            theirs[kind, name, line] += 1
            described[kind, name, line] = description
        result["definitions"] += theirs.total()
        # What both find on one line under one name, but class differently, is one difference and not two.
        missing, added = theirs - mine, mine - theirs
        for key in list(missing):
            kind, name, line = key
            twin = next((other for other in added if other[1:] == key[1:] and added[other] > 0), None)
            if twin:
                differences[f"{twin[0]} for us, {kind} for the reader ({described[key]})"].append(f"{path}:{line} {name}")
                added[twin] -= 1
                missing[key] -= 1
        for kind, name, line in missing.elements():
            differences[f"{kind} that only the reader finds ({described[kind, name, line]})"].append(f"{path}:{line} {name}")
        for kind, name, line in added.elements():
            differences[f"{kind} that only we find"].append(f"{path}:{line} {name}")
    result["differences"] = differences
    result["differ"] = sum(map(len, differences.values()))
    return result


def main() -> None:
    results = [compare(corpus) for corpus in sys.argv[1:] or CORPUS]
    rows, classes = [], []
    for result in results:
        share = result["differ"] / max(result["definitions"], 1)
        rows.append([
            result["corpus"], READERS[CORPUS[result["corpus"]][2]], f"{result['files']:,}", f"{result['unread']:,}",
            f"{result['definitions']:,}", f"{result['differ']:,}", f"{100 * share:.3f} %",
        ])
        for name, examples in sorted(result["differences"].items(), key=lambda entry: (-len(entry[1]), entry[0])):
            classes.append([result["corpus"], name, f"{len(examples):,}", f"`{examples[0]}`", REASONS.get((result["corpus"], name), "")])
    body = table(["corpus", "reader", "files", "unreadable to the reader", "definitions", "differ", "share"], rows)
    if classes:
        body += "\n\nEvery class of difference, with its first example:\n\n"
        body += table(["corpus", "difference", "count", "example", "why"], classes)
    print(body)
    if len(results) == len(CORPUS):
        write_section("Agreement with independent readers", "scripts/agreement.py", body)
    if any(result["differ"] > result["most"] * result["definitions"] for result in results):
        sys.exit("more differs than may")


if __name__ == "__main__":
    main()
