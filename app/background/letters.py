"""Letters between processes: values as bytes, packed and unpacked without garbage collection.

A run of 1,000 motions is a letter of 30,000 objects. While they are made, the collector looks at
all objects of the process again and again, and takes as long as the unpacking itself. None of the
new objects is garbage, so that this is for nothing.
"""

from __future__ import annotations

import gc
import pickle
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any


def packed(value: Any) -> bytes:
    """A value as bytes; raises what `pickle.dumps` raises."""
    with _uncollected():
        return pickle.dumps(value)


def unpacked(letter: bytes) -> Any:
    """The value of a letter; raises what `pickle.loads` raises."""
    with _uncollected():
        return pickle.loads(letter)


@contextmanager
def _uncollected() -> Iterator[None]:
    """Holds back the collector, if it is on; it is on again afterwards."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()
