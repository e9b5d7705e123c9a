"""How the servers of Rust and Python are started and asked for the truth. Used by scripts/graph_unseen.py.

Dependencies are fetched by the servers themselves, by the ordinary clients of their registries; what rests on those that are missing leads nowhere.
"""

import pathlib
import re
import subprocess

from readers.lsp_uses import Language

SERVERS = {"rust": "rust-analyzer", "python": "pyright"}
SUFFIXES = {"rust": ".rs", "python": ".py"}
# No build script, macro or check is run: what they make is no use in a file of the project's. Code of a feature that is off is not seen.
ANALYZER = {"cargo": {"features": "all", "buildScripts": {"enable": False}}, "procMacro": {"enable": False}, "checkOnSave": False, "cachePriming": {"enable": False}}


def language(name: str, command: pathlib.Path) -> Language:
    """The server of a language, by the path of its program."""
    suffix = {SUFFIXES[name]: name}
    if name == "rust":
        call = re.compile(r"\s*(?:::\s*<[^;{}]*>)?\s*\(")
        # Of a struct its own `impl` blocks are told, which implement nothing: traits alone are drawn.
        return Language([command], suffix, options=ANALYZER, settings={"rust-analyzer": ANALYZER}, call=call, types=frozenset({11}),
                        is_transitive=False, extends=r"\b{}\b.*\bfor\b|\btrait\b.*:.*\b{}\b")
    # Pyright tells neither subtypes nor supertypes.
    return Language([command, "--stdio"], suffix, types=frozenset())


def files(name: str, root: pathlib.Path, parts: tuple[str, ...]) -> list[str]:
    """The language's files in some directories of a repository."""
    listed = subprocess.run(["git", "ls-files"], cwd=root, capture_output=True, text=True, check=True).stdout.splitlines()
    is_part = lambda file: any(part == "." or file.startswith(f"{part}/") for part in parts)
    return [file for file in listed if file.endswith(SUFFIXES[name]) and is_part(file)]
