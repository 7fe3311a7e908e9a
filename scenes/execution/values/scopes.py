"""Which value a name means: the names of a program at work, and the keys they are kept under.

A name that is nobody's own is kept under itself: all programs share it. LOCAL, AUTO and arguments
that go by value get a key of their own (`X@17`, made at the machine's 17th advance), which is
gone when their program ends. An argument that goes by reference makes the parameter another word
for the caller's key, so both see every change at once. A program sees its own words and what all
share, never the words of its caller. What is said of a name holds for its elements (`X[2]`) and
for the precision point (`#X`) as well.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TypeVar

from scenes.world.frozen_mapping import FrozenMapping

Value = TypeVar("Value")
Names = Mapping[str, str]

# No name of a program holds this character.
OWN = "@"
NO_NAMES: Names = FrozenMapping({})


def own_key(name: str, advances: int) -> str:
    """The key of a name that belongs to one call alone."""
    return f"{name}{OWN}{advances}"


def key_of(names: Names, name: str, indices: Iterable[int] = ()) -> str:
    """The key under which a name (in capitals), or an element of its array, is kept."""
    return element(names.get(name, name) if names else name, ",".join(map(str, indices)))


def element(key: str, indices: str) -> str:
    """The key of an element; of an element of what is one itself: V[2] and 3 give V[2,3]."""
    if not indices:
        return key
    return f"{key[:-1]},{indices}]" if key.endswith("]") else f"{key}[{indices}]"


def key_written(names: Names, written: str) -> str:
    """The key of a name as people write it: X, V[2], #P, #P[2]."""
    name, _, indices = written.upper().replace(" ", "").partition("[")
    sharp = "#" if name.startswith("#") else ""
    return sharp + element(names.get(name.lstrip("#"), name.lstrip("#")), indices.rstrip("]"))


def belongs(key: str, base: str) -> bool:
    """Whether a key is that of a name, of an element of it or of its precision point."""
    bare = key.lstrip("#")
    return bare == base or bare.startswith(base[:-1] + "," if base.endswith("]") else f"{base}[")


def seen(values: Mapping[str, Value], names: Names) -> dict[str, Value]:
    """The values that a program with these names can see, by the words it has for them."""
    found = {}
    for name, base in names.items():
        for key, value in values.items():
            if belongs(key, base):
                sharp = "#" * key.startswith("#")
                indices = key.lstrip("#")[len(base) :].lstrip(",").strip("[]")
                found[sharp + element(name, indices)] = value
    for key, value in values.items():
        if OWN not in key and _base(key) not in names:
            found[key] = value
    return found


def shared(values: Mapping[str, Value]) -> dict[str, Value]:
    """The values that all programs share."""
    return {key: value for key, value in values.items() if OWN not in key}


def _base(key: str) -> str:
    return key.lstrip("#").partition("[")[0]
