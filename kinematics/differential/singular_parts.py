"""The parts of an arm that make a pose singular, by their textbook names.

The determinant of the Jacobian of an arm of a known family is a product; each factor belongs to a
part and vanishes where this part is singular:

    wrist      the three axes of the wrist lie in one plane (a straight wrist)
    shoulder   the wrist centre lies on axis 1, or in the plane that axis 1 spans with axis 2
    elbow      shoulder, elbow and wrist centre lie in one line (stretched out or folded up)
    arm        the joints before the wrist, where neither shoulder nor elbow is the cause

An arm whose first three axes meet, as those of a hip do, is such an arm seen from its flange: its
shoulder takes the place of the wrist. A seven-axis arm is singular where its elbow is, and where
its shoulder or its wrist is and its spare joint does not help.
"""

from functools import lru_cache

import numpy as np

from kinematics.arm.axes import axes_at_zero, meet, meeting_point
from kinematics.arm.forward import link_poses
from kinematics.arm.mechanism import Mechanism
from kinematics.arm.rerooting import rerooted
from kinematics.arm.size import size_of
from kinematics.families.anthropomorphic import ArmGeometry, WristGeometry
from kinematics.families.corrected_arms import named_geometry
from kinematics.families.corrected_seven import CorrectedSeven, recognise_corrected_seven
from kinematics.families.parallel_axes import ParallelArm
from kinematics.families.planar import PlanarArm, recognise_planar
from kinematics.families.seven_axis import SevenAxisArm, recognise_seven
from kinematics.poses.transforms import Array
from kinematics.tolerances import NAMES_A_SINGULARITY, NEVER_ZERO

WRIST, SHOULDER, ELBOW, ARM = PARTS = ("wrist", "shoulder", "elbow", "arm")
FROM_FLANGE = {WRIST: SHOULDER, SHOULDER: WRIST, ELBOW: ELBOW, ARM: ARM}
AS_SMALL = 2.0  # times the measure of the arm: a column this short belongs to a point on its axis

_seen_from_flange = lru_cache(maxsize=64)(rerooted)


def singular_parts(mechanism: Mechanism, q: Array, lost: int) -> tuple[str, ...]:
    """The singular parts at q (n,), of PARTS; empty for an arm without such parts.

    lost: how many directions of motion the pose has lost: so many parts at least are named, those
    nearest to singular, because an arm that misses its family a little is never quite so.
    """
    found = _measures(mechanism, q)
    count = min(lost, len(found)) if mechanism.n < 7 else min(1, len(found))
    nearest = sorted(found, key=lambda part: found[part])[:count]
    return tuple(
        part for part in PARTS if part in nearest or found.get(part, 1.0) < NAMES_A_SINGULARITY
    )


def _measures(mechanism: Mechanism, q: Array) -> dict[str, float]:
    """For each part of the arm how far it is from singular at q (n,): 0 where it is, at most 1."""
    chain, values = mechanism.chain, mechanism.chain_values(q)
    found = _own_measures(chain, values)
    if found or chain.n != 6:
        return found
    back = _own_measures(_seen_from_flange(chain), values[::-1])
    return {FROM_FLANGE[part]: measure for part, measure in back.items()}


def _own_measures(chain: Mechanism, q: Array) -> dict[str, float]:
    if chain.kinds == "R" * 6:
        geometry = named_geometry(chain)
        if geometry is not None:
            return _of_geometry(geometry, q)
    plane = recognise_planar(chain)
    if not isinstance(plane, str):
        return {ELBOW: _planar_elbow(plane, q)}
    if chain.n == 7:
        return _of_seven(chain, q)
    frames = link_poses(chain, q)
    if chain.position_only:
        flange = (frames[-1] @ chain.T_last_flange)[:3, 3]
        return _of_point(chain, frames[1:], flange)
    if chain.n not in (5, 6) or chain.kinds[-3:] != "RRR" or not _has_wrist(chain):
        return {}
    z, p = frames[1:, :3, 2], frames[1:, :3, 3]
    return {WRIST: _volume(z[-3:]), **_of_point(chain, frames[1:-3], meeting_point(z[-3:], p[-3:]))}


def _of_geometry(arm: ArmGeometry | ParallelArm, q: Array) -> dict[str, float]:
    """The measures of an arm of six axes; the words are those of its postures."""
    if isinstance(arm, ParallelArm):
        reach, upper, fore = arm.reach_x(q[1:2], q[2:3], q[3:4]), abs(arm.upper), abs(arm.fore)
    else:
        reach, upper, fore = arm.reach_x(q[1:2], q[2:3]), arm.upper, arm.fore
    return {
        WRIST: _wrist_angle(arm.wrist, float(q[4])),
        SHOULDER: abs(float(reach[0])) / arm.size,
        ELBOW: _elbow_area(float(arm.bend(q[2:3])[0]), upper, fore) / arm.size,
    }


def _wrist_angle(wrist: WristGeometry, q5: float) -> float:
    """The volume of the unit vectors along axes 4, 5 and 6: 0 where they lie in one plane."""
    return float(np.abs(np.sin(q5 - wrist.middle) * np.sin(wrist.lean_4) * np.sin(wrist.lean_6)))


def _elbow_area(bend: float, upper: float, fore: float) -> float:
    """|sin bend| as a length, mm: how fast the hand recedes per turn of the elbow."""
    return float(np.abs(np.sin(bend))) * upper * fore / (upper + fore)


def _planar_elbow(plane: PlanarArm, q: Array) -> float:
    bend = float(q[plane.turns[1]]) * plane.sense[1] + plane.bend_zero
    return _elbow_area(bend, abs(plane.upper), abs(plane.fore)) / plane.size


def _of_seven(chain: Mechanism, q: Array) -> dict[str, float]:
    """The measures of a seven-axis arm with a shoulder point S and a wrist point W, or {}."""
    arm: SevenAxisArm | CorrectedSeven | str = recognise_seven(chain)
    if isinstance(arm, str):
        arm = recognise_corrected_seven(chain)
    if isinstance(arm, str):
        return {}
    geometry = arm.geometry if isinstance(arm, CorrectedSeven) else arm
    if geometry.offset > 0.0:
        return {}
    frames = link_poses(chain, q)[1:]
    z, p = frames[:, :3, 2], frames[:, :3, 3]
    S, W = meeting_point(z[:3], p[:3]), meeting_point(z[4:], p[4:])
    apart = float(np.linalg.norm(W - S))
    receding = abs(float((W - S) @ np.cross(z[3], W - p[3]))) / max(apart, NEVER_ZERO)
    receding = min(receding, apart)  # links of one length, folded up, bring W onto S
    return {
        WRIST: _volume(z[4:]),
        SHOULDER: _volume(z[:3]),
        ELBOW: receding / geometry.size,
    }


def _of_point(chain: Mechanism, frames: Array, W: Array) -> dict[str, float]:
    """The measure of the two or three joints that place a point, under the name of its cause.

    frames: poses (k, 4, 4) of the links of these joints. W: the point (3,), mm.
    """
    size = size_of(chain)
    z, p = frames[:, :3, 2], frames[:, :3, 3]
    turning = chain.revolute[: len(frames)] > 0.0
    columns = np.where(turning[:, None], np.cross(z, (W - p) / size), z)
    values = np.linalg.svd(columns, compute_uv=False)
    measure = float(values[-1] / max(values[0], NEVER_ZERO))
    small = AS_SMALL * max(measure, NAMES_A_SINGULARITY)
    first, last = np.linalg.norm(columns[:2], axis=1), np.linalg.norm(columns[-2:], axis=1)
    if (first < small).any():
        return {SHOULDER: measure}
    side = np.linalg.norm(np.cross(columns[-2], columns[-1])) / max(last.prod(), NEVER_ZERO)
    is_bent = turning[-2:].all() and side < small
    return {ELBOW if is_bent else ARM: measure}


def _volume(z: Array) -> float:
    return abs(float(np.linalg.det(z)))


def _has_wrist(chain: Mechanism) -> bool:
    z, p = axes_at_zero(chain)
    return meet(z[-3:], p[-3:], size_of(chain))
