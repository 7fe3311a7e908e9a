"""Links as sticks: capsules from frame to frame, for arms of which nothing but the frames is known.

The base does not move, and stands on something: it has no stick.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from geometry import Capsule, VerdictKind, check_pair
from kinematics import Mechanism, link_poses
from kinematics.poses.transforms import pose_along
from scenes.world.cell import Cell
from scenes.world.frozen import Array

# Frames nearer to each other than this, mm, need no stick between them: those beside them end here.
_SAME = 1e-6


def sticks_of(mechanism: Mechanism, radius: float) -> tuple[tuple[int, Capsule, Array], ...]:
    """The sticks of an arm without loops: the link of each, its solid, and T_link_stick (4, 4).

    radius: Of all sticks, mm.
    """
    ends = [*mechanism.T_link_joint[1:, :3, 3], mechanism.T_last_flange[:3, 3]]
    return tuple(
        (link, Capsule(radius, length), pose_along(0.5 * end, end / length))
        for link, end in enumerate(ends, 1)
        if (length := float(np.linalg.norm(end))) > _SAME
    )


def sticks_are_free(cell: Cell, q: Array, radius: float) -> NDArray[np.bool_]:
    """Whether the links of the cell's arm, as sticks, meet no fixture at joint values (k, n): (k,).

    radius: Of the sticks, mm. Each stick is proven apart from each fixture, or counts as met.
    """
    robot = cell.robot
    sticks = sticks_of(robot.mechanism, radius)
    T_world_link = robot.T_world_base @ link_poses(robot.mechanism, q)
    fixtures = [
        (body.solid, body.T_world_body, *body.solid.bounds_in(body.T_world_body))
        for body in cell.fixtures
    ]
    free = np.ones(len(q), np.bool_)
    for link, stick, T_link_stick in sticks:
        T = T_world_link[:, link] @ T_link_stick
        for solid, T_world_body, low, high in fixtures:
            half = 0.5 * stick.height * np.abs(T[:, :3, 2]) + radius
            near = (T[:, :3, 3] + half > low).all(axis=1) & (T[:, :3, 3] - half < high).all(axis=1)
            for row in np.flatnonzero(near & free):
                verdict = check_pair(stick, T[row], solid, T_world_body, cell.chord)
                free[row] = verdict.kind is VerdictKind.FREE
    return free
