"""The nodes of a joint path along a curve of the tool, by the shipped loop.

From a node, q + h q' + h^2 q''/2 predicts the next; Newton's method leads it onto the curve. A step
is taken if the prediction was near and the sign of the determinant has stayed; else it is halved.
The quintic through two nodes is bounded by a majorant (`majorant_kernel.py`) and divided where the
bound exceeds the tolerance.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import IntEnum

import numpy as np

from kinematics.arm.mechanism import Mechanism
from kinematics.arm.size import size_of
from kinematics.differential.pose_equations import joints_of
from kinematics.motion.paths.marching import march_kernel as kernel
from kinematics.motion.paths.marching.curve_kernel import GOAL_ROWS
from kinematics.motion.paths.marching.majorant_kernel import SERIES_ROWS
from kinematics.motion.paths.marching.node_kernel import ROWS
from kinematics.motion.paths.tool_curve import ToolCurve
from kinematics.poses.transforms import Array

LEAST_STEP = 1e-9  # of the curve: a march that needs a shorter step stands at a singular pose
ROUNDING = 1e-13  # of the size: error of joint values and poses, which no bound may leave out
ROOM, MOST_ROOM = 256, 16384  # nodes: room for most curves, and the most that a path may have
PENDING = 64  # nodes that wait: intervals within intervals


class Ending(IntEnum):
    """Why a march ended."""

    REACHED = kernel.REACHED
    NO_START = kernel.NO_START
    STOPPED = kernel.STOPPED
    FULL = kernel.FULL


@dataclass(frozen=True, eq=False)
class Free:
    """What the joints do that a curve of the tool leaves free.

    rows, course: (e, n) and (e, k), equations rows @ q = a polynomial in s with these rising
    coefficients. elbow: (ELBOW,), the numbers of an elbow angle that stays, or (0,). shares, guide:
    (g,) and (g, 3, n), nodes from start to end, with one at each knot of the curve, where joints
    that are free still are led to with q, q' and q'', as near as the curve allows; g = 0 for none.
    """

    rows: Array
    course: Array
    elbow: Array
    shares: Array
    guide: Array

    @classmethod
    def none(cls, n: int) -> Free:
        """No free joints, for an arm of n joints."""
        nothing = np.zeros(0)
        return cls(np.zeros((0, n)), np.zeros((0, 1)), nothing, nothing, np.zeros((0, 3, n)))

    @classmethod
    def of_elbow(cls, elbow: Array, n: int) -> Free:
        """The elbow angle with these numbers stays, of an arm of n joints."""
        return replace(cls.none(n), elbow=elbow)

    @classmethod
    def guided(cls, shares: Array, guide: Array) -> Free:
        """The free joints are led along nodes (g,) and (g, 3, n)."""
        return replace(cls.none(guide.shape[2]), shares=shares, guide=guide)

    @classmethod
    def along(cls, rows: Array, course: Array) -> Free:
        """Sums of joints follow polynomials: rows (e, n), course (e, k)."""
        return replace(cls.none(rows.shape[1]), rows=rows, course=course)


@dataclass(frozen=True, eq=False)
class Tolerance:
    """How far the tool may be from its curve between two nodes: mm and rad."""

    mm: float
    rad: float


@dataclass(frozen=True, eq=False)
class March:
    """Nodes of a path, at least one unless the start is not on the curve, and why they end.

    s: (k,), shares of the curve. states: (k, 3, n), joint values and their first and second
    derivative by s. off: (k - 1, 2), bounds of how far the tool is from the curve between nodes, mm
    and rad. ending, place: why the march ended, and at which share it could not go on.
    """

    s: Array
    states: Array
    off: Array
    ending: Ending
    place: float

    @property
    def reached(self) -> bool:
        """Whether the march came to the end of its span."""
        return self.ending is Ending.REACHED


def marched(
    mechanism: Mechanism,
    T_flange_tool: Array,
    curve: ToolCurve,
    q_start: Array,
    free: Free,
    tolerance: Tolerance,
    span: tuple[float, float] = (0.0, 1.0),
    rows: int | None = None,
) -> March:
    """Nodes of an open chain along a span of a curve, from joint values near q_start (n,).

    rows: 6, or 3 where the tool keeps the place of the curve alone; None: `Mechanism.task_rows`.
    """
    room, rows = ROOM, mechanism.task_rows if rows is None else rows
    while True:
        march = _marched(
            mechanism, T_flange_tool, curve, q_start, free, tolerance, span, rows, room
        )
        if march.ending is not Ending.FULL or room >= MOST_ROOM:
            return march
        room *= 4


def _marched(
    mechanism: Mechanism,
    T_flange_tool: Array,
    curve: ToolCurve,
    q_start: Array,
    free: Free,
    tolerance: Tolerance,
    span: tuple[float, float],
    rows: int,
    room: int,
) -> March:
    n = mechanism.n
    s, states, off, notes = np.empty(room), np.empty((room, 3, n)), np.empty((room, 2)), np.empty(3)
    states[0, 0] = q_start
    if len(free.guide):
        states[0] = free.guide[0]
    wide = 7 + n
    count = kernel.march(
        (mechanism.T_link_joint, mechanism.T_last_flange @ T_flange_tool, mechanism.revolute),
        (joints_of(mechanism).units, size_of(mechanism), rows),
        curve.numbers,
        (free.rows, free.course, free.elbow, free.shares, free.guide),
        span,
        (tolerance.mm, tolerance.rad, LEAST_STEP, ROUNDING),
        s,
        states,
        off,
        notes,
        (np.empty((PENDING, 2)), np.empty((PENDING, 3, n))),
        (
            np.empty((n + 1, 12)),
            np.empty((wide, n)),
            np.empty((GOAL_ROWS, 4)),
            np.empty((ROWS, wide)),
            np.empty((6, 3)),
        ),
        (np.empty((SERIES_ROWS, 7)), np.empty((6, n))),
    )
    ending, place = Ending(int(notes[0])), float(notes[1])
    return March(s[:count], states[:count], off[1:count], ending, place)
