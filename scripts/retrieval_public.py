#!/usr/bin/env python3
"""Measures `search` on the public retrieval benchmark of another project and writes the figures to docs/measured.md.

Usage: scripts/retrieval_public.py BENCHMARK CLONES [--misses] [--jobs N] [--no-write]
BENCHMARK holds that project's `benchmarks/repos.json` and `benchmarks/annotations/`; CLONES holds a clone of each repository, as
`owner+name/repo` or `name`. Only repositories whose names begin with n to z are asked, in languages that have a grammar; the
others are kept for checks. The benchmark is for measuring: no constant is chosen on it.
"""

import argparse
import collections
import concurrent.futures
import io
import json
import math
import pathlib
import re
import statistics
import subprocess
import sys
import tarfile
import tempfile
import time

from measured import table, write_section
from retrieval import tokens_of
from speed import SPELUNK, Server

# What the benchmark calls other than spelunk does.
LANGUAGES = {"bash": "shell"}
# Of the peer itself, as its repository reports them over all of its repositories.
PEER = {"symbol": 0.989, "architecture": 0.827, "semantic": 0.883}
CUTOFF = 10


def with_grammar() -> set[str]:
    """The languages of which spelunk knows the symbols."""
    listed = json.loads(subprocess.run([SPELUNK, "languages", "--json"], capture_output=True, text=True, check=True).stdout)
    return {language["id"] for language in listed if "symbols" in language["queries"]}


def clone_of(clones: pathlib.Path, repository: dict) -> pathlib.Path | None:
    owner = repository["url"].removeprefix("https://github.com/").removesuffix(".git").replace("/", "+")
    return next((path for path in (clones / owner / "repo", clones / repository["name"]) if path.exists()), None)


def checked_out(clone: pathlib.Path, repository: dict, to: pathlib.Path) -> bool:
    """Writes the files of the wanted revision, or of the newest one where that is not there; whether it is the wanted one."""
    # Packed test data is no text, and clones may lack large files.
    root = [repository.get("benchmark_root") or ".", ":(exclude)*.gz"]
    for revision in (repository["revision"], "HEAD"):
        archive = subprocess.run(["git", "-C", str(clone), "archive", revision, *root], capture_output=True, check=False)
        if archive.returncode == 0:
            break
    with tarfile.open(fileobj=io.BytesIO(archive.stdout)) as files:
        files.extractall(to, filter="data")
    return revision != "HEAD"


def ndcg(ranks: list[int | None], wanted: int) -> float:
    gain = sum(1 / math.log2(rank + 1) for rank in ranks if rank and rank <= CUTOFF)
    ideal = sum(1 / math.log2(place + 2) for place in range(min(CUTOFF, wanted)))
    return gain / ideal if ideal else 0.0


def is_path(file: str, wanted: str) -> bool:
    return file == wanted or file.endswith("/" + wanted) or wanted.endswith("/" + file)


def covers(passage: tuple[str, int, int], target: dict) -> bool:
    file, first, last = passage
    if not is_path(file, target["path"]):
        return False
    start, end = target.get("start_line"), target.get("end_line")
    return start is None or end is None or not (last < start or first > end)


def ask(server: Server, query: str) -> tuple[list[tuple[str, int, int]], str, float]:
    """The passages of an answer, best first; the answer as a model reads it; and the seconds that took."""

    def call(arguments: dict) -> str:
        return server.request("tools/call", {"name": "search", "arguments": {"query": query, **arguments}})["result"]["content"][0]["text"]

    query = re.sub(r'["()+!]|(?<!\w)-|:(?=\s|$)', " ", query)
    found = json.loads(call({"format": "json", "maxTokens": 60000}))
    start = time.perf_counter()
    answer = call({})
    seconds = time.perf_counter() - start
    passages = [(result["file"], *result["lines"]) for result in found.get("results", [])]
    passages += [(brief["file"], brief["line"], brief["end_line"]) for brief in found.get("more", [])]
    return passages, answer, seconds


def targets(task: dict) -> list[dict]:
    return [{"path": target} if isinstance(target, str) else target for target in task["relevant"] + task.get("secondary", [])]


def place(things: list, matches) -> int | None:
    return next((number for number, thing in enumerate(things, 1) if matches(thing)), None)


class Figures:
    def __init__(self):
        self.by_file, self.by_passage, self.tokens, self.seconds = [], [], [], []

    def add(self, more: "Figures") -> None:
        self.by_file += more.by_file
        self.by_passage += more.by_passage
        self.tokens += more.tokens
        self.seconds += more.seconds

    def row(self) -> list[str]:
        mean = statistics.mean
        seconds = f"{mean(self.seconds):.3f}" if self.seconds else "–"
        return [str(len(self.by_file)), f"{mean(self.by_file):.3f}", f"{mean(self.by_passage):.3f}", f"{mean(self.tokens):.0f}", seconds]


class Asked:
    """What asking about one repository gave: figures by key, and whether it was at the wanted revision."""

    def __init__(self, name: str):
        self.name, self.is_wanted, self.figures = name, True, collections.defaultdict(Figures)


def measure(tasks: list[dict], clone: pathlib.Path, repository: dict, misses: bool) -> Asked:
    name, language = repository["name"], repository["language"]
    asked = Asked(name)
    with tempfile.TemporaryDirectory() as directory:
        asked.is_wanted = checked_out(clone, repository, pathlib.Path(directory))
        server = Server(pathlib.Path(directory, repository.get("benchmark_root") or "."))
        for task in tasks:
            passages, answer, seconds = ask(server, task["query"])
            wanted = targets(task)
            files = list(dict.fromkeys(file for file, _, _ in passages))
            file_ranks = [place(files, lambda file, target=target: is_path(file, target["path"])) for target in wanted]
            ranks = [place(passages, lambda passage, target=target: covers(passage, target)) for target in wanted]
            category = task.get("category") or "semantic"
            for key in (("language", language), ("category", category), ("repository", name), ("all", "all")):
                asked.figures[key].by_file.append(ndcg(file_ranks, len(wanted)))
                asked.figures[key].by_passage.append(ndcg(ranks, len(wanted)))
                asked.figures[key].tokens.append(tokens_of(answer))
                asked.figures[key].seconds.append(seconds)
            if misses and file_ranks[0] != 1:
                print(f"{file_ranks} {name} {category}: {task['query']!r} → {[target['path'] for target in wanted]} (got {files[:4]})")
        server.close()
    return asked


def run(benchmark: pathlib.Path, clones: pathlib.Path, misses: bool, jobs: int) -> tuple[dict, list[str], list[str]]:
    absent, known, wanted = [], with_grammar(), []
    for repository in json.loads((benchmark / "benchmarks/repos.json").read_text()):
        if repository["name"][0] < "n" or LANGUAGES.get(repository["language"], repository["language"]) not in known:
            continue
        clone = clone_of(clones, repository)
        if clone is None:
            absent.append(repository["name"])
        else:
            tasks = json.loads((benchmark / f"benchmarks/annotations/{repository['name']}.json").read_text())
            wanted.append((tasks, clone, repository, misses))
    return *ask_all(wanted, jobs), absent


def ask_all(wanted: list[tuple], jobs: int) -> tuple[dict, list[str]]:
    """The figures of some repositories by key, and those that were not at the wanted revision."""
    figures, other = collections.defaultdict(Figures), []
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        for asked in pool.map(lambda one: measure(*one), wanted):
            print(f"{asked.name}: {' '.join(asked.figures['all', 'all'].row())}", file=sys.stderr, flush=True)
            other += [] if asked.is_wanted else [asked.name]
            for key, more in asked.figures.items():
                figures[key].add(more)
    return figures, other


def notes(other: list[str], absent: list[str]) -> str:
    """What was measured, and which repositories were at another commit or missing."""
    told = [f"{subprocess.run([SPELUNK, '--version'], capture_output=True, text=True, check=True).stdout.strip()}."]
    told += [f"At the newest commit that was at hand, not the wanted one: {', '.join(other)}."] if other else []
    told += [f"Not at hand: {', '.join(absent)}."] if absent else []
    return " ".join(told)


HEAD = ["what", "queries", "NDCG@10 by file", "by passage", "tokens of an answer", "seconds a query"]


def rows(figures: dict, jobs: int) -> list[list[str]]:
    if jobs > 1:
        # Beside each other, queries take longer than one alone would.
        for figure in figures.values():
            figure.seconds.clear()
    return [[f"{kind}: {what}" if kind != "all" else "all", *figures[kind, what].row()] for kind, what in sorted(figures)]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("benchmark", type=pathlib.Path)
    parser.add_argument("clones", type=pathlib.Path)
    parser.add_argument("--misses", action="store_true", help="list the queries whose first file is not the wanted one")
    parser.add_argument("--jobs", type=int, default=1, help="repositories asked at the same time")
    parser.add_argument("--no-write", action="store_true")
    options = parser.parse_args()
    figures, other, absent = run(options.benchmark, options.clones, options.misses, options.jobs)
    of_peer = {f"category: {category}": f"{figure:.3f}" for category, figure in PEER.items()}
    body_rows = [[*row, of_peer.get(row[0], "–")] for row in rows(figures, options.jobs)]
    body = "\n\n".join([
        "The queries of MinishLab/semble's benchmark over its repositories from n to z in languages with a grammar, each searched in the directory that "
        "the benchmark names. A file counts at its first result; a passage is a result, whose lines must overlap the wanted ones where those are given. "
        "No constant was chosen on it; that its queries for symbols had become worse led to one rule (words around a name do not rank it). The peer's own figures by category are over all of its repositories (by file: .875 over those that were measured here before).",
        table([*HEAD, "the peer"], body_rows),
        notes(other, absent),
    ])
    if not options.no_write:
        write_section("Retrieval on a public benchmark", "scripts/retrieval_public.py", body)
    print(body)


if __name__ == "__main__":
    main()
