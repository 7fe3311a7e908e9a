"""Lets a fault in an overridden method of Qt be reported, where PySide would end the program.

Up to Python 3.11 an exception that the interpreter itself raises (a wrong index, a call with a
wrong number of values) is not yet an object when it leaves a method. PySide (6.10 to 6.12) takes it
for one and reads a wrong address, if Qt called the method in the midst of a call from Python: the
window is gone, and all that was not saved with it. A frame that handles the exception and raises it
again makes it an object.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import lru_cache
from inspect import Parameter, signature
from types import FunctionType
from typing import Any

from shiboken6 import Shiboken

OBJECTS_SINCE = (3, 12)  # the version of Python whose exceptions are objects at all times
STARS: dict[object, str] = {Parameter.VAR_POSITIONAL: "*", Parameter.VAR_KEYWORD: "**"}
TEMPLATE = """
def made(function):
    def override({parameters}):
        try:
            return function({given})
        except BaseException:
            raise
    return override
"""


def install() -> None:
    """Treats the methods of all classes that are derived from classes of Qt from now on."""
    if sys.version_info < OBJECTS_SINCE and "__init_subclass__" not in vars(Shiboken.Object):
        Shiboken.Object.__init_subclass__ = classmethod(_treat)  # type: ignore[assignment]


def _treat(cls: type, **given: Any) -> None:
    super(Shiboken.Object, cls).__init_subclass__(**given)  # type: ignore[misc]
    ours = [item for item in vars(cls).items() if isinstance(item[1], FunctionType)]
    bases = [base for base in cls.__mro__[1:] if base.__module__.startswith("PySide6.")]
    for name, function in ours:
        if not name.startswith("__") and any(name in vars(base) for base in bases):
            setattr(cls, name, raising_objects(function))


def raising_objects(function: FunctionType) -> FunctionType:
    """The same function, whose exceptions are objects when they leave it.

    It has the same parameters: PySide counts those of a method to which a signal is connected.
    """
    parameters, given = [], []
    for parameter in signature(function).parameters.values():
        star = STARS.get(parameter.kind, "")
        is_named = parameter.kind is Parameter.KEYWORD_ONLY
        parameters.append(star + parameter.name)
        given.append(f"{parameter.name}={parameter.name}" if is_named else star + parameter.name)
    made: FunctionType = _maker(", ".join(parameters), ", ".join(given))(function)
    for name in ("__defaults__", "__kwdefaults__", "__name__", "__qualname__", "__doc__"):
        setattr(made, name, getattr(function, name))
    made.__module__, made.__wrapped__ = function.__module__, function  # type: ignore[attr-defined]
    return made


@lru_cache(maxsize=256)
def _maker(parameters: str, given: str) -> Callable[[FunctionType], FunctionType]:
    """Makes overrides with these parameters; a decorator could not have those of its function."""
    made: dict[str, Any] = {}
    exec(TEMPLATE.format(parameters=parameters, given=given), made)
    found: Callable[[FunctionType], FunctionType] = made["made"]
    return found
