"""The mechanism of a robot file is the one that its rows say."""

from pathlib import Path

import numpy as np
import pytest

from kinematics import forward
from scenes.files.loader import robot_from_document
from scenes.files.text.documents import parse_document
from scenes.world.robot import Robot

ROWS = {
    "standard_dh": "{name: a, d: 275, alpha: 90%s}, {name: b, a: 410, theta: -90}",
    "modified_dh": "{name: a, d: 275, alpha: 90%s}, {name: b, a: 410, theta: -90}",
    "links": "{name: a, t: [0, 0, 275], alpha: 90%s}, {name: b, t: [410, 0, 0], theta: -90}",
}


def robot(form: str, sign: str = "") -> Robot:
    text = f"robot: 1\ntitle: x\nsource: y\nready: [0, 0]\nmechanism:\n  {form}: [{ROWS[form]}]\n"
    return robot_from_document(parse_document(Path("x.robot.yaml"), text % sign, "robot file"))


@pytest.mark.parametrize("form", ROWS)
def test_a_row_with_sign_minus_one_counts_its_joint_the_other_way(form: str) -> None:
    plain, signed = robot(form).mechanism, robot(form, ", sign: -1").mechanism
    q = np.array([0.7, -1.2])
    np.testing.assert_allclose(forward(signed, q), forward(plain, q * [-1, 1]), atol=1e-10)


def test_a_row_with_another_sign_is_refused_with_its_place() -> None:
    with pytest.raises(Exception, match=r"sign") as fault:
        robot("standard_dh", ", sign: 2")
    assert "x.robot.yaml:6" in str(fault.value)


UNIT = "{name: unit, kind: fixed%s}"


def six_rows(form: str, unit: str = UNIT % "") -> str:
    """The two rows of a form, filled up with unit matrices before, between and behind them."""
    first, second = (ROWS[form] % "").split("}, ")
    unit = unit.replace("{", "{t: [0, 0, 0], ") if form == "links" else unit
    named = [unit.replace("unit", f"unit_{i}") for i in range(4)]
    return ", ".join([named[0], first + "}", named[1], second, named[2], named[3]])


def robot_of(form: str, rows: str) -> Robot:
    text = f"robot: 1\ntitle: x\nsource: y\nready: [0, 0]\nmechanism:\n  {form}: [{rows}]\n"
    return robot_from_document(parse_document(Path("x.robot.yaml"), text, "robot file"))


@pytest.mark.parametrize("form", ROWS)
def test_rows_of_unit_matrices_change_nothing(form: str) -> None:
    plain, filled = robot(form).mechanism, robot_of(form, six_rows(form)).mechanism
    assert [joint.name for joint in filled.joints] == ["a", "b"]
    for q in ([0.0, 0.0], [0.7, -1.2]):
        np.testing.assert_allclose(forward(filled, q), forward(plain, q), atol=1e-12)


def test_a_fixed_row_has_no_limits() -> None:
    with pytest.raises(Exception, match=r"unit_0 is fixed, so that it has no limits") as fault:
        robot_of("links", six_rows("links", UNIT % ", limits: [-1, 1]"))
    assert "x.robot.yaml:6" in str(fault.value)


def test_an_axis_is_always_a_joint() -> None:
    with pytest.raises(Exception, match=r"a has an axis: its kind is revolute or prismatic"):
        robot_of("axes", "{name: a, axis: [0, 0, 1], point: [0, 0, 0], kind: fixed}")
