#!/usr/bin/env python3
"""How exact the graph is by syntax alone on projects that took no part in its making. Writes docs/measured.md and README.md.

Usage: scripts/graph_unseen.py fetch [--held-out] [NAME]…       prints `name<TAB>path` for each; needs git
       scripts/graph_unseen.py measure [--held-out] [--differences] [NAME]…
Needs a build of spelunk, and for the truth what its language asks for: a JDK and Maven (java, kotlin), node and npm (javascript, typescript), Go (go), CMake,
clang and scripts/servers.sh (c, cpp), scripts/servers.sh (python, rust, php), pip and npm (csharp), GHC with the libraries that a
project rests on (haskell).

Projects, their commits and the rule by which they were chosen stand in benches/graph/unseen.tsv, the rule by which symbols are drawn in
scripts/readers/unseen_draw.py. Only `measure --held-out` writes pages; by default the projects for development are measured. The truth is what
the language's own compiler resolves, at the granularity of lines. Neutral, neither right nor wrong, are rows in comments or in
files that the compiler did not see, overloads, relatives of an overridden method, and names to which it gives no meaning, since the value before
them has no type or an import leads nowhere; in C and C++ also those under `#if` and in macros, of which it sees one configuration, and calls in
templates that it tells for several overloads, as their arguments have no types yet (benches/graph/README.md has the rules). What the compiler told is
kept in ~/.cache/spelunk-oracle/unseen.
A language of which nothing is measured keeps its figures on the pages.
"""

import argparse
import collections
import dataclasses
import hashlib
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys

from measured import PAGE, table, write_section
from readers import clangd_units, compiled_uses, csharp_reader, lsp_languages, lsp_uses
from readers.unseen_draw import Drawing

ROOT = pathlib.Path(__file__).resolve().parent.parent
READERS = ROOT / "scripts/readers"
CACHE = pathlib.Path(os.environ.get("XDG_CACHE_HOME", pathlib.Path.home() / ".cache"))
SOURCES = pathlib.Path(os.environ.get("SPELUNK_UNSEEN", CACHE / "spelunk-unseen"))
TRUTH = CACHE / "spelunk-oracle" / "unseen"
TARGET = pathlib.Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target"))
SEED = "spelunk unseen 1"
SECTION = "Exactness on projects never opened"
TYPESCRIPT = "5.9.3"
# The compiler that reads Kotlin, the last with the first front end alone, and the libraries that most projects' tests use.
KOTLIN = ["org.jetbrains.kotlin:kotlin-compiler-embeddable:1.9.24", "org.jetbrains.kotlin:kotlin-test-junit:1.9.24", "org.jetbrains.kotlinx:kotlinx-coroutines-core-jvm:1.8.1",
          "org.junit.jupiter:junit-jupiter-params:5.10.3", "org.assertj:assertj-core:3.26.3"]
NAMES = {"java": "Java", "typescript": "TypeScript", "javascript": "JavaScript", "go": "Go", "c": "C", "cpp": "C++", "python": "Python", "rust": "Rust", "kotlin": "Kotlin",
         "php": "PHP", "haskell": "Haskell", "csharp": "C#"}
TOOLS = ["callers", "references", "implementations"]
# What stands before a name that is defined: an implementation of a trait's method is no use of it.
DEFINES = re.compile(r"\b(?:def|func|fn|class|function)\s+$")
COMMENT = re.compile(r'\s*(\*\s|\*/|\*$|//|/\*|#\s|"""|>>>)')


@dataclasses.dataclass(frozen=True)
class Project:
    language: str
    name: str
    repository: str
    commit: str
    # What the reader of the truth is told besides: directories.
    parts: tuple[str, ...]
    held_out: bool


def projects() -> list[Project]:
    lines = (ROOT / "benches/graph/unseen.tsv").read_text().splitlines()
    rows = [line.split("\t") for line in lines if not line.startswith("#")]
    found = []
    for language in dict.fromkeys(row[0] for row in rows):
        own = [row for row in rows if row[0] == language]
        own.sort(key=lambda row: hashlib.sha256(f"{SEED} {row[2].removeprefix('https://github.com/')}".encode()).hexdigest())
        for number, (_, name, repository, commit, parts, *half) in enumerate(own):
            held_out = half == ["held out"] if half else number >= len(own) // 2
            found.append(Project(language, name, repository, commit, tuple(parts.split()), held_out))
    return found


def tree(project: Project) -> pathlib.Path:
    """The project's files at its commit, fetched when they are not there."""
    target = SOURCES / project.name
    if not target.exists():
        partial = target.with_suffix(".partial")
        shutil.rmtree(partial, ignore_errors=True)
        partial.mkdir(parents=True)
        git = ["git", "-C", str(partial)]
        subprocess.run([*git, "init", "--quiet"], check=True)
        subprocess.run([*git, "fetch", "--quiet", "--depth", "1", project.repository, project.commit], check=True)
        subprocess.run([*git, "checkout", "--quiet", "FETCH_HEAD"], check=True)
        partial.rename(target)
    return target


def truth(project: Project) -> dict:
    """The files that the compiler saw, and the cases with what it resolves."""
    path = TRUTH / f"{project.name}.json"
    if not path.exists():
        TRUTH.mkdir(parents=True, exist_ok=True)
        readers = {"java": read_java, "kotlin": read_kotlin, "typescript": read_typescript, "javascript": read_typescript, "c": read_clang, "cpp": read_clang,
                   "go": read_go, "rust": read_served, "python": read_served, "php": read_served, "haskell": read_haskell,
                   "csharp": read_csharp}
        reader = readers[project.language]
        path.write_text(json.dumps(reader(project, tree(project))))
    return json.loads(path.read_text())


def read_java(project: Project, root: pathlib.Path) -> dict:
    classes, dump, libraries = TRUTH / "classes", TRUTH / f"{project.name}.dump", TRUTH / f"{project.name}.classpath"
    subprocess.run(["javac", "-d", classes, READERS / "JavaUses.java"], check=True)
    # Without its libraries a project is resolved as far as it goes by itself.
    resolve = ["mvn", "--quiet", "--batch-mode", "dependency:build-classpath", f"-Dmdep.outputFile={libraries}", "-Dmdep.includeScope=test"]
    if not libraries.exists() and subprocess.run(resolve, cwd=root, capture_output=True, check=False).returncode != 0:
        print(f"{project.name}: read without its libraries", file=sys.stderr)
        libraries.write_text("")
    subprocess.run(["java", "-cp", classes, "JavaUses", root, libraries, dump], check=True)
    return Drawing(json.loads(dump.read_text()), "java").draw()


def read_kotlin(project: Project, root: pathlib.Path) -> dict:
    """What no library of the compiler's own or of Maven's build gives a meaning to is neutral."""
    classes, dump, libraries, compiler = TRUTH / "classes", TRUTH / f"{project.name}.dump", TRUTH / f"{project.name}.classpath", CACHE / "spelunk-readers" / "kotlin"
    output, resolve = "-Dmdep.outputFile=", ["mvn", "--quiet", "--batch-mode", "dependency:build-classpath"]
    if not (compiler / "classpath").exists():
        compiler.mkdir(parents=True, exist_ok=True)
        tags = ("groupId", "artifactId", "version")
        element = lambda coordinates: "".join(f"<{tag}>{part}</{tag}>" for tag, part in zip(tags, coordinates.split(":"), strict=True))
        dependencies = "".join(f"<dependency>{element(each)}</dependency>" for each in KOTLIN)
        head = f"<project><modelVersion>4.0.0</modelVersion>{element('spelunk:kotlin:1')}"
        (compiler / "pom.xml").write_text(f"{head}<dependencies>{dependencies}</dependencies></project>")
        subprocess.run([*resolve, f"{output}{compiler / 'classpath'}"], cwd=compiler, check=True)
    path = own = (compiler / "classpath").read_text().strip()
    module = root / (project.parts[0] if project.parts else ".")
    if (module / "pom.xml").exists():
        subprocess.run([*resolve, f"{output}{libraries}", "-Dmdep.includeScope=test"], cwd=module, capture_output=True, check=False)
        path = f"{libraries.read_text().strip()}:{own}" if libraries.exists() else own
    libraries.write_text(path)
    subprocess.run(["javac", "-cp", own, "-d", classes, READERS / "KotlinUses.java"], check=True)
    subprocess.run(["java", "-cp", f"{classes}:{own}", "KotlinUses", root, libraries, dump], check=True)
    return Drawing(json.loads(dump.read_text()), "kotlin").draw()


def read_go(project: Project, root: pathlib.Path) -> dict:
    dump = TRUTH / f"{project.name}.dump"
    subprocess.run(["go", "-C", READERS / "go_uses", "run", ".", root, dump], check=True)
    return Drawing(json.loads(dump.read_text()), "go").draw()


def read_csharp(project: Project, root: pathlib.Path) -> dict:
    told = csharp_reader.read(root, project.parts, CACHE / "spelunk-readers" / "csharp", TRUTH / f"{project.name}.dump")
    return Drawing(told["definitions"], "csharp", told["unknown"]).draw() | {"conditional": told["conditional"]}


def read_typescript(project: Project, root: pathlib.Path) -> dict:
    folder = CACHE / "spelunk-readers" / f"typescript-{TYPESCRIPT}"
    package, output = folder / "node_modules" / "typescript", TRUTH / f"{project.name}.dump"
    if not package.exists():
        subprocess.run(["npm", "install", "--silent", "--prefix", folder, f"typescript@{TYPESCRIPT}"], check=True)
    subprocess.run(["node", READERS / "typescript_uses.cjs", package, project.language, root, output, *project.parts], check=True)
    return json.loads(output.read_text())


def server(name: str) -> pathlib.Path:
    """Where scripts/servers.sh has put a language server."""
    lines = subprocess.run([ROOT / "scripts/servers.sh", name], capture_output=True, text=True, check=True).stdout.splitlines()
    return pathlib.Path(lines[-1].split("\t")[1])


def read_clang(project: Project, root: pathlib.Path) -> dict:
    folder = TRUTH / f"{project.name}-clangd"
    files = clangd_units.units(root, project.language, project.parts, folder)
    return lsp_uses.Reader(clangd_units.language(server("clangd"), project.language, folder), root, files).draw()


def read_haskell(project: Project, root: pathlib.Path) -> dict:
    """A project's parts are its folders of sources. What does not compile, as a library is not installed, is no file of the truth."""
    folder, program, dump = TRUTH / f"{project.name}-hie", TRUTH / "haskell-uses", TRUTH / f"{project.name}.dump"
    subprocess.run(["ghc", "-O0", "-package", "ghc", "-outputdir", TRUTH / "haskell", "-o", program, READERS / "HaskellUses.hs"], check=True)
    extensions = [word for file in root.glob("*.cabal") for words in re.findall(r"default-extensions: *(.+)", file.read_text()) for word in re.findall(r"\w+", words)]
    paths = [path.relative_to(root).as_posix() for part in project.parts for path in sorted((root / part).rglob("*.hs"))]
    sources = [file for file in paths if not file.endswith("Setup.hs")]
    options = [*(f"-X{name}" for name in extensions), *(f"-i{part}" for part in project.parts), "-outputdir", folder / "made", "-hiedir", folder / "hie"]
    subprocess.run(["ghc", "--make", "-fno-code", "-fkeep-going", "-fwrite-ide-info", "-w", *options, *sources], cwd=root, check=False)
    subprocess.run([program, root, folder / "hie", dump], check=True)
    return compiled_uses.Uses(dump, root, "haskell").draw()


def read_served(project: Project, root: pathlib.Path) -> dict:
    """What the language's own server tells."""
    language = lsp_languages.language(project.language, server(lsp_languages.SERVERS[project.language]))
    return lsp_uses.Reader(language, root, lsp_languages.files(project.language, root, project.parts)).draw()


def spelunk() -> pathlib.Path:
    for profile in ("release", "debug"):
        if (TARGET / profile / "spelunk").exists():
            return TARGET / profile / "spelunk"
    sys.exit("no spelunk is built: cargo build --release")


class Measure:
    """One project's cases, asked of spelunk and judged."""

    def __init__(self, project: Project, show: bool):
        self.root, self.show, self.lines, self.counts = tree(project), show, {}, collections.defaultdict(collections.Counter)
        known = truth(project)
        self.files = set(known["files"])
        self.conditional = {(file, line) for file, lines in known.get("conditional", {}).items() for line in lines}
        for case in known["cases"]:
            for tool in ["implementations"] if case["stratum"] == "interface" else ["references", "callers"]:
                self.judge(tool, case)

    def line(self, file: str, line: int) -> str:
        if file not in self.lines:
            path = self.root / file
            self.lines[file] = path.read_text(encoding="utf-8", errors="replace").splitlines() if path.exists() else []
        return self.lines[file][line - 1] if 0 < line <= len(self.lines[file]) else ""

    def real(self, file: str) -> str:
        """A file of the compiler's as the walk has it: a symbolic link is no file of its own."""
        path = self.root / file
        return path.resolve().relative_to(self.root.resolve()).as_posix() if path.is_symlink() else file

    def ask(self, tool: str, case: dict) -> dict:
        command = [spelunk(), tool, case["symbol"], "--file", case["file"], "--line", str(case["line"]), "--json", "--max-results", "100000", "--max-tokens", "unlimited"]
        run = subprocess.run(command, cwd=self.root, capture_output=True, text=True, check=False)
        return json.loads(run.stdout) if run.returncode in (0, 1) else {"target": None, "results": [], "refused": run.stderr}

    def judge(self, tool: str, case: dict) -> None:
        answer, count, symbol = self.ask(tool, case), self.counts[tool], case["symbol"]
        rows: dict[tuple, str] = {}
        for row in answer["results"]:
            for site in row["call_sites"] if tool == "callers" else [row]:
                if site.get("file"):
                    key = (site["file"], site["line"])
                    rows[key] = row["certainty"] if rows.get(key, "possible") == "possible" else rows[key]
        every = {(self.real(file), line) for file, line, _ in case["expected"]}
        calls = {(self.real(file), line) for file, line, is_call in case["expected"] if is_call}
        is_named = lambda place: re.search(rf"(?<![\w$]){re.escape(symbol)}(?![\w$])", self.line(*place))
        wanted = {"references": every, "callers": calls, "implementations": {(self.real(file), line) for file, line in case["impl"]}}[tool]
        # Under another name, as an import may give one, a use is right but not asked for; a link in a comment is none.
        is_used = lambda place: (found := is_named(place)) and not COMMENT.match(self.line(*place)) and not DEFINES.search(self.line(*place)[: found.start()])
        named = wanted if tool == "implementations" else set(filter(is_used, wanted))
        target = answer["target"] or {}
        own = {(case["file"], case["line"])} | {(place["file"], place["line"]) for place in target.get("places", [])}
        named -= own if tool == "references" else set()
        # The compilers' subtypes have names or headers; a value that is written for a type has neither.
        written_for = {(row["file"], row["line"]) for row in answer["results"] if row["rule"] == "written_for"}
        neutral = written_for | {place for place in rows if place in own or place[0] not in self.files or COMMENT.match(self.line(*place))}
        neutral |= set(map(tuple, case["kin"])) | set(map(tuple, case.get("unknown", []))) | self.conditional | (every if tool != "implementations" else set())
        likely = {place for place, certainty in rows.items() if certainty != "possible"}
        wrong, missing = set(rows) - named - neutral, named - set(rows)
        account = answer.get("account") or {}
        told_places = account.get("unresolved", [])
        told = {(place["file"], place["line"]) for place in told_places}
        assert account.get("unresolved_count", 0) == len(told_places), f"{case['file']}:{case['line']}: the budget cuts the account"
        # An error that says what the place is instead of a definition hides nothing: its sites are missing, but named as such.
        is_open = account.get("not_read", {}).get("files", 0) > 0 or "is the name of no definition" in answer.get("refused", "")
        silent = set() if is_open else missing - told
        count.update(cases=1, wanted=len(named), likely=len(likely & named), found=len(named & set(rows)), wrong_likely=len(wrong & likely),
                     wrong=len(wrong), silent=len(silent), false_zeros=int(bool(named) and not rows and "refused" not in answer))
        if self.show and (wrong or missing):
            print(f"== {tool} of {symbol} at {case['file']}:{case['line']}: {len(named)} expected, {len(likely & named)} likely, {len(named & set(rows))} in all")
            for title, places in [("wrong likely", wrong & likely), ("wrong possible", wrong - likely), ("missing", missing - silent), ("missing without a word", silent)]:
                for place in sorted(places)[:5]:
                    print(f"  {title}: {place[0]}:{place[1]}: {self.line(*place).strip()[:120]}")


HEAD = ["", "symbols", "precision, likely", "recall, likely", "precision, with possible", "recall, with possible", "missing without a word", "false zeros"]
INTRODUCTION = """What `spelunk` answers from syntax alone on whole projects that were never opened while the graph was made (`benches/graph/unseen.tsv`),
against the languages' own compilers. All sites of a language's projects are pooled. "Missing without a word" counts the sites that are neither rows nor
named by the account; a false zero is an answer without a row where the compiler has some. A language that a run does not measure keeps its figures.

Projects that were read to find faults are no longer unopened, and count no more: commons-collections, mobx, cli11 and bat; jsoup, socket.io and
just, of whose callers 5 of 664, 2 of 61 and 5 of 331 had been missing without a word (bounds of classes' type parameters, calls beside a variable of
their name, members of an enum's constant, `typeof`, `Deref`, aliases of library types: mended); commons-lang (2 of 32 implementations, by generic
types behind a path: mended); and rayon, whose methods have the names of the standard library's iterators: 6 of 476 callers were missing without a
word and .43 were likely, which is not mended. clangd could not read cereal to its end, nor re2 without Abseil.
Where Python gives a variable a method (`append = text.append`), its calls are rows; pyright knows none of them, so that they count against precision."""


def row(title: str, count: collections.Counter) -> list[str]:
    share = lambda part, whole: f"{part / whole:.2f}" if whole else "–"
    likely, found = count["likely"], count["found"]
    return [title, str(count["cases"]), share(likely, likely + count["wrong_likely"]), share(likely, count["wanted"]), share(found, found + count["wrong"]),
            share(found, count["wanted"]), f"{count['silent']} of {count['wanted']}", str(count["false_zeros"])]


def rows(scores: dict) -> list[list[str]]:
    return [row(f"{tool}, {NAMES[language]}", collections.Counter(scores[language]["counts"][tool]))
            for tool in TOOLS for language in NAMES if language in scores and tool in scores[language]["counts"]]


def measure(chosen: list[Project], show: bool) -> dict:
    """By language: the names of its projects, and by tool what was counted."""
    scores: dict = {}
    for project in chosen:
        score = scores.setdefault(project.language, {"projects": [], "counts": collections.defaultdict(collections.Counter)})
        score["projects"].append(project.name)
        for tool, count in Measure(project, show).counts.items():
            score["counts"][tool].update(count)
        print(table([project.name, *HEAD[1:]], rows({project.language: score})), flush=True)
    return scores


def published() -> dict[str, tuple[list[list[str]], str]]:
    """By language: the rows that the page has, and the line that names the projects."""
    section = PAGE.read_text().split(f"<!-- begin {SECTION} -->")[-1].split("<!-- end ")[0]
    cells = [[cell.strip() for cell in line.strip("|").split("|")] for line in section.splitlines() if line.startswith("|")]
    names = dict(re.findall(r"^- ([^:\n]+): (.+)$", section, re.MULTILINE))
    return {language: ([each for each in cells if each[0].endswith(f", {name}")], names[name]) for language, name in NAMES.items() if name in names}


def publish(scores: dict) -> None:
    known = published() | {language: (rows({language: score}), ", ".join(score["projects"])) for language, score in scores.items()}
    titles = [f"{tool}, {NAMES[language]}" for tool in TOOLS for language in NAMES]
    shown = sorted((each for found, _ in known.values() for each in found), key=lambda each: titles.index(each[0]))
    projects_of = "\n".join(f"- {NAMES[language]}: {known[language][1]}" for language in NAMES if language in known)
    write_section(SECTION, "scripts/graph_unseen.py measure --held-out", "\n\n".join([INTRODUCTION, table(HEAD, shown), projects_of]))
    write_summary(shown)


def write_summary(shown: list[list[str]]) -> None:
    """The README's table, between two comments, behind that of the projects that were opened."""
    begin, end, opened = "<!-- begin unseen, by scripts/graph_unseen.py -->\n", "<!-- end unseen -->\n", "<!-- end exactness -->\n"
    text = "And on whole projects that were never opened while it was made, against the languages' own compilers:"
    before, rest = (ROOT / "README.md").read_text().split(opened)
    if begin in rest:
        rest = rest.split(end, 1)[1]
    (ROOT / "README.md").write_text(f"{before}{opened}\n{begin}{text}\n\n{table(HEAD, shown)}\n{end}{rest if rest.startswith(chr(10)) else chr(10) + rest}")


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("command", choices=["fetch", "measure"])
    parser.add_argument("--held-out", action="store_true")
    parser.add_argument("--differences", action="store_true")
    parser.add_argument("names", nargs="*")
    options = parser.parse_intermixed_args()
    is_chosen = lambda project: project.name in options.names or not options.names and project.held_out == options.held_out
    chosen = [project for project in projects() if is_chosen(project)]
    if options.command == "fetch":
        for project in chosen:
            print(f"{project.name}\t{tree(project)}")
        return
    scores = measure(chosen, options.differences)
    if options.held_out and not options.differences:
        publish(scores)


if __name__ == "__main__":
    main()
