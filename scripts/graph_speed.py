#!/usr/bin/env python3
"""Times the graph without a server against `rg -w NAME` on the same trees in one run, and writes docs/measured.md.

Usage: scripts/graph_speed.py [--runs N] [--no-linux]
Needs a release build (`cargo build --release`), the corpora (`scripts/corpora.sh`, and `scripts/corpora.sh linux`) and rg.

A whole process each, files in the page cache, programs in turns; each figure is the least of its runs. Among the names is one of the
commonest of each tree, for which the work is bounded.
"""

from measured import table, write_section
from speed import CORPORA, SPELUNK, Server, compare, options

NAMES = {
    "tokio": ["spawn_blocking", "AsyncRead", "new"],
    "rxjs": ["switchMap", "Observable", "next"],
    "django": ["force_str", "QuerySet", "get"],
    "linux": ["i2c_smbus_read_byte_data", "kmalloc_array", "kfree_skb", "init"],
}


def main() -> None:
    chosen = options(__doc__)
    rows = []
    for corpus in [name for name in NAMES if name != "linux" or not chosen.no_linux]:
        runs = 2 if corpus == "linux" else chosen.runs
        for name in NAMES[corpus]:
            commands = {question: [str(SPELUNK), question, name] for question in ("callers", "references")}
            commands["rg"] = ["rg", "-w", name]
            best = compare(commands, CORPORA / corpus, runs)
            server = Server(CORPORA / corpus)
            arguments = {"symbol": name, "wait": 0}
            server.timed("find_callers", arguments)
            warm = min(server.timed("find_callers", arguments) for _ in range(3))
            server.close()
            callers, references, rg = best["callers"], best["references"], best["rg"]
            rows.append([
                corpus, f"`{name}`", f"{callers[0] * 1000:.0f} ms", f"{references[0] * 1000:.0f} ms", f"{warm * 1000:.0f} ms", f"{callers[1]:.2f}",
                f"{callers[2]:.0f}", f"{rg[0] * 1000:.0f} ms", f"{callers[0] / rg[0]:.1f}", f"{callers[1] / max(rg[1], 0.001):.1f}",
            ])
    head = ["tree", "name", "callers", "references", "callers, warm", "CPU s", "peak MB", "`rg -w`", "callers ÷ rg", "CPU ÷ rg"]
    body = "`spelunk callers NAME` and `spelunk references NAME` as whole processes without a server; warm in `spelunk serve`.\n\n" + table(head, rows)
    write_section("Speed of the graph", "scripts/graph_speed.py", body)
    print(body)


if __name__ == "__main__":
    main()
