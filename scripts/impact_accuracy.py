#!/usr/bin/env python3
"""Holds `spelunk impact` against compilers: makes the changes of benches/impact/cases.json on copies, collects what the checker then
reports as broken, and compares. Writes a section of docs/measured.md.

    scripts/impact_accuracy.py [--only ID]… [--work DIR] [--wait SECONDS] [--verbose]

Needs a release or debug build of spelunk (SPELUNK, else target/release/spelunk), the corpora of scripts/corpora.sh, the servers of
scripts/servers.sh, and cargo. The copies and what the checkers said are kept in DIR, so that a second run asks spelunk alone.
"""

import argparse
import collections
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import time

import measured

ROOT = pathlib.Path(__file__).resolve().parent.parent
CACHE = pathlib.Path(os.environ.get("XDG_CACHE_HOME", pathlib.Path.home() / ".cache"))
CORPORA = pathlib.Path(os.environ.get("SPELUNK_CORPORA", CACHE / "spelunk-corpora"))
SERVERS = CACHE / "spelunk-servers"
SPELUNK = os.environ.get("SPELUNK", str(ROOT / "target/release/spelunk"))

# What the checker is run on, where that is less than the project.
READ = {"django": "django/", "rxjs": "src/"}

Site = tuple[str, int]


class Broken:
    """One error: its lines, and whether it is about an import of the target."""

    def __init__(self, file: str, first: int, last: int, message: str, source: str):
        self.file, self.first, self.last, self.message = file, first, last, message
        self.is_import = bool(re.match(r"\s*(pub(\([^)]*\))?\s+)?(use|import|from|export)\b", source)) or "unresolved import" in message

    def key(self):
        return (self.file, self.first, self.message)


# --- checkers ---------------------------------------------------------------------------------------------------------


def line_of(root: pathlib.Path, file: str, number: int) -> str:
    lines = (root / file).read_text(errors="replace").splitlines()
    return lines[number - 1] if 0 < number <= len(lines) else ""


def cargo(root: pathlib.Path, features: list[str], target: pathlib.Path) -> list[Broken]:
    command = ["cargo", "check", "--lib", "--message-format", "json", *features]
    done = subprocess.run(command, cwd=root, env={**os.environ, "CARGO_TARGET_DIR": str(target)}, capture_output=True, text=True)
    found = []
    for line in done.stdout.splitlines():
        message = json.loads(line).get("message") if line.startswith("{") else None
        if not message or message["level"] != "error":
            continue
        for span in message["spans"]:
            if not span["is_primary"]:
                continue
            # What a macro's own text makes of it is not where it has to be mended.
            while span.get("expansion") and not (root / span["file_name"]).exists():
                span = span["expansion"]["span"]
            file, first, last = span["file_name"], span["line_start"], span["line_end"]
            if (root / file).exists():
                found.append(Broken(file, first, last, message["message"], line_of(root, file, first)))
    return found


def read_by_rustc(target: pathlib.Path, crate: str) -> set[str]:
    files: set[str] = set()
    for listing in (target / "debug/deps").glob(f"{crate}-*.d"):
        files.update(word for word in listing.read_text().split() if word.startswith("src/") and word.endswith(".rs"))
    return files


def tsc(root: pathlib.Path) -> list[Broken]:
    options = {
        "strict": True, "noImplicitReturns": True, "module": "esnext", "moduleResolution": "bundler", "stripInternal": True,
        "noEmit": True, "lib": ["esnext", "dom"], "target": "esnext", "skipLibCheck": True, "types": [],
    }
    (root / "tsconfig.check.json").write_text(json.dumps({"compilerOptions": options, "include": ["src/**/*.ts"]}))
    program = SERVERS / "typescript/node_modules/.bin/tsc"
    done = subprocess.run([program, "--noEmit", "--pretty", "false", "-p", "tsconfig.check.json"], cwd=root, capture_output=True, text=True)
    found = []
    for line in done.stdout.splitlines():
        match = re.match(r"(.+?)\((\d+),\d+\): error (.*)", line)
        if match:
            file, number = match[1], int(match[2])
            found.append(Broken(file, number, number, match[3], line_of(root, file, number)))
    return found


def pyright(root: pathlib.Path) -> list[Broken]:
    program = SERVERS / "pyright/node_modules/.bin/pyright"
    done = subprocess.run([program, "--outputjson", "django"], cwd=root, capture_output=True, text=True)
    found = []
    for one in json.loads(done.stdout)["generalDiagnostics"]:
        if one["severity"] != "error":
            continue
        file = str(pathlib.Path(one["file"]).resolve().relative_to(root.resolve()))
        first, last = one["range"]["start"]["line"] + 1, one["range"]["end"]["line"] + 1
        source = line_of(root, file, first)
        broken = Broken(file, first, last, one["message"], source)
        # A name in a list of imports over several lines stands on a line of its own.
        broken.is_import = broken.is_import or "unknown import symbol" in one["message"]
        found.append(broken)
    return found


def check(project: str, root: pathlib.Path, work: pathlib.Path) -> list[Broken]:
    if project == "tokio":
        return cargo(root, ["--all-features"], work / "target-tokio")
    if project == "cargo":
        return cargo(root, [], work / "target-cargo")
    return {"rxjs": tsc, "django": pyright}[project](root)


# --- what a change breaks ---------------------------------------------------------------------------------------------


def edit(root: pathlib.Path, edits: list) -> None:
    for file, number, before, after in edits:
        path = root / file
        lines = path.read_text().split("\n")
        if before not in lines[number - 1]:
            sys.exit(f"{file}:{number} does not hold {before!r}: {lines[number - 1]!r}")
        lines[number - 1] = lines[number - 1].replace(before, after, 1)
        path.write_text("\n".join(lines))


def copy_of(project: str, work: pathlib.Path) -> pathlib.Path:
    root = work / "w" / project
    if not root.exists():
        shutil.copytree(CORPORA / project, root)
        subprocess.run(["chmod", "-R", "u+w", root], check=True)
    return root


def is_consequence(root: pathlib.Path, one: Broken, mended: list, later: list[Broken]) -> bool:
    """Whether an error went away although nothing was mended where it stood."""
    places = {(file, number) for file, number, *_ in mended}
    is_mended = any((one.file, line) in places for line in range(one.first, one.last + 1))
    is_head = any(head_of(root, place) == (one.file, one.first) for place in places)
    return not is_mended and not is_head and one.key() not in {other.key() for other in later}


def truth(case: dict, work: pathlib.Path) -> list[Broken]:
    """The errors that a change brings, kept in the working directory."""
    project = case["project"]
    root = copy_of(project, work)

    def kept(name: str, make) -> list[Broken]:
        path = work / f"{name}.json"
        if path.exists():
            return [as_broken(one) for one in json.loads(path.read_text())]
        found = make()
        path.write_text(json.dumps([vars(one) for one in found]))
        return found

    before = collections.Counter(one.key() for one in kept(f"before-{project}", lambda: check(project, root, work)))
    known = {key for key in before}

    def changed() -> list[Broken]:
        rounds = [case["edits"]] + ([case["then"]] if "then" in case else [])
        touched = {file for edits in rounds for file, *_ in edits}
        saved = {file: (root / file).read_text() for file in touched}
        try:
            found: list[Broken] = []
            for number, edits in enumerate(rounds):
                edit(root, edits)
                errors = [one for one in check(project, root, work) if one.key() not in known]
                if number > 0:
                    found = [one for one in found if not is_consequence(root, one, edits, errors)]
                found += errors
            return found
        finally:
            for file, text in saved.items():
                (root / file).write_text(text)

    return kept(f"after-{case['id']}", changed)


def as_broken(fields: dict) -> Broken:
    broken = Broken(fields["file"], fields["first"], fields["last"], fields["message"], "")
    broken.is_import = fields["is_import"]
    return broken


# --- what spelunk says ------------------------------------------------------------------------------------------------


def with_servers() -> dict[str, str]:
    """The environment, with the servers that scripts/servers.sh fetched in PATH."""
    folders = [str(folder) for pattern in ("*/bin", "*/node_modules/.bin") for folder in sorted(SERVERS.glob(pattern))]
    # Another of pyright's kin would answer to its name.
    folders = [folder for folder in folders if "/basedpyright/" not in folder and "/vtsls/" not in folder]
    return {**os.environ, "PATH": os.pathsep.join([*folders, os.environ["PATH"]])}


def impact(case: dict, wait: float | None) -> tuple[dict, float]:
    command = [SPELUNK, "impact", *case["target"], "--json", "--max-tokens", "unlimited"]
    if wait is not None:
        command += ["--wait", str(wait)]
    started = time.monotonic()
    done = subprocess.run(command, cwd=CORPORA / case["project"], capture_output=True, text=True, env=with_servers())
    if done.returncode not in (0, 1):
        sys.exit(f"{case['id']}: {done.stderr}")
    return json.loads(done.stdout), time.monotonic() - started


def wanted(case: dict, title: str, row: dict, use: dict | None) -> bool:
    """Whether a site counts for a kind of change; see benches/impact/README.md."""
    if title in ("Tests", "Users of its members", "Indirect callers", "Same name only") or row["certainty"] == "possible":
        return False
    own = case["edits"][0][0]
    role = use["role"] if use else "definition"
    file = use["file"] if use else row["file"]
    match case["counts"]:
        case "name":
            return True
        case "call":
            return use is None or role == "call"
        case "value":
            return role != "import"
        case "hidden":
            return file != own
        case "export":
            return role == "import" and file != own
    raise ValueError(case["counts"])


def named(case: dict, answer: dict) -> dict[Site, bool]:
    """The sites that count, each with whether it is an implementation's own definition."""
    sites: dict[Site, bool] = {}
    for group in answer["groups"]:
        for row in group["results"]:
            for use in row["sites"]:
                if wanted(case, group["title"], row, use):
                    sites.setdefault((use["file"], use["line"]), False)
            is_stand_in = all(use["role"] != "inherit" for use in row["sites"])
            if group["kind"] == "implementations" and is_stand_in and wanted(case, group["title"], row, None):
                sites[(row["file"], row["line"])] = True
    return sites


# --- the comparison ---------------------------------------------------------------------------------------------------


def heads(root: pathlib.Path, file: str) -> list[int]:
    """The lines on which classes and the like begin."""
    pattern = re.compile(r"\s*(export\s+)?(default\s+)?(abstract\s+)?(pub(\([^)]*\))?\s+)?(unsafe\s+)?(class|impl|interface|trait)\b")
    lines = (root / file).read_text(errors="replace").splitlines()
    return [number for number, line in enumerate(lines, 1) if pattern.match(line)]


def head_of(root: pathlib.Path, site: Site) -> Site | None:
    above = [line for line in heads(root, site[0]) if line <= site[1]]
    return (site[0], above[-1]) if above else None


def block(root: pathlib.Path, file: str, first: int) -> range:
    """The lines of the definition that begins on a line, by its indentation."""
    lines = (root / file).read_text(errors="replace").splitlines()
    depth = len(lines[first - 1]) - len(lines[first - 1].lstrip())
    for number in range(first + 1, len(lines) + 1):
        line = lines[number - 1]
        text = line.strip()
        if text and len(line) - len(line.lstrip()) <= depth and not text.startswith((")", "where", "{", ">", "#")):
            return range(first, number + (text.startswith("}")))
    return range(first, len(lines) + 1)


def statement(root: pathlib.Path, site: Site) -> range:
    """The lines from a site to the end of its statement, as the ends of lines tell."""
    lines = (root / site[0]).read_text(errors="replace").splitlines()
    last = site[1]
    while last < len(lines) and not lines[last - 1].rstrip().endswith((";", "{", "}")):
        last += 1
    return range(site[1], last + 1)


def compare(case: dict, broken: list[Broken], answer: dict, work: pathlib.Path) -> dict:
    root = copy_of(case["project"], work)
    sites = named(case, answer)
    own = {(file, line) for file, line, *_ in case["edits"]}
    # Errors within the changed definition itself are the change.
    if case["counts"] == "call" and answer["target"]:
        for place in answer["target"]["places"]:
            own |= {(place["file"], line) for line in range(place["line"], place["end_line"] + 1)}
    broken = [one for one in broken if not any((one.file, line) in own for line in range(one.first, one.last + 1))]
    if case["project"] in READ:
        read = READ[case["project"]]
        sites = {site: is_own for site, is_own in sites.items() if site[0].startswith(read)}
    else:
        files = read_by_rustc(work / f"target-{case['project']}", case["project"])
        sites = {site: is_own for site, is_own in sites.items() if site[0] in files}
    sites = {site: is_own for site, is_own in sites.items() if site not in own}
    imports = {one.file for one in broken if one.is_import and case["name"] in one.message}
    # What is done with a call's result may stand further down in the same function.
    functions: dict[str, list[range]] = collections.defaultdict(list)
    for group in answer["groups"]:
        for row in group["results"]:
            if case["counts"] == "call" and any(wanted(case, group["title"], row, use) for use in row["sites"]) and row["name"] != "<module>":
                functions[row["file"]].append(block(root, row["file"], row["line"]))
    if case["counts"] == "value":
        for site in sites:
            functions[site[0]].append(statement(root, site))
    # Where the import is broken, only that has to be found; the rest hangs on it.
    broken = [one for one in broken if one.is_import or one.file not in imports]
    standing = {head_of(root, site) for site, is_own in sites.items() if is_own}

    def is_found(one: Broken) -> bool:
        if any(file == one.file and one.first <= line <= one.last for file, line in sites):
            return True
        return (one.file, one.first) in standing or any(one.first in lines for lines in functions[one.file])

    def is_right(site: Site, is_own: bool) -> bool:
        if any(one.file == site[0] and one.first in lines for lines in functions[site[0]] if site[1] in lines for one in broken):
            return True
        if site[0] in imports or any(one.file == site[0] and one.first <= site[1] <= one.last for one in broken):
            return True
        return is_own and any((one.file, one.first) == head_of(root, site) for one in broken)

    distinct = {(one.file, one.first): one for one in broken}
    found = [key for key, one in distinct.items() if is_found(one)]
    right = [site for site, is_own in sites.items() if is_right(site, is_own)]
    return {
        "broken": len(distinct), "found": len(found), "named": len(sites), "right": len(right),
        "missed": sorted(set(distinct) - set(found)), "wrong": sorted(set(sites) - set(right)),
        "messages": {f"{file}:{line}": one.message.splitlines()[0] for (file, line), one in distinct.items()},
    }


def share(part: int, whole: int) -> str:
    return f"{part / whole:.2f}" if whole else "–"


def measure(case: dict, options: argparse.Namespace) -> dict:
    """One row: for syntax and for the server what was found and named; and the risk with the server."""
    broken = truth(case, options.work)
    row: dict = {}
    for live in (False, True):
        answer, seconds = impact(case, options.wait if live else None)
        result = compare(case, broken, answer, options.work)
        evidence, risk = answer["evidence"], answer["summary"]["risk"]
        row["server" if live else "syntax"] = {key: result[key] for key in ("broken", "found", "named", "right")}
        row |= {"risk": risk, "evidence": [evidence["source"], evidence["server"], evidence["state"], evidence["complete"]]}
        print(case["id"], row["evidence"], risk, row["server" if live else "syntax"], f"{seconds:.1f} s", flush=True)
        if options.verbose:
            for site in result["missed"]:
                print("   missed", site, result["messages"][f"{site[0]}:{site[1]}"])
            for site in result["wrong"]:
                print("   wrong ", site)
            if evidence["note"]:
                print("   note  ", evidence["note"])
    return row


def page(cases: list[dict], results: dict[str, dict]) -> str:
    rows = []
    totals = {tier: collections.Counter() for tier in ("syntax", "server")}
    for case in cases:
        result = results[case["id"]]
        cells = []
        for tier in ("syntax", "server"):
            counts = result[tier]
            totals[tier].update(counts)
            cells += [share(counts["found"], counts["broken"]), share(counts["right"], counts["named"])]
        source = result["evidence"][0]
        spoken = result["evidence"][1] if source == "lsp" else f"{result['evidence'][1]} was {result['evidence'][2]}"
        rows.append([case["kind"], f"{case['project']}, `{case['name']}`", str(result["server"]["broken"]), *cells, spoken, result["risk"]])
    whole = []
    for counts in totals.values():
        whole += [share(counts["found"], counts["broken"]), share(counts["right"], counts["named"])]
    known = sum(result["risk"] != "UNKNOWN" for result in results.values())
    rows.append(["**all**", "", str(totals["server"]["broken"]), *whole, "", f"{known} of {len(cases)} known"])
    head = ["change", "of", "broken", "syntax: recall", "precision", "server: recall", "precision", "server", "risk"]
    return (
        "Twelve changes, one of each kind that benches/impact/README.md names, made on copies; what the compiler or type checker then "
        "reports as broken against the sites that `impact` names on the unchanged project. Recall is of the broken lines outside the changed "
        "definition, precision of the lines named; the last row pools them. Without a server no answer is known to be whole.\n\n"
        + measured.table(head, rows)
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", action="append", help="ids of cases; the others' results are those of the last run")
    parser.add_argument("--work", type=pathlib.Path, default=pathlib.Path("/tmp/spelunk-impact"))
    parser.add_argument("--wait", type=float, default=120, help="seconds for the server")
    parser.add_argument("--verbose", action="store_true", help="print what was missed and what was wrong")
    options = parser.parse_args()
    options.work.mkdir(parents=True, exist_ok=True)
    cases = json.loads((ROOT / "benches/impact/cases.json").read_text())
    for case in cases:
        if not options.only or case["id"] in options.only:
            (options.work / f"result-{case['id']}.json").write_text(json.dumps(measure(case, options)))
    kept = {case["id"]: options.work / f"result-{case['id']}.json" for case in cases}
    missing = [name for name, path in kept.items() if not path.exists()]
    if missing:
        sys.exit(f"not measured yet: {', '.join(missing)}")
    body = page(cases, {name: json.loads(path.read_text()) for name, path in kept.items()})
    print(body)
    measured.write_section("Impact against compilers", "scripts/impact_accuracy.py", body)


if __name__ == "__main__":
    main()
