"""RAPID programs say what the run did; a text that says something else is never taken for it."""

import re

import numpy as np
import pytest

from scenes.makers.rapid.predefined import PREDEFINED
from scenes.makers.rapid.rapid_names import LONGEST_NAME, rapid_name
from scenes.makers.rapid.rapid_reader import read_rapid
from scenes.makers.rapid.rapid_writer import rapid_text
from scenes.makers.writing.orders import Go, Way
from scenes.makers.written_program import written
from tests.depth import cases
from tests.scenes.makers.conftest import (
    MOST_DEG,
    MOST_MM,
    random_program,
    says_something_else,
)

ARMS = ["abb_irb120", "abb_irb2400_12", "abb_irb6700_200_260"]


@pytest.mark.parametrize("seed", range(cases(66, 4)))
@pytest.mark.parametrize("arm", ARMS)
def test_a_program_read_back_leads_the_tool_to_the_same_places(arm, seed, orders_of) -> None:
    run, orders = orders_of(arm, random_program(arm, seed))
    found = written(orders, run.cell.robot, "rapid", "mine")
    motions = [order for order in orders.orders if isinstance(order, Go)]
    assert found.deviation.motions == len(motions) >= 12
    assert found.deviation.mm < MOST_MM and found.deviation.deg < MOST_DEG
    assert found.deviation.joint_deg < MOST_DEG
    back = read_rapid(found.text, run.cell.robot, run.cell.robot.controller)
    goes = [order for order in back.orders if isinstance(order, Go)]
    assert [go.zone_mm for go in goes] == pytest.approx([go.zone_mm for go in motions], abs=1e-4)


def numbers_at(text: str, kind: str, change) -> str:
    """The text with the numbers of each value of a kind of data changed: change([..]) -> [..]."""

    def other(found: re.Match[str]) -> str:
        return found[1] + ",".join(
            f"{v:g}" for v in change([float(v) for v in found[2].split(",")])
        )

    return re.sub(rf"({kind}[ \w]*:=\[+)([^\]]*)", other, text)


def quaternions(text: str, change) -> str:
    """The text with the quaternion of each robtarget changed."""

    def other(found: re.Match[str]) -> str:
        q = [float(value) for value in found[2].split(",")]
        return f"{found[1]}[{','.join(f'{v:.8f}' for v in change(q))}],["

    return re.sub(r"(robtarget \w+:=\[\[[^\]]*\],)\[([^\]]*)\],\[", other, text)


def configurations(text: str, change) -> str:
    """The text with the configuration of each robtarget changed."""

    def other(found: re.Match[str]) -> str:
        values = change([int(value) for value in found[2].split(",")])
        return f"{found[1]}[{','.join(map(str, values))}],[9E9"

    return re.sub(r"(robtarget [^;]*?\],\[[^\]]*\],)\[([^\]]*)\],\[9E9", other, text)


MUTATIONS = {
    "the real part of a quaternion last": lambda t: quaternions(t, lambda q: [*q[1:], q[0]]),
    "a quaternion the other way round": lambda t: quaternions(t, lambda q: [-q[0], *q[1:]]),
    "quadrants rounded up": lambda t: configurations(t, lambda c: [v + 1 for v in c[:3]] + c[3:]),
    "one more off negative quadrants": lambda t: configurations(
        t, lambda c: [v - (v < 0) for v in c[:3]] + c[3:]
    ),
    "another side of the arm": lambda t: configurations(t, lambda c: [*c[:3], c[3] ^ 1]),
    "joints in radians": lambda t: numbers_at(t, "jointtarget", np.radians),
    "an axis turned the other way": lambda t: numbers_at(
        t, "jointtarget", lambda j: [-j[0], *j[1:]]
    ),
    "metres instead of mm": lambda t: numbers_at(t, "robtarget", lambda p: [v / 1000 for v in p]),
    "a place moved by 0.01 mm": lambda t: numbers_at(
        t, "robtarget p3", lambda p: [p[0] + 0.01, *p[1:]]
    ),
    "a tool that is lost": lambda t: t.replace("tcp1\\", "tool0\\"),
    "a tool of another length": lambda t: t.replace("[0,0,142]", "[0,0,124]"),
    "speeds in m/s": lambda t: numbers_at(t, "speeddata", lambda v: [v[0] / 1000, *v[1:]]),
    "another turn of the tool in a second": lambda t: numbers_at(
        t, "speeddata", lambda v: [v[0], v[1] / 10, *v[2:]]
    ),
    "a zone that is lost": lambda t: re.sub(r",(z\d+|zone\d+),", ",fine,", t),
    "a stop that is lost": lambda t: t.replace(",fine,", ",z10,"),
    "a work object that stands elsewhere": lambda t: t.replace(
        '"",[[0,0,0],', '"",[[0,0,1],'
    ),
    "a line instead of a motion of all joints": lambda t: t.replace("MoveAbsJ j3", "MoveL p1"),
    "another output": lambda t: t.replace("do2,1", "do3,1"),
    "an output the other way": lambda t: t.replace("do2,1", "do2,0"),
    "a motion left out": lambda t: t.replace("    MoveL", "    ! MoveL", 1),
    "a pause that is shorter": lambda t: t.replace("InPos,0.2", "InPos,0.1"),
    "an arc the other way": lambda t: re.sub(r"MoveC (p\d+),(p\d+)", r"MoveC \2,\1", t),
}  # fmt: skip


@pytest.fixture
def text_with_all(orders_of):
    """The run, the orders and the text of a program that meets every mutation."""
    lines = ["ACCURACY 20 ALWAYS", "SPEED 40", "MOVE #P1", "DRAW 0, 0, 30", "ACCURACY 0 ALWAYS"]
    program = random_program("abb_irb120", 1)
    whole = program.replace("CLOSEI 30", "\n".join([*lines, "CLOSEI 30"]))
    run, orders = orders_of("abb_irb120", whole)
    text = rapid_text(orders, run.cell.robot, run.cell.robot.controller, "mine")
    return run, orders, text


@pytest.mark.parametrize("name", MUTATIONS)
def test_a_text_that_says_something_else_is_never_taken_for_the_same(name, text_with_all) -> None:
    run, orders, text = text_with_all
    robot = run.cell.robot
    mutated = MUTATIONS[name](text)
    assert mutated != text, "the mutation does not meet this text"
    back = read_rapid(mutated, robot, robot.controller)
    assert says_something_else(orders, back, robot)


def test_a_module_has_what_a_controller_asks_for(text_with_all) -> None:
    _run, _orders, text = text_with_all
    text.encode("latin-1")
    assert text.count("\r\n") == text.count("\n")
    lines = text.split("\r\n")
    assert lines[0] == "MODULE mine" and lines[-2:] == ["ENDMODULE", ""]
    main = lines.index("  PROC main()")
    assert all(re.match(r"  (!|TASK PERS|PERS|CONST) ?", line) for line in lines[1 : main - 1])
    assert lines[main + 1] == "    ConfL\\On;"
    for quaternion in re.findall(r"robtarget \w+:=\[\[[^\]]*\],\[([^\]]*)\]", text):
        q = np.array([float(value) for value in quaternion.split(",")])
        assert abs(np.linalg.norm(q) - 1.0) < 1e-6 and q[0] >= 0.0
    loads = re.findall(r"tooldata \w+:=\[TRUE,\[.*?\]\],\[([\d.]+),\[([^\]]*)\]", text)
    assert loads
    for mass, centre in loads:
        assert float(mass) > 0.0 and any(float(value) for value in centre.split(","))
    names = re.findall(r"(?:CONST|PERS) \w+ (\w+):=", text)
    assert len(names) == len(set(names)) and not {n.upper() for n in names} & set(PREDEFINED)


@pytest.mark.parametrize(
    ("given", "name"),
    [("weld", "weld"), ("7 seam-b", "m7_seam_b"), ("move", "move"), ("for", "for_prog"),
     ("main", "main_prog"), ("z10", "z10_prog"), ("p1", "p1_prog"), ("n" * 40, "n" * 32)],
)  # fmt: skip
def test_a_name_is_one_that_rapid_accepts(given, name) -> None:
    assert rapid_name(given) == name and len(name) <= LONGEST_NAME


def test_predefined_speeds_and_zones_are_used_where_they_say_the_same(orders_of) -> None:
    text = (
        "ACCURACY 10 ALWAYS\nSPEED 100 MMPS ALWAYS\nDRAW 0, 0, -40\nACCURACY 12.5\n"
        "DRAW 0, 60, 0\nSPEED 123.4 MMPS\nDRAW 0, 0, 40\nSPEED 50\nDRIVE 1, 5\nEND\n"
    )
    run, orders = orders_of("abb_irb120", ";! language 2\n" + text)
    told = written(orders, run.cell.robot, "rapid", "mine").text
    moves = re.findall(r"Move\w+ \w+,(\w+),(\w+),tcp1", told)
    assert moves[:2] == [("v100", "z10"), ("v100", "zone1")] and moves[2][0] == "vel1"
    assert "zonedata zone1:=[FALSE,12.5," in told and "speeddata vel1:=[123.4," in told


def test_an_output_in_a_corner_of_a_line_changes_in_its_middle(orders_of) -> None:
    text = "ACCURACY 30 ALWAYS\nDRAW 0, 0, -80\nSIGNAL 4\nDRAW 0, 90, 0\nSIGNAL -4\nEND\n"
    run, orders = orders_of("abb_irb120", text)
    told = written(orders, run.cell.robot, "rapid", "mine").text
    assert re.search(r"MoveLDO p1,\w+,z30,tcp1\\WObj:=cell1,do4,1;", told)
    assert "SetDO do4,0;" in told  # behind a stop


def test_a_motion_of_all_joints_takes_as_long_as_its_share_of_joint_speed(orders_of) -> None:
    run, orders = orders_of("abb_irb6700_200_260", "SPEED 25\nDRIVE 1, 30\nSPEED 10\nDRIVE 6, 40\n")
    robot = run.cell.robot
    text = written(orders, robot, "rapid", "mine").text
    (mm_s, deg_s), (_, turn) = (
        (float(a), float(b)) for a, b in re.findall(r"speeddata \w+:=\[([\d.]+),([\d.]+),", text)
    )
    full = np.degrees(robot.mechanism.speed)
    tool = next(o for o in orders.orders if isinstance(o, Go)).T_base_tool
    radius = float(np.hypot(*tool[:2, 3]))  # axis 1 leads the tool on a circle about it
    assert deg_s == pytest.approx(0.25 * full[0], rel=1e-3)
    assert mm_s == pytest.approx(np.radians(0.25 * full[0]) * radius, rel=1e-3)
    assert turn == pytest.approx(0.10 * full[5], rel=1e-3)
    back = read_rapid(text, robot, robot.controller)
    goes = [order for order in back.orders if isinstance(order, Go)]
    assert [go.way for go in goes] == [Way.JOINTS] * 2
    assert [go.percent for go in goes] == pytest.approx([25, 10], rel=1e-3)
