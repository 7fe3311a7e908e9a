"""Equations of degree two on the circle, one at a time: see `solvers/parts/polynomials`."""

from math import acos, atan, cos, pi, sin, sqrt

LEAST = 1e-300  # replaces a divisor of 0 whose numerator is 0 as well
EVEN = 1e-14  # of the largest coefficient: terms in the sine that are no larger are rounding


def largest_root(a, b, c):  # type: ignore[no-untyped-def]
    """The largest real root of z^3 + a z^2 + b z + c, refined by two Newton steps."""
    third = a / 3.0
    Q, R = third * third - b / 3.0, third * (third * third - 0.5 * b) + 0.5 * c
    root = sqrt(max(Q, 0.0))
    cube = Q * root
    if abs(R) < cube:
        z = -2.0 * root * cos((acos(R / cube) + 2.0 * pi) / 3.0) - third
    else:
        one = (abs(R) + sqrt(max(R * R - Q * Q * Q, 0.0))) ** (1.0 / 3.0)
        if R > 0.0:
            one = -one
        z = one + (Q / one if one != 0.0 else Q) - third
    for _ in range(2):
        slope = (3.0 * z + 2.0 * a) * z + b
        if slope == 0.0:
            slope = 1.0
        z -= (((z + a) * z + b) * z + c) / slope
    return z


def write_even_roots(f0, f1, f3, careful, phi, real):  # type: ignore[no-untyped-def]
    """Writes the angles, rad, in (0, pi) of f0 + f1 cos + f3 cos 2 = 0 into phi (4,).

    It has degree two in the cosine. real: (4,), whether each is a root. Says whether the digits are
    kept: not where two roots nearly meet, or one is near 0 or pi.
    """
    rest, square = f0 - f3, 2.0 * f3
    inside = f1 * f1 - 4.0 * square * rest
    real[:] = False
    if inside < -careful:
        return True
    far = -0.5 * (f1 + (sqrt(inside) if f1 >= 0.0 else -sqrt(inside))) if inside > careful else 0.0
    if not abs(far) > careful:
        return False
    for j in range(2):
        over, under = (far, square) if j == 0 else (rest, far)
        if abs(over) < (1.0 - careful) * abs(under):
            phi[j], real[j] = acos(over / under), True
        elif abs(over) <= (1.0 + careful) * abs(under):
            return False
    return True


def write_circle_roots(f, careful, phi, real):  # type: ignore[no-untyped-def]
    """Writes the angles, rad, of f0 + f1 cos + f2 sin + f3 cos 2 + f4 sin 2 = 0 into phi (4,).

    real: (4,), whether each is a root; of an even function those in (0, pi). Says whether Ferrari's
    method keeps the digits that `refined` needs: no root is at infinity to `careful`, as a share
    of the coefficients f (5,), and no two roots are nearer to each other than about that.
    """
    scale = max(abs(f[0]), abs(f[1]), abs(f[2]), abs(f[3]), abs(f[4]))
    over = 1.0 / max(scale, LEAST)
    f0, f1, f2, f3, f4 = f[0] * over, f[1] * over, f[2] * over, f[3] * over, f[4] * over
    if abs(f2) <= EVEN and abs(f4) <= EVEN:
        return write_even_roots(f0, f1, f3, careful, phi, real)
    lead = f0 - f1 + f3
    if not abs(lead) >= careful:
        return False
    over = 1.0 / lead
    a, b = 2.0 * (f2 - 2.0 * f4) * over, 2.0 * (f0 - 3.0 * f3) * over
    c, d = 2.0 * (f2 + 2.0 * f4) * over, (f0 + f1 + f3) * over
    shift = 0.25 * a
    square = shift * shift
    p, q = b - 6.0 * square, c - 2.0 * shift * (b - 4.0 * square)
    r = d - shift * (c - shift * (b - 3.0 * square))
    z = largest_root(2.0 * p, p * p - 4.0 * r, -q * q)
    size = 1.0 + abs(p) + abs(z)
    if not z >= careful * careful * size:
        return False
    for j in range(2):
        w = sqrt(z) if j == 0 else -sqrt(z)
        inside = -z - 2.0 * (p - q / w)
        if not abs(inside) >= careful * careful * size:
            return False
        opening = sqrt(max(inside, 0.0))
        phi[j] = 2.0 * atan(0.5 * (opening - w) - shift)
        phi[2 + j] = 2.0 * atan(0.5 * (-opening - w) - shift)
        real[j] = inside > 0.0
        real[2 + j] = inside > 0.0
    return True


def refined(f, phi, farthest):  # type: ignore[no-untyped-def]
    """The root phi, rad, of the function f (5,) after two Newton steps of at most `farthest`."""
    for _ in range(2):
        c, s = cos(phi), sin(phi)
        value = f[0] - f[3] + c * (f[1] + 2.0 * (f[3] * c + f[4] * s)) + f[2] * s
        slope = c * (f[2] + 4.0 * f[4] * c) - s * (f[1] + 4.0 * f[3] * c) - 2.0 * f[4]
        if abs(slope) < LEAST:
            slope = LEAST
        phi -= min(max(value / slope, -farthest), farthest)
    return phi
