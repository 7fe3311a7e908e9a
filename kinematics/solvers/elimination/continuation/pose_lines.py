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

from kinematics.poses.transforms import Array, Numbers

Complex = NDArray[np.complex128]

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
