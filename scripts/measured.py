"""Writes one section of docs/measured.md, which no hand edits. Used by the scripts that measure."""

import datetime
import pathlib
import platform
import subprocess

PAGE = pathlib.Path(__file__).resolve().parent.parent / "docs" / "measured.md"

HEAD = """# Measured

Every figure that spelunk claims, as the scripts named below printed it. Nothing here is written by hand: run the script again to
renew its section. Machines are noisy; ratios between programs of one run mean more than times.
"""


def write_section(name: str, script: str, body: str) -> None:
    """Replaces the section `name`, or adds it. `script` is the command that renews it."""
    begin, end = f"<!-- begin {name} -->", f"<!-- end {name} -->"
    page = PAGE.read_text() if PAGE.exists() else HEAD
    today = datetime.date.today().isoformat()
    section = f"{begin}\n## {name}\n\n`{script}`, {today}, {machine()}.\n\n{body.strip()}\n{end}\n"
    if begin in page:
        before, rest = page.split(begin, 1)
        after = rest.split(end, 1)[1].lstrip("\n")
        page = before + section + ("\n" + after if after else "")
    else:
        page = page.rstrip("\n") + "\n\n" + section
    PAGE.parent.mkdir(exist_ok=True)
    PAGE.write_text(page)


def tables_of(name: str) -> list[list[list[str]]]:
    """The cells of each row of each table of a section, without heads, as the page has them."""
    page = PAGE.read_text() if PAGE.exists() else ""
    _, _, rest = page.partition(f"<!-- begin {name} -->")
    section, _, _ = rest.partition(f"<!-- end {name} -->")
    tables: list[list[list[str]]] = []
    is_inside = False
    for line in section.splitlines():
        if line.startswith("|---"):
            tables.append([])
        elif is_inside and line.startswith("| "):
            tables[-1].append(line.removeprefix("| ").removesuffix(" |").split(" | "))
        is_inside = line.startswith("|---") or is_inside and line.startswith("| ")
    return tables


def machine() -> str:
    cores = subprocess.run(["nproc"], capture_output=True, text=True, check=True).stdout.strip()
    return f"{platform.system()} {platform.machine()}, {cores} cores"


def table(head: list[str], rows: list[list[str]]) -> str:
    lines = ["| " + " | ".join(head) + " |", "|" + "---|" * len(head)]
    lines += ["| " + " | ".join(row) + " |" for row in rows]
    return "\n".join(lines)
