"""The motion of an arm in short polynomial pieces, and of a hand that may move by a law of its own.

A hand moves evenly in time, and an arm along its path by the path's own law. Where both move, a
piece spans the times t0..t1 and the values s0..s1 of the path's parameter, and its share u is the
mean of the two shares,

    u = ((s(t) - s0) / (s1 - s0) + (t - t0) / (t1 - t0)) / 2.

Both shares grow with t, so that neither is faster than 2 u whatever the law does: rates of the
joints and of the hand are bounded, changes of rates are not.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from kinematics.motion.motion import Motion
from scenes.world.frozen import Array

Integers = NDArray[np.int64]

# Halvings that find a time from a share; the time is then exact to rounding.
_HALVINGS = 50
# Greatest rate of a share of the path or of the time, by the share of a piece with two laws.
_TWO_LAWS = 2.0


@dataclass(frozen=True, eq=False)
class TwoLaws:
    """Shares of the path and of the time over the shares of m pieces.

    motion: Of the arm. times, values: Ends of the pieces by time, s, and by the parameter of its
    path, (m + 1,).
    """

    motion: Motion
    times: Array
    values: Array

    def __len__(self) -> int:
        return len(self.times) - 1

    def shares(self, piece: Integers, share: Array) -> tuple[Array, Array]:
        """Shares of the path and of the time, (k,) each, at shares (k,) of pieces (k,)."""
        t = self.times_at(piece, share)
        start, end = self.times[piece], self.times[piece + 1]
        return self._gone(piece, t), np.clip((t - start) / (end - start), 0.0, 1.0)

    def times_at(self, piece: Integers, share: Array) -> Array:
        """Times (k,), s, at shares of pieces, by halving."""
        start, end = self.times[piece], self.times[piece + 1]
        is_moving = self.values[piece + 1] > self.values[piece]
        low, high = start, end
        for _ in range(_HALVINGS):
            t = 0.5 * (low + high)
            passed = (t - start) / (end - start)
            reached = np.where(is_moving, 0.5 * (self._gone(piece, t) + passed), passed)
            is_before = reached < share
            low, high = np.where(is_before, t, low), np.where(is_before, high, t)
        return np.where(share <= 0.0, start, np.where(share >= 1.0, end, high))

    def _gone(self, piece: Integers, t: Array) -> Array:
        start, ways = self.values[piece], self.values[piece + 1] - self.values[piece]
        s = self.motion.law.at(self.motion.begin + t)[0]
        share = np.divide(s - start, ways, out=np.zeros(len(t)), where=ways > 0.0)
        return np.asarray(np.clip(share, 0.0, 1.0))


@dataclass(frozen=True, eq=False)
class Pieces:
    """m pieces of the motion of an arm, each over a share from 0 to 1.

    controls: Bernstein coefficients of the joints, (m, d + 1, n), rad or mm. widths: Length of each
    piece by the parameter of its motion, (m,); 0 between two motions. openings: Of the hand at the
    start and the end of each piece, (m, 2), mm. laws: The pieces, from a number on, in which arm
    and hand have two laws.
    """

    controls: Array
    widths: Array
    openings: Array
    laws: tuple[tuple[int, TwoLaws], ...] = field(default=())

    @classmethod
    def even(cls, q: Array, openings: Array, widths: Array | None = None) -> Pieces:
        """Pieces on which the joints move evenly from row to row of q (m + 1, n)."""
        lengths = np.ones(len(q) - 1) if widths is None else widths
        return cls(np.stack([q[:-1], q[1:]], axis=1), lengths, in_pairs(openings))

    def __len__(self) -> int:
        return len(self.controls)

    @cached_property
    def nodes(self) -> Array:
        """Joint values at the ends of the pieces, (m + 1, n)."""
        return np.concatenate([self.controls[:, 0], self.controls[-1:, -1]])

    @cached_property
    def node_openings(self) -> Array:
        """Openings of the hand at the ends of the pieces, (m + 1,), mm."""
        return np.append(self.openings[:, 0], self.openings[-1, 1])

    @cached_property
    def has_two_laws(self) -> NDArray[np.bool_]:
        """Whether arm and hand have laws of their own in each piece, (m,)."""
        found = np.zeros(len(self), dtype=bool)
        for first, law in self.laws:
            found[first : first + len(law)] = True
        return found

    @cached_property
    def pace(self) -> Array:
        """Greatest rates of the shares of path and time over the share of each piece, (m,)."""
        return np.where(self.has_two_laws, _TWO_LAWS, 1.0)

    def at(self, piece: Integers, share: Array) -> tuple[Array, Array]:
        """Joint values (k, n) and openings (k,), mm, at shares (k,) of pieces (k,)."""
        gone, passed = share, share
        for first, law in self.laws:
            own = np.flatnonzero((piece >= first) & (piece < first + len(law)))
            if len(own):
                gone, passed = gone.copy(), passed.copy()
                gone[own], passed[own] = law.shares(piece[own] - first, share[own])
        start, end = self.openings[piece].T
        return _values(self.controls[piece], gone), start * (1.0 - passed) + end * passed


def in_pairs(rows: Array) -> Array:
    """Each row but the last with the next one, (m, 2), of (m + 1,)."""
    return np.column_stack([rows[:-1], rows[1:]])


def joined(parts: Sequence[Pieces]) -> Pieces:
    """Motions one after the other, with a piece between two that leads from one to the next.

    The pieces between are part of no motion; they keep the places of the motions apart.
    """
    if len(parts) == 1:
        return parts[0]
    firsts = np.cumsum([0, *(len(part) + 1 for part in parts[:-1])])
    controls, widths, openings = [parts[0].controls], [parts[0].widths], [parts[0].openings]
    for before, part in pairwise(parts):
        degree = part.controls.shape[1]
        share = np.linspace(0.0, 1.0, degree)[:, None]
        start, end = before.controls[-1, -1], part.controls[0, 0]
        controls += [(start * (1.0 - share) + end * share)[None], part.controls]
        widths += [np.zeros(1), part.widths]
        openings += [np.array([[before.openings[-1, 1], part.openings[0, 0]]]), part.openings]
    starts = zip(firsts, parts, strict=True)
    laws = tuple((int(at) + first, law) for at, part in starts for first, law in part.laws)
    return Pieces(np.concatenate(controls), np.concatenate(widths), np.concatenate(openings), laws)


def _values(controls: Array, share: Array) -> Array:
    """Values (k, n) of polynomials with Bernstein coefficients (k, d + 1, n) at shares (k,)."""
    u = share[:, None]
    rows = [controls[:, k] for k in range(controls.shape[1])]
    while len(rows) > 1:
        rows = [a * (1.0 - u) + b * u for a, b in pairwise(rows)]
    return rows[0]
