"""The joint path of an open chain along a curve of the tool, with a proven bound, or None."""

from __future__ import annotations

import numpy as np

from kinematics.arm.limits import SLACK
from kinematics.arm.mechanism import Mechanism
from kinematics.differential.velocity import weighted_jacobian
from kinematics.motion.paths.free_joints import free_choices
from kinematics.motion.paths.joint_path import JointPath
from kinematics.motion.paths.marching.march import Tolerance, marched
from kinematics.motion.paths.tool_curve import ToolCurve
from kinematics.poses.transforms import Array

SINGULAR = 1e-6  # of the largest singular value: from such a start several branches go on


def curve_path(
    mechanism: Mechanism,
    curve: ToolCurve,
    q_start: Array,
    T_flange_tool: Array,
    tolerances: tuple[float, float],
    holds_elbow: bool = False,
    q_end: Array | None = None,
) -> JointPath | None:
    """The smooth path of the joints on which the tool follows a curve, from q_start (n,).

    tolerances: mm and rad, how far the tool may be from the curve; the deviations of the path are
    proven bounds (`majorant_kernel.py`). holds_elbow: whether a seven-axis arm keeps its elbow
    angle. q_end: (n,), where the joints end if they can. Free joints go as `free_joints.py` says.
    None where the march says nothing: an arm with loops; a singular pose; a curve that leaves the
    reach, or a joint that may leave its limits.
    """
    if mechanism.has_loops or _is_singular(mechanism, q_start):
        return None
    for free in free_choices(mechanism, curve, q_start, T_flange_tool, holds_elbow, q_end):
        march = marched(mechanism, T_flange_tool, curve, q_start, free, Tolerance(*tolerances))
        if not march.reached:
            continue
        path = JointPath.through(march.s, *np.moveaxis(march.states, 1, 0))
        if _within_limits(mechanism, path):
            mm, rad = march.off.max(axis=0)
            rad = 0.0 if mechanism.position_only else rad
            return JointPath(path.knots, path.controls, float(mm), float(rad))
    return None


def _is_singular(mechanism: Mechanism, q: Array) -> bool:
    sizes = np.linalg.svd(weighted_jacobian(mechanism, q)[0], compute_uv=False)
    return bool(sizes[-1] < SINGULAR * sizes[0])


def _within_limits(mechanism: Mechanism, path: JointPath) -> bool:
    """Whether all joints keep their limits: a path lies in the hull of its coefficients."""
    over = np.maximum(path.controls - mechanism.upper, mechanism.lower - path.controls)
    return bool((over <= SLACK).all())
