#!/usr/bin/env python3
"""Measures `search` on the tuning cases whose answer is a file and writes the figures to docs/measured.md.

Usage: scripts/retrieval_files.py CLONES [--half tuning|held-out] [--misses] [--jobs N] [--no-write] [--ranks FILE] [--against FILE]
CLONES holds a clone of each project of benches/retrieval/projects.tsv, as `owner+name/repo` or `name`. Constants are chosen on the
half `tuning`, which is asked by default, so that its figures say how well the ranking fits, not how good it is.
"""

import argparse
import collections
import json
import math
import pathlib
import statistics

from measured import table, write_section
from retrieval import BENCH
from retrieval_public import HEAD, ask_all, clone_of, notes, rows


def projects() -> list[dict]:
    lines = (BENCH / "projects.tsv").read_text().splitlines()
    keys = lines[0].split("\t")
    return [dict(zip(keys, line.split("\t"))) for line in lines[1:]]


def compared(now: dict[str, float], before: dict[str, float]) -> str:
    """How the figures of the queries differ from earlier ones, with the standard error of the paired differences."""
    changes = [now[query] - before[query] for query in now if query in before]
    error = statistics.pstdev(changes) / math.sqrt(len(changes))
    better, worse = sum(change > 0 for change in changes), sum(change < 0 for change in changes)
    return f"{len(changes)} queries: NDCG@10 by file {statistics.mean(changes):+.4f}, standard error {error:.4f}, {better} better, {worse} worse"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("clones", type=pathlib.Path)
    parser.add_argument("--half", choices=["tuning", "held-out"], default="tuning")
    parser.add_argument("--misses", action="store_true", help="list the queries whose first file is not the wanted one")
    parser.add_argument("--jobs", type=int, default=1, help="projects asked at the same time")
    parser.add_argument("--no-write", action="store_true")
    parser.add_argument("--ranks", type=pathlib.Path, help="write the figure of each query to this file")
    parser.add_argument("--against", type=pathlib.Path, help="tell how the figures differ from those in this file")
    options = parser.parse_args()
    tasks = collections.defaultdict(list)
    for line in (BENCH / "files.jsonl").read_text().splitlines():
        case = json.loads(line)
        if case.get("half", "tuning") != options.half:
            continue
        tasks[case["project"]].append({"query": case["query"], "category": case["category"], "relevant": case["files"]})
    wanted, absent = [], []
    for project in projects():
        clone = clone_of(options.clones, project)
        if clone is None:
            absent.append(project["name"])
        elif tasks[project["name"]]:
            wanted.append((tasks[project["name"]], clone, project, options.misses))
    figures, other = ask_all(wanted, options.jobs)
    queries = [f"{project['name']}: {task['query']}" for asked, _, project, _ in wanted for task in asked]
    by_query = dict(zip(queries, figures["all", "all"].by_file, strict=True))
    if options.ranks:
        options.ranks.write_text(json.dumps(by_query, ensure_ascii=False, indent=0), encoding="utf-8")
    if options.against:
        print(compared(by_query, json.loads(options.against.read_text(encoding="utf-8"))) + "\n")
    body = "\n\n".join([
        f"The cases of benches/retrieval whose answer is a file, half `{options.half}`. A file counts at its first result, a passage is a result. "
        "Constants were chosen on the half `tuning`.",
        table(HEAD, rows(figures, options.jobs)),
        notes(other, absent),
    ])
    if not options.no_write and options.half == "tuning":
        write_section("Retrieval on tuning cases", "scripts/retrieval_files.py", body)
    print(body)


if __name__ == "__main__":
    main()
