#!/usr/bin/env python3
"""Lists the licences of the grammars that are linked, and ends with status 1 where one may not be shipped with ours.

Usage: scripts/licences.py
"""

import json
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
FREE = {"MIT", "Apache-2.0", "BSD-2-Clause", "BSD-3-Clause", "ISC", "CC0-1.0", "Unlicense", "Zlib"}


def main() -> None:
    command = ["cargo", "metadata", "--format-version", "1", "--locked", "--all-features"]
    packages = json.loads(subprocess.run(command, cwd=ROOT, capture_output=True, check=True, text=True).stdout)["packages"]
    own = next(package for package in packages if package["name"] == "spelunk")
    grammars = {need["name"] for need in own["dependencies"] if need["optional"]}
    failed = False
    for package in sorted(packages, key=lambda package: package["name"]):
        if package["name"] not in grammars:
            continue
        licence = package["license"] or "none is told"
        choices = licence.replace("/", " OR ").split(" OR ")
        is_free = any(set(choice.strip("() ").split(" AND ")) <= FREE for choice in choices)
        failed |= not is_free
        print(f"{package['name']} {package['version']}: {licence}{'' if is_free else '  <- may not be shipped'}")
    sys.exit(failed)


if __name__ == "__main__":
    main()
