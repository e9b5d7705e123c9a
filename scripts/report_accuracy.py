#!/usr/bin/env python3
"""Compares the module reports of twenty files with what independent readers find in those files: five each of tokio and
cargo (syn), Django (Python's ast) and rxjs (the TypeScript compiler). Writes docs/measured.md.

The files are drawn by a rule: of the source files of 100 to 1,000 lines that are no tests, sorted by path, five by Python's
random.Random("spelunk report CORPUS"). Compared are the names of the symbols with what they are members of, their first and last
lines, whether they are exported, and what is imported from which module.

Usage: scripts/report_accuracy.py [CORPUS]…  (default: tokio django rxjs cargo)
Needs what scripts/agreement.py needs. Ends with status 1 when more than one fact in a hundred differs.
"""

import collections
import json
import os
import pathlib
import random
import subprocess
import sys

from agreement import CORPORA, READERS, ROOT, spelunk, typescript
from measured import table, write_section

# Per corpus: the folder of its source, the ending of its files, the reader.
CORPUS = {
    "tokio": ("src", ".rs", "syn"),
    "django": ("django", ".py", "python"),
    "rxjs": ("src", ".ts", "typescript"),
    "cargo": ("src", ".rs", "syn"),
}
EACH = 5
MAX_DIFFERENCE = 0.01
READS = "syn_reader::report::reads_for_reports_the_files_named_on_standard_input"


def drawn(corpus: str) -> list[str]:
    folder, ending, _ = CORPUS[corpus]
    root = CORPORA / corpus
    fit = []
    for path in sorted((root / folder).rglob(f"*{ending}")):
        relative = path.relative_to(root).as_posix()
        is_test = any("test" in part or "spec" in part for part in relative.lower().split("/"))
        if not is_test and 100 <= len(path.read_bytes().splitlines()) <= 1000:
            fit.append(relative)
    return sorted(random.Random(f"spelunk report {corpus}").sample(fit, EACH))


def read(corpus: str, paths: list[str]) -> dict[str, dict]:
    """What the independent reader finds in the files."""
    reader = CORPUS[corpus][2]
    if reader == "python":
        command = [sys.executable, ROOT / "scripts/readers/python_report.py"]
    elif reader == "typescript":
        command = ["node", ROOT / "scripts/readers/typescript_report.mjs", typescript()]
    else:
        command = ["cargo", "test", "--quiet", "--test", "it", READS, "--", "--nocapture"]
    absolute = "\n".join(str(CORPORA / corpus / path) for path in paths)
    environment = {**os.environ, "SPELUNK_SYN_READER": "1"}
    output = subprocess.run(command, cwd=ROOT, input=absolute, capture_output=True, text=True, check=True, env=environment).stdout
    answers = [json.loads(line) for line in output.splitlines() if line.startswith("{")]
    return {os.path.relpath(answer["path"], CORPORA / corpus): answer for answer in answers}


def run(corpus: str, *arguments: str) -> str:
    return subprocess.run([spelunk(), *arguments], cwd=CORPORA / corpus, capture_output=True, text=True, check=True).stdout


def reported(corpus: str, path: str) -> dict:
    return json.loads(run(corpus, "report", path, "--json", "--max-tokens", "unlimited"))


def tokens_of_text(corpus: str, path: str) -> int:
    last = run(corpus, "report", path).splitlines()[-1]
    return int(last.split(" · ")[-1].split(" tokens")[0].replace(",", ""))


def tokens_of_file(corpus: str, path: str) -> int:
    answer = json.loads(run(corpus, "extract", path, "--json", "--max-tokens", "unlimited"))
    return answer["summary"]["total_tokens"]


def facts_of_report(report: dict) -> dict[str, collections.Counter]:
    symbols = report["api"] + report["internal"]
    imports = report["imports"]["external"] + report["imports"]["internal"]
    taken = collections.Counter()
    for row in imports:
        taken.update((row["module"], name["name"]) for name in row["names"])
        if row["wildcard"]:
            taken[row["module"], "*"] += 1
        if not row["names"] and not row["wildcard"]:
            taken[row["module"], ""] += 1
    keys = [(symbol["container"] or "", symbol["name"], symbol["startLine"]) for symbol in symbols]
    return {
        "name": collections.Counter((container, name) for container, name, _ in keys),
        "range": collections.Counter((*key, symbol["endLine"]) for key, symbol in zip(keys, symbols)),
        "exported": collections.Counter((*key, symbol["exported"]) for key, symbol in zip(keys, symbols)),
        "import": taken + collections.Counter(("mod", module["name"]) for module in report["imports"]["modules"]),
    }


def facts_of_reader(answer: dict) -> dict[str, collections.Counter]:
    rows = answer["definitions"]
    return {
        "name": collections.Counter((container, name) for name, container, *_ in rows),
        "range": collections.Counter((container, name, first, last) for name, container, first, last, _ in rows),
        "exported": collections.Counter((container, name, first, exported) for name, container, first, _, exported in rows),
        "import": collections.Counter((module, name) for module, name in answer["imports"])
        + collections.Counter(("mod", name) for name in answer.get("modules", [])),
    }


def compare(kind: str, ours: collections.Counter, theirs: collections.Counter) -> tuple[int, list[str]]:
    """How many facts the reader has, and what differs. A module that is imported twice over is one import."""
    if kind == "import":
        ours, theirs = collections.Counter(set(ours)), collections.Counter(set(theirs))
    missing, added = theirs - ours, ours - theirs
    told = [f"{kind} that only the reader finds: {' '.join(map(str, fact))}" for fact in missing.elements()]
    told += [f"{kind} that only we find: {' '.join(map(str, fact))}" for fact in added.elements()]
    return theirs.total(), told


def main() -> None:
    rows, differences, facts, differ = [], [], 0, 0
    for corpus in sys.argv[1:] or CORPUS:
        paths = drawn(corpus)
        for path, answer in read(corpus, paths).items():
            report = reported(corpus, path)
            ours, theirs = facts_of_report(report), facts_of_reader(answer)
            counts = []
            for kind in ("name", "range", "exported", "import"):
                total, told = compare(kind, ours[kind], theirs[kind])
                facts += total
                differ += len(told)
                counts.append(f"{total:,}" if not told else f"{total:,}, {len(told)} differ")
                differences += [[f"{corpus} `{path}`", f"`{one}`"] for one in told]
            share = tokens_of_text(corpus, path) / tokens_of_file(corpus, path)
            rows.append([
                f"{corpus} `{path}`", f"{report['lineCount']:,}", *counts, f"{tokens_of_text(corpus, path):,}", f"{100 * share:.0f} %",
            ])
    readers = ", ".join(sorted({READERS[CORPUS[corpus][2]] for corpus in sys.argv[1:] or CORPUS}))
    body = table(["file", "lines", "names", "line ranges", "exported or not", "imports", "tokens of the report", "of the file's"], rows)
    body += f"\n\n{facts:,} facts by {readers}; {differ:,} differ ({100 * differ / max(facts, 1):.2f} %)."
    if differences:
        body += "\n\n" + table(["file", "difference"], differences)
    print(body)
    if len(sys.argv) == 1:
        write_section("Reports against the files themselves", "scripts/report_accuracy.py", body)
    if differ > MAX_DIFFERENCE * facts:
        sys.exit("more differs than may")


if __name__ == "__main__":
    main()
