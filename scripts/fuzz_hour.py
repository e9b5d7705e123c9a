#!/usr/bin/env python3
"""Fuzzes all targets, or those that are named, and writes the section on all targets of docs/measured.md:
scripts/fuzz_hour.py [--seconds 3600] [--at-once 3] [--target NAME]… [--built]. Builds with scripts/fuzz.sh; a target that
stops at a failure is started again for the rest of its time."""

import argparse
import concurrent.futures
import dataclasses
import json
import os
import pathlib
import re
import subprocess
import time

from measured import table, write_section

ROOT = pathlib.Path(__file__).resolve().parent.parent
FUZZ = ROOT / "fuzz"
# A target that fails as often as this has one cause, which is mended before it goes on.
MOST_STARTS = 10


@dataclasses.dataclass
class Run:
    target: str
    seconds: float = 0
    processor: float = 0
    executions: int = 0
    coverage: int = 0
    features: int = 0
    inputs: int = 0
    slowest: int = 0
    failures: int = 0


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=int, default=3600)
    parser.add_argument("--at-once", type=int, default=3)
    parser.add_argument("--target", action="append")
    parser.add_argument("--built", action="store_true", help="fuzz what was built before")
    options = parser.parse_args()
    targets = options.target or sorted(path.name for path in (FUZZ / "seeds").iterdir())
    for target in targets if not options.built else []:
        subprocess.run([ROOT / "scripts" / "fuzz.sh", target, "0"], check=True)
    with concurrent.futures.ThreadPoolExecutor(options.at_once) as pool:
        list(pool.map(lambda target: fuzz(target, options.seconds), targets))
    runs = [Run(**json.loads(path.read_text())) for path in sorted((FUZZ / "artifacts").glob("*/run.json"))]
    write_section("Fuzzing", "scripts/fuzz_hour.py", section(runs))


def artifacts(target: str) -> pathlib.Path:
    path = FUZZ / "artifacts" / target
    path.mkdir(parents=True, exist_ok=True)
    return path


def fuzz(target: str, seconds: int) -> None:
    """Runs one target for so many seconds, and keeps what is known of the run for the section."""
    run = Run(target)
    end = time.monotonic() + seconds
    for start in range(MOST_STARTS):
        left = end - time.monotonic()
        if left < 1 or not once(run, start, int(left)):
            break
    (artifacts(target) / "run.json").write_text(json.dumps(dataclasses.asdict(run)))


def once(run: Run, start: int, seconds: int) -> bool:
    """Starts a target once; returns whether it stopped at a failure. Adds to what is known of the run."""
    log = artifacts(run.target) / f"{start}.log"
    began = time.monotonic()
    with log.open("w") as output:
        command = [ROOT / "scripts" / "fuzz.sh", run.target, str(seconds)]
        process = subprocess.Popen(command, stdout=output, stderr=output, env={**os.environ, "FUZZ_IS_BUILT": "1"})
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    run.seconds += time.monotonic() - began
    run.processor += used.ru_utime + used.ru_stime
    read(run, log.read_text(errors="replace"))
    run.failures += process.returncode != 0
    return process.returncode != 0


def read(run: Run, log: str) -> None:
    """Adds what the fuzzer printed: its last line of progress, and its statistics at the end."""
    progress = re.findall(r"^#(\d+)\t.*cov: (\d+) ft: (\d+) corp: (\d+)", log, re.MULTILINE)
    units, coverage, features, inputs = (int(number) for number in progress[-1]) if progress else (0, 0, 0, 0)
    stat = {name: int(number) for name, number in re.findall(r"^stat::(\w+):\s+(\d+)", log, re.MULTILINE)}
    run.executions += stat.get("number_of_executed_units", units)
    run.coverage, run.features = max(run.coverage, coverage), max(run.features, features)
    run.inputs, run.slowest = max(run.inputs, inputs), max(run.slowest, stat.get("slowest_unit_time_sec", 0))


def section(runs: list[Run]) -> str:
    head = ["target", "wall s", "CPU s", "executions", "edges covered", "features", "inputs kept", "slowest input s", "failures"]
    rows = [
        [
            run.target,
            f"{run.seconds:,.0f}",
            f"{run.processor:,.0f}",
            f"{run.executions:,}",
            f"{run.coverage:,}",
            f"{run.features:,}",
            f"{run.inputs:,}",
            str(run.slowest),
            str(run.failures),
        ]
        for run in runs
    ]
    text = "With the address sanitizer in Rust and in the grammars' C, overflow checks and debug assertions. "
    text += "A failure is a panic, a wrong answer, a finding of the sanitizer, 20 s for one input (of `query` 300 s), or 4 GB. "
    text += "`query` compares with tree-sitter, whose compilation of its queries is in the times of the first inputs.\n\n"
    return text + table(head, rows)


if __name__ == "__main__":
    main()
