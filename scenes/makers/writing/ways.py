"""Where the joints of an arm are when the tool has been led along a line or an arc."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from kinematics import ArcCurve, Mechanism, forward, interpolate, invert
from scenes.execution.statements.reach import Choice, joint_values_of
from scenes.execution.values.impossible import FAULTS
from scenes.world.frozen import Array

FAR = np.radians(45.0)  # of a joint that turns more the way is looked at in two halves
MOST_HALVINGS = 8


class Place(NamedTuple):
    """A place on a way: its share of the way, and joint values (n,) there."""

    share: float
    q: Array


def joints_behind(
    mechanism: Mechanism, q: Array, T_flange_tool: Array, T: Array, T_via: Array | None = None
) -> Array:
    """Joint values (n,) at the end of a line or an arc of the tool, which begins at q (n,).

    T: T_base_tool (4, 4) at its end. T_via: On an arc between both; None for a line. Raises one of
    FAULTS where the arm is not there.

    A joint may turn by more than half a turn on the way: then the values at the end are not those
    nearest to the ones at the beginning, and the way is followed. Where it cannot be, they are the
    nearest ones.
    """
    T_start, T_tool_flange = forward(mechanism, q) @ T_flange_tool, invert(T_flange_tool)

    def there(share: float, near: Array) -> Array:
        T_at = T
        if share < 1.0 and T_via is not None:
            T_at = ArcCurve.through(T_start, [T_via], T).poses([share])[0]
        elif share < 1.0:
            T_at = interpolate(T_start, T, [share])[0]
        return joint_values_of(mechanism, T_at @ T_tool_flange, near, Choice(), "the end")

    turning = np.array([kind != "P" for kind in mechanism.kinds])

    def behind(start: Place, end: Place, halvings: int) -> Array:
        """The joint values at the end of a part of the way, given those nearest to its start."""
        if not halvings or np.abs(end.q - start.q)[turning].max(initial=0.0) < FAR:
            return end.q
        share = 0.5 * (start.share + end.share)
        half = Place(share, there(share, start.q))
        half = Place(share, behind(start, half, halvings - 1))
        return behind(half, Place(end.share, there(end.share, half.q)), halvings - 1)

    nearest = there(1.0, q)
    try:
        return behind(Place(0.0, q), Place(1.0, nearest), MOST_HALVINGS)
    except FAULTS:
        return nearest
