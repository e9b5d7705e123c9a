#!/usr/bin/env python3
"""Checks that each dependency which maps draw between directories has an import behind it.

Usage: scripts/map_edges.py [--spelunk BIN] CHECKOUT…
The imports are read by other means than the map's: Python by its own parser, Go by the paths that go.mod roots, Java by the
packages that files declare, JavaScript and TypeScript by relative paths. Edges between packages of npm stand on manifests and are passed over. Prints the edges without an import and their number;
fails if there are any.
"""

import argparse, ast, json, os, re, subprocess, sys
from collections import defaultdict
from pathlib import Path

SCRIPTS = (".ts", ".tsx", ".mts", ".cts", ".js", ".jsx", ".mjs", ".cjs", ".vue", ".svelte")
QUOTED = re.compile(r"""(?:\bfrom\s*|\brequire\s*\(\s*|\bimport\s*\(?\s*)["'](\.[^"'\n]*)["']""")


def python_targets(root: Path, file: Path, text: str) -> set[str]:
    """Modules that may be meant, as paths: relative ones exactly, absolute ones below any folder."""
    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError):
        return set()
    names: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names |= {alias.name.replace(".", "/") for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            base = node.module.replace(".", "/") if node.module else ""
            if node.level:
                folder = file.parent
                for _ in range(node.level - 1):
                    folder = folder.parent
                base = "/" + os.path.relpath(folder / base, root)
            names |= {f"{base}/{alias.name}" for alias in node.names} | {base}
    return names


def go_targets(root: Path, file: Path, text: str) -> set[str]:
    module = re.search(r"^module\s+(\S+)", (root / "go.mod").read_text(), re.M).group(1)
    return {"/" + path.removeprefix(module).strip("/") for path in re.findall(r'"([^"\n]+)"', text) if path.startswith(module)}


def java_targets(root: Path, file: Path, text: str) -> set[str]:
    return {name.replace(".", "/") for name in re.findall(r"^import\s+(?:static\s+)?([\w.]+?)(?:\.\*)?;", text, re.M)}


def script_targets(root: Path, file: Path, text: str) -> set[str]:
    return {"/" + os.path.relpath(file.parent / path, root) for path in QUOTED.findall(text)}


READERS = {".py": python_targets, ".go": go_targets, ".java": java_targets} | dict.fromkeys(SCRIPTS, script_targets)


def leads_into(root: Path, target: str, folder: str) -> bool:
    """Whether a path lies in a folder; one without a slash in front starts at some folder around that which is no package itself."""
    if target.startswith("/"):
        return f"{target[1:]}/".startswith(f"{folder}/")
    parts = folder.split("/")
    starts = [start for start in range(len(parts)) if not (root / "/".join(parts[:start]) / "__init__.py").exists()]
    return any(f"{target}/".startswith("/".join(parts[start:]) + "/") for start in starts)


def drawn(spelunk: str, root: Path) -> list[tuple[str, str]]:
    """The edges of the two drawings, by the folders of their nodes; both must have the same."""
    edges = []
    for style in ("mermaid", "dot"):
        text = subprocess.run([spelunk, "map", "--format", style], cwd=root, capture_output=True, text=True, check=True).stdout
        labels = dict(re.findall(r'^\s*(n\d+)\s*\[(?:label=)?"([^"\\<\n]+)', text, re.M))
        edges.append({(labels[one].strip(), labels[two].strip()) for one, two in re.findall(r"(n\d+)\s*-+>\s*(n\d+)", text)})
    assert edges[0] == edges[1], "the drawings differ"
    return sorted(edges[0])


def main() -> int:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--spelunk", default="spelunk")
    arguments.add_argument("checkouts", type=Path, nargs="+")
    options = arguments.parse_args()
    failures = 0
    for root in (path.resolve() for path in options.checkouts):
        edges = drawn(options.spelunk, root)
        # Packages depend on each other by their manifests, and are named as these name them.
        edges = [edge for edge in edges if not all((root / folder / "package.json").exists() for folder in edge)]
        folders = {folder for edge in edges for folder in edge}
        targets: dict[str, set[str]] = defaultdict(set)
        for folder in folders:
            for file in (root / folder).rglob("*"):
                if file.suffix in READERS and file.is_file():
                    targets[folder] |= READERS[file.suffix](root, file, file.read_text(errors="replace"))
        bad = [(one, two) for one, two in edges if not any(leads_into(root, target, two) for target in targets[one])]
        print(f"{root.name}: {len(edges)} edges, {len(bad)} without an import", *(f"\n  {one} → {two}" for one, two in bad))
        failures += len(bad)
    return int(failures > 0)


if __name__ == "__main__":
    sys.exit(main())
