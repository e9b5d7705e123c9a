"""Reads Python files named on standard input with Python's own `ast`, and prints their definitions as JSON, one line a file."""

import ast
import json
import sys


def definitions(tree: ast.AST) -> list[list]:
    found = []
    for node in ast.walk(tree):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            found.append(["callable", node.name, node.lineno, type(node).__name__])
        elif isinstance(node, ast.ClassDef):
            found.append(["class", node.name, node.lineno, type(node).__name__])
    return found


for path in sys.stdin.read().splitlines():
    try:
        with open(path, "rb") as file:
            tree = ast.parse(file.read())
    except (SyntaxError, ValueError) as error:
        print(json.dumps({"path": path, "error": str(error)}))
        continue
    print(json.dumps({"path": path, "definitions": definitions(tree)}))
