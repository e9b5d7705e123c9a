"""The trees of the graph benchmark: what of each corpus takes part, and copies that language servers may write into."""

import dataclasses
import json
import os
import pathlib
import shutil

CACHE = pathlib.Path(os.environ.get("XDG_CACHE_HOME", pathlib.Path.home() / ".cache"))
SOURCES = pathlib.Path(os.environ.get("SPELUNK_CORPORA", CACHE / "spelunk-corpora"))
ORACLE = CACHE / "spelunk-oracle"
STRATA = ["unique", "homonym", "method", "closure", "macro", "reexport", "override", "interface"]


@dataclasses.dataclass(frozen=True)
class Tree:
    language: str
    server: str
    # What is copied, from the corpus' root; packages from a registry carry built copies of their own source.
    parts: tuple[str, ...]
    each: int
    unopened: bool = False
    endings: tuple[str, ...] = ()


RUST, PYTHON, TYPESCRIPT, C, GO = (".rs",), (".py",), (".ts", ".tsx"), (".c", ".h"), (".go",)
CORPORA = {
    "tokio": Tree("rust", "rust-analyzer", ("Cargo.toml", "Cargo.lock", "src", "tests"), 5, endings=RUST),
    "cargo": Tree("rust", "rust-analyzer", ("Cargo.toml", "Cargo.lock", "build.rs", "src"), 4, endings=RUST),
    "django": Tree("python", "basedpyright", ("django", "tests"), 5, endings=PYTHON),
    "flask": Tree("python", "basedpyright", ("src", "tests", "examples"), 4, endings=PYTHON),
    "rxjs": Tree("typescript", "typescript", ("src", "package.json"), 5, endings=TYPESCRIPT),
    "effect": Tree("typescript", "typescript", ("src", "package.json"), 5, endings=TYPESCRIPT),
    "libgit2": Tree("c", "clangd", ("libgit2/include", "libgit2/src", "libgit2/deps"), 8, endings=C),
    # Two that nobody opened while the rules were made.
    "axum": Tree("rust", "rust-analyzer", ("Cargo.toml", "Cargo.lock", "src", "tests", "benches"), 4, unopened=True, endings=RUST),
    "zod": Tree("typescript", "typescript", ("src", "package.json"), 4, unopened=True, endings=TYPESCRIPT),
}


def tree(name: str) -> pathlib.Path:
    """The copy of a corpus, made when it is not there."""
    target = ORACLE / "trees" / name
    if target.exists():
        return target
    partial = target.with_suffix(".partial")
    shutil.rmtree(partial, ignore_errors=True)
    partial.mkdir(parents=True)
    for part in CORPORA[name].parts:
        source = SOURCES / name / part
        if source.is_dir():
            shutil.copytree(source, partial / part, symlinks=True)
        elif source.exists():
            (partial / part).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(source, partial / part)
    complete(name, partial, target)
    partial.rename(target)
    return target


def complete(name: str, partial: pathlib.Path, target: pathlib.Path) -> None:
    """What the servers must be told of a tree that has no build."""
    language = CORPORA[name].language
    if language == "typescript":
        for other in partial.glob("src/**/tsconfig*.json"):
            other.unlink()
        options = {"target": "es2022", "module": "esnext", "moduleResolution": "bundler", "strict": True, "noEmit": True, "skipLibCheck": True,
                   "lib": ["es2023", "dom", "dom.iterable"], "types": [], "jsx": "preserve"}
        (partial / "tsconfig.json").write_text(json.dumps({"compilerOptions": options, "include": ["src"]}))
    if name == "flask":
        (partial / "pyrightconfig.json").write_text(json.dumps({"extraPaths": ["src"]}))
    if language == "c":
        base = target / "libgit2"
        includes = [base / "include", base / "src/libgit2", base / "src/util", base / "src/cli", base / "deps/pcre", base / "deps/llhttp", base / "deps/ntlmclient",
                    base / "deps/xdiff", base / "deps/zlib", target / "made"]
        flags = ["clang", "-std=c99", "-w", "-DGIT_THREADS=1", "-DGIT_SHA1_COLLISIONDETECT", "-D_GNU_SOURCE", *[f"-I{path}" for path in includes]]
        (partial / "made").mkdir()
        features = ["GIT_THREADS", "GIT_ARCH_64", "GIT_USE_STAT_MTIM", "GIT_SSH", "GIT_SSH_EXEC", "GIT_HTTPS", "GIT_OPENSSL", "GIT_SHA1_COLLISIONDETECT",
                    "GIT_SHA256_BUILTIN", "GIT_REGEX_BUILTIN", "GIT_QSORT_GNU", "GIT_IO_POLL", "GIT_HTTPPARSER_BUILTIN", "GIT_RAND_GETENTROPY"]
        (partial / "made/git2_features.h").write_text("".join(f"#define {feature} 1\n" for feature in features))
        units = [target / path.relative_to(partial) for path in sorted((partial / "libgit2").rglob("*.c"))]
        commands = [{"directory": str(target), "file": str(unit), "arguments": [*flags, "-c", str(unit)]} for unit in units]
        (partial / "compile_commands.json").write_text(json.dumps(commands))
