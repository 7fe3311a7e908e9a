"""Which value a name means: the names of a program at work, and the keys of their values.

A name that no program declares as its own is its own key: all programs share it. LOCAL, AUTO and
arguments passed by value get a key of their own (`X@17`, made at the machine's 17th advance), which
is removed when their program ends. An argument passed by reference makes the parameter another name
for the caller's key, so both programs see every change. A program sees its own names and the shared
ones, never the names of its caller. The rules for a name hold for its elements (`X[2]`) and for its
precision point (`#X`) as well.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TypeVar

from scenes.world.frozen_mapping import FrozenMapping

Value = TypeVar("Value")
Names = Mapping[str, str]

# Marks the key of a name that one program owns; names in programs cannot contain this character.
OWN = "@"
NO_NAMES: Names = FrozenMapping({})


def own_key(name: str, advances: int) -> str:
    """The key of a name that belongs to one call of a program."""
    return f"{name}{OWN}{advances}"


def key_of(names: Names, name: str, indices: Iterable[int] = ()) -> str:
    """The key of a name (in capitals), or of an element of its array."""
    return element(names.get(name, name) if names else name, ",".join(map(str, indices)))


def element(key: str, indices: str) -> str:
    """The key of an element: V and 3 give V[3]; V[2], itself an element, and 3 give V[2,3]."""
    if not indices:
        return key
    return f"{key[:-1]},{indices}]" if key.endswith("]") else f"{key}[{indices}]"


def key_written(names: Names, written: str) -> str:
    """The key of a name as a user writes it: X, V[2], #P, #P[2]."""
    name, _, indices = written.upper().replace(" ", "").partition("[")
    sharp = "#" if name.startswith("#") else ""
    return sharp + element(names.get(name.lstrip("#"), name.lstrip("#")), indices.rstrip("]"))


def belongs(key: str, base: str) -> bool:
    """Whether a key is that of a name, of an element of the name or of its precision point."""
    bare = key.lstrip("#")
    return bare == base or bare.startswith(base[:-1] + "," if base.endswith("]") else f"{base}[")


def seen(values: Mapping[str, Value], names: Names) -> dict[str, Value]:
    """The values that a program with these names can see, under the program's names for them."""
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
