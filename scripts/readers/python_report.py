"""Reads Python files named on standard input with Python's own `ast`, and prints what a module report must say of them, as
JSON, one line a file: definitions as [name, container, first line, last line, exported] and imports as [module, name].
"""

import ast
import json
import sys

BLOCKS = (ast.If, ast.Try, ast.With, ast.For, ast.While, ast.AsyncWith, ast.AsyncFor)


def is_open(name: str) -> bool:
    return not name.startswith("_") or name.endswith("__")


def statements(body: list[ast.stmt]) -> list[ast.stmt]:
    """The statements of a body, and of the blocks in it, in order; not those of functions and classes."""
    found = []
    for node in body:
        found.append(node)
        if isinstance(node, BLOCKS):
            inner = list(node.body) + list(getattr(node, "orelse", [])) + list(getattr(node, "finalbody", []))
            for handler in getattr(node, "handlers", []):
                inner += handler.body
            found += statements(inner)
    return found


def targets(node: ast.stmt) -> list[ast.Name]:
    if isinstance(node, ast.Assign):
        wanted = node.targets
        # `a = b = c` and `a, b = c` assign to each.
        flat = [one for target in wanted for one in (target.elts if isinstance(target, (ast.Tuple, ast.List)) else [target])]
        return [target for target in flat if isinstance(target, ast.Name)]
    if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
        return [node.target]
    return []


def declared(tree: ast.Module) -> set[str] | None:
    names, is_declared = set(), False
    for node in tree.body:
        values = []
        if isinstance(node, ast.Assign) and any(isinstance(target, ast.Name) and target.id == "__all__" for target in node.targets):
            values = [node.value]
        if isinstance(node, ast.AugAssign) and isinstance(node.target, ast.Name) and node.target.id == "__all__":
            values = [node.value]
        for value in values:
            if isinstance(value, (ast.List, ast.Tuple)):
                is_declared = True
                names |= {item.value for item in value.elts if isinstance(item, ast.Constant)}
    return names if is_declared else None


def definitions(body: list[ast.stmt], container: list[str], exported: bool, offered: set[str] | None) -> list[list]:
    found = []
    for node in statements(body):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            is_exported = (node.name in offered) if offered is not None else (exported and is_open(node.name))
            first = min([node.lineno] + [decorator.lineno for decorator in node.decorator_list])
            found.append([node.name, ".".join(container), first, node.end_lineno, is_exported])
            if isinstance(node, ast.ClassDef):
                found += definitions(node.body, container + [node.name], is_exported, None)
        elif not container:
            for target in targets(node):
                is_exported = (target.id in offered) if offered is not None else is_open(target.id)
                found.append([target.id, "", node.lineno, node.end_lineno, is_exported])
    return found


def imports(tree: ast.Module) -> list[list]:
    found = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found += [[alias.name, ""] for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            module = "." * node.level + (node.module or "")
            found += [[module, alias.name] for alias in node.names]
    return found


for path in sys.stdin.read().splitlines():
    with open(path, "rb") as file:
        tree = ast.parse(file.read())
    found = {"path": path, "definitions": definitions(tree.body, [], True, declared(tree)), "imports": imports(tree)}
    print(json.dumps(found))
