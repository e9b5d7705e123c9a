"""How the servers of Rust, Python and PHP are started and asked for the truth. Used by scripts/graph_unseen.py.

Dependencies are fetched by the servers themselves, by the ordinary clients of their registries; what rests on those that are missing leads nowhere.
"""

import pathlib
import re
import subprocess
import tempfile

from readers.lsp_uses import Language

SERVERS = {"rust": "rust-analyzer", "python": "pyright", "php": "intelephense"}
SUFFIXES = {"rust": ".rs", "python": ".py", "php": ".php"}
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
    if name == "php":
        # An index of its own is made anew. It tells no implementations: types are found by their headers. A type is told as 5 or, if it is an interface or an enumeration, 11 or 10; traits are no types.
        options = {"storagePath": tempfile.gettempdir(), "globalStoragePath": tempfile.gettempdir(), "clearCache": True}
        settings = {"intelephense": {"telemetry": {"enabled": False}, "files": {"maxSize": 10_000_000}}}
        return Language([command, "--stdio"], suffix, options=options, settings=settings, types=frozenset({5, 10, 11}),
                        header=re.compile("extends|implements"), has_whole_definitions=True, has_families=True)
    # Pyright tells neither subtypes nor supertypes. Sources may stand in `src`; a release of the project that is installed is not meant.
    settings = {"python": {"analysis": {"autoSearchPaths": True}}}
    return Language([command, "--stdio"], suffix, settings=settings, types=frozenset())


def files(name: str, root: pathlib.Path, parts: tuple[str, ...]) -> list[str]:
    """The language's files in some directories of a repository."""
    listed = subprocess.run(["git", "ls-files"], cwd=root, capture_output=True, text=True, check=True).stdout.splitlines()
    is_part = lambda file: any(part == "." or file.startswith(f"{part}/") for part in parts)
    # A template of Laravel's is code only once it has been compiled.
    return [file for file in listed if file.endswith(SUFFIXES[name]) and not file.endswith(".blade.php") and is_part(file)]
