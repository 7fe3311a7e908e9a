"""The fastest time law along a path under limits of speed and acceleration; no jerk is limited.

b = (ds/dt)^2 is linear between knots, so that s has a constant second derivative there. With
t = b_i and u = b_(i+1) each limit at a sample of the interval is a row -1 <= a t + c u <= 1. From
the end to the start the largest t from which the end can be reached is found by Newton's method;
then from the start to the end each u is the largest that its rows and the end allow: time-optimal
path parameterisation by reachability (Pham and Pham, 2018, IEEE T-RO 34, 645), with signed rows.
Rows of cells whose bounds pass a limit between samples are tightened and the passes repeated; what
is left is slowed down as a whole.
"""

from __future__ import annotations

import numpy as np

from kinematics.motion.laws.law_limits import caps_of, is_straight, moving_part
from kinematics.motion.laws.rate_spline import RateSpline
from kinematics.motion.laws.rest_to_rest import rest_to_rest
from kinematics.motion.laws.squares.law_grid import LawGrid, grid_of
from kinematics.motion.laws.squares.law_rows import bounds_of, rows_of, slow_down
from kinematics.motion.laws.squares.pass_kernel import pass_squares
from kinematics.motion.laws.squares.rows_kernel import INTERVAL
from kinematics.motion.laws.time_law import JointLimits, Standing, TimeLaw
from kinematics.motion.paths.joint_path import JointPath
from kinematics.poses.transforms import Array

KNOTS = 200
"""Knots of a path without nodes: more than the law with jerk has, because the passes are fast and
every switch between full accelerations lies somewhere between two knots."""
ROUNDS = 4
GOAL = 1.0005
"""A slow-down by more than this is worth another pass with tightened rows."""
ROUNDED_UP = 1e-12
"""Added to the slow-down for the rounding of the bounds."""


def acceleration_law(
    path: JointPath, rates: Array, limits: JointLimits, knots: int = KNOTS
) -> TimeLaw:
    """The fastest law from rest to rest that keeps the speeds and accelerations of all joints.

    rates: (m,), the largest ds/dt of each piece of the path, 1/s, inf for none. knots: how many the
    law has on a path of one piece. Raises KinematicsError where nothing limits the motion.
    """
    caps = caps_of(path, rates)
    no_jerk = JointLimits(limits.speed, limits.acceleration, np.full(np.shape(limits.jerk), np.inf))
    moving = moving_part(path, no_jerk, caps)
    if moving is None:
        return Standing()
    path, no_jerk = moving
    if is_straight(path, caps):
        return rest_to_rest(path.q_end - path.q_start, no_jerk, float(caps[0]), path.length)
    return _passed(grid_of(path, caps, no_jerk, knots, is_eased=False))


def _passed(grid: LawGrid) -> RateSpline:
    """The law of a grid, tightened where bounds are passed, and slowed down for the rest."""
    rows, margins = rows_of(grid), np.ones((len(grid.cells[0]), 3))
    places = grid.cells[0][:, INTERVAL]
    firsts = np.searchsorted(places, np.arange(len(grid.knots)))
    lines = np.zeros((*rows.lines.shape[:2], rows.lines.shape[2] + 1, 2))
    ends, largest = np.zeros(len(grid.knots)), np.zeros(len(grid.knots))
    for _ in range(ROUNDS):
        pass_squares(grid.knots, grid.cells, firsts, rows, margins, lines, largest, ends)
        squares = np.stack([ends[:-1], 0.5 * (ends[:-1] + ends[1:]), ends[1:]], axis=1)
        bounds = bounds_of(grid, squares)
        factor = slow_down(bounds)
        if factor < GOAL:
            break
        margins[:, 0] /= np.maximum(bounds[:, 0], 1.0) ** 2
        margins[:, 1] /= np.maximum(bounds[:, 1], 1.0)
    law = RateSpline(grid.knots, squares)
    return law.stretched(factor * (1.0 + ROUNDED_UP)) if factor > 1.0 else law
