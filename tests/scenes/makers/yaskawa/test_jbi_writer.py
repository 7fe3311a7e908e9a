"""Jobs of Yaskawa: read back to the same motions, executed by other formulas to the same places."""

import re
from itertools import pairwise

import numpy as np
import pytest

from scenes import SceneError, load_robot
from scenes.files.loader import robot_from_document
from scenes.files.robots.robot_writer import robot_text
from scenes.files.text.documents import parse_document
from scenes.makers.writing.comparison import deviation
from scenes.makers.writing.orders import Go, Way
from scenes.makers.written_program import written
from scenes.makers.yaskawa.jbi_configuration import configuration_of
from scenes.makers.yaskawa.jbi_names import LONGEST_NAME, jbi_name
from scenes.makers.yaskawa.jbi_reader import read_jbi
from scenes.makers.yaskawa.jbi_steps import NOT_ROUNDED, jbi_sayable
from tests.depth import cases
from tests.scenes.makers.conftest import MOST_DEG, MOST_MM, random_program
from tests.scenes.makers.yaskawa.conftest import (
    ARM,
    HEIGHTS,
    JOINT_DEG,
    PULSES,
    bits_of_pendant,
    flange_of_pendant,
    job_text,
    pose,
    says_the_same,
    shifted,
)

HEAD = [";! dialect val", ";! language 2"]


@pytest.mark.parametrize("seed", range(cases(200, 5)))
def test_a_program_read_back_leads_the_tool_to_the_same_places(seed, orders_of) -> None:
    run, orders = orders_of(ARM, random_program(ARM, seed))
    found = written(orders, run.cell.robot, "jbi", "mine")
    motions = [order for order in jbi_sayable(orders).orders if isinstance(order, Go)]
    assert found.deviation.motions == len(motions) >= 12
    assert found.deviation.mm < MOST_MM and found.deviation.deg < MOST_DEG
    assert found.deviation.joint_deg < JOINT_DEG
    back = read_jbi(found.text, run.cell.robot, run.cell.robot.controller)
    goes = [order for order in back.orders if isinstance(order, Go)]
    for ours, theirs in zip(motions, goes, strict=True):
        assert theirs.zone_mm == ours.zone_mm


def positions_of(text: str, kind: str) -> dict[int, tuple[list[float], str, str]]:
    """The positions of a job with their RCONF and tool, read with patterns of this test."""
    found, config, tool = {}, "", ""
    for row in text[: text.index("//INST")].split("\r\n"):
        config = row.removeprefix("///RCONF ") if row.startswith("///RCONF") else config
        tool = row.removeprefix("///TOOL ") if row.startswith("///TOOL") else tool
        if each := re.fullmatch(rf"{kind}(\d{{5}})=(.*)", row):
            found[int(each[1])] = ([float(v) for v in each[2].split(",")], config, tool)
    return found


def steps_of(text: str) -> list[tuple[str, int]]:
    """The motions of a job, without the first one and without steps of no length."""
    steps = [(code, int(at)) for code, at in re.findall(r"(MOV[JLC]) C(\d{5})", text)]
    places, kept = positions_of(text, "C"), []
    for before, step in pairwise(steps):
        if step[0] == "MOVJ" or places[before[1]][0] != places[step[1]][0]:
            kept.append(step)
    return kept


def in_own_way(goes: list[Go]) -> list[np.ndarray]:
    """The places of the steps of motions; an arc has two."""
    return [
        T for go in goes for T in ((go.T_via,) if go.way is Way.ARC else ()) + (go.T_base_tool,)
    ]


@pytest.mark.parametrize("seed", range(cases(40, 3)))
def test_positions_are_poses_of_the_tool_in_the_frame_of_the_robot(seed, job_of) -> None:
    orders, robot, text = job_of(ARM, random_program(ARM, seed))
    goes = [order for order in orders.orders if isinstance(order, Go)]
    positions, variables = positions_of(text, "C"), positions_of(text, "P")
    (tool,) = set(re.findall(r"SETTOOL TL#\((\d)\) P000", text))
    assert {at for *_, at in positions.values()} == {tool}
    T_tool = pose(*variables[0][0])
    steps, places = steps_of(text), in_own_way(goes)
    for (code, number), T in zip(steps, places, strict=True):
        values, config, _tool = positions[number]
        assert shifted(0, 0, HEIGHTS[ARM]) @ pose(*values) == pytest.approx(T, abs=1e-3)
        assert code in ("MOVJ", "MOVL", "MOVC") and config.count(",") == 23
    # The joint values of a motion of all joints, as the pendant shows them, lead there too.
    ends = [go for go in goes if go.way is Way.JOINTS]
    for go, number in zip(ends, [n for code, n in steps if code == "MOVJ"], strict=True):
        shown = np.degrees(robot.controller.shown(go.q))
        values, config, _tool = positions[number]
        found = flange_of_pendant(ARM, shown) @ T_tool
        assert found[:3, 3] == pytest.approx(values[:3], abs=1e-3)
        assert found[:3, :3] == pytest.approx(pose(*values)[:3, :3], abs=2e-6)
        assert [int(bit) for bit in config.split(",")[:6]] == bits_of_pendant(shown)


@pytest.mark.parametrize("name", [ARM, "yaskawa_hc10"])
def test_where_pulses_are_known_positions_are_pulses(name, arm_with_pulses, job_of) -> None:
    arm = arm_with_pulses(name)
    orders, robot, text = job_of(arm, random_program(name, 5))
    assert "///PULSE" in text and "///ATTR SC,RW\r\n" in text and "FRAME" not in text
    goes = [order for order in orders.orders if isinstance(order, Go)]
    positions = positions_of(text, "C")
    T_tool = pose(*positions_of(text, "P")[0][0])
    for (_code, number), T in zip(steps_of(text), in_own_way(goes), strict=True):
        pulses = np.array(positions[number][0])
        assert (pulses == np.round(pulses)).all()
        found = flange_of_pendant(name, pulses / PULSES) @ T_tool
        # Half a pulse of each axis at an arm's length.
        assert shifted(0, 0, HEIGHTS[name]) @ found == pytest.approx(T, abs=0.03)
    back = read_jbi(text, robot, robot.controller)
    found = deviation(orders, back, robot)
    assert not back.losses and found.joint_deg < 0.5 / min(PULSES) + 1e-9


PLACES = {
    "no flip": [10, 20, 0, 170, 40, 20],
    "lower arm": [10, 80, 120, 10, 40, 20],
    "R beyond 180": [10, 20, 0, 185, 40, 20],
    "R beyond -180": [10, 20, 0, -185, 40, 20],
    "T beyond 180": [10, 20, 0, 5, 40, 250],
    "T beyond -180": [-10, 20, 0, 5, 40, -300],
    "upper arm": [-40, 30, 20, -80, -70, 100],
}


@pytest.mark.parametrize("name", PLACES)
def test_each_configuration_is_said_and_found_again(name, job_of) -> None:
    shown = PLACES[name]
    point = "POINT #A " + " ".join(map(str, shown))
    program = "\n".join([*HEAD, point, "MOVE #A", "SPEED 50 MMPS", "DRAW 0, 0, 5", "END"])
    orders, robot, text = job_of(ARM, program)
    back = read_jbi(text, robot, robot.controller)
    assert not back.losses
    assert deviation(orders, back, robot).joint_deg < JOINT_DEG
    first = next(order for order in back.orders if isinstance(order, Go))
    assert np.degrees(robot.controller.shown(first.q)) == pytest.approx(shown, abs=JOINT_DEG)
    number = steps_of(text)[0][1]
    bits = [int(bit) for bit in positions_of(text, "C")[number][1].split(",")[:6]]
    assert bits == bits_of_pendant(shown)
    assert any(bits) is (name != "upper arm")


def test_the_bits_are_those_of_the_plane_of_the_arm() -> None:
    robot = load_robot(ARM)
    rng = np.random.default_rng(4)
    limits = np.degrees(robot.mechanism.limits) if hasattr(robot.mechanism, "limits") else None
    lows, highs = (
        ([-169, -64, -69, -189, -134, -360], [169, 144, 189, 189, 134, 360])
        if limits is None
        else (limits[:, 0], limits[:, 1])
    )
    seen = set()
    for shown in rng.uniform(lows, highs, (400, 6)):
        found = configuration_of(robot.mechanism, robot.controller, np.radians(shown))
        bits = [int(bit) for bit in found.text.split(",")[:6]]
        expected = bits_of_pendant(shown)
        if expected[2]:  # over its back: what the second bit says is not known
            assert bits[2]
            continue
        assert bits == expected, shown
        seen.add(tuple(bits[:2]))
    assert len(seen) == 4


def test_a_file_has_what_a_controller_asks_for(text_with_all) -> None:
    _orders, _robot, text = text_with_all
    text.encode("ascii")
    assert text.count("\r\n") == text.count("\n")
    lines = text.split("\r\n")
    assert lines[:3] == ["/JOB", "//NAME MINE", "//POS"]
    used = [int(number) for number in re.findall(r"MOV[JLC] C(\d{5}) ", text)]
    # Each step has a position of its own, in the order of the steps.
    assert used == list(range(len(used))) == list(positions_of(text, "C"))
    assert f"///NPOS {len(used)},0,0,1,0,0" in lines
    at = lines.index("//INST")
    expected = ["///DATE 2000/01/01 00:00", "///ATTR SC,RW,RJ", "////FRAME ROBOT"]
    assert lines[at + 1 : at + 6] == [*expected, "///GROUP1 RB1", "NOP"]
    assert lines[-2:] == ["END", ""]
    assert all(len(line) <= 33 for line in lines if line.startswith("'"))


def arcs(*between: str, lifted: int = 0) -> str:
    """A program of two arcs with lines in front of, between and behind them.

    lifted: How far the lines between lift the tool, mm.
    """
    first = ["C1MOVE SHIFT(A BY 0, 20, -45)", "C2MOVE SHIFT(A BY 0, 40, -60)"]
    low = lifted - 60
    second = [f"C1MOVE SHIFT(A BY 0, 20, {low + 15})", f"C2MOVE SHIFT(A BY 0, 0, {low})"]
    lines = [*HEAD, "HERE A", "ACCURACY 15 ALWAYS", "DRAW 0, 0, -60", *first, *between, *second]
    return "\n".join([*lines, "DRAW 0, 0, 60", "END"])


@pytest.mark.parametrize(
    ("between", "lifted"),
    [((), 0), (("DRAW 0, 0, 40",), 40), (("DELAY 1",), 0), (("BREAK", "TOOL TRANS(0, 0, 9)"), 0)],
)
def test_arcs_keep_apart_from_each_other(between, lifted, job_of) -> None:
    orders, robot, text = job_of(ARM, arcs(*between, lifted=lifted))
    assert says_the_same(orders, robot, text)
    ways = [order.way for order in orders.orders if isinstance(order, Go)]
    assert ways.count(Way.ARC) == 2
    # Between the last step of an arc and the first one of the next stands a motion of another kind.
    codes = re.findall(r"MOV[JLC]", text)
    runs = re.findall(r"(?:MOVC)+", "".join(codes))
    assert [len(run) // 4 for run in runs] == [3, 3]


def test_a_corner_that_an_arc_takes_away_is_told(orders_of) -> None:
    run, orders = orders_of(ARM, arcs("DRAW 0, 0, 40", lifted=40))
    said = jbi_sayable(orders)
    zones, kept = (
        [order.zone_mm for order in each.orders if isinstance(order, Go)] for each in (orders, said)
    )
    assert zones == [15.0, 15.0, 15.0, 15.0, 0.0]
    # The line in front of the first arc is its first step and keeps its corner; the one behind an
    # arc would be taken for a step of that one.
    assert kept == [12.5, 12.5, 0.0, 12.5, 0.0]
    assert [(loss.line, loss.message.endswith(NOT_ROUNDED)) for loss in said.losses] == [(8, True)]
    assert jbi_sayable(said).losses == said.losses
    assert says_the_same(said, run.cell.robot, job_text(said, run.cell.robot))


def test_a_singular_pose_needs_pulses_and_is_refused_without(
    job_of, orders_of, arm_with_pulses
) -> None:
    program = "\n".join([*HEAD, "POINT #Z 0 0 0 30 0 20", "MOVE #Z", "END"])
    run, orders = orders_of(ARM, program)
    robot = run.cell.robot
    with pytest.raises(SceneError, match=r"line 4: a pose with its configuration .* .pulses_per"):
        job_text(orders, robot)
    orders, robot, text = job_of(arm_with_pulses(ARM), program)
    assert deviation(orders, read_jbi(text, robot, robot.controller), robot).joint_deg < 0.001


def test_an_arm_that_reaches_over_its_back_is_refused_without_pulses(orders_of) -> None:
    program = "\n".join([*HEAD, "POINT #B 0 -60 150 0 30 0", "MOVE #B", "END"])
    run, orders = orders_of(ARM, program)
    robot = run.cell.robot
    with pytest.raises(SceneError, match="line 4: the arm reaches over its back"):
        job_text(orders, robot)


def with_controller(name: str, rest: str, folder):
    """A shipped arm with a controller of a test's own."""
    text = robot_text(load_robot(name))
    own = f"controller:\n  language: jbi\n{rest}  source: a test\n"
    text = text.replace("mechanism:", f"{own}mechanism:", 1)
    return robot_from_document(parse_document(folder / "a.robot.yaml", text, "robot"))


def test_arms_whose_positions_cannot_be_given_are_refused(orders_of, tmp_path) -> None:
    _run, orders = orders_of(ARM, "READY\nEND\n")
    wrist = with_controller("yaskawa_hc10", "", tmp_path)
    with pytest.raises(SceneError, match="whose last three axes do not meet"):
        job_text(orders, wrist)
    seven = with_controller("yaskawa_sia10f", "", tmp_path)
    with pytest.raises(SceneError, match="for an arm of six axes that turn"):
        job_text(orders, seven)


@pytest.mark.parametrize(
    ("statement", "said"),
    [("SIGNAL 5000", "line 3: a signal of Yaskawa has a number from 1 to 4096, not 5000"),
     ("DELAY 700", "line 3: TIMER waits 655.35 s at most, not 700 s")],
)  # fmt: skip
def test_what_an_instruction_cannot_say_is_refused(statement, said, orders_of) -> None:
    run, orders = orders_of(ARM, "\n".join([*HEAD, statement, "END"]))
    robot = run.cell.robot
    with pytest.raises(SceneError, match=re.escape(said)):
        job_text(orders, robot)


def test_a_tenth_tool_is_refused(orders_of) -> None:
    tools = [line for at in range(10) for line in (f"TOOL TRANS(0, 0, {at})", "DRIVE 1, 1")]
    program = "\n".join([";! dialect vplus", ";! language 2", *tools, "END"])
    run, orders = orders_of(ARM, program)
    robot = run.cell.robot
    with pytest.raises(SceneError, match="a job takes 9 tools"):
        job_text(orders, robot)


@pytest.mark.parametrize(
    ("given", "name"),
    [("weld", "WELD"), ("7 seam-b", "7_SEAM-B"), ("", "JOB"), ("n" * 40, "N" * 32)],
)
def test_a_name_is_one_that_a_controller_takes(given, name) -> None:
    assert jbi_name(given) == name and len(name) <= LONGEST_NAME


def test_pulses_are_read_and_written_with_the_robot_file(arm_with_pulses, tmp_path) -> None:
    robot = load_robot(arm_with_pulses(ARM))
    assert robot.controller.pulses_per_degree == pytest.approx(PULSES)
    document = parse_document(tmp_path / "b.robot.yaml", robot_text(robot), "robot")
    assert robot_from_document(document).controller.pulses_per_degree == pytest.approx(PULSES)
    wrong = robot_text(robot).replace(f"{PULSES[0]}, ", "", 1)
    with pytest.raises(SceneError, match="needs 6 values, one for each joint, not 5"):
        robot_from_document(parse_document(tmp_path / "c.robot.yaml", wrong, "robot"))


def test_zero_of_the_arm_looks_forward_with_its_flange_x_up() -> None:
    R = flange_of_pendant(ARM, [0.0] * 6)
    assert R[:3, 2] == pytest.approx([1, 0, 0]) and R[:3, 0] == pytest.approx([0, 0, 1])
    # Offset of L, forearm and flange to the front; upper arm and offset of the forearm up.
    assert R[:3, 3] == pytest.approx([40 + 340 + 80, 0, 345 + 40])
