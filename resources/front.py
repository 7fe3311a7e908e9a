"""The front door of a package whose names are imported when they are first used.

What a package offers stands once, in its `__init__.pyi`, as imports of the form
`from room.module import name as name`: type checkers read the file as it is, and `open_front` gives
each name to whoever first asks for it. So a command loads what it uses, not the whole room.
"""

import ast
import sys
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any


class Front(ModuleType):
    """A package that imports the names of its stub when they are asked for."""

    homes: dict[str, str]

    def __getattr__(self, name: str) -> Any:
        homes = self.__dict__.get("homes", {})
        if name not in homes:
            raise AttributeError(f"module {self.__name__!r} has no attribute {name!r}")
        value = getattr(import_module(homes[name]), name)
        self.__dict__[name] = value
        return value

    def __setattr__(self, name: str, value: Any) -> None:
        """Sets an attribute; but a module of the package that has the name of one of its front
        never takes its place, as Python's import would have it."""
        if not (isinstance(value, ModuleType) and name in self.homes):
            super().__setattr__(name, value)

    def __dir__(self) -> list[str]:
        return sorted({*super().__dir__(), *self.homes})


def open_front(package: str) -> None:
    """Makes a front of a package that is being imported; called by its `__init__.py`."""
    module = sys.modules[package]
    assert module.__file__ is not None
    stub = Path(module.__file__).with_suffix(".pyi")
    homes = {
        alias.name: node.module
        for node in ast.parse(stub.read_text(encoding="utf-8")).body
        if isinstance(node, ast.ImportFrom) and node.module is not None
        for alias in node.names
    }
    vars(module).update(homes=homes, __all__=sorted(homes))
    module.__class__ = Front
