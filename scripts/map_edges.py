#!/usr/bin/env python3
"""Checks that each dependency which maps draw between directories has an import behind it.

Usage: scripts/map_edges.py [--spelunk BIN] CHECKOUT…
The imports are read by other means than the map's: Python by its own parser, Go by the paths that go.mod roots, Java by the
packages that files declare, JavaScript and TypeScript by relative paths. Of C#, PHP, Kotlin, Scala, Ruby and Swift a dependency stands on a namespace that
is declared in the other directory alone and imported, on a file that is required, or on a type that is defined there alone and named outside comments and strings.
Edges between packages stand on manifests and are passed over. Prints the edges without an import and their number; fails if there are any.
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


MANIFESTS = ("package.json", "Cargo.toml", "composer.json", "*.gemspec", "*.csproj", "build.gradle*", "pom.xml", "pyproject.toml", "go.mod")
NAMING = (".cs", ".php", ".kt", ".scala", ".rb", ".swift")
TESTS = re.compile(r"(?:^|/)(?:tests?|specs?|testing|__tests__)/|[Tt]ests?/", re.I)
NO_CODE = re.compile(r"""/\*.*?\*/|//[^\n]*|^\s*\#[^\n]*|\s\#\s[^\n]*|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'""", re.S | re.M)
TYPE = re.compile(r"\b(?:class|interface|struct|record|enum|trait|object|module|protocol|actor|delegate\s+\w+)\s+(?:[\w.]*(?:::|\.))?([A-Z]\w*)")
TYPE_ALIAS = re.compile(r"\b(?:typealias|associatedtype)\s+([A-Z]\w*)|^\s*([A-Z]\w*)\s*=\s*(?:Struct|Class|Data)\b", re.M)
DECLARED = re.compile(r"^\s*(?:namespace|package)\s+([\w.\\]+)", re.M)
IMPORTED = re.compile(r"^\s*(?:@\w+\s+)?(?:global\s+|public\s+)?(?:using|use|import)\s+(?:static\s+|function\s+|const\s+)?(?:\w+\s*=\s*)?\\?([\w.\\]+)", re.M)
REQUIRED = re.compile(r"""\brequire(?:_relative)?\s*\(?\s*["']([^"'\n]+)["']""")


def defined_names(root: Path, file: Path, text: str) -> set[str]:
    """What other files may name: namespaces, types, and for Ruby the ends of the file's path."""
    names = {"namespace " + name.strip("\\").replace("\\", ".") for name in DECLARED.findall(text)}
    code = NO_CODE.sub(" ", text)
    names |= {"type " + name for name in TYPE.findall(code)} | {"type " + (one or other) for one, other in TYPE_ALIAS.findall(code)}
    if file.suffix == ".rb":
        parts = file.relative_to(root).with_suffix("").parts
        names |= {"file " + "/".join(parts[start:]) for start in range(len(parts))}
    return names


def used_names(root: Path, file: Path, text: str) -> set[str]:
    names = {"type " + name for name in re.findall(r"(?<![.\w])[A-Z]\w*|(?<=::)[A-Z]\w*", NO_CODE.sub(" ", text))}
    for path in IMPORTED.findall(text):
        parts = path.replace("\\", ".").strip(".").split(".")
        names |= {"namespace " + ".".join(parts[:end]) for end in range(1, len(parts) + 1)}
    for path in REQUIRED.findall(text):
        names.add("file " + os.path.normpath(path).removeprefix("../").removesuffix(".rb").lstrip("./"))
    return names


def named_edges(root: Path, edges: list[tuple[str, str]]) -> set[tuple[str, str]]:
    """The edges that stand on a name which files of the second folder alone define."""
    definers: dict[str, set[str]] = defaultdict(set)
    uses: dict[str, set[str]] = {}
    for file in sorted(file for suffix in NAMING for file in root.rglob(f"*{suffix}")):
        path = file.relative_to(root).as_posix()
        is_drawn = any(path.startswith(folder + "/") for edge in edges for folder in edge)
        if not file.is_file() or TESTS.search(path) and not is_drawn:
            continue
        text = file.read_text(errors="replace")
        uses[path] = used_names(root, file, text)
        for name in defined_names(root, file, text):
            definers[name].add(path)

    def stands(one: str, two: str) -> bool:
        used = set().union(*(names for path, names in uses.items() if path.startswith(one + "/")))
        alone = (name for name in used if definers.get(name))
        return any(all(path.startswith(two + "/") for path in definers[name]) for name in alone)

    return {edge for edge in edges if stands(*edge)}


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


def is_package(root: Path, folder: str) -> bool:
    """Whether a folder has a manifest, or is a target of the package around it; the root is named as its manifest names it."""
    targets = (root / "Package.swift").exists() and folder.count("/") == 1 and folder.startswith("Sources/")
    return targets or not (root / folder).exists() or any(any((root / folder).glob(name)) for name in MANIFESTS)


def main() -> int:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--spelunk", default="spelunk")
    arguments.add_argument("checkouts", type=Path, nargs="+")
    options = arguments.parse_args()
    failures = 0
    for root in (path.resolve() for path in options.checkouts):
        edges = drawn(options.spelunk, root)
        # Packages depend on each other by their manifests, and are named as these name them.
        edges = [edge for edge in edges if not all(is_package(root, folder) for folder in edge)]
        folders = {folder for edge in edges for folder in edge}
        targets: dict[str, set[str]] = defaultdict(set)
        for folder in folders:
            for file in (root / folder).rglob("*"):
                if file.suffix in READERS and file.is_file():
                    targets[folder] |= READERS[file.suffix](root, file, file.read_text(errors="replace"))
        bad = [(one, two) for one, two in edges if not any(leads_into(root, target, two) for target in targets[one])]
        bad = sorted(set(bad) - named_edges(root, bad)) if bad else bad
        print(f"{root.name}: {len(edges)} edges, {len(bad)} without an import", *(f"\n  {one} → {two}" for one, two in bad))
        failures += len(bad)
    return int(failures > 0)


if __name__ == "__main__":
    sys.exit(main())
