#!/usr/bin/env python3
"""Asks a running server thousands of questions with edits, branch switches and crashes of language servers between them.

Usage: scripts/soak.py PROGRAM [QUESTIONS] [SEED]

Every reply must be one, every edit must be in the next answer, and memory must not grow. Exits 1 with the seed where not.
Language servers that are on the PATH are used; a part of the questions waits for them."""

import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

program = str(Path(sys.argv[1]).resolve())
questions = int(sys.argv[2]) if len(sys.argv) > 2 else 10_000
seed = int(sys.argv[3]) if len(sys.argv) > 3 else 1
random.seed(seed)
MODULES, BRANCHES = 60, 4


def git(root, *arguments):
    subprocess.run(["git", "-c", "user.name=s", "-c", "user.email=s@s", *arguments], cwd=root, check=True, capture_output=True)


def write(root, number, extra=""):
    other = (number * 7 + 1) % MODULES
    code = (
        f"from m{other} import f{other}\n\n\nclass C{number}:\n    def run(self):\n        return f{other}()\n\n\n"
        f"def f{number}():\n    return C{number}().run()\n{extra}"
    )
    (root / f"m{number}.py").write_text(code)


def make(root):
    git(root, "init", "-q", "-b", "b0")
    (root / "pyproject.toml").write_text('[project]\nname = "soak"\n')
    for number in range(MODULES):
        write(root, number)
    (root / "main.c").write_text('int callee(int x) { return x; }\nint caller(void) { return callee(1); }\n')
    git(root, "add", "-A")
    git(root, "commit", "-qm", "first")
    for branch in range(1, BRANCHES):
        git(root, "checkout", "-q", "-b", f"b{branch}", "b0")
        write(root, branch, f"\n\ndef only_on_{branch}():\n    return f{branch}()\n")
        git(root, "commit", "-qam", f"branch {branch}")
    git(root, "checkout", "-q", "b0")


class Client:
    def __init__(self, root, home):
        environment = {**os.environ, "HOME": str(home), "XDG_CACHE_HOME": str(home), "XDG_CONFIG_HOME": str(home)}
        command = [program, "serve", "--root", str(root)]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment, text=True)
        self.next = 0
        hello = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "soak", "version": "1"}}
        self.request("initialize", hello)
        self.send({"jsonrpc": "2.0", "method": "notifications/initialized"})

    def send(self, message):
        self.process.stdin.write(json.dumps(message) + "\n")
        self.process.stdin.flush()

    def request(self, method, params):
        self.next += 1
        self.send({"jsonrpc": "2.0", "id": self.next, "method": method, "params": params})
        while True:
            line = self.process.stdout.readline()
            assert line, f"the server ended with {self.process.wait()}"
            reply = json.loads(line)
            if reply.get("id") == self.next:
                assert "error" not in reply, reply
                return reply["result"]

    def ask(self, tool, **arguments):
        result = self.request("tools/call", {"name": tool, "arguments": {**arguments, "format": "json"}})
        assert not result.get("isError"), (tool, arguments, result)
        return result["structuredContent"]

    def memory(self):
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        return next(int(line.split()[1]) for line in status.splitlines() if line.startswith("VmRSS")) >> 10

    def children(self):
        listed = subprocess.run(["ps", "-o", "pid=", "--ppid", str(self.process.pid)], capture_output=True, text=True)
        return [int(pid) for pid in listed.stdout.split()]


def question(client, branch):
    number = random.randrange(MODULES)
    wait = 0.2 if random.random() < 0.02 else 0
    match random.randrange(8):
        case 0:
            found = client.ask("grep", pattern=f"def f{number}\\b")
            assert [row["file"] for row in found["results"]] == [f"m{number}.py"], found
        case 1:
            assert client.ask("search", query=f"class C{number} run")["results"]
        case 2:
            assert client.ask("extract", targets=[f"m{number}.py#f{number}"])["results"]
        case 3:
            found = client.ask("find_callers", symbol=f"f{number}", wait=wait)
            callers = [other for other in range(MODULES) if (other * 7 + 1) % MODULES == number]
            files = {row["file"] for row in found["results"]}
            assert {f"m{other}.py" for other in callers} <= files, (number, found)
        case 4:
            assert client.ask("find_callees", symbol="run", file=f"m{number}.py", wait=wait)["results"]
        case 5:
            client.ask("find_references", symbol=f"C{number}", wait=wait)
        case 6:
            client.ask("impact_analysis", symbol=f"f{number}", wait=wait)
        case 7:
            client.ask("map_code", path=".", maxTokens=500 + number)
    if branch and random.random() < 0.05:
        assert client.ask("grep", pattern=f"only_on_{branch}")["results"], f"branch {branch}"


def main():
    with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryDirectory() as home:
        root = Path(folder).resolve()
        make(root)
        client = Client(root, Path(home))
        branch, crashes, edits, switches, memory = 0, 0, 0, 0, []
        start = time.time()
        for index in range(questions):
            if index % 20 == 7:
                number, name = random.randrange(MODULES), f"edited_{index}"
                write(root, number, f"\n\ndef {name}():\n    return f{number}()\n")
                edits += 1
                found = client.ask("find_callers", symbol=f"f{number}", wait=0)
                assert any(row["name"] == name for row in found["results"]), (name, found)
                git(root, "checkout", "-q", "--", ".")
            if index % 100 == 50:
                branch = random.randrange(BRANCHES)
                git(root, "checkout", "-q", f"b{branch}")
                switches += 1
                gone = client.ask("grep", pattern="only_on_")["results"]
                assert {row["text"] for row in gone} == ({f"def only_on_{branch}():"} if branch else set()), gone
            if index % 250 == 125:
                for child in client.children():
                    crashes += 1
                    os.kill(child, signal.SIGKILL)
            question(client, branch)
            if index % max(1, questions // 10) == 0:
                memory.append(client.memory())
                print(f"{index:6} questions, {memory[-1]:4} MB, {time.time() - start:5.0f} s", flush=True)
        memory.append(client.memory())
        client.process.stdin.close()
        assert client.process.wait(timeout=30) == 0
        print(f"{questions} questions, {edits} edits, {switches} branch switches, {crashes} killed children, memory {memory} MB")
        settled = memory[len(memory) // 3]
        assert memory[-1] <= settled * 1.3 + 20, f"memory grows: {memory} MB"


try:
    main()
except AssertionError as error:
    print(f"failed with seed {seed}: {error}", file=sys.stderr)
    sys.exit(1)
