"""The house keeps its plan: sizes, nesting, folders, names, and the modules loaded at start-up."""

import ast
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

TOP = Path(__file__).resolve().parent.parent
ROOMS = ("app", "geometry", "kinematics", "language", "resources", "scenes")
MAX_FILE_LINES, MAX_FUNCTION_LINES, MAX_NESTING = 400, 60, 3
MAX_ENTRIES = 16
LEAST_MIRRORED = 0.8
BLOCKS = (ast.If, ast.For, ast.While, ast.With, ast.Try, ast.Match, ast.AsyncFor, ast.AsyncWith)


@cache
def product_files() -> list[Path]:
    return sorted(path for room in ROOMS for path in (TOP / room).rglob("*.py"))


def functions(path: Path) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield node


def nesting(node: ast.AST, depth: int = 0) -> int:
    """Deepest block below `node`; an elif counts as deep as its if, an inner function
    starts at 0.
    """
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


def test_a_file_of_tests_keeps_the_same_budget_of_size() -> None:
    lines = {
        str(path.relative_to(TOP)): path.read_text(encoding="utf-8").count("\n")
        for path in (TOP / "tests").rglob("*.py")
    }
    assert {path: count for path, count in lines.items() if count > MAX_FILE_LINES} == {}


@cache
def python_folders() -> list[Path]:
    examples = TOP / "resources" / "examples"  # files for readers to copy, not a package
    return sorted({path.parent for path in product_files()} - {examples})


@cache
def entries(folder: Path) -> list[str]:
    """The modules of a folder and its folders with modules, without `__init__.py`."""
    inside = {path.name for path in python_folders() if path.parent == folder}
    return sorted(inside | {path.name for path in folder.glob("*.py")} - {"__init__.py"})


@pytest.mark.parametrize("folder", python_folders(), ids=lambda p: str(p.relative_to(TOP)))
def test_a_folder_holds_few_entries_and_its_docstring_says_its_purpose(folder: Path) -> None:
    assert len(entries(folder)) <= MAX_ENTRIES, f"more than one idea: {entries(folder)}"
    assert (folder / "__init__.py").exists(), "a folder of modules is a package"
    told = ast.get_docstring(ast.parse((folder / "__init__.py").read_text(encoding="utf-8")))
    sentence = (told or "").partition("\n\n")[0]
    assert len(sentence.split()) >= 3, "its first line says what is in the folder"
    assert sentence.endswith("."), sentence


@pytest.mark.parametrize("room", ROOMS)
def test_no_file_name_comes_twice_in_a_room(room: str) -> None:
    files = [path for path in product_files() if path.is_relative_to(TOP / room)]
    places = defaultdict(list)
    for path in files:
        if path.name not in ("__init__.py", "__main__.py"):
            places[path.name].append(str(path.relative_to(TOP).parent))
    assert {name: own for name, own in places.items() if len(own) > 1} == {}


@pytest.mark.parametrize("room", ROOMS)
def test_most_tests_are_named_after_the_module_that_they_test(room: str) -> None:
    tests = sorted((TOP / "tests" / room).rglob("test_*.py"))
    strangers = [str(path.relative_to(TOP)) for path in tests if not mirrored(path)]
    assert len(tests) - len(strangers) >= LEAST_MIRRORED * len(tests), strangers


def mirrored(test: Path) -> bool:
    """Whether the mirrored folder has a module or a folder with the name of the test."""
    folder = TOP / test.parent.relative_to(TOP / "tests")
    return test.name.removeprefix("test_").removesuffix(".py") in (
        Path(name).stem for name in entries(folder)
    )


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
