"""Traps of Python 3.11.2, which Debian 12 has: what it does otherwise than later versions.

The other one, of patterns, is in tests/language/words/test_possessive_groups.py.
"""

import ast
from pathlib import Path

import pytest

TOP = Path(__file__).resolve().parents[1]
ROOMS = ("app", "geometry", "kinematics", "language", "resources", "scenes")


def empty_members(text: str) -> list[str]:
    """Members of enumerations whose value is (): there it becomes a bare object."""
    return [
        f"{node.name}.{ast.unparse(line.targets[0])}"
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.ClassDef) and any("Enum" in ast.unparse(b) for b in node.bases)
        for line in node.body
        if isinstance(line, ast.Assign) and isinstance(line.value, ast.Tuple)
        if not line.value.elts
    ]


def test_a_member_without_a_value_is_found() -> None:
    text = "class A(Enum):\n    B = ()\n    C = (1,)\nclass D:\n    E = ()\n"
    assert empty_members(text) == ["A.B"]


@pytest.mark.parametrize("room", ROOMS)
def test_no_member_of_an_enumeration_has_an_empty_tuple_for_its_value(room) -> None:
    files = [path for path in (TOP / room).rglob("*.py") if ".venv" not in path.parts]
    assert files
    found = {path.name: empty_members(path.read_text(encoding="utf-8")) for path in files}
    assert {name: members for name, members in found.items() if members} == {}
