"""Reads what a compiler's reader has written, and draws cases from it. Used by scripts/graph_unseen.py.

A line is a kind and its fields, with tabs between them; the paths are relative to the project's root:

- `file PATH`: a file that was compiled;
- `def KEY FILE LINE NAME KIND CONTAINER`: a definition, of the kinds of unseen_draw.py;
- `own KEY FILE LINE`: a further line that is part of it, such as a later clause or a signature;
- `use KEY FILE LINE`: a line that uses it, and `call KEY FILE LINE` if it calls it;
- `impl KEY FILE LINE`: a type that implements or extends it;
- `open FILE LINE`: a line of which the compiler resolves nothing, as it quotes it or leaves it out.

Definitions of one name and place are one. Those without their name on their line are
made by macros, and so are such uses; neither is asked about. Neutral are open lines, lines that belong to a definition, and places that `UNTYPED` matches.
"""

import collections
import pathlib
import re

from readers.unseen_draw import Drawing

# What may be a use, or names a definition without being one.
UNTYPED = {
    "haskell": r"\{-#.*{}",
}


class Uses:
    def __init__(self, dump: pathlib.Path, root: pathlib.Path, language: str):
        self.root, self.language, self.lines = root, language, {}
        self.records = collections.defaultdict(list)
        for record in sorted(set(dump.read_text().splitlines())):
            kind, *fields = record.split("\t")
            self.records[kind].append(fields)
        self.calls = {(key, file, int(line)) for key, file, line in self.records["call"]}
        self.own = collections.defaultdict(set)
        for key, file, line in self.records["own"]:
            self.own[key].add((file, int(line)))
        self.places = {key: (name, file, int(line)) for key, file, line, name, *_ in self.records["def"]}
        self.keys = collections.defaultdict(set)
        for key, at in self.places.items():
            self.keys[at].add(key)

    def line(self, file: str, line: int) -> str:
        if file not in self.lines:
            path = self.root / file
            self.lines[file] = path.read_text(encoding="utf-8", errors="replace").split("\n") if path.is_file() else []
        return self.lines[file][line - 1] if 0 < line <= len(self.lines[file]) else ""

    def has(self, name: str, file: str, line: int) -> bool:
        return re.search(rf"(?<![\w$']){re.escape(name)}(?![\w$'])", self.line(file, line)) is not None

    def is_call(self, keys: set[str], file: str, line: int) -> bool:
        return any((key, file, line) in self.calls for key in keys)

    def definitions(self) -> list[dict]:
        uses, below = collections.defaultdict(set), collections.defaultdict(set)
        for kind, found in (("use", uses), ("impl", below)):
            for key, file, line in self.records[kind]:
                found[key].add((file, int(line)))
        made = {}
        for key, file, line, name, kind, container in self.records["def"]:
            at = (name, file, int(line))
            if at in made or not self.has(*at):
                continue
            own = set().union(*(self.own[each] for each in self.keys[at])) | {at[1:]}
            used = {place for each in self.keys[at] for place in uses[each] if place not in own and self.has(name, *place)}
            impl = {place for each in self.keys[at] for place in below[each]} - own
            told = [{"file": file, "line": line, "call": self.is_call(self.keys[at], file, line)} for file, line in sorted(used)]
            made[at] = {"file": file, "line": int(line), "col": 0, "name": name, "kind": kind, "recv": container, "uses": told, "abstract": True,
                        "impl": [f"{file}:{line}:0:{name}" for file, line in sorted(impl)]}
        return list(made.values())

    def draw(self) -> dict:
        drawn = Drawing(self.definitions(), self.language).draw()
        drawn["files"] = sorted({file for (file,) in self.records["file"]})
        opened = {(file, int(line)) for file, line in self.records["open"]}
        for case in drawn["cases"]:
            name, expected = case["symbol"], {(file, line) for file, line, _ in case["expected"]}
            own = set().union(*(self.own[key] for key in self.keys[name, case["file"], case["line"]]))
            case["kin"] = sorted(set(map(tuple, case["kin"])) | own)
            case["unknown"] = sorted(self.unknown(name, opened) - expected)
        return drawn

    def unknown(self, name: str, opened: set[tuple[str, int]]) -> set[tuple[str, int]]:
        pattern = UNTYPED.get(self.language)
        untyped = re.compile(pattern.replace("{}", re.escape(name))) if pattern else None
        found = {place for place in opened if self.has(name, *place)}
        for (file,) in self.records["file"] if untyped else ():
            self.line(file, 1)
            found |= {(file, number) for number, text in enumerate(self.lines[file], 1) if name in text and untyped.search(text)}
        return found
