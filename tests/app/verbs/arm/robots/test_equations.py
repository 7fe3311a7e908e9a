"""`cellwright robots NAME --equations`, for people and for programs."""

import json

import pytest

from app.cli import main
from kinematics import UnsolvableMechanism, inverse_by_elimination
from kinematics.arm.forward import forward
from kinematics.solvers.elimination import recognise
from scenes import load_robot, robot_names
from tests.depth import share


def said(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    code = main(list(words))
    out, err = capsys.readouterr()
    return code, out, err


def answer(capsys: pytest.CaptureFixture[str], name: str) -> dict:
    return json.loads(said(capsys, "robots", name, "--equations", "--json")[1])


def test_the_table_of_a_general_arm_names_the_loop_that_the_arm_uses(capsys):
    name = "kinova_gen3_lite"
    code, out, _ = said(capsys, "robots", name, "--equations")
    used = recognise(load_robot(name).mechanism).loops
    order = " ".join(str(joint + 1) for joint in used[0].stage.loop.order)
    (first,) = [line for line in out.splitlines() if line.endswith("first")]
    assert code == 0
    assert order in first
    assert f"It uses loop {first.split()[0]}, which eliminates joints" in out


@pytest.mark.parametrize("name", ["puma560", "ur5e", "kinova_gen3_lite", "textbook_leg"])
def test_a_pair_that_the_table_calls_singular_is_refused_and_the_others_are_not(capsys, name):
    found = answer(capsys, name)["eliminate"]
    robot = load_robot(name)
    T = forward(robot.mechanism, robot.ready + 0.1)
    for pair in ("45", "12"):
        try:
            inverse_by_elimination(robot.mechanism, T, eliminate=pair)
            accepted = True
        except (UnsolvableMechanism, ValueError):
            accepted = False
        assert accepted == (pair in found)


@pytest.mark.parametrize("name", share(robot_names(), 12))
def test_every_shipped_arm_has_equations_and_a_table_or_a_reason_for_none(capsys, name):
    found = answer(capsys, name)
    assert found["equations"]
    assert all(line and "nan" not in line for line in found["equations"])
    assert (len(found["loops"]) == 12) == (not found["reason"])


def test_the_equations_of_the_puma_have_its_published_lengths(capsys):
    _, out, _ = said(capsys, "robots", "puma560", "--equations")
    for words in ("lateral = 150.05 mm", "upper = 431.8 mm", "|t|^2 = upper^2", "closed form"):
        assert words in out


def test_an_arm_of_five_joints_is_made_up_to_six(capsys):
    found = answer(capsys, "textbook_palletiser")
    assert found["six_joints"] == "made up to six by joint 6"
    assert len(found["loops"]) == 12


def test_equations_are_asked_of_one_robot(capsys):
    code, _, err = said(capsys, "robots", "universal", "--equations")
    assert code == 2
    assert "with one robot" in err
