"""Locations in the text are read as poses, and moved in place."""

import numpy as np
import pytest

from app.programs.located import location_pose, point_of, with_location_at
from kinematics import pose_from_xyzoat, translation
from language import parse

TEXT = "10 POINT A 700 0 280 0 90 0 ; over the table\n20 point b 1 2 3 4 5 6\n30 MOVE A\n40 END\n"


def test_the_last_point_of_a_name_counts_and_case_does_not() -> None:
    program = parse(TEXT.replace("30 MOVE A", "30 POINT A 1 1 1 0 0 0"))
    assert point_of(program, "a").line == 3
    assert point_of(program, "B").line == 2
    assert point_of(program, "C") is None


def test_a_location_is_read_in_the_dialect_of_the_program() -> None:
    program = parse(TEXT)
    wanted = pose_from_xyzoat([700, 0, 280, 0, 90, 0], program.dialect)
    assert location_pose(program, "A") == pytest.approx(wanted)


def test_moving_changes_the_figures_and_nothing_else() -> None:
    program = parse(TEXT)
    T = translation(10.5, 0, -80) @ location_pose(program, "A")
    text = with_location_at(TEXT, program, "A", T)
    assert text == TEXT.replace("700 0 280 0 90 0", "710.5 0 200 0 90 0")
    assert location_pose(parse(text), "A") == pytest.approx(T, abs=1e-9)


def test_a_location_without_a_point_is_not_moved() -> None:
    program = parse("10 HERE A\n20 END\n")
    assert with_location_at("10 HERE A\n20 END\n", program, "A", np.eye(4)) is None
    assert location_pose(program, "A") is None
