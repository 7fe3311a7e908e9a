"""Equations of degree two and four in one joint, for many poses at once.

Coefficients (..., 3) or (..., 5): of e^(-i q) ... e^(i q) where the joint turns, of 1, q, q^2 ...
where it slides. Those of e^(+-i k q) are conjugate, the functions being real.
"""

import numpy as np
from numpy.typing import NDArray

from kinematics.transforms import Array

REAL = 1e-3  # a root this near to being real may be a double one split by rounding
VANISHING = 1e-13  # of the largest coefficient


def conv(a: Array, b: Array) -> Array:
    """Product of two functions, (..., 3) times (..., 3) to (..., 5)."""
    shape = np.broadcast_shapes(a.shape[:-1], b.shape[:-1])
    product = np.zeros((*shape, 5), complex)
    for i in range(3):
        product[..., i : i + 3] += a[..., i, None] * b
    return product


def degree_two_roots(f: Array, turning: bool, band: float) -> tuple[Array, NDArray[np.bool_]]:
    """Both roots (2, m) of f (m, 3) and which exist; a boundary case within `band` does."""
    if turning:
        cosine, sine, rest = 2.0 * f[:, 0].real, 2.0 * f[:, 0].imag, f[:, 1].real
        ring = np.hypot(cosine, sine)
        opening = np.arctan2(np.sqrt(np.maximum((ring - rest) * (ring + rest), 0.0)), -rest)
        azimuth = np.arctan2(sine, cosine)
        found = np.abs(rest) <= ring + band
        return np.stack([azimuth + opening, azimuth - opening]), np.stack([found, found])
    c, b, a = f.real.T
    if np.abs(a).max(initial=0.0) <= VANISHING:
        root = -c / b
        return np.stack([root, root]), np.stack([np.isfinite(root), np.zeros(len(root), bool)])
    square = b * b - 4.0 * a * c
    found = square >= -band
    # The root of larger size first: the other from the product keeps its digits.
    far = -0.5 * (b + np.where(b < 0.0, -1.0, 1.0) * np.sqrt(np.maximum(square, 0.0)))
    safe = np.where(far == 0.0, 1.0, far)
    return np.stack([far / a, np.where(far == 0.0, 0.0, c / safe)]), np.stack([found, found])


def degree_four_roots(f: Array, turning: bool) -> tuple[Array, NDArray[np.bool_]]:
    """Roots (4, m) of f (m, 5) and which are nearly real; unused slots hold 0."""
    m = len(f)
    scale = np.abs(f).max(axis=1, initial=0.0)
    relative = np.abs(f) / np.where(scale > 0.0, scale, 1.0)[:, None]
    used = np.flatnonzero(relative.max(axis=0, initial=0.0) > VANISHING)
    q, found = np.zeros((4, m)), np.zeros((4, m), bool)
    least = len(used) and (used[0] if turning else 0)
    if m == 0 or len(used) == 0 or used[-1] == least:
        return q, found
    f = f[:, used[0] if turning else 0 : used[-1] + 1]
    degree = f.shape[1] - 1
    companion = np.zeros((m, degree, degree), complex)
    lead = np.where(f[:, -1] == 0.0, VANISHING * scale + 1e-300, f[:, -1])
    companion[:, :, -1] = -f[:, :-1] / lead[:, None]
    companion[:, range(1, degree), range(degree - 1)] = 1.0
    x = np.linalg.eigvals(companion).T
    if turning:
        q[:degree], found[:degree] = np.angle(x), np.abs(np.abs(x) - 1.0) < REAL
    else:
        q[:degree], found[:degree] = x.real, np.abs(x.imag) < REAL * (1.0 + np.abs(x.real))
    return q, found
