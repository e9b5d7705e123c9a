#!/usr/bin/env python3
"""Draws the cases of the graph benchmark: definitions by Universal Ctags, sorted into strata by what the text around them says,
and the first of each stratum in the order of a seeded hash. Nothing of spelunk takes part.

Usage: scripts/graph_cases.py > benches/graph/cases.jsonl
Needs the corpora (`scripts/corpora.sh`) and ctags with JSON.

A definition falls into the first stratum that fits:
- macro: a macro with parameters, or a Rust function whose definition stands inside the braces of a macro call
- interface: a trait, an interface, or a class that another class names as its base
- override: a method that a base class in the corpus has too, or that stands in an `impl … for …`
- reexport: what a `pub use`, an `export … from` or the import of an `__init__.py` passes on
- closure: a function inside a function, or one that is called on a line with a closure before the call
- method, then unique (a name with one definition in the corpus), then homonym
What the rest of the corpus never mentions, or more than 400 files mention, is left out; so are tests and what people brought along.
"""

import collections
import hashlib
import json
import pathlib
import re
import subprocess
import sys

from graph_corpora import CORPORA, STRATA, tree

SEED = "spelunk graph 1"
CTAGS = {"python": "Python", "rust": "Rust", "typescript": "TypeScript", "c": "C", "go": "Go"}
CALLABLE = {"function", "method", "member", "func", "generator"}
TYPES = {"class", "interface", "trait", "struct", "enum", "type"}
NOT_OURS = re.compile(r"(^|/)(tests?|__tests__|testing|spec|examples?|benches|vendor|deps|migrations|locale|locales)(/|$)|_test\.|\.test\.")
WORD = re.compile(r"[A-Za-z_$][\w$]*")
CLOSURE = re.compile(r"lambda\b|=>|\|[^|()]*\||\bmove\s*\|")


def definitions(corpus: str, root: pathlib.Path, language: str):
    command = ["ctags", "-R", "--output-format=json", "--fields=+nKsSi", "--extras=-F", f"--languages={CTAGS[language]}", "--langmap=C:.c.h", "-f", "-", "."]
    for line in subprocess.run(command, cwd=root, capture_output=True, text=True, check=True).stdout.splitlines():
        tag = json.loads(line)
        path = tag["path"].removeprefix("./")
        if NOT_OURS.search(path) or not WORD.fullmatch(tag["name"]) or tag["name"].startswith("__"):
            continue
        yield {"name": tag["name"], "file": path, "line": tag["line"], "kind": tag["kind"], "scope": tag.get("scope", ""),
               "scope_kind": tag.get("scopeKind", ""), "inherits": tag.get("inherits") or ""}


class Corpus:
    def __init__(self, name: str):
        self.name, self.language = name, CORPORA[name].language
        self.root = tree(name)
        self.texts = {}
        for path in sorted(self.root.rglob("*")):
            if path.is_file() and path.suffix in CORPORA[name].endings:
                self.texts[path.relative_to(self.root).as_posix()] = path.read_text(encoding="utf-8", errors="replace")
        self.files_with = collections.Counter()
        for text in self.texts.values():
            self.files_with.update(set(WORD.findall(text)))
        self.count = collections.Counter(word for text in self.texts.values() for word in WORD.findall(text))
        self.tags = [tag for tag in definitions(name, self.root, self.language) if tag["file"] in self.texts]
        self.defined = collections.Counter(tag["name"] for tag in self.tags if tag["kind"] in CALLABLE | TYPES | {"macro"})
        self.methods = {(tag["scope"].split(".")[-1], tag["name"]) for tag in self.tags if tag["scope_kind"] == "class"}
        self.bases = {base.split("<")[0].split("[")[0].split(".")[-1].strip() for tag in self.tags for base in str(tag["inherits"]).split(",")}
        self.inherits = {tag["name"]: tag["inherits"] for tag in self.tags if tag["inherits"]}
        self.passed_on, self.in_closures = set(), set()
        for path, text in self.texts.items():
            self.note(path, text)

    def note(self, path: str, text: str) -> None:
        statement = {"rust": r"pub use [^;]*;", "typescript": r"export\s*(?:type\s*)?\{[^}]*\}\s*from", "python": r"from [.\w]+ import (?:\([^)]*\)|[^\n]*)"}
        if self.language in statement and (self.language != "python" or path.endswith("__init__.py")):
            for found in re.findall(statement[self.language], text):
                self.passed_on.update(WORD.findall(found))
        for line in text.splitlines():
            closure = CLOSURE.search(line) if self.language != "c" else None
            if closure:
                self.in_closures.update(re.findall(r"([A-Za-z_]\w*)\(", line[closure.end():]))

    def stratum(self, tag: dict) -> str | None:
        kind, name, line = tag["kind"], tag["name"], self.texts[tag["file"]].splitlines()[tag["line"] - 1]
        if kind == "macro":
            return "macro" if self.language == "rust" or f"{name}(" in line else None
        if kind in TYPES:
            is_interface = kind in ("interface", "trait") or kind == "class" and name in self.bases
            return "interface" if is_interface else "reexport" if name in self.passed_on else None
        if kind not in CALLABLE or kind == "member" and self.language != "python":
            return None
        if self.language == "rust" and self.is_in_macro(tag):
            return "macro"
        if self.is_override(tag):
            return "override"
        if name in self.passed_on and tag["scope_kind"] not in ("class", "implementation"):
            return "reexport"
        if tag["scope_kind"] in ("function", "method", "member") or name in self.in_closures and self.defined[name] == 1:
            return "closure"
        if tag["scope_kind"] in ("class", "struct", "implementation", "interface", "trait") or kind in ("method", "member"):
            return "method"
        return "unique" if self.defined[name] == 1 else "homonym"

    def is_in_macro(self, tag: dict) -> bool:
        lines = self.texts[tag["file"]].splitlines()[: tag["line"]]
        depth = len(lines[-1]) - len(lines[-1].lstrip())
        for above in reversed(lines[:-1]):
            indent = len(above) - len(above.lstrip())
            if above.strip() and indent < depth:
                if re.match(r"\s*\w+! \{$", above):
                    return True
                depth = indent
        return False

    def is_override(self, tag: dict) -> bool:
        if self.language == "rust":
            lines = self.texts[tag["file"]].splitlines()[: tag["line"] - 1]
            for above in reversed(lines):
                if re.match(r"(unsafe )?impl\b", above.strip()):
                    return " for " in above
                if above.startswith("}"):
                    return False
            return False
        seen, wait = set(), [tag["scope"].split(".")[-1]] if tag["scope_kind"] == "class" else []
        while wait:
            for base in self.inherits.get(wait.pop(), "").split(","):
                base = base.split("<")[0].split("[")[0].split(".")[-1].strip()
                if base and base not in seen:
                    seen.add(base)
                    wait.append(base)
                    if (base, tag["name"]) in self.methods:
                        return True
        return False

    def draw(self) -> list[dict]:
        strata = collections.defaultdict(list)
        for tag in self.tags:
            is_known = 2 <= self.count[tag["name"]] and self.files_with[tag["name"]] <= 400
            if is_known and (stratum := self.stratum(tag)):
                key = hashlib.sha256(f"{SEED} {self.name} {tag['file']} {tag['name']} {tag['line']}".encode()).hexdigest()
                strata[stratum].append((key, tag))
        cases = []
        for stratum in STRATA:
            for number, (_, tag) in enumerate(sorted(strata[stratum], key=lambda pair: pair[0])[: CORPORA[self.name].each]):
                held_out = CORPORA[self.name].unopened or number % 2 == 1
                cases.append({"corpus": self.name, "language": self.language, "stratum": stratum, "name": tag["name"],
                              "file": tag["file"], "line": tag["line"], "held_out": held_out})
        return cases


def main() -> None:
    for name in CORPORA:
        cases = Corpus(name).draw()
        print(name, len(cases), file=sys.stderr)
        for case in cases:
            print(json.dumps(case))


main()
