#!/usr/bin/env python3
"""Counts what a row of a graph answer costs, and writes the section of docs/measured.md.

Usage: scripts/row_tokens.py [--answers N] [--no-write]
Needs a release build (`cargo build --release`, or SPELUNK names another binary) and the corpora (`scripts/corpora.sh`).

The definitions are those of benches/graph/cases.jsonl, in turns of corpora and in the order of the file; for implementations
types of the same corpora, every tenth of the map, follow. Of each tool the first N answers count that have a row. Rows are the lines between the heading and the unresolved uses, the account or the footer; a token is
one of o200k_base, as spelunk counts the same text when it extracts it.
"""

import argparse
import itertools
import json
import pathlib
import re
import statistics

from measured import table, write_section
from speed import CORPORA, Server
from tokens import Counter

CASES = pathlib.Path(__file__).resolve().parent.parent / "benches" / "graph" / "cases.jsonl"
TOOLS = {"find_callers": "caller", "find_references": "reference", "find_implementations": "implementation", "find_callees": "callee"}
# What stands below it are occurrences that no rule explains, which are not among the results.
UNRESOLVED = "## Unresolved, perhaps it"
LIMITS = {"find_callers": 28, "find_references": 22, "find_implementations": 18}


def call(server: Server, tool: str, arguments: dict) -> str | None:
    """The text of an answer; `None` where a newer corpus has the definition on another line."""
    result = server.request("tools/call", {"name": tool, "arguments": arguments})["result"]
    return None if result.get("isError") else result["content"][0]["text"]


def rows(text: str, note: str | None) -> str:
    """The rows of an answer about one definition, with the titles between them."""
    body = itertools.dropwhile(lambda line: line, text.split("\n"))
    body = itertools.takewhile(lambda line: line != UNRESOLVED, body)
    told = [line for line in body if line and not line.startswith(("[", "accounted for: ")) and "occurrences of" not in line and "` as a string: " not in line and line not in (note or "")]
    return "\n".join(told)


def in_turns(cases: list[dict]) -> list[dict]:
    corpora = {}
    for case in cases:
        corpora.setdefault(case["corpus"], []).append(case)
    turns = itertools.zip_longest(*corpora.values())
    return [case for turn in turns for case in turn if case]


def types(corpus: str, server: Server) -> list[dict]:
    """Every tenth type of a corpus."""
    answer = json.loads(call(server, "map_code", {"path": ".", "format": "json", "maxTokens": 10_000_000}))
    found = []

    def visit(node: dict) -> None:
        for symbol in node.get("symbols", []):
            if symbol["kind"] in ("class", "interface", "trait"):
                found.append({"corpus": corpus, "name": symbol["name"], "file": node["path"], "line": symbol["line"]})
        for child in node.get("children", []):
            visit(child)

    for node in answer["tree"]:
        visit(node)
    return found[::10]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--answers", type=int, default=100)
    parser.add_argument("--no-write", action="store_true")
    options = parser.parse_args()
    cases = in_turns([json.loads(line) for line in CASES.read_text().splitlines()])
    servers = {}
    figures = []
    counter = Counter()
    for tool, noun in TOOLS.items():
        costs, whole, counts = [], [], []
        further = (case for corpus, server in list(servers.items()) for case in types(corpus, server))
        for case in itertools.chain(cases, further if tool == "find_implementations" else []):
            if len(costs) == options.answers:
                break
            servers[case["corpus"]] = servers.get(case["corpus"]) or Server(CORPORA / case["corpus"])
            arguments = {"symbol": case["name"], "file": case["file"], "line": case["line"], "wait": 0}
            answer = call(servers[case["corpus"]], tool, {**arguments, "format": "json", "maxTokens": 60000})
            value = json.loads(answer or "{}")
            number = value["summary"]["count"] if value.get("target") else 0
            if not number:
                continue
            text = call(servers[case["corpus"]], tool, {**arguments, "maxTokens": 60000})
            costs.append(counter.count(rows(text, value["evidence"]["note"])) / number)
            whole.append(int(re.sub(r"\D", "", text.rsplit("·", 1)[1])))
            counts.append(number)
        limit = LIMITS.get(tool)
        quartiles = statistics.quantiles(costs, n=4)
        figures.append([
            noun, str(len(costs)), f"{statistics.median(counts):.0f}", f"{statistics.median(costs):.1f}", f"{quartiles[0]:.1f} to {quartiles[2]:.1f}",
            str(limit or "–"), f"{statistics.median(whole):.0f}",
        ])
    counter.close()
    for server in servers.values():
        server.close()
    head = ["row", "answers", "rows, median", "tokens a row, median", "middle half", "goal", "tokens of an answer, median"]
    body = (
        "Tokens of the rows of an answer over their number: path, line, enclosing symbol and the text of the use, without heading, account and footer. "
        "Answers come from syntax, each about one definition.\n\n" + table(head, figures)
    )
    if not options.no_write:
        write_section("What a row costs", "scripts/row_tokens.py", body)
    print(body)


if __name__ == "__main__":
    main()
