"""FANUC programs say what the run did; a text that says something else is never taken for it."""

import re

import numpy as np
import pytest

from scenes import SceneError
from scenes.makers.fanuc.ls_configuration import configuration_of
from scenes.makers.fanuc.ls_names import LONGEST_NAME, ls_name
from scenes.makers.fanuc.ls_reader import read_ls
from scenes.makers.fanuc.ls_writer import ls_sayable, ls_text
from scenes.makers.writing.orders import Go, Way
from scenes.makers.written_program import written
from tests.depth import cases
from tests.scenes.makers.conftest import (
    MOST_DEG,
    MOST_MM,
    random_program,
    says_something_else,
)
from tests.scenes.makers.fanuc.conftest import ARMS, flange_of_pendant, shifted, turned


@pytest.mark.parametrize("seed", range(cases(66, 4)))
@pytest.mark.parametrize("arm", ARMS)
def test_a_program_read_back_leads_the_tool_to_the_same_places(arm, seed, orders_of) -> None:
    run, orders = orders_of(arm, random_program(arm, seed))
    found = written(orders, run.cell.robot, "ls", "mine")
    motions = [order for order in orders.orders if isinstance(order, Go)]
    assert found.deviation.motions == len(motions) >= 12
    assert found.deviation.mm < MOST_MM and found.deviation.deg < MOST_DEG
    assert found.deviation.joint_deg < MOST_DEG
    back = read_ls(found.text, run.cell.robot, run.cell.robot.controller)
    goes = [order for order in back.orders if isinstance(order, Go)]
    for ours, theirs in zip(motions, goes, strict=True):
        assert theirs.zone_mm == 0.0 if ours.zone_mm == 0.0 else theirs.zone_mm > 0.0


def in_points(text: str, pattern: str, change) -> str:
    """The text with what a pattern finds in its points changed."""
    head, mark, points = text.partition("/POS")
    return head + mark + re.sub(pattern, change, points)


def times(factor: float, digits: int):
    return lambda found: f"{found[1]}{float(found[2]) * factor:.{digits}f}"


def cycled(found: re.Match[str]) -> str:
    """W, P, R as R, W, P."""
    w, p, r = re.findall(r"-?\d+\.\d+", found[0])
    return f"W = {r} deg,\tP = {w} deg,\tR = {p} deg"


NUMBER = r"( *-?\d+\.\d+)"
ANGLES = rf"W ={NUMBER} deg,\tP ={NUMBER} deg,\tR ={NUMBER} deg"


def negative_transposed(found: re.Match[str]) -> str:
    """The angles of R = Rx(W) Ry(P) Rz(R) read the other way round."""
    w, p, r = (float(value) for value in found.groups())
    return f"W = {r:.5f} deg,\tP = {p:.5f} deg,\tR = {w:.5f} deg"


MUTATIONS = {
    "angles in another order": lambda t: in_points(t, ANGLES, cycled),
    "W and R changed over": lambda t: in_points(t, ANGLES, negative_transposed),
    "joints in radians": lambda t: in_points(t, rf"(J\d=){NUMBER}", times(np.pi / 180, 5)),
    "angles in radians": lambda t: in_points(t, rf"([WPR] =){NUMBER}", times(np.pi / 180, 5)),
    "metres instead of mm": lambda t: in_points(t, rf"([XYZ] =){NUMBER}", times(0.001, 7)),
    "an axis turned the other way": lambda t: in_points(t, rf"(J1=){NUMBER}", times(-1, 5)),
    "axis 3 counted from the upper arm": lambda t: in_points(
        t,
        rf"J2={NUMBER} deg,\tJ3={NUMBER}",
        lambda f: f"J2={f[1]} deg,\tJ3= {float(f[2]) + float(f[1]):.5f}",
    ),
    "axis 3 coupled the other way": lambda t: in_points(
        t,
        rf"J2={NUMBER} deg,\tJ3={NUMBER}",
        lambda f: f"J2={f[1]} deg,\tJ3= {float(f[2]) + 2 * float(f[1]):.5f}",
    ),
    "heights above the base mount": lambda t: in_points(
        t, rf"(Z =){NUMBER}", lambda f: f"{f[1]}{float(f[2]) + 330:.4f}"
    ),
    "a place moved by 0.01 mm": lambda t: in_points(
        t, rf"(X =){NUMBER}", lambda f: f"{f[1]}{float(f[2]) + 0.01:.4f}"
    ),
    "another wrist": lambda t: t.replace("'N U T", "'F U T"),
    "another elbow": lambda t: t.replace("'N U T", "'N D T"),
    "another shoulder": lambda t: t.replace("'N U T", "'N U B"),
    "another turn": lambda t: t.replace("T, 0, 0, 0'", "T, 0, 0, 1'"),
    "points of another tool": lambda t: t.replace("UT : 9", "UT : 8"),
    "points of another user frame": lambda t: t.replace("UF : 0", "UF : 1"),
    "a tool that is lost": lambda t: t.replace("UTOOL_NUM=9", "UTOOL_NUM=0"),
    "a tool of another length": lambda t: t.replace("=142 ;", "=124 ;"),
    "a tool that is not filled": lambda t: t.replace("UTOOL[9]=PR[10]", "!"),
    "another speed of a line": lambda t: t.replace("100mm/sec", "101mm/sec"),
    "another percent": lambda t: t.replace(" 40% ", " 42% "),
    "a zone that is lost": lambda t: re.sub(r"CNT\d+", "FINE", t),
    "a stop that is lost": lambda t: t.replace("FINE", "CNT50"),
    "a line instead of a motion of all joints": lambda t: re.sub(
        r"J (P\[\d+\]) \d+%", r"L \1 250mm/sec", t
    ),
    "another output": lambda t: t.replace("DO[2]=ON", "DO[3]=ON"),
    "an output of the arm instead": lambda t: t.replace("DO[2]=ON", "RO[2]=ON"),
    "an output the other way": lambda t: t.replace("DO[2]=ON", "DO[2]=OFF"),
    "a motion left out": lambda t: re.sub(r":L (.*?) ;", r":  !\1 ;", t, count=1),
    "a pause that is shorter": lambda t: t.replace("0.25(sec)", "0.15(sec)"),
    "an arc the other way": lambda t: re.sub(
        r"C (P\[\d+\])\r\n    :  (P\[\d+\])", "C \\2\r\n    :  \\1", t
    ),
    "no end": lambda t: t.replace("/END", ""),
}


@pytest.fixture
def text_with_all(orders_of):
    """The run, the orders and the text of a program that meets every mutation."""
    lines = ["ACCURACY 20 ALWAYS", "SPEED 40", "MOVE #P1", "DRAW 0, 0, 30", "ACCURACY 0 ALWAYS"]
    lines += ["SPEED 100 MMPS", "DRAW 0, 10, 0"]
    program = random_program(ARMS[0], 1)
    whole = program.replace("CLOSEI 30", "\n".join([*lines, "CLOSEI 30"]))
    run, orders = orders_of(ARMS[0], whole)
    return run, orders, ls_text(orders, run.cell.robot, run.cell.robot.controller, "mine")


@pytest.mark.parametrize("name", MUTATIONS)
def test_a_text_that_says_something_else_is_never_taken_for_the_same(name, text_with_all) -> None:
    run, orders, text = text_with_all
    robot = run.cell.robot
    mutated = MUTATIONS[name](text)
    assert mutated != text, "the mutation does not meet this text"
    back = read_ls(mutated, robot, robot.controller)
    assert says_something_else(ls_sayable(orders), back, robot)


def values_of(text: str, number: str) -> dict[str, float]:
    """The numbers of a point, read with a pattern of this test."""
    body = re.search(rf"P\[{number}\]\{{(.*?)\}};", text, re.DOTALL)
    return {k: float(v) for k, v in re.findall(r"([A-Z]\d?) ?= *(-?[\d.]+)", body[1])}


@pytest.mark.parametrize("arm", ARMS)
def test_points_lead_an_arm_as_its_pendant_counts_to_the_places_of_the_run(arm, orders_of) -> None:
    run, orders = orders_of(arm, random_program(arm, 3))
    robot = run.cell.robot
    text = ls_text(orders, robot, robot.controller, "mine")
    tool = [float(v.strip("()")) for v in re.findall(r"PR\[10,\d\]=(\S+)", text)][:6]
    T_tool = shifted(*tool[:3]) @ turned("z", tool[5]) @ turned("y", tool[4]) @ turned("x", tool[3])
    moves = re.findall(r"(?::J P\[(\d+)\]|:(?:L|  )[ ]?P\[(\d+)\] [\d.]+mm)", text)[1:]
    goes = [order for order in orders.orders if isinstance(order, Go)]
    height = {"fanuc_lrmate200id": 330, "fanuc_m10ia": 450, "fanuc_crx10ia_l": 245}[arm]
    for go, (joints, pose) in zip(goes, moves, strict=True):
        values = values_of(text, joints or pose)
        if joints:
            assert go.way is Way.JOINTS
            T = flange_of_pendant(arm, [values[f"J{i}"] for i in range(1, 7)]) @ T_tool
        else:
            w, p, r = (values[key] for key in "WPR")
            T = shifted(*(values[key] for key in "XYZ"))
            T = T @ turned("z", r) @ turned("y", p) @ turned("x", w)
        assert shifted(0, 0, height) @ T == pytest.approx(go.T_base_tool, abs=1e-3)


def test_an_arm_with_all_joints_at_zero_looks_forward_with_its_flange_x_up() -> None:
    for arm in ARMS:
        R = flange_of_pendant(arm, [0.0] * 6)[:3, :3]
        assert R[:, 2] == pytest.approx([1, 0, 0]) and R[:, 0] == pytest.approx([0, 0, 1])


def test_a_file_has_what_a_controller_asks_for(text_with_all) -> None:
    _run, _orders, text = text_with_all
    text.encode("ascii")
    assert text.count("\r\n") == text.count("\n")
    lines = text.split("\r\n")
    assert lines[0] == "/PROG  MINE" and lines[-2:] == ["/END", ""]
    numbered = re.findall(r"^ *(\d+):", text[text.index("/MN") : text.index("/POS")], re.MULTILINE)
    assert [int(number) for number in numbered] == list(range(1, len(numbered) + 1))
    assert f"LINE_COUNT\t= {len(numbered)};" in text
    body = lines[lines.index("/MN") + 1 : lines.index("/POS")]
    assert all(line.endswith(" ;") or re.match(r" +\d+:C ", line) for line in body)
    assert all(len(line.partition("!")[2]) <= 34 for line in body)
    points = re.findall(r"^P\[(\d+)\]\{", text, re.MULTILINE)
    used = set(re.findall(r"P\[(\d+)\]", text[text.index("/MN") : text.index("/POS")]))
    assert set(points) == used and len(points) == len(set(points))


@pytest.mark.parametrize(
    ("given", "name"),
    [("weld", "WELD"), ("7 seam-b", "P7_SEAM_B"), ("wait", "WAIT_PROG"),
     ("rsr0001", "RSR0001_PROG"), ("pns12", "PNS12_PROG"), ("n" * 40, "N" * 36)],
)  # fmt: skip
def test_a_name_is_one_that_a_controller_takes_and_no_signal_starts(given, name) -> None:
    assert ls_name(given) == name and len(name) <= LONGEST_NAME


def test_an_arm_of_seven_axes_and_a_tenth_tool_are_refused(orders_of) -> None:
    tools = [line for at in range(10) for line in (f"TOOL TRANS(0, 0, {at})", "DRIVE 1, 1")]
    run, orders = orders_of(
        ARMS[0], "\n".join([";! dialect vplus", ";! language 2", *tools, "END"])
    )
    robot = run.cell.robot
    with pytest.raises(SceneError, match="has 9 tool frames"):
        ls_text(orders, robot, robot.controller, "mine")


@pytest.mark.parametrize(
    ("shown", "letters"),
    [([0, 0, 0, 0, -90, 0], "N U T, 0, 0, 0"), ([0, 0, 0, 0, 90, 0], "F U T, 0, 0, 0"),
     ([0, 60, 60, 0, -90, 0], "N D T, 0, 0, 0"), ([0, -80, 110, 0, -40, 0], "N U B, 0, 0, 0"),
     ([0, 0, 0, 185, -90, 0], "N U T, 0, 1, 0"), ([0, 0, 0, 0, -90, -190], "N U T, 0, 0, -1"),
     ([0, 0, 0, 0, -90, 180], "N U T, 0, 0, 0")],
)  # fmt: skip
def test_the_letters_say_on_which_side_the_joints_stand(shown, letters, run_on) -> None:
    robot = run_on(ARMS[0], "END\n").cell.robot
    q = robot.controller.q_of(np.radians(np.array(shown, dtype=float)))
    assert configuration_of(robot.mechanism, robot.controller, q).text == letters
