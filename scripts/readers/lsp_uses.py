"""Draws cases from what a language server tells of a project's definitions and their uses. Used by scripts/graph_unseen.py.

A language is described by a `Language`; the rule of drawing and the neutral places are those of unseen_draw.py: thirty functions and
methods in the order of a seeded shuffle, of which half bear a name that several bear, and six types that others extend. Definitions in
tests, names of one or two letters, and what is never used or more than 400 times are left out. Neutral are the uses of a method's overrides
and of overloads, other declarations, and names for which the server has no definition, since the value before them has no type, or of which it has not
chosen between overloads; calls through
what a method overrides are expected where the server tells them.
"""

import collections
import concurrent.futures
import dataclasses
import pathlib
import random
import re
import sys
import threading
import time
import urllib.parse
from collections.abc import Callable

from conversations import Lsp

SEED = 1
NOT_OURS = re.compile(r"(^|/)(tests?|__tests__|testing|testdata|spec|examples?|benchmarks?|vendor|third_party|fixtures?)(/|$)|_test\.\w+$|\.test\.|(^|/)test_\w+\.py$")
NAME = re.compile(r"[A-Za-z_$][\w$]*")
FEW, MOST, TYPES = 20, 400, 6
# Definitions of one stratum that are asked about before it is left unfilled.
TRIES = 60
# LSP's numbers of symbol kinds.
FUNCTIONS, METHODS, TYPE_KINDS = {12}, {6}, {5, 11, 23}
# Seconds without work in progress after which a server counts as ready.
QUIET = 8


@dataclasses.dataclass(frozen=True)
class Language:
    """How a server is started and asked, and how its language looks."""

    command: list
    identifiers: dict[str, str]
    options: dict = dataclasses.field(default_factory=dict)
    settings: dict = dataclasses.field(default_factory=dict)
    environment: dict = dataclasses.field(default_factory=dict)
    # Whether the text of a symbol's range, before the rest of its last line, is a definition and not only a declaration.
    is_definition: Callable[[str, str], bool] = lambda text, rest: True
    # What may stand between a name and the mark of its call, and those marks.
    call: re.Pattern = re.compile(r"\s*\(")
    # What stands before a name that is defined and not called.
    defines: re.Pattern = re.compile(r"\b(?:def|func|fn|class|function)\s+$")
    # A line that may name a supertype; `{}` is its name. Without it every type is asked about.
    extends: str = ""
    # The kinds of what others extend or implement: of a type that nothing can extend a server may tell something else.
    types: frozenset = frozenset(TYPE_KINDS)
    # Whether what extends a type is asked about in turn. An `impl` is told by its type, of which a server tells every `impl`.
    is_transitive: bool = True
    # The words in the header of a type behind which its supertypes stand. Without them the server is asked for supertypes.
    header: re.Pattern | None = None
    # Whether a definition is told by the place where it begins, comments before it included, and not by its name.
    has_whole_definitions: bool = False
    # Whether a method's references are those of all that it overrides and that override it: which one a use is of tells its definition.
    has_families: bool = False
    # Whether the server tells a use for each overload where it has not chosen one: of a call in a template, before its arguments have types.
    has_open_calls: bool = False
    # Lines of a text that the server reads in one configuration only.
    conditional: Callable[[list[str]], set[int]] = lambda lines: set()


@dataclasses.dataclass(frozen=True, order=True)
class Definition:
    file: str
    # From one; the column counts units of UTF-16 from nought, as the server does.
    line: int
    column: int
    name: str
    container: str
    kind: int

    @property
    def place(self) -> tuple[str, int]:
        return self.file, self.line


class Reader:
    """A server that has loaded a tree. `files` are those below the root whose definitions are drawn and whose uses count."""

    def __init__(self, language: Language, root: pathlib.Path, files: list[str]):
        self.language, self.root, self.files = language, root.resolve(), sorted(files)
        self.texts: dict[str, list[str]] = {}
        self.lsp = Lsp(language.command, self.root, language.options, language.settings, language.environment)
        self.answers: dict[tuple[str, Definition], list] = {}
        # What is drawn from, also by place, and the supertypes of some of them, the nearest and all.
        self.types: list[Definition] = []
        self.type_at: dict[tuple[str, int], Definition] = {}
        self.above: dict[Definition, set] = {}
        self.lineage: dict[Definition, set] = {}
        # The names of all definitions, by file.
        self.names: dict[str, set[tuple[str, int, int]]] = collections.defaultdict(set)
        # The type that has the member at a place.
        self.owners: dict[tuple[str, int], Definition] = {}
        # Where symbols of a name are declared or defined.
        self.declarations: set[tuple[str, str, int]] = set()

    def text(self, file: str) -> list[str]:
        if file not in self.texts:
            path = self.root / file
            self.texts[file] = path.read_text(encoding="utf-8", errors="replace").split("\n") if path.is_file() else []
        return self.texts[file]

    # Asking.

    def uri(self, file: str) -> str:
        return (self.root / file).as_uri()

    def open(self, file: str) -> None:
        if file not in self.opened:
            document = {"uri": self.uri(file), "languageId": self.language.identifiers[pathlib.Path(file).suffix], "version": 1, "text": "\n".join(self.text(file))}
            self.lsp.send({"method": "textDocument/didOpen", "params": {"textDocument": document}})
            self.opened.append(file)
        if len(self.opened) > 8:
            self.close(self.opened[0])

    def close(self, file: str) -> None:
        self.opened.remove(file)
        self.lsp.send({"method": "textDocument/didClose", "params": {"textDocument": {"uri": self.uri(file)}}})

    def wait(self) -> None:
        """Until no work has been under way for a while."""
        self.opened: list[str] = []
        self.open(self.files[0])
        began, last = time.monotonic(), time.monotonic()
        while time.monotonic() - last < QUIET:
            threading.Event().wait(1)
            work = [notice["params"] for notice in list(self.lsp.notices) if notice["method"] == "$/progress"]
            begun = sum(each["value"]["kind"] == "begin" for each in work)
            if begun > sum(each["value"]["kind"] == "end" for each in work):
                last = time.monotonic()
        print(f"ready after {time.monotonic() - began:.0f} s", file=sys.stderr, flush=True)

    def places(self, method: str, of: Definition) -> list[tuple[str, int, int]]:
        """Where an answer leads, below the root: file, line from one, column from nought."""
        key = (method, of)
        if key not in self.answers:
            found = set()
            for one in self.answer(method, of):
                path = pathlib.Path(urllib.parse.unquote(urllib.parse.urlparse(one.get("uri") or one["targetUri"]).path))
                start = (one.get("range") or one["targetSelectionRange"])["start"]
                if path.is_relative_to(self.root):
                    file = path.relative_to(self.root).as_posix()
                    is_whole = self.language.has_whole_definitions and method == "definition"
                    found.add(self.named_from(file, start["line"] + 1) if is_whole else (file, start["line"] + 1, start["character"]))
            self.answers[key] = sorted(found)
        return self.answers[key]

    def named_from(self, file: str, line: int) -> tuple[str, int, int]:
        """Where the name of the definition stands that begins at a line."""
        return min((place for place in self.names.get(file, ()) if place[1] >= line), default=(file, line, 0))

    def answer(self, method: str, of: Definition) -> list[dict]:
        """What is answered about a place, inside the root or not."""
        self.open(of.file)
        params = {"textDocument": {"uri": self.uri(of.file)}, "position": {"line": of.line - 1, "character": of.column}}
        if method == "references":
            params["context"] = {"includeDeclaration": False}
        try:
            answer = self.lsp.ask(f"textDocument/{method}", params, 120) or []
        except (RuntimeError, TimeoutError, concurrent.futures.TimeoutError) as error:
            print(f"{method} of {of.name} at {of.file}:{of.line}: {error!r}", file=sys.stderr)
            answer = []
        return answer if isinstance(answer, list) else [answer]

    # Definitions.

    def definitions(self) -> list[Definition]:
        found = []
        for file in self.files:
            self.open(file)
            params = {"textDocument": {"uri": self.uri(file)}}
            self.walk(file, self.lsp.ask("textDocument/documentSymbol", params, 300) or [], "", found, None)
        return sorted(set(found))

    def walk(self, file: str, symbols: list[dict], container: str, found: list[Definition], around: Definition | None) -> None:
        lines = self.text(file)
        for symbol in symbols:
            span = symbol.get("range") or symbol["location"]["range"]
            start, end = span["start"], span["end"]
            # A conversion is named by the type that it gives.
            is_conversion = re.search(r"\boperator\s+\w", symbol["name"]) is not None
            parts = [part for part in re.split(r"::|\.", re.sub(r"<.*>|\(.*\)", "", symbol["name"])) if part and not is_conversion]
            name = parts[-1] if parts else ""
            at = (symbol.get("selectionRange") or span)["start"]
            column = name_column(lines, at, name)
            text = "\n".join([*lines[start["line"] : end["line"]], lines[end["line"]][: end["character"]]])
            if column is not None:
                self.declarations.add((name, file, at["line"] + 1))
            own = around
            if column is not None and NAME.fullmatch(name) and self.language.is_definition(text, lines[end["line"]][end["character"] :]):
                # What is written before the name of a member outside of its type, and not the namespaces around it.
                owner = parts[-2] if len(parts) > 1 else container
                own = Definition(file, at["line"] + 1, column, name, owner, symbol["kind"])
                found.append(own)
                self.names[file].add((file, own.line, own.column))
                if around:
                    self.owners[own.place] = around
            self.walk(file, symbol.get("children") or [], name, found, own)

    # Drawing.

    def draw(self) -> dict:
        self.wait()
        definitions = [each for each in self.definitions() if not NOT_OURS.search(each.file)]
        print(f"{len(definitions)} definitions", file=sys.stderr, flush=True)
        words = collections.Counter(word for file in self.files for line in self.text(file) for word in NAME.findall(line))
        callable_kinds = FUNCTIONS | METHODS
        functions = [each for each in definitions if each.kind in callable_kinds and len(each.name) > 2 and not each.name.startswith("__") and words[each.name] > 1]
        self.types = [each for each in definitions if each.kind in self.language.types]
        self.type_at = {each.place: each for each in self.types}
        types = [each for each in self.types if self.may_be_extended(each)]
        for candidates in (functions, types):
            random.Random(SEED).shuffle(candidates)
        self.overloads, self.functions = collections.defaultdict(list), collections.defaultdict(list)
        for each in functions:
            self.overloads[self.overload_key(each)].append(each)
            if each.kind in FUNCTIONS:
                # Overloads of a function may be in any file.
                self.functions[each.name].append(each)
        homonyms = {name for name, count in collections.Counter(each.name for each in functions).items() if count > 1}
        cases = self.draw_functions(functions, words, homonyms) + self.draw_types(types)
        self.lsp.close()
        conditional = {file: sorted(self.language.conditional(self.text(file))) for file in self.files}
        return {"files": self.files, "cases": cases, "conditional": {file: lines for file, lines in conditional.items() if lines}}

    def overload_key(self, of: Definition) -> tuple[str, str, str]:
        """What overloads have in common: their type, or their file where they are no members."""
        return of.container if of.kind in METHODS else "", "" if of.kind in METHODS else of.file, of.name

    def draw_functions(self, functions: list[Definition], words: collections.Counter, homonyms: set[str]) -> list[dict]:
        cases, taken = [], set()
        for is_homonym, is_many, wanted in [(True, True, 5), (True, False, 10), (False, True, 4), (False, False, 11)]:
            drawn = tries = 0
            for each in functions:
                if drawn == wanted or tries == TRIES:
                    break
                if each.name in taken or (each.name in homonyms) != is_homonym or is_many and words[each.name] <= FEW:
                    continue
                tries += 1
                uses = self.uses(each)
                if not uses or len(uses) > MOST or (len(uses) > FEW) != is_many:
                    continue
                taken.add(each.name)
                cases.append(self.case(each, "homonym" if is_homonym else "unique", uses))
                drawn += 1
        return cases

    def draw_types(self, types: list[Definition]) -> list[dict]:
        cases = []
        for each in types[: 4 * TRIES]:
            below = self.below(each)
            if 0 < len(below) < TRIES and len(cases) < TYPES:
                cases.append({**self.case(each, "interface", {}), "impl": sorted(below)})
        return cases

    def may_be_extended(self, of: Definition) -> bool:
        if not self.language.extends:
            return True
        pattern = re.compile(self.language.extends.replace("{}", re.escape(of.name)))
        return any(pattern.search(line) for file in self.files for line in self.text(file))

    def below(self, of: Definition) -> set[tuple[str, int]]:
        """The types that extend one, directly or not, or the blocks that implement it."""
        if self.language.header:
            return {each.place for each in self.types if each.place != of.place and of.place in self.all_above(each)}
        found, waiting = set(), [of]
        while waiting:
            above = waiting.pop()
            for file, line, column in [*self.places("implementation", above), *self.naming(above)]:
                if (file, line) not in found | {of.place}:
                    found.add((file, line))
                    if self.language.is_transitive:
                        waiting.append(Definition(file, line, column, self.name_at(file, line, column) or of.name, "", of.kind))
        return found

    def naming(self, of: Definition) -> list[tuple[str, int, int]]:
        """The types whose header names a type that is their supertype: an index may not know them, as clangd's does not behind a `using`."""
        if not self.language.extends or not self.lsp.capabilities.get("typeHierarchyProvider"):
            return []
        pattern = re.compile(self.language.extends.replace("{}", re.escape(of.name)))
        headers = [each for each in self.types if each.place != of.place and pattern.search(self.text(each.file)[each.line - 1])]
        return [(each.file, each.line, each.column) for each in headers if of.place in self.supertypes(each)]

    def name_at(self, file: str, line: int, column: int) -> str:
        units = self.text(file)[line - 1].encode("utf-16-le")
        name = NAME.match(units[2 * column :].decode("utf-16-le", errors="replace"))
        return name[0] if name else ""

    def supertypes(self, of: Definition) -> set[tuple[str, int]]:
        if of not in self.above and self.language.header:
            self.above[of] = {place[:2] for name in self.named_above(of) for place in self.places("definition", name)}
        if of not in self.above:
            self.open(of.file)
            at = {"textDocument": {"uri": self.uri(of.file)}, "position": {"line": of.line - 1, "character": of.column}}
            items = self.lsp.ask("textDocument/prepareTypeHierarchy", at, 120) or []
            above = [each for item in items for each in self.lsp.ask("typeHierarchy/supertypes", {"item": item}, 120) or []]
            self.above[of] = {place for each in above if (place := self.place(each["uri"], each["selectionRange"]["start"]["line"]))}
        return self.above[of]

    def named_above(self, of: Definition) -> list[Definition]:
        """The names of supertypes in the header of a type, each where its last part stands."""
        found, is_behind = [], False
        for number, line in enumerate(self.text(of.file)[of.line - 1 :], of.line):
            header = line.split("{")[0]
            start = of.column if number == of.line else 0
            for word in re.finditer(r"[\\\w]+", header[start:]):
                last = word[0].rsplit("\\", 1)[-1]
                if is_behind and not self.language.header.fullmatch(word[0]):
                    found.append(Definition(of.file, number, start + word.end() - len(last), last, "", of.kind))
                is_behind = is_behind or self.language.header.fullmatch(word[0]) is not None
            if "{" in line[start:]:
                break
        return found

    def all_above(self, of: Definition) -> set[tuple[str, int]]:
        """The supertypes of a type, directly or not."""
        if of not in self.lineage:
            found, waiting = set(), [of]
            while waiting:
                for place in self.supertypes(waiting.pop()) - found:
                    found.add(place)
                    waiting += [self.type_at[place]] if place in self.type_at else []
            self.lineage[of] = found
        return self.lineage[of]

    def place(self, uri: str, line: int) -> tuple[str, int] | None:
        path = pathlib.Path(urllib.parse.unquote(urllib.parse.urlparse(uri).path))
        return (path.relative_to(self.root).as_posix(), line + 1) if path.is_relative_to(self.root) else None

    def uses(self, of: Definition) -> dict[tuple[str, int], bool]:
        """The lines that use a definition, and whether they call it."""
        declared, found = self.declared(of), {}
        for file, line, column in self.places("references", of):
            # What an overriding method overrides is told with its declaration.
            if (file, line) not in declared and (of.name, file, line) not in self.declarations and self.is_led(of, file, line, column):
                found[file, line] = found.get((file, line), False) or self.is_call(file, line, column, of.name)
        return found

    def is_led(self, of: Definition, file: str, line: int, column: int) -> bool:
        """Whether a use that the server tells leads to a definition, or to what it overrides."""
        if not self.language.has_families or of.kind not in METHODS:
            return True
        led = self.places("definition", Definition(file, line, column, of.name, "", of.kind))
        above = self.all_above(self.owners[of.place]) if of.place in self.owners else set()
        return any(place[:2] == of.place or (owner := self.owners.get(place[:2])) and owner.place in above for place in led)

    def declared(self, of: Definition) -> set[tuple[str, int]]:
        places = [*self.places("declaration", of), *self.places("definition", of)]
        return {of.place} | {(file, line) for file, line, _ in places}

    def is_call(self, file: str, line: int, column: int, name: str) -> bool:
        units = self.text(file)[line - 1].encode("utf-16-le")
        before = units[: 2 * column].decode("utf-16-le", errors="replace")
        after = units[2 * column :].decode("utf-16-le", errors="replace")
        if not after.startswith(name) or self.language.defines.search(before):
            return False
        rest = "\n".join([after[len(name) :], *self.text(file)[line : line + 3]])
        return self.language.call.match(without_arguments(rest)) is not None

    def case(self, of: Definition, stratum: str, uses: dict[tuple[str, int], bool]) -> dict:
        kin = self.declared(of) - {of.place}
        open_calls: set[tuple[str, int]] = set()
        if stratum != "interface":
            others = [each for each in self.overloads[self.overload_key(of)] if each != of]
            open_calls = self.open_calls(of, others + [each for each in self.functions[of.name] if of.kind in FUNCTIONS and each != of])
            uses = {place: is_call for place, is_call in uses.items() if place not in open_calls}
            if of.kind in METHODS:
                kin |= {(file, line) for file, line, _ in self.places("references", of)} if self.language.has_families else set()
                # Those that it overrides itself, and those that override it.
                overriding = [*self.places("declaration", of), *self.places("implementation", of)]
                others += [Definition(file, line, column, of.name, "", of.kind) for file, line, column in overriding if (file, line) != of.place]
            for other in others:
                kin |= self.declared(other) | set(self.uses(other))
        expected = sorted((file, line, is_call) for (file, line), is_call in uses.items())
        unknown = open_calls | self.unknown(of, kin | set(uses) | open_calls) if stratum != "interface" else set()
        return {"symbol": of.name, "file": of.file, "line": of.line, "stratum": stratum, "expected": expected, "kin": sorted(kin - set(uses)), "impl": [],
                "unknown": sorted(unknown)}

    def open_calls(self, of: Definition, overloads: list[Definition]) -> set[tuple[str, int]]:
        """The lines with uses of which the server has not chosen between overloads, and none that is certain."""
        if not self.language.has_open_calls:
            return set()
        own = set(self.places("references", of))
        shared = own & {place for other in overloads for place in self.places("references", other)}
        return {(file, line) for file, line, _ in shared} - {(file, line) for file, line, _ in own - shared}

    def unknown(self, of: Definition, known: set[tuple[str, int]]) -> set[tuple[str, int]]:
        """Further lines with the name where the server has no definition for it: the value before it has no type, or its code is not read."""
        pattern, found = re.compile(rf"(?<![\w$]){re.escape(of.name)}(?![\w$])"), set()
        for file in self.files:
            for line, text in enumerate(self.text(file), 1):
                for match in pattern.finditer(text) if (file, line) not in known else ():
                    column = len(text[: match.start()].encode("utf-16-le")) // 2
                    if not self.answer("definition", Definition(file, line, column, of.name, "", of.kind)):
                        found.add((file, line))
        return found


def name_column(lines: list[str], at: dict, name: str) -> int | None:
    """Where a name begins on the line that a server tells, in units of UTF-16; the place that it tells may be that of the name's path."""
    if at["line"] >= len(lines) or not name:
        return None
    units = lines[at["line"]].encode("utf-16-le")
    rest = units[2 * at["character"] :].decode("utf-16-le", errors="replace")
    match = re.search(rf"(?<![\w$]){re.escape(name)}(?![\w$])", rest)
    return at["character"] + len(rest[: match.start()].encode("utf-16-le")) // 2 if match else None


def without_arguments(text: str) -> str:
    """What follows the type arguments at the beginning of a text."""
    if not text.lstrip().startswith("<"):
        return text
    depth = 0
    for number, character in enumerate(text):
        depth += (character == "<") - (character == ">")
        if character == ">" and depth == 0:
            return text[number + 1 :]
    return text
