"""At least 95 of 100 public classes and functions of each package have a docstring.

A method needs no docstring where a base class of the same package documents it, nor where Qt calls
it by a fixed name (`paintEvent`).
"""

import ast
import re
from pathlib import Path

import pytest

TOP = Path(__file__).resolve().parents[1]
ROOMS = ("app", "geometry", "kinematics", "language", "scenes", "resources")
LEAST = 0.95
Documented = ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef


def public(node: ast.AST) -> list[Documented]:
    return [
        child
        for child in ast.iter_child_nodes(node)
        if isinstance(child, Documented) and not child.name.startswith("_")
    ]


def classes(room: str) -> dict[str, ast.ClassDef]:
    """The classes of a package by their names."""
    trees = (ast.parse(path.read_text(encoding="utf-8")) for path in (TOP / room).rglob("*.py"))
    return {n.name: n for tree in trees for n in ast.walk(tree) if isinstance(n, ast.ClassDef)}


def inherits(method: str, of: ast.ClassDef, known: dict[str, ast.ClassDef]) -> bool:
    """Whether a base class documents a method."""
    bases = [known[b.id] for b in of.bases if isinstance(b, ast.Name) and b.id in known]
    return any(
        any(n.name == method and ast.get_docstring(n) for n in public(base))
        or inherits(method, base, known)
        for base in bases
        if base is not of
    )


@pytest.mark.parametrize("room", ROOMS)
def test_public_names_say_what_they_give(room: str) -> None:
    known = classes(room)
    asked, bare = 0, []
    for path in sorted((TOP / room).rglob("*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        owned = [(None, node) for node in public(tree)]
        owned += [(n, m) for n in public(tree) if isinstance(n, ast.ClassDef) for m in public(n)]
        for owner, node in owned:
            if owner and (re.search("[a-z][A-Z]", node.name) or inherits(node.name, owner, known)):
                continue
            asked += 1
            if not ast.get_docstring(node):
                bare.append(f"{path.relative_to(TOP)}:{node.lineno}: {node.name}")
    assert len(bare) <= (1 - LEAST) * asked, f"{len(bare)} of {asked}:\n" + "\n".join(bare)
