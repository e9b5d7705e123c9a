#!/usr/bin/env python3
"""Finds constructs whose repetition costs more than linear time, and writes them to docs/measured.md.

Usage: scripts/scaling.py [--program FILE] [--only LANGUAGE[:WORD] …] [--limit SECONDS]
Needs a release build (`cargo build --release`).

Each construct of scaling_cases.py is repeated until a file has 100, 200 and 400 KB, and each tool is asked about it; besides, 2,000
files import each other in a chain, a star and a ring. Counted are the processor seconds of a whole process. What takes
less than 0.2 s at 100 KB is not asked at the larger sizes: if its time were square, it would take 3 s at 400 KB. Reported is what more
than triples at a doubling, or takes over 3 s.
"""

import argparse
import os
import pathlib
import re
import resource
import subprocess
import tempfile
from collections.abc import Callable

from measured import table, write_section
from scaling_cases import FILES, LANGUAGES, cases

ROOT = pathlib.Path(__file__).resolve().parent.parent
TARGET = pathlib.Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target"))
SIZES = [100_000, 200_000, 400_000]
UNTROUBLED = 0.2
TOO_LONG = 3.0
# Names that are asked about, of which the first counts that a construct defines.
MEMBERS = ["K0.f", "K.f", "f", "f0", "T0"]
TYPES = ["K0", "K", "P0", "I0", "S0", "T0", "M0", "m0", "R0", "C0", "L0", "o0", "f0", "f"]
MANY = 2_000


def questions(file: str, member: str, type_: str, last: str | None) -> dict[str, list[str]]:
    asked = {
        "callers": ["callers", member],
        "callers of the name": ["callers", "f"],
        "callers of what is unknown": ["callers", "Unknown0.f"],
        "callees": ["callees", member, "--depth", "3"],
        "paths of the name": ["callers", "f", "--from", "f"],
        "references": ["references", member],
        "implementations": ["implementations", type_],
        "impact": ["impact", member, "--depth", "3"],
        "impact of the name": ["impact", "f", "--depth", "3"],
        "impact of the type": ["impact", type_, "--depth", "3"],
        "map": ["map"],
        "search": ["search", member],
        "report": ["report", file],
    }
    if last:
        asked["implementations of the last"] = ["implementations", last]
        asked["impact of the last"] = ["impact", last, "--depth", "3"]
    return asked


def seconds(program: str, directory: str, question: list[str], limit: float) -> float:
    """Processor seconds of a process, which the kernel ends at the limit."""
    def limited() -> None:
        resource.setrlimit(resource.RLIMIT_CPU, (int(limit), int(limit) + 1))

    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    wait = [] if question[0] in ("map", "search", "report") else ["--wait", "0"]
    subprocess.run(
        [program, *question, *wait], cwd=directory, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, preexec_fn=limited
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def known(program: str, texts: dict[str, str], names: list[str]) -> str | None:
    """The first of some names that the files define."""
    with tempfile.TemporaryDirectory() as directory:
        write(directory, texts)
        for name in names:
            if subprocess.run([program, "references", name, "--wait", "0"], cwd=directory, stdin=subprocess.DEVNULL, capture_output=True).returncode != 2:
                return name
    return None


def write(directory: str, texts: dict[str, str]) -> None:
    for file, text in texts.items():
        path = pathlib.Path(directory, file)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)


def last_of(texts: dict[str, str], name: str) -> str | None:
    """The name with the largest number in its place: of types in a chain the other end."""
    stem = name.rstrip("0123456789")
    numbers = [int(found) for text in texts.values() for found in re.findall(rf"\b{re.escape(stem)}(\d+)\b", text)]
    # The last one that is named may be defined nowhere.
    return f"{stem}{max(numbers) - 2}" if len(numbers) > 3 and stem != name else None


def measured(program: str, language: str, construct: str, texts: Callable[[int], dict[str, str]], sizes: list[int], limit: float) -> list[tuple]:
    """The questions that take too long, each with what it takes at each size."""
    few = texts(sizes[0] // 25)
    member = known(program, few, MEMBERS) or "f"
    type_ = known(program, few, TYPES) or "K"

    def taken(size: int, chosen: Callable[[str], bool]) -> dict[str, float]:
        with tempfile.TemporaryDirectory() as directory:
            files = texts(size)
            write(directory, files)
            asked = questions(next(iter(files)), member, type_, last_of(files, type_))
            return {name: seconds(program, directory, asked[name], limit) for name in asked if chosen(name)}

    figures = {name: [figure] for name, figure in taken(sizes[0], lambda name: True).items() if figure > UNTROUBLED}
    for size in sizes[1:] if figures else []:
        for name, figure in taken(size, lambda name: name in figures and figures[name][-1] < limit - 0.5).items():
            figures[name].append(figure)
    rows = [(language, construct, name, found) for name, found in figures.items()]
    rows = [row for row in rows if is_reported(row[3])]
    for row in rows:
        print(*row[:3], *(f"{figure:.1f}" for figure in row[3]), sep=" | ", flush=True)
    return rows


def is_reported(figures: list[float]) -> bool:
    return figures[-1] > TOO_LONG or any(more > 3 * less for less, more in zip(figures, figures[1:]))


def of_one_file(program: str, only: list[str], limit: float) -> tuple[int, list[tuple]]:
    rows, asked = [], 0
    for name, language in LANGUAGES.items():
        for case in cases(language):
            if only and not any(f"{name}:{case.name}".startswith(each) for each in only):
                continue
            asked += 1
            rows += measured(program, name, case.name, lambda size: {language.file: case.text(size)}, SIZES, limit)
    return asked, rows


FORMS = {"chain": lambda number, _: number + 1, "star": lambda *_: 0, "ring": lambda number, count: (number + 1) % count}


def of_many_files(program: str, only: list[str], limit: float) -> tuple[int, list[tuple]]:
    rows, asked = [], 0
    for name, files in FILES.items():
        for form, step in FORMS.items():
            if only and not any(f"{name}:{form} of files".startswith(each) for each in only):
                continue
            asked += 1
            rows += measured(program, name, f"{form} of files", lambda count: written(files, step, count), [500, 1_000, MANY], limit)
    return asked, rows


def written(files: tuple[str, str, str], step: Callable[[int, int], int], count: int) -> dict[str, str]:
    path, text, definition = files
    texts = {}
    for number in range(count):
        body = text.replace("~0", str(number)).replace("~1", str(step(number, count)))
        texts[path.replace("~0", str(number))] = body + (definition if number == 0 else "")
    return texts


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--program", default=str(TARGET / "release" / "spelunk"))
    parser.add_argument("--only", nargs="*", default=[])
    parser.add_argument("--limit", type=float, default=60)
    chosen = parser.parse_args()
    asked, rows = of_one_file(chosen.program, chosen.only, chosen.limit)
    more, others = of_many_files(chosen.program, chosen.only, chosen.limit)
    if chosen.only:
        return
    rows = sorted(rows + others, key=lambda row: -row[3][-1])
    head = ["language", "construct", "question", "s at a quarter", "at half", "at 400 KB or 2,000 files"]
    body = "\n\n".join([
        f"{asked} constructs in files of 100, 200 and 400 KB, and {more} forms in which up to {MANY:,} files import each other, each asked "
        f"{len(questions('', '', '', ''))} questions: processor seconds of the whole process, of what more than triples at a doubling or takes over "
        f"{TOO_LONG:.0f} s. What takes less than {UNTROUBLED} s at its smallest is not asked at the larger sizes; a process is ended at {chosen.limit:.0f} s.",
        table(head, [[*row[:3], *[f"{figure:.1f}" for figure in row[3]], *["–"] * (len(SIZES) - len(row[3]))] for row in rows]) if rows else "None.",
    ])
    write_section("Scaling", "scripts/scaling.py", body)


if __name__ == "__main__":
    main()
