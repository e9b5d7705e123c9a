"""Conversations with programs over pipes: MCP with `spelunk serve`, and LSP with a language server. Used by the scripts that
measure; shares nothing with the product, so that it can bear witness against it.
"""

import concurrent.futures
import json
import os
import pathlib
import subprocess
import threading
import time


class Peer:
    """A program that speaks JSON-RPC. Requests may be under way at the same time; a thread reads the replies."""

    def __init__(self, command: list[str], directory: pathlib.Path, environment: dict[str, str] | None = None):
        self.start = time.perf_counter()
        self.process = subprocess.Popen(
            [str(word) for word in command], cwd=directory, env={**os.environ, **(environment or {})},
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
        )
        self.last_id = 0
        self.waiting: dict[int, concurrent.futures.Future] = {}
        self.lock = threading.Lock()
        threading.Thread(target=self._read, daemon=True).start()

    def frame(self, body: bytes) -> bytes:
        raise NotImplementedError

    def next_body(self) -> bytes | None:
        raise NotImplementedError

    def heard(self, message: dict) -> None:
        """A notification, or a question of the other side, which must be answered."""

    def send(self, message: dict) -> None:
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        with self.lock:
            self.process.stdin.write(self.frame(body))
            self.process.stdin.flush()

    def begin(self, method: str, params: dict) -> concurrent.futures.Future:
        future = concurrent.futures.Future()
        with self.lock:
            self.last_id += 1
            number = self.last_id
            self.waiting[number] = future
        self.send({"id": number, "method": method, "params": params})
        return future

    def request(self, method: str, params: dict, patience: float = 300) -> dict:
        return self.begin(method, params).result(patience)

    def _read(self) -> None:
        while (body := self.next_body()) is not None:
            message = json.loads(body)
            if isinstance(message, dict) and "method" in message:
                self.heard(message)
            elif isinstance(message, dict) and message.get("id") in self.waiting:
                self.waiting.pop(message["id"]).set_result(message)
        for future in self.waiting.values():
            future.set_exception(EOFError(f"{self.process.args[0]} has ended"))

    def close(self) -> None:
        self.process.stdin.close()
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()


class Mcp(Peer):
    """`spelunk serve` on a root."""

    def __init__(self, program: pathlib.Path, root: pathlib.Path, environment: dict[str, str]):
        super().__init__([program, "serve", "--root", root], root, environment)
        hello = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "measuring", "version": "1"}}
        self.request("initialize", hello)
        self.send({"method": "notifications/initialized"})

    def frame(self, body: bytes) -> bytes:
        return body + b"\n"

    def next_body(self) -> bytes | None:
        return self.process.stdout.readline() or None

    def call(self, tool: str, arguments: dict) -> concurrent.futures.Future:
        """The answer's JSON and the seconds that it took, when it comes."""
        began = time.perf_counter()
        done = concurrent.futures.Future()

        def finish(reply: concurrent.futures.Future) -> None:
            try:
                result = reply.result()["result"]
                assert not result.get("isError"), (tool, arguments, result)
                done.set_result((result["structuredContent"], time.perf_counter() - began))
            except BaseException as error:
                done.set_exception(error)

        self.begin("tools/call", {"name": tool, "arguments": {**arguments, "format": "json"}}).add_done_callback(finish)
        return done

    def resident(self) -> float:
        """The memory of the program itself, without its children, in MB."""
        status = pathlib.Path(f"/proc/{self.process.pid}/status").read_text()
        return next(int(line.split()[1]) / 1024 for line in status.splitlines() if line.startswith("VmRSS"))


class Lsp(Peer):
    """A language server on a root. `settings` answers its questions for configuration."""

    def __init__(
        self, command: list[str], root: pathlib.Path, options: dict, settings: dict, environment: dict[str, str] | None = None
    ):
        super().__init__(command, root, environment)
        self.root = root
        self.settings = settings
        self.notices: list[dict] = []
        self.noticed = threading.Condition()
        self.opened: dict[pathlib.Path, str] = {}
        uri = root.as_uri()
        capabilities = {
            "general": {"positionEncodings": ["utf-16"]},
            "window": {"workDoneProgress": True},
            "workspace": {"configuration": True, "workspaceFolders": True, "didChangeWatchedFiles": {"dynamicRegistration": True}},
            "textDocument": {
                "references": {}, "callHierarchy": {}, "typeHierarchy": {},
                "definition": {"linkSupport": False}, "implementation": {"linkSupport": False},
                "documentSymbol": {"hierarchicalDocumentSymbolSupport": True},
                "publishDiagnostics": {},
            },
            "experimental": {"serverStatusNotification": True},
        }
        reply = self.request("initialize", {
            "processId": os.getpid(), "rootUri": uri, "workspaceFolders": [{"uri": uri, "name": root.name}],
            "initializationOptions": options, "capabilities": capabilities,
        })
        self.info = reply["result"].get("serverInfo", {})
        self.capabilities = reply["result"].get("capabilities", {})
        self.send({"method": "initialized", "params": {}})
        self.send({"method": "workspace/didChangeConfiguration", "params": {"settings": settings}})

    def frame(self, body: bytes) -> bytes:
        return b"Content-Length: %d\r\n\r\n" % len(body) + body

    def next_body(self) -> bytes | None:
        length = None
        while line := self.process.stdout.readline():
            if line.lower().startswith(b"content-length:"):
                length = int(line.split(b":")[1])
            elif not line.strip() and length is not None:
                return self.process.stdout.read(length)
        return None

    def heard(self, message: dict) -> None:
        if "id" not in message:
            with self.noticed:
                self.notices.append(message)
                self.noticed.notify_all()
            return
        result = None
        if message["method"] == "workspace/configuration":
            result = [self._section(item.get("section")) for item in message["params"]["items"]]
        self.send({"id": message["id"], "result": result})

    def _section(self, section: str | None):
        value = self.settings
        for key in filter(None, (section or "").split(".")):
            value = value.get(key) if isinstance(value, dict) else None
        return value

    def wait_for_notice(self, matches, patience: float = 300) -> None:
        """Waits until some notification has come for which `matches` holds."""
        with self.noticed:
            if not self.noticed.wait_for(lambda: any(map(matches, self.notices)), patience):
                raise TimeoutError(f"{self.process.args[0]} did not say that it is ready")

    def open(self, file: pathlib.Path, language: str) -> None:
        if file not in self.opened:
            self.opened[file] = file.read_text(encoding="utf-8")
            document = {"uri": file.as_uri(), "languageId": language, "version": 1, "text": self.opened[file]}
            self.send({"method": "textDocument/didOpen", "params": {"textDocument": document}})

    def ask(self, method: str, params: dict, patience: float = 300):
        """The result; asked again as long as the server says that the content was modified."""
        for _ in range(100):
            reply = self.request(method, params, patience)
            error = reply.get("error")
            if not error:
                return reply.get("result")
            if error["code"] not in (-32801, -32802):
                raise RuntimeError(f"{method}: {error['message']}")
            time.sleep(0.2)
        raise RuntimeError(f"{method}: still modified")

    def close(self) -> None:
        try:
            self.request("shutdown", None, 10)
            self.send({"method": "exit"})
        except (TimeoutError, EOFError, BrokenPipeError, concurrent.futures.TimeoutError):
            pass
        super().close()
