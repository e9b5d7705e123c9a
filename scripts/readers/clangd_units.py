"""Makes clangd read a whole project of C or C++: the commands by which its files are compiled. Used by scripts/graph_unseen.py.

CMake tells the commands where it configures the project, without its tests where it does not configure with them. Else every source below the
directories named is compiled with the directories that hold headers. Headers that no source includes are read by themselves, as the nearest
source is compiled.
"""

import json
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys

from readers.lsp_uses import Language

SUFFIXES = {"c": {".c": "c", ".h": "c"}, "cpp": {".cc": "cpp", ".cpp": "cpp", ".cxx": "cpp", ".h": "cpp", ".hpp": "cpp", ".ipp": "cpp", ".inl": "cpp"}}
HEADERS = {".h", ".hpp", ".ipp", ".inl"}
STANDARD = {"c": ["clang", "-std=gnu11", "-D_GNU_SOURCE"], "cpp": ["clang++", "-std=c++17"]}
OPTION = re.compile(r"option\s*\(\s*(\w*(?:TEST|BENCH|EXAMPLE|FUZZ|Test)\w*)")
CONDITION = re.compile(r"\s*#\s*(ifdef|ifndef|if|endif|else|elif|define)\b(.*)")
GUARD = re.compile(r"_(H|HPP|INC|INCLUDED|H_INCLUDED)_*\s*$")


def language(clangd: pathlib.Path, name: str, folder: pathlib.Path) -> Language:
    """clangd on the commands in a folder, which also gets its index."""
    options = ["--background-index", "--background-index-priority=normal", "--limit-references=0", "--limit-results=0", "--log=error", "-j=2", f"--compile-commands-dir={folder}"]
    return Language(
        command=["nice", clangd, *options],
        identifiers=SUFFIXES[name],
        # A pure virtual function has no other definition.
        is_definition=lambda text, rest: text.endswith("}") or re.search(r"=\s*0$", text) is not None or re.match(r"\s*=\s*0\b", rest) is not None,
        call=re.compile(r"\s*[({]") if name == "cpp" else re.compile(r"\s*\("),
        extends=r"(^|[^:]):([^:].*)?\b{}\b|^\s*,?\s*(public|private|protected)\s.*\b{}\b" if name == "cpp" else "$^",
        has_open_calls=name == "cpp",
        conditional=conditional,
    )


def conditional(lines: list[str]) -> set[int]:
    """Lines between `#if` and `#endif`, guards against double inclusion aside, and in the bodies of macros: one configuration does not show them."""
    found, open_conditions, is_macro = set(), [], False
    for number, line in enumerate(lines, 1):
        match = CONDITION.match(line)
        if match and match[1] == "endif":
            if open_conditions:
                open_conditions.pop()
        elif match and match[1] in ("if", "ifdef", "ifndef"):
            open_conditions.append(not (match[1] == "ifndef" and GUARD.search(match[2])))
        is_macro = is_macro or bool(match and match[1] == "define")
        if any(open_conditions) or is_macro:
            found.add(number)
        is_macro = is_macro and line.endswith("\\")
    return found


def units(root: pathlib.Path, name: str, parts: tuple[str, ...], folder: pathlib.Path) -> list[str]:
    """Writes compile_commands.json into a folder; the files below the parts that are then read."""
    folder.mkdir(parents=True, exist_ok=True)
    listed = subprocess.run(["git", "ls-files"], cwd=root, capture_output=True, text=True, check=True).stdout.splitlines()
    ours = [file for file in listed if pathlib.Path(file).suffix in SUFFIXES[name] and any(part == "." or file.startswith(f"{part}/") for part in parts)]
    sources = [file for file in ours if pathlib.Path(file).suffix not in HEADERS]
    commands = {file: command for file, command in configured(root, folder).items() if file in set(sources)}
    plain = [*STANDARD[name], *include_options(root, listed)]
    if not commands:
        commands = {file: [*plain, "-c", file] for file in sources}
    read = set(commands)
    for file, command in commands.items():
        read |= included(root, command)
    sources_read = sorted(commands)
    language_option = "c-header" if name == "c" else "c++-header"
    for header in ours:
        if pathlib.Path(header).suffix in HEADERS and header not in read and name == "cpp":
            nearest = max(sources_read, key=lambda file: (len(os.path.commonpath([file, header])), file), default=None)
            options = without_file(commands[nearest], nearest) if nearest else plain
            commands[header] = [*options, "-x", language_option, header]
            read |= {header}
    database = [{"directory": str(root), "file": str(root / file), "arguments": command} for file, command in commands.items()]
    (folder / "compile_commands.json").write_text(json.dumps(database, indent=1))
    print(f"{len(commands)} units", file=sys.stderr)
    return sorted(read & set(ours))


def without_file(command: list[str], file: str) -> list[str]:
    """A command without what it compiles, and where to."""
    found, words = [], iter(command)
    for word in words:
        if word in ("-o", "-MF", "-MT", "-MQ"):
            next(words, None)
        elif word not in ("-c", "-MD", "-MMD", "--") and not word.endswith(file):
            found.append(word)
    return found


def configured(root: pathlib.Path, folder: pathlib.Path) -> dict[str, list[str]]:
    """What CMake says, by file below the root."""
    script, build = root / "CMakeLists.txt", folder / "cmake"
    if not script.exists():
        return {}
    without_tests = [f"-D{option}=OFF" for option in OPTION.findall(script.read_text(encoding="utf-8", errors="replace"))]
    for more in ([], without_tests):
        shutil.rmtree(build, ignore_errors=True)
        command = ["cmake", "-S", root, "-B", build, "-DCMAKE_EXPORT_COMPILE_COMMANDS=ON", "-DCMAKE_C_COMPILER=clang", "-DCMAKE_CXX_COMPILER=clang++", *more]
        run = subprocess.run(command, capture_output=True, text=True, check=False)
        if run.returncode == 0 and (build / "compile_commands.json").exists():
            entries = json.loads((build / "compile_commands.json").read_text())
            found = {}
            for entry in entries:
                file = pathlib.Path(entry["directory"], entry["file"]).resolve()
                if file.is_relative_to(root.resolve()):
                    found.setdefault(file.relative_to(root.resolve()).as_posix(), absolute(entry))
            return found
    return {}


def absolute(entry: dict) -> list[str]:
    """A command that does not depend on its directory."""
    words = entry.get("arguments") or shlex.split(entry["command"])
    return [word if not word.startswith("-I") or word[2:].startswith("/") else f"-I{pathlib.Path(entry['directory'], word[2:])}" for word in words]


def include_options(root: pathlib.Path, listed: list[str]) -> list[str]:
    """The root, what is called `include`, and the directories of sources that hold headers."""
    folders = {pathlib.Path(file).parent for file in listed if pathlib.Path(file).suffix in HEADERS}
    found = [root, *(root / "/".join(folder.parts[: folder.parts.index("include") + 1]) for folder in sorted(folders) if "include" in folder.parts)]
    found += [root / folder for folder in sorted(folders) if "include" not in folder.parts and len(folder.parts) < 3]
    return [f"-I{folder}" for folder in dict.fromkeys(found)]


def included(root: pathlib.Path, command: list[str]) -> set[str]:
    """The files below the root that a unit includes."""
    words = list(command)
    if "-o" in words:
        del words[words.index("-o") : words.index("-o") + 2]
    run = subprocess.run([*(word for word in words if word != "-c"), "-MM", "-MG"], cwd=root, capture_output=True, text=True, check=False)
    names = run.stdout.replace("\\\n", " ").partition(":")[2].split()
    paths = [pathlib.Path(root, name).resolve() for name in names]
    return {path.relative_to(root.resolve()).as_posix() for path in paths if path.is_relative_to(root.resolve()) and path.exists()}
