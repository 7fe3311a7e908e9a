"""A linear representation of rigid motions on fifteen functions of a directed line with a point.

1. A line through the point p with the unit direction l has the coordinates

       v(l, p) = (l, p, p x l, (p.p) l - 2 (p.l) p, p.l, p.p, 1)          3+3+3+3+1+1+1 = 15

   The first fourteen are the functions Raghavan and Roth (1993) form to close the kinematic
   equations of the general six-revolute arm; they derive them one by one.
2. Under a rigid motion T = (R, t), l -> R l and p -> R p + t, each coordinate becomes a
   combination of the fifteen:

       p x l        -> R (p x l) + t x R l
       p.l          -> p.l + (R't).l
       p.p          -> p.p + 2 (R't).p + t.t
       (p.p)l-2(p.l)p -> R ((p.p)l - 2(p.l)p) - 2 t x R(p x l) + (t.t R - 2 t t'R) l - 2 t (p.l)

   (the last by a x (b x c) = b (a.c) - c (a.b)). So v -> rho(T) v with a 15x15 matrix rho(T), and
   rho(T1 T2) = rho(T1) rho(T2): rho is a representation of SE(3). No symbolic algebra is needed,
   because the coefficients of each closure equation are products of constant 15x15 matrices.
3. rho(T) is linear in 35 numbers of the pose: R, t x R, R't, t.t R - 2 t t'R, t, t.t and 1. These
   are the features of T; BASIS holds their matrices in rho.
4. For one joint, rho(Rz(q)) = Z + C cos q + S sin q, and, because the generator N of a shift
   has N^3 = 0, rho(Tz(q)) = 1 + N q + N^2/2 q^2. TERMS holds the three matrices of each kind.
"""

import numpy as np

from kinematics.poses.transforms import Array, Numbers

SIZE = 15
FEATURES = 35
KINDS = "RP"
NEXT, LAST = np.array([1, 2, 0]), np.array([2, 0, 1])  # the two axes after x, y, z, cyclically


def features(T: Numbers) -> Numbers:
    """The features (N, 35) of poses T (N, 4, 4), step 3."""
    n = len(T)
    R, t = T[:, :3, :3], T[:, :3, 3]
    values = np.empty((n, FEATURES), T.dtype)
    values[:, 0:9] = R.reshape(n, 9)
    crossed = values[:, 9:18].reshape(n, 3, 3)
    crossed[:] = t[:, NEXT, None] * R[:, LAST] - t[:, LAST, None] * R[:, NEXT]
    turned = (t[:, None, :] @ R)[:, 0]
    squared = (t * t).sum(axis=1)
    values[:, 18:21] = turned
    inverted = squared[:, None, None] * R - 2.0 * t[:, :, None] * turned[:, None, :]
    values[:, 21:30] = inverted.reshape(n, 9)
    values[:, 30:33] = t
    values[:, 33] = squared
    values[:, 34] = 1.0
    return values


def _basis() -> Array:
    """Matrices B with rho(T) = sum features(T)[k] B[k], (35, 15, 15)."""
    B = np.zeros((FEATURES, SIZE, SIZE))
    for row in range(3):
        for column in range(3):
            k = 3 * row + column
            for start in (0, 3, 6, 9):
                B[k, start + row, start + column] = 1.0
            B[9 + k, 6 + row, column] = 1.0
            B[9 + k, 9 + row, 6 + column] = -2.0
            B[21 + k, 9 + row, column] = 1.0
        B[18 + row, 12, row] = 1.0
        B[18 + row, 13, 3 + row] = 2.0
        B[30 + row, 3 + row, 14] = 1.0
        B[30 + row, 9 + row, 12] = -2.0
    B[33, 13, 14] = 1.0
    B[34, [12, 13, 14], [12, 13, 14]] = 1.0
    return B


BASIS = _basis()


def represent(T: Array) -> Array:
    """rho of poses (N, 4, 4), (N, 15, 15)."""
    return np.tensordot(features(T), BASIS, axes=1)


def line_coordinates(T: Numbers) -> Numbers:
    """v (N, 15) of the z axes of frames T (N, 4, 4), with their origins as points."""
    u, p = T[:, :3, 2], T[:, :3, 3]
    v = np.empty((len(T), SIZE), T.dtype)
    along, squared = (p * u).sum(axis=1), (p * p).sum(axis=1)
    v[:, 0:3], v[:, 3:6] = u, p
    v[:, 6:9] = p[:, NEXT] * u[:, LAST] - p[:, LAST] * u[:, NEXT]
    v[:, 9:12] = squared[:, None] * u - 2.0 * along[:, None] * p
    v[:, 12], v[:, 13], v[:, 14] = along, squared, 1.0
    return v


def _terms() -> Array:
    """The matrices of step 4, (2, 3, 15, 15): for (1, cos q, sin q), and for (1, q, q^2)."""
    turn = np.tile(np.eye(4), (3, 1, 1))
    turn[1, :2, :2] = [[0.0, -1.0], [1.0, 0.0]]
    turn[2, :2, :2] = [[-1.0, 0.0], [0.0, -1.0]]
    at_0, at_90, at_180 = represent(turn)
    Z = (at_0 + at_180) / 2
    slide = np.tile(np.eye(4), (2, 1, 1))
    slide[:, 2, 3] = 1.0, -1.0
    plus, minus = represent(slide)
    unit = np.eye(SIZE)
    revolute = [Z, (at_0 - at_180) / 2, at_90 - Z]
    return np.array([revolute, [unit, (plus - minus) / 2, (plus + minus) / 2 - unit]])


TERMS = _terms()
Z_AXIS = line_coordinates(np.eye(4)[None])[0]


def homogeneous(kind: str, shift: float) -> Array:
    """The matrix (3, 3) from (1, x, x^2) to (1, cos q, sin q) or (1, q, q^2), up to a factor.

    With h = shift + atan x, rad, q is 2 h for a revolute joint (kind R) and tan h for a prismatic
    one (P). A generic shift keeps x finite at q = pi.
    """
    c, s = np.cos(shift), np.sin(shift)
    square = np.array(
        [[c * c, -2.0 * c * s, s * s], [c * s, c * c - s * s, -c * s], [s * s, 2.0 * c * s, c * c]]
    )
    if kind == "P":
        return square
    return np.array([[1.0, 0.0, 1.0], [1.0, 0.0, -1.0], [0.0, 2.0, 0.0]]) @ square
