"""Poses that an arm of revolute joints surely cannot take, because its links are too short.

A point on a joint axis is fixed in both links that meet there. Choose one point on each axis. For
all joint values, the distance from the first point to the last is at most the length of the way
from point to point. This holds for any choice; the points with the shortest way are used.
"""

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from kinematics.arm.axes import axes_at_zero
from kinematics.arm.forward import forward
from kinematics.arm.mechanism import Mechanism
from kinematics.arm.size import size_of
from kinematics.poses.transforms import Array, invert

ROUNDS = 60  # of reweighted least squares; fewer rounds give a longer way, which is still valid
ROUNDING = 1e-9  # of the size of the arm, and of the distance


def beyond_links(mechanism: Mechanism, Ts: Array) -> NDArray[np.bool_]:
    """Whether poses T_base_flange (N, 4, 4), mm, are farther away than the links can reach, (N,).

    Always False for an arm with a prismatic joint, and for one with `position_only`.
    """
    mechanism = mechanism.chain
    if (mechanism.revolute == 0.0).any() or mechanism.position_only:
        return np.zeros(len(Ts), bool)
    first, last, way = _shortest_way(mechanism)
    far = np.linalg.norm(Ts[:, :3, :3] @ last + Ts[:, :3, 3] - first, axis=1)
    return np.asarray(far > way + ROUNDING * (far + size_of(mechanism)))


@lru_cache(maxsize=256)
def _shortest_way(mechanism: Mechanism) -> tuple[Array, Array, float]:
    """The point of the first axis (3,), base frame, that of the last (3,), flange frame, and the
    length of the shortest way between them, mm."""
    z, p = axes_at_zero(mechanism)
    points, least = p, ROUNDING * size_of(mechanism)
    for _ in range(ROUNDS if mechanism.n > 1 else 0):
        weight = 1.0 / np.maximum(np.linalg.norm(np.diff(points, axis=0), axis=1), least)
        # Rows: (next point - point) sqrt(weight), linear in the places along the axes.
        rows = np.zeros((mechanism.n - 1, 3, mechanism.n))
        for i, root in enumerate(np.sqrt(weight)):
            rows[i, :, i], rows[i, :, i + 1] = -root * z[i], root * z[i + 1]
        right = -np.diff(p, axis=0) * np.sqrt(weight)[:, None]
        along = np.linalg.lstsq(rows.reshape(-1, mechanism.n), right.ravel(), rcond=None)[0]
        points = p + along[:, None] * z
    back = invert(forward(mechanism, np.zeros(mechanism.n)))
    way = float(np.linalg.norm(np.diff(points, axis=0), axis=1).sum())
    return points[0], back[:3, :3] @ points[-1] + back[:3, 3], way
