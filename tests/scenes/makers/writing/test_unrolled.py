"""Written programs say what the run did, by the conventions of their makers."""

import re

import numpy as np
import pytest

from scenes import SceneError, load_cell, simulate
from scenes.library import program_path
from scenes.makers.maker_languages import LANGUAGES
from scenes.makers.writing.orders import Await, Go, Switch, Way
from scenes.makers.writing.unrolled import unrolled
from scenes.makers.written_program import written
from tests.depth import cases
from tests.scenes.makers.conftest import (
    MOST_DEG,
    MOST_MM,
    random_program,
    says_something_else,
)

ARMS = {"kuka_kr6_r900_2": "krl", "kuka_kr10_r1100_sixx": "krl", "ur3e": "urscript"}
ARMS |= {"ur5e": "urscript", "ur10e": "urscript"}


@pytest.mark.parametrize("seed", range(cases(40, 4)))
@pytest.mark.parametrize("arm", ARMS)
def test_a_program_read_back_leads_the_tool_to_the_same_places(arm, seed, orders_of) -> None:
    run, orders = orders_of(arm, random_program(arm, seed))
    found = written(orders, run.cell.robot, ARMS[arm], "mine")
    motions = [order for order in orders.orders if isinstance(order, Go)]
    assert found.deviation.motions == len(motions) >= 12
    assert found.deviation.mm < MOST_MM and found.deviation.deg < MOST_DEG
    assert found.deviation.joint_deg < MOST_DEG


def test_the_goals_are_those_that_were_taught_also_where_corners_are_rounded(orders_of) -> None:
    text = ";! language 2\nACCURACY 30 ALWAYS\nDRAW 0, 0, -80\nDRAW 0, 90, 0\nDRAW -60, 0, 0\nEND\n"
    _run, orders = orders_of("kuka_kr6_r900_2", text)
    goals = [order for order in orders.orders if isinstance(order, Go)]
    assert [goal.zone_mm for goal in goals] == [30, 30, 0]
    way = np.array([goal.T_base_tool[:3, 3] for goal in goals])
    assert np.diff(way, axis=0) == pytest.approx(np.array([[0, 90, 0], [-60, 0, 0]]), abs=1e-6)


def test_the_shipped_program_of_a_universal_robot_is_written_whole() -> None:
    run = simulate(load_cell("ur_pick_place"), program_path("ur_pick_place").read_text("utf-8"))
    orders = unrolled(run, hand_output=0)
    assert not orders.losses
    found = written(orders, run.cell.robot, "urscript", "pick")
    assert found.deviation.mm < MOST_MM and found.deviation.motions == 19
    hand = [order.on for order in orders.orders if isinstance(order, Switch)]
    assert hand == [False, *(True, False) * 3]


def _swapped(text: str, first: str, second: str) -> str:
    return text.replace(first, "@").replace(second, first).replace("@", second)


def _other_number(text: str, line: int, by: float) -> str:
    """The text with the first number of a component of the n-th LIN changed."""
    lines = text.split("\r\n")
    at = [i for i, code in enumerate(lines) if code.startswith("LIN")][line]
    head, _, rest = lines[at].partition("{X ")
    number, _, tail = rest.partition(",")
    lines[at] = f"{head}{{X {float(number) + by:g},{tail}"
    return "\r\n".join(lines)


KRL_MUTATIONS = {
    "Euler angles the other way round": lambda text: _swapped(text, ",A ", ",C "),
    "an axis turned the other way": lambda text: text.replace("{A1 ", "{A1 -"),
    "a place moved by 0.01 mm": lambda text: _other_number(text, 1, 0.01),
    "axes in radians": lambda text: text.replace("A2 -", "A2 -0.0"),
    "a line instead of a motion of all joints": lambda text: text.replace("PTP {A", "LIN {A"),
    "a corner that is not rounded": lambda text: text.replace(" C_DIS", "", 1),
    "another output": lambda text: text.replace("$OUT[2]=TRUE", "$OUT[3]=TRUE"),
    "an output the other way": lambda text: text.replace("$OUT[2]=TRUE", "$OUT[2]=FALSE"),
    "another speed of a line": lambda text: text.replace("$VEL.CP=0.25", "$VEL.CP=0.5"),
    "another speed of the axes": lambda text: text.replace("VEL_PTP,100", "VEL_PTP,90"),
    "a motion left out": lambda text: text.replace("LIN {", "; LIN {", 1),
    "another tool": lambda text: text.replace("$TOOL={X 0", "$TOOL={X 1"),
    "another base": lambda text: text.replace("$BASE=$NULLFRAME", "$BASE={X 1}"),
}
UR_MUTATIONS = {
    "mm instead of m": lambda text: text.replace("p[0.", "p[1."),
    "a joint turned the other way": lambda text: text.replace("movej([", "movej([-"),
    "a turn of another size": lambda text: re.sub(
        r"(movel\(p\[[^\]]*), [^,]*\]", r"\1, 0.5]", text
    ),
    "another speed": lambda text: text.replace("v=0.25", "v=0.3"),
    "a line instead of an arc": lambda text: text.replace("movec(", "movel("),
    "a corner that is not rounded": lambda text: text.replace(", r=", ", v="),
    "another tool": lambda text: text.replace("set_tcp(p[0,", "set_tcp(p[0.001,"),
    "another output": lambda text: text.replace("digital_out(2", "digital_out(3"),
}
MUTATIONS = [("kuka_kr6_r900_2", name) for name in KRL_MUTATIONS]
MUTATIONS += [("ur5e", name) for name in UR_MUTATIONS]


@pytest.mark.parametrize(("arm", "name"), MUTATIONS)
def test_a_text_that_says_something_else_is_never_taken_for_the_same(arm, name, orders_of) -> None:
    run, orders = orders_of(arm, random_program(arm, 1))
    robot, language = run.cell.robot, LANGUAGES[ARMS[arm]]
    text = language.write(orders, robot, robot.controller, "mine")
    mutated = (KRL_MUTATIONS if language.suffix == ".src" else UR_MUTATIONS)[name](text)
    assert mutated != text, "the mutation does not meet this text"
    back = language.read(mutated, robot, robot.controller)
    assert says_something_else(orders, back, robot)


def test_an_output_in_a_corner_changes_in_its_middle_and_does_not_stop_the_arm(orders_of) -> None:
    text = "ACCURACY 30 ALWAYS\nDRAW 0, 0, -80\nSIGNAL 4\nDRAW 0, 90, 0\nSIGNAL -4\nEND\n"
    run, orders = orders_of("kuka_kr6_r900_2", text)
    lines = written(orders, run.cell.robot, "krl", "mine").text.split("\r\n")
    trigger = next(i for i, line in enumerate(lines) if line.startswith("TRIGGER"))
    first = next(i for i, line in enumerate(lines) if line.startswith("LIN"))
    assert "$OUT[4]=TRUE" in lines[trigger] and trigger < first and "C_DIS" in lines[first]
    assert any(line.startswith("$OUT[4]=FALSE") for line in lines)  # behind a stop


def test_what_cannot_be_said_is_told_by_line(run_on) -> None:
    text = (
        "OPENI 60\n"
        "TYPE 5\n"
        "WAIT SIG(3) AND SIG(4)\n"
        "IF SIG(3) THEN\n"
        "DRAW 0, 0, -10\n"
        "END\n"
        "SIGNAL 7\n"
        "WAIT SIG(7)\n"
        "WAIT NOT SIG(6)\n"
        "END\n"
    )
    from scenes.execution.machine.scenario import Scenario, SignalEvent

    events = tuple(SignalEvent(0.0, number, True) for number in (3, 4))
    run = run_on("ur5e", ";! language 2\n" + text, scenario=Scenario(events=events))
    orders = unrolled(run)
    lost = {loss.line - 1: loss.message for loss in orders.losses}
    assert set(lost) == {1, 2, 3, 4, 8}
    assert "closes the hand" in lost[1] and "remark" in lost[2] and "one signal" in lost[3]
    assert "decide here" in lost[4] and "sets" in lost[8]
    waits = [order for order in orders.orders if isinstance(order, Await)]
    assert [(wait.input, wait.on) for wait in waits] == [(6, False)]


def test_speeds_are_those_of_the_program(orders_of) -> None:
    text = "SPEED 50 ALWAYS\nDRAW 0, 0, -40\nDRIVE 1, 5\nSPEED 100 MMPS\nDRAW 0, 0, 40\nEND\n"
    run, orders = orders_of("kuka_kr6_r900_2", ";! language 2\n" + text)
    full = run.cell.robot.tool_speed_mm_s
    goes = [order for order in orders.orders if isinstance(order, Go)]
    assert [go.mm_s for go in goes if go.way is Way.STRAIGHT] == pytest.approx([full / 2, 100])
    assert [go.percent for go in goes if go.way is Way.JOINTS] == pytest.approx([50])
    text = written(orders, run.cell.robot, "krl", "mine").text
    assert "BAS(#VEL_PTP,50)" in text and "$VEL.CP=0.125" in text and "$VEL.CP=0.1\r\n" in text


def test_a_signal_that_the_controller_does_not_have_is_refused(orders_of) -> None:
    run, orders = orders_of("ur5e", "DRAW 0, 0, -20\nSIGNAL 9\nEND\n")
    with pytest.raises(SceneError, match=r"line 2: .* 0 to 7, not 9"):
        written(orders, run.cell.robot, "urscript", "mine")
