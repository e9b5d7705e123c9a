#!/usr/bin/env python3
"""Draws the cases of the retrieval benchmark by the rule that benches/retrieval/README.md states.

Usage: scripts/retrieval_cases.py > benches/retrieval/cases.jsonl
       scripts/retrieval_cases.py --further 50 > FILE
The second prints the cases that come next by the same rule, for tuning alone: documentation and manual, so many of each corpus.
"""

import argparse
import ast
import collections
import hashlib
import json
import os
import pathlib
import re
import sys

CORPORA = pathlib.Path(
    os.environ.get("SPELUNK_CORPORA", pathlib.Path(os.environ.get("XDG_CACHE_HOME", pathlib.Path.home() / ".cache")) / "spelunk-corpora")
)
COMMITTED = pathlib.Path(__file__).resolve().parent.parent / "benches" / "retrieval" / "cases.jsonl"

# Corpus: the language, the directories that are searched, and how many cases are drawn.
SOURCES = {
    "django": ("python", ["django"], 60),
    "flask": ("python", ["src"], 20),
    "requests": ("python", ["src"], 20),
    "tokio": ("rust", ["src"], 50),
    "cargo": ("rust", ["src/cargo", "src/bin"], 40),
    "ripgrep": ("rust", ["crates"], 10),
    "rxjs": ("typescript", ["src"], 40),
    "effect": ("typescript", ["src"], 40),
    "zod": ("typescript", ["src"], 20),
}
MANUAL = {"django": (["docs/ref", "docs/topics"], 60)}
CHANGELOGS = {"tokio": ("CHANGELOG.md", 25), "cargo": ("CHANGELOG.md", 25), "requests": ("HISTORY.md", 10)}
ENDINGS = {"python": (".py",), "rust": (".rs",), "typescript": (".ts", ".tsx")}
NOT_OURS = re.compile(r"(^|/)(tests?|__tests__|testing|spec|examples?|benches|vendor|vendored|node_modules|locale|locales|migrations)(/|$)|\.d\.ts$|_test\.|\.test\.|(^|/)tests?\.(py|rs)$")


def files(corpus: str):
    language, directories, _ = SOURCES[corpus]
    for directory in directories:
        for path in sorted((CORPORA / corpus / directory).rglob("*")):
            relative = path.relative_to(CORPORA / corpus).as_posix()
            if path.is_file() and path.suffix in ENDINGS[language] and not NOT_OURS.search(relative):
                yield relative, path.read_text(encoding="utf-8", errors="replace")


def python_definitions(text: str):
    """(name, kind, line, end line, documentation) of each definition."""
    try:
        tree = ast.parse(text)
    except SyntaxError:
        return

    def visit(node, local):
        for child in ast.iter_child_nodes(node):
            if isinstance(child, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
                if not local:
                    yield child.name, type(child).__name__, child.lineno, child.end_lineno, ast.get_docstring(child) or ""
                yield from visit(child, local or not isinstance(child, ast.ClassDef))
            else:
                yield from visit(child, local)

    yield from visit(tree, False)


RUST_ITEM = re.compile(
    r"^\s*(?:pub(?:\([^)]*\))?\s+)?(?:(?:default|async|const|unsafe|extern(?:\s+\"[^\"]*\")?)\s+)*"
    r"(fn|struct|enum|trait|type|const|static|union|macro_rules!)\s+(?:mut\s+)?([A-Za-z_]\w*)"
)
TS_ITEM = re.compile(
    r"^(?:export\s+)?(?:declare\s+)?(?:default\s+)?(?:abstract\s+)?(?:async\s+)?(function\*?|class|interface|const|let|type|enum)\s+([A-Za-z_$][\w$]*)"
)


def rust_definitions(text: str):
    lines = text.split("\n")
    for index, line in enumerate(lines):
        item = RUST_ITEM.match(line)
        if not item:
            continue
        doc, above = [], index - 1
        while above >= 0 and re.match(r"\s*(#\[|///|//[^/!]|\)\]|\s+[a-z_]+\(|$)", lines[above]) and lines[above].strip():
            if lines[above].strip().startswith("///"):
                doc.append(lines[above].strip()[3:].removeprefix(" "))
            above -= 1
        is_public = bool(re.match(r"\s*pub", line))
        yield item[2], item[1] if is_public else "private", index + 1, index + 1, "\n".join(reversed(doc))


def typescript_definitions(text: str):
    blocks = {text.count("\n", 0, match.end()): match[1] for match in re.finditer(r"^/\*\*(.*?)\*/", text, re.S | re.M)}
    for index, line in enumerate(text.split("\n")):
        item = TS_ITEM.match(line)
        if item:
            doc = re.sub(r"^\s*\* ?", "", blocks.get(index - 1, ""), flags=re.M)
            yield item[2], item[1] if line.startswith("export") else "private", index + 1, index + 1, doc


DEFINITIONS = {"python": python_definitions, "rust": rust_definitions, "typescript": typescript_definitions}


def first_sentence(doc: str) -> str:
    doc = doc.strip()
    paragraph = re.split(r"\n\s*\n|\n\s*@|\n\s*\*\*|\n\s*#", doc)[0]
    text = re.sub(r"\{@\w+\s+([^}|]*)(\|[^}]*)?\}", r"\1", paragraph)
    text = re.sub(r":(?:\w+:)?\w+:`~?\.?([^`<]*?)(?:\s*<[^>]*>)?`", r"\1", text)
    text = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", text)
    text = re.sub(r"[`*]|\[|\]|<[^>]*>|::$", "", text)
    text = " ".join(text.split())
    sentence = re.split(r"(?<=[.!?:])\s", text)[0]
    return sentence.strip().rstrip(".:")


def is_fit(sentence: str, name: str) -> bool:
    words = re.findall(r"[A-Za-z][\w']*", sentence)
    if not 5 <= len(words) <= 25 or re.search(r"@|https?:|deprecated|TODO", sentence, re.I):
        return False
    return name.lower() not in {word.lower() for word in re.findall(r"\w+", sentence)}


def fingerprint(case: dict) -> str:
    return hashlib.sha256("\0".join([case["kind"], case["corpus"], case["file"], case["name"]]).encode()).hexdigest()


def drawn(cases: list[dict], number: int) -> list[dict]:
    times = collections.Counter(case["query"] for case in cases)
    single = {fingerprint(case): case for case in reversed(cases) if times[case["query"]] == 1}
    chosen = sorted(single.items())[:number]
    return [{**case, "half": "tuning" if int(digest[-1], 16) % 2 else "held-out"} for digest, case in chosen]


def documentation_cases(corpus: str):
    language, _, _ = SOURCES[corpus]
    for file, text in files(corpus):
        for name, kind, line, end, doc in DEFINITIONS[language](text):
            sentence = first_sentence(doc)
            is_public = kind != "private" and not name.startswith("_")
            if is_public and is_fit(sentence, name):
                yield {"kind": "documentation", "corpus": corpus, "language": language, "query": sentence, "file": file, "name": name, "line": line}


def names_defined_once(corpus: str) -> dict[str, tuple[str, int]]:
    places = collections.defaultdict(list)
    language, _, _ = SOURCES[corpus]
    for file, text in files(corpus):
        for name, _, line, _, _ in DEFINITIONS[language](text):
            places[name].append((file, line))
    return {name: found[0] for name, found in places.items() if len(found) == 1}


def manual_cases(corpus: str):
    directories, _ = MANUAL[corpus]
    once = names_defined_once(corpus)
    for directory in directories:
        for path in sorted((CORPORA / corpus / directory).rglob("*.txt")):
            lines = path.read_text(encoding="utf-8").split("\n")
            for index, line in enumerate(lines):
                directive = re.match(r"^(\s*)\.\. (?:class|function|method|classmethod|exception):: ([\w.]+)", line)
                if not directive:
                    continue
                name = directive[2].split(".")[-1]
                body = index + 1
                while body < len(lines) and (not lines[body].strip() or re.match(r"\s*:\w+|\s*\w+\(.*\)$", lines[body])):
                    body += 1
                indent = len(directive[1])
                if body == len(lines) or len(lines[body]) - len(lines[body].lstrip()) <= indent or lines[body].strip().startswith(".."):
                    continue
                paragraph = []
                while body < len(lines) and lines[body].strip():
                    paragraph.append(lines[body])
                    body += 1
                sentence = first_sentence("\n".join(paragraph))
                if name in once and is_fit(sentence, name):
                    file, at = once[name]
                    yield {"kind": "manual", "corpus": corpus, "language": "python", "query": sentence, "file": file, "name": name, "line": at}


def changelog_cases(corpus: str):
    page, _ = CHANGELOGS[corpus]
    once = names_defined_once(corpus)
    text = (CORPORA / corpus / page).read_text(encoding="utf-8")
    for entry in re.split(r"\n\s*[-*] |\n\n", text):
        entry = " ".join(entry.split())
        entry = re.sub(r"\(?\[?#\d+\]?(\([^)]*\))?\)?", "", entry)
        quoted = re.findall(r"`([^`]+)`", entry)
        names = [re.sub(r"\(.*|<.*|!$", "", quote).split("::")[-1].split(".")[-1] for quote in quoted]
        if len(names) != 1 or names[0] not in once:
            continue
        sentence = first_sentence(entry.replace(f"`{quoted[0]}`", "").replace(":", " "))
        if is_fit(sentence, names[0]):
            file, line = once[names[0]]
            yield {"kind": "changelog", "corpus": corpus, "language": SOURCES[corpus][0], "query": sentence, "file": file, "name": names[0], "line": line}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--further", type=int, default=0, metavar="N", help="print the next N cases of each corpus and kind instead, for tuning")
    further = parser.parse_args().further
    cases = []
    for corpus, (_, _, number) in SOURCES.items():
        cases += drawn(list(documentation_cases(corpus)), number + further)[number if further else 0:]
    for corpus, (_, number) in MANUAL.items():
        cases += drawn(list(manual_cases(corpus)), number + further)[number if further else 0:]
    for corpus, (_, number) in ({} if further else CHANGELOGS).items():
        cases += drawn(list(changelog_cases(corpus)), number)
    if further:
        # A definition whose case is committed is not asked for again in other words.
        place = lambda case: (case["corpus"], case["file"], case["name"])
        known = {place(json.loads(line)) for line in COMMITTED.read_text().splitlines()}
        cases = [{**case, "half": "tuning"} for case in cases if place(case) not in known]
    for case in cases:
        print(json.dumps(case, ensure_ascii=False))
    halves = collections.Counter((case["kind"], case["corpus"], case["half"]) for case in cases)
    print("\n".join(f"{key}: {count}" for key, count in sorted(halves.items())), file=sys.stderr)


if __name__ == "__main__":
    main()
