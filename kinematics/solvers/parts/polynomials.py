"""Equations of degree two and four in one joint value q, for many poses at once.

A function has coefficients (..., 3) or (..., 5): of e^(-i q) ... e^(i q) for a revolute joint, of
1, q, q^2 ... for a prismatic one. As the functions are real, the coefficients of e^(i k q) and
e^(-i k q) are conjugate.
"""

import numpy as np
from numpy.typing import NDArray

from kinematics.poses.transforms import Array
from kinematics.tolerances import NEVER_ZERO

REAL = 1e-3  # a root this near to real may be a double root that rounding has split
VANISHING = 1e-13  # of the largest coefficient: a coefficient below this is 0
CAREFUL = 1e-4  # of the coefficients: a divisor below this costs the closed form its digits
SIGNS = np.array([[1.0], [-1.0]])


def conv(a: Array, b: Array) -> Array:
    """Coefficients (..., 5) of the product of two functions with coefficients (..., 3)."""
    shape = np.broadcast_shapes(a.shape[:-1], b.shape[:-1])
    product = np.zeros((*shape, 5), complex)
    for i in range(3):
        product[..., i : i + 3] += a[..., i, None] * b
    return product


def degree_two_roots(f: Array, turning: bool, band: float) -> tuple[Array, NDArray[np.bool_]]:
    """Both roots (2, m) of functions f (m, 3), and whether they exist, (2, m).

    turning: whether the joint is revolute. A pair that misses being real by `band` or less exists,
    and one that is real by less than half of it is a double root.
    """
    if turning:
        cosine, sine, rest = 2.0 * f[:, 0].real, 2.0 * f[:, 0].imag, f[:, 1].real
        ring = np.hypot(cosine, sine)
        inner = ring - np.abs(rest)
        wide = np.where(inner > 0.5 * band, inner * (ring + np.abs(rest)), 0.0)
        opening = np.arctan2(np.sqrt(wide), -rest)
        azimuth = np.arctan2(sine, cosine)
        found = np.abs(rest) <= ring + band
        return np.stack([azimuth + opening, azimuth - opening]), np.stack([found, found])
    c, b, a = f.real.T
    if np.abs(a).max(initial=0.0) <= VANISHING:
        root = -c / b
        return np.stack([root, root]), np.stack([np.isfinite(root), np.zeros(len(root), bool)])
    square = b * b - 4.0 * a * c
    found = square >= -band
    # The root of larger absolute value first; the product of both then gives the other exactly.
    far = -0.5 * (
        b + np.where(b < 0.0, -1.0, 1.0) * np.sqrt(np.where(square > 0.5 * band, square, 0.0))
    )
    safe = np.where(far == 0.0, 1.0, far)
    return np.stack([far / a, np.where(far == 0.0, 0.0, c / safe)]), np.stack([found, found])


def degree_four_roots(f: Array, turning: bool) -> tuple[Array, NDArray[np.bool_]]:
    """Roots (4, m) of functions f (m, 5), and which are nearly real; unused slots hold 0.

    They are the eigenvalues of companion matrices. turning: whether the joint is revolute.
    """
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
    lead = np.where(f[:, -1] == 0.0, VANISHING * scale + NEVER_ZERO, f[:, -1])
    companion[:, :, -1] = -f[:, :-1] / lead[:, None]
    companion[:, range(1, degree), range(degree - 1)] = 1.0
    x = np.linalg.eigvals(companion).T
    if turning:
        q[:degree], found[:degree] = np.angle(x), np.abs(np.abs(x) - 1.0) < REAL
    else:
        q[:degree], found[:degree] = x.real, np.abs(x.imag) < REAL * (1.0 + np.abs(x.real))
    return q, found


def circle_roots(f: Array) -> tuple[Array, NDArray[np.bool_]]:
    """Angles (4, m), rad, of f0 + f1 cos + f2 sin + f3 cos 2 + f4 sin 2 = 0, and which are real.

    f: (5, m). Ferrari's method: in t, the tangent of half the angle, the equation has degree four,
    and a root z of a cubic splits it into two equations of degree two. Where that costs digits (a
    root at infinity, a small z, two roots that nearly meet) a companion matrix gives the roots.
    """
    f = f / np.maximum(np.abs(f).max(axis=0, initial=0.0), NEVER_ZERO)
    lead = f[0] - f[1] + f[3]
    poor = np.abs(lead) < CAREFUL
    over = 1.0 / np.where(poor, 1.0, lead)
    a, b = 2.0 * (f[2] - 2.0 * f[4]) * over, 2.0 * (f[0] - 3.0 * f[3]) * over
    c, d = 2.0 * (f[2] + 2.0 * f[4]) * over, (f[0] + f[1] + f[3]) * over
    # With t = y - a/4 it is y^4 + p y^2 + q y + r = (y^2 + w y + u)(y^2 - w y + v), w^2 = z.
    shift = 0.25 * a
    square = shift * shift
    p, q = b - 6.0 * square, c - 2.0 * shift * (b - 4.0 * square)
    r = d - shift * (c - shift * (b - 3.0 * square))
    z = _largest_root(2.0 * p, p * p - 4.0 * r, -q * q)
    size = 1.0 + np.abs(p) + np.abs(z)
    poor |= z < CAREFUL * size
    w = np.sqrt(np.where(poor, 1.0, z)) * SIGNS
    inside = -z - 2.0 * (p - q / w)
    poor |= (np.abs(inside) < CAREFUL * size).any(axis=0)
    opening = np.sqrt(np.maximum(inside, 0.0))
    t = 0.5 * (SIGNS[:, None] * opening - w) - shift
    angles, real = 2.0 * np.arctan(t).reshape(4, -1), np.tile(inside > 0.0, (2, 1))
    if poor.any():
        half, low = 0.5 * f[:, poor], np.zeros((5, int(poor.sum())), complex)
        low[0], low[1], low[2] = half[3] + 1j * half[4], half[1] + 1j * half[2], f[0, poor]
        low[3], low[4] = low[1].conj(), low[0].conj()
        angles[:, poor], real[:, poor] = degree_four_roots(low.T, True)
    return angles, real


def _largest_root(a: Array, b: Array, c: Array) -> Array:
    """The largest real root (m,) of z^3 + a z^2 + b z + c, refined by two Newton steps."""
    third = a / 3.0
    Q, R = third * third - b / 3.0, third * (third * third - 0.5 * b) + 0.5 * c
    root = np.sqrt(np.maximum(Q, 0.0))
    cube = Q * root
    three = np.abs(R) < cube
    turn = np.arccos(np.clip(R / np.where(three, cube, 1.0), -1.0, 1.0))
    one = np.cbrt(np.abs(R) + np.sqrt(np.maximum(R * R - Q * Q * Q, 0.0))) * -np.sign(R)
    other = Q / np.where(one == 0.0, 1.0, one)
    z = np.where(three, -2.0 * root * np.cos((turn + 2.0 * np.pi) / 3.0), one + other) - third
    for _ in range(2):
        slope = (3.0 * z + 2.0 * a) * z + b
        z = z - (((z + a) * z + b) * z + c) / np.where(slope == 0.0, 1.0, slope)
    return np.asarray(z)
