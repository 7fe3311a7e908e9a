"""Which limit is active along a motion: what keeps it from being faster."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

import numpy as np
from numpy.typing import NDArray

from kinematics.motion.laws.time_law import JointLimits
from kinematics.poses.transforms import Array

ACTIVE = 0.95  # of a limit: a law meets its limits to a hundredth, and one sample may miss a peak
GAP = 2  # samples between two stretches that count as one


class Quantity(Enum):
    """What is limited: of a joint, or the turning of the tool."""

    SPEED = "speed"
    ACCELERATION = "acceleration"
    JERK = "jerk"
    TURNING = "turning"


@dataclass(frozen=True)
class Holding:
    """The limit that holds a motion back for most of its time.

    joint: from 0; None for the turning of the tool. first, last: the samples between which it is
    active, of the longest stretch. is_active: whether it is met anywhere; else it is the one that
    comes nearest.
    """

    quantity: Quantity
    joint: int | None
    first: int
    last: int
    is_active: bool


def holding(states: Array, turning: Array, limits: JointLimits, slow: NDArray[np.bool_]) -> Holding:
    """The limit that holds a motion back where it is slower than asked.

    states: (4, k, n), joint values, speeds, accelerations and jerks at even times. turning: (k,),
    the rate at which the tool turns, as a share of the programmed one. slow: (k,), the samples that
    are slower than asked; at least one.
    """
    n = states.shape[2]
    every = (limits.speed, limits.acceleration, limits.jerk)
    ratios = np.abs(states[1:]) / np.stack(every)[:, None]
    shares = np.concatenate(
        [ratios.transpose(1, 0, 2).reshape(len(turning), -1), turning[:, None]], 1
    )
    shares = np.where(slow[:, None], shares, 0.0)
    nearest = np.argmax(shares, axis=1)
    is_met = shares[np.arange(len(shares)), nearest] >= ACTIVE
    if not is_met.any():
        at, best = divmod(int(np.argmax(shares)), shares.shape[1])
        return _named(best, n, at, at, False)
    column = int(np.argmax(np.bincount(nearest[is_met])))
    first, last = _longest(np.flatnonzero(is_met & (nearest == column)))
    return _named(column, n, first, last, True)


def _named(column: int, n: int, first: int, last: int, is_active: bool) -> Holding:
    if column == 3 * n:
        return Holding(Quantity.TURNING, None, first, last, is_active)
    quantity = (Quantity.SPEED, Quantity.ACCELERATION, Quantity.JERK)[column // n]
    return Holding(quantity, column % n, first, last, is_active)


def _longest(samples: NDArray[np.intp]) -> tuple[int, int]:
    """The first and the last sample of the longest stretch among increasing numbers."""
    breaks = np.flatnonzero(np.diff(samples) > 1 + GAP)
    firsts = samples[np.concatenate([[0], breaks + 1])]
    lasts = samples[np.concatenate([breaks, [len(samples) - 1]])]
    longest = int(np.argmax(lasts - firsts))
    return int(firsts[longest]), int(lasts[longest])
