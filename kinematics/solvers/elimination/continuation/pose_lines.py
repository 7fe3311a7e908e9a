"""Poses on a complex line that ends in the pose that is asked for.

T(t) = T exp(t X), t from 1 to 0, where X is a twist with complex entries. The poses at which two
solutions meet are the zeros of one complex function of the pose; a line in a complex direction
taken at random meets none of them but at its end, with probability one. A line in a real direction
could not avoid them. (Morgan and Sommese 1989: coefficient-parameter continuation.)
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from kinematics.poses.transforms import Array, Numbers, inverted

Complex = NDArray[np.complex128]
Rows = NDArray[np.int64]

NEARLY_STILL = 1e-7  # rad^2: below it two terms of a series are exact to rounding
TERMS = 8  # of the exponential series: with lines of 0.03 the next term is below 1e-16


@dataclass(frozen=True, eq=False)
class PoseLine:
    """turn, shift: (3,), the twist X, rad and link lengths."""

    turn: Complex
    shift: Complex

    @classmethod
    def at_random(cls, rng: np.random.Generator, length: float) -> "PoseLine":
        """A line whose twist has the given norm."""
        twist = rng.normal(size=6) + 1j * rng.normal(size=6)
        twist *= length / np.linalg.norm(twist)
        return cls(twist[:3], twist[3:])

    @cached_property
    def _powers(self) -> Complex:
        """X^k / k!, (TERMS, 4, 4)."""
        x, y, z = self.turn
        X = np.zeros((4, 4), complex)
        X[:3, :3] = [[0.0, -z, y], [z, 0.0, -x], [-y, x, 0.0]]
        X[:3, 3] = self.shift
        powers = [np.eye(4, dtype=complex)]
        for k in range(1, TERMS):
            powers.append(powers[-1] @ X / k)
        return np.stack(powers)

    def poses(self, Ts: Numbers, t: Array) -> Complex:
        """T exp(t X) for poses Ts (K, 4, 4) and places t (K,)."""
        moved = np.vander(t, TERMS, increasing=True) @ self._powers.reshape(TERMS, 16)
        return np.asarray(Ts @ moved.reshape(-1, 4, 4))

    def rates(self, R: Complex) -> Complex:
        """Velocity and angular rate (K, 6) along t of poses with rotations R (K, 3, 3)."""
        return np.concatenate([R @ self.shift, R @ self.turn], axis=1)

    def of(self, _rows: Rows) -> "PoseLine":
        """The lines of some rows: all rows have the same."""
        return self


@dataclass(frozen=True, eq=False)
class LongLines:
    """Lines from one pose with complex entries to poses of all rows, each with a twist of its own.

    turn, shift: (K, 3), rad and link lengths.
    """

    turn: Complex
    shift: Complex

    @classmethod
    def between(cls, start: Complex, Ts: Numbers) -> "LongLines":
        """The lines from the pose `start` (4, 4), t = 1, to poses Ts (K, 4, 4), t = 0."""
        T = inverted(np.asarray(Ts, complex)) @ start
        R = T[:, :3, :3]
        angle = np.arccos(0.5 * (np.trace(R, axis1=1, axis2=2) - 1.0))
        skew = np.stack([R[:, 2, 1] - R[:, 1, 2], R[:, 0, 2] - R[:, 2, 0], R[:, 1, 0] - R[:, 0, 1]])
        turn = (skew * angle / (2.0 * np.sin(angle))).T.astype(np.complex128)
        _, carried = _exponential(turn)
        shift = np.linalg.solve(carried, T[:, :3, 3:])[..., 0]
        return cls(turn, shift.astype(np.complex128))

    @property
    def length(self) -> Array:
        """The norms of the twists, (K,)."""
        return np.asarray(np.hypot(*(np.linalg.norm(v, axis=1) for v in (self.turn, self.shift))))

    def poses(self, Ts: Numbers, t: Array) -> Complex:
        """T exp(t X) for poses Ts (K, 4, 4) and places t (K,)."""
        moved = np.zeros((len(t), 4, 4), complex)
        R, carried = _exponential(t[:, None] * self.turn)
        moved[:, :3, :3], moved[:, 3, 3] = R, 1.0
        moved[:, :3, 3] = (carried @ (t[:, None] * self.shift)[..., None])[..., 0]
        return np.asarray(Ts @ moved)

    def rates(self, R: Complex) -> Complex:
        """Velocity and angular rate (K, 6) along t of poses with rotations R (K, 3, 3)."""
        return np.concatenate([(R @ v[..., None])[..., 0] for v in (self.shift, self.turn)], axis=1)

    def of(self, rows: Rows) -> "LongLines":
        """The lines of some rows."""
        return LongLines(self.turn[rows], self.shift[rows])


def _exponential(turn: Complex) -> tuple[Complex, Complex]:
    """exp(W) and the matrix V that takes the shift of a twist to its translation, (K, 3, 3) each.

    Rodrigues' formula with a complex angle; near 0 the first terms of its series.
    """
    x, y, z = turn.T
    W = np.zeros((len(turn), 3, 3), complex)
    W[:, 0, 1], W[:, 0, 2], W[:, 1, 2] = -z, y, -x
    W -= np.swapaxes(W, 1, 2)
    square = (turn * turn).sum(axis=1)
    small = np.abs(square) < NEARLY_STILL
    angle = np.sqrt(np.where(small, 1.0, square))
    s, c = np.sin(angle), np.cos(angle)
    first = np.where(small, 1.0 - square / 6.0, s / angle)[:, None, None]
    second = np.where(small, 0.5 - square / 24.0, (1.0 - c) / angle**2)[:, None, None]
    third = np.where(small, 1.0 / 6.0 - square / 120.0, (angle - s) / angle**3)[:, None, None]
    WW = W @ W
    return np.eye(3) + first * W + second * WW, np.eye(3) + second * W + third * WW
