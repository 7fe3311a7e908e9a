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
        if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef | ast.expr):
            continue  # an expression holds no block
        is_elif = isinstance(node, ast.If) and isinstance(child, ast.If) and node.orelse == [child]
        step = 1 if isinstance(child, BLOCKS) and not is_elif else 0
        deepest = max(deepest, nesting(child, depth + step))
    return deepest


def beyond_budget(path: Path) -> Iterator[str]:
    """What of a file is larger or deeper than a file and its functions may be."""
    place = path.relative_to(TOP).as_posix()
    lines = path.read_text(encoding="utf-8").count("\n")
    if lines > MAX_FILE_LINES:
        yield f"{place}: {lines} lines: the file holds two ideas"
    for function in functions(path):
        here, first = f"{place}:{function.lineno}: {function.name}", function.lineno
        if (function.end_lineno or first) - first + 1 > MAX_FUNCTION_LINES:
            yield f"{here}: {(function.end_lineno or first) - first + 1} lines"
        if nesting(function) > MAX_NESTING:
            yield f"{here}: {nesting(function)} levels"


def test_a_file_keeps_its_budget_of_size_and_nesting() -> None:
    assert [fault for path in product_files() for fault in beyond_budget(path)] == []


def test_a_function_beyond_the_budget_is_found(tmp_path: Path, monkeypatch) -> None:
    monkeypatch.setitem(globals(), "TOP", tmp_path)
    long, deep = tmp_path / "long.py", tmp_path / "deep.py"
    long.write_text("def f():\n" + "    x = 1\n" * MAX_FILE_LINES)
    blocks = "".join(f"{'    ' * (n + 1)}if n:\n" for n in range(MAX_NESTING + 1))
    deep.write_text(f"def g(n):\n{blocks}{'    ' * (MAX_NESTING + 2)}return n\n")
    assert [fault.partition(" ")[2] for fault in beyond_budget(long)] == [
        f"{MAX_FILE_LINES + 1} lines: the file holds two ideas",
        f"f: {MAX_FILE_LINES + 1} lines",
    ]
    assert list(beyond_budget(deep)) == [f"deep.py:1: g: {MAX_NESTING + 1} levels"]


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


def test_a_folder_holds_few_entries() -> None:
    held = {str(folder.relative_to(TOP)): entries(folder) for folder in python_folders()}
    assert {folder: own for folder, own in held.items() if len(own) > MAX_ENTRIES} == {}


def test_a_folder_is_a_package_whose_docstring_says_its_purpose() -> None:
    wrong = []
    for folder in python_folders():
        first = folder / "__init__.py"
        told = first.exists() and ast.get_docstring(ast.parse(first.read_text(encoding="utf-8")))
        sentence = (told or "").partition("\n\n")[0]
        if len(sentence.split()) < 3 or not sentence.endswith("."):
            wrong.append(f"{folder.relative_to(TOP)}: {sentence!r}")
    assert wrong == [], "the docstring begins with a sentence that says what is in the folder"


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
