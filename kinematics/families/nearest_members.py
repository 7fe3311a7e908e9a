"""The member of a family that is nearest to an arm, read off the axes of the arm at q = 0.

An arm that misses its family by rounding or by calibration has axes that are almost parallel,
almost square or almost meet. Here they are made so, each error split between the axes that share
it. The flange at zero stays where it is, so that the base, the flange and the zeros of the joints
take up what they can.

The members are told by axes alone: `member_of` makes the mechanism, whose link frames are those of
the arm turned by the shortest way onto the new axes. So the sides of the arm keep their names.
"""

from dataclasses import dataclass, replace

import numpy as np

from kinematics.arm.axes import feet, meeting_point, parallel
from kinematics.arm.forward import forward, link_poses
from kinematics.arm.mechanism import Mechanism
from kinematics.poses.transforms import Array, inverted

NEARLY_SQUARE = 0.03
"""Rad: a wrist whose axes 5 and 4, 5 and 6 or (three parallel axes) 2 and 5 are this near to a
right angle is given right angles. So it has no dead cone about its singular posture."""

FAR = 0.1  # sine, or cosine: directions this far from parallel, or from square, are meant so


@dataclass(frozen=True, eq=False)
class Axes:
    """The axes of a member at q = 0, base frame, mm.

    z, p: unit directions and points (6, 3). T_flange: the flange there, (4, 4). is_square: whether
    the axes of the wrist were made square. tilt: cosine by which they missed it.
    """

    z: Array
    p: Array
    T_flange: Array
    is_square: bool
    tilt: float


def nearest_spherical(mechanism: Mechanism, square: bool = True) -> Axes | None:
    """The nearest anthropomorphic arm with a spherical wrist; None where the axes are far from one.

    1. Axes 2 and 3 take their mean direction h; h and axis 1 are each turned by half of what they
       miss the right angle by.
    2. W, the point nearest to axes 4, 5 and 6, becomes their meeting point.
    3. Axis 3 passes through the foot of W on it, and axis 2 through its point midway between axis
       1 and axis 3, about which it was turned.

    square: whether the wrist gets right angles where it nearly has them.
    """
    z, p, T_flange = _at_zero(mechanism)
    if _slant(z[1], z[2]) > FAR or abs(z[0] @ z[1]) > FAR or _parallel_wrist(z):
        return None
    sense = np.sign(z[1] @ z[2])
    on_1, on_2 = feet(z[0], p[0], z[1], p[1])
    W = meeting_point(z[3:], p[3:])
    h = _unit(z[1] + sense * z[2])
    miss = z[0] @ h
    z[0], h = _unit(z[0] - 0.5 * miss * h), _unit(h - 0.5 * miss * z[0])
    h = _unit(h - (h @ z[0]) * z[0])
    p[0] = on_1
    p[2] = p[2] + z[2] * ((W - p[2]) @ z[2])
    p[1] = p[1] + z[1] * ((0.5 * (on_2 + p[2]) - p[1]) @ z[1])
    p[3:] = W
    z[1], z[2] = h, sense * h
    tilt = _tilt(z[3], z[4], z[5])
    is_square = square and tilt < NEARLY_SQUARE
    if is_square:
        z[3], z[5] = _across(z[3], z[4]), _across(z[5], z[4])
    return Axes(z, p, T_flange, is_square, tilt)


def nearest_parallel(mechanism: Mechanism, square: bool = True) -> Axes | None:
    """The nearest arm with three parallel axes; None where the axes are far from one.

    1. Axes 2, 3 and 4 take their mean direction, each turned about its point nearest to the foot of
       axis 5 on axis 4.
    2. Axes 5 and 6 are moved, each by half of their distance, until they meet.

    square: whether axis 5 becomes square to axes 4 and 6 where it nearly is.
    """
    z, p, T_flange = _at_zero(mechanism)
    if max(_slant(z[1], z[2]), _slant(z[1], z[3])) > FAR:
        return None
    if any(_slant(a, b) < FAR for a, b in ((z[0], z[1]), (z[3], z[4]), (z[4], z[5]))):
        return None
    senses = np.sign(z[2:4] @ z[1])
    h = _unit(z[1] + senses[0] * z[2] + senses[1] * z[3])
    _, on_4 = feet(z[4], p[4], z[3], p[3])
    for i in (1, 2, 3):
        p[i] = p[i] + z[i] * ((on_4 - p[i]) @ z[i])
    on_5, on_6 = feet(z[4], p[4], z[5], p[5])
    p[4] = p[5] = 0.5 * (on_5 + on_6)
    z[1], z[2], z[3] = h, senses[0] * h, senses[1] * h
    tilt = _tilt(h, z[4], z[5])
    is_square = square and tilt < NEARLY_SQUARE
    if is_square:
        z[4] = _across(z[4], h)
        z[5] = _across(z[5], z[4])
    return Axes(z, p, T_flange, is_square, tilt)


def nearest_seven(mechanism: Mechanism) -> Axes | None:
    """The nearest seven-axis arm whose first and last three axes each meet in a point (S-R-S).

    None where neighbouring axes of these are nearly parallel. Axes 1 to 3 are moved to the point
    nearest to them, axes 5 to 7 likewise; those that are nearly square are made so.
    """
    z, p, T_flange = _at_zero(mechanism)
    if any(parallel(z[i], z[i + 1], FAR) for i in (0, 1, 4, 5)):
        return None
    tilts = []
    for first in (0, 4):
        three = slice(first, first + 3)
        p[three] = meeting_point(z[three], p[three])
        tilts.append(_tilt(*z[three]))
        if tilts[-1] < NEARLY_SQUARE:
            z[first + 1] = _across(z[first + 1], z[first])
            z[first + 2] = _across(z[first + 2], z[first + 1])
    return Axes(z, p, T_flange, max(tilts) < NEARLY_SQUARE, max(tilts))


def member_of(mechanism: Mechanism, axes: Axes) -> Mechanism:
    """The arm with these axes, its link frames as near as can be to those of `mechanism`."""
    frames = np.array(link_poses(mechanism, np.zeros(mechanism.n))[1:])
    for frame, z, p in zip(frames, axes.z, axes.p, strict=True):
        frame[:3, :3] = _turn_between(frame[:3, 2], z) @ frame[:3, :3]
        frame[:3, 3] = p + z * ((frame[:3, 3] - p) @ z)
    T_link_joint = frames.copy()
    T_link_joint[1:] = inverted(frames[:-1]) @ frames[1:]
    return replace(
        mechanism,
        T_link_joint=T_link_joint,
        T_last_flange=inverted(frames[-1]) @ axes.T_flange,
        name=f"nominal {mechanism.name or 'arm'}",
    )


def _at_zero(mechanism: Mechanism) -> tuple[Array, Array, Array]:
    """Directions and points (n, 3) of the axes at q = 0, writable, and T_base_flange there."""
    none = np.zeros(mechanism.n)
    frames = link_poses(mechanism, none)[1:]
    return frames[:, :3, 2].copy(), frames[:, :3, 3].copy(), forward(mechanism, none)


def _unit(v: Array) -> Array:
    return np.asarray(v / np.linalg.norm(v))


def _across(v: Array, axis: Array) -> Array:
    """The unit vector along the part of v square to a unit axis."""
    return _unit(v - axis * (v @ axis))


def _slant(a: Array, b: Array) -> float:
    """Sine between two unit directions."""
    return float(np.linalg.norm(np.cross(a, b)))


def _parallel_wrist(z: Array) -> bool:
    return any(parallel(z[i], z[i + 1], FAR) for i in (3, 4))


def _tilt(first: Array, middle: Array, last: Array) -> float:
    """The most by which axis `middle` misses the right angle with its neighbours, a cosine."""
    return float(max(abs(first @ middle), abs(middle @ last)))


def _turn_between(a: Array, b: Array) -> Array:
    """The rotation (3, 3) that takes unit vector a to b by the shortest way; b is not near -a."""
    x, y, z = np.cross(a, b)
    skew = np.array([[0.0, -z, y], [z, 0.0, -x], [-y, x, 0.0]])
    return np.asarray(np.eye(3) + skew + skew @ skew / (1.0 + a @ b))
