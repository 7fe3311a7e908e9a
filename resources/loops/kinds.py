"""The kinds of values that loops take, and values laid out as machine code reads them.

Machine code is given the address of a row of 64-bit words: for an array its address and its shape,
for a number its value, for a tuple the words of its members, one after the other.
"""

import struct
from ctypes import addressof, c_char
from dataclasses import dataclass
from typing import Any

import numpy as np


@dataclass(frozen=True)
class Kind:
    """A kind of array in C order, or of number where it has no dimensions.

    dtype: float64, int64 or bool. is_written: Whether loops write into the array, which is then
    never
    copied.
    """

    dtype: str
    dimensions: int = 0
    is_written: bool = False


Kinds = Kind | tuple["Kinds", ...]
"""A kind, or a tuple of kinds for a tuple of values."""

REAL, WHOLE, FLAG = Kind("float64"), Kind("int64"), Kind("bool")

_DTYPES = {name: np.dtype(name) for name in ("float64", "int64", "bool")}
_NUMBERS: dict[str, Any] = {
    "float64": (float, int, np.floating, np.integer),
    "int64": (int, np.integer),
    "bool": (bool, np.bool_),
}


def reals(dimensions: int) -> Kind:
    """An array of float64."""
    return Kind("float64", dimensions)


def wholes(dimensions: int) -> Kind:
    """An array of int64."""
    return Kind("int64", dimensions)


def flags(dimensions: int) -> Kind:
    """An array of bool."""
    return Kind("bool", dimensions)


def written(*kinds: Kinds) -> Kinds:
    """The same kinds for arrays that loops write into; a tuple where there are several."""
    return _written(kinds[0] if len(kinds) == 1 else kinds)


def _written(kinds: Kinds) -> Kinds:
    if isinstance(kinds, tuple):
        return tuple(map(_written, kinds))
    return Kind(kinds.dtype, kinds.dimensions, is_written=True)


@dataclass(frozen=True, eq=False)
class Block:
    """Values that are checked and laid out once, for many calls.

    words: The words for machine code. alive: The arrays that the words point to.
    """

    kinds: Kinds
    values: Any
    words: tuple[int, ...]
    alive: tuple[object, ...]


def block_of(kinds: Kinds, values: Any) -> Block:
    """A block of values; a loop takes it in place of values of these kinds."""
    words: list[int] = []
    alive: list[object] = []
    lay_out(kinds, values, "values", words, alive)
    return Block(kinds, values, tuple(words), tuple(alive))


def lay_out(kinds: Kinds, value: Any, name: str, words: list[int], alive: list[object]) -> None:
    """Adds the words of a value, and the arrays that they point to, which must outlive the call.

    Raises TypeError where the value is not of its kind: machine code would read wild memory.
    """
    if isinstance(value, Block):
        if value.kinds != kinds:
            raise TypeError(f"{name}: this block was laid out for other kinds of values")
        words.extend(value.words)
        alive.append(value)
    elif isinstance(kinds, tuple):
        if not isinstance(value, tuple) or len(value) != len(kinds):
            raise TypeError(f"{name}: a tuple of {len(kinds)} values is needed")
        for place, (kind, member) in enumerate(zip(kinds, value, strict=True)):
            lay_out(kind, member, f"{name}[{place}]", words, alive)
    elif kinds.dimensions:
        array = _in_order(kinds, value, name)
        words.append(_address(array))
        words.extend(array.shape)
        alive.append(array)
    else:
        words.append(_word(kinds, value, name))


def _in_order(kind: Kind, value: Any, name: str) -> np.ndarray:
    """The array itself where machine code can use it; else a copy, if loops only read it."""
    if (
        not isinstance(value, np.ndarray)
        or value.dtype != _DTYPES[kind.dtype]
        or value.ndim != kind.dimensions
    ):
        wanted = f"an array of {kind.dtype} with {kind.dimensions} dimensions is needed"
        raise TypeError(f"{name}: {wanted}, not {_described(value)}")
    order = value.flags
    is_in_order = order.c_contiguous and order.aligned
    if kind.is_written and not (is_in_order and order.writeable):
        raise TypeError(f"{name}: an array in C order that may be written is needed")
    return value if is_in_order else np.array(value, order="C")


def _address(array: np.ndarray) -> int:
    """The address of the first number of an array in C order."""
    if array.size and array.flags.writeable:  # in a fifth of the time
        return addressof(c_char.from_buffer(array))  # type: ignore[arg-type]  # no types before 3.12
    address: int = array.__array_interface__["data"][0]
    return address


def _word(kind: Kind, value: Any, name: str) -> int:
    if not isinstance(value, _NUMBERS[kind.dtype]):
        raise TypeError(f"{name}: a number ({kind.dtype}) is needed, not {_described(value)}")
    if kind.dtype != "float64":
        return int(value)
    bits: int = struct.unpack("=q", struct.pack("=d", value))[0]
    return bits


def _described(value: Any) -> str:
    if isinstance(value, np.ndarray):
        return f"an array of {value.dtype} with {value.ndim} dimensions"
    return f"{type(value).__name__}"
