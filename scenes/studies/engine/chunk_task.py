"""What a worker process does for a study: computes the arrays of one chunk.

The study comes as pickled bytes with every task and is unpickled once, so that a worker that joins
late, or one that was started anew, needs nothing sent ahead.
"""

from __future__ import annotations

import hashlib
import os
import pickle
from functools import cache, lru_cache
from importlib.metadata import PackageNotFoundError, version
from socket import gethostname
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


class Refused(NamedTuple):
    """A worker does not compute a chunk. why: A sentence that names it, and says what to do."""

    why: str


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


def computed(task: Packed, chunk: int) -> Done | Refused:
    """The arrays of one chunk, computed in this process; Refused where it has another version.

    Nothing is raised then: a scheduler would give the chunk to workers of the right version, and a
    worker that was forgotten at an update would stay unknown.
    """
    own = product_version()
    if own != task.version:
        return Refused(
            f"the worker on {gethostname()}, process {os.getpid()}, runs Cellwright "
            f"{own or '(not installed)'}, and this study was started with {task.version}: "
            f"install {task.version} there"
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
