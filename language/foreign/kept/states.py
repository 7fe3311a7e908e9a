"""What a translator has noted when it comes to a line, as a value: compared, and put back.

Two translations of the same lines that begin with equal states come to the same.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import fields, is_dataclass
from enum import Enum
from typing import Any, NamedTuple

import numpy as np

from language.foreign.reading import Place

# An object, and the names of its attributes that change from line to line.
Cell = tuple[object, tuple[str, ...]]
_PLAIN = (int, str, bytes, frozenset, Enum, Place, type(None))


class _Rows(NamedTuple):
    kind: type
    rows: tuple[Hashable, ...]


class _Table(NamedTuple):
    kind: type
    items: tuple[tuple[Hashable, Hashable], ...]


class _Numbers(NamedTuple):
    shape: tuple[int, ...]
    data: bytes


class _Zero(NamedTuple):
    shown: str  # 0.0 and -0.0 are equal, and are not written alike


class _Members(NamedTuple):
    members: frozenset[Hashable]


class _Thing(NamedTuple):
    kind: type
    values: tuple[Hashable, ...]


class State:
    """The values of some cells. Its hash is kept, since it is asked for at each reading."""

    __slots__ = ("_hash", "_values")

    def __init__(self, values: tuple[Hashable, ...]) -> None:
        self._values, self._hash = values, hash(values)

    def __hash__(self) -> int:
        return self._hash

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        is_alike = isinstance(other, State) and self._hash == other._hash
        return is_alike and self._values == other._values  # type: ignore[attr-defined]

    def put_back(self, cells: Sequence[Cell]) -> None:
        """Gives the cells these values again."""
        values = iter(self._values)
        for owner, names in cells:
            for name in names:
                setattr(owner, name, thawed(next(values)))


def state_of(cells: Sequence[Cell]) -> State:
    """The values of cells now."""
    return State(tuple(frozen(getattr(owner, name)) for owner, names in cells for name in names))


def frozen(value: Any) -> Hashable:
    """A value that stays, for one that may be changed."""
    if isinstance(value, _PLAIN):
        return value
    if isinstance(value, float):
        return value or _Zero(repr(value))
    if isinstance(value, np.ndarray):
        return _Numbers(value.shape, np.asarray(value, float).tobytes())
    if isinstance(value, set):
        return _Members(frozenset(value))
    if isinstance(value, list | tuple):
        rows = tuple(map(frozen, value))
        return _Rows(type(value), rows)
    if isinstance(value, Mapping):
        return _Table(dict, tuple((key, frozen(each)) for key, each in value.items()))
    if is_dataclass(value) and type(value).__hash__ is None:  # its attributes may be changed
        parts = (frozen(getattr(value, each.name)) for each in fields(value))
        return _Thing(type(value), tuple(parts))
    if isinstance(value, Hashable):
        return value
    raise TypeError(f"a state cannot hold a {type(value).__name__}")


def thawed(kept: Any) -> Any:
    """The value again; of what may be changed a new one."""
    if isinstance(kept, _Rows):
        rows = map(thawed, kept.rows)
        return kept.kind(*rows) if hasattr(kept.kind, "_fields") else kept.kind(rows)
    if isinstance(kept, _Table):
        return {key: thawed(each) for key, each in kept.items}
    if isinstance(kept, _Numbers):
        return np.frombuffer(kept.data).reshape(kept.shape)
    if isinstance(kept, _Thing):
        return kept.kind(*map(thawed, kept.values))
    if isinstance(kept, _Members):
        return set(kept.members)
    return float(kept.shown) if isinstance(kept, _Zero) else kept
