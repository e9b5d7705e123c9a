#!/usr/bin/env python3
"""Runs the retrieval benchmark of benches/retrieval and writes its figures to docs/measured.md.

Usage: scripts/retrieval.py [--half tuning|held-out] [--misses] [--jobs N] [--no-write] [--cases FILE]... [--ranks FILE] [--against FILE]
Needs a release build (`cargo build --release`) and the corpora (`scripts/corpora.sh`, and `scripts/corpora.sh axum`).
"""

import argparse
import ast
import collections
import concurrent.futures
import json
import math
import pathlib
import re
import statistics
import subprocess
import tempfile

from measured import table, write_section
from retrieval_cases import CORPORA, SOURCES, files
from speed import SPELUNK, Server
from tokens import Counter

BENCH = pathlib.Path(__file__).resolve().parent.parent / "benches" / "retrieval"


def without_documentation(language: str, text: str) -> str:
    """The text with its documentation comments blanked, so that every line keeps its number."""
    lines = text.split("\n")
    if language == "python":
        try:
            tree = ast.parse(text)
        except SyntaxError:
            return text
        for node in ast.walk(tree):
            if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)) and ast.get_docstring(node) is not None:
                first, last = node.body[0].lineno - 1, node.body[0].end_lineno
                if lines[first].lstrip().startswith(("def ", "class ")):
                    continue
                indent = len(lines[first]) - len(lines[first].lstrip())
                lines[first:last] = [" " * indent + "pass"] + [""] * (last - first - 1)
        return "\n".join(lines)
    if language == "rust":
        lines = ["" if re.match(r"\s*(///|//!|#!?\[doc\s*=)", line) else line for line in lines]
    text = "\n".join(lines)
    return re.sub(r"/\*\*.*?\*/", lambda block: "\n" * block[0].count("\n"), text, flags=re.S)


def stripped(corpus: str, to: pathlib.Path) -> pathlib.Path:
    language = SOURCES[corpus][0]
    directory = to / corpus
    for file, text in files(corpus):
        path = directory / file
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(without_documentation(language, text), encoding="utf-8")
    return directory


def ask(server: Server, query: str) -> tuple[list[list[dict]], str]:
    """The definitions of an answer in order, each with all its forms, and the answer as a model reads it."""

    def call(arguments: dict) -> str:
        reply = server.request("tools/call", {"name": "search", "arguments": {"query": query, **arguments}})["result"]
        return reply["content"][0]["text"]

    # What the query language means by these marks is not what a sentence means by them.
    query = re.sub(r'["()+!]|(?<!\w)-|:(?=\s|$)', " ", query)
    query = re.sub(r"\b(AND|OR|NOT)\b", lambda word: word[0].lower(), query)
    answer = json.loads(call({"format": "json", "maxTokens": 60000}))
    found = []
    for result in answer["results"]:
        members = [{**member, "lines": [member["line"]] * 2} for member in result.get("members", []) if member["line"] != result["line"]]
        # A type that is only the frame of its members has the best member's score, and stands behind it.
        is_frame = bool(members) and members[0]["score"] == result["score"]
        found += [*members, result] if is_frame else [result, *members]
    found += [{**brief, "lines": [brief["line"]] * 2} for brief in answer.get("more", [])]
    found.sort(key=lambda definition: -definition["score"])
    # Overloads and other forms of one definition are one definition; the best of them stands for it.
    forms = collections.defaultdict(list)
    for definition in found:
        forms[definition["file"], definition["symbol"] or definition["line"]].append(definition)
    return list(forms.values()), call({})


def tokens_of(answer: str) -> int:
    return int(re.sub(r"\D", "", answer.rsplit("·", 1)[1]))


def tokens_before(counter: Counter, answer: str, file: str, name: str, line: int | None) -> float:
    """The tokens that a model has read when it has read the line of the answer that names a definition; infinite where none does."""
    here, read = "", []
    for text in answer.split("\n"):
        read.append(text)
        if heading := re.fullmatch(r"(\S+?)(?::(\d+)(?:-(\d+))?( .*)?)?", text):
            here, start = heading[1], heading[2]
            first, last, says = int(start or 0), int(heading[3] or start or 0), heading[4] or ""
        elif row := re.fullmatch(r"  (\d+) (.*)", text):
            first = last = int(row[1])
            says = row[2]
        else:
            continue
        is_there = line is None or first <= line <= last or file.endswith(".ts")
        if here == file and first and is_there and re.search(rf"(?<!\w){re.escape(name)}(?!\w)", says):
            return counter.count("\n".join(read))
    return math.inf


def rank(found: list[list[dict]], file: str, name: str, line: int | None) -> int | None:
    for place, forms in enumerate(found, 1):
        for form in forms:
            if form["file"] != file or form["name"] != name:
                continue
            if line is None or form["line"] == line or form["lines"][0] <= line <= form["lines"][1] or file.endswith(".ts"):
                return place
    return None


class Figures:
    def __init__(self):
        self.ranks, self.tokens, self.before = [], [], []

    def add(self, rank: int | None, tokens: int, before: float) -> None:
        self.ranks.append(rank)
        self.tokens.append(tokens)
        self.before.append(before)

    def extend(self, more: "Figures") -> None:
        self.ranks += more.ranks
        self.tokens += more.tokens
        self.before += more.before

    def row(self) -> list[str]:
        number = len(self.ranks)
        share = lambda most: f"{100 * sum(1 for rank in self.ranks if rank and rank <= most) / number:.0f} %"
        mrr = sum(1 / rank for rank in self.ranks if rank) / number
        median = statistics.median_low(self.before)
        # What ranks among the first ten must be in the answer.
        lost = sum(1 for rank, before in zip(self.ranks, self.before) if rank and rank <= 10 and before == math.inf)
        return [
            str(number), share(1), share(3), share(10), f"{mrr:.2f}", f"{statistics.mean(self.tokens):.0f}",
            f"{median:.0f}" if median < math.inf else "–", str(lost),
        ]


def ask_corpus(corpus: str, cases: list[dict], misses: bool) -> tuple[dict, dict]:
    """The figures of a corpus by kind and half, and the rank of each case."""
    figures, ranks = collections.defaultdict(Figures), {}
    counter = Counter()
    with tempfile.TemporaryDirectory() as directory:
        with_text = [(stripped(corpus, pathlib.Path(directory)), cases, "")]
        manual = [case for case in cases if case["kind"] == "manual"]
        if manual:
            with_text.append((CORPORA / corpus / SOURCES[corpus][1][0], manual, ", documentation searched too"))
        for root, asked, suffix in with_text:
            server = Server(root)
            for case in asked:
                found, answer = ask(server, case["query"])
                file = case["file"].removeprefix(SOURCES[corpus][1][0] + "/") if suffix else case["file"]
                place = rank(found, file, case["name"], case["line"])
                before = tokens_before(counter, answer, file, case["name"], case["line"])
                what = {"documentation": f"documentation, {case['language']}"}.get(case["kind"], case["kind"]) + suffix
                for key in [(what, case["half"])] + ([("all", case["half"])] if not suffix else []):
                    figures[key].add(place, tokens_of(answer), before)
                ranks[f"{what}: {corpus} {case['file']}#{case['name']}: {case['query']}"] = place
                if misses and place != 1:
                    best = ", ".join(f"{forms[0]['name']}" for forms in found[:4])
                    print(f"{place} {corpus} {case['kind']}{suffix}: {case['query']!r} → {case['file']}#{case['name']} (got {best})")
            server.close()
    counter.close()
    return figures, ranks


def run_cases(half: str | None, misses: bool, jobs: int, further: list[pathlib.Path]) -> tuple[dict, dict]:
    cases = [json.loads(line) for file in (BENCH / "cases.jsonl", *further) for line in file.read_text().splitlines()]
    cases = [case for case in cases if half in (None, case["half"])]
    figures, ranks = collections.defaultdict(Figures), {}
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        for of_corpus, placed in pool.map(lambda corpus: ask_corpus(corpus, [case for case in cases if case["corpus"] == corpus], misses), SOURCES):
            for key, more in of_corpus.items():
                figures[key].extend(more)
            ranks |= placed
    return figures, ranks


def compared(now: dict[str, int | None], before: dict[str, int | None]) -> str:
    """How the ranks differ from earlier ones of the same cases, with the standard error of the paired differences."""
    value = lambda rank: 1 / rank if rank else 0
    changes = [value(now[case]) - value(before[case]) for case in now if case in before]
    error = statistics.pstdev(changes) / math.sqrt(len(changes))
    better, worse = sum(change > 0 for change in changes), sum(change < 0 for change in changes)
    return f"{len(changes)} cases: mean of 1/rank {statistics.mean(changes):+.4f}, standard error {error:.4f}, {better} better, {worse} worse"


def run_questions(counter: Counter, misses: bool) -> dict:
    figures = collections.defaultdict(Figures)
    servers = {}
    for line in (BENCH / "questions.jsonl").read_text().splitlines():
        question = json.loads(line)
        corpus = question["corpus"]
        servers.setdefault(corpus, None)
        servers[corpus] = servers[corpus] or Server(CORPORA / corpus)
        found, answer = ask(servers[corpus], question["query"])
        places = [rank(found, *expected.split("#"), None) for expected in question["expected"]]
        place = min((place for place in places if place), default=None)
        before = min(tokens_before(counter, answer, *expected.split("#"), None) for expected in question["expected"])
        figures["gin and axum" if question.get("unopened") else "tokio, Django, rxjs, cargo, flask"].add(place, tokens_of(answer), before)
        if misses and (place is None or place > 3) and not question.get("unopened"):
            best = ", ".join(f"{forms[0]['file'].rsplit('/')[-1]}#{forms[0]['name']}" for forms in found[:4])
            print(f"{place} {corpus}: {question['query']!r} → {question['expected']} (got {best})")
    for server in servers.values():
        server.close()
    return figures


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--half", choices=["tuning", "held-out"])
    parser.add_argument("--misses", action="store_true", help="list what was not found first")
    parser.add_argument("--jobs", type=int, default=1, help="projects asked at the same time")
    parser.add_argument("--no-write", action="store_true")
    parser.add_argument("--cases", type=pathlib.Path, action="append", default=[], help="ask these cases too (retrieval_cases.py --further)")
    parser.add_argument("--ranks", type=pathlib.Path, help="write the rank of each case to this file")
    parser.add_argument("--against", type=pathlib.Path, help="tell how the ranks differ from those in this file")
    options = parser.parse_args()
    figures, ranks = run_cases(options.half, options.misses, options.jobs, options.cases)
    if options.ranks:
        options.ranks.write_text(json.dumps(ranks, ensure_ascii=False, indent=0), encoding="utf-8")
    if options.against:
        print(compared(ranks, json.loads(options.against.read_text(encoding="utf-8"))) + "\n")
    counter = Counter()
    questions = run_questions(counter, options.misses)
    counter.close()
    order = {"all": "~"}
    rows = [[what, half, *figures[what, half].row()] for what, half in sorted(figures, key=lambda key: (key[1], order.get(key[0], key[0])))]
    head = ["cases", "half", "number", "first", "in first three", "in first ten", "MRR", "tokens per answer", "tokens up to the right one, median", "in the first ten and not named"]
    version = subprocess.run([SPELUNK, "--version"], capture_output=True, text=True).stdout.strip()
    body = "\n\n".join([
        "Does `search` find the definition that a sentence describes? How cases are drawn and judged is in benches/retrieval/README.md. "
        "Documentation is taken out of the text that is searched, but where the row says otherwise. Constants were chosen on the half `tuning` alone.",
        table(head, rows),
        "Questions, asked of the projects as they are:",
        table(["projects", *head[2:]], [[what, *questions[what].row()] for what in sorted(questions)]),
        f"{version}.",
    ])
    if not options.no_write and options.half is None and not options.cases:
        write_section("Retrieval", "scripts/retrieval.py", body)
    print(body)


if __name__ == "__main__":
    main()
