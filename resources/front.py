"""The front door of a package that imports each name when it is first used.

The names that a package offers stand in its `__init__.pyi`, as imports of the form
`from room.module import name as name`. Type checkers read this file, and `open_front` imports a
name
when it is first asked for. So a command loads only what it uses, not the whole room.
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
        """Sets an attribute, unless a module would replace a name of the front.

        Python's import would set a module of the package under its name, and hide the function of
        that
        name.
        """
        if not (isinstance(value, ModuleType) and name in self.homes):
            super().__setattr__(name, value)

    def __dir__(self) -> list[str]:
        return sorted({*super().__dir__(), *self.homes})


def open_front(package: str) -> None:
    """Makes a package a front while it is being imported; called by its `__init__.py`."""
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
