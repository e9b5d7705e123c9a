#!/usr/bin/env python3
"""Measures what a build from nothing takes, in processor time by what is compiled, and writes docs/measured.md.

Usage: scripts/build_time.py [--write] [-- CARGO ARGUMENTS…]    (default: build --release --locked)
Builds into an empty folder that is removed afterwards. The script stands in for rustc and for the compiler of C, and notes the processor
time of each run; wall time depends on what else the machine does, processor time hardly. `-- build --release --no-default-features --features
lang-rust,lang-go` shows what leaving out languages saves.
"""

import argparse, collections, json, os, resource, shutil, subprocess, sys, tempfile, time
from pathlib import Path

from measured import table, write_section

ROOT = Path(__file__).resolve().parent.parent
NOTES = "SPELUNK_BUILD_NOTES"
SHOWN = 12
PARSERS = "parsers in C"
CRATES = "crates in Rust"
OWN = "spelunk itself, with the optimisation across crates"


def compiler(arguments: list[str]) -> int:
    """Runs a compiler and notes its processor time under what it compiles."""
    code = subprocess.run(arguments).returncode
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    if "--crate-name" in arguments:
        name = arguments[arguments.index("--crate-name") + 1]
        kind = OWN if name == "spelunk" else CRATES
    else:
        name, kind = os.environ.get("CARGO_PKG_NAME", "?"), PARSERS
    with open(os.environ[NOTES], "a") as notes:
        notes.write(json.dumps([kind, name, used.ru_utime + used.ru_stime]) + "\n")
    return code


def measure(arguments: list[str]) -> tuple[dict[tuple[str, str], float], float, float, int]:
    """Seconds of processor time by kind and crate, those of the whole build, its wall time, and the bytes of the release build's program, 0 without."""
    folder = Path(tempfile.mkdtemp(prefix="spelunk-build-"))
    try:
        notes, wrapper = folder / "notes", folder / "cc"
        wrapper.write_text(f'#!/bin/sh\nexec "{sys.executable}" "{Path(__file__).resolve()}" --compiler cc "$@"\n')
        wrapper.chmod(0o755)
        rustc = folder / "rustc"
        rustc.write_text(f'#!/bin/sh\nexec "{sys.executable}" "{Path(__file__).resolve()}" --compiler "$@"\n')
        rustc.chmod(0o755)
        own = {"RUSTC_WRAPPER": str(rustc), "CC": str(wrapper), "CARGO_TARGET_DIR": str(folder / "target"), NOTES: str(notes)}
        before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
        subprocess.run(["cargo", *arguments], cwd=ROOT, env=os.environ | own, check=True)
        after, wall = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic() - start
        seconds: dict[tuple[str, str], float] = collections.defaultdict(float)
        for line in notes.read_text().splitlines():
            kind, name, used = json.loads(line)
            seconds[kind, name] += used
        program = folder / "target/release/spelunk"
        size = program.stat().st_size if program.exists() else 0
        return seconds, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, wall, size
    finally:
        shutil.rmtree(folder)


def main() -> None:
    if sys.argv[1:2] == ["--compiler"]:
        sys.exit(compiler(sys.argv[2:]))
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--write", action="store_true", help="write the section of docs/measured.md")
    arguments.add_argument("cargo", nargs="*", default=["build", "--release", "--locked"])
    options = arguments.parse_args()
    seconds, total, wall, size = measure(options.cargo)
    kinds: dict[str, float] = collections.defaultdict(float)
    for (kind, _), used in seconds.items():
        kinds[kind] += used
    kinds["build scripts and cargo"] = total - sum(kinds.values())
    rows = [[kind, f"{used:.0f}", f"{used / total:.0%}"] for kind, used in sorted(kinds.items(), key=lambda row: -row[1])]
    most = sorted(seconds.items(), key=lambda row: -row[1])[:SHOWN]
    body = "\n\n".join([
        f"Seconds of processor time of `cargo {' '.join(options.cargo)}` into an empty folder: {total:.0f} in all, {wall:.0f} of wall time here. "
        f"With nothing else to do, two cores take at least half the sum. The program has {size:,} bytes.",
        table(["compiled", "seconds", "share"], rows),
        f"The {SHOWN} that take most:",
        table(["crate", "compiled", "seconds"], [[name, kind, f"{used:.0f}"] for (kind, name), used in most]),
    ])
    print(body)
    if options.write:
        write_section("What a build takes", "scripts/build_time.py", body)


if __name__ == "__main__":
    main()
