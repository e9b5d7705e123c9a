"""Counts o200k_base tokens as spelunk does, for scripts that measure answers."""

import json
import pathlib
import tempfile

from speed import Server


class Counter:
    """Counts by having spelunk extract the text, whose tokens the answer tells."""

    def __init__(self):
        self.directory = tempfile.TemporaryDirectory()
        self.page = pathlib.Path(self.directory.name) / "page.txt"
        self.server = Server(self.directory.name)

    def count(self, text: str) -> int:
        if not text:
            return 0
        self.page.write_text(text)
        arguments = {"targets": ["page.txt"], "format": "json", "maxTokens": 1_000_000}
        reply = self.server.request("tools/call", {"name": "extract", "arguments": arguments})["result"]
        return json.loads(reply["content"][0]["text"])["summary"]["total_tokens"]

    def close(self) -> None:
        self.server.close()
        self.directory.cleanup()
