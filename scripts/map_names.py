#!/usr/bin/env python3
"""Counts how many of the names that a newcomer must know each map shows (benches/map/names.toml).

Usage: scripts/map_names.py CHECKOUTS [--spelunk BIN] [--only NAME]… [--half tuned|"held out"] [--missing]
CHECKOUTS holds a folder for each project's name; projects that are not there are said and skipped.
A name counts if the project's code defines it (by ctags); the first 40 of those are looked for as whole words in the map.
"""

import argparse, json, re, statistics, subprocess, sys, tomllib
from pathlib import Path

HERE = Path(__file__).resolve().parent.parent
COUNTED = 40


def defined(root: Path, names: list[str], language: str) -> list[str]:
    """The first names that some file of the project defines, in the order of the list."""
    cache = root.parent / f".{root.name}.tags.json"
    if not cache.exists():
        command = ["ctags", "-R", "--fields=", "--extras=-F", "--languages=C,C++,Go,Python,Rust,Java,TypeScript,JavaScript",
                   "--langmap=C++:+.h", "-f", "-", "."]
        if language == "C":
            command[-4] = "--langmap=C:.c.h"
        lines = subprocess.run(command, cwd=root, capture_output=True, text=True, errors="replace").stdout.splitlines()
        wanted = sorted({line.split("\t", 1)[0].split("::")[-1].split(".")[-1] for line in lines} & set(names))
        cache.write_text(json.dumps(wanted))
    there = set(json.loads(cache.read_text()))
    return [name for name in names if name in there][:COUNTED]


def shown(text: str, names: list[str]) -> list[str]:
    words = set(re.findall(r"\w+", text))
    return [name for name in names if name in words]


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("checkouts", type=Path)
    arguments.add_argument("--spelunk", default="spelunk")
    arguments.add_argument("--only", nargs="*")
    arguments.add_argument("--half")
    arguments.add_argument("--missing", action="store_true", help="list the names that the larger map lacks")
    options = arguments.parse_args()
    projects = tomllib.loads((HERE / "benches/map/names.toml").read_text())["project"]
    counts: dict[str, list[int]] = {}
    print(f"{'project':12} {'language':10} {'half':9} {'of':>3} {'4000':>5} {'1500':>5}")
    for project in projects:
        if options.only and project["name"] not in options.only or options.half and project["half"] != options.half:
            continue
        root = options.checkouts / project["name"]
        if not root.is_dir():
            print(f"{project['name']:12} is not in {options.checkouts}", file=sys.stderr)
            continue
        names = defined(root, project["names"], project["language"])
        row = []
        for tokens in (4000, 1500):
            command = [options.spelunk, "map", "--max-tokens", str(tokens)]
            text = subprocess.run(command, cwd=root, capture_output=True, text=True).stdout
            row.append(shown(text, names))
        print(f"{project['name']:12} {project['language']:10} {project['half']:9} {len(names):3} {len(row[0]):5} {len(row[1]):5}")
        counts.setdefault(project["half"], []).append(len(row[0]))
        if options.missing:
            print("   missing:", ", ".join(name for name in names if name not in row[0]))
    for half, found in counts.items():
        print(f"{half}: median {statistics.median(found)}, least {min(found)}")


if __name__ == "__main__":
    main()
