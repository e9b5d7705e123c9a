#!/usr/bin/env python3
"""Fetches the packages that packages.tsv lists, with the registries' own clients, into a cache outside the repository.

Usage: training/fetch.py [--registry NAME] [--renew NAMES]
packages.tsv names a registry, a package, its version and its licence on each line. `--renew` takes a file of lines
`registry<TAB>package` instead, fetches the newest versions, reads their licences, leaves out what is not MIT, BSD or Apache,
and prints the lines of packages.tsv.
"""

import argparse
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import zipfile

HERE = pathlib.Path(__file__).resolve().parent
CACHE = pathlib.Path(
    os.environ.get("SPELUNK_TRAINING", pathlib.Path(os.environ.get("XDG_CACHE_HOME", pathlib.Path.home() / ".cache")) / "spelunk-training")
)
PACKAGES = HERE / "packages.tsv"


def directory(registry: str, name: str, version: str) -> pathlib.Path:
    return CACHE / "packages" / registry / f"{name.replace('/', '~')}@{version}"


def run(command: list[str], cwd=None, timeout: int = 600) -> str:
    done = subprocess.run(command, cwd=cwd, capture_output=True, text=True, timeout=timeout, check=False)
    if done.returncode:
        raise RuntimeError(f"{' '.join(command[:6])}: {done.stderr.strip()[-300:]}")
    return done.stdout


def keep(source: pathlib.Path, target: pathlib.Path) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    shutil.rmtree(target, ignore_errors=True)
    shutil.move(str(source), target)


def named(licence: str) -> str | None:
    """The licence by its short name, if it is one of those that are allowed; of a choice, the one that is."""
    text = licence.strip()
    choices = re.split(r"\s+OR\s+|/", text) if "AND" not in text else [text]
    for choice in choices:
        choice = choice.strip(" ()")
        if re.fullmatch(r"(The )?MIT( License)?(,? ?\(MIT\))?|Expat( license)?|MIT[ -]0?", choice, re.I):
            return "MIT"
        if re.search(r"^(?:The )?Apache([- ]License)?,?[ -]*(Software License)?(Version |v)?[ -]?(2(\.0)?)?( License)?( WITH LLVM-exception)?$|^(?:The )?Apache Software License|^(?:The )?Apache 2", choice, re.I):
            return "Apache-2.0"
        if re.search(r"^(Modified |New |Revised |The )?(0|2|3)?-?(clause)? ?BSD|^BSD|^3-Clause BSD", choice, re.I):
            return "BSD-2-Clause" if "2" in choice else "BSD-3-Clause"
    return None


def of_text(text: str) -> str | None:
    """The licence that a licence's text is."""
    text = " ".join(text.split())
    # Licences of what is bundled may follow the package's own.
    if text.startswith("Apache License"):
        return "Apache-2.0"
    if "Permission is hereby granted, free of charge" in text and "GNU" not in text:
        return "MIT"
    if "Redistribution and use in source and binary forms" in text and "GNU" not in text:
        return "BSD-3-Clause" if "endorse or promote" in text else "BSD-2-Clause"
    if "Apache License" in text and "GNU GENERAL PUBLIC" not in text.upper():
        return "Apache-2.0"
    return None


def licence_file(root: pathlib.Path) -> str | None:
    for path in sorted(root.rglob("*")):
        if re.fullmatch(r"(?i)(licen[cs]e|copying)([-.].*)?", path.name) and path.is_file():
            if found := of_text(path.read_text(errors="replace")):
                return found
    return None


Wanted = list[tuple[str, str | None]]
# What was fetched of each package: its version, and its licence where that is allowed.
Got = dict[str, tuple[str, str | None]]


def pip(wanted: Wanted) -> Got:
    got = {}
    with tempfile.TemporaryDirectory(dir=CACHE) as work:
        names = [f"{name}=={version}" if version else name for name, version in wanted]
        run([sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--only-binary", ":all:", "-d", work, *names])
        for number, wheel in enumerate(sorted(pathlib.Path(work).glob("*.whl"))):
            out = pathlib.Path(work) / f"out{number}"
            with zipfile.ZipFile(wheel) as archive:
                archive.extractall(out, [file for file in archive.namelist() if file.endswith((".py", ".pyi")) or ".dist-info/" in file])
            metadata = next(out.glob("*.dist-info/METADATA")).read_text(errors="replace").split("\n\n")[0]
            fields = re.findall(r"^(License-Expression|License|Classifier): (?:License :: (?:OSI Approved :: )?)?(.*)$", metadata, re.M)
            licence = next(filter(None, (named(value) for _, value in sorted(fields, key=lambda field: field[0] != "License-Expression"))), None)
            version = re.search(r"^Version: (.*)$", metadata, re.M)[1]
            plain = re.sub(r"[-_.]+", "-", re.search(r"^Name: (.*)$", metadata, re.M)[1]).lower()
            name = next(name for name, _ in wanted if re.sub(r"[-_.]+", "-", name).lower() == plain)
            keep(out, directory("pip", name, version))
            got[name] = version, licence
    return got


def cargo(wanted: Wanted) -> Got:
    got = {}
    with tempfile.TemporaryDirectory(dir=CACHE) as work:
        root = pathlib.Path(work)
        (root / "src").mkdir()
        (root / "src/lib.rs").touch()
        lines = [f'"{name}" = {{ version = "{f"={version}" if version else "*"}", default-features = false }}' for name, version in wanted]
        (root / "Cargo.toml").write_text('[package]\nname = "fetch"\nversion = "0.0.0"\nedition = "2021"\n[dependencies]\n' + "\n".join(lines) + "\n")
        run(["cargo", "vendor", "--quiet", "--versioned-dirs", "vendor"], cwd=work)
        for name, _ in wanted:
            found = [path for path in (root / "vendor").iterdir() if re.fullmatch(rf"{re.escape(name)}-\d.*", path.name)]
            crate = max(found, key=lambda path: [int(part) for part in re.findall(r"\d+", path.name[len(name):])])
            version = crate.name[len(name) + 1:]
            licence = re.search(r'^license = "(.*)"', (crate / "Cargo.toml").read_text(), re.M)
            keep(crate, directory("cargo", name, version))
            got[name] = version, named(licence[1]) if licence else None
    return got


def npm(wanted: Wanted) -> Got:
    got = {}
    with tempfile.TemporaryDirectory(dir=CACHE) as work:
        run(["npm", "pack", "--silent", *(f"{name}@{version or 'latest'}" for name, version in wanted)], cwd=work)
        for number, packed in enumerate(sorted(pathlib.Path(work).glob("*.tgz"))):
            with tarfile.open(packed) as archive:
                archive.extractall(f"{work}/out{number}", filter="data")
            package = next(pathlib.Path(work, f"out{number}").iterdir())
            manifest = json.loads((package / "package.json").read_text())
            licence = manifest.get("license") or ""
            keep(package, directory("npm", manifest["name"], manifest["version"]))
            got[manifest["name"]] = manifest["version"], named(licence if isinstance(licence, str) else licence.get("type", ""))
    return got


def go(wanted: Wanted) -> Got:
    got = {}
    environment = {**os.environ, "GOFLAGS": "-mod=mod", "GOMODCACHE": str(CACHE / "go")}
    modules = [f"{name}@{version or 'latest'}" for name, version in wanted]
    done = subprocess.run(["go", "mod", "download", "-json", *modules], cwd="/", env=environment, capture_output=True, text=True, timeout=1200, check=False)
    for found in re.findall(r"^\{.*?^\}", done.stdout, re.S | re.M):
        module = json.loads(found)
        if "Dir" not in module:
            print(f"go {module.get('Path')}: {module.get('Error')}", file=sys.stderr)
            continue
        target = directory("go", module["Path"], module["Version"])
        if not target.exists():
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copytree(module["Dir"], target)
            subprocess.run(["chmod", "-R", "u+w", str(target)], check=True)
        licence = next((of_text(path.read_text(errors="replace")) for path in sorted(target.glob("LICEN*"))), None)
        got[module["Path"]] = module["Version"], licence
    return got


def licence_of_description(name: str, version: str) -> str | None:
    with tempfile.TemporaryDirectory(dir=CACHE) as work:
        run(["mvn", "-q", "-B", "dependency:copy", f"-Dartifact={name}:{version}:pom", f"-DoutputDirectory={work}"], cwd=work)
        licences = re.findall(r"<license>\s*<name>(.*?)</name>", next(pathlib.Path(work).glob("*.pom")).read_text(errors="replace"), re.S)
        return named(licences[0].strip()) if len(licences) == 1 else None


def maven(wanted: Wanted) -> Got:
    got = {}
    for name, version in wanted:
        _, artifact = name.split(":")
        with tempfile.TemporaryDirectory(dir=CACHE) as work:
            what = f"-Dartifact={name}:{version or 'LATEST'}:jar:sources"
            run(["mvn", "-q", "-B", "dependency:copy", what, f"-DoutputDirectory={work}"], cwd=work)
            jar = next(pathlib.Path(work).glob("*.jar"))
            found = jar.name[len(artifact) + 1:-len("-sources.jar")]
            with zipfile.ZipFile(jar) as archive:
                archive.extractall(f"{work}/out")
            keep(pathlib.Path(work, "out"), directory("maven", name, found))
            got[name] = found, licence_file(directory("maven", name, found)) or licence_of_description(name, found)
    return got


def licence_of_debian(copyright: pathlib.Path) -> str | None:
    """The licence that holds for all files, where no paragraph says another."""
    text = copyright.read_text(errors="replace")
    found = re.search(r"^Files: *\*\s*$.*?^License: *([^\n]*)$", text, re.M | re.S)
    return named(found[1].replace(" or ", " OR ").replace(" and ", " AND ")) if found else None


def debian(wanted: Wanted) -> Got:
    """Packages of Debian, for languages whose own registries are not used; they hold the code of scripts."""
    got = {}
    for name, version in wanted:
        with tempfile.TemporaryDirectory(dir=CACHE) as work:
            run(["apt-get", "--quiet=2", "download", f"{name}={version}" if version else name], cwd=work)
            package = next(pathlib.Path(work).glob("*.deb"))
            found = run(["dpkg-deb", "--field", str(package), "Version"]).strip()
            run(["dpkg-deb", "--extract", str(package), f"{work}/out"])
            licence = licence_of_debian(pathlib.Path(work, "out/usr/share/doc", name, "copyright"))
            shutil.rmtree(f"{work}/out/usr/share/doc")
            keep(pathlib.Path(work, "out"), directory("debian", name, found))
            got[name] = found, licence
    return got


FETCH = {"pip": pip, "cargo": cargo, "npm": npm, "go": go, "maven": maven, "debian": debian}


# Packages that one call of a client is asked for.
BATCH = {"pip": 12, "cargo": 10, "npm": 12, "go": 8, "maven": 1, "debian": 1}
PROBLEMS = (RuntimeError, StopIteration, ValueError, OSError, subprocess.TimeoutExpired)


def fetch(registry: str, wanted: Wanted) -> Got:
    """As many packages as can be had, in batches; one by one where a batch fails."""
    got: Got = {}
    for start in range(0, len(wanted), BATCH[registry]):
        batch = wanted[start:start + BATCH[registry]]
        try:
            got |= FETCH[registry](batch)
            continue
        except PROBLEMS as problem:
            if len(batch) == 1:
                print(f"{registry} {batch[0][0]}: {problem}", file=sys.stderr, flush=True)
                continue
        for one in batch:
            try:
                got |= FETCH[registry]([one])
            except PROBLEMS as problem:
                print(f"{registry} {one[0]}: {problem}", file=sys.stderr, flush=True)
    return got


def renew(names: pathlib.Path, registry: str | None) -> None:
    for which in FETCH if registry is None else [registry]:
        rows = [line.split("\t") for line in names.read_text().splitlines()]
        stated = {row[1]: row[2] for row in rows if len(row) > 2}
        wanted = [row[1] for row in rows if row[0] == which]
        for start in range(0, len(wanted), BATCH[which]):
            for name, (version, licence) in fetch(which, [(name, None) for name in wanted[start:start + BATCH[which]]]).items():
                licence = licence or stated.get(name)
                if licence is None:
                    print(f"{which} {name} {version}: its licence is none of those allowed", file=sys.stderr, flush=True)
                    shutil.rmtree(directory(which, name, version), ignore_errors=True)
                else:
                    print("\t".join([which, name, version, licence]), flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--registry", choices=sorted(FETCH))
    parser.add_argument("--renew", type=pathlib.Path)
    options = parser.parse_args()
    CACHE.mkdir(parents=True, exist_ok=True)
    if options.renew:
        renew(options.renew, options.registry)
        return
    rows = [line.split("\t") for line in PACKAGES.read_text().splitlines()]
    for registry in FETCH if options.registry is None else [options.registry]:
        missing = [(name, version) for where, name, version, _ in rows if where == registry and not directory(registry, name, version).exists()]
        fetch(registry, missing)


if __name__ == "__main__":
    main()
