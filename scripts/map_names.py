#!/usr/bin/env python3
"""Counts how many of the names that a newcomer must know each map shows (benches/map/names.toml), and writes docs/measured.md.

Usage: scripts/map_names.py CHECKOUTS [--spelunk BIN] [--peers PYTHON] [--only NAME]… [--half tuned|"held out"] [--missing] [--write]
CHECKOUTS holds a folder for each project's name, at the commit that names.toml gives; projects that are not there are said and
skipped. `--peers` is a Python with `aider-chat`: scripts/map_peers.py then maps the same files by other means, for at most
`--limit` seconds a project.
A name counts if the project's code defines it (by ctags); the first 40 of those are looked for as whole words in the map.
"""

import argparse, json, re, statistics, subprocess, sys, tomllib
from pathlib import Path

from measured import PAGE, table, write_section

HERE = Path(__file__).resolve().parent.parent
SECTION = "Names on maps"
COUNTED = 40
BUDGETS = (4000, 1500)
PEERS = ("aider", "pagerank")
HEAD = """Of the names that a newcomer must know of a project (`benches/map/names.toml`: from its own documentation, before its map was
looked at), the first 40 that its code defines, as whole words in the map. The map was not made on the
six "held out", of which the missing names were seen in one run of an earlier state; on the others it was. aider: the RepoMap of aider-chat without a model, which may overrun its budget by 15 %; PageRank: over the
names that files use of each other, definitions as ctags prints their lines. All see the files of the map, without tests. "–": no
map within the time limit, or not measured. Peers keep the figures of their last run."""


def defined(root: Path, names: list[str], language: str) -> list[str]:
    """The first names that some file of the project defines, in the order of the list."""
    cache = root.parent / f".{root.name}.tags.json"
    if not cache.exists():
        command = ["ctags", "-R", "--fields=", "--extras=-F", "--languages=C,C++,Go,Python,Rust,Java,TypeScript,JavaScript",
                   "--langmap=C++:+.h", "-f", "-", "."]
        if language == "C":
            command[-4] = "--langmap=C:.c.h"
        lines = subprocess.run(command, cwd=root, capture_output=True, text=True, errors="replace").stdout.splitlines()
        cache.write_text(json.dumps(sorted({line.split("\t", 1)[0].split("::")[-1].split(".")[-1] for line in lines} & set(names))))
    there = set(json.loads(cache.read_text()))
    return [name for name in names if name in there][:COUNTED]


def shown(text: str, names: list[str]) -> list[str]:
    words = set(re.findall(r"\w+", text))
    return [name for name in names if name in words]


def files_of(spelunk: str, root: Path) -> list[str]:
    command = [spelunk, "map", "--detail", "files", "--json", "--max-tokens", "100000000"]
    found: list[str] = []

    def walk(entries: list[dict]) -> None:
        for entry in entries:
            if entry["type"] == "file":
                found.append(entry["path"])
            walk(entry.get("children", []))

    walk(json.loads(subprocess.run(command, cwd=root, capture_output=True, text=True, check=True).stdout)["tree"])
    return found


def peers(options: argparse.Namespace, root: Path) -> dict[str, dict[str, str]]:
    """The maps of the peers, which are kept beside the checkout; empty where they took too long."""
    cache = root.parent / f".{root.name}.peers.json"
    if options.peers and not cache.exists():
        command = [options.peers, str(HERE / "scripts/map_peers.py"), str(root), str(cache), *map(str, BUDGETS)]
        try:
            subprocess.run(command, input="\n".join(files_of(options.spelunk, root)), text=True, timeout=options.limit, check=True)
        except (subprocess.TimeoutExpired, subprocess.CalledProcessError) as error:
            print(f"{root.name}: {error}", file=sys.stderr)
    return json.loads(cache.read_text()) if cache.exists() else {}


def written(project: str) -> list[str]:
    """The row of a project on the page; empty if there is none."""
    rows = [line.strip("| \n").split(" | ") for line in PAGE.read_text().split(f"<!-- begin {SECTION} -->")[-1].splitlines()]
    return next((row for row in rows if row[0] == project), [])


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("checkouts", type=Path)
    arguments.add_argument("--spelunk", default="spelunk")
    arguments.add_argument("--peers", help="a Python with aider-chat")
    arguments.add_argument("--limit", type=int, default=1800)
    arguments.add_argument("--only", nargs="*")
    arguments.add_argument("--half")
    arguments.add_argument("--missing", action="store_true", help="list the names that the larger map lacks")
    arguments.add_argument("--write", action="store_true", help="write the section of docs/measured.md")
    options = arguments.parse_args()
    projects = tomllib.loads((HERE / "benches/map/names.toml").read_text())["project"]
    counts: dict[tuple[str, int], list[int]] = {}
    rows = []
    for project in projects:
        if options.only and project["name"] not in options.only or options.half and project["half"] != options.half:
            continue
        root = options.checkouts / project["name"]
        if not root.is_dir():
            print(f"{project['name']:12} is not in {options.checkouts}", file=sys.stderr)
            continue
        names = defined(root, project["names"], project["language"])
        others = peers(options, root)
        before = written(project["name"])
        row = [project["name"], project["language"], project["half"], str(len(names))]
        for budget in BUDGETS:
            command = [options.spelunk, "map", "--max-tokens", str(budget)]
            found = shown(subprocess.run(command, cwd=root, capture_output=True, text=True).stdout, names)
            counts.setdefault((project["half"], budget), []).append(len(found))
            row.append(str(len(found)))
            for peer in PEERS:
                kept = before[len(row)] if before else "–"
                row.append(str(len(shown(others[peer][str(budget)], names))) if peer in others else kept)
            if options.missing and budget == BUDGETS[0]:
                print("   missing:", ", ".join(name for name in names if name not in found))
        print("  ".join(row), flush=True)
        rows.append(row)
    totals = [f"{half}, {budget} tokens: median {statistics.median(found):g}, least {min(found)}" for (half, budget), found in counts.items()]
    columns = [f"{budget}: {who}" for budget in BUDGETS for who in ("spelunk", "aider", "PageRank")]
    body = "\n\n".join([HEAD, table(["project", "language", "half", "names", *columns], rows), "; ".join(totals) + "."])
    print(body)
    if options.write:
        write_section(SECTION, "scripts/map_names.py", body)


if __name__ == "__main__":
    main()
