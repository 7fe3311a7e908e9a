"""Corners of FANUC: CNT n says how much of the speed is kept, and no distance.

How near the tool comes to the point is the controller's own, by its speed and accelerations. Here
a motion goes over into the next where it would begin to brake: at CNT100 half the way that it goes
in the time of braking, at less n percent of that. The time is that of the robot file, from full
joint speed. It is an assumption, with which a distance is written too.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from kinematics import Mechanism

MOST, LEAST = 100, 1
LONGEST_TIME = 1.0  # s: where a robot file states no acceleration


def corner_mm(mechanism: Mechanism, percent: float, mm_s: float) -> float:
    """The zone of CNT n at a speed of the tool, mm."""
    return 0.01 * percent * _whole(mechanism, mm_s)


def corner_percent(mechanism: Mechanism, zone_mm: float, mm_s: float) -> int:
    """n of the CNT n that comes nearest to a zone at a speed of the tool."""
    whole = _whole(mechanism, mm_s)
    share = MOST * zone_mm / whole if whole > 0.0 else MOST
    return int(np.clip(round(share), LEAST, MOST))


def _whole(mechanism: Mechanism, mm_s: float) -> float:
    """The zone of CNT100, mm."""
    return 0.5 * mm_s * _braking_s(mechanism)


@lru_cache(maxsize=16)
def _braking_s(mechanism: Mechanism) -> float:
    """The longest time in which a joint brakes from its full speed, s."""
    known = np.isfinite(mechanism.speed) & np.isfinite(mechanism.acceleration)
    seconds = mechanism.speed[known] / mechanism.acceleration[known]
    return min(float(seconds.max(initial=0.0)) or LONGEST_TIME, LONGEST_TIME)
