"""Seven axes at an elbow angle as one equation for joint 7.

The notation is that of `families/seven_axis.py`; z1 to z7 are the directions of the axes in the
base frame, a = |S E|, b = |E W|. It needs a shoulder S on axis 2, and one of two forms:

 - point shoulder: S lies on axis 3, and axis 4 is square to the plane of S, E and W;
 - offset shoulder and elbow: E lies on axis 3, so that links 1 to 3 are a pan, a tilt and a turn.

Given a pose and q7, W and the direction z6 are known. They are of first degree in cos q7 and
sin q7. The elbow angle psi gives n, the unit vector square to u in the half-plane of the elbow.

 1. The triangle S, E, W gives E = S + a (cS u + sS n), and d = (W - E) / b = du u + dn n.
 2. z4 follows. Point shoulder: z4 = u x n or its opposite. Else z2 lies on two cones, about z1 and
    E - S, with two solutions; z3 follows from them; z4 lies on two cones, about z3 and d.
 3. z5 is a fixed combination of d, z4 x d and z4.
 4. The equation is z5 . z6 = its value at rest.

The triangle closes on arcs of q7, because |SW|^2 = middle + swing cos(q7 - phi). With
q7 = centre + half sin t on an arc, sS is analytic in t and changes its sign with cos t: values of t
beyond a quarter turn belong to psi + pi. So every branch is analytic and periodic in t.
"""

from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from kinematics.arm.axes import axes_at_zero, parallel
from kinematics.arm.forward import link_poses
from kinematics.arm.mechanism import Mechanism
from kinematics.families.seven_axis import TOLERANCE, ElbowPoints, recognise_elbow
from kinematics.poses.transforms import Array, cross, inverted, spin_terms
from kinematics.tolerances import NEVER_ZERO

SIGNS = np.array([1.0, -1.0])


@dataclass(frozen=True, eq=False)
class ElbowEquation:
    """The constants of the equation of one arm.

    z: (7, 3), axes at q = 0. cosines: (6,), z_i . z_(i+1). upper, lower: a and b, mm. tilt: z2 . e
    with e = (E - S) / a. lean: z4 . d. third: z3 as parts of e, z x e and z, where z is z4 for a
    point shoulder, else z2. fifth: z5 as parts of d, z4 x d and z4. turning: (2, 3, 3), W and z6 in
    the frame of joint 7 as rows that multiply 1, cos q7 and sin q7.
    """

    points: ElbowPoints
    z: Array
    spins: Array
    cosines: Array
    point_shoulder: bool
    upper: float
    lower: float
    tilt: float
    lean: float
    third: Array
    fifth: Array
    turning: Array

    @cached_property
    def at_rest(self) -> list[tuple[Array, Array]]:
        """For each joint but the last, where the next axis lies at rest.

        The part of its direction across the axis of the joint, and this part turned by 90 deg.
        """
        parts = []
        for z, following in pairwise(self.z):
            off = following - z * (following @ z)
            parts.append((off, np.cross(z, off)))
        return parts


class Arc(NamedTuple):
    """Values of q7, rad, at which the triangle closes; half None: all of them."""

    centre: float
    half: float | None

    def q_7(self, t: Array) -> Array:
        return self.centre + (t if self.half is None else self.half * np.sin(t))

    def sign(self, t: Array) -> Array:
        """The sign of sS at t."""
        return np.ones_like(t) if self.half is None else np.where(np.cos(t) < 0.0, -1.0, 1.0)


class Triangle(NamedTuple):
    """The triangle S, E, W at values of q7: u, e, f, z6 (..., 3), and numbers (...) as above."""

    u: Array
    e: Array
    f: Array
    z_6: Array
    c_s: Array
    s_s: Array
    d_u: Array
    d_n: Array


class Directions(NamedTuple):
    """e = (E - S) / a, z2 (None for a point shoulder), z3, z4 and z5, unit vectors (..., 3)."""

    e: Array
    z_2: Array | None
    z_3: Array
    z_4: Array
    z_5: Array


@lru_cache(maxsize=64)
def recognise_equation(mechanism: Mechanism) -> ElbowEquation | None:
    """The equation of a mechanism, or None if it has not the form that is needed."""
    points = recognise_elbow(mechanism)
    if isinstance(points, str):
        return None
    z, p = axes_at_zero(mechanism)
    small = TOLERANCE * points.size
    upper, lower = float(np.linalg.norm(points.E - points.S)), 0.0
    lower = float(np.linalg.norm(points.W - points.E))
    if min(upper, lower) <= small or any(parallel(z[i], z[i + 1]) for i in range(6)):
        return None
    if np.linalg.norm(np.cross(points.S - p[1], z[1])) > small:
        return None
    e, d = (points.E - points.S) / upper, (points.W - points.E) / lower
    on_axis_3 = np.linalg.norm(np.cross(points.S - p[2], z[2])) <= small
    square = max(abs(z[3] @ e), abs(z[3] @ d)) <= TOLERANCE
    if not (on_axis_3 and square) and np.linalg.norm(np.cross(points.E - p[2], z[2])) > small:
        return None
    point_shoulder = bool(on_axis_3 and square)
    about = z[3] if point_shoulder else z[1]
    if parallel(about, e) or parallel(z[3], d):
        return None
    link_6 = inverted(mechanism.T_link_joint[6]) @ inverted(link_poses(mechanism, np.zeros(7))[6])
    rows = np.stack([link_6[:3, :3] @ points.W + link_6[:3, 3], link_6[:3, :3] @ z[5]])
    turning = np.zeros((2, 3, 3))
    turning[:, 0, 2] = rows[:, 2]
    turning[:, 1, :2] = rows[:, :2]
    turning[:, 2, 0], turning[:, 2, 1] = rows[:, 1], -rows[:, 0]
    return ElbowEquation(
        points=points,
        z=z,
        spins=spin_terms(z),
        cosines=np.vecdot(z[:-1], z[1:]),
        point_shoulder=point_shoulder,
        upper=upper,
        lower=lower,
        tilt=float(e @ z[1]),
        lean=float(d @ z[3]),
        third=_parts(z[2], e, about),
        fifth=_parts(z[4], d, z[3]),
        turning=turning,
    )


def _parts(vector: Array, along: Array, about: Array) -> Array:
    """The vector as parts (3,) of `along`, about x along and `about`."""
    basis = np.stack([along, np.cross(about, along), about], axis=1)
    return np.asarray(np.linalg.solve(basis, vector), float)


def combined(parts: Array, along: Array, about: Array) -> Array:
    """The inverse of `_parts` for stacks of vectors (..., 3)."""
    return np.asarray(parts[0] * along + parts[1] * cross(about, along) + parts[2] * about)


def turning_parts(equation: ElbowEquation, T: Array) -> Array:
    """W - S and z6 at a pose (4, 4), base frame: (2, 3, 3), rows multiply 1, cos q7, sin q7."""
    last = T @ inverted(equation.points.mechanism.T_last_flange)
    parts = equation.turning @ last[:3, :3].T
    parts[0, 0] += last[:3, 3] - equation.points.S
    return np.asarray(parts)


def arcs(equation: ElbowEquation, parts: Array) -> list[Arc]:
    """The arcs of q7 on which the triangle closes."""
    still, with_cosine, with_sine = parts[0]
    middle = still @ still + 0.5 * (with_cosine @ with_cosine + with_sine @ with_sine)
    x, y = 2.0 * (still @ with_cosine), 2.0 * (still @ with_sine)
    swing, phi = max(float(np.hypot(x, y)), NEVER_ZERO), float(np.arctan2(y, x))
    a, b = equation.upper, equation.lower
    most = float(np.clip(((a + b) ** 2 - middle) / swing, -2.0, 2.0))  # of the cosine
    least = float(np.clip(((a - b) ** 2 - middle) / swing, -2.0, 2.0))
    if most < -1.0 or least > 1.0:
        return []
    first = 0.0 if most >= 1.0 else float(np.arccos(most))
    last = np.pi if least <= -1.0 else float(np.arccos(least))
    if most >= 1.0 and least <= -1.0:
        return [Arc(phi, None)]
    if most >= 1.0:
        return [Arc(phi, last)]
    if least <= -1.0:
        return [Arc(phi + np.pi, np.pi - first)]
    centre, half = 0.5 * (first + last), 0.5 * (last - first)
    return [Arc(phi + centre, half), Arc(phi - centre, half)]


def triangle(equation: ElbowEquation, parts: Array, arc: Arc, t: Array) -> Triangle:
    """The triangle at values t (...), rad."""
    q_7 = arc.q_7(t)
    numbers = np.stack([np.ones_like(q_7), np.cos(q_7), np.sin(q_7)], axis=-1)
    gap, z_6 = numbers @ parts[0], numbers @ parts[1]
    far = np.maximum(np.sqrt(np.vecdot(gap, gap)), NEVER_ZERO)
    u = gap / far[..., None]
    e = -u[..., 2:] * u
    e[..., 2] += 1.0
    e /= np.maximum(np.sqrt(np.vecdot(e, e)), NEVER_ZERO)[..., None]
    a, b = equation.upper, equation.lower
    c_s = (a * a + far * far - b * b) / (2.0 * a * far)
    s_s = arc.sign(t) * np.sqrt(np.maximum((1.0 - c_s) * (1.0 + c_s), 0.0))
    return Triangle(u, e, cross(u, e), z_6, c_s, s_s, (far - a * c_s) / b, -a * s_s / b)


def point_shoulder_parts(equation: ElbowEquation, tri: Triangle) -> Array:
    """f of both branches at samples (N,) as parts (3, 2, N) that multiply 1, cos psi, sin psi."""
    along, across, about = equation.fifth
    on_u, on_e, on_f = (np.vecdot(v, tri.z_6) for v in (tri.u, tri.e, tri.f))
    sign = SIGNS[:, None]
    with_n = along * tri.d_n + sign * (across * tri.d_u)
    still = (along * tri.d_u - sign * (across * tri.d_n)) * on_u - equation.cosines[4]
    turned = sign * about
    return np.stack([still, with_n * on_e + turned * on_f, with_n * on_f - turned * on_e])


def directions(
    equation: ElbowEquation, tri: Triangle, psi: Array
) -> tuple[Directions, list[Array]]:
    """The directions on every branch, and what is negative where a branch is not real.

    Point shoulder: 2 branches, (2, ...). Else 4, (2, 2, ...): the sign of z2, then that of z4; the
    list holds a number (...) for z2 and (2, ...) for z4.
    """
    n = np.cos(psi)[..., None] * tri.e + np.sin(psi)[..., None] * tri.f
    e = tri.c_s[..., None] * tri.u + tri.s_s[..., None] * n
    d = tri.d_u[..., None] * tri.u + tri.d_n[..., None] * n
    if equation.point_shoulder:
        normal = cross(tri.u, n)
        z_4 = np.stack([normal, -normal])
        z_3, z_5 = combined(equation.third, e, z_4), combined(equation.fifth, d, z_4)
        return Directions(e, None, z_3, z_4, z_5), []
    z_1 = np.broadcast_to(equation.z[0], e.shape)
    z_2, first = on_two_cones(e, equation.tilt, z_1, equation.cosines[0])
    z_3 = combined(equation.third, e, z_2)
    about, second = on_two_cones(
        z_3, equation.cosines[2], np.broadcast_to(d, z_3.shape), equation.lean
    )
    z_4 = np.swapaxes(about, 0, 1)  # the sign of z2 first
    z_5 = combined(equation.fifth, np.broadcast_to(d, z_4.shape), z_4)
    return Directions(e, z_2, z_3, z_4, z_5), [first, second]


def on_two_cones(A: Array, on_a: float, B: Array, on_b: float) -> tuple[Array, Array]:
    """Unit vectors x (2, ..., 3) with x . A = on_a and x . B = on_b.

    A, B: unit vectors (..., 3), not parallel. The second result (...) has the sign of the square of
    the part of x along A x B; it is negative where the cones have no common line.
    """
    between = np.vecdot(A, B)
    normal = cross(A, B)
    square = np.maximum(np.vecdot(normal, normal), NEVER_ZERO)
    part_a, part_b = on_a - on_b * between, on_b - on_a * between
    inside = square - (part_a * on_a + part_b * on_b)
    middle = (part_a[..., None] * A + part_b[..., None] * B) / square[..., None]
    beside = (np.sqrt(np.maximum(inside, 0.0)) / square)[..., None] * normal
    return np.stack([middle + beside, middle - beside]), inside
