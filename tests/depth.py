"""How deep random tests go: a share of their cases by default, all of them in `make test-deep`.

The default run has ten minutes. A law that is costly to try takes fewer random cases there; the
cases that it takes are the first of the same seed, so that both runs see the same ones.
"""

import os
from collections.abc import Sequence
from typing import TypeVar

import pytest

T = TypeVar("T")

DEEP = os.environ.get("CELLWRIGHT_TEST_DEPTH") == "deep"
# Of a test that takes long, and whose fault a quicker test of the default run would show as well.
deep_only = pytest.mark.skipif(not DEEP, reason="takes long: make test-deep")


def cases(deep: int, default: int) -> int:
    """The number of random cases: all of them in the deep run, fewer in the default run."""
    return deep if DEEP else default


def share(values: Sequence[T], default: int) -> list[T]:
    """All values in the deep run; in the default run as many of them, evenly taken."""
    if DEEP or len(values) <= default:
        return list(values)
    return [values[i * len(values) // default] for i in range(default)]
