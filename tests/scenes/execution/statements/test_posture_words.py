"""A posture word takes effect, or a warning says that it has no meaning for the arm."""

from dataclasses import replace
from functools import cache

import numpy as np
import pytest

from kinematics import Mechanism, forward, posture_of, xyzoat_from_pose
from scenes import Run, analyse, load_robot, simulate
from scenes.library import robot_names
from scenes.world.cell import Cell
from scenes.world.robot import Robot

WORDS = {"RIGHTY": "shoulder", "LEFTY": "shoulder", "ABOVE": "elbow", "BELOW": "elbow",
         "FLIP": "wrist", "NOFLIP": "wrist"}  # fmt: skip
PERIOD = 0.1


def cell_with(robot: Robot) -> Cell:
    return Cell("", replace(robot, bodies=(), hand=None), {"world": np.eye(4)}, (), (), frozenset())


def place_near_ready(robot: Robot) -> str:
    mechanism = robot.mechanism
    step = np.where(mechanism.revolute > 0.0, 0.05, 10.0)
    q = robot.ready + np.where(robot.ready > (mechanism.lower + mechanism.upper) / 2, -step, step)
    T_base_tool = forward(mechanism, q) @ robot.T_flange_tool
    return "POINT P " + " ".join(f"{v:.9f}" for v in xyzoat_from_pose(T_base_tool))


@cache
def run_of(name: str, word: str) -> Run:
    robot = load_robot(name)
    text = f"{place_near_ready(robot)}\nREADY\n{word}\nMOVE P\nEND\n"
    return simulate(cell_with(robot), text, PERIOD)


def warned(run: Run) -> list[int]:
    return [p.line for p in run.problems if p.code == "W309"]


@pytest.mark.parametrize("name", robot_names())
def test_a_posture_word_takes_effect_or_gets_a_warning(name: str) -> None:
    for word, part in WORDS.items():
        run = run_of(name, word)
        failed = [p for p in run.problems if p.code in ("E302", "E303")]
        if warned(run):
            assert warned(run) == [3]
            assert not failed, word
            plain = run_of(name, "REMARK")
            assert np.array_equal(run.end_state.q, plain.end_state.q), word
        elif not failed:
            reached = getattr(posture_of(load_robot(name).mechanism, run.end_state.q), part)
            assert reached is not None and reached.value == word


@pytest.mark.parametrize("name", robot_names())
def test_config_warns_of_those_letters_that_mean_nothing(name: str) -> None:
    named = posture_of(load_robot(name).mechanism, load_robot(name).ready)
    lost = [part is None for part in (named.shoulder, named.elbow, named.wrist)]
    run = run_of(name, 'CONFIG "RAN"')
    assert bool(warned(run)) == any(lost)
    for problem in run.problems:
        if problem.code == "W309":
            words = [
                w for w, is_lost in zip(("RIGHTY", "ABOVE", "NOFLIP"), lost, strict=True) if is_lost
            ]
            assert problem.figures["words"] == " ".join(words)
    assert not warned(run_of(name, 'CONFIG "---"'))


@pytest.mark.parametrize("off_mm", (5e-8, 0.3))
def test_an_arm_whose_axes_just_miss_its_wrist_obeys_posture_words(off_mm: float) -> None:
    """Rounding of a file, or calibration: axis 6 of a PUMA passes the wrist, and links are off."""
    robot = load_robot("puma560")
    own = robot.mechanism
    links = np.array(own.T_link_joint)
    links[1:, :3, 3] += off_mm * np.random.default_rng(4).uniform(-1, 1, (5, 3))
    built = replace(robot, mechanism=Mechanism(own.joints, links, own.T_last_flange))
    text = f"{place_near_ready(robot)}\nREADY\n{{}}\nMOVE P\nEND\n"
    for word, part in WORDS.items():
        run = simulate(cell_with(built), text.format(word), PERIOD)
        assert not warned(run)
        as_drawn = run_of("puma560", word)
        assert [p.code for p in run.problems] == [p.code for p in as_drawn.problems]
        gap = run.end_state.q - as_drawn.end_state.q
        assert np.abs(gap).max() < 0.02
        if not any(p.code in ("E302", "E303") for p in run.problems):
            reached = getattr(posture_of(built.mechanism, run.end_state.q), part)
            assert reached is not None and reached.value == word


def test_a_line_in_a_loop_and_lines_behind_a_bad_one_get_one_warning_each() -> None:
    cell = cell_with(load_robot("fanuc_crx10ia_l"))
    text = "POINT FAR 9000 0 0 0 0 0\nFOR I = 1 TO 5\n  LEFTY\nEND\nMOVE FAR\nFLIP\n"
    text += "FOR I = 1 TO 5\n  ABOVE\nEND\nREADY\nBELOW\nEND\n"
    found = [p for p in analyse(cell, text, PERIOD).problems if p.code == "W309"]
    assert [p.line for p in found] == [3, 6, 8, 11]
