"""The squares from which the interior point of a time law starts.

The estimate of a grid has corners where one limit takes over from another; there its acceleration
jumps, and its jerk is as large as its knots are near. Lowered as a whole until the jerk holds at
the worst of these corners, a chain would start at a tenth of its speed and less, and the descent
from there is long and may end beside the answer: the limits of jerk are not convex. So the rate of
the estimate is averaged over a time in which the jerk can turn the acceleration round, after each
rate was lowered to the least one that this average looks at.
"""

from __future__ import annotations

import numpy as np

from kinematics.motion.laws.squares.interior import NEVER_ZERO
from kinematics.motion.laws.squares.law_grid import LawGrid
from kinematics.poses.transforms import Array

TURNS = 2.0
"""Times that the jerk takes to full acceleration in the time of the average: from one full
acceleration to the other."""
LARGEST = 0.25
"""Of the duration of the estimate: the longest time of the average."""
LOOKS = np.linspace(-0.5, 0.5, 9)[:, None]
"""Times, as shares of that of the average, at which the least rate is looked for."""


def eased(grid: LawGrid) -> Array:
    """The estimate (k,) of a grid at the middles of its intervals, with its corners rounded."""
    rates = np.sqrt(np.maximum(grid.estimate, NEVER_ZERO * grid.estimate.max()))
    steps = np.diff(grid.knots) / rates
    ends = np.append(0.0, np.cumsum(steps))
    middles = 0.5 * (ends[1:] + ends[:-1])
    width = min(TURNS * _jerk_time(grid), LARGEST * float(ends[-1]))
    if width <= 0.0:
        return grid.estimate
    least = np.minimum(rates, np.interp(middles + LOOKS * width, middles, rates).min(axis=0))
    ways = np.append(0.0, np.cumsum(least * steps))
    before, behind = (np.interp(middles + side * width, ends, ways) for side in (-0.5, 0.5))
    found: Array = ((behind - before) / width) ** 2
    return found


def _jerk_time(grid: LawGrid) -> float:
    """The longest time, s, that the jerk of a joint takes to its full acceleration."""
    _, pull, kick = grid.inverses
    times = np.divide(kick, pull, out=np.full(len(pull), np.inf), where=pull > 0.0)
    return float(np.where(kick > 0.0, times, 0.0).max())
