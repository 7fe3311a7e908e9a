"""JointPath: joint values as a smooth function of a path parameter, a quintic between two knots."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from math import comb

import numpy as np
from numpy.typing import ArrayLike

from kinematics.errors import KinematicsError
from kinematics.poses.transforms import Array

DEGREE = 5
BINOMIALS = [np.array([float(comb(d, k)) for k in range(d + 1)]) for d in range(DEGREE + 1)]
STRAIGHT = 4e-15  # of the largest joint value: rounding of controls on a straight line


@dataclass(frozen=True, eq=False)
class JointPath:
    """Joint values q(s), rad or mm, for s from 0 to `length`.

    knots: (m + 1,), values of s, which start at 0 and increase. controls: (m, 6, n), Bernstein
    coefficients of q on each of the m pieces. deviation_mm, deviation_rad: bounds on the distance
    and the angle between the tool and the curve that it was to follow; 0 for a path of the joints.
    Raises KinematicsError for other shapes or values.
    """

    knots: Array
    controls: Array
    deviation_mm: float = 0.0
    deviation_rad: float = 0.0

    def __post_init__(self) -> None:
        knots, controls = np.array(self.knots, float), np.array(self.controls, float)
        pieces = len(knots) - 1
        if pieces < 1 or controls.ndim != 3 or controls.shape[:2] != (pieces, DEGREE + 1):
            raise KinematicsError("a path of m pieces needs m + 1 knots and controls (m, 6, n)")
        if not (np.isfinite(knots).all() and np.isfinite(controls).all()):
            raise KinematicsError("a path holds a value that is not a finite number")
        if knots[0] != 0.0 or (np.diff(knots) <= 0.0).any():
            raise KinematicsError("the knots of a path must start at 0 and increase")
        knots.flags.writeable = controls.flags.writeable = False
        object.__setattr__(self, "knots", knots)
        object.__setattr__(self, "controls", controls)

    @classmethod
    def straight(cls, q_start: ArrayLike, q_end: ArrayLike) -> JointPath:
        """The straight path of all joints between joint values (n,); its parameter is the share."""
        start, end = np.asarray(q_start, float), np.asarray(q_end, float)
        share = np.linspace(0.0, 1.0, DEGREE + 1)[:, None]
        # The weights of a joint that does not move may add up to its value but for rounding, and
        # it would then count as moving.
        controls = np.where(start == end, start, start * (1.0 - share) + end * share)
        return cls(np.array([0.0, 1.0]), controls[None])

    @classmethod
    def through(cls, knots: Array, q: Array, first: Array, second: Array) -> JointPath:
        """The quintic spline with given values, dq/ds and d2q/ds2 at its knots, (m + 1, n) each."""
        return cls(knots, hermite_controls(np.diff(knots), q, first, second))

    @classmethod
    def between(cls, knots: Array, q: Array) -> JointPath:
        """The path that is straight in the joints between rows of q (m + 1, n) at its knots."""
        share = np.linspace(0.0, 1.0, DEGREE + 1)[:, None]
        return cls(knots, q[:-1, None] * (1.0 - share) + q[1:, None] * share)

    @property
    def length(self) -> float:
        """The value of s at the end."""
        return float(self.knots[-1])

    @property
    def q_start(self) -> Array:
        """Joint values (n,) at s = 0."""
        return self.controls[0, 0]

    @property
    def q_end(self) -> Array:
        """Joint values (n,) at the end."""
        return self.controls[-1, -1]

    @cached_property
    def mark(self) -> bytes:
        """A key that is equal for equal paths."""
        return sha256(self.knots.tobytes() + self.controls.tobytes()).digest()

    def at(self, s: ArrayLike) -> Array:
        """Joint values at s: (n,) for a number, (k, n) for an array (k,)."""
        return self.derivatives(s, 0)[0]

    def derivatives(self, s: ArrayLike, order: int = 3) -> Array:
        """Joint values and their derivatives by s up to `order`, shape (order + 1, ..., n).

        At a knot they are those of the piece behind it, at the end those of the last piece.
        """
        where = np.asarray(s, float)
        piece = np.clip(np.searchsorted(self.knots, where, side="right") - 1, 0, self.pieces - 1)
        widths = np.diff(self.knots)[piece]
        u = np.clip((where - self.knots[piece]) / widths, 0.0, 1.0)
        controls = self.controls[piece]
        found = np.empty((order + 1, *where.shape, controls.shape[-1]))
        for k in range(order + 1):
            if k:
                controls = (controls[..., 1:, :] - controls[..., :-1, :]) * (
                    (DEGREE + 1 - k) / widths[..., None, None]
                )
            np.einsum("...d,...dn->...n", _basis(u, DEGREE - k), controls, out=found[k])
        return found

    @property
    def pieces(self) -> int:
        """Number of quintic pieces."""
        return len(self.controls)

    @cached_property
    def is_straight(self) -> bool:
        """Whether it is one piece on which all joints move in proportion to s."""
        bends = np.abs(np.diff(self.controls[0], 2, axis=0)).max(axis=0)
        return self.pieces == 1 and bool((bends <= STRAIGHT * np.abs(self.controls[0]).max()).all())

    def cut(self, knots: Array) -> Array:
        """Controls (len(knots) - 1, 6, n) of the path on the intervals between given values of s.

        No interval may hold a knot of the path in its inside.
        """
        middles = 0.5 * (knots[1:] + knots[:-1])
        piece = np.clip(np.searchsorted(self.knots, middles, side="right") - 1, 0, self.pieces - 1)
        start, width = self.knots[piece], np.diff(self.knots)[piece]
        ends = np.clip((np.stack([knots[:-1], knots[1:]]) - start) / width, 0.0, 1.0)
        return _between(self.controls[piece], ends[0][:, None, None], ends[1][:, None, None])

    def part(self, start: float, end: float) -> JointPath:
        """The path from s = start to s = end, with a parameter that begins at 0."""
        if not 0.0 <= start < end <= self.length:
            raise KinematicsError(f"a path has no part from {start:g} to {end:g}")
        inner = self.knots[(self.knots > start) & (self.knots < end)]
        knots = np.concatenate([[start], inner, [end]])
        return JointPath(knots - start, self.cut(knots), self.deviation_mm, self.deviation_rad)

    def scaled(self, factor: float) -> JointPath:
        """The same path with a parameter that is `factor` times as long."""
        return JointPath(self.knots * factor, self.controls, self.deviation_mm, self.deviation_rad)


def joined(paths: Sequence[JointPath]) -> JointPath:
    """Paths one after the other; each begins where the one before it ends."""
    ends = np.cumsum([0.0, *(path.length for path in paths)])
    knots = [path.knots[1:] + start for path, start in zip(paths, ends[:-1], strict=True)]
    return JointPath(
        np.concatenate([[0.0], *knots]),
        np.concatenate([path.controls for path in paths]),
        max(path.deviation_mm for path in paths),
        max(path.deviation_rad for path in paths),
    )


def hermite_controls(widths: Array, q: Array, first: Array, second: Array) -> Array:
    """Bernstein coefficients (m, 6, n) of quintics from values and derivatives at their ends.

    widths: (m,), of the pieces. q, first, second: (m + 1, n), q, dq/ds and d2q/ds2 at the knots.
    """
    h = widths[:, None]
    a, b = q[:-1], q[1:]
    da, db = first[:-1] * h / 5.0, first[1:] * h / 5.0
    ea, eb = second[:-1] * h * h / 20.0, second[1:] * h * h / 20.0
    rows = [a, a + da, a + 2.0 * da + ea, b - 2.0 * db + eb, b - db, b]
    return np.stack(rows, axis=1)


def _basis(u: Array, degree: int) -> Array:
    """Bernstein polynomials (..., d + 1) of a degree d at u (...); exact at 0 and 1."""
    k = np.arange(degree + 1)
    powers, left = u[..., None] ** k, (1.0 - u)[..., None] ** k[::-1]
    return np.asarray(BINOMIALS[degree] * powers * left)


def _between(controls: Array, low: Array, high: Array) -> Array:
    """Bernstein forms (m, 6, n) restricted to u from low to high, each (m, 1, 1)."""
    tail = _right(controls, low)
    share = np.divide(high - low, 1.0 - low, out=np.ones_like(low), where=low < 1.0)
    return _right(tail[:, ::-1], 1.0 - share)[:, ::-1]


def _right(controls: Array, u: Array) -> Array:
    """Bernstein forms (m, 6, n) restricted to the part behind u (m, 1, 1)."""
    rows, kept = controls, [controls[:, -1]]
    while rows.shape[1] > 1:
        rows = rows[:, :-1] * (1.0 - u) + rows[:, 1:] * u
        kept.append(rows[:, -1])
    return np.stack(kept[::-1], axis=1)
