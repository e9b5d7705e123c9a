#!/usr/bin/env python3
"""Checks that Graphviz and Mermaid accept the pictures of maps, and that these show what the header of the map tells.

Usage: scripts/pictures.py ROOT… [--spelunk BIN] [--modules FOLDER]
Needs `dot`, node, and a FOLDER in which `npm install mermaid jsdom` was run.
"""

import argparse, json, re, subprocess, sys
from pathlib import Path

PARSE = """
import { createRequire } from "node:module";
const require = createRequire(process.argv[1] + "/package.json");
const { JSDOM } = require("jsdom");
globalThis.window = new JSDOM("").window;
globalThis.document = window.document;
const mermaid = (await import(process.argv[1] + "/node_modules/mermaid/dist/mermaid.core.mjs")).default;
let text = "";
for await (const part of process.stdin) text += part;
console.log((await mermaid.parse(text)).diagramType);
"""


def run(command: list[str], root: Path | None = None, text: str | None = None) -> str:
    done = subprocess.run(command, cwd=root, input=text, capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"{command[0]} in {root}: {done.stderr.strip()[:2000]}")
    return done.stdout


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("roots", type=Path, nargs="+")
    arguments.add_argument("--spelunk", default="spelunk")
    arguments.add_argument("--modules", type=Path, default=Path("."))
    options = arguments.parse_args()
    for root in options.roots:
        def drawn(form: str) -> str:
            return run([options.spelunk, "map", "--format", form], root)

        parts = json.loads(drawn("json")).get("components", [])
        arrows = sum(len(part["uses"]) for part in parts)
        line = re.search(r"^(?:parts|packages): (.*)$", drawn("outline"), re.MULTILINE)
        told = [part for part in line[1].split(" · ") if not part.startswith("+")] if line else []
        assert len(told) == len(parts) and sum(part.count(",") + 1 for part in told if "→" in part) == arrows, line
        dot, mermaid = drawn("dot"), drawn("mermaid")
        assert dot.count("->") == mermaid.count("-->") == arrows, (dot, mermaid, arrows)
        run(["dot", "-Tsvg"], text=dot)
        run(["node", "--input-type=module", "-e", PARSE, str(options.modules.resolve())], text=mermaid)
        print(f"{root}: {len(parts)} components, {arrows} arrows, accepted by both")


if __name__ == "__main__":
    main()
