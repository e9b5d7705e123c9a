#!/usr/bin/env python3
"""Compares the definitions that spelunk finds with those that universal-ctags finds in public projects. Writes those languages that it was
told, or all, to docs/measured.md.

Usage: scripts/symbols_agreement.py [--differences N] [LANGUAGE]…
Needs a build of spelunk (release, else debug), ctags, and the projects as folders of $SPELUNK_PROJECTS
(~/.cache/spelunk-langs); those that are missing are left out and named. A definition is a name and its line. Where ctags has no
reader for a language, one regular expression a line stands in for it.
"""

import argparse
import collections
import json
import os
import pathlib
import re
import subprocess
import sys

from measured import table, write_section

ROOT = pathlib.Path(__file__).resolve().parent.parent
TARGET = pathlib.Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target"))
CACHE = pathlib.Path(os.environ.get("XDG_CACHE_HOME", pathlib.Path.home() / ".cache"))
PROJECTS = pathlib.Path(os.environ.get("SPELUNK_PROJECTS", CACHE / "spelunk-langs"))

# Of each language: the name that ctags has for it, the kinds that are definitions for both, and projects.
LANGUAGES = {
    "csharp": ("C#", "class enum enumerator interface method namespace property struct", ["Newtonsoft.Json", "Polly", "serilog"]),
    "ruby": ("Ruby", "class method module singletonMethod constant accessor alias", ["rails", "jekyll", "rubocop"]),
    "php": ("PHP", "class constant function interface namespace trait", ["framework", "composer", "monolog"]),
    "kotlin": ("Kotlin", "class object typealias method constant variable interface", ["okhttp", "kotlinx.coroutines", "detekt"]),
    "shell": ("Sh", "function alias", ["nvm", "acme.sh", "bats-core"]),
    "lua": ("Lua", "function", ["kong", "luarocks", "plenary.nvim"]),
    "elixir": ("Elixir", "module function macro protocol implementation guard delegate callback type test exception record", ["phoenix", "ecto", "elixir"]),
    "erlang": ("Erlang", "function macro module record type", ["cowboy"]),
    "r": ("R", "function", ["dplyr"]),
    "perl": ("Perl", "subroutine package constant", ["mojo"]),
    "objc": ("ObjectiveC", "interface implementation protocol method class function macro property", ["AFNetworking"]),
    "haskell": ("Haskell", "function type constructor module", ["shellcheck"]),
    "powershell": ("PowerShell", "function filter class enum", ["Pester"]),
    "clojure": ("Clojure", "function namespace macro", ["ring"]),
    "swift": (None, "", ["Alamofire", "vapor", "swift-nio"]),
    "scala": (None, "", ["akka", "cats", "scala3"]),
    "dart": (None, "", ["bloc", "http"]),
}
# Where ctags reads no such language: a definition's line, with its name as the first group.
LINES = {
    "swift": (".swift", r"^\s*(?:@\w+(?:\([^)]*\))?\s+)*(?:(?:public|private|internal|open|fileprivate|final|static|override|mutating|indirect|convenience|required|package)(?:\(set\))?\s+)*(?:class|struct|enum|protocol|actor|func|typealias)\s+(?!func\b|var\b|let\b)([A-Za-z_]\w*)"),
    "scala": (".scala", r"^\s*(?:(?:private|protected|final|sealed|abstract|case|implicit|override|inline|lazy|open|transparent)(?:\[\w+\])?\s+)*(?:class|trait|object|def)\s+([A-Za-z_]\w*)"),
    "dart": (".dart", r"^(?:(?:abstract|final|sealed|base|interface)\s+)*(?:class|mixin|enum|extension|typedef)\s+(?!on\b|type\b|class\b)([A-Za-z_]\w*)"),
}
# Files that are left out: their strings hold programs, which ctags takes for code.
LEFT_OUT = {"ruby": ("/test/", "/spec/", "test/", "spec/", "/templates/")}
# What ctags calls that which has no name.
NAMELESS = ("__anon", "<lambda>", "anonFunc", "AnonymousClass")
LEAST = 0.98


def spelunk() -> pathlib.Path:
    override = os.environ.get("SPELUNK")
    for path in [pathlib.Path(override)] if override else [TARGET / profile / "spelunk" for profile in ("release", "debug")]:
        if path.exists():
            return path
    sys.exit("no spelunk is built: cargo build --release")


def mapped(project: pathlib.Path, language: str) -> dict[str, list[dict]]:
    """The symbols of every file of the language, by path."""
    command = [spelunk(), "map", ".", "--format", "json", "--max-tokens", "100000000", "--allow-tests"]
    answer = json.loads(subprocess.run(command, cwd=project, capture_output=True, check=True).stdout)
    files = {}

    def walk(node: dict) -> None:
        if node["type"] == "file" and node.get("language") == language:
            files[node["path"]] = node["symbols"]
        for child in node.get("children", []):
            walk(child)

    for node in answer["tree"]:
        walk(node)
    return files


def ours(symbols: list[dict]) -> set[tuple[str, int]]:
    found = set()
    for symbol in symbols:
        found.add((symbol["name"], symbol["line"]))
        found |= ours(symbol.get("children", []))
    return found


def theirs(project: pathlib.Path, language: str, paths: list[str]) -> dict[str, list[tuple[str, int, str]]]:
    reader, kinds, _ = LANGUAGES[language]
    found = collections.defaultdict(list)
    if reader is None:
        ending, line_of = LINES[language]
        for path in paths:
            if not path.endswith(ending):
                continue
            text = (project / path).read_text(errors="replace")
            for number, line in enumerate(without_prose(text).split("\n"), 1):
                match = re.match(line_of, line)
                if match:
                    found[path].append((match[1], number, "line"))
        return found
    kinds = set(kinds.split())
    command = ["ctags", "--output-format=json", "--fields=+nK", f"--languages={reader}", f"--language-force={reader}", "-f", "-", "-L", "-"]
    output = subprocess.run(command, cwd=project, input="\n".join(paths), capture_output=True, text=True, check=True).stdout
    for line in output.splitlines():
        tag = json.loads(line)
        is_local = tag.get("scopeKind") in ("method", "function") and tag.get("kind") in ("constant", "variable")
        if tag.get("kind") in kinds and not is_local and not tag["name"].startswith(NAMELESS):
            found[tag["path"]].append((tag["name"], tag["line"], tag["kind"]))
    return found


def without_prose(text: str) -> str:
    """The text with comments and long strings blanked, line by line."""
    blank = lambda match: re.sub(r"[^\n]", " ", match[0])
    return re.sub(r'/\*.*?\*/|//[^\n]*|"""(?s:.*?)"""', blank, text, flags=re.S)


def names(name: str) -> set[str]:
    """The forms in which one name may be told."""
    last = re.split(r"[.:\\]+", name)[-1] or name
    # A method of Objective-C is called by the first part of its selector.
    return {name, last, name.split(":")[0], name.strip("`'\"@$~"), name.removesuffix("="), f"operator {name}", name.removeprefix("operator ")}


def compare(language: str, project: str) -> dict | None:
    folder = PROJECTS / project
    if not folder.exists():
        print(f"{project} is missing", file=sys.stderr)
        return None
    left_out = LEFT_OUT.get(language, ())
    files = {
        path: symbols
        for path, symbols in mapped(folder, language).items()
        if not any(part in path if part.startswith("/") else path.startswith(part) for part in left_out)
    }
    tags = theirs(folder, language, sorted(files))
    result = {"language": language, "project": project, "files": len(files), "definitions": 0, "found": 0}
    missing = []
    for path, definitions in tags.items():
        mine = ours(files[path])
        lines = collections.defaultdict(set)
        for name, line in mine:
            lines[line] |= names(name)
        for name, line, kind in definitions:
            result["definitions"] += 1
            if any(form in lines[near] for form in names(name) for near in (line, line + 1, line - 1)):
                result["found"] += 1
            else:
                missing.append(f"{kind} {path}:{line} {name}")
    result["missing"] = missing
    size = sum((folder / path).stat().st_size for path in files)
    result["mb"] = size / 1e6
    return result


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--differences", type=int, default=0)
    parser.add_argument("languages", nargs="*")
    arguments = parser.parse_args()
    results = []
    for language in arguments.languages or LANGUAGES:
        for project in LANGUAGES[language][2]:
            result = compare(language, project)
            if result is None:
                continue
            results.append(result)
            share = result["found"] / max(1, result["definitions"])
            print(f"{language} {project}: {result['files']} files, {result['found']} of {result['definitions']} = {share:.2%}", file=sys.stderr)
            for kind, count in collections.Counter(line.split()[0] for line in result["missing"]).most_common():
                print(f"  {count} {kind}", file=sys.stderr)
            step = max(1, len(result["missing"]) // max(1, arguments.differences))
            for line in result["missing"][::step][: arguments.differences]:
                print("    " + line, file=sys.stderr)
    rows = [
        [result["language"], result["project"], str(result["files"]), str(result["definitions"]), f"{result['found'] / max(1, result['definitions']):.2%}", f"{result['mb']:.1f}"]
        for result in results
    ]
    text = "Definitions that ctags finds (for Swift, Scala and Dart: a regular expression for lines) and spelunk finds as well.\n\n"
    write_section("Symbols of further languages", "scripts/symbols_agreement.py", text + table(["language", "project", "files", "definitions", "found by spelunk", "MB"], rows))
    if any(result["found"] < LEAST * result["definitions"] for result in results):
        sys.exit(1)


if __name__ == "__main__":
    main()
