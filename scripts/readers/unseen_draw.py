"""Draws cases from what a compiler tells of a project's definitions and their uses. Used by scripts/graph_unseen.py.

Thirty functions and methods a project, in the order of a seeded shuffle: five homonyms (names that several definitions bear) with more than 20
uses, ten with fewer, four and eleven of names that are unique; and six types that others extend or implement. Definitions in tests,
names of one or two letters, and what is never used or more than 400 times are left out.
"""

import collections
import random
import re

SEED = 1
CALLABLE = {"func", "method", "imethod", "constructor"}
NOT_OURS = re.compile(r"(^|/)(tests?|testdata)(/|$)|_test\.go$|Test\.java$|(^|/)\w+Test/.*\.kt$|Tests?\.kt$")
# Projects of tests are beside what they test, and are called after it.
NOT_OURS_OF = {"csharp": re.compile(r"(^|/)([\w.-]+\.)?([Tt]ests?|\w*Tests?|[Bb]enchmarks?|[Ss]amples?|[Ee]xamples?)(/|$)|Tests?\.cs$")}
FEW = 20


def identity(definition: dict) -> str:
    return f"{definition['file']}:{definition['line']}:{definition['col']}:{definition['name']}"


def place(key: str) -> list:
    file, line, _, _ = key.rsplit(":", 3)
    return [file, int(line)]


class Drawing:
    def __init__(self, definitions: list[dict], language: str, unknown: dict[str, list] | None = None):
        """`unknown` has by name the places where the compiler gives it no meaning."""
        self.definitions, self.language, self.unknown = definitions, language, unknown or {}
        self.not_ours = NOT_OURS_OF.get(language, NOT_OURS)
        self.by_identity = {identity(definition): definition for definition in definitions}
        self.names = collections.Counter(each["name"] for each in definitions if each["kind"] in CALLABLE)
        self.overloads = collections.defaultdict(list)
        for each in definitions:
            if each["kind"] in CALLABLE:
                self.overloads[each["file"], each.get("recv"), each["name"]].append(each)

    def case(self, definition: dict, stratum: str) -> dict:
        relatives = [self.by_identity[key] for key in definition.get("kin") or [] if key in self.by_identity]
        if self.language in ("java", "kotlin"):
            same = self.overloads[definition["file"], definition.get("recv"), definition["name"]]
            relatives += [other for other in same if other is not definition]
        kin = {(each["file"], each["line"]) for each in relatives}
        kin |= {(use["file"], use["line"]) for each in relatives for use in each["uses"] or []}
        kin |= set(map(tuple, definition.get("parts", [])))
        expected = sorted({(use["file"], use["line"], use["call"]) for use in definition["uses"] or []})
        implementations = sorted(map(place, definition.get("impl") or []))
        unknown = sorted({(use["file"], use["line"]) for use in definition.get("unknown") or []})
        return {"symbol": definition["name"], "file": definition["file"], "line": definition["line"], "stratum": stratum,
                "expected": expected, "kin": sorted(kin), "impl": implementations,
                "unknown": unknown or self.unknown.get(definition["name"], [])}

    def draw(self) -> dict:
        is_used = lambda each: each["uses"] and len(each["uses"]) <= 400 and len(each["name"]) > 2
        pool = [each for each in self.definitions if each["kind"] in CALLABLE - {"constructor"} and is_used(each) and not self.not_ours.search(each["file"])]
        types = [each for each in self.definitions if each.get("impl") and not self.not_ours.search(each["file"])
                 and (each["kind"] == "interface" or each["kind"] == "class" and each.get("abstract"))]
        for candidates in (pool, types):
            candidates.sort(key=identity)
            random.Random(SEED).shuffle(candidates)
        is_homonym, is_many = lambda each: self.names[each["name"]] > 1, lambda each: len(each["uses"]) > FEW
        cases, taken = [], set()
        for homonym, many, count in [(True, True, 5), (True, False, 10), (False, True, 4), (False, False, 11)]:
            fitting = [each for each in pool if is_homonym(each) == homonym and is_many(each) == many and each["name"] not in taken]
            for each in fitting[:count]:
                taken.add(each["name"])
                cases.append(self.case(each, "homonym" if homonym else "unique"))
        cases += [self.case(each, "interface") for each in types[:6]]
        files = {each["file"] for each in self.definitions} | {use["file"] for each in self.definitions for use in each["uses"] or []}
        return {"files": sorted(files), "cases": cases}
