"""Equal turns become loops, which say the same orders; where they must not, they stay orders."""

import re
from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest

from kinematics import forward
from language import parse
from scenes import load_robot, simulate
from scenes.makers.foreign_text import ForeignText, program_of_foreign
from scenes.makers.maker_languages import LANGUAGES
from scenes.makers.writing.orders import (
    EndTurns,
    Go,
    Stand,
    Switch,
    TakeTool,
    Turns,
    Way,
    indents_of,
)
from scenes.makers.writing.turns import end_of, turns_in, with_turns, without_turns
from scenes.makers.writing.unrolled import Orders, unrolled
from scenes.makers.written_program import written

ARMS = {
    "krl": "kuka_kr6_r900_2",
    "rapid": "abb_irb120",
    "urscript": "ur5e",
    "ls": "fanuc_lrmate200id",
    "jbi": "yaskawa_gp8",
}
ROBOT = load_robot("ur5e")


def go(line: int, place: int, zone: float = 0.0) -> Go:
    """A motion to one of some places; place 0 is the start."""
    q = ROBOT.ready + 0.05 * place * np.array([1, 0, 0.5, 0, 0, 1])
    T = forward(ROBOT.mechanism, q) @ ROBOT.T_flange_tool
    return Go(line, Way.JOINTS, T, q, zone_mm=zone, text=f"MOVE {place}")


def shape(orders: Orders) -> str:
    """The orders as letters: motions by their places, loops in brackets with their count."""
    told = []
    for order in orders.orders:
        if isinstance(order, Go):
            told.append(order.text.split()[1])
        elif isinstance(order, Turns):
            told.append(f"{'*' if order.count is None else order.count}(")
        elif isinstance(order, EndTurns):
            told.append(")")
        else:
            told.append({"Switch": "s", "Stand": "d", "TakeTool": "t"}[type(order).__name__])
    return "".join(told)


def orders_of(*rows) -> Orders:
    return Orders(ROBOT.ready, tuple(rows), ())


@pytest.mark.parametrize(
    ("places", "told"),
    [
        ("1010", "2(10)"),
        ("101010", "3(10)"),
        ("121212", "122(12)"),  # the first turn comes from the start, and not from place 2
        ("12121212", "123(12)"),
        ("1201201205", "3(120)5"),
        ("51515", "52(15)"),
        ("110110", "2(110)"),
        ("1210121010", "2(1210)10"),
        ("123", "123"),
        ("", ""),
    ],
)
def test_turns_become_loops_where_the_arm_is_back_at_their_start(places: str, told: str) -> None:
    rows = [go(int(p) + 10, int(p)) for p in places]
    found = with_turns(orders_of(*rows))
    assert shape(found) == told
    assert shape(without_turns(found)) == places


def test_a_loop_in_a_loop_is_found() -> None:
    inner = [go(11, 1), go(12, 2), go(11, 1), go(12, 2), go(11, 1), go(12, 2), go(13, 0)]
    found = with_turns(orders_of(*inner, *inner, *inner))
    assert shape(found) == "3(122(12)0)"
    assert shape(without_turns(found)) == 3 * "1212120"


def test_equal_motions_of_other_lines_are_no_loop() -> None:
    found = with_turns(orders_of(go(1, 1), go(2, 0), go(3, 1), go(4, 0)))
    assert turns_in(found) == 0


def test_the_arm_stands_still_between_two_turns() -> None:
    rows = [go(1, 1, zone=5.0), go(2, 0, zone=5.0)] * 4
    assert turns_in(with_turns(orders_of(*rows))) == 0
    rows = [go(1, 1), go(2, 0, zone=5.0)] * 4  # it stands at place 1 alone: the turn begins there
    assert shape(with_turns(orders_of(*rows))) == "13(01)0"
    rows = [go(1, 1, zone=5.0), go(2, 0)] * 4
    assert shape(with_turns(orders_of(*rows))) == "4(10)"


def test_a_turn_with_another_tool_at_its_end_is_none() -> None:
    a, b = np.eye(4), np.eye(4)
    b[2, 3] = 100.0
    rows = [go(1, 1), TakeTool(2, a), go(3, 0)]
    found = with_turns(orders_of(TakeTool(0, b), *rows, *rows, *rows))
    assert shape(found) == "t1t02(1t0)"


def test_signals_and_pauses_are_part_of_a_turn_and_alone_none() -> None:
    rows = [Switch(1, 3, True), go(2, 1), Stand(3, 0.5), Switch(4, 3, False), go(5, 0)]
    assert shape(with_turns(orders_of(*rows, *rows))) == "2(s1ds0)"
    rows = [Switch(1, 3, True), Stand(3, 0.5), Switch(4, 3, False)]
    assert turns_in(with_turns(orders_of(*rows, *rows))) == 0


@pytest.mark.parametrize("seed", range(40))
def test_loops_say_the_same_orders_whatever_they_are(seed: int) -> None:
    rng = np.random.default_rng(seed)
    rows = []
    for _ in range(rng.integers(1, 6)):
        turn = [
            go(int(p) + 10, int(p), zone=float(rng.choice([0.0, 0.0, 4.0])))
            for p in rng.integers(0, 3, rng.integers(1, 5))
        ]
        rows += turn * int(rng.integers(1, 5))
    given = orders_of(*rows)
    found = with_turns(given)
    back = without_turns(found)
    assert shape(back) == shape(given)
    for order, other in zip(back.orders, given.orders, strict=True):
        assert np.array_equal(order.q, other.q) and order.zone_mm == other.zone_mm
    check_rest(list(found.orders), given.start)


def check_rest(orders: list, q: np.ndarray, stands: bool = True) -> tuple[np.ndarray, bool]:
    """Asserts that the arm stands in one place where each turn of a loop begins and ends."""
    at = 0
    while at < len(orders):
        order = orders[at]
        if isinstance(order, Turns):
            behind = end_of(orders, at)
            end, still = check_rest(orders[at + 1 : behind], q, stands)
            assert stands and still and np.allclose(q, end)
            at = behind
        elif isinstance(order, Go):
            q, stands = order.q, order.zone_mm == 0.0
        at += 1
    return q, stands


def run_of(robot_name: str, program: str, tmp_path):
    from scenes import load_cell

    cell = tmp_path / "one.cell.yaml"
    cell.write_text(f"cell: 1\nrobots: {{arm: {{use: {robot_name}}}}}\n")
    return simulate(load_cell(cell), parse(program))


PROGRAM = """\
;! dialect val
;! language 2
DRIVE 1, 10
FOR k = 1 TO 4
DRAW 0, 0, -30
SIGNAL 3
DELAY 0.25
FOR j = 1 TO 3
DRAW 0, 20, 0
DRAW 0, -20, 0
END
SIGNAL -3
DRAW 0, 0, 30
END
END
"""
ENDLESS = """\
DRIVE 1, 10
10 DRAW 0, 0, -30
DELAY 0.25
DRAW 0, 0, 30
GOTO 10
END
"""


@pytest.mark.parametrize("language", ARMS)
def test_loops_are_written_and_read_back(language: str, tmp_path) -> None:
    run = run_of(ARMS[language], PROGRAM, tmp_path)
    assert [p.message for s in run.steps for p in s.problems if p.severity == "error"] == []
    orders = unrolled(run)
    made = written(orders, run.cell.robot, language, "one")
    assert made.turns == 2 and made.motions == 5
    assert made.deviation.motions == 1 + 4 * (1 + 2 * 3 + 1)
    assert made.deviation.mm < 1e-3 and made.deviation.deg < 1e-4
    loops = {"krl": "FOR TURN", "rapid": "FOR turn", "urscript": "while turn_", "ls": ",JMP LBL["}
    loops["jbi"] = "JUMP *TURN"
    assert made.text.count(loops[language]) == 2
    assert re.search(r"TO 4\b|< ?4\b", made.text) and re.search(r"TO 3\b|< ?3\b", made.text)


@pytest.mark.parametrize("language", ARMS)
def test_a_program_with_loops_moves_as_ours_does_when_it_is_run_itself(language, tmp_path) -> None:
    """The text as a program of that maker, read by the reader for any author's, and run."""
    run = run_of(ARMS[language], PROGRAM, tmp_path)
    text = written(unrolled(run), run.cell.robot, language, "one").text.replace("\r\n", "\n")
    program = program_of_foreign(ForeignText(text, language), run.cell.robot)
    again = simulate(run.cell, program)
    assert [p.message for s in again.steps for p in s.problems if p.severity == "error"] == []
    ends = [
        np.array(
            [s.goal for s in each.steps if s.statement.instruction.moves and not s.motion.is_still]
        )
        for each in (run, again)
    ]
    assert len(ends[0]) == 1 + 4 * 8
    # The text of a controller begins with a motion to where our program begins.
    assert np.allclose(ends[1][0], run.start_state.q, atol=1e-5) or len(ends[1]) == len(ends[0])
    ends[1] = ends[1][-len(ends[0]) :]
    assert np.abs(ends[0] - ends[1]).max() < 1e-5


@pytest.mark.parametrize("language", ARMS)
def test_an_endless_program_of_a_maker_has_the_cycle_of_ours(language, tmp_path) -> None:
    run = run_of(ARMS[language], ENDLESS, tmp_path)
    text = written(unrolled(run), run.cell.robot, language, "one").text.replace("\r\n", "\n")
    program = program_of_foreign(ForeignText(text, language), run.cell.robot)
    again = simulate(run.cell, program)
    assert again.cycle is not None
    assert again.cycle.seconds == pytest.approx(run.cycle.seconds, rel=0.02)


@pytest.mark.parametrize("language", ARMS)
def test_a_program_that_goes_round_for_ever_does_so_on_the_controller(language, tmp_path) -> None:
    run = run_of(ARMS[language], ENDLESS, tmp_path)
    assert run.cycle is not None
    orders = unrolled(run)
    assert any("for ever" in loss.message for loss in orders.losses)
    assert not any("for ever" in loss.message for loss in LANGUAGES[language].said(orders).losses)
    made = written(orders, run.cell.robot, language, "one")
    loops = {"krl": "LOOP", "rapid": "WHILE TRUE DO", "urscript": "while True:", "ls": "LBL[1]"}
    loops["jbi"] = "*TURN1"
    _, _, turn = made.text.partition(loops[language])
    assert turn and turn.count("DRAW 0 0 30") == 1 and turn.count("DRAW 0 0 -30") == 1
    assert made.turns == 1


@pytest.mark.parametrize("seed", range(5))
def test_each_order_is_set_in_by_the_loops_that_are_open_there(seed: int) -> None:
    rng = np.random.default_rng(seed)
    rows, opened, expected = [], 0, []
    for line in range(60):
        kind = rng.integers(3)
        if kind == 0:
            rows.append(Turns(line, 2))
            expected.append(opened)
            opened += 1
        elif kind == 1 and opened:
            opened -= 1
            rows.append(EndTurns(line))
            expected.append(opened)
        else:
            rows.append(Stand(line, 0.5))
            expected.append(opened)
    assert list(indents_of(rows)) == ["  " * depth for depth in expected]


@pytest.mark.parametrize("language", ["as", "vplus"])
def test_loops_of_kawasaki_and_adept_are_read_back(language: str) -> None:
    given = ROBOT.controller
    robot = replace(ROBOT, controller=replace(given, language=language))
    rows = [go(1, 1), Stand(2, 0.5), go(3, 2), go(4, 1), go(3, 2), go(4, 1), go(5, 0)]
    made = written(orders_of(*rows, *rows, *rows), robot, language, "one")
    assert made.turns == 2 and made.deviation.motions == 3 * 6
    assert made.deviation.joint_deg < 1e-3
    assert "FOR turn1 = 1 TO 3" in made.text and "FOR turn2 = 1 TO 2" in made.text
    ends = [line for line in made.text.split("\r\n") if line.strip() == "END"]
    assert ends == ["    END", "  END"]
    endless = replace(orders_of(*rows), cycle=(0, len(rows)))
    assert "WHILE TRUE DO" in written(endless, robot, language, "one").text


def test_a_language_without_loops_says_each_turn() -> None:
    rows = orders_of(*([go(1, 1), go(2, 0)] * 3))
    assert turns_in(LANGUAGES["krl"].said(rows)) == 1
    assert turns_in(replace(LANGUAGES["krl"], keeps_turns=False).said(rows)) == 0


def test_a_signal_at_the_end_of_an_endless_turn_stays_in_it(tmp_path) -> None:
    program = ENDLESS.replace("GOTO 10", "SIGNAL 4\nGOTO 10").replace(
        "10 DRAW", "SIGNAL 2\n10 DRAW"
    )
    run = run_of("ur5e", program, tmp_path)
    made = written(unrolled(run), run.cell.robot, "urscript", "one")
    head, _, turn = made.text.partition("while True:")
    assert "(2, True)" in head and "(2, True)" not in turn
    assert turn.count("(4, True)") == 1


def test_one_loop_more_or_less_is_found_when_read_back() -> None:
    rows = orders_of(*([go(1, 1), go(2, 0)] * 3))
    text = written(rows, ROBOT, "urscript", "one").text
    back = LANGUAGES["urscript"].read(text.replace("< 3", "< 4"), ROBOT, ROBOT.controller)
    places = [order.q for order in without_turns(back).orders if isinstance(order, Go)]
    assert len(places) == 8
    assert all(not np.allclose(a, b) for a, b in pairwise(places))
