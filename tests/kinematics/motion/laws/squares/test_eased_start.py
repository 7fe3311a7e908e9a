"""The start of the interior point: rounded corners of the estimate, near enough to the answer."""

from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest

from kinematics import forward, straight_line, translation
from kinematics.motion.chain import chain_of
from kinematics.motion.corners.bend import bend_between
from kinematics.motion.laws.jerk_law import GAP, KNOTS
from kinematics.motion.laws.squares.eased_start import eased
from kinematics.motion.laws.squares.interior import FIRST_GAP, MOST_STEPS, Interior
from kinematics.motion.laws.squares.law_grid import grid_of
from kinematics.motion.laws.time_law import JointLimits

START = np.radians([10.0, -80, 95, 30, 50, -30])
WAYS = [(40, 30, 0), (0, -60, 20), (-30, 10, 40), (20, 40, -30)]
T_TOOL = translation(0, 0, 100)


@pytest.fixture(scope="module")
def arm(hokkaido):
    joints = tuple(replace(j, jerk=20.0 * j.acceleration) for j in hokkaido.joints)
    return replace(hokkaido, joints=joints)


@pytest.fixture(scope="module")
def lines(arm):
    found, q = [], START
    for way in WAYS:
        T = forward(arm, q) @ T_TOOL
        found.append(straight_line(arm, T, translation(*way) @ T, q, T_flange_tool=T_TOOL).leg)
        q = found[-1].path.q_end
    return found


def grid_of_chain(arm, lines, zone, knots):
    bends = [bend_between(arm, a, b, zone, T_TOOL) for a, b in pairwise(lines)]
    chain = chain_of(lines, bends)
    return grid_of(chain.path, chain.rates, JointLimits.of(arm), knots, is_eased=True)


def duration(grid):
    interior = Interior.of(grid, eased(grid))
    assert 0 < interior.descend(FIRST_GAP, GAP) < MOST_STEPS
    return interior.law().duration


@pytest.mark.parametrize("zone", [5.0, 20.0])
def test_lines_with_small_corners_are_solved_from_the_start_at_any_number_of_knots(
    arm, lines, zone
) -> None:
    counts = (KNOTS, KNOTS * len(WAYS), 3 * KNOTS * len(WAYS))
    few, usual, many = (duration(grid_of_chain(arm, lines, zone, count)) for count in counts)
    assert usual == pytest.approx(many, rel=0.005)
    assert few == pytest.approx(many, rel=0.02)  # a quarter of the knots that a chain gets


def test_the_start_is_below_the_estimate_and_leaves_its_corners_out(arm, lines) -> None:
    grid = grid_of_chain(arm, lines, 20.0, KNOTS)
    start = eased(grid)
    assert (start > 0.0).all()
    assert (start <= 1.05 * grid.estimate).all()

    def bends(b: np.ndarray) -> np.ndarray:
        middles = 0.5 * (grid.knots[1:] + grid.knots[:-1])
        return np.abs(np.diff(np.diff(b) / np.diff(middles)))

    assert bends(start)[1:-1].max() < 0.5 * bends(grid.estimate)[1:-1].max()


def test_without_limits_of_jerk_the_start_is_the_estimate(arm, lines) -> None:
    grid = grid_of_chain(arm, lines, 20.0, KNOTS)
    path = (*grid.path[:3], grid.inverses * np.array([[1.0], [1.0], [0.0]]))
    free = replace(grid, path=path)
    np.testing.assert_array_equal(eased(free), grid.estimate)
