#!/usr/bin/env python3
"""Takes (documentation, code) pairs out of the packages that fetch.py fetched, with spelunk's own outlines.

Usage: training/pairs.py   (SPELUNK names the program; default: the release build)
Writes one JSON line a pair into the cache: the package, the stems of the first sentence of a definition's documentation, and
the stems of its name, of the names around it, of its signature and of its body.
"""

import concurrent.futures
import hashlib
import json
import os
import pathlib
import re
import subprocess
import sys

from fetch import CACHE, PACKAGES, directory
from words import query_stems, stems

ROOT = pathlib.Path(__file__).resolve().parent.parent
SPELUNK = os.environ.get("SPELUNK", str(ROOT / "target/release/spelunk"))
PAIRS = CACHE / "pairs.jsonl"

# Pairs of one package at most, so that no package speaks for a language.
MAX_PAIRS = 1500
MOST_BYTES = 400_000
OF_DIRECTORY = ("mod", "lib", "index", "__init__", "main")
# Copies of other packages, and what programs have written.
SKIPPED = re.compile(
    r"(^|/)(_?vendor(ed)?|third_party|node_modules|cjs|umd|commonjs|esm5|locales?|migrations|generated|tests?|__tests__|examples?)(/|$)"
    r"|\.min\.js$|_pb2|\.pb\.go$|zz_generated|bindings\.rs$|\.umd\.|\.cjs$|_generated",
    re.I,
)
# What ends a paragraph of documentation.
ENDS = r"\*/|@|:|\"\"\"|'''|func |def |pub |fn |class |export "
DOCSTRING = re.compile(r'^\s*[rRbBuU]*("""|\'\'\')(.*?)\1', re.S)


def first_sentence(doc: str) -> str:
    text = re.sub(r"\s+", " ", re.sub(r"``|`|\*\*|\{@\w+ |\}", "", doc.strip().split("\n\n")[0]))
    match = re.match(r"(.{12,}?[.!?])(\s|$)", text)
    return (match[1] if match else text)[:300]


def documentation(lines: list[str], symbol: dict) -> str:
    """The paragraph of a definition's documentation that begins with the line that the outline tells, without its own name."""
    line, doc = symbol["line"], (symbol.get("doc") or "").strip()
    near = [*range(max(line - 80, 0), line - 1), *range(line, min(line + 15, len(lines)))]
    start = next((at for at in near if doc and doc in lines[at]), None)
    text = doc
    if start is not None:
        for following in lines[start + 1:start + 6]:
            said = re.sub(r"^\s*(///?!?|#+|\*(?!/))?\s?", "", following).strip()
            if not said or re.match(ENDS, said):
                break
            text += " " + re.sub(r'\*/$|"""$', "", said)
    return re.sub(rf"(?<!\w){re.escape(symbol.get('name') or '')}(?!\w)", " ", text)


def symbols_of(nodes: list, file: str, container: tuple = ()):
    for symbol in nodes:
        yield file, container, symbol
        yield from symbols_of(symbol.get("children") or symbol.get("members") or [], file, (*container, symbol.get("name") or ""))


def files_of(nodes: list):
    for node in nodes:
        if node["type"] == "file":
            yield node
        yield from files_of(node.get("children") or [])


def pair(package: str, file: str, container: tuple, symbol: dict, lines: list[str]) -> dict | None:
    query = query_stems(first_sentence(documentation(lines, symbol)))
    if not 3 <= len(query) <= 40:
        return None
    path = pathlib.PurePosixPath(file)
    stem = path.stem.split(".")[0]
    around = " ".join([*container, path.parent.name if stem in OF_DIRECTORY else stem])
    body = "\n".join(lines[symbol["line"]:symbol["end_line"]])
    body = DOCSTRING.sub("", body, count=1)
    return {
        "package": package,
        "query": query,
        "fields": [stems(symbol["name"]), stems(around), stems(symbol.get("signature") or "")[:60], stems(body[:6000])[:200]],
    }


def pairs_of(package: str) -> list[dict]:
    registry, name, version, _ = package.split("\t")
    root = directory(registry, name, version)
    done = subprocess.run(
        [SPELUNK, "map", "--format", "json", "--max-tokens", "100000000"], cwd=root, capture_output=True, text=True, check=False
    )
    if done.returncode:
        print(f"{name}: {done.stderr.strip()[-200:]}", file=sys.stderr)
        return []
    documented = []
    for node in sorted(files_of(json.loads(done.stdout)["tree"]), key=lambda node: node["path"]):
        path = root / node["path"]
        if SKIPPED.search(node["path"]) or not path.is_file() or path.stat().st_size > MOST_BYTES:
            continue
        for file, container, symbol in symbols_of(node.get("symbols") or [], node["path"]):
            if symbol.get("doc") and symbol.get("name"):
                key = hashlib.md5(f"{file}:{symbol['line']}:{symbol['name']}".encode()).digest()
                documented.append((key, file, container, symbol))
    # Of a large package those with the smallest hashes are taken.
    pairs, seen, lines = [], set(), {}
    for _, file, container, symbol in sorted(documented, key=lambda one: one[0])[:MAX_PAIRS]:
        if file not in lines:
            lines[file] = (root / file).read_text(errors="replace").split("\n")
        made = pair(f"{registry}:{name}", file, container, symbol, lines[file])
        if made and (said := json.dumps([made["query"], made["fields"][0]])) not in seen:
            seen.add(said)
            pairs.append(made)
    return pairs


def main() -> None:
    packages = PACKAGES.read_text().splitlines()
    total = 0
    with PAIRS.open("w") as out, concurrent.futures.ProcessPoolExecutor(2) as workers:
        for package, found in zip(packages, workers.map(pairs_of, packages)):
            total += len(found)
            print(f"{package.split(chr(9))[1]}: {len(found)}, {total} in all", file=sys.stderr, flush=True)
            for made in found:
                out.write(json.dumps(made, separators=(",", ":")) + "\n")


if __name__ == "__main__":
    main()
