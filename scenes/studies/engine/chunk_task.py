"""What a worker process does for a study: computes the arrays of one chunk.

The study comes as pickled bytes with every task and is unpickled once, so that a worker that joins
late, or one that was started anew, needs nothing sent ahead.
"""

from __future__ import annotations

import hashlib
import pickle
from functools import cache, lru_cache
from importlib.metadata import PackageNotFoundError, version
from typing import NamedTuple

from scenes.errors import SceneError
from scenes.studies.engine.study import Arrays, Study


class WrongVersionError(SceneError):
    """A worker runs another version of the product than the study was started with."""


class Packed(NamedTuple):
    """A study on its way to workers. mark: SHA-256 of the bytes. version: Of the product."""

    data: bytes
    mark: bytes
    version: str


class Done(NamedTuple):
    """The arrays of a chunk."""

    chunk: int
    arrays: Arrays


def packed(study: Study) -> Packed:
    """The study as bytes."""
    data = pickle.dumps(study, protocol=pickle.HIGHEST_PROTOCOL)
    return Packed(data, hashlib.sha256(data).digest(), product_version())


@cache  # looked up once: to find it takes longer than the way of a task to its worker
def product_version() -> str:
    """The installed version of the product; "" where it is not installed as a package."""
    try:
        return version("cellwright")
    except PackageNotFoundError:
        return ""


def computed(task: Packed, chunk: int) -> Done:
    """The arrays of one chunk, computed in this process; WrongVersionError for another version."""
    own = product_version()
    if own != task.version:
        raise WrongVersionError(
            f"a worker runs Cellwright {own or '(not installed)'}, this study was started with "
            f"{task.version}: install the same version there"
        )
    return Done(chunk, _study_of(_Bytes(task)).arrays_of(chunk))


class _Bytes:
    """The bytes of a study, equal to others with the same mark: a key that is cheap to compare."""

    def __init__(self, task: Packed) -> None:
        self.data, self.mark = task.data, task.mark

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Bytes) and self.mark == other.mark

    def __hash__(self) -> int:
        return hash(self.mark)


@lru_cache(maxsize=2)
def _study_of(known: _Bytes) -> Study:
    study: Study = pickle.loads(known.data)
    return study
