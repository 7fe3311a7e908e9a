"""Values along the path: their scales, and manipulability against its definition."""

import numpy as np
import pytest

from app.desktop.runs.lines.path_values import (
    FARTHEST_MM,
    PathColour,
    Scale,
    number,
    round_up,
    scale_of,
    values_at,
)
from kinematics import singularity
from scenes import load_cell, simulate

RANDOM = np.random.default_rng(8)


def test_a_scale_ends_at_the_least_round_number_above_all_values() -> None:
    for value in 10.0 ** RANDOM.uniform(-4, 5, 200):
        high = round_up(value)
        assert value <= high * (1 + 1e-9) and high <= 2.5 * value
        assert f"{high:.1e}"[:3] in ("1.0", "2.0", "2.5", "5.0")
    assert round_up(0.0) == 1.0


def test_clearances_beyond_the_end_of_the_scale_look_alike_and_the_scale_says_so() -> None:
    scale = scale_of(PathColour.CLEARANCE, [3.0, 180.0, 950.0, np.inf, np.nan])
    assert (scale.high, scale.is_open) == (FARTHEST_MM, True)
    np.testing.assert_array_equal(scale.shares([0.0, 100.0, 950.0, np.inf]), [0.0, 0.5, 1.0, 1.0])
    assert np.isnan(scale.shares([np.nan])).all()
    near = scale_of(PathColour.CLEARANCE, [3.0, 18.0])
    assert (near.high, near.is_open) == (20.0, False)


def test_a_value_is_told_with_its_unit_and_an_unknown_one_as_unknown() -> None:
    scale = Scale(0.0, 20.0, "mm")
    assert scale.words(8.417) == "8.42 mm"
    assert scale.words(np.nan) == "not computed yet"
    assert scale.words(np.inf) == "nothing to be near"
    assert [number(x) for x in (312.4, 31.24, 0.0712)] == ["312", "31.2", "0.0712"]


def test_manipulability_is_the_determinant_that_the_singularity_of_each_pose_tells() -> None:
    cell = load_cell("kakazu1985")
    run = simulate(cell, "10 DRIVE 2 -30\n20 DRIVE 5 -40\n30 END\n")
    times = RANDOM.uniform(0.0, run.duration, 9)
    found = values_at(run, PathColour.MANIPULABILITY, times)
    mechanism = cell.robot.mechanism
    wanted = [abs(singularity(mechanism, run.motion_at(t)[0]).determinant) for t in times]
    np.testing.assert_allclose(found, wanted, rtol=1e-9)


@pytest.mark.parametrize("colour", list(PathColour))
def test_every_colour_of_the_path_has_a_name(colour: PathColour) -> None:
    assert colour.label and PathColour(colour.value) is colour
