"""Takes the faulty parts out of a file's data, so that the rest can be judged too.

It takes out the least part that a file can do without: an optional key, a step of a solid, a pair
of `allow`. A required value is replaced by a stand-in, which must not be judged: its place is one
of the unsound ones (see `Faults.is_unsound`).
"""

from __future__ import annotations

from collections.abc import Iterable
from copy import deepcopy
from typing import Any

from scenes.files.solids.shape_schema import OPERATIONS

Place = tuple[str | int, ...]

FORMS = ("cell", "part")
# A file without its version that has one of these keys is still known as one of ours.
SECTIONS = ("frames", "robots", "fixtures", "parts", "solid")
BODIES = ("fixtures", "parts")
# Keys whose values are lists of steps.
_STEPS = ("solid", "group", "of")
_SHAPE = {"box": [1.0, 1.0, 1.0]}
_SOLID = [{"add": _SHAPE}]
_PAIR = ["one", "another"]


def rest_of(data: Any, faulty: Iterable[Place]) -> Any:
    """The data without their faulty parts.

    faulty: Places of faulty values and of keys that are missing or unknown.
    """
    rest = deepcopy(data)
    # Deeper places first, so that an outer value is taken out after the values inside it.
    for loc in sorted(faulty, key=lambda place: (-len(place), str(place))):
        _take_out(rest, loc)
    return rest


def step_at(loc: Place) -> Place | None:
    """The place of the innermost step of a solid that contains this place, or None."""
    for end in range(len(loc) - 1, 0, -1):
        if isinstance(loc[end], int) and loc[end - 1] in _STEPS:
            return loc[: end + 1]
    return None


def _take_out(data: Any, loc: Place) -> None:
    step = step_at(loc)
    if step is not None:
        steps, last = _at(data, step[:-1]), int(step[-1])
        if isinstance(steps, list):
            steps[last] = {_operation(steps[last]): _SHAPE}
    elif loc and loc[-1] in _STEPS and isinstance(_at(data, loc[:-1]), dict):
        _at(data, loc[:-1])[loc[-1]] = deepcopy(_SOLID)
    elif loc[:1] == ("allow",) and len(loc) > 1:
        _take_out_of_allow(data["allow"], int(loc[1]), loc[2:])
    elif loc[:1] == ("include",) and len(loc) == 2:
        data["include"][loc[1]] = ""
    elif loc[:1] == ("robots",):
        _take_out_of_robots(data, loc)
    elif len(loc) == 2 and loc[0] in BODIES:
        data[loc[0]].pop(loc[1], None)
    elif len(loc) == 1 and loc[0] in FORMS:
        data[loc[0]] = 1
    else:
        _leave_out(data, loc)


def _take_out_of_allow(entries: Any, i: int, within: Place) -> None:
    is_mapping = isinstance(entries[i], dict)
    if is_mapping and within and within[0] != "pair":
        entries[i].pop(within[0], None)
    else:
        entries[i] = {"pair": _PAIR} if is_mapping else _PAIR


def _take_out_of_robots(data: Any, loc: Place) -> None:
    if len(loc) == 1:
        data["robots"] = {}
    elif len(loc) == 2:
        data["robots"].pop(loc[1], None)
    elif loc[2] == "use":
        data["robots"][loc[1]]["use"] = ""
    else:
        _leave_out(data, loc)


def _leave_out(data: Any, loc: Place) -> None:
    """Removes the innermost key on the path to a place; list items cannot be removed alone."""
    ends = [end for end, step in enumerate(loc) if isinstance(step, str)]
    if ends:
        holder = _at(data, loc[: ends[-1]])
        if isinstance(holder, dict):
            holder.pop(loc[ends[-1]], None)


def _operation(step: Any) -> str:
    given = [key for key in OPERATIONS if isinstance(step, dict) and key in step]
    return given[0] if len(given) == 1 else "add"


def _at(data: Any, loc: Place) -> Any:
    """The value at a place; None where there is no value any more."""
    for step in loc:
        try:
            data = data[step]
        except (KeyError, IndexError, TypeError):
            return None
    return data
