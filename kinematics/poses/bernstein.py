"""Polynomials in Bernstein form: their derivatives, whose coefficients bound them.

On 0 <= u <= 1 a polynomial is a mean of its Bernstein coefficients, so that it lies between the
least and the greatest of them (Farouki and Rajan 1987).
"""

import numpy as np

from kinematics.poses.transforms import Array


def hodographs(controls: Array) -> tuple[Array, Array]:
    """Bernstein coefficients of the first and the second derivative by u, (m, d, n), (m, d - 1, n).

    controls: (m, d + 1, n), coefficients of polynomials of degree d. A second derivative that is 0
    everywhere, for d = 1, has one row of zeros.
    """
    degree = controls.shape[1] - 1
    first = degree * np.diff(controls, axis=1)
    if degree < 2:
        return first, np.zeros_like(controls[:, :1])
    return first, (degree - 1) * np.diff(first, axis=1)


def divided(controls: Array, parts: int) -> Array:
    """Coefficients (m parts, d + 1, n) of polynomials (m, d + 1, n) on equal parts of 0..1."""
    found, left = [], controls
    for k in range(parts, 1, -1):
        part, left = _cut(left, 1.0 / k)
        found.append(part)
    rows = np.stack([*found, left], axis=1)
    return np.asarray(rows.reshape(-1, *controls.shape[1:]))


def _cut(controls: Array, u: float) -> tuple[Array, Array]:
    """Coefficients on 0..u and on u..1, by de Casteljau's construction."""
    rows, before, behind = controls, [controls[:, 0]], [controls[:, -1]]
    while rows.shape[1] > 1:
        rows = rows[:, :-1] * (1.0 - u) + rows[:, 1:] * u
        before.append(rows[:, 0])
        behind.append(rows[:, -1])
    return np.stack(before, axis=1), np.stack(behind[::-1], axis=1)
