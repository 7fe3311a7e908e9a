"""A run on its way to a worker process: pickled once for all jobs, and unpickled once."""

from __future__ import annotations

from functools import lru_cache
from pickle import dumps, loads
from typing import Any

from scenes import Run


@lru_cache(maxsize=1)
def run_of(packed: bytes) -> Run:
    """The run of pickled bytes; the same object for the same bytes."""
    run: Run = loads(packed)
    return run


class PackedRun:
    """A run that is pickled once; unpickled it is the run itself."""

    def __init__(self, run: Run) -> None:
        self.run, self._bytes = run, dumps(run)

    def __reduce__(self) -> tuple[Any, ...]:
        return run_of, (self._bytes,)
