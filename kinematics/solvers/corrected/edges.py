"""How near a pose is to where roots of the nominal arm begin or end, but not by a real root of it.

A root of the arm that no nominal root leads to begins where two complex roots of the nominal arm
are about to become real. Each stage of a closed form has a number that is negative where its roots
are complex; here the poses are found at which such a number lies within `reach` of 0 from below.

- Shoulder: (d^2 - lateral^2) / size^2, d the distance of the wrist centre from axis 1.
- Elbow: sin^2 of the bend, 1 - cos^2 with cos from the law of cosines, times x / d of the shoulder
  before it, and for three parallel axes times sin q5 of the wrist before it; there d is at least
  LEVER of the size, for the wrist depends on the angle of axis 1 and not on a place. Bars that are
  short beside the size of the arm make a large sine of a small distance; so the distance from the
  reach of the bars, in sizes of the arm and with the same factors, has to exceed delta as well. A
  shoulder that is itself beyond the edge by no more than a few delta counts as if it were there.
- Wrist: one of an oblique wrist that does not turn as far, anywhere; and for three parallel axes a
  wrist that is almost straight, for the elbow behind it does not know where it is.

The notation is that of `spherical_wrist.py` and `three_parallel.py`.
"""

from math import cos

import numpy as np
from numpy.typing import NDArray

from kinematics.families.anthropomorphic import ArmGeometry
from kinematics.families.parallel_axes import ParallelArm
from kinematics.poses.transforms import Array
from kinematics.solvers import three_parallel
from kinematics.solvers.parts.wrist import is_rounding, turn_wrist
from kinematics.tolerances import NEVER_ZERO

Mask = NDArray[np.bool_]

SLACK = 3.0  # delta: how far beyond its edge a shoulder still counts for the stages behind it
SIDES = np.array([[1.0], [-1.0]])
LEVER = 0.25  # of the size: the least distance from axis 1 that what it turns is taken to have


def at_spherical_edge(
    arm: ArmGeometry, Ts: Array, valid: Mask, delta: float, reach: float, size: float
) -> Mask:
    """The poses (N, 4, 4) of an arm with a spherical wrist that lie near an edge, (N,).

    valid: (N, 8), which nominal roots are real. reach: how near is near, a multiple of delta.
    """
    X, Y, Z = arm.pose_map[9:] @ Ts.reshape(len(Ts), 16).T
    d_squared = X * X + Y * Y
    shoulder = (d_squared - arm.lateral**2) / size**2
    x = np.sqrt(np.maximum(shoulder, 0.0)) * size * (arm.front * SIDES)
    elbow, beyond = _bars((x - arm.shoulder) ** 2 + Z * Z, arm.upper, arm.fore)
    weight = _shoulder_weight(shoulder, d_squared, size)
    near = (shoulder < 0.0) & (shoulder > -reach)
    edge = _just_below(elbow * weight, reach) | _just_below(-beyond * weight, delta * size)
    near |= (edge & (shoulder > -SLACK * delta)).any(axis=0)
    # Slots are (shoulder, elbow, wrist): where the first two are real the last has to be.
    is_real = (shoulder > 0.0) & (elbow > 0.0)
    has_all = valid.reshape(len(Ts), 2, 4).all(axis=2).T
    return np.asarray(near | (is_real & ~has_all).any(axis=0))


def at_parallel_edge(
    arm: ParallelArm, Ts: Array, valid: Mask, delta: float, reach: float, size: float
) -> Mask:
    """The same for an arm with three parallel axes."""
    m = len(Ts)
    seen = arm.pose_map @ Ts.reshape(m, 16).T
    x, L, distance, _ = three_parallel.shoulders(arm, *seen[9:])
    shoulder = (distance**2 - L**2) / size**2
    q_1 = np.arctan2(seen[10], seen[9]) - np.arctan2(L, x)
    M = three_parallel.from_link_1(arm, q_1, seen[:9].reshape(3, 3, m))
    apart, together = arm.wrist.lean_4 - arm.wrist.lean_6, arm.wrist.lean_4 + arm.wrist.lean_6
    wrist = (cos(apart) - M[2, 2]) * (M[2, 2] - cos(together))  # sin^2 q5 of a square wrist
    sine = np.sqrt(np.maximum(wrist, 0.0))
    # Axis 1 turns the wrist as well, so its angle counts even where the centre is next to it.
    lever = np.maximum(distance, LEVER * size)
    weight = _shoulder_weight(shoulder, lever**2, size)
    counts = shoulder > -SLACK * delta
    near = (shoulder < 0.0) & (shoulder > -reach)
    near |= ((sine * weight < reach) & counts).any(axis=0)
    turns, fits = np.empty((3, 2, 2, m)), np.ones((2, 2, m), bool)
    turn_wrist(arm.wrist, M, is_rounding, np.zeros(m), turns, fits)
    c, s = np.cos(turns[0]), np.sin(turns[0])
    y = arm.flat(L, seen[11])
    tx = (x[:, None] - arm.first.real) - (c * arm.tail.real - s * arm.tail.imag)
    ty = (y - arm.first.imag) - (s * arm.tail.real + c * arm.tail.imag)
    elbow, beyond = _bars(tx * tx + ty * ty, abs(arm.upper), abs(arm.fore))
    weight = (weight * sine)[:, None]
    edge = _just_below(elbow * weight, reach) | _just_below(-beyond * weight, delta * size)
    return np.asarray(near | (edge & counts).any(axis=(0, 1)))


def _bars(squared: Array, upper: float, fore: float) -> tuple[Array, Array]:
    """sin^2 of the bend between two bars whose ends are apart as told, mm^2, negative where they do
    not reach, and how far they do not, mm, negative where they do."""
    cosine = (squared - upper**2 - fore**2) / (2.0 * upper * fore)
    length = np.sqrt(squared)
    beyond = np.maximum(length - (upper + fore), abs(upper - fore) - length)
    return 1.0 - cosine * cosine, beyond


def _just_below(value: Array, reach: float) -> Mask:
    return (value <= 0.0) & (value > -reach)


def _shoulder_weight(shoulder: Array, lever_squared: Array, size: float) -> Array:
    """x / lever where the shoulder is real, else 1; lever_squared: mm^2, such as d^2."""
    share = np.maximum(shoulder, 0.0) * size**2 / np.maximum(lever_squared, NEVER_ZERO)
    return np.where(shoulder > 0.0, np.minimum(1.0, np.sqrt(share)), 1.0)
