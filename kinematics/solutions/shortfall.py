"""How far a pose lies beyond what an arm can do: the sentence of a verdict without solution."""

import numpy as np

from kinematics.arm.mechanism import Mechanism
from kinematics.arm.residuals import misses
from kinematics.arm.size import size_of
from kinematics.differential.newton import descend
from kinematics.poses.transforms import Array

SEEDS, STEPS = 60, 40
TURNED = 1e-6  # rad: an orientation this near is met
IN_PLACE = 1e-3  # of the size: seeds this near tell how far the orientation is off
REACHED = 1e-6  # of the size of the arm


def shortfall(
    mechanism: Mechanism, T: Array, point: Array, what: str, *, position: bool = False
) -> str:
    """Why T (4, 4) has no solution: how far `point` (3,), flange axes, is from its place at best.

    Empty when the pose can be taken after all. Measured by least squares from many seeds, so it
    is an upper bound.
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
    q, _ = descend(carried, place, seeds, rows=3, steps=STEPS)
    off = float(misses(carried, q, place)[0].min())
    if off > REACHED * size:
        return f"out of reach: {what} {off:.1f} mm beyond what the arm can reach"
    if position:
        return ""
    q, _ = descend(carried, place, seeds, steps=STEPS)
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
