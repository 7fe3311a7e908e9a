"""The drawing of an arm shows how its joints are, and moves as the arm does."""

from itertools import pairwise

import numpy as np
import pytest

from kinematics import Mechanism, forward, inverse, link_poses, translation
from scenes.library import load_robot, robot_names
from scenes.world.arm_drawing.joint_symbols import APART, TURNING, Form
from scenes.world.arm_drawing.line_drawing import chain_at, drawn_at, line_drawing
from tests.by_card import open_chains

OPEN = open_chains()


def some_q(mechanism, seed=3):
    low = np.where(np.isfinite(mechanism.lower), mechanism.lower, -3.0)
    high = np.where(np.isfinite(mechanism.upper), mechanism.upper, 3.0)
    return np.random.default_rng(seed).uniform(low, high)


@pytest.mark.parametrize("name", OPEN)
def test_symbols_lie_on_the_axes_of_their_joints_in_any_pose(name):
    mechanism = load_robot(name).mechanism
    q = some_q(mechanism)
    frames = link_poses(mechanism, q)[1:]
    for symbol, T in zip(drawn_at(mechanism, q).symbols, frames, strict=True):
        np.testing.assert_allclose(np.cross(symbol.place - T[:3, 3], T[:3, 2]), 0.0, atol=1e-5)
        np.testing.assert_allclose(symbol.axis, T[:3, 2], atol=1e-12)


@pytest.mark.parametrize("name", OPEN)
def test_a_joint_moves_no_symbol_before_it_and_no_line_but_those_behind_it(name):
    mechanism = load_robot(name).mechanism
    q = some_q(mechanism)
    here = drawn_at(mechanism, q)
    for i in range(mechanism.n):
        turned = drawn_at(mechanism, q + 0.2 * np.eye(mechanism.n)[i])
        for before, after in zip(here.symbols[:i], turned.symbols[:i], strict=True):
            np.testing.assert_allclose(after.place, before.place, atol=1e-9)
        for (link, path), (_, other) in zip(here.chain, turned.chain, strict=True):
            assert (link > i) or np.abs(other - path).max() < 1e-9


@pytest.mark.parametrize("name", robot_names())
def test_the_lines_lead_from_base_to_flange_without_a_gap_but_at_slides(name):
    mechanism = load_robot(name).mechanism
    q = load_robot(name).ready
    paths = [path for _, path in drawn_at(mechanism, q).chain]
    gaps = [np.linalg.norm(b[0] - a[-1]) for a, b in pairwise(paths)]
    assert sum(gap > 1e-5 for gap in gaps) <= mechanism.chain.kinds.count("P")
    flange = forward(mechanism, q)[:3, 3]
    drawn = line_drawing(mechanism)
    assert min(np.linalg.norm(point - flange) for path in paths for point in path) < 2e-5 or (
        drawn.chain[-1][0] != mechanism.last_link
    )


@pytest.mark.parametrize("name", OPEN)
def test_the_symbols_of_neighbouring_joints_stand_apart(name):
    drawing = line_drawing(load_robot(name).mechanism)
    turning = [symbol for symbol in drawing.symbols if symbol.form in TURNING]
    gaps = [np.linalg.norm(a.place - b.place) for a, b in pairwise(turning)]
    assert min(gaps, default=np.inf) > 0.6 * APART * drawing.length


@pytest.mark.parametrize(
    ("name", "forms"),
    [
        ("puma560", "TWIST BEND BEND TWIST BEND TWIST"),
        ("kuka_lbr_iiwa_7_r800", "TWIST BEND TWIST BEND TWIST BEND TWIST"),
        ("ur5e", "TWIST BEND BEND BEND BEND TWIST"),
        ("textbook_leg", "TWIST BEND BEND BEND BEND BEND"),
        ("textbook_rrp", "TWIST BEND SLEEVE"),
        ("stanford_arm", "TWIST BEND SLEEVE TWIST BEND TWIST"),
        ("gantry_6axis", "RAIL RAIL SLEEVE TWIST BEND TWIST"),
    ],
)
def test_joints_twist_or_bend_as_people_say_of_these_arms(name, forms):
    symbols = line_drawing(load_robot(name).mechanism).symbols
    assert [symbol.form.name for symbol in symbols] == forms.split()


def test_a_slide_in_line_with_the_links_before_and_behind_it_is_a_telescope():
    column = Mechanism.from_axes(
        axes=[[0, 0, 1], [0, 0, 1]],
        points=[[0, 0, 300], [0, 0, 500]],
        kinds="RP",
        T_base_flange_zero=translation(0, 0, 700),
    )
    assert line_drawing(column).symbols[1].form is Form.TELESCOPE


def test_the_axes_of_a_hip_are_drawn_on_to_the_point_in_which_they_meet():
    hip = line_drawing(load_robot("textbook_leg").mechanism).symbols[:3]
    assert hip[2].meeting is None  # it stands there
    for symbol in hip[:2]:
        np.testing.assert_allclose(symbol.meeting, hip[2].place, atol=1e-9)
        assert np.linalg.norm(symbol.place - symbol.meeting) > 20.0


def test_driven_joints_of_closed_loops_have_their_numbers_and_passive_ones_none():
    arm = load_robot("textbook_palletiser").mechanism
    symbols = line_drawing(arm).symbols
    numbers = [symbol.number for symbol in symbols if symbol.number]
    assert sorted(numbers) == list(range(1, arm.n + 1))
    assert len(symbols) > arm.n


def test_the_rods_of_a_delta_have_a_ball_at_both_ends_and_no_motor_there():
    symbols = line_drawing(load_robot("textbook_delta").mechanism).symbols
    balls = [symbol for symbol in symbols if symbol.form is Form.BALL]
    assert len(balls) == 12  # three arms, two rods each
    assert all(symbol.number == 0 for symbol in balls)


@pytest.mark.parametrize("name", ["textbook_palletiser", "textbook_five_bar"])
def test_bars_of_closed_loops_keep_their_lengths_and_meet(name):
    robot = load_robot(name)
    lengths = []
    for q in (robot.ready, robot.ready + 0.2 * (robot.mechanism.revolute > 0.0)):
        found = inverse(robot.mechanism, forward(robot.mechanism, q))
        assert len(found)
        drawing = drawn_at(robot.mechanism, q)
        lengths.append([np.linalg.norm(np.diff(path, axis=0), axis=1) for path in drawing.paths])
        for symbol in drawing.symbols:
            ends = np.concatenate([path[[0, -1]] for path in drawing.paths])
            near = np.linalg.norm(ends - symbol.place, axis=1).min()
            assert near < 1e-6 or symbol.form is Form.SLEEVE
    for a, b in zip(*lengths, strict=True):
        np.testing.assert_allclose(a, b, atol=1e-6)


def test_the_points_of_a_path_of_poses_are_those_of_each_pose():
    mechanism = load_robot("puma560").mechanism
    q = np.stack([some_q(mechanism, seed) for seed in range(3)])
    one_by_one = [np.vstack([path for _, path in drawn_at(mechanism, row).chain]) for row in q]
    np.testing.assert_allclose(chain_at(mechanism, q), one_by_one, atol=1e-9)


def test_a_delta_is_drawn_by_its_cranks_and_rods_and_without_the_slides_of_its_platform() -> None:
    """Six lines are as long as a rod, and nothing leads to the origin of the base."""
    mechanism = load_robot("textbook_delta").mechanism
    drawing = drawn_at(mechanism, np.array([0.3, -0.2, 0.5, 0.4]))
    numbers = [symbol.number for symbol in drawing.symbols]
    assert sorted(numbers)[-4:] == [1, 2, 3, 4]
    lengths = [np.linalg.norm(np.diff(path, axis=0), axis=1) for path in drawing.paths]
    rods = [length for length in np.concatenate(lengths) if abs(length - 650.0) < 1e-9]
    assert len(rods) == 6
    places = np.concatenate(drawing.paths)
    assert np.linalg.norm(places, axis=1).min() > 300.0
    sliding = {Form.SLEEVE, Form.RAIL, Form.TELESCOPE}
    assert not sliding & {symbol.form for symbol in drawing.symbols}
