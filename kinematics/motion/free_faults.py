"""Why a redundant arm cannot follow a line or an arc, as its own way of the free joint shows it."""

from __future__ import annotations

import numpy as np

from kinematics.arm.mechanism import Mechanism
from kinematics.motion.branch_tracking import NEAREST
from kinematics.motion.line_path import ArcLine, Line, LineFault, LinePath, limit_fault
from kinematics.motion.paths.free_joints import elbow_numbers, wanted_free
from kinematics.motion.paths.joint_path import JointPath
from kinematics.motion.paths.marching.march import Tolerance, marched
from kinematics.poses.transforms import Array
from kinematics.solving.choice import solver_of

SAMPLES = 500  # of the way, on which the place of a joint limit is looked for


def with_free_fault(
    mechanism: Mechanism,
    line: Line | ArcLine,
    q_start: Array,
    holds_elbow: bool,
    tolerance: Tolerance,
    path: LinePath,
) -> LinePath:
    """The path that exact roots give, with a fault of what the free joints of the arm do.

    path: as `line_path.follow` gives it: with the elbow angle that stays where it has a closed
    form, else with the least motion from node to node. A path is left as it is, unless the elbow
    angle must be kept and that path does not keep it.
    """
    if mechanism.has_loops or mechanism.n <= mechanism.task_rows:
        return path
    is_kept = holds_elbow and elbow_numbers(mechanism, q_start) is not None
    if is_kept and (solver_of(mechanism)[0].closed_form or path.fault is LineFault.UNREACHABLE):
        return path
    if path.fault is None and not is_kept:
        return path
    free = wanted_free(mechanism, line.curve, q_start, line.T_flange_tool, holds_elbow)
    if free is None:
        return path
    march = marched(mechanism, line.T_flange_tool, line.curve, q_start, free, tolerance)
    if march.reached:
        whole = JointPath.through(march.s, *np.moveaxis(march.states, 1, 0))
        s = np.linspace(0.0, 1.0, SAMPLES + 1)
        told = limit_fault(mechanism, line, LinePath(s, whole.at(s), NEAREST))
        return path if told.fault is None and not is_kept else told
    if not is_kept:
        return path
    text = f"{line.name} cannot keep the elbow angle: at {march.place:.1%} of its way it comes to "
    text += "a singular pose or leaves the reach"
    empty = np.empty((0, mechanism.n))
    return LinePath(np.empty(0), empty, NEAREST, LineFault.POSTURE, march.place, text)
