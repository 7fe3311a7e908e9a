"""What the free joints of a redundant arm do along a curve of the tool."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from kinematics.arm.mechanism import Mechanism
from kinematics.differential.pose_equations import joints_of
from kinematics.families.elbow_angle import elbow_angle, rest_links
from kinematics.families.seven_axis import recognise_elbow
from kinematics.motion.paths.free_search import searched_ways
from kinematics.motion.paths.marching.least import least_guide
from kinematics.motion.paths.marching.march import Free
from kinematics.motion.paths.tool_curve import ToolCurve
from kinematics.poses.transforms import Array

SAME_END = 1e-7  # rad, or of the size: joint values at the end of a line that count as the same


def free_choices(
    mechanism: Mechanism,
    curve: ToolCurve,
    q: Array,
    T_flange_tool: Array,
    holds_elbow: bool,
    q_end: Array | None,
) -> Iterator[Free]:
    """What the free joints may do from joint values q (n,), what is wanted first.

    If holds_elbow, an arm with an elbow angle keeps it. Otherwise the free joints go the least way;
    where that comes to a joint limit, a way that a search finds; last, with a kept elbow angle.
    Before all that come ways that end at q_end (n,), if it is given.
    """
    wanted = wanted_free(mechanism, curve, q, T_flange_tool, holds_elbow)
    elbow = elbow_numbers(mechanism, q)
    is_free = mechanism.n > mechanism.task_rows and not (holds_elbow and elbow is not None)
    if is_free and q_end is not None and not _ends_at(mechanism, wanted, q_end):
        for way in searched_ways(mechanism, curve, q, T_flange_tool, q_end):
            yield Free.guided(*way)
    if wanted is not None:
        yield wanted
    if not is_free:
        return
    for way in searched_ways(mechanism, curve, q, T_flange_tool):
        yield Free.guided(*way)
    if elbow is not None:
        yield Free.of_elbow(elbow, mechanism.n)


def _ends_at(mechanism: Mechanism, free: Free | None, q_end: Array) -> bool:
    """Whether a guide ends at joint values q_end (n,)."""
    if free is None:
        return False
    gap = np.abs(free.guide[-1, 0] - q_end) / joints_of(mechanism).units
    return bool(gap.max() < SAME_END)


def wanted_free(
    mechanism: Mechanism, curve: ToolCurve, q: Array, T_flange_tool: Array, holds_elbow: bool
) -> Free | None:
    """The first of `free_choices`; None where the least motion does not come to the end."""
    if mechanism.n <= mechanism.task_rows:
        return Free.none(mechanism.n)
    elbow = elbow_numbers(mechanism, q) if holds_elbow else None
    if elbow is not None:
        return Free.of_elbow(elbow, mechanism.n)
    guide = least_guide(mechanism, T_flange_tool, curve, q)
    return Free.guided(guide.shares, guide.states) if guide.reached else None


def elbow_numbers(mechanism: Mechanism, q: Array) -> Array | None:
    """The numbers of the elbow angle at q (7,) as the march takes them; None without one."""
    points = recognise_elbow(mechanism) if mechanism.n == 7 else ""
    if isinstance(points, str):
        return None
    links, psi = rest_links(mechanism), float(elbow_angle(mechanism, q))
    local = [
        links[k, :3, :3].T @ (point - links[k, :3, 3])
        for k, point in ((3, points.E), (4, points.W))
    ]
    return np.concatenate([points.S, *local, [np.cos(psi), np.sin(psi)]])
