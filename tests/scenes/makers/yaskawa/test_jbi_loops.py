"""Loops in jobs: a label and a jump, whatever stands in front of them, in them and behind them."""

import re
from dataclasses import replace
from itertools import groupby, product

import numpy as np
import pytest

from scenes import SceneError, load_robot
from scenes.makers.writing.orders import EndTurns, Go, Turns, Way
from scenes.makers.writing.turns import turns_in, with_turns, without_turns
from scenes.makers.writing.unrolled import Orders
from scenes.makers.written_program import written
from scenes.makers.yaskawa.jbi_loops import MOST_OPEN, MOST_TURNS
from scenes.makers.yaskawa.jbi_reader import read_jbi
from scenes.makers.yaskawa.jbi_steps import jbi_sayable
from scenes.makers.yaskawa.jbi_writer import jbi_text
from tests.depth import share
from tests.scenes.makers.conftest import MOST_DEG, MOST_MM
from tests.scenes.makers.yaskawa.conftest import ARM, JOINT_DEG

HEAD = [";! dialect val", ";! language 2"]
# Each begins and ends at A.
LINES = ["DRAW 0, 0, -20", "MOVES A"]
ARCS = ["C1MOVE SHIFT(A BY 0, 20, 15)", "C2MOVE SHIFT(A BY 0, 40, 0)"]
ARCS += ["C1MOVE SHIFT(A BY 0, 20, -15)", "C2MOVE A"]
LINE_ARC = ["DRAW 0, 40, 0", "C1MOVE SHIFT(A BY 0, 20, 15)", "C2MOVE A"]
ARC_LINE = [*ARCS[:2], "MOVES A"]
BODIES = {"lines": LINES, "arcs": ARCS, "line, arc": LINE_ARC, "arc, line": ARC_LINE}
AROUND = {"nothing": [], "lines": LINES, "line, arc": LINE_ARC, "arcs": ARCS}


def program(before: list[str], body: list[str], behind: list[str]) -> str:
    loop = ["FOR K = 1 TO 3", "SIGNAL 4", *body, "SIGNAL -4", "END"]
    return "\n".join([*HEAD, "HERE A", *before, *loop, *behind, "END", ""])


def driven(text: str) -> list[str]:
    """The motions of a job as a controller comes to them: labels, jumps and counters followed."""
    lines = text.split("\r\n")
    values, at, found = {}, lines.index("NOP"), []
    while lines[at] != "END":
        line = lines[at]
        at += 1
        if move := re.match(r"(MOV[JLC]) C(\d+)", line):
            found.append(move[1])
        elif begins := re.fullmatch(r"SET (I\d{3}) 0", line):
            values[begins[1]] = 0
        elif counts := re.fullmatch(r"INC (I\d{3})", line):
            values[counts[1]] += 1
        elif jump := re.fullmatch(r"JUMP (\*\w+) IF (I\d{3})<(\d+)", line):
            if values[jump[2]] < int(jump[3]):
                at = lines.index(jump[1])
        elif not line.startswith(("'", "*", "DOUT", "SETTOOL", "TIMER", "NOP")):
            raise AssertionError(line)
    return found


@pytest.mark.parametrize(
    ("before", "body", "behind"), share(list(product(AROUND, BODIES, AROUND)), 24)
)
def test_each_arc_has_three_steps_in_each_turn(before, body, behind, orders_of) -> None:
    run, orders = orders_of(ARM, program(AROUND[before], BODIES[body], AROUND[behind]))
    made = written(orders, run.cell.robot, "jbi", "mine")
    assert made.turns == 1
    assert made.deviation.mm < MOST_MM and made.deviation.deg < MOST_DEG
    assert made.deviation.joint_deg < JOINT_DEG
    goes = [order for order in orders.orders if isinstance(order, Go)]
    assert made.deviation.motions == len(goes)
    codes = driven(made.text)
    steps = [len(list(group)) for code, group in groupby(codes) if code == "MOVC"]
    assert steps == [3] * sum(go.way is Way.ARC for go in goes)
    # Loops written out one by one say the same.
    robot = run.cell.robot
    each = driven(jbi_text(orders, robot, robot.controller, "mine"))
    arcs = [[code for code in all_ if code == "MOVC"] for all_ in (codes, each)]
    assert len(arcs[0]) == len(arcs[1])


@pytest.fixture
def loop(orders_of):
    """The orders of a program with a loop of three turns, and its arm."""
    run, orders = orders_of(ARM, program([], LINES, []))
    return with_turns(orders), run.cell.robot


@pytest.mark.parametrize(
    ("pattern", "other", "told"),
    [
        (r"SET I099 0\r\n", "", "I099 is not set to 0 in front of the loop"),
        (r"INC I099\r\n", "", "I099 is not counted in front of it"),
        (r"JUMP \*TURN1 IF", "JUMP *TURN2 IF", "it leads to no loop that is open here"),
        (r"JUMP .*\r\n", "", "no JUMP leads to *TURN1"),
    ],
)
def test_a_loop_that_is_not_counted_as_ours_is_told(pattern, other, told, loop) -> None:
    orders, robot = loop
    text = jbi_text(orders, robot, robot.controller, "mine")
    assert not read_jbi(text, robot, robot.controller).losses
    changed, count = re.subn(pattern, other, text)
    assert count == 1
    assert told in [
        loss.message.partition(": ")[2] or loss.message
        for loss in read_jbi(changed, robot, robot.controller).losses
    ]


def more(count: re.Match[str]) -> str:
    return str(int(count[0]) + 1)


def test_another_number_of_turns_is_another_program(loop) -> None:
    orders, robot = loop
    text, count = re.subn(r"(?<=I099<)\d", more, jbi_text(orders, robot, robot.controller, "mine"))
    assert count == 1
    back = without_turns(read_jbi(text, robot, robot.controller))
    goes = [[o for o in each.orders if isinstance(o, Go)] for each in (without_turns(orders), back)]
    assert len(goes[1]) == len(goes[0]) + len(LINES)


def test_loops_in_each_other_have_counters_of_their_own() -> None:
    robot = load_robot(ARM)
    rows = [Turns(1, 2), Turns(2, 3), EndTurns(3), EndTurns(4)]
    text = jbi_text(Orders(robot.ready, tuple(rows), ()), robot, robot.controller, "mine")
    codes = [line for line in text.split("\r\n") if "I09" in line or line.startswith("*")]
    head = ["SET I099 0", "*TURN1", "SET I098 0", "*TURN2"]
    inner, outer = "JUMP *TURN2 IF I098<3", "JUMP *TURN1 IF I099<2"
    assert codes == [*head, "INC I098", inner, "INC I099", outer]
    assert turns_in(read_jbi(text, robot, robot.controller)) == 2


@pytest.mark.parametrize("depth", [1, MOST_OPEN + 1])
def test_more_loops_or_turns_than_a_controller_counts_are_refused(depth: int) -> None:
    robot = load_robot(ARM)
    count = 2 if depth > 1 else MOST_TURNS + 1
    rows = [Turns(1, count)] * depth + [EndTurns(2)] * depth
    with pytest.raises(SceneError, match="a loop of a job counts at most 32767 turns"):
        jbi_text(Orders(robot.ready, tuple(rows), ()), robot, robot.controller, "mine")


def test_a_line_opens_no_arc_across_the_head_of_a_loop(loop) -> None:
    orders, _robot = loop
    line = next(order for order in orders.orders if isinstance(order, Go))
    via = line.T_base_tool + np.pad([[0.0], [10.0], [5.0]], ((0, 1), (3, 0)))
    end = line.T_base_tool + np.pad([[0.0], [20.0], [0.0]], ((0, 1), (3, 0)))
    arc = replace(line, way=Way.ARC, T_via=via, T_base_tool=end)
    near = jbi_sayable(Orders(orders.start, (replace(line, zone_mm=5.0), arc), ()))
    far = jbi_sayable(
        Orders(orders.start, (replace(line, zone_mm=5.0), Turns(1, 2), arc, EndTurns(1)), ())
    )
    # Where the line is the first step of the arc its corner is kept; in front of a loop it stops.
    assert near.orders[0].zone_mm > 0.0 and far.orders[0].zone_mm == 0.0
