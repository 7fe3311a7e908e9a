"""Which things of a cell move together: a frame carries all that stands in it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

BODIES = ("fixtures", "parts")
FRAMES, ROBOTS = "frames", "robots"
WORLD = "world"


@dataclass(frozen=True)
class Together:
    """Names of the things that move as one.

    bodies: Fixtures and parts. frames: Named frames. robots: Robots, by their bases.
    """

    bodies: frozenset[str] = frozenset()
    frames: frozenset[str] = frozenset()
    robots: frozenset[str] = frozenset()


def with_frame(data: Mapping[str, Any], name: str) -> Together:
    """A frame with everything that stands in it, directly or in a frame of its own.

    data: The plain values of the cell file.
    """
    frames: set[str] = set()
    waiting = {name}
    while waiting:
        frames |= waiting
        waiting = {n for n, e in _entries(data, FRAMES).items() if _frame(e) in waiting} - frames
    bodies = {n for s in BODIES for n, e in _entries(data, s).items() if _frame(e) in frames}
    robots = {n for n, e in _entries(data, ROBOTS).items() if _frame(e) in frames}
    return Together(frozenset(bodies), frozenset(frames), frozenset(robots))


def _entries(data: Mapping[str, Any], section: str) -> Mapping[str, Any]:
    return data.get(section) or {}


def _frame(entry: Mapping[str, Any]) -> str:
    return str(entry.get("in", WORLD))
