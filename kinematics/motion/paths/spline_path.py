"""The smooth joint path through exact roots of a line: a cubic spline with continuous curvature."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from kinematics.arm.forward import forward
from kinematics.arm.mechanism import Mechanism
from kinematics.motion.paths.joint_path import JointPath
from kinematics.poses.transforms import Array, rotation_angle

ROUNDS = 6  # times that the intervals are halved in which the tool is too far from its curve


def spline_path(knots: Array, q: Array) -> JointPath:
    """The path through joint values q (m + 1, n) at its knots, with q'' continuous.

    Cubic on each piece; the first two pieces are one cubic, and so are the last two ("not a knot",
    de Boor, A Practical Guide to Splines, chapter IV).
    """
    if len(knots) == 2:
        return JointPath.between(knots, q)
    h = np.diff(knots)[:, None]
    slope = np.diff(q, axis=0) / h
    if len(knots) == 3:
        bend = np.tile((slope[1] - slope[0]) / (0.5 * (h[0] + h[1])), (3, 1))
        middle = (slope[0] * h[1] + slope[1] * h[0]) / (h[0] + h[1])
        first = np.stack([middle - bend[0] * h[0], middle, middle + bend[0] * h[1]])
        return JointPath.through(knots, q, first, bend)
    first = _slopes(h, slope)
    second = (6.0 * slope - 4.0 * first[:-1] - 2.0 * first[1:]) / h
    last = (-6.0 * slope[-1:] + 2.0 * first[-2:-1] + 4.0 * first[-1:]) / h[-1]
    return JointPath.through(knots, q, first, np.concatenate([second, last]))


def _slopes(h: Array, slope: Array) -> Array:
    """dq/ds at the knots (m + 1, n), by elimination of the three diagonals.

    h: (m, 1), widths of the pieces. slope: (m, n), differences of q over them.
    """
    below, above = h[1:], h[:-1]
    diagonal = 2.0 * (h[:-1] + h[1:])
    right = 3.0 * (h[1:] * slope[:-1] + h[:-1] * slope[1:])
    whole = h[0] + h[1], h[-1] + h[-2]
    starts = ((h[0] + 2.0 * whole[0]) * h[1] * slope[0] + h[0] ** 2 * slope[1]) / whole[0]
    ends = ((h[-1] + 2.0 * whole[1]) * h[-2] * slope[-1] + h[-1] ** 2 * slope[-2]) / whole[1]
    pivots, values, over = [h[1]], [starts], [whole[0]]
    for i in range(len(diagonal)):
        factor = below[i] / pivots[-1]
        pivots.append(diagonal[i] - factor * over[-1])
        values.append(right[i] - factor * values[-1])
        over.append(above[i])
    factor = whole[1] / pivots[-1]
    found = [(ends - factor * values[-1]) / (h[-2] - factor * over[-1])]
    for pivot, value, beyond in zip(pivots[::-1], values[::-1], over[::-1], strict=True):
        found.append((value - beyond * found[-1]) / pivot)
    return np.stack(found[::-1])


def path_on(
    mechanism: Mechanism,
    poses: Callable[[Array], Array],
    T_flange_tool: Array,
    roots: Callable[[Array, Array], tuple[Array, NDArray[np.bool_]]],
    nodes: tuple[Array, Array],
    tolerances: tuple[float, float],
) -> JointPath:
    """The path through nodes, with further roots where the tool is too far from its curve.

    poses: T_base_tool (k, 4, 4) at s (k,). tolerances: mm and rad. roots: joint values (k, n) next
    to given ones at s (k,), and whether they exist, (k,). nodes: s (m + 1,) and q (m + 1, n). The
    deviations of the path are those measured in the middle of each piece, where a cubic is farthest
    from it.
    """
    s, q = nodes
    path, mm, rad = spline_path(s, q), 0.0, 0.0
    for _ in range(ROUNDS):
        middle = 0.5 * (s[1:] + s[:-1])
        between = path.at(middle)
        reached, wanted = forward(mechanism, between) @ T_flange_tool, poses(middle)
        gaps = np.linalg.norm((reached - wanted)[:, :3, 3], axis=1)
        turns = rotation_angle(np.swapaxes(reached[:, :3, :3], 1, 2) @ wanted[:, :3, :3])
        turns = np.zeros(len(gaps)) if mechanism.position_only else turns
        mm, rad = float(gaps.max()), float(turns.max())
        wide = (gaps > tolerances[0]) | (turns > tolerances[1])
        if not wide.any():
            break
        added, found = roots(middle[wide], between[wide])
        places = np.flatnonzero(wide)[found] + 1
        if len(places) == 0:
            break
        s = np.insert(s, places, middle[places - 1])
        q = np.insert(q, places, added[found], axis=0)
        path = spline_path(s, q)
    return replace(path, deviation_mm=mm, deviation_rad=rad)
