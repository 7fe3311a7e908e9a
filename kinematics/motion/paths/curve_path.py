"""The joint path of an open chain along a curve of the tool, with a proven bound, or None."""

from __future__ import annotations

import numpy as np

from kinematics.arm.limits import SLACK
from kinematics.arm.mechanism import Mechanism
from kinematics.differential.velocity import weighted_jacobian
from kinematics.families.elbow_angle import elbow_angle, rest_links
from kinematics.families.seven_axis import recognise_elbow
from kinematics.motion.paths.joint_path import JointPath
from kinematics.motion.paths.marching.march import FreeRows, Tolerance, marched
from kinematics.motion.paths.tool_curve import ToolCurve
from kinematics.poses.transforms import Array
from kinematics.solving.choice import solver_of

SINGULAR = 1e-6  # of the largest singular value: from such a start several branches go on


def curve_path(
    mechanism: Mechanism,
    curve: ToolCurve,
    q_start: Array,
    T_flange_tool: Array,
    tolerances: tuple[float, float],
) -> JointPath | None:
    """The smooth path of the joints on which the tool follows a curve, from q_start (n,).

    tolerances: mm and rad, how far the tool may be from the curve; the deviations of the path are
    proven bounds (`majorant_kernel.py`). A seven-axis arm keeps its elbow angle. None where
    the march says nothing: an arm with loops, or with free joints and no closed form at its elbow
    angle; a singular pose; a curve that leaves the reach, or a joint that may leave its limits.
    """
    free = free_rows(mechanism, q_start)
    if free is None or _is_singular(mechanism, q_start):
        return None
    march = marched(mechanism, T_flange_tool, curve, q_start, free, Tolerance(*tolerances))
    if not march.reached:
        return None
    path = JointPath.through(march.s, *np.moveaxis(march.states, 1, 0))
    if not _within_limits(mechanism, path):
        return None
    mm, rad = march.off.max(axis=0)
    return JointPath(
        path.knots, path.controls, float(mm), 0.0 if mechanism.position_only else float(rad)
    )


def free_rows(mechanism: Mechanism, q: Array) -> FreeRows | None:
    """The equations of the joints that a curve leaves free, at q (n,); None for arms that do not
    march."""
    if mechanism.has_loops:
        return None
    if mechanism.n <= mechanism.task_rows:
        return FreeRows.none(mechanism.n)
    points = recognise_elbow(mechanism) if mechanism.n == 7 else ""
    if isinstance(points, str) or not solver_of(mechanism)[0].closed_form:
        return None
    links, psi = rest_links(mechanism), float(elbow_angle(mechanism, q))
    local = [
        links[k, :3, :3].T @ (point - links[k, :3, 3])
        for k, point in ((3, points.E), (4, points.W))
    ]
    elbow = np.concatenate([points.S, *local, [np.cos(psi), np.sin(psi)]])
    none = FreeRows.none(7)
    return FreeRows(none.rows, none.course, elbow)


def _is_singular(mechanism: Mechanism, q: Array) -> bool:
    sizes = np.linalg.svd(weighted_jacobian(mechanism, q)[0], compute_uv=False)
    return bool(sizes[-1] < SINGULAR * sizes[0])


def _within_limits(mechanism: Mechanism, path: JointPath) -> bool:
    """Whether all joints keep their limits: a path lies in the hull of its coefficients."""
    over = np.maximum(path.controls - mechanism.upper, mechanism.lower - path.controls)
    return bool((over <= SLACK).all())
