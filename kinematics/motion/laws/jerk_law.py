"""The fastest time law along a path under limits of speed, acceleration and jerk.

b = (ds/dt)^2 is found as a C1 quadratic spline of the parameter s by an interior point
(`interior`), on knots placed by an estimate of the law (`law_grid`). The rows hold at samples; the
bounds of the cells say by how much the limits are passed between these. Rows that pass are
tightened and solved again, and what is left is slowed down as a whole, so that the law is proven to
keep all limits everywhere (`law_rows`).
"""

from __future__ import annotations

import numpy as np

from kinematics.motion.laws.acceleration_law import acceleration_law
from kinematics.motion.laws.law_limits import caps_of, is_straight, moving_part
from kinematics.motion.laws.one_ramp import one_ramp
from kinematics.motion.laws.rate_spline import RateSpline
from kinematics.motion.laws.rest_to_rest import rest_to_rest
from kinematics.motion.laws.squares.eased_start import eased
from kinematics.motion.laws.squares.interior import AGAIN_GAP, FIRST_GAP, MOST_STEPS, Interior
from kinematics.motion.laws.squares.law_grid import LawGrid, grid_of, refined
from kinematics.motion.laws.squares.law_rows import slow_down
from kinematics.motion.laws.time_law import JointLimits, Standing, TimeLaw
from kinematics.motion.paths.joint_path import JointPath
from kinematics.poses.transforms import Array

KNOTS = 60
"""Knots of a path without nodes: the law then takes 1.001 times the least duration, and at most
1.01 times in 99 of 100 lines."""
GAP = 1e-4
"""Of the duration: what the interior point leaves."""
GOAL = 5.0
"""A slow-down by more than this times the gap is worth another solution with tightened rows."""
NEAR_GAP, LOOKS = 0.3, (0.1, 0.03)
"""Of the duration: the gap at which it is seen where a grid is too coarse, and from which the
refined grid is solved; there, and at the smaller gaps, it is seen whether a law is fast enough."""
ROUNDS = 2
ROUNDED_UP = 1e-12
"""Added to the slow-down for the rounding of the bounds."""


def jerk_law(
    path: JointPath,
    rates: Array,
    limits: JointLimits,
    knots: int = KNOTS,
    gap: float = GAP,
    enough: float = 0.0,
) -> TimeLaw:
    """The fastest law from rest to rest that keeps speeds, accelerations and jerks of all joints.

    rates: (m,), the largest ds/dt of each piece of the path, 1/s, inf for none. knots: how many the
    law has on a path of one piece. gap: share of the duration that the solution may be off its own
    optimum. enough: a duration, s; a law below it is given before it is the fastest, for those who
    ask no more than whether there is one. A path that moves nothing gets the law that stands. Where
    no joint that moves has a limit of jerk the law has steps of acceleration. Raises
    KinematicsError where nothing limits the motion.
    """
    caps = caps_of(path, rates)
    moving = moving_part(path, limits, caps)
    if moving is None:
        return Standing()
    path, limits = moving
    if not np.isfinite(limits.jerk).any():
        return acceleration_law(path, rates, limits)
    if is_straight(path, caps):
        way = path.q_end - path.q_start
        return rest_to_rest(way, limits, float(caps[0]), path.length)
    grid = grid_of(path, caps, limits, knots, is_eased=True)
    law = _solved(grid, gap, enough)
    ramp = one_ramp(grid, path.length) if law.duration >= enough else None
    return law if ramp is None or law.duration <= ramp.duration else ramp


def _solved(grid: LawGrid, gap: float, enough: float) -> RateSpline:
    """The law of a grid, or of a finer one where the law is faster than the grid expected."""
    interior = Interior.of(grid, eased(grid))
    interior.descend(FIRST_GAP, NEAR_GAP)
    near = _slowed(interior)
    if near.duration < enough:
        return near
    finer, laws = refined(grid, interior.squares()), list[RateSpline]()
    if finer is not grid:
        law, is_answer = _led(Interior.of(finer, finer.estimate), gap, enough)
        if is_answer and law.duration <= near.duration:
            return law
        laws.append(law)
    laws.append(_led(interior, gap, enough)[0])
    return min(laws, key=_duration)


def _led(interior: Interior, gap: float, enough: float) -> tuple[RateSpline, bool]:
    """The law of an interior led on to a gap, and whether it is the answer of its grid."""
    at = NEAR_GAP
    for look in LOOKS if enough > 0.0 else ():
        interior.descend(at, look)
        near, at = _slowed(interior), look
        if near.duration < enough:
            return near, True
    steps = interior.descend(at, gap)
    return _proven(interior, gap), 0 < steps < MOST_STEPS


def _proven(interior: Interior, gap: float) -> RateSpline:
    """The law of an interior: tightened where bounds pass limits, slowed down for the rest."""
    factor = slow_down(interior.bounds())
    for _ in range(ROUNDS):
        if factor < 1.0 + GOAL * gap:
            break
        interior.tighten()
        interior.descend(AGAIN_GAP, gap)
        factor = slow_down(interior.bounds())
    return _slowed(interior)


def _slowed(interior: Interior) -> RateSpline:
    """The law of an interior, slowed down as a whole until its bounds keep all limits."""
    factor, law = slow_down(interior.bounds()), interior.law()
    return law.stretched(factor * (1.0 + ROUNDED_UP)) if factor > 1.0 else law


def _duration(law: RateSpline) -> float:
    return law.duration
