"""The motion of an arm in short polynomial pieces, and of a hand that may move by a law of its own.

A hand moves evenly in time, and an arm along its path by the path's own law. Where both move, the
share u of a piece is that of its time, from t0 to t1; the share w of its path, from s0 to s1, is

    w = (s(t) - s0) / (s1 - s0),   t = t0 + u (t1 - t0).

The peaks of the law bound w' and w'', and so the joints, whose q is a polynomial of w:

    |dq/du| <= max |q'| max w',   |d2q/du2| <= max |q''| (max w')^2 + max |q'| max |w''|.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from kinematics.motion.motion import Motion
from scenes.world.frozen import Array

Integers = NDArray[np.int64]

# Factor for rounding of the shares of very short pieces.
_ROUNDING = 1.0 + 1e-6


@dataclass(frozen=True, eq=False)
class TimedPieces:
    """The shares of the path over the shares of time of m pieces.

    motion: Of the arm. times, values: Ends of the pieces by time, s, and by the parameter of its
    path, (m + 1,).
    """

    motion: Motion
    times: Array
    values: Array

    def __len__(self) -> int:
        return len(self.times) - 1

    def gone(self, piece: Integers, share: Array) -> Array:
        """Shares (k,) of the path at shares (k,) of the time of pieces (k,)."""
        start, ways = self.values[piece], self._ways[piece]
        t = self.times[piece] * (1.0 - share) + self.times[piece + 1] * share
        s = self.motion.law.at(self.motion.begin + t)[0]
        found = np.divide(s - start, ways, out=np.zeros(len(t)), where=ways > 0.0)
        return np.asarray(np.clip(found, 0.0, 1.0))

    @cached_property
    def peaks(self) -> Array:
        """Greatest w' and |w''| on each piece, (2, m)."""
        begin, spans = self.motion.begin, np.diff(self.times)
        found = self.motion.law.peaks(begin + self.times[:-1], begin + self.times[1:])
        return np.stack([self._shared(found[0], spans), self._shared(found[1], spans**2)])

    @cached_property
    def end_rates(self) -> Array:
        """w' at the start and the end of each piece, (m, 2)."""
        rates = self.motion.law.at(self.motion.begin + self.times)[1]
        spans = np.diff(self.times)
        return np.column_stack([self._shared(rates[:-1], spans), self._shared(rates[1:], spans)])

    @cached_property
    def _ways(self) -> Array:
        return np.diff(self.values)

    def _shared(self, figures: Array, spans: Array) -> Array:
        out = np.zeros(len(self))
        found = np.divide(figures * spans, self._ways, out=out, where=self._ways > 0.0)
        return np.asarray(found * _ROUNDING)


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
    laws: tuple[tuple[int, TimedPieces], ...] = ()

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
    def peaks(self) -> Array:
        """Greatest rate of the share of the path over the share of each piece, and greatest change
        of this rate, (2, m)."""
        found = np.stack([np.ones(len(self)), np.zeros(len(self))])
        for first, law in self.laws:
            found[:, first : first + len(law)] = law.peaks
        return found

    @cached_property
    def end_rates(self) -> Array:
        """Rates of the share of the path at the start and the end of each piece, (m, 2)."""
        found = np.ones((len(self), 2))
        for first, law in self.laws:
            found[first : first + len(law)] = law.end_rates
        return found

    def at(self, piece: Integers, share: Array) -> tuple[Array, Array]:
        """Joint values (k, n) and openings (k,), mm, at shares (k,) of pieces (k,)."""
        gone = share
        for first, law in self.laws:
            own = np.flatnonzero((piece >= first) & (piece < first + len(law)))
            if len(own):
                gone = gone.copy()
                gone[own] = law.gone(piece[own] - first, share[own])
        start, end = self.openings[piece].T
        return _values(self.controls[piece], gone), start * (1.0 - share) + end * share


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
