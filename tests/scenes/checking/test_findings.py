"""Warnings of motions do not depend on the period of exported samples, nor on what was kept."""

from dataclasses import replace

import numpy as np
import pytest

from scenes import load_cell, simulate
from scenes.checking import findings as judged
from scenes.checking.findings import findings
from scenes.library import program_path

# Lines near a straight wrist, joint moves near a limit, each at its own place of the run.
TEXT = """POINT A 670 0 950 0 0 0
POINT B 700 0 280 0 {bend} 0
MOVE A
DRIVE 1 {turn}
DRAW 0 {way} 0
MOVE B
DRAW 0 0 {way}
DRIVE 5 {tilt}
END
"""


@pytest.fixture(scope="module", name="cell")
def _cell():
    return load_cell("kakazu1985")


def plain(run):
    return [(p.code, p.line, p.message, dict(p.figures), p.time) for p in findings(run)]


def text_of(rng):
    figures = rng.uniform((1, 100, 20, -30), (90, 148, 60, 30)).round(1)
    return TEXT.format(**dict(zip(("bend", "turn", "way", "tilt"), figures, strict=True)))


@pytest.mark.parametrize("period", [0.1, 0.02, 0.001])
def test_the_period_of_samples_changes_no_warning(cell, period):
    upper = np.degrees(cell.robot.mechanism.upper[0])
    for left in (0.5, 2.0, 4.0):
        # To within `left` degrees of a limit of joint 1, and back.
        turn = upper - left
        text = f"POINT A 670 0 950 0 0 0\nMOVE A\nDRIVE 1 {turn}\nDRIVE 1 {-turn}\nEND\n"
        wanted = plain(simulate(cell, text))
        assert [(row[0], row[1]) for row in wanted] == [("W302", 3)]
        judged._in_motion.cache_clear()
        assert plain(simulate(cell, text, period)) == wanted


def test_after_edits_the_warnings_are_those_of_a_first_look(cell):
    rng = np.random.default_rng(11)
    judged._in_motion.cache_clear()
    for _ in range(6):
        run = simulate(cell, text_of(rng))
        kept = plain(run)
        judged._in_motion.cache_clear()
        assert plain(run) == kept


def test_an_unchanged_motion_is_looked_at_once_wherever_it_stands_in_the_run(cell):
    text = text_of(np.random.default_rng(3))
    judged._in_motion.cache_clear()
    first = plain(simulate(cell, text))
    looked = judged._in_motion.cache_info().misses
    later = plain(simulate(cell, text.replace("MOVE A", "DELAY 2\nMOVE A")))
    # Only the pause is new, at joint values at which the arm stands.
    assert judged._in_motion.cache_info().misses == looked + 1
    shifted = [(code, line + 1, time + 2.0) for code, line, _, _, time in first]
    assert [(code, line) for code, line, *_ in later] == [each[:2] for each in shifted]
    assert [row[-1] for row in later] == pytest.approx([each[-1] for each in shifted])


def test_a_robot_with_other_limits_is_judged_anew(cell):
    run = simulate(cell, program_path("figure5"))
    robot = cell.robot
    joints = tuple(replace(j, lower=-20.0, upper=20.0) for j in robot.mechanism.joints)
    wide = replace(robot, mechanism=replace(robot.mechanism, joints=joints))
    narrow = replace(joints[0], upper=float(run.end_state.q[0]) + 0.01)
    tight = replace(robot, mechanism=replace(robot.mechanism, joints=(narrow, *joints[1:])))
    codes = [
        {p.code for p in findings(replace(run, cell=replace(cell, robot=each)))}
        for each in (wide, tight)
    ]
    assert "W302" not in codes[0]
    assert "W302" in codes[1]
