"""What a sweep says, and the proof of it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import ArrayLike, NDArray

from geometry.certificates.verdict import Verdict, VerdictKind
from geometry.errors import GeometryError
from geometry.poses import Array

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
class Along:
    """Directions along which two bodies keep apart over a stretch of a motion: unit vectors that
    stand in the body from which the other is seen, pointing from a to b, for each primitive of
    a's cover and each of b's, (na, nb, 3)."""

    directions: Array


@dataclass(frozen=True, eq=False)
class SweepProof:
    """What proves that pairs do not meet: claims that together fill the time.

    pairs: All pairs, (p, 2). rates, bends, kinks: How the points of each may move, (p,): see
        `stretch`; bends are inf where nothing is known of them.
    claims: Rows (pair, from, to, first, last), (n, 5): the pair does not meet from..to, as the gap
        at the times first and last shows. Where they are one time it is by the rate alone.
    evidence: What `certified` adds, by the claims' rows: the FREE verdict at that one time, whose
        gap is as much as is asked, or the directions along which the bodies are apart at both.
        contact: the HIT verdict at the first contact. Without them the proof is a list of claims.
    """

    pairs: Integers
    rates: Array
    bends: Array
    kinks: Array
    claims: Array
    evidence: Mapping[int, Verdict | Along] = field(default_factory=dict)
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
    rates = _of_pairs(reach, n_a, n_b, "reach")
    if not np.all(np.isfinite(rates)):
        raise _wrong("reach", np.shape(reach), n_a, n_b)
    return rates


def checked_bends(
    bends: ArrayLike | None, kinks: ArrayLike | None, n_a: int, n_b: int
) -> tuple[Array, Array]:
    """The bends and kinks of every pair of n_a and n_b bodies, both (n_a, n_b); bends are inf where
    none are given, kinks 0."""
    return (
        _of_pairs(np.inf if bends is None else bends, n_a, n_b, "bends"),
        _of_pairs(0.0 if kinks is None else kinks, n_a, n_b, "kinks"),
    )


def _of_pairs(given: ArrayLike, n_a: int, n_b: int, name: str) -> Array:
    figures = np.asarray(given, dtype=float)
    shape = (n_a, 1) if figures.shape == (n_a,) else figures.shape
    try:
        found = np.broadcast_to(figures.reshape(shape), (n_a, n_b))
    except ValueError:
        found = np.zeros((0, 0))
    if found.shape != (n_a, n_b) or not np.all(found >= 0.0):
        raise _wrong(name, figures.shape, n_a, n_b)
    return found


def _wrong(name: str, shape: tuple[int, ...], n_a: int, n_b: int) -> GeometryError:
    return GeometryError(
        f"{name}: one number of 0 or more is needed, one for each of the {n_a} bodies a, or one "
        f"for each pair ({n_a}, {n_b}), not an array {shape}"
    )


def every_pair(n_a: int, n_b: int) -> Integers:
    """All pairs of n_a and n_b bodies, (n_a n_b, 2)."""
    return np.stack(np.meshgrid(np.arange(n_a), np.arange(n_b), indexing="ij"), -1).reshape(-1, 2)
