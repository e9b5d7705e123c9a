#!/usr/bin/env python3
"""Times `grep` against `rg` printing the same lines, and `extract` of one symbol, in one run, and writes docs/measured.md.

Usage: scripts/grep_speed.py [--runs N] [--no-linux]
Needs a release build (`cargo build --release`), the corpora (`scripts/corpora.sh`, and `scripts/corpora.sh linux`) and rg.

A whole process each, files in the page cache, programs in turns; each figure is the least of its runs.
"""

from measured import table, write_section
from speed import CORPORA, SPELUNK, compare, options

PATTERNS = {
    "tokio": ["spawn_blocking", r"fn poll_\w+", "spawn"],
    "django": ["get_queryset", r"def \w+_sql\b", "filter"],
    "linux": ["kmalloc_array", r"EXPORT_SYMBOL_GPL\(usb_\w+\)", "mutex_lock"],
}

SYMBOLS = [
    ("tokio", "src/net/tcp/stream.rs#TcpStream.connect"),
    ("django", "django/db/models/query.py#QuerySet.filter"),
    ("rxjs", "src/internal/Observable.ts#Observable.subscribe"),
    ("libgit2", "src/libgit2/commit.c#git_commit_lookup"),
]


def main() -> None:
    chosen = options(__doc__)
    rows = []
    for corpus in [name for name in PATTERNS if name != "linux" or not chosen.no_linux]:
        for pattern in PATTERNS[corpus]:
            commands = {"spelunk": [str(SPELUNK), "grep", pattern], "rg": ["rg", "-n", pattern]}
            best = compare(commands, CORPORA / corpus, chosen.runs)
            (wall, cpu, memory), (rg_wall, rg_cpu, rg_memory) = best["spelunk"], best["rg"]
            rows.append([
                corpus, f"`{pattern}`", f"{wall:.2f}", f"{cpu:.2f}", f"{memory:.0f}", f"{rg_wall:.2f}", f"{wall / rg_wall:.1f}",
                f"{(wall - rg_wall) * 1000:.0f}", f"{memory / rg_memory:.1f}",
            ])
    extracts = []
    for corpus, target in SYMBOLS:
        wall, cpu, memory = compare({"spelunk": [str(SPELUNK), "extract", target]}, CORPORA / corpus, chosen.runs)["spelunk"]
        extracts.append([corpus, f"`{target}`", f"{wall * 1000:.0f}", f"{cpu * 1000:.0f}", f"{memory:.0f}"])
    head = ["tree", "pattern", "wall s", "CPU s", "peak MB", "rg: wall s", "wall ÷ rg", "ms more than rg", "memory ÷ rg"]
    body = "\n\n".join([
        "`spelunk grep PATTERN` with no ceiling, each line with the symbol around it, against `rg -n PATTERN`.",
        table(head, rows),
        "`spelunk extract FILE#SYMBOL`:",
        table(["tree", "target", "wall ms", "CPU ms", "peak MB"], extracts),
    ])
    write_section("Speed of grep and extract", "scripts/grep_speed.py", body)
    print(body)


if __name__ == "__main__":
    main()
