"""The seven-axis arm: its shoulder, its elbow and its wrist, read off the axes.

S (shoulder) is the foot on axis 1 of its common normal with axis 2; it is fixed in the base. E
(elbow) is the foot on axis 4 of its common normal with axis 3 (the origin of standard-DH frame 3).
W (wrist) is the point where axes 5, 6 and 7 meet; if axis 7 misses that point (Panda, xArm7, Gen3)
it is the point where axes 5 and 6 meet. An arm whose axes 5 and 6 do not meet has no wrist centre
and no elbow angle.
"""

from dataclasses import dataclass
from functools import cached_property, lru_cache

import numpy as np

from kinematics.arm.axes import axes_at_zero, feet, meeting_point, miss, parallel
from kinematics.arm.forward import forward
from kinematics.arm.mechanism import Mechanism
from kinematics.arm.size import size_of
from kinematics.families.anthropomorphic import WristGeometry, measure_wrist
from kinematics.families.joint_kinds import revolute_fault
from kinematics.poses.transforms import Array, spin_terms
from kinematics.tolerances import ROUNDED_OFF

TOLERANCE = 1e-12  # of the size, or a cosine: how exactly axes have to meet
LEAST_OFFSET = 1e-5  # of the size: a smaller shoulder offset, except 0, splits double roots


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
    unfit = revolute_fault(mechanism, 7)
    if unfit:
        return unfit
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
    unfit = revolute_fault(mechanism, 7)
    if unfit:
        return unfit
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
