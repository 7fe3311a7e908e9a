"""The seven-axis arm: shoulder, elbow, wrist and the elbow angle.

S (shoulder) is the foot on axis 1 of its common normal with axis 2; it is fixed in the base. E
(elbow) is the foot on axis 4 of its common normal with axis 3 (the origin of standard-DH frame 3).
W (wrist) is the point where axes 5, 6 and 7 meet; if axis 7 misses that point (Panda, xArm7, Gen3)
it is the point where axes 5 and 6 meet. An arm whose axes 5 and 6 do not meet has no wrist centre
and no elbow angle.
The elbow angle psi is the signed angle about S to W from the half-plane that holds +z of the
base to the half-plane that holds E, in (-pi, pi].
"""

from dataclasses import dataclass
from functools import cached_property, lru_cache

import numpy as np
from numpy.typing import ArrayLike

from kinematics.arm.axes import axes_at_zero, feet, meeting_point, miss, parallel
from kinematics.arm.forward import forward, link_poses
from kinematics.arm.mechanism import Mechanism
from kinematics.arm.size import size_of
from kinematics.errors import KinematicsError
from kinematics.families.anthropomorphic import WristGeometry, measure_wrist
from kinematics.poses.transforms import Array, cross, spin_terms
from kinematics.tolerances import LEAST_PART, NEVER_ZERO, ROUNDED_OFF

TOLERANCE = 1e-12  # of the size, or a cosine: how exactly axes have to meet
LEAST_OFFSET = 1e-5  # of the size: a smaller shoulder offset, except 0, splits double roots
UP = np.array([0.0, 0.0, 1.0])


@dataclass(frozen=True, eq=False)
class ElbowPoints:
    """Points S, E, W (3,) at q = 0, base frame, mm; E is carried by link 3, W by link 4."""

    mechanism: Mechanism
    S: Array
    E: Array
    W: Array
    size: float


@dataclass(frozen=True, eq=False)
class SevenAxisArm(ElbowPoints):
    """An arm with a spherical wrist whose solutions at one elbow angle have a closed form.

    z, p: directions and points (7, 3) of the axes at q = 0, base frame, mm. offset: distance of
    axes 1 and 2, mm; 0 if axes 1 to 3 meet in S. front: unit vector along the common normal of axes
    1 and 2, or zeros. shoulder, wrist: axes 1 to 3, and axes 5 to 7. R_zero: orientation of the
    flange at q = 0. centre: the wrist centre in the flange frame, mm.
    """

    z: Array
    p: Array
    offset: float
    front: Array
    shoulder: WristGeometry
    wrist: WristGeometry
    R_zero: Array
    centre: Array

    @cached_property
    def spins(self) -> Array:
        """`transforms.spin_terms` (7, 3, 9) of the axes at q = 0."""
        return spin_terms(self.z)

    @cached_property
    def lower(self) -> tuple[Array, Array, Array]:
        """The vector from E to W at q = 0 in parts, each (3,), base frame, mm.

        The part along axis 4, the part across it, and the latter turned by 90 deg about axis 4.
        """
        off, axis = self.W - self.E, self.z[3]
        along = axis * (off @ axis)
        return along, off - along, np.cross(axis, off)

    def wrist_places(self, Ts: Array) -> Array:
        """Wrist centres (N, 3) of flange poses (N, 4, 4), base frame, mm."""
        return Ts[:, :3, :3] @ self.centre + Ts[:, :3, 3]


@lru_cache(maxsize=256)
def recognise_elbow(mechanism: Mechanism) -> ElbowPoints | str:
    """S, E and W of a seven-axis mechanism, or one clause that says what it lacks."""
    if mechanism.kinds != "R" * 7:
        return f"it has the joints {mechanism.kinds} where seven revolute ones are needed"
    z, p = axes_at_zero(mechanism)
    size = size_of(mechanism)
    for first in (0, 2, 4):
        if parallel(z[first], z[first + 1]):
            return f"its axes {first + 1} and {first + 2} are parallel"
    W = meeting_point(z[4:], p[4:])
    if miss(W, z[4:], p[4:]) > ROUNDED_OFF * size:
        W = meeting_point(z[4:6], p[4:6])
    if miss(W, z[4:6], p[4:6]) > ROUNDED_OFF * size:
        return "its axes 5 and 6 do not meet, so it has no wrist centre"
    S, _ = feet(z[0], p[0], z[1], p[1])
    _, E = feet(z[2], p[2], z[3], p[3])
    return ElbowPoints(mechanism, S, E, W, size)


@lru_cache(maxsize=256)
def recognise_seven(mechanism: Mechanism) -> SevenAxisArm | str:
    """The geometry of a seven-axis mechanism, or one clause that says what it lacks."""
    if mechanism.kinds != "R" * 7:
        return f"it has the joints {mechanism.kinds} where seven revolute ones are needed"
    z, p = axes_at_zero(mechanism)
    size = size_of(mechanism)
    if any(parallel(z[i], z[i + 1]) for i in range(6)):
        return "two neighbouring axes are parallel"
    W = meeting_point(z[4:], p[4:])
    if miss(W, z[4:], p[4:]) > TOLERANCE * size:
        return "its last three axes do not meet, so it has no wrist centre and no elbow angle"
    S, on_2 = feet(z[0], p[0], z[1], p[1])
    on_3, E = feet(z[2], p[2], z[3], p[3])
    offset = float(np.linalg.norm(on_2 - S))
    if miss(S, z[:3], p[:3]) <= TOLERANCE * size:
        offset, front = 0.0, np.zeros(3)
    else:
        front = (on_2 - S) / max(offset, TOLERANCE * size)
        fault = _offset_fault(z, p, on_2, on_3, E, offset, size)
        if fault:
            return fault
    T_zero = forward(mechanism, np.zeros(7))
    return SevenAxisArm(
        mechanism=mechanism,
        z=z,
        p=p,
        S=S,
        E=E,
        W=W,
        offset=offset,
        front=front,
        shoulder=measure_wrist(z[:3]),
        wrist=measure_wrist(z[4:]),
        R_zero=T_zero[:3, :3],
        centre=T_zero[:3, :3].T @ (W - T_zero[:3, 3]),
        size=size,
    )


def _offset_fault(
    z: Array, p: Array, on_2: Array, on_3: Array, E: Array, offset: float, size: float
) -> str:
    """A clause that says why an arm has no offset shoulder, or "" if it has one.

    on_2, on_3: the foot on axis 2 of its common normal with axis 1, on axis 3 of that with axis 4.
    """
    if abs(z[0] @ z[1]) > TOLERANCE or offset < LEAST_OFFSET * size:
        return "its shoulder is neither a point nor offset along the normal of square axes 1 and 2"
    if miss(on_2, z[1:3], p[1:3]) > TOLERANCE * size:
        return "its axes 2 and 3 do not meet where the shoulder offset ends"
    if np.linalg.norm(E - on_3) > TOLERANCE * size or abs(z[1] @ z[2]) > TOLERANCE:
        return "its elbow does not lie on axis 3, square to axis 2"
    return ""


def elbow_angle(mechanism: Mechanism, q: ArrayLike) -> Array:
    """Elbow angle psi (...) of joint values (..., 7), rad, in (-pi, pi].

    Raises KinematicsError for an arm without an elbow angle.
    """
    arm = recognise_elbow(mechanism)
    if isinstance(arm, str):
        raise KinematicsError(f"this arm has no elbow angle: {arm}")
    values = mechanism.check_q(q)
    E, W, _ = elbow_state(arm, values.reshape(-1, 7))
    return angle_about(arm, E, W).reshape(values.shape[:-1])


def elbow_state(arm: ElbowPoints, q: Array) -> tuple[Array, Array, Array]:
    """E, W (N, 3) and link poses (N, 8, 4, 4) of joint values (N, 7), base frame, mm."""
    links = link_poses(arm.mechanism, q)
    zero = _rest_links(arm.mechanism)
    E = _carried(links[:, 3], zero[3], arm.E)
    return E, _carried(links[:, 4], zero[4], arm.W), links


@lru_cache(maxsize=64)
def _rest_links(mechanism: Mechanism) -> Array:
    return link_poses(mechanism, np.zeros(7))


def _carried(T: Array, T_zero: Array, point: Array) -> Array:
    """Places (N, 3) of a point of a link while the link stands at T (N, 4, 4).

    point: its place (3,) while the link stands at T_zero (4, 4).
    """
    local = T_zero[:3, :3].T @ (point - T_zero[:3, 3])
    return T[:, :3, :3] @ local + T[:, :3, 3]


def frames(along: Array, towards: Array) -> tuple[Array, Array]:
    """Right-handed bases with columns [u, n, u x n], (..., 3, 3), and a height (...).

    u is the unit vector along `along` (..., 3), and n that along the part of `towards` (..., 3)
    perpendicular to u. The height is the length of this part; where it is 0, n has no meaning.
    """
    u = along / np.maximum(np.sqrt(np.vecdot(along, along)), NEVER_ZERO)[..., None]
    n = towards - u * np.vecdot(u, towards)[..., None]
    height = np.sqrt(np.vecdot(n, n))
    n = n / np.maximum(height, NEVER_ZERO)[..., None]
    # The rest of a vector that was nearly along u is perpendicular to u only after a second pass.
    n = n - u * np.vecdot(u, n)[..., None]
    F = np.empty((*n.shape, 3))
    F[..., 0] = u
    F[..., 1] = n / np.maximum(np.sqrt(np.vecdot(n, n)), NEVER_ZERO)[..., None]
    F[..., 2] = cross(F[..., 0], F[..., 1])
    return F, height


def reference(arm: ElbowPoints, W: Array) -> tuple[Array, Array, Array]:
    """Unit vectors (N, 3) for wrist centres W (N, 3): u from S to W, e, and f = u x e.

    The half-plane of the elbow angle psi is spanned by u and cos(psi) e + sin(psi) f.
    """
    F = reference_frames(arm, W)
    return F[..., 0], F[..., 1], F[..., 2]


def reference_frames(arm: ElbowPoints, W: Array) -> Array:
    """The vectors of `reference` as the columns [u e f] of F (N, 3, 3), base axes.

    If W is straight above or below S, +z of the base lies along u; then +x of the base replaces it.
    """
    gap = W - arm.S
    F, height = frames(gap, UP)
    upright = height < TOLERANCE
    if upright.any():
        F[upright] = frames(gap[upright], np.array([1.0, 0.0, 0.0]))[0]
    return F


def angle_about(arm: ElbowPoints, E: Array, W: Array) -> Array:
    """Elbow angles psi (N,), rad, of elbows E and wrist centres W (N, 3), base frame, mm."""
    _, e, f = reference(arm, W)
    gap = E - arm.S
    psi = np.arctan2(np.vecdot(f, gap), np.vecdot(e, gap))
    return np.where(psi <= -np.pi, np.pi, psi)


def elbow_jacobian(arm: ElbowPoints, q: Array) -> tuple[Array, Array, Array]:
    """W (N, 3), psi (N,) and the Jacobian (N, 4, 4) of W, psi by the angles of axes 1 to 4.

    If u turns by w, a vector v moves about u as if v turned by -w. So dpsi has two parts: that part
    of dE - w x (E - S) in the direction of growing psi, divided by the distance of E from u, and
    the corresponding part for +z of the base. Lengths in mm, angles in rad.
    """
    E, W, links = elbow_state(arm, q)
    z, p = links[:, 1:5, :3, 2], links[:, 1:5, :3, 3]
    dW = cross(z, W[:, None] - p)
    dE = cross(z, E[:, None] - p)
    dE[:, 3] = 0.0
    u, _, f = reference(arm, W)
    distance = np.maximum(np.linalg.norm(W - arm.S, axis=1), LEAST_PART * arm.size)[:, None, None]
    du = (dW - u[:, None] * (dW * u[:, None]).sum(axis=2, keepdims=True)) / distance
    w = cross(u[:, None], du)
    gap = E - arm.S
    off = gap - u * (gap * u).sum(axis=1)[:, None]
    height = np.maximum(np.linalg.norm(off, axis=1), LEAST_PART * arm.size)[:, None]
    sense = cross(u, off / height)[:, None]
    up = np.maximum(np.hypot(u[:, 0], u[:, 1]), LEAST_PART)[:, None]
    dpsi = (sense * (dE - cross(w, gap[:, None]))).sum(axis=2) / height
    dpsi += (f[:, None] * cross(w, UP)).sum(axis=2) / up
    J = np.concatenate([np.swapaxes(dW, 1, 2), dpsi[:, None]], axis=1)
    return W, angle_about(arm, E, W), J
