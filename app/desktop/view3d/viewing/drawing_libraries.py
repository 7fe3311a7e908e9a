"""Loads pyvista without matplotlib, which it needs for charts and for colour maps by name only.

Matplotlib takes as long as VTK and pyvista together. While pyvista is imported, stand-ins take the
place of matplotlib's modules: what pyvista takes from them imports the true ones when it is used.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from importlib import import_module
from types import ModuleType
from typing import Any

POSTPONED = (
    "matplotlib",
    "matplotlib.colors",
    "matplotlib.pyplot",
    "matplotlib.backends",
    "matplotlib.backends.backend_agg",
)


def load_libraries() -> None:
    """Imports the drawing libraries; a failure shows again where they are used."""
    with suppress(Exception), stand_ins(POSTPONED):
        import pyvista.plotting  # noqa: F401


@contextmanager
def stand_ins(names: Sequence[str]) -> Iterator[None]:
    """Has stand-ins in the place of modules meanwhile, unless one of these is loaded already."""
    if any(name in sys.modules for name in names):
        yield
        return
    made = {name: StandIn(name) for name in names}
    sys.modules.update(made)
    try:
        yield
    finally:
        for name, module in made.items():
            if sys.modules.get(name) is module:
                del sys.modules[name]


class StandIn(ModuleType):
    """Stands for a module: gives names that are looked up later, afterwards those of the module."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.__path__: list[str] = []

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        full = f"{self.__name__}.{name}"
        if stands_in(self.__name__):
            return sys.modules.get(full) or LaterName(self.__name__, name)
        return import_module(full) if full in POSTPONED else true_name(self.__name__, name)


class LaterName:
    """A function, class or table of a module that is imported when it is first used.

    While the module has a stand-in no value is of this class, and the table has every key: pyvista
    asks for the map that it colours with by default, and drops the answer.
    """

    def __init__(self, module: str, name: str) -> None:
        self._module, self._name = module, name

    def __call__(self, *arguments: Any, **keywords: Any) -> Any:
        return true_name(self._module, self._name)(*arguments, **keywords)

    def __instancecheck__(self, value: object) -> bool:
        true = () if stands_in(self._module) else true_name(self._module, self._name)
        return isinstance(value, true)

    def __getitem__(self, key: Any) -> Any:
        return self if stands_in(self._module) else true_name(self._module, self._name)[key]

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):  # typing asks whether this is a type of a special kind
            raise AttributeError(name)
        return getattr(true_name(self._module, self._name), name)

    def __or__(self, other: Any) -> Any:
        """An alternative in an annotation."""
        return Any

    __ror__ = __or__


def stands_in(module: str) -> bool:
    """Whether a module has a stand-in now."""
    return isinstance(sys.modules.get(module), StandIn)


def true_name(module: str, name: str) -> Any:
    """What a module gives under a name; imports the module."""
    return getattr(import_module(module), name)
