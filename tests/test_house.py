"""The house keeps its plan: budgets of size and nesting, and what each start-up may load."""

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

TOP = Path(__file__).resolve().parent.parent
ROOMS = ("app", "geometry", "kinematics", "language", "resources", "scenes")
MAX_FILE_LINES, MAX_FUNCTION_LINES, MAX_NESTING = 400, 60, 3
BLOCKS = (ast.If, ast.For, ast.While, ast.With, ast.Try, ast.Match, ast.AsyncFor, ast.AsyncWith)


def product_files() -> list[Path]:
    return sorted(path for room in ROOMS for path in (TOP / room).rglob("*.py"))


def functions(path: Path) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield node


def nesting(node: ast.AST, depth: int = 0) -> int:
    """Deepest block below `node`; an elif counts as its if, an inner function starts anew."""
    deepest = depth
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            continue
        is_elif = isinstance(node, ast.If) and isinstance(child, ast.If) and node.orelse == [child]
        step = 1 if isinstance(child, BLOCKS) and not is_elif else 0
        deepest = max(deepest, nesting(child, depth + step))
    return deepest


@pytest.mark.parametrize("path", product_files(), ids=lambda p: str(p.relative_to(TOP)))
def test_a_file_keeps_its_budget_of_size_and_nesting(path: Path) -> None:
    lines = path.read_text(encoding="utf-8").count("\n")
    assert lines <= MAX_FILE_LINES, f"{lines} lines: the file holds two ideas"
    for function in functions(path):
        length = (function.end_lineno or function.lineno) - function.lineno + 1
        assert length <= MAX_FUNCTION_LINES, f"{function.name}: {length} lines"
        assert nesting(function) <= MAX_NESTING, f"{function.name}: {nesting(function)} levels"


def test_the_imports_between_the_rooms_keep_their_contracts() -> None:
    tool = Path(sys.executable).with_name("lint-imports")
    done = subprocess.run([tool], cwd=TOP, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_command_line_starts_without_qt_and_vtk() -> None:
    code = "import app.cli, app.console.teletype, sys; "
    code += "print([m for m in sys.modules if m.split('.')[0] in "
    code += "('PySide6', 'pyvista', 'pyvistaqt', 'vtk', 'vtkmodules', 'matplotlib')])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
