"""Measured poses: joint values of an arm, and where its tool was measured at them."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from kinematics.errors import KinematicsError
from kinematics.poses.transforms import Array, rotation_vectors

ONE_LINE = 1e-6
"""Of the largest: a second singular value below it (squares of lengths) is noise of one line."""


@dataclass(frozen=True, eq=False)
class Measurements:
    """q: (N, n), rad or mm. places: (N, 3), mm. turns: rotations (N, 3, 3), or None where places
    alone were measured. Both in the frame of the measuring device."""

    q: Array
    places: Array
    turns: Array | None = None

    def __len__(self) -> int:
        return len(self.q)

    def rows(self, chosen: NDArray[np.bool_]) -> "Measurements":
        """The measurements of the rows of a mask (N,)."""
        turns = None if self.turns is None else self.turns[chosen]
        return Measurements(self.q[chosen], self.places[chosen], turns)

    def missed(self, Ts: Array) -> tuple[Array, Array]:
        """Measured minus predicted: mm (N, 3), and the turn between them, rad (N, 3) or (N, 0).

        Ts: predicted poses of the target in the frame of the measuring device, (N, 4, 4).
        """
        mm = self.places - Ts[:, :3, 3]
        if self.turns is None:
            return mm, np.zeros((len(mm), 0))
        return mm, rotation_vectors(self.turns @ np.swapaxes(Ts[:, :3, :3], 1, 2))


def fitted_frame(predicted: Array, measured: Array) -> Array:
    """The pose (4, 4) that takes predicted places (N, 3) nearest to measured ones, mm.

    Kabsch 1976: both clouds about their means; the rotation from the singular vectors of the
    product. Raises KinematicsError where the places lie on one line and leave a turn free.
    """
    a, b = predicted - predicted.mean(0), measured - measured.mean(0)
    U, values, Vt = np.linalg.svd(a.T @ b)
    if len(a) < 3 or values[1] <= ONE_LINE * values[0]:
        raise KinematicsError(
            "the measured places lie on one line, so that the frame of the measurement is not told"
        )
    flip = np.diag([1.0, 1.0, np.sign(np.linalg.det(Vt.T @ U.T))])
    T = np.eye(4)
    T[:3, :3] = Vt.T @ flip @ U.T
    T[:3, 3] = measured.mean(0) - T[:3, :3] @ predicted.mean(0)
    return T
