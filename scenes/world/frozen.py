"""Frozen values that hold arrays and mappings which cannot be written to."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import fields
from typing import Any, ClassVar, Self, TypeVar, cast

import numpy as np
from numpy.typing import ArrayLike, NDArray

from scenes.world.frozen_mapping import FrozenMapping

Array = NDArray[np.float64]
Key = TypeVar("Key")
Value = TypeVar("Value")


def read_only(values: ArrayLike) -> Array:
    """`values` as a read-only float64 array; a copy unless `values` is one already."""
    array = np.asarray(values, dtype=np.float64)
    if array.flags.writeable or array.base is not None:
        array = array.copy()
    array.flags.writeable = False
    return array


def freeze_whole_numbers(value: object, name: str) -> None:
    """Gives a frozen value the field `name` as a read-only int64 array, a copy of what it holds."""
    numbers = np.array(getattr(value, name), dtype=np.int64)
    numbers.flags.writeable = False
    object.__setattr__(value, name, numbers)


def identity_pose() -> Array:
    """The pose of a frame in itself, shape (4, 4)."""
    return read_only(np.eye(4))


def freeze(value: Any) -> Any:
    """The same value with its arrays read-only and its mappings frozen."""
    if isinstance(value, np.ndarray):
        return read_only(value)
    if isinstance(value, Mapping) and not isinstance(value, FrozenMapping):
        return FrozenMapping({key: freeze(item) for key, item in value.items()})
    return value


def with_item(mapping: Mapping[Key, Value], key: Key, value: Value) -> Mapping[Key, Value]:
    """A frozen mapping with one entry added or replaced."""
    frozen = mapping if isinstance(mapping, FrozenMapping) else freeze(mapping)
    return cast(Mapping[Key, Value], frozen.with_item(key, freeze(value)))


def without_items(mapping: Mapping[Key, Value], keys: Iterable[Key]) -> Mapping[Key, Value]:
    """A frozen mapping without some entries; the mapping itself where it has none of them."""
    gone = {key for key in keys if key in mapping}
    if not gone:
        return mapping
    return cast(Mapping[Key, Value], freeze({k: v for k, v in mapping.items() if k not in gone}))


def rebuild(kind: type, values: dict[str, Any]) -> Any:
    """Makes a pickled value again in another process."""
    return kind(**values)


class Frozen:
    """Base of the frozen dataclasses of this room: makes arrays read-only and supports pickling."""

    __dataclass_fields__: ClassVar[dict[str, Any]]

    def __post_init__(self) -> None:
        own = self.__dict__
        own.update({name: freeze(own[name]) for name in self.__dataclass_fields__})

    def having(self, **changes: Any) -> Self:
        """A copy with some fields changed: as `replace`, without freezing the others anew."""
        new, own = object.__new__(type(self)), self.__dict__
        new.__dict__.update({name: own[name] for name in self.__dataclass_fields__})
        new.__dict__.update({name: freeze(value) for name, value in changes.items()})
        return new

    def __reduce__(self) -> tuple[Any, ...]:
        values = {f.name: getattr(self, f.name) for f in fields(self)}
        return rebuild, (type(self), values)
