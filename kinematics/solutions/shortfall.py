"""The message that says how far a pose without solution is from what the arm can reach."""

import numpy as np

from kinematics.arm.mechanism import Mechanism
from kinematics.arm.residuals import misses
from kinematics.arm.size import size_of
from kinematics.differential.newton import descend
from kinematics.poses.transforms import Array

SEEDS, STEPS = 60, 40
TURNED = 1e-6  # rad: an orientation this near counts as reached
IN_PLACE = 1e-3  # of the size: only results this near to the place measure the orientation
REACHED = 1e-6  # of the size: a place this near counts as reached


def shortfall(
    mechanism: Mechanism, T: Array, point: Array, what: str, *, position: bool = False
) -> str:
    """A clause that says why the pose T (4, 4), mm, has no solution; "" if it has one.

    It tells how near `point` (3,), flange axes, mm, comes to its place at best; `what` names the
    point in the message. Least squares from many seeds measure this, so that the figure is an upper
    bound. position: only the place counts, not the orientation.
    """
    size = size_of(mechanism)
    shift = np.eye(4)
    shift[:3, 3] = point
    carried = _with_flange(mechanism, mechanism.T_last_flange @ shift)
    place = (T @ shift)[None]
    rng = np.random.default_rng(9)
    seeds = np.where(
        mechanism.revolute > 0.0,
        rng.uniform(-np.pi, np.pi, (SEEDS, mechanism.n)),
        rng.uniform(-size, size, (SEEDS, mechanism.n)),
    )
    q = descend(carried, place, seeds, rows=3, steps=STEPS)
    off = float(misses(carried, q, place)[0].min())
    if off > REACHED * size:
        return f"out of reach: {what} {off:.1f} mm beyond what the arm can reach"
    if position:
        return ""
    q = descend(carried, place, seeds, steps=STEPS)
    distance, angle = misses(carried, q, place)
    there = distance <= IN_PLACE * size
    turn = float(np.degrees(angle[there].min())) if there.any() else float("nan")
    if (there & (angle <= TURNED)).any():
        return ""
    if not there.any():
        return f"orientation not reachable with the {what} at its place"
    return f"orientation not reachable: {turn:.1f} deg off at best with the {what} at its place"


def _with_flange(mechanism: Mechanism, T_last_flange: Array) -> Mechanism:
    return Mechanism(mechanism.joints, mechanism.T_link_joint, T_last_flange)
