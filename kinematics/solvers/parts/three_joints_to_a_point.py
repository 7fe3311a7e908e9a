"""Three joints of any kind that bring a point to a place: all solutions (Pieper's problem).

Frames: G1 and G2 have their z along axes 1 and 2. Both have their x along the common normal of the
axes, whose length is a and whose twist is alpha. In G2 at q2 = 0 the point is at g(q3). If joint 3
is revolute, g is a combination of 1, cos q3 and sin q3; if it is prismatic, of 1 and q3. In G1 at
q1 = 0 the point is at

    u = (a + g'x, cos(alpha) g'y - sin(alpha) g'z, sin(alpha) g'y + cos(alpha) g'z)

where g' is g moved by joint 2. Joint 1 has to bring u to the wanted place w. So u and w must agree
in what joint 1 does not change: u.u and uz if it is revolute, ux and uy if it is prismatic.

Joint 2 revolute. With c = cos q2 and s = sin q2 the two conditions have the form
    A (c gx - s gy) = P(q3)     B (s gx + c gy) = Q(q3)
 1. If A = 0 (axes 1 and 2 meet), P = 0 gives q3 and the other condition q2.
 2. If B = 0 (axes parallel, or perpendicular if joint 1 slides), Q = 0 gives q3, the other q2.
 3. Otherwise (P/A)^2 + (Q/B)^2 = gx^2 + gy^2 has degree four in q3; both conditions give q2.
    Joint 2 prismatic. With h = gz + q2:
 4. If cos(alpha) = 0, uz gives q3 and u.u gives +-h; if joint 1 slides, ux gives q3, uy gives h.
 5. Otherwise uz gives h, and u.u with this h has degree four in q3.

A function of q3 is stored as three coefficients: of e^(-i q3), 1, e^(i q3) if joint 3 is revolute,
of 1, q3, q3^2 if it is prismatic. In both cases products are convolutions. A companion matrix gives
the roots of degree four, and Newton steps on the place refine them. Lengths are in units of the
size of the arm.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from kinematics.arm.axes import any_normal, feet, parallel
from kinematics.differential.damped_newton import (
    Damping,
    Joints,
    Linearised,
    Rule,
    damped_newton,
)
from kinematics.poses.transforms import Array
from kinematics.solvers.parts.polynomials import conv, degree_four_roots, degree_two_roots

ZERO = 1e-12  # of the size, or a cosine: an offset or cosine below this is 0
CLOSE = 1e-5  # an offset or cosine below this but not 0 splits double roots: for other solvers
BAND = 1e-12  # of the size: a place missed by no more than this by rounding is still in reach
SNAP = 5e-13  # of the size: a pair of solutions this near to meeting is one
ON_AXIS = 1e-12  # of the size: a point this near to axis 2 lies on it
MET = 1e-11  # of the size: a root of degree four has to bring the point this near to the place
ROUNDING = 1e-15  # of the size: a coefficient below this is 0
MOVES = 1e-8  # determinant of the Jacobian: below this the joints do not move the point in space
SINGULAR = 1e-4  # determinant of the Jacobian, lengths by the size: below this a place is singular
POLISH = Rule(steps=4, largest=0.1, damping=Damping(1e-12), settled=1e-15, near=1e-12, gain=0.5)


@dataclass(frozen=True, eq=False)
class Positioner:
    """Three joints and a point, named as at the head of this file.

    R: (3, 3), its columns are the axes of G1 in the base. origin: of G1, mm. a: in units of the
    size. cosine, sine: of alpha. k: (3, 3), rows are the coefficients of g for 1, for cos q3 or q3,
    and for sin q3. size: mm.
    """

    kinds: str
    R: Array
    origin: Array
    a: float
    cosine: float
    sine: float
    k: Array
    size: float

    @property
    def A(self) -> float:
        """Factor of the first condition on q2."""
        return 2.0 * self.a if self.kinds[0] == "R" else 1.0

    @property
    def B(self) -> float:
        """Factor of the second condition on q2."""
        return self.sine if self.kinds[0] == "R" else self.cosine

    @property
    def quartic(self) -> bool:
        """Whether q3 comes from an equation of degree four."""
        if self.kinds[1] == "R":
            return self.A != 0.0 and self.B != 0.0
        return self.kinds[0] == "R" and self.cosine != 0.0


def recognise_positioner(
    kinds: str, z: Array, p: Array, point: Array, size: float
) -> Positioner | str:
    """The positioner of axes z, p (3, 3) and a point (3,), or a clause that says what they lack.

    The point is fixed behind joint 3; z, p and the point are given at q = 0, base frame, mm.
    """
    p = p.copy()
    if kinds[0] == "P":
        p[0] = p[1]
    elif kinds[1] == "P":
        p[1] = p[0]
    foot_1, foot_2 = feet(z[0], p[0], z[1], p[1])
    a = float(np.linalg.norm(foot_2 - foot_1)) / size
    cross = np.cross(z[0], z[1])
    if a > ZERO:
        x = (foot_2 - foot_1) / (a * size)
    else:
        x = any_normal(z[0]) if parallel(z[0], z[1]) else cross / np.linalg.norm(cross)
    R_1 = np.stack([x, np.cross(z[0], x), z[0]], axis=1)
    R_2 = np.stack([x, np.cross(z[1], x), z[1]], axis=1)
    k = _reach(kinds[2], z[2], p[2], (point - foot_2) / size, foot_2, size) @ R_2
    values = {"a": a, "cosine": float(z[0] @ z[1]), "sine": float(cross @ x)}
    if any(ZERO < abs(value) < CLOSE for value in values.values()):
        return "its first two axes nearly meet, or are nearly parallel or square"
    kept = {name: value if abs(value) > ZERO else 0.0 for name, value in values.items()}
    arm = Positioner(kinds, R_1, foot_1, k=_snapped(k), size=size, **kept)
    return arm if _determined(arm) else "its first three joints do not set a place"


def _reach(kind: str, z: Array, p: Array, gap: Array, foot: Array, size: float) -> Array:
    """Coefficients (3, 3) of the point at `gap` from `foot`, base axes, in units of the size.

    z, p: axis 3. gap: (3,), in units of the size.
    """
    if kind == "P":
        return np.stack([gap, z, np.zeros(3)])
    to_axis = (p - foot) / size
    along = z * (z @ (gap - to_axis))
    off = gap - to_axis - along
    return np.stack([to_axis + along, off, np.cross(z, off)])


def _snapped(values: Array) -> Array:
    return np.where(np.abs(values) < ROUNDING, 0.0, values)


def _determined(arm: Positioner) -> bool:
    """Whether there are joint values at which the joints move the point in three directions."""
    rng = np.random.default_rng(3)
    q = rng.uniform(-2.0, 2.0, (3, 6))
    return bool((np.abs(np.linalg.det(_columns(arm, q)[1])) > MOVES).any())


def positions(
    arm: Positioner, places: Array, held_2: Array | None = None
) -> tuple[Array, NDArray[np.bool_], NDArray[np.bool_]]:
    """Joint values (3, 4, m), rad or mm, for places (m, 3), base frame, mm.

    Also whether each of the four solutions exists, (4, m), and whether joint 2 is free, (m,): it is
    where the point lies on axis 2, and then has the value held_2 (m,), or 0 without it.
    """
    w = ((places - arm.origin) / arm.size @ arm.R).T
    q_3, valid = _third(arm, w)
    q_2, q_3, valid = _second(arm, w, q_3, valid)
    loose = np.zeros(q_2.shape, bool)
    if arm.kinds[1] == "R":
        g = _reached(arm, q_3)
        loose = valid & (g[0] * g[0] + g[1] * g[1] <= ON_AXIS**2)
        if loose.any():
            q_2 = np.where(loose, 0.0 if held_2 is None else held_2, q_2)
    q = np.stack([_first(arm, w, q_2, q_3), q_2, q_3])
    if arm.quartic:
        q, valid = _polished(arm, w, q, valid)
    scale = np.array([1.0 if kind == "R" else arm.size for kind in arm.kinds])
    return q * scale[:, None, None], valid, np.asarray((loose & valid).any(axis=0))


def singular_positions(arm: Positioner, q: Array) -> NDArray[np.bool_]:
    """Whether the place at joint values q (3, 4, m), rad or mm, may be singular, (4, m)."""
    scale = np.array([1.0 if kind == "R" else arm.size for kind in arm.kinds])
    J = _columns(arm, q / scale[:, None, None])[1]
    return np.asarray(np.abs(np.linalg.det(J)) < SINGULAR)


def _third(arm: Positioner, w: Array) -> tuple[Array, NDArray[np.bool_]]:
    """q3 (2 or 4, m) for places w (3, m) in G1, and which exist."""
    g = _coefficients(arm, arm.k)
    square = _squares(arm)
    one = _constant(arm)
    turning = arm.kinds[2] == "R"
    if arm.kinds[1] == "R":
        P, Q = _conditions(arm, w, g, square, one)
        if arm.quartic:
            A, B = arm.A, arm.B
            ring = conv(g[0], g[0]) + conv(g[1], g[1])
            return degree_four_roots(
                B * B * conv(P, P) + A * A * conv(Q, Q) - (A * B) ** 2 * ring, turning
            )
        return degree_two_roots(P if arm.A == 0.0 else Q, turning, BAND)
    if arm.kinds[0] == "P":
        return degree_two_roots(arm.a * one + g[0] - w[0][:, None] * one, turning, BAND)
    lift = w[2][:, None] * one - arm.sine * g[1]
    if not arm.quartic:
        return degree_two_roots(lift, turning, BAND)
    x = arm.a * one + g[0]
    rest = (w * w).sum(axis=0)[:, None] * conv(one, one) - conv(x, x) - conv(g[1], g[1])
    return degree_four_roots(arm.cosine**2 * rest - conv(lift, lift), turning)


def _conditions(
    arm: Positioner, w: Array, g: Array, square: Array, one: Array
) -> tuple[Array, Array]:
    """P and Q of the head of this file, as coefficients (m, 3)."""
    if arm.kinds[0] == "R":
        N = (w * w).sum(axis=0)[:, None]
        return (N - arm.a**2) * one - square, w[2][:, None] * one - arm.cosine * g[2]
    return (w[0][:, None] - arm.a) * one, w[1][:, None] * one + arm.sine * g[2]


def _coefficients(arm: Positioner, k: Array) -> Array:
    """The three components of g as coefficients, (3, 3)."""
    if arm.kinds[2] == "P":
        return np.stack([k[0], k[1], np.zeros(3)], axis=1).astype(complex)
    low = (k[1] + 1j * k[2]) / 2
    return np.stack([low, k[0].astype(complex), low.conj()], axis=1)


def _squares(arm: Positioner) -> Array:
    """Coefficients (3,) of g.g."""
    k = arm.k
    if arm.kinds[2] == "P":
        return np.array([k[0] @ k[0], 2 * k[0] @ k[1], k[1] @ k[1]], complex)
    low = k[0] @ k[1] + 1j * (k[0] @ k[2])
    return np.array([low, k[0] @ k[0] + k[1] @ k[1], np.conj(low)])


def _constant(arm: Positioner) -> Array:
    """Coefficients (3,) of the constant 1."""
    return np.array([1, 0, 0] if arm.kinds[2] == "P" else [0, 1, 0], complex)


def _reached(arm: Positioner, q_3: Array) -> Array:
    """g (3, j, m) at q3 (j, m)."""
    if arm.kinds[2] == "P":
        return arm.k[0][:, None, None] + arm.k[1][:, None, None] * q_3
    c, s = np.cos(q_3), np.sin(q_3)
    k = arm.k[:, :, None, None]
    return k[0] + k[1] * c + k[2] * s


def _second(
    arm: Positioner, w: Array, q_3: Array, valid: NDArray[np.bool_]
) -> tuple[Array, Array, NDArray[np.bool_]]:
    """q2, q3 and which exist, each (4, m)."""
    g = _reached(arm, q_3)
    N = (w * w).sum(axis=0)
    if arm.kinds[1] == "P":
        if arm.kinds[0] == "P":
            h = (arm.cosine * g[1] - w[1]) / arm.sine
            return _padded(h - g[2]), _padded(q_3), _padded(valid) > 0.0
        if arm.quartic:
            return (w[2] - arm.sine * g[1]) / arm.cosine - g[2], q_3, valid
        square = N - (arm.a + g[0]) ** 2 - g[1] ** 2
        h = np.sqrt(np.where(square > SNAP, square, 0.0))
        found = valid & (square >= -BAND)
        return np.concatenate([h - g[2], -h - g[2]]), np.tile(q_3, (2, 1)), np.tile(found, (2, 1))
    if arm.kinds[0] == "R":
        P, Q = N - arm.a**2 - (g * g).sum(axis=0), w[2] - arm.cosine * g[2]
    else:
        P, Q = np.broadcast_to(w[0] - arm.a, q_3.shape), w[1] + arm.sine * g[2]
    if arm.quartic:
        u, v = P / arm.A, Q / arm.B
        return np.arctan2(g[0] * v - g[1] * u, g[0] * u + g[1] * v), q_3, valid
    ring, azimuth = np.hypot(g[0], g[1]), np.arctan2(g[1], g[0])
    known = Q / arm.B if arm.A == 0.0 else P / arm.A
    if arm.A == 0.0 and arm.kinds[0] == "R":
        # g'x by the distances from axis 1: exact near it, where ring and known nearly agree.
        far, side = np.hypot(w[0], w[1]), np.abs(arm.cosine * known - arm.sine * g[2])
    else:
        far, side = ring, np.abs(known)
    other = np.sqrt(np.where(far - side > SNAP, (far - side) * (far + side), 0.0))
    other = np.concatenate([other, -other])
    known, azimuth = np.tile(known, (2, 1)), np.tile(azimuth, (2, 1))
    found = np.tile(valid & (np.abs(P / arm.A if arm.A else Q / arm.B) <= ring + BAND), (2, 1))
    q_2 = np.arctan2(known, other) if arm.A == 0.0 else np.arctan2(other, known)
    return q_2 - azimuth, np.tile(q_3, (2, 1)), found


def _padded(values: Array | NDArray[np.bool_]) -> Array:
    """Values (2, m) of two slots as (4, m); the added slots hold zeros."""
    return np.concatenate([values, np.zeros(values.shape)])


def _columns(arm: Positioner, q: Array) -> tuple[Array, Array]:
    """The place (3, ...) in G1 of the point at q (3, ...), and its Jacobian (..., 3, 3).

    Lengths are in units of the size.
    """
    flat = q.reshape(3, 1, -1)
    g = _reached(arm, flat[2])
    if arm.kinds[2] == "R":
        k = arm.k[:, :, None, None]
        dg = -k[1] * np.sin(flat[2]) + k[2] * np.cos(flat[2])
    else:
        dg = np.broadcast_to(arm.k[1][:, None, None], g.shape)
    if arm.kinds[1] == "R":
        moved, d_2, d_3 = _turned(g, flat[1]), np.empty_like(g), _turned(dg, flat[1])
        d_2[0], d_2[1], d_2[2] = -moved[1], moved[0], 0.0
    else:
        moved, d_3, d_2 = g.copy(), dg, np.zeros_like(g)
        moved[2] += flat[1]
        d_2[2] = 1.0
    u, e_2, e_3 = (_tilted(arm, v) for v in (moved, d_2, d_3))
    u[0] += arm.a
    if arm.kinds[0] == "R":
        u, e_2, e_3 = (_turned(v, flat[0]) for v in (u, e_2, e_3))
        e_1 = np.stack([-u[1], u[0], np.zeros_like(u[0])])
    else:
        u[2] += flat[0]
        e_1 = np.zeros_like(u)
        e_1[2] = 1.0
    J = np.stack([e_1, e_2, e_3], axis=1).reshape(3, 3, *q.shape[1:])
    return u.reshape(q.shape), np.moveaxis(J, (0, 1), (-2, -1))


def _turned(v: Array, angle: Array) -> Array:
    c, s = np.cos(angle), np.sin(angle)
    return np.stack([c * v[0] - s * v[1], s * v[0] + c * v[1], v[2]])


def _tilted(arm: Positioner, v: Array) -> Array:
    c, s = arm.cosine, arm.sine
    return np.stack([v[0], c * v[1] - s * v[2], s * v[1] + c * v[2]])


def _first(arm: Positioner, w: Array, q_2: Array, q_3: Array) -> Array:
    """q1 (4, m) from q2 and q3."""
    u, _ = _columns(arm, np.stack([np.zeros_like(q_2), q_2, q_3]))
    if arm.kinds[0] == "P":
        return w[2] - u[2]
    return np.arctan2(w[1], w[0]) - np.arctan2(u[1], u[0])


def _polished(
    arm: Positioner, w: Array, q: Array, valid: NDArray[np.bool_]
) -> tuple[Array, NDArray[np.bool_]]:
    """q (3, 4, m) refined by Newton steps on the places w (3, m), and which of them are roots."""
    target = np.broadcast_to(w[:, None], q.shape)[:, valid].T

    def equations(at: Array, which: NDArray[np.int64]) -> Linearised:
        u, J = _columns(arm, at.T)
        error = target[which] - u.T
        return Linearised(error, np.sqrt(np.vecdot(error, error)), lambda where: J[where])

    turns = np.array([float(kind == "R") for kind in arm.kinds])
    out = damped_newton(equations, q[:, valid].T, Joints(turns, np.ones(3)), POLISH)
    better, met = q.copy(), valid.copy()
    better[:, valid], met[valid] = out.q.T, out.residual <= MET
    return better, met
