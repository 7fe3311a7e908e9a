"""The path of a line that passes a singular pose itself, with a gap that a bridge has to close.

The line is followed from its start to a little before the singular pose, and from its end, in the
posture of the start, back to a little behind that pose. Between the two a joint would have to turn
at once; a quintic of all joints stands there. It is far too fast for the joints, and only a bridge
over it makes a motion.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

import numpy as np

from kinematics.arm.limits import SLACK, TURN, nearest_turns
from kinematics.arm.mechanism import Mechanism
from kinematics.motion.branch_tracking import branch_roots, start_branches
from kinematics.motion.paths.joint_path import JointPath, joined
from kinematics.motion.paths.marching.march import Free, March, Tolerance, marched
from kinematics.motion.paths.tool_curve import ToolCurve
from kinematics.motion.singular.deviation import deviation
from kinematics.poses.transforms import Array, inverted

AXES = 6
BESIDE = 1e-4  # of the line: half width of the gap
NEAR_RAD = (
    0.5  # rad: where the tool turns off by more in the gap, the leaps do not cancel each other
)


def crossing_paths(
    mechanism: Mechanism,
    curve: ToolCurve,
    T_flange_tool: Array,
    q_start: Array,
    tolerances: tuple[float, float],
) -> tuple[list[JointPath], float]:
    """The paths of the line, by the ways in which its joints may leap, and the share of the leap.

    tolerances: mm and rad, how far the tool may be from the curve elsewhere. None are found where
    the arm has not six axes in an open chain, or the line leaves the reach or the limits, or passes
    a second singular pose.
    """
    if mechanism.has_loops or mechanism.n != AXES or mechanism.task_rows != AXES:
        return [], np.nan
    free, tolerance = Free.none(AXES), Tolerance(*tolerances)

    def along(start: float, end: float, q: Array) -> March:
        return marched(mechanism, T_flange_tool, curve.part(start, end), q, free, tolerance)

    place = along(0.0, 1.0, q_start).place
    if not BESIDE < place < 1.0 - 2.0 * BESIDE:
        return [], place
    before = along(0.0, place - BESIDE, q_start)
    branch = start_branches(mechanism, q_start)[0]
    T_base_flange = curve.poses(1.0) @ inverted(T_flange_tool)
    q_end, found, _ = branch_roots(mechanism, T_base_flange, branch, q_start[None])
    if not (before.reached and found[0]):
        return [], place
    back = along(1.0, place + BESIDE, q_end[0])
    if not back.reached:
        return [], place
    first = _path(before, place - BESIDE)
    last = _reversed(_path(back, 1.0 - place - BESIDE))
    mm, rad = np.maximum(before.off.max(axis=0), back.off.max(axis=0)).tolist()
    paths = []
    for behind in _turned(mechanism, first, last):
        ends = np.stack([first.derivatives(first.length, 2), behind.derivatives(0.0, 2)], axis=1)
        gap = JointPath.through(np.array([0.0, 2.0 * BESIDE]), *ends)
        span = place - BESIDE, place + BESIDE
        off = deviation(mechanism, T_flange_tool, curve, gap, span)
        whole = joined([first, gap, behind])
        over = np.maximum(whole.controls - mechanism.upper, mechanism.lower - whole.controls)
        if (over <= SLACK).all() and off.rad < NEAR_RAD:
            paths.append(JointPath(whole.knots / whole.length, whole.controls, mm, rad))
    return paths, place


def _turned(mechanism: Mechanism, first: JointPath, last: JointPath) -> Iterator[JointPath]:
    """The second part of a line's path, with whole turns added: each joint that leaps by more than
    a quarter of a turn may leap one way or the other."""
    near = nearest_turns(mechanism, last.q_start, first.q_end)
    leap = near - first.q_end
    far = np.flatnonzero((np.abs(leap) > 0.5 * np.pi) & (mechanism.revolute > 0.0))
    for others in product((0.0, 1.0), repeat=len(far)):
        q = near.copy()
        q[far] -= TURN * np.sign(leap[far]) * np.array(others)
        yield JointPath(last.knots, last.controls + (q - last.q_start))


def _path(march: March, width: float) -> JointPath:
    """The path of a march over a part of a line of a given width, s from 0."""
    states = np.moveaxis(march.states, 1, 0) / width ** np.arange(3)[:, None, None]
    return JointPath.through(march.s * width, *states)


def _reversed(path: JointPath) -> JointPath:
    return JointPath(path.length - path.knots[::-1], path.controls[::-1, ::-1])
