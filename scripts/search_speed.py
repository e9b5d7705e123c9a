#!/usr/bin/env python3
"""Times `spelunk search` as a whole process and in a running server, and writes the figures to docs/measured.md.

Usage: scripts/search_speed.py [--runs N] [--no-linux]
Needs what scripts/speed.py needs. Where `probe` is on PATH, or PROBE names it, the same queries are given to it in the same run.
"""

import os
import shutil

from measured import table, write_section
from speed import CORPORA, SPELUNK, Server, compare, options

QUERIES = {
    "tokio": ["JoinHandle", "blocking pool", "semaphore AND permit NOT test"],
    "django": ["QuerySet", "session cookie", "migration AND state NOT test"],
    "linux": ["tcp_congestion_ops", "congestion window", "congestion AND window NOT test"],
}
PROBE = os.environ.get("PROBE") or shutil.which("probe")


def rows(corpora: list[str], runs: int) -> list[list[str]]:
    rows = []
    for corpus in corpora:
        directory = CORPORA / corpus
        server = Server(directory)
        for query in QUERIES[corpus]:
            commands = {"spelunk": [str(SPELUNK), "search", query], "rg": ["rg", "-i", query.split()[0], "-c"]}
            if PROBE:
                commands["probe"] = [PROBE, "search", query, ".", "--max-tokens", "8000"]
            best = compare(commands, directory, 1 if corpus == "linux" else runs)
            # The first call keeps what the files say; it is done when later calls have become fast.
            times = [server.timed("search", {"query": query}) for _ in range(3 if corpus == "linux" else 12)]
            wall, cpu, memory = best["spelunk"]
            against = f"{cpu / best['probe'][1]:.2f}" if "probe" in best else "–"
            rows.append([
                corpus, f"`{query}`", f"{wall:.2f}", f"{cpu:.2f}", f"{memory:.0f}", f"{min(times) * 1000:.0f} ms", f"{wall / best['rg'][0]:.1f}", against,
            ])
        server.close()
    return rows


def main() -> None:
    chosen = options(__doc__)
    corpora = ["tokio", "django"] + ([] if chosen.no_linux else ["linux"])
    head = ["tree", "query", "wall s", "CPU s", "peak MB", "warm", "wall ÷ rg for the first word", "CPU ÷ probe"]
    body = "\n\n".join([
        "`spelunk search QUERY` as a whole process, with files in the page cache, and the same call in a running server.",
        table(head, rows(corpora, chosen.runs)),
    ])
    write_section("Speed of search", "scripts/search_speed.py", body)
    print(body)


if __name__ == "__main__":
    main()
