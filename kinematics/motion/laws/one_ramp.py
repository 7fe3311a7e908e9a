"""One ramp up, a cruise and a ramp down along a whole path, by the worst of its limits.

Where limits hardly differ along the path, seven segments of s are a little faster than a spline of
squares on few knots (in one line of twelve, by at most 0.8 %).
"""

from __future__ import annotations

import numpy as np

from kinematics.motion.laws.rest_to_rest import (
    RestToRest,
    seven_segments,
    seven_segments_of_many,
)
from kinematics.motion.laws.squares.knots_kernel import FASTEST
from kinematics.motion.laws.squares.law_grid import FIRST, SECOND, THIRD, LawGrid
from kinematics.poses.transforms import Array
from kinematics.tolerances import NEVER_ZERO

SPEEDS = np.geomspace(0.02, 1.0, 40)[:, None]
SHARES = np.array([1.0, 0.8, 0.6, 0.4, 0.2])
"""Peak speeds that are tried, of the largest, and shares of the acceleration that these leave."""
SAFE = 1.0 - 1e-12
"""Of each limit: room for the rounding of these sums."""


def one_ramp(grid: LawGrid, length: float) -> RestToRest | None:
    """The fastest seven segments that keep all limits of a grid anywhere on its path, or None.

    With the largest |q'|, |q''|, |q'''| of a joint, its acceleration is at most |q'| A + |q''| V^2
    and its jerk at most |q'| J + 3 |q''| V A + |q'''| V^3.
    """
    D = np.abs(grid.derivatives)
    first, second, third = (D[:, rows].max(axis=(0, 1)) for rows in (FIRST, SECOND, THIRD))
    fast, pull, kick = grid.inverses
    speed = min(float(grid.caps.min()), 1.0 / max(float((first * fast).max()), NEVER_ZERO))
    if speed >= FASTEST:
        return None
    V = SAFE * speed * SPEEDS
    A = _left(second * pull * V**2, first * pull)[:, None] * SHARES
    V = np.broadcast_to(V, A.shape)
    used = third * kick * V[..., None] ** 3 + 3.0 * second * kick * (V * A)[..., None]
    J = _left(used, first * kick)
    keeps = (A > 0.0) & (J > 0.0) & np.isfinite(A) & np.isfinite(J)
    if not keeps.any():
        return None
    V, A, J = V[keeps], A[keeps], J[keeps]
    times = seven_segments_of_many(V / length, A / length, J / length).duration
    best = int(times.argmin())
    peak, growth, jerk = (float(limit[best]) / length for limit in (V, A, J))
    return seven_segments(peak, growth, jerk, length)


def _left(used: Array, weight: Array) -> Array:
    """The largest value (...) whose product with each weight (n,) keeps what is left of 1.

    used: (..., n), shares of limits. Where more than all is used the value is below 0.
    """
    rest = SAFE - used
    most = np.divide(rest, weight, out=np.full(rest.shape, np.inf), where=weight > 0.0)
    return np.where(rest > 0.0, most, -1.0).min(axis=-1)
