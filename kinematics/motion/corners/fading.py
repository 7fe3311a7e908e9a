"""The shape of every rounded corner: how one motion fades out while the next one fades in.

w rises from 0 to 1 over u from 0 to 1; its slope is a trapezoid that rises over the first R of u,
stays at T = 1 / (1 - R), and falls over the last R. F is twice the integral of w:

    F'' = 2 T u / R,  F' = T u^2 / R,  F = T u^3 / (3 R)                     for u <= R,
    F'' = 2 T,  F' = T (2 u - R),  F = T (u^2 - R u + R^2 / 3)               for R <= u <= 1 - R,

and behind that F(u) = F(1 - u) + 2 u - 1, because w(1 - u) = 1 - w(u). So F(0) = F'(0) = F''(0) = 0
and F(1) = 1, F'(1) = 2, F''(1) = 0; each of the three parts is a cubic.
"""

import numpy as np

from kinematics.poses.transforms import Array

RISE = 0.3
"""R: with 1/2 the second derivative has its largest peak, and with 0 the third is infinite."""
TOP = 1.0 / (1.0 - RISE)
BREAKS = np.array([0.0, RISE, 1.0 - RISE, 1.0])
"""Values of u between which F is a cubic."""
MOST_SLOPE, MOST_BEND = 2.0, 2.0 * TOP
"""The largest F' and |F''|."""


def fading(u: Array) -> Array:
    """F and its first two derivatives by u at u (m,), (3, m)."""
    late = u > 0.5
    v = np.where(late, 1.0 - u, u)
    rises = np.array([v**3 / 3.0, v * v, 2.0 * v]) * (TOP / RISE)
    stays = TOP * np.array([v * v - RISE * v + RISE * RISE / 3.0, 2.0 * v - RISE, 2.0 + 0.0 * v])
    rows = np.where(v < RISE, rises, stays)
    return np.where(late, [rows[0] + 2.0 * u - 1.0, 2.0 - rows[1], rows[2]], rows)


def cubics() -> Array:
    """Rising coefficients (3, 4) of F by u - BREAKS on its three parts."""
    jolts = 2.0 * TOP / RISE * np.array([1.0, 0.0, -1.0])
    rows = np.concatenate([fading(BREAKS[:-1]), jolts[None]])
    return np.asarray((rows / np.array([1.0, 1.0, 2.0, 6.0])[:, None]).T)
