#!/usr/bin/env python3
"""Draws the symbols that scripts/server_truth.py asks about, by the rule that benches/servers/README.md states.

Usage: scripts/server_cases.py > benches/servers/cases.jsonl
"""

import collections
import hashlib
import json
import os
import pathlib
import re

CORPORA = pathlib.Path(
    os.environ.get("SPELUNK_CORPORA", pathlib.Path(os.environ.get("XDG_CACHE_HOME", pathlib.Path.home() / ".cache")) / "spelunk-corpora")
)
SEED = "language servers 1"

# Corpus: the directory that symbols are drawn from, the directories whose text counts, and the endings of its files.
SOURCES = {
    "tokio": ("src", ["src", "tests"], (".rs",)),
    "django": ("django", ["django", "tests"], (".py",)),
    "rxjs": ("src", ["src"], (".ts", ".tsx")),
}
# Kind: how many with many uses and how many with few.
WANTED = {"function": 2, "method": 2, "class": 1, "trait": 1}
FEW, MANY = range(2, 9), range(30, 1000)

RUST_HEAD = r"(?:pub(?:\([^)]*\))? )?"
HEADERS = {
    ".rs": {
        "function": re.compile(rf"^{RUST_HEAD}(?:const |async |unsafe )*fn (?P<name>\w+)"),
        "method": re.compile(rf"^    {RUST_HEAD}(?:const |async |unsafe )*fn (?P<name>\w+)[^)]*\bself\b"),
        "class": re.compile(rf"^{RUST_HEAD}(?:struct|enum) (?P<name>\w+)"),
        "trait": re.compile(rf"^{RUST_HEAD}(?:unsafe )?trait (?P<name>\w+)"),
    },
    ".py": {
        "function": re.compile(r"^(?:async )?def (?P<name>[A-Za-z]\w*)\("),
        "method": re.compile(r"^    (?:async )?def (?P<name>[A-Za-z]\w*)\((?:self|cls)\b"),
        "class": re.compile(r"^class (?P<name>\w+)"),
        # A class whose name stands among the bases of another.
        "trait": re.compile(r"^class (?P<name>\w+)"),
    },
    ".ts": {
        "function": re.compile(r"^export function (?P<name>\w+)"),
        "method": re.compile(r"^  (?:(?:protected|private|static|async) )*(?P<name>[a-z]\w*)(?:<[^(]*>)?\([^)]*\)[^;]*\{$"),
        "class": re.compile(r"^(?:export )?(?:abstract )?class (?P<name>\w+)"),
        "trait": re.compile(r"^(?:export )?interface (?P<name>\w+)"),
    },
}
NOT_METHODS = {"if", "for", "while", "switch", "catch", "constructor", "function", "return"}
NOT_OURS = re.compile(r"(^|/)(tests?|testing|mocks?|migrations|locale|conf)(/|\.|$)|_test\.|\.d\.ts$")


def digest(*parts: object) -> str:
    return hashlib.sha256("\0".join([SEED, *map(str, parts)]).encode()).hexdigest()


def files(corpus: str):
    _, directories, endings = SOURCES[corpus]
    for directory in directories:
        for path in sorted((CORPORA / corpus / directory).rglob("*")):
            if path.suffix in endings and path.is_file():
                yield path.relative_to(CORPORA / corpus).as_posix(), path.read_text(encoding="utf-8", errors="replace")


def candidates(corpus: str):
    """Every header line of the corpus, with how often its name stands in the text."""
    inside, _, _ = SOURCES[corpus]
    words, bases, texts = collections.Counter(), set(), list(files(corpus))
    for file, text in texts:
        words.update(re.findall(r"\w+", text))
        for listed in re.findall(r"^class \w+\(([^)]*)\)", text, re.M):
            bases.update(re.findall(r"\w+", listed))
    for file, text in texts:
        if not file.startswith(inside + "/") or NOT_OURS.search(file):
            continue
        for number, line in enumerate(text.split("\n"), 1):
            for kind, header in HEADERS[".ts" if file.endswith(".tsx") else pathlib.Path(file).suffix].items():
                found = header.match(line)
                if not found or found["name"] in NOT_METHODS:
                    continue
                name = found["name"]
                if kind in ("class", "trait") and file.endswith(".py") and (name in bases) != (kind == "trait"):
                    continue
                case = {"corpus": corpus, "kind": kind, "name": name, "file": file, "line": number, "column": found.start("name")}
                yield words[name] - 1, case


def main() -> None:
    for corpus in SOURCES:
        drawn = collections.defaultdict(list)
        for uses, case in candidates(corpus):
            amount = "many" if uses in MANY else "few" if uses in FEW else None
            if amount:
                drawn[case["kind"], amount].append({**case, "uses": amount})
        for kind, number in WANTED.items():
            for amount in ("many", "few"):
                order = sorted(drawn[kind, amount], key=lambda case: digest(corpus, case["file"], case["line"], case["name"]))
                # Overloads, and the same name in another place, would be one symbol twice.
                chosen = {case["name"]: case for case in reversed(order)}
                for case in [case for case in order if chosen[case["name"]] is case][:number]:
                    print(json.dumps(case))


if __name__ == "__main__":
    main()
