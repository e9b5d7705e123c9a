#!/usr/bin/env python3
"""Measures what spelunk adds to the time and memory of the language servers, and writes it to docs/measured.md.

Usage: scripts/server_speed.py [--corpus NAME]… [--spelunk PROGRAM] [--write]
Needs `cargo build --release`, the corpora (`scripts/corpora.sh`) and the servers (`scripts/servers.sh`).

The symbols are those of benches/servers/cases.jsonl, on a copy of each corpus. Everything is asked once, so that caches are
warm, and again after a change of some other file, so that no kept answer serves. What the server itself took is read from
the recorded traffic: the time during which it owed at least one reply. The difference is what spelunk adds.
"""

import argparse
import json
import pathlib
import re
import shutil
import statistics
import tempfile
import time

from conversations import Mcp
from measured import table, write_section
from server_cases import CORPORA
from server_truth import CASES, SERVERS, TARGET, TOOLS, programs, question, surroundings

LINE = re.compile(rb"^([0-9.]+) \S+ (->|<-) (.*)$")


class Traffic:
    """The recording of a session, read piece by piece."""

    def __init__(self, file: pathlib.Path):
        self.file, self.read = file, 0

    def busy(self) -> float:
        """Seconds, since the last look, during which the server owed a reply."""
        with self.file.open("rb") as recording:
            recording.seek(self.read)
            text = recording.read()
        end = text.rfind(b"\n") + 1
        self.read += end
        owed, since, total = set(), 0.0, 0.0
        for line in text[:end].splitlines():
            found = LINE.match(line)
            if not found:
                continue
            moment, is_ours = float(found[1]), found[2] == b"->"
            message = json.loads(found[3])
            if is_ours and "method" in message and "id" in message:
                since = since if owed else moment
                owed.add(message["id"])
            elif not is_ours and "method" not in message and message.get("id") in owed:
                owed.discard(message["id"])
                total += 0 if owed else moment - since
        return total


ENDINGS = {"rust-analyzer": ".rs", "pyright": ".py", "typescript": ".ts"}


def measure(corpus: str, spelunk: pathlib.Path, servers: dict) -> tuple[list[str], list[float], float]:
    """The row of the table; the seconds of each composed answer; the MB of spelunk itself."""
    cases = [case for case in map(json.loads, CASES.read_text().splitlines()) if case["corpus"] == corpus]
    asked = [(tool, question(case, tool, 120)) for case in cases for tool in TOOLS]
    with tempfile.TemporaryDirectory() as folder:
        root = pathlib.Path(folder).resolve() / corpus
        shutil.copytree(CORPORA / corpus, root)
        log = pathlib.Path(folder) / "traffic"
        client = Mcp(spelunk, root, {**surroundings(folder, servers), "SPELUNK_LSP_LOG": str(log)})
        traffic = Traffic(log)

        def change(name: str) -> None:
            (root / f"{name}{ENDINGS[SERVERS[corpus]]}").write_text("\n")
            client.call(*asked[0]).result(400)
            traffic.busy()

        cold = [client.call(*one).result(400) for one in asked]
        change("first")
        added, took, composed = [], [], []
        for one in asked:
            answer, seconds = client.call(*one).result(400)
            added.append(seconds - traffic.busy())
            took.append(seconds)
        composed = [seconds for answer, seconds in cold if answer["evidence"]["composed"] and seconds > 0.5]
        change("second")
        began = time.perf_counter()
        for future in [client.call(*one) for one in [*asked, *asked[:2]]]:
            future.result(400)
        all_at_once = time.perf_counter() - began
        busy = traffic.busy()
        memory = client.resident()
        client.close()
    milliseconds = lambda seconds: f"{1000 * seconds:.0f}"
    order = sorted(added)
    row = [
        corpus, SERVERS[corpus], f"{len(asked)}", milliseconds(statistics.median(took)), milliseconds(statistics.median(order)),
        milliseconds(order[int(0.9 * len(order))]), milliseconds(order[-1]), f"{all_at_once:.2f}", f"{busy:.2f}", f"{memory:.0f}",
    ]
    for (tool, arguments), extra, seconds in sorted(zip(asked, added, took), key=lambda one: -one[1])[:5]:
        print(f"{corpus} {tool} {arguments['symbol']}: {1000 * extra:.0f} ms of {1000 * seconds:.0f}", flush=True)
    return row, composed, memory


def at_the_start(corpus: str, spelunk: pathlib.Path, servers: dict) -> list[str]:
    """The row of the second table: how long answers take while the server starts, when no `wait` is given."""
    cases = [case for case in map(json.loads, CASES.read_text().splitlines()) if case["corpus"] == corpus]

    def asked(tool: str, case: dict) -> tuple[str, dict]:
        return tool, {name: value for name, value in question(case, tool, 0).items() if name not in ("wait", "maxResults")}

    def impact(case: dict) -> tuple[str, dict]:
        return "impact_analysis", {name: case[name if name != "symbol" else "name"] for name in ("symbol", "file", "line")}

    def session(ask) -> list[tuple[dict, float]]:
        with tempfile.TemporaryDirectory() as folder:
            client = Mcp(spelunk, (CORPORA / corpus).resolve(), surroundings(folder, servers))
            answers = ask(client)
            client.close()
        return answers

    graph = [asked(tool, case) for case in cases for tool in TOOLS]
    in_turn = session(lambda client: [client.call(*one).result(400) for one in graph])
    at_once = session(lambda client: [future.result(400) for future in [client.call(*one) for one in graph]])
    impacts = session(lambda client: [client.call(*impact(case)).result(400) for case in cases])

    def told(answers: list[tuple[dict, float]], limit: float) -> list[str]:
        seconds = sorted(took for _, took in answers)
        return [f"{statistics.median(seconds):.2f}", f"{seconds[-1]:.2f}", f"{sum(took > limit for took in seconds)}"]

    spoken = sum((answer.get("evidence") or {}).get("source") == "lsp" for answer, _ in in_turn)
    return [corpus, f"{len(graph)}", f"{spoken}", *told(in_turn, 2), *told(at_once, 2), *told(impacts, 5)]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--corpus", action="append", choices=list(SERVERS))
    parser.add_argument("--spelunk", type=pathlib.Path, default=TARGET / "release" / "spelunk")
    parser.add_argument("--write", action="store_true")
    options = parser.parse_args()
    servers = programs()
    rows, starts = [], []
    for corpus in options.corpus or SERVERS:
        starts.append(at_the_start(corpus, options.spelunk, servers))
        row, composed, _ = measure(corpus, options.spelunk, servers)
        rows.append([*row, f"{statistics.median(composed):.1f} / {max(composed):.1f} ({len(composed)})" if composed else "–"])
    head = [
        "corpus", "server", "answers", "answer ms", "added ms", "added, 90 %", "added, most", "50 at once s", "of which the server s",
        "spelunk MB", "composed at first s, median / most",
    ]
    body = "\n\n".join([
        "Warm answers of the four graph tools, one after the other, and the time that spelunk adds to what the server took for them (median, 90th percentile, most); 50 questions at once; the memory of spelunk itself after that, without the servers; and the first answers that had to be composed and took more than half a second.",
        table(head, rows),
        "Right after a start, with no `wait` given: seconds of the graph answers asked one after the other, of all of them asked at once, and of the impact of each symbol one after the other; how many took longer than two seconds (impact: five), and how many of the first came from the server.",
        table([
            "corpus", "answers", "from the server", "in turn, median s", "most s", "over 2 s", "at once, median s", "most s", "over 2 s",
            "impact, median s", "most s", "over 5 s",
        ], starts),
    ])
    print(body)
    if options.write:
        write_section("What spelunk adds to the language servers", "scripts/server_speed.py", body)


if __name__ == "__main__":
    main()
