#!/usr/bin/env python3
"""Takes (documentation, code) pairs out of the packages that fetch.py fetched, with spelunk's own outlines.

Usage: training/pairs.py   (SPELUNK names the program; default: the release build)
Writes one JSON line a definition into the cache: the package, the stems of each sentence of its documentation, and the stems of its
name, of the names around it, of its signature and of its body. A file whose first lines say what it is for is written as such a
line too: its name, its directories, and its first words.
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

# Definitions of one package at most, so that no package speaks for a language.
MAX_PAIRS = 4000
MOST_BYTES = 400_000
# Sentences of one definition's documentation, and lines of it that are read.
MAX_SENTENCES = 8
MAX_LINES = 60
OF_DIRECTORY = ("mod", "lib", "index", "__init__", "main")
# Copies of other packages, and what programs have written.
SKIPPED = re.compile(
    r"(^|/)(_?vendor(ed)?|third_party|node_modules|cjs|umd|commonjs|esm5|locales?|migrations|generated|tests?|__tests__|examples?)(/|$)"
    r"|\.min\.js$|_pb2|\.pb\.go$|zz_generated|bindings\.rs$|\.umd\.|\.cjs$|_generated",
    re.I,
)
# Licences that single files have in packages of another licence, and how much of a file is read for them.
OTHER_LICENCE = re.compile(
    r"GNU (Lesser |Library |Affero )?General Public|\b[AL]?GPL[v-]?[23]|Mozilla Public|Python Software Foundation|Licensed to PSF|Creative Commons"
    r"|SPDX-License-Identifier: \(?(?!MIT|Apache|BSD)",
    re.I,
)
LICENCE_CHARACTERS = 4000
DOCSTRING = re.compile(r'^\s*[rRbBuU]*("""|\'\'\')(.*?)\1', re.S)
QUOTES = re.compile(r'"""|\'\'\'')
COMMENT = re.compile(r"\s*(//|/?\*|#|--|;|@)")
MARKS = re.compile(r"^\s*(///?!?|/\*\*?!?|\*(?!/)|#+|--+|;+)?\s?")
# What stands before the text about a parameter or a result.
TAG = re.compile(
    r"^(:(param|arg|return|returns|raises)[^:]*:|@(param|return|returns|arg|property|throws)\b(\s*\{[^}]*\})?|[-*]\s+|\w+ \([^)]*\):|\d+\.\s)\s*"
)
OTHER_TAG = re.compile(r"^(@\w+|:\w+[^:]*:|\.\. |>>>|\.\.\. |#\[|\w+:$|[-=~^]{3,}$|\|)")


def lines_of(lines: list[str], start: int, end: int | None):
    """The lines of documentation from `start` on, without their marks: up to closing quotes, or to `end` where a comment ends."""
    for at in range(start, min(start + MAX_LINES, len(lines))):
        raw = lines[at]
        if end is None:
            said = re.sub(r'^\s*[rRbBuU]*("""|\'\'\')', "", raw) if at == start else raw
            if QUOTES.search(said):
                yield QUOTES.split(said)[0].strip()
                return
            yield said.strip()
        else:
            if at >= end or not COMMENT.match(raw):
                return
            yield MARKS.sub("", raw.split("*/")[0]).strip()
            if "*/" in raw:
                return


def paragraphs(said) -> list[str]:
    """The paragraphs of documentation, without examples and headings; the text about each parameter is one of its own."""
    found, fenced = [""], False
    for line in said:
        if line.startswith(("```", "~~~")):
            fenced = not fenced
        elif not fenced:
            if tag := TAG.match(line):
                rest = line[tag.end():]
                found.append(re.sub(r"^[\w.\[\]=]+\s+(-\s+)?", "", rest) if tag[0].startswith("@p") else rest)
            elif not line or OTHER_TAG.match(line):
                found.append("")
                if line.startswith("@example"):
                    break
            else:
                found[-1] += " " + line
    return [" ".join(paragraph.split()) for paragraph in found if paragraph.strip()]


def sentences(paragraph: str) -> list[str]:
    text = re.sub(r"``|`|\*\*|\{@\w+ |\}|:(\w+:)?\w+:(?=`)|</?[a-z]+>", "", paragraph)
    text = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", text)
    return [sentence[:300] for sentence in re.split(r"(?<=[.!?])\s+(?=[A-Z])", text)]


def documentation(lines: list[str], symbol: dict, is_python: bool) -> list[list[str]]:
    """The stems of each sentence of a definition's documentation, without its own name; the first one first."""
    line, doc = symbol["line"], (symbol.get("doc") or "").strip()
    if not doc:
        return []
    # A docstring stands below the line, a comment above it.
    near = range(line, min(line + 15, len(lines))) if is_python else range(line - 2, max(line - 80, -1), -1)
    start = next((at for at in near if doc in lines[at]), None)
    if start is None:
        return said_in([doc], symbol)
    return said_in(paragraphs(lines_of(lines, start, None if is_python else line - 1)), symbol)


def said_in(texts: list[str], symbol: dict) -> list[list[str]]:
    name = re.compile(rf"(?<!\w){re.escape(symbol.get('name') or '')}(?!\w)")
    found = []
    for text in texts:
        for sentence in sentences(text):
            sentence = name.sub(" ", sentence)
            if 3 <= len(query_stems(sentence)) <= 40:
                found.append(stems(sentence))
    return found[:MAX_SENTENCES]


def symbols_of(nodes: list, file: str, container: tuple = ()):
    for symbol in nodes:
        yield file, container, symbol
        yield from symbols_of(symbol.get("children") or symbol.get("members") or [], file, (*container, symbol.get("name") or ""))


def files_of(nodes: list):
    for node in nodes:
        if node["type"] == "file":
            yield node
        yield from files_of(node.get("children") or [])


def place_of(file: str) -> str:
    path = pathlib.PurePosixPath(file)
    stem = path.stem.split(".")[0]
    return path.parent.name if stem in OF_DIRECTORY else stem


def pair(package: str, file: str, container: tuple, symbol: dict, lines: list[str]) -> dict | None:
    said = documentation(lines, symbol, file.endswith((".py", ".pyi")))
    if not said:
        return None
    around = " ".join([*container, place_of(file)])
    body = "\n".join(lines[symbol["line"]:symbol["end_line"]])
    body = DOCSTRING.sub("", body, count=1)
    return {
        "package": package,
        "said": said,
        "fields": [stems(symbol["name"]), stems(around), stems(symbol.get("signature") or "")[:60], stems(body[:6000])[:200]],
    }


HEADER = re.compile(r'\A(?:\s|#![^\n]*\n)*(?:[rRuU]?("""|\'\'\')(?P<quoted>.*?)\1|(?P<lines>(?:[ \t]*//!?[^\n]*\n)+)|/\*\*?(?P<block>.*?)\*/)', re.S)
LICENCE = re.compile(r"copyright|licen[cs]e|spdx|generated", re.I)


def file_pair(package: str, file: str, text: str) -> dict | None:
    """A file whose first lines say what it is for, and the rest of it."""
    header = HEADER.match(text)
    if not header or LICENCE.search(header[0]):
        return None
    said = said_in(paragraphs(MARKS.sub("", line).strip() for line in re.sub(r'"""|\'\'\'|\*/', "", header[0]).split("\n")), {"name": ""})
    if not said:
        return None
    directories = file.rsplit("/", 1)[0] if "/" in file else ""
    return {"package": package, "said": said, "fields": [stems(place_of(file)), stems(directories), [], stems(text[header.end():][:6000])[:200]]}


def pairs_of(package: str) -> list[dict]:
    registry, name, version, _ = package.split("\t")
    root = directory(registry, name, version)
    done = subprocess.run(
        [SPELUNK, "map", "--format", "json", "--max-tokens", "100000000"], cwd=root, capture_output=True, text=True, check=False
    )
    if done.returncode:
        print(f"{name}: {done.stderr.strip()[-200:]}", file=sys.stderr)
        return []
    documented, texts = [], {}
    for node in sorted(files_of(json.loads(done.stdout)["tree"]), key=lambda node: node["path"]):
        path = root / node["path"]
        if SKIPPED.search(node["path"]) or not path.is_file() or path.stat().st_size > MOST_BYTES:
            continue
        text = path.read_text(errors="replace")
        if OTHER_LICENCE.search(text[:LICENCE_CHARACTERS]):
            continue
        texts[node["path"]] = text
        documented.append((hashlib.md5(node["path"].encode()).digest(), node["path"], (), None))
        for file, container, symbol in symbols_of(node.get("symbols") or [], node["path"]):
            if symbol.get("doc") and symbol.get("name"):
                key = hashlib.md5(f"{file}:{symbol['line']}:{symbol['name']}".encode()).digest()
                documented.append((key, file, container, symbol))
    # Of a large package those with the smallest hashes are taken.
    pairs, seen, lines = [], set(), {}
    for _, file, container, symbol in sorted(documented, key=lambda one: one[:2]):
        if symbol is None:
            made = file_pair(f"{registry}:{name}", file, texts[file])
        else:
            if file not in lines:
                lines[file] = texts[file].split("\n")
            made = pair(f"{registry}:{name}", file, container, symbol, lines[file])
        if made and (said := json.dumps([made["said"][0], made["fields"][0]])) not in seen:
            seen.add(said)
            pairs.append(made)
            if len(pairs) == MAX_PAIRS:
                break
    return pairs


def key_of(made: dict) -> bytes:
    """Its first sentence, name, signature and body."""
    return hashlib.md5(json.dumps([made["said"][0], made["fields"][0], *made["fields"][2:]]).encode()).digest()


def main() -> None:
    packages = PACKAGES.read_text().splitlines()
    total, seen = 0, set()
    with PAIRS.open("w") as out, concurrent.futures.ProcessPoolExecutor(2) as workers:
        for package, found in zip(packages, workers.map(pairs_of, packages)):
            # What an earlier package has too is a copy, or one project in two packages.
            found = [made for made in found if key_of(made) not in seen]
            seen.update(key_of(made) for made in found)
            total += len(found)
            print(f"{package.split(chr(9))[1]}: {len(found)}, {total} in all", file=sys.stderr, flush=True)
            for made in found:
                out.write(json.dumps(made, separators=(",", ":")) + "\n")


if __name__ == "__main__":
    main()
