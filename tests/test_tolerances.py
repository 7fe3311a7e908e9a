"""A small number in a function has a name, so that its purpose can be read and searched."""

import ast
from pathlib import Path

TOP = Path(__file__).resolve().parent.parent
SMALL = 1e-3


def product_files():
    rooms = (TOP / "kinematics", TOP / "geometry", TOP / "scenes")
    return sorted(path for room in rooms for path in room.rglob("*.py"))


def small_literals(source):
    """Line and value of every small float literal, other than 0, in a function."""
    nodes = list(ast.walk(ast.parse(source)))
    if not any(_is_small(node) for node in nodes):
        return []
    found = set()
    for function in nodes:
        if not isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
            continue
        for node in ast.walk(function):
            if _is_small(node):
                found.add((node.lineno, node.col_offset, node.value))
    return sorted(found)


def _is_small(node):
    """Whether a node is a float literal below SMALL, other than 0."""
    value = node.value if isinstance(node, ast.Constant) else None
    return isinstance(value, float) and 0.0 < abs(value) < SMALL


def test_a_small_number_in_a_function_has_a_name():
    found = [
        f"{path.relative_to(TOP)}:{line}: {value!r}"
        for path in product_files()
        for line, _, value in small_literals(path.read_text(encoding="utf-8"))
    ]
    assert found == [], "name these and say why they are what they are"


def test_unnamed_small_numbers_are_found_where_they_hide():
    source = "A = 1e-9\ndef f(x, y=1e-5):\n    return x < 1e-9 and (lambda z: z < 2e-7)(y) or 0.0\n"
    assert [value for _, _, value in small_literals(source)] == [1e-5, 1e-9, 2e-7]
