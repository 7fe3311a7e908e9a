"""Loops compiled to machine code by numba, where numba is there and has done its work.

A function marked as a loop is plain Python that numba can translate. Translating takes some ten
seconds, once: the result is kept on disk. So that nobody waits, `warm_up` (see `warmth`) has it
done in the background; until then, and where there is no numba, callers take their NumPy path,
which gives the same verdicts.
"""

import hashlib
import os
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from typing import Any

HAS_NUMBA = find_spec("numba") is not None


class Loop:
    """A function that is translated when it is first called, not when it is imported.

    Importing numba costs half a second, which a command that checks nothing should not pay.
    """

    is_inner = False
    """Whether the compiler copies it into its callers: for what takes some nanoseconds."""

    def __init__(self, function: Callable[..., Any]) -> None:
        self.python = function
        self._translated: Callable[..., Any] | None = None

    @property
    def translated(self) -> Callable[..., Any]:
        """The numba function."""
        if self._translated is None:
            self._translated = _translate(self.python, self.is_inner)
        return self._translated

    def __call__(self, *arguments: Any) -> Any:
        return self.translated(*arguments)


class InnerLoop(Loop):
    """A loop that is copied into its callers."""

    is_inner = True


def _translate(function: Callable[..., Any], is_inner: bool) -> Callable[..., Any]:
    import numba

    _choose_store(numba.config)
    # The loops call each other by their plain names; numba has to find its own kind there.
    names = function.__globals__
    for name in function.__code__.co_names:
        inner = names.get(name)
        if isinstance(inner, Loop):
            names[name] = inner.translated
    translate = numba.njit(cache=True, nogil=True, error_model="numpy", forceinline=is_inner)
    translated: Callable[..., Any] = translate(function)
    return translated


def _choose_store(config: Any) -> None:
    """Puts the compiler's store where the user's caches are, by the content of the loops.

    The compiler looks at the file of a loop only, not at those of the loops it calls.
    """
    if config.CACHE_DIR:
        return
    here = Path(__file__).parent
    text = b"".join(p.read_bytes() for p in [*sorted(here.glob("*_kernel.py")), here / "core.py"])
    caches = os.environ.get("XDG_CACHE_HOME") or os.environ.get("LOCALAPPDATA")
    place = Path(caches) if caches else Path.home() / ".cache"
    config.CACHE_DIR = str(place / "cellwright" / hashlib.sha256(text).hexdigest()[:16])
