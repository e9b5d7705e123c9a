#!/usr/bin/env python3
"""Counts how many of a newcomer's ten questions the map of a project answers (benches/map/questions.toml), and writes docs/measured.md.

Usage: scripts/map_questions.py CHECKOUTS [--spelunk BIN] [--only NAME]… [--missing] [--write]
CHECKOUTS holds a folder for each project's name, at the commit that questions.toml gives; projects that are not there are said and
skipped. "Named" counts the questions of which the map has an accepted answer: a name as a whole word, or the last part of a path.
"Found" counts those that somebody with the map alone answered right from what it shows, as questions.toml records.
"""

import argparse, re, statistics, subprocess, sys, tomllib
from pathlib import Path

from measured import table, write_section

HERE = Path(__file__).resolve().parent.parent
BUDGET = 4000
HEAD = f"""Ten questions a project ("where would I add X?", "what is the central type?"), written from the source and the documentation before
the map was looked at, on projects that no map was made on. Named: questions of which the map of {BUDGET:,} tokens has an accepted answer. Found: those
that somebody who had the map alone answered right from what it shows. Whoever answered may have known some of the projects; a name
that the map does not show never counts as found."""


def is_named(text: str, accepted: str) -> bool:
    """Whether an accepted answer stands in a map, which writes a path as folders within folders."""
    last = re.split(r"[/ ]|::", accepted.strip("/"))[-1].split(".")[-1 if "." not in accepted.rsplit("/", 1)[-1] else 0]
    return bool(last) and re.search(rf"(?<!\w){re.escape(last)}(?!\w)", text) is not None


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("checkouts", type=Path)
    arguments.add_argument("--spelunk", default="spelunk")
    arguments.add_argument("--only", nargs="*")
    arguments.add_argument("--missing", action="store_true", help="list the questions that the map does not answer")
    arguments.add_argument("--write", action="store_true", help="write the section of docs/measured.md")
    options = arguments.parse_args()
    rows, named, found = [], [], []
    for project in tomllib.loads((HERE / "benches/map/questions.toml").read_text())["project"]:
        if options.only and project["name"] not in options.only:
            continue
        root = options.checkouts / project["name"]
        if not root.is_dir():
            print(f"{project['name']:14} is not in {options.checkouts}", file=sys.stderr)
            continue
        command = [options.spelunk, "map", "--max-tokens", str(BUDGET)]
        text = subprocess.run(command, cwd=root, capture_output=True, text=True, check=True).stdout
        questions = project["question"]
        there = [question for question in questions if any(is_named(text, accepted) for accepted in question["accept"])]
        named.append(len(there))
        found.append(sum(question["told"] for question in questions))
        rows.append([project["name"], project["language"], str(len(questions)), str(named[-1]), str(found[-1])])
        print("  ".join(rows[-1]), flush=True)
        if options.missing:
            for question in questions:
                if question not in there:
                    print("   ", question["ask"], question["accept"])
    medians = f"Median: {statistics.median(named):g} named, {statistics.median(found):g} found; least {min(named)} and {min(found)}."
    body = "\n\n".join([HEAD, table(["project", "language", "questions", "named", "found"], rows), medians])
    print(body)
    if options.write:
        write_section("Questions answered by maps", "scripts/map_questions.py", body)


if __name__ == "__main__":
    main()
