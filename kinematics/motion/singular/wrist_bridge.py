"""A bridge that turns the three joints of the wrist, while the tool point stays on its line.

Joints 4 to 6 follow one quintic, with the values, q' and q'' of the path at both ends of the
bridge; joints 1 to 3 lead the tool point along the line. So the tool leaves its orientation only,
by about twice the angle by which the wrist is bent at the ends of the bridge.
"""

from __future__ import annotations

import numpy as np

from kinematics.arm.mechanism import Mechanism
from kinematics.motion.paths.joint_path import JointPath
from kinematics.motion.paths.marching.march import Free, Tolerance, marched
from kinematics.motion.paths.tool_curve import ToolCurve
from kinematics.poses.transforms import Array

AXES, WRIST, POSITION_ROWS = 6, 3, 3
TOLERANCE_MM = 1e-3  # of the tool point between two nodes
SAME = 1e-4  # rad or mm: a march that ends farther from the path has followed another branch
# Rising powers from Bernstein coefficients of degree 5.
POWERS = np.array(
    [
        [1, 0, 0, 0, 0, 0],
        [-5, 5, 0, 0, 0, 0],
        [10, -20, 10, 0, 0, 0],
        [-10, 30, -30, 10, 0, 0],
        [5, -20, 30, -20, 5, 0],
        [-1, 5, -10, 10, -5, 1],
    ],
    float,
)


def wrist_bridge(
    mechanism: Mechanism,
    curve: ToolCurve,
    T_flange_tool: Array,
    path: JointPath,
    span: tuple[float, float],
) -> JointPath | None:
    """The bridge over a span of a line's path, from s = 0; None for arms and places without one."""
    if mechanism.n != AXES or mechanism.task_rows != AXES:
        return None
    width = span[1] - span[0]
    ends = path.derivatives(np.array(span), 2)
    quintic = JointPath.through(np.array([0.0, width]), *ends)
    free = Free.along(np.eye(AXES)[WRIST:], (POWERS @ quintic.controls[0])[:, WRIST:].T)
    march = marched(
        mechanism,
        T_flange_tool,
        curve.part(*span),
        ends[0, 0],
        free,
        Tolerance(TOLERANCE_MM, np.inf),
        rows=POSITION_ROWS,
    )
    if not march.reached or np.abs(march.states[-1, 0] - ends[0, 1]).max() > SAME:
        return None
    states = np.moveaxis(march.states, 1, 0) / width ** np.arange(3)[:, None, None]
    states[:, [0, -1]] = ends  # exactly, so that the path has no jump
    return JointPath.through(march.s * width, *states)
