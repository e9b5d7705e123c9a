#!/usr/bin/env python3
"""Maps of the same files by other means, for scripts/map_names.py, which runs this with a Python that has `aider-chat`.

Usage: map_peers.py ROOT OUTPUT TOKENS… < a list of files, one a line

OUTPUT receives a JSON object: for `aider` (the RepoMap of aider-chat, without a model or a chat) and `pagerank` (files ranked by
PageRank over the names that they use of each other, their definitions shown as ctags prints their lines), a map for each budget.
"""

import json, math, re, subprocess, sys, tempfile
from collections import Counter, defaultdict
from pathlib import Path

import tiktoken

WORD = re.compile(r"[A-Za-z_]\w+")
MAX_DEFINERS = 64
WIDTH = 160


class Model:
    """What RepoMap asks of a language model: the number of tokens."""

    def __init__(self) -> None:
        self.encoding = tiktoken.get_encoding("o200k_base")

    def token_count(self, text: str) -> int:
        return len(self.encoding.encode(text, disallowed_special=()))


class Terminal:
    """What RepoMap asks of a terminal: texts of files; messages go nowhere."""

    def read_text(self, path: str) -> str:
        return Path(path).read_text(errors="replace")

    def tool_output(self, *_: object) -> None:
        pass

    tool_warning = tool_error = tool_output


def aider(root: Path, files: list[str], budgets: list[int], model: Model) -> dict[str, str]:
    from aider.repomap import RepoMap

    maps = {}
    with tempfile.TemporaryDirectory() as cache:
        RepoMap.TAGS_CACHE_DIR = cache
        for budget in budgets:
            repository = RepoMap(map_tokens=budget, root=str(root), main_model=model, io=Terminal())
            repository.token_count = model.token_count
            maps[str(budget)] = repository.get_ranked_tags_map([], [str(root / file) for file in files], budget) or ""
    return maps


def definitions(root: Path, files: list[str]) -> dict[str, dict[str, str]]:
    """The line of each definition, by name and file."""
    command = ["ctags", "-L", "-", "-f", "-", "--fields=", "--extras=-F", "--langmap=C++:+.h"]
    tags = subprocess.run(command, cwd=root, input="\n".join(files), capture_output=True, text=True, errors="replace")
    found: dict[str, dict[str, str]] = defaultdict(dict)
    for row in tags.stdout.splitlines():
        name, file, rest = row.split("\t", 2)
        line = rest.rsplit(';"', 1)[0].strip("/^$").strip()
        found[name].setdefault(file, line[:WIDTH])
    return found


def ranks(edges: dict[str, dict[str, float]], files: list[str]) -> dict[str, float]:
    damping, rank = 0.85, dict.fromkeys(files, 1 / len(files))
    for _ in range(40):
        lost = sum(rank[file] for file in files if not edges.get(file))
        following = dict.fromkeys(files, (1 - damping + damping * lost) / len(files))
        for user, used in edges.items():
            total = sum(used.values())
            for file, weight in used.items():
                following[file] += damping * rank[user] * weight / total
        rank = following
    return rank


def pagerank(root: Path, files: list[str], budgets: list[int], model: Model) -> dict[str, str]:
    defined = definitions(root, files)
    uses: dict[str, dict[tuple[str, str], float]] = {}
    edges: dict[str, dict[str, float]] = {}
    for file in files:
        own: dict[tuple[str, str], float] = {}
        to: dict[str, float] = defaultdict(float)
        for name, count in Counter(WORD.findall((root / file).read_text(errors="replace"))).items():
            definers = defined.get(name, {})
            if not definers or file in definers or len(definers) > MAX_DEFINERS:
                continue
            weight = math.sqrt(count) / len(definers)
            for definer in definers:
                own[definer, name] = weight
                to[definer] += weight
        if to:
            uses[file], edges[file] = own, dict(to)
    rank = ranks(edges, files)
    value: dict[tuple[str, str], float] = defaultdict(float)
    for user, own in uses.items():
        total = sum(own.values())
        for place, weight in own.items():
            value[place] += rank[user] * weight / total
    best = sorted(value, key=lambda place: (-value[place], place))

    def text(most: int) -> str:
        by_file: dict[str, list[str]] = {}
        for file, name in best[:most]:
            by_file.setdefault(file, []).append(defined[name][file])
        return "\n".join(line for file, lines in by_file.items() for line in [file, *("  " + one for one in lines)])

    maps = {}
    for budget in budgets:
        least, most = 0, min(len(best), budget)
        while least < most:
            middle = (least + most + 1) // 2
            if model.token_count(text(middle)) <= budget:
                least = middle
            else:
                most = middle - 1
        maps[str(budget)] = text(least)
    return maps


def main() -> None:
    root, output, *budgets = sys.argv[1:]
    files = [line for line in sys.stdin.read().splitlines() if (Path(root) / line).is_file()]
    tokens, model = [int(budget) for budget in budgets], Model()
    maps = {}
    for name, make in (("pagerank", pagerank), ("aider", aider)):
        maps[name] = make(Path(root), files, tokens, model)
        maps[name]["tokens"] = max(model.token_count(text) for text in list(maps[name].values()))
        Path(output).write_text(json.dumps(maps))


if __name__ == "__main__":
    main()
