"""The fronts of the rooms: every name is there, comes from its module, and only when asked for."""

import ast
import importlib
import subprocess
import sys
from pathlib import Path

import pytest

TOP = Path(__file__).parents[2]
STUBS = {path.parent.name: path for path in sorted(TOP.glob("*/__init__.pyi"))}


def printed(code):
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return done.stdout.strip()


@pytest.mark.parametrize("room", STUBS)
def test_every_name_of_a_stub_is_what_its_module_holds(room):
    front = importlib.import_module(room)
    lines = ast.parse(STUBS[room].read_text(encoding="utf-8")).body
    assert all(isinstance(line, ast.ImportFrom) for line in lines)
    for line in lines:
        home = importlib.import_module(line.module)
        for alias in line.names:
            assert alias.asname == alias.name, "type checkers take it for a private name"
            assert getattr(front, alias.name) is getattr(home, alias.name)
            assert alias.name in front.__all__ and alias.name in dir(front)


@pytest.mark.parametrize("room", STUBS)
def test_a_module_never_takes_the_place_of_a_name_of_the_front(room):
    code = f"""
import importlib, sys
from pathlib import Path
from types import ModuleType
import {room} as front
alike = [n for n in front.__all__ if Path(front.__file__).with_name(n + ".py").is_file()]
for name in alike:
    importlib.import_module("{room}." + name)
print([name for name in alike if isinstance(getattr(front, name), ModuleType)])
"""
    assert printed(code) == "[]"


@pytest.mark.parametrize("room", STUBS)
def test_an_unknown_name_is_an_attribute_error(room):
    front = importlib.import_module(room)
    with pytest.raises(AttributeError, match="no attribute 'nonsense'"):
        _ = front.nonsense


@pytest.mark.parametrize("room", STUBS)
def test_opening_a_room_loads_none_of_its_modules(room):
    code = f"import {room}, sys; print([m for m in sys.modules if m.startswith('{room}.')])"
    assert printed(code) == "[]"


def test_a_star_import_gives_all_names():
    names: dict[str, object] = {}
    exec("from language import *", names)
    assert set(importlib.import_module("language").__all__) <= set(names)
