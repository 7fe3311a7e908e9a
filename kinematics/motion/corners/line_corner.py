"""The rounded corner between two straight lines of the tool, in closed form.

With the last share h_a of the first line, of way e_a and turn w_a, and the first share h_b of the
second, the tool is at

    p(u) = p_c - h_a F(1 - u) e_a + h_b F(u) e_b,
    R(u) = exp(-h_a F(1 - u) [w_a]) exp(h_b F(u) [w_b]) R_c,

in the plane of both lines. Its velocity is a mean of those on the two lines, weighted by 1 - w and
w, so that no speed of the tool is above that of the faster line. The joints follow this curve by
the same march as the lines, with the same proven bound of the tool between nodes.
"""

from __future__ import annotations

import numpy as np

from kinematics.motion.corners.fading import BREAKS, cubics
from kinematics.motion.corners.leg import Leg, Track
from kinematics.motion.corners.levers import levers
from kinematics.motion.paths.free_joints import elbow_numbers
from kinematics.motion.paths.joint_path import JointPath, hermite_controls
from kinematics.motion.paths.marching.march import Free, marched
from kinematics.motion.paths.tool_curve import POWERS, StraightCurve, ToolCurve
from kinematics.poses.transforms import Array

SAME_BRANCH = 100.0
"""Times the tolerance of the lines: by so much the ends of the corner may differ from the lines."""
PARTS = cubics()
ENDING = PARTS * np.array([1.0, 0.0, 1.0, 1.0])
"""F(u), and F(1 - u) = F(u) - 2 u + 1, by u - BREAKS."""
ENDING[:, 0] -= 2.0 * BREAKS[:-1] - 1.0
ENDING[:, 1] = PARTS[:, 1] - 2.0


def line_corner(first: Leg, second: Leg, shares: tuple[float, float]) -> JointPath | None:
    """The corner as a path of the joints; its parameter is that of the first leg, from 0.

    None where a leg is no straight line, where free joints do not keep an elbow angle on both lines
    (they go a least way on each, and a march of the corner another), and where the march does not
    come from one line to the other in the same branch: near a singular pose, or beyond the reach.
    """
    a, b = first.track, second.track
    if a is None or b is None or not _are_lines(a, b):
        return None
    start = first.path.derivatives(1.0 - shares[0], 2)
    free = _free(a, b, start[0])
    if free is None:
        return None
    curve = corner_curve(a.curve, b.curve, shares)
    march = marched(a.mechanism, a.T_flange_tool, curve, start[0], free, a.tolerance)
    if not march.reached:
        return None
    own, widths = march.states, np.diff(march.s)
    # The ends are those of the lines, so that q' and q'' have no jump.
    states = own.copy()
    scale = np.array([1.0, 2.0, 4.0])[:, None]
    states[0] = start * scale * shares[0] ** np.arange(3)[:, None]
    end = second.path.derivatives(np.array(shares[1]), 2)
    states[-1] = end * scale * shares[1] ** np.arange(3)[:, None]
    controls = hermite_controls(widths, *np.moveaxis(states, 1, 0))
    moved = np.abs(controls - hermite_controls(widths, *np.moveaxis(own, 1, 0))).max(axis=(0, 1))
    mm = float(march.off[:, 0].max() + moved @ levers(a.mechanism, a.T_flange_tool))
    rad = float(march.off[:, 1].max() + moved @ a.mechanism.revolute)
    if mm > SAME_BRANCH * a.tolerance.mm or rad > SAME_BRANCH * a.tolerance.rad:
        return None
    rad = 0.0 if a.mechanism.position_only else rad
    return JointPath(march.s * 2.0 * shares[0], controls, mm, rad)


def corner_curve(a: ToolCurve, b: ToolCurve, shares: tuple[float, float]) -> ToolCurve:
    """The curve of the tool in the corner between two straight curves."""
    place, turn = np.zeros((3, POWERS, 3)), np.zeros((3, 2, POWERS))
    before, behind = -shares[0] * ENDING, shares[1] * PARTS
    place[:, 0] = b.place[0, 0]
    place += before[:, :, None] * a.place[0, 1] + behind[:, :, None] * b.place[0, 1]
    turn[:, 0], turn[:, 1] = before * a.turn[0, 0, 1], behind * b.turn[0, 0, 1]
    axes = np.stack([a.axes[0, 0], b.axes[0, 0]])
    return ToolCurve(
        BREAKS,
        place,
        np.zeros((3, 2, 3)),
        np.zeros(3),
        np.tile(axes, (3, 1, 1)),
        turn,
        np.tile(b.R[0], (3, 1, 1)),
        shares[0] * a.length + shares[1] * b.length,
        shares[0] * a.angle + shares[1] * b.angle,
        "the rounded corner",
    )


def _free(a: Track, b: Track, q: Array) -> Free | None:
    """What the free joints do in the corner between two lines, from q (n,); None for no march."""
    arm = a.mechanism
    if arm.n <= arm.task_rows:
        return Free.none(arm.n)
    elbow = elbow_numbers(arm, q) if a.holds_elbow and b.holds_elbow else None
    return None if elbow is None else Free.of_elbow(elbow, arm.n)


def _are_lines(a: Track, b: Track) -> bool:
    """Whether both are straight lines of the same tool."""
    return (
        isinstance(a.curve, StraightCurve)
        and isinstance(b.curve, StraightCurve)
        and np.array_equal(a.T_flange_tool, b.T_flange_tool)
        and np.array_equal(a.mechanism.T_last_flange, b.mechanism.T_last_flange)
    )
