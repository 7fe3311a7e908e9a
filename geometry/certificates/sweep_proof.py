"""The verdict of a sweep, and its proof."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import ArrayLike, NDArray

from geometry.certificates.verdict import Verdict, VerdictKind
from geometry.errors import GeometryError
from geometry.poses import Array

Integers = NDArray[np.int64]

RESOLUTION = 0.01
"""Bodies that pass each other within this distance, mm, count as TOUCH if no proof is found."""

Poses = Callable[[Array], Array]
"""A function from times (m,) in 0..1 to T_world_body, (m, bodies, 4, 4)."""


@dataclass(frozen=True)
class ProofGap:
    """A stretch of time, start..end in 0..1, over which a pair (index a, index b) was neither
    proven free nor found in contact."""

    start: float
    end: float
    a: int
    b: int


@dataclass(frozen=True, eq=False)
class Along:
    """Directions along which two bodies keep apart over a stretch of a motion.

    directions: Unit vectors from a to b for each primitive of a's cover and each of b's,
    (na, nb, 3), in the frame of b if all bodies of b stand, else in the frame of a.
    """

    directions: Array


@dataclass(frozen=True, eq=False)
class SweepProof:
    """The proof that pairs do not meet: claims that together fill the time 0..1.

    pairs: All pairs, (p, 2). rates, bends, kinks: Limits of the relative motion of each pair, (p,),
        see `stretch`; bends are inf where nothing is known of them.
    claims: Rows (pair, from, to, first, last), (n, 5): the pair does no more than touch from..to,
        as its gaps at the times first and last show. If first equals last, one gap and the rate
        show it.
    evidence: Added by `certified`, by the row of the claim: the FREE verdict at the one time, whose
        gap is large enough, or the directions along which the bodies are apart at both times.
    contact: Added by `certified`: the HIT verdict at the first contact.
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
    """The verdict over one segment, whose time runs from 0 to 1.

    kind: FREE: Proven free over the whole segment. HIT: In contact at first_contact_t, and proven
        free before it, except over the gaps. TOUCH: No contact was found, but gaps are left.
    pair: Indices of the bodies in contact (in solids_a, in solids_b), or None.
    gaps: The stretches before the first contact for which nothing is proven, to the resolution.
    """

    kind: VerdictKind
    first_contact_t: float | None
    pair: tuple[int, int] | None
    gaps: tuple[ProofGap, ...]
    proof: SweepProof


def checked_reach(reach: ArrayLike, n_a: int, n_b: int) -> Array:
    """The reach of every pair of n_a and n_b bodies, (n_a, n_b), mm; GeometryError otherwise."""
    rates = _of_pairs(reach, n_a, n_b, "reach")
    if not np.all(np.isfinite(rates)):
        raise _wrong("reach", np.shape(reach), n_a, n_b)
    return rates


def checked_bends(
    bends: ArrayLike | None, kinks: ArrayLike | None, n_a: int, n_b: int
) -> tuple[Array, Array]:
    """The bends and the kinks of every pair of n_a and n_b bodies, (n_a, n_b) each, mm; without
    values bends are inf and kinks 0. GeometryError for wrong shapes."""
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
    """All pairs of indices of n_a and n_b bodies, (n_a n_b, 2)."""
    return np.stack(np.meshgrid(np.arange(n_a), np.arange(n_b), indexing="ij"), -1).reshape(-1, 2)
