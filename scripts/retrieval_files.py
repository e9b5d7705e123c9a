#!/usr/bin/env python3
"""Measures `search` on the tuning cases whose answer is a file and writes the figures to docs/measured.md.

Usage: scripts/retrieval_files.py CLONES [--misses] [--jobs N] [--no-write]
CLONES holds a clone of each project of benches/retrieval/projects.tsv, as `owner+name/repo` or `name`. Constants are chosen on these
cases, so that their figures say how well the ranking fits, not how good it is.
"""

import argparse
import collections
import json
import pathlib

from measured import table, write_section
from retrieval import BENCH
from retrieval_public import HEAD, ask_all, clone_of, notes, rows


def projects() -> list[dict]:
    lines = (BENCH / "projects.tsv").read_text().splitlines()
    keys = lines[0].split("\t")
    return [dict(zip(keys, line.split("\t"))) for line in lines[1:]]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("clones", type=pathlib.Path)
    parser.add_argument("--misses", action="store_true", help="list the queries whose first file is not the wanted one")
    parser.add_argument("--jobs", type=int, default=1, help="projects asked at the same time")
    parser.add_argument("--no-write", action="store_true")
    options = parser.parse_args()
    tasks = collections.defaultdict(list)
    for line in (BENCH / "files.jsonl").read_text().splitlines():
        case = json.loads(line)
        tasks[case["project"]].append({"query": case["query"], "category": case["category"], "relevant": case["files"]})
    wanted, absent = [], []
    for project in projects():
        clone = clone_of(options.clones, project)
        if clone is None:
            absent.append(project["name"])
        else:
            wanted.append((tasks[project["name"]], clone, project, options.misses))
    figures, other = ask_all(wanted, options.jobs)
    body = "\n\n".join([
        "The tuning cases of benches/retrieval whose answer is a file. A file counts at its first result, a passage is a result. Constants were chosen on "
        "these cases.",
        table(HEAD, rows(figures, options.jobs)),
        notes(other, absent),
    ])
    if not options.no_write:
        write_section("Retrieval on tuning cases", "scripts/retrieval_files.py", body)
    print(body)


if __name__ == "__main__":
    main()
