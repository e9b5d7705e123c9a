#!/usr/bin/env python3
"""The projects on which the graph is measured that took no part in its making.

Usage: scripts/graph_unseen.py fetch [--held-out] [NAME]…   (default: those for development)
Prints `name<TAB>path` for each; needs git. Projects, their commits and the rule by which they were chosen stand in benches/graph/unseen.tsv.
"""

import argparse
import dataclasses
import hashlib
import os
import pathlib
import shutil
import subprocess

ROOT = pathlib.Path(__file__).resolve().parent.parent
CACHE = pathlib.Path(os.environ.get("XDG_CACHE_HOME", pathlib.Path.home() / ".cache"))
SOURCES = pathlib.Path(os.environ.get("SPELUNK_UNSEEN", CACHE / "spelunk-unseen"))
SEED = "spelunk unseen 1"


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
        for number, (_, name, repository, commit, parts) in enumerate(own):
            found.append(Project(language, name, repository, commit, tuple(parts.split()), held_out=number >= len(own) // 2))
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


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("command", choices=["fetch"])
    parser.add_argument("--held-out", action="store_true")
    parser.add_argument("names", nargs="*")
    options = parser.parse_args()
    for project in projects():
        if project.name in options.names or not options.names and project.held_out == options.held_out:
            print(f"{project.name}\t{tree(project)}")


main()
