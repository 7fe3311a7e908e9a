"""What a sweep says, and the proof of it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import ArrayLike, NDArray

from geometry.errors import GeometryError
from geometry.poses import Array
from geometry.verdict import Verdict, VerdictKind

Integers = NDArray[np.int64]

RESOLUTION = 0.01
"""Bodies that pass each other within this, mm, and for which no proof was found, count as TOUCH."""

Poses = Callable[[Array], Array]
"""Times (m,) to poses (m, bodies, 4, 4)."""


@dataclass(frozen=True)
class ProofGap:
    """A stretch of time over which a pair could not be proven free nor found in contact."""

    start: float
    end: float
    a: int
    b: int


@dataclass(frozen=True, eq=False)
class SweepProof:
    """What proves that pairs do not meet: a pair that is looked at in an interval is apart by more
    than half its relative way at the interval's middle, or it is open there, and is looked at in
    both halves. All pairs are looked at in 0..1.

    pairs: All pairs, (p, 2). rates: How fast each may approach, mm per unit of time, (p,).
    parts: Into how many even parts the time is cut to begin with. intervals: Start and end, (n, 2).
    opened: Rows (interval, pair) of what is open, (r, 2).
    evidence: What `certified` adds: for (interval, pair) the FREE verdict at its middle, whose gap
        is as much as is asked; contact: the HIT verdict at the first contact. Without them the
        proof is a list of claims.
    """

    pairs: Integers
    rates: Array
    parts: int
    intervals: Array
    opened: Integers
    evidence: Mapping[tuple[int, int], Verdict] = field(default_factory=dict)
    contact: Verdict | None = None


@dataclass(frozen=True, eq=False)
class Sweep:
    """The outcome over one segment, time running from 0 to 1.

    kind: FREE: proven so throughout. HIT: in contact at first_contact_t, and proven free before
        but for the gaps. TOUCH: no contact found, and gaps are left.
    pair: The bodies in contact (of solids_a, of solids_b), or None.
    gaps: What is not proven, before the first contact; to within the resolution.
    """

    kind: VerdictKind
    first_contact_t: float | None
    pair: tuple[int, int] | None
    gaps: tuple[ProofGap, ...]
    proof: SweepProof


def checked_reach(reach: ArrayLike, n_a: int, n_b: int) -> Array:
    """The reach of every pair of n_a and n_b bodies, (n_a, n_b), mm."""
    given = np.asarray(reach, dtype=float)
    shape = (n_a, 1) if given.shape == (n_a,) else given.shape
    try:
        rates = np.broadcast_to(given.reshape(shape), (n_a, n_b))
    except ValueError:
        rates = np.zeros((0, 0))
    if rates.shape != (n_a, n_b) or not np.all(np.isfinite(rates)) or np.any(rates < 0.0):
        raise GeometryError(
            f"reach is one length of 0 mm or more, one for each of the {n_a} bodies a, or one for "
            f"each pair ({n_a}, {n_b}), not an array {given.shape}"
        )
    return rates


def every_pair(n_a: int, n_b: int) -> Integers:
    """All pairs of n_a and n_b bodies, (n_a n_b, 2)."""
    return np.stack(np.meshgrid(np.arange(n_a), np.arange(n_b), indexing="ij"), -1).reshape(-1, 2)
