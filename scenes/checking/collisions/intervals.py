"""Collisions: intervals of time in which two bodies share volume, joined from motion to motion."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from scenes.world.frozen import Array, Frozen

# Mm3: volumes from WHOLE on are printed as whole numbers; below LEAST_TOLD no number is printed.
WHOLE, LEAST_TOLD = 10.0, 0.001
# S: contacts with no more time between them are one; the times of two motions that meet are equal
# up to rounding.
SAME_TIME = 1e-9


@dataclass(frozen=True, eq=False)
class Collision(Frozen):
    """Two bodies that share volume from one time of a run to another.

    Attributes:
        time: Seconds from the start of the run to the first contact, in the statement of `line`.
        time_end: Last time in contact, s.
        body_a: The body that moves.
        body_b: The body that it runs into.
        volume_mm3: The largest overlap that was found, at `peak_time`.
        centroid: Centre of that overlap in world axes, (3,), mm.
        file: Name of the file of a called program; "" for the one that is run.
        depth_mm: Width of that overlap along its narrowest axis.
    """

    time: float
    time_end: float
    line: int
    body_a: str
    body_b: str
    volume_mm3: float
    centroid: Array
    peak_time: float
    file: str = ""
    depth_mm: float = 0.0

    @property
    def extent(self) -> str:
        """The size of the overlap in words, never as a volume of 0 mm3."""
        if self.volume_mm3 >= WHOLE:
            return f"overlap {self.volume_mm3:.0f} mm3"
        if self.volume_mm3 < LEAST_TOLD:
            return f"touching volume below {LEAST_TOLD:g} mm3"
        return f"overlap {self.volume_mm3:.2g} mm3, {self.depth_mm:.2g} mm deep"


def folded(contacts: Iterable[Collision]) -> tuple[Collision, ...]:
    """The collisions that consist of the given contacts, ordered by time of first contact.

    Contacts of a pair are one collision if one begins where the other ends, or before.
    """
    found: list[Collision] = []
    latest: dict[tuple[str, str], int] = {}
    for contact in sorted(contacts, key=lambda each: (each.time, each.time_end)):
        pair = (min(contact.body_a, contact.body_b), max(contact.body_a, contact.body_b))
        place = latest.get(pair)
        if place is not None and contact.time <= found[place].time_end + SAME_TIME:
            found[place] = _joined(found[place], contact)
        else:
            latest[pair] = len(found)
            found.append(contact)
    return tuple(found)


def _joined(first: Collision, other: Collision) -> Collision:
    peak = max(first, other, key=lambda each: each.volume_mm3)
    return replace(
        first,
        time_end=max(first.time_end, other.time_end),
        volume_mm3=peak.volume_mm3,
        centroid=peak.centroid,
        peak_time=peak.peak_time,
        depth_mm=peak.depth_mm,
    )
