"""A check looks beyond the statement at which the run ends, and names every bad line."""

import pickle
from dataclasses import replace
from functools import lru_cache

import numpy as np
import pytest

import scenes.execution.statements.driving as driving
from kinematics import forward, xyzoat_from_pose
from scenes import analyse, load_robot, simulate
from scenes.execution.beyond.later_statements import beyond
from scenes.execution.machine import advance
from scenes.execution.machine.scenario import Scenario, SignalEvent
from scenes.world.cell import Cell
from tests.depth import cases

ARMS = ("hokkaido1985", "ur5e", "kuka_lbr_iiwa_7_r800", "adept_cobra600", "fanuc_crx10ia_l")
PERIOD = 0.1
FAR = "POINT FAR 30000 0 500 0 0 0"
BAD = ("MOVE FAR", "MOVES FAR", "APPRO FAR, 50", "APPROS FAR, 50", "DRAW 0, 0, 90000",
       "TDRAW 90000, 0, 0", "DEPARTS 90000", "DEPART 90000", "DRIVE 1, 9000", "MOVE #FAR",
       "DRIVE 99, 1")  # fmt: skip


@lru_cache
def cell_of(name: str) -> Cell:
    """The arm without bodies, so that no motion needs a proof."""
    robot = replace(load_robot(name), bodies=(), hand=None)
    return Cell("one robot", robot, {"world": np.eye(4)}, (), (), frozenset())


def errors(text: str, cell: Cell) -> set[tuple[str, int]]:
    found = analyse(cell, text, PERIOD).problems
    return {(p.code, p.line) for p in found if p.severity == "error"}


def point(name: str, cell: Cell, q: np.ndarray) -> str:
    T = forward(cell.robot.mechanism, q) @ cell.robot.T_flange_tool
    return f"POINT {name} " + " ".join(f"{v:.6f}" for v in xyzoat_from_pose(T))


def head_of(cell: Cell, rng: np.random.Generator) -> list[str]:
    """Locations near ready, one that is too far away, and joint values beyond the limits."""
    mechanism = cell.robot.mechanism
    step = np.where(mechanism.revolute > 0.0, 0.15, 30.0)
    inwards = np.where(cell.robot.ready > (mechanism.lower + mechanism.upper) / 2, -step, step)
    rows = [cell.robot.ready + inwards * rng.uniform(0.2, 1.0, mechanism.n) for _ in range(4)]
    beyond = " ".join("99999" for _ in range(mechanism.n))
    return [FAR, f"POINT #FAR {beyond}", *(point(f"P{i}", cell, q) for i, q in enumerate(rows))]


def good_program(cell: Cell, rng: np.random.Generator, count: int) -> list[str]:
    """Lines that can all be carried out in their order."""
    ways = ("MOVE P{}", "MOVES P{}", "APPRO P{}, 5", "DRAW 2, 0, 0", "DEPARTS 2", "READY",
            "DRIVE 1, 1", "SPEED 50", "MOVES P{}", "X = {}")  # fmt: skip
    head, lines = head_of(cell, rng), ["READY"]
    while len(lines) < count:
        lines.append(ways[rng.integers(len(ways))].format(rng.integers(4)))
        if simulate(cell, "\n".join([*head, *lines, "END"]), PERIOD).problems:
            lines.pop()
    return [*head, *lines]


@pytest.mark.parametrize("name", ARMS)
@pytest.mark.parametrize("seed", range(cases(2, 1)))
def test_bad_lines_put_in_anywhere_are_named_and_no_others(name: str, seed: int) -> None:
    cell, rng = cell_of(name), np.random.default_rng(seed)
    good = good_program(cell, rng, 10)
    first = len(good) - 10
    kept = {(p.code, p.line) for p in analyse(cell, "\n".join([*good, "END"]), PERIOD).problems}
    lines = [(text, number + 1) for number, text in enumerate(good)]
    for place in rng.integers(first + 1, len(good) + 1, 5):
        lines.insert(int(place), (BAD[rng.integers(len(BAD))], 0))
    bad = {number for number, (_, old) in enumerate(lines, 1) if not old}
    found = analyse(cell, "\n".join([*(text for text, _ in lines), "END"]), PERIOD).problems
    assert {p.line for p in found if p.severity == "error"} == bad
    others = {(p.code, lines[p.line - 1][1]) for p in found if p.line not in bad}
    assert others <= kept


@pytest.mark.parametrize("name", ARMS[:-1])
@pytest.mark.parametrize("seed", range(cases(2, 1)))
def test_without_the_reported_lines_a_run_ends_at_an_undecided_line_or_runs_through(
    name: str, seed: int
) -> None:
    """The lines are random text that parses: any of them may fail when it is run."""
    cell, rng = cell_of(name), np.random.default_rng(100 + seed)
    mechanism = cell.robot.mechanism
    lower, upper = (np.clip(x, -3.0, 3.0) for x in (mechanism.lower, mechanism.upper))
    head = [FAR]
    for i in range(6):
        q = np.where(mechanism.revolute > 0.0, rng.uniform(lower, upper), cell.robot.ready)
        head.append(point(f"P{i}", cell, q))
    ways = ("MOVE P{}", "MOVES P{}", "APPROS P{}, -80", "DRAW 90, 0, 0", "DEPARTS 120",
            "DRIVE 2, 40", "HERE P{}", "MOVE FAR")  # fmt: skip
    lines = [*head, "READY"]
    lines += [ways[rng.integers(len(ways))].format(rng.integers(6)) for _ in range(16)]
    while True:
        report = analyse(cell, "\n".join([*lines, "END"]), PERIOD)
        named = [p.line for p in report.problems if p.severity == "error"]
        (note,) = [p for p in report.problems if p.code == "N306"] or [None]
        if note is None:
            return
        assert len(named) == len(set(named))
        listed = str(note.figures["not_decided"])
        open_ = {int(line) for line in listed.split(", ") if line}
        assert not open_ & set(named)
        left = [line for number, line in enumerate(lines, 1) if number not in named]
        old = [number for number in range(1, len(lines) + 1) if number not in named]
        run = simulate(cell, "\n".join([*left, "END"]), PERIOD)
        ends = {old[p.line - 1] for p in run.problems if p.severity == "error"}
        assert ends <= open_
        lines = left


LOOP = f"""{FAR}
POINT NEAR 700 0 280 0 90 0
FOR I = 1 TO 400
  MOVE FAR
  DEPARTS 10
  MOVE NEAR
END
MOVES FAR
END
"""


def counted(monkeypatch: pytest.MonkeyPatch, owner: object, name: str) -> list[object]:
    calls: list[object] = []
    original = getattr(owner, name)

    def count(*given: object, **named: object) -> object:
        calls.append(given)
        return original(*given, **named)

    monkeypatch.setattr(owner, name, count)
    return calls


def test_a_bad_line_in_a_loop_is_reported_once_and_tried_a_few_times(monkeypatch) -> None:
    nearest = counted(monkeypatch, driving, "nearest_pose")
    assert errors(LOOP, cell_of("hokkaido1985")) == {("E301", 4), ("E301", 8)}
    assert len(nearest) < 30


@pytest.mark.parametrize(
    "text",
    [
        f"{FAR}\n10 MOVE FAR\nGOTO 10\nEND\n",
        f"{FAR}\n10 MOVE FAR\nX = X + 1\nDRAW 10, 0, 0\nGOTO 10\nEND\n".replace("X + 1", "TIME"),
        f"{FAR}\nWHILE NOT SIG(7) DO\n  MOVE FAR\nEND\nMOVES FAR\nEND\n",
        f"{FAR}\nMOVE FAR\nDO\n  X = 1\nUNTIL X == 2\nMOVES FAR\nEND\n",
        f"{FAR}\nREACTI 5, P\n10 MOVE FAR\nGOTO 10\nEND\n.PROGRAM P\nMOVE FAR\n.END\n",
    ],
)
def test_a_loop_without_end_behind_a_bad_line_ends_the_search(text: str, monkeypatch) -> None:
    if ".PROGRAM" in text:
        text = ".PROGRAM MAIN\n" + text.replace("END\n.PROGRAM", ".END\n.PROGRAM")
    advances = counted(monkeypatch, advance, "_advanced")
    found = analyse(cell_of("hokkaido1985"), text, PERIOD).problems
    assert next(p.code for p in found if p.severity == "error") == "E301"
    assert len(advances) < 400_000


def test_a_loop_that_waits_for_a_signal_goes_on_because_the_clock_does() -> None:
    text = f"{FAR}\nWHILE NOT SIG(7) DO\n  MOVE FAR\nEND\nMOVES FAR\nEND\n"
    scenario = Scenario(events=(SignalEvent(40.0, 7, True),))
    report = analyse(cell_of("hokkaido1985"), text, PERIOD, scenario=scenario)
    assert [p.line for p in report.problems if p.severity == "error"] == [3, 5]


def test_work_behind_a_bad_line_is_no_more_than_twice_a_run(monkeypatch) -> None:
    cell = cell_of("hokkaido1985")
    text = f"{FAR}\nPOINT P 700 0 280 0 90 0\n" + "DRAW 1, 0, 0\nDRAW -1, 0, 0\n" * 12 + "END\n"
    advances = counted(monkeypatch, advance, "_advanced")
    analyse(cell, "READY\n" + text, PERIOD)
    usual = len(advances)
    advances.clear()
    analyse(cell, "READY\n" + text.replace("DRAW", "MOVE FAR\nDRAW", 1), PERIOD)
    assert len(advances) <= 2 * usual + 10


def test_statements_behind_a_bad_line_get_no_time_and_no_proof() -> None:
    cell = cell_of("hokkaido1985")
    text = f"{FAR}\nPOINT P 700 0 280 0 90 0\nREADY\nMOVE P\nMOVE FAR\nMOVE P\nREADY\nEND\n"
    report, run = analyse(cell, text, PERIOD), simulate(cell, text, PERIOD)
    assert report.run.duration == run.duration
    assert [step.line for step in report.run.steps] == [step.line for step in run.steps]
    assert {segment.line for segment in report.proof.segments} <= {3, 4}
    assert all(p.time is None for p in report.problems if p.line > 5 or p.code == "N306")
    assert not [p for p in run.problems if p.line > 5]


def test_faults_that_only_an_assumed_pose_brings_are_held_back_and_listed() -> None:
    """DEPARTS fails from the assumed pose at the end of the reach, but not from the real goal."""
    text = f"{FAR}\nREADY\nMOVE FAR\nTDRAW 0, 0, 60\nREADY\nTDRAW 0, 0, 9000\nEND\n"
    report = analyse(cell_of("hokkaido1985"), text, PERIOD)
    assert [p.line for p in report.problems if p.severity == "error"] == [3, 6]
    (note,) = [p for p in report.problems if p.code == "N306"]
    assert note.figures["not_decided"] == "4"


@pytest.mark.parametrize("line", ["FEED NOPE", "HAND NOPE", *BAD])
def test_a_pose_is_said_to_be_assumed_where_the_line_is_a_motion(line: str) -> None:
    """A line without a goal gets no distance from a goal."""
    points = f"{FAR}\nPOINT #FAR 9000 0 0 0 0 0\nN = 1\nREADY\n"
    report = analyse(cell_of("hokkaido1985"), f"{points}{line}\nMOVE FAR\nEND\n", PERIOD)
    (note,) = [p for p in report.problems if p.code == "N306"]
    assert note.line == 5
    assert ("assumed pose" in note.message) == (line in BAD)
    assert "goal" not in note.message or line in BAD


@pytest.mark.parametrize("faulty", ["N = 1 / (K - K)", "N = SQRT(0 - K)", "A[2] = 1 / (K - K)"])
def test_a_variable_without_its_value_hides_no_later_line(faulty: str) -> None:
    """A line that only lacks this value is not reported as a fault."""
    points = f"{FAR}\nK = 1\nN = 1\nA[2] = 1\nREADY\n"
    name = faulty.partition(" =")[0]
    text = f"{points}{faulty}\nMOVE FAR\nDRAW 0, 0, {name}\nTYPE {name}\nDRIVE 1, 9000\nEND\n"
    report = analyse(cell_of("hokkaido1985"), text, PERIOD)
    assert [p.line for p in report.problems if p.severity == "error"] == [6, 7, 10]
    (note,) = [p for p in report.problems if p.code == "N306"]
    assert note.figures["not_decided"] == "8, 9"


def test_the_pose_is_known_again_behind_a_motion_to_joint_values() -> None:
    """A motion near a joint limit gets its warning behind a bad line too, after READY."""
    text = "READY\nDRIVE 1, 178\nREADY\nMOVES FAR\nREADY\nDRIVE 1, -178\nDRIVE 1, -9\nEND\n"
    report = analyse(cell_of("hokkaido1985"), f"{FAR}\n{text}", PERIOD)
    of_motions = [p for p in report.problems if p.severity != "note" and p.code != "W310"]
    assert {(p.code, p.line) for p in of_motions} == {
        ("W302", 3), ("E301", 5), ("W302", 7), ("E303", 8),
    }  # fmt: skip


@pytest.mark.parametrize(
    ("lines", "bad"),
    [
        (["HAND", "MOVE FAR"], [2, 3]),
        (["WAIT SIG(3)", "MOVE FAR"], [2, 3]),
        (["DRIVE 9, 1", "SPEED X", "OPENI 9000", "MOVES FAR"], [3, 4, 5, 6]),
        (["CALL LATER", "MOVES FAR"], [2]),
        (["TOOL TRANS(X, X, 1 / X)", "MOVES FAR"], [3]),
    ],
)
def test_any_failed_statement_is_skipped_except_those_that_decide_what_comes_next(
    lines: list[str], bad: list[int], cell_with
) -> None:
    text = "\n".join([FAR, *(["X = 0"] if "X" in "".join(lines) else []), *lines, "END"])
    report = analyse(cell_with(), text, PERIOD)
    assert [p.line for p in report.problems if p.severity == "error"] == bad


def test_lines_behind_a_long_loop_are_checked_too(monkeypatch) -> None:
    inner = "FOR J = 1 TO 40\n    MOVE #A\n    MOVE #B\n  END"
    text = f"{FAR}\nPOINT #A 0 -90 90 0 60 0\nPOINT #B 1 -90 90 0 60 0\nMOVE FAR\n"
    text += f"FOR I = 1 TO 400\n  {inner}\nEND\nMOVES FAR\nREADY\nDRIVE 1, 400\nEND\n"
    advances = counted(monkeypatch, advance, "_advanced")
    assert errors(text, cell_of("hokkaido1985")) == {("E301", 4), ("E301", 11), ("E303", 13)}
    assert len(advances) < 12_000


LEADS = (
    "",
    "N = 0\nWHILE N < 20 DO\nN = N + 1\nEND\n",
    "N = 3\nIF N > 2 THEN\nM[1] = SQRT(N)\nEND\nFOR I = 1 TO 5\nM[I] = I\nEND\n",
)


@pytest.mark.parametrize("lead", LEADS)
@pytest.mark.parametrize("bad", BAD)
def test_a_run_that_ended_early_can_be_searched_further_in_another_process(bad, lead) -> None:
    """The window gets its runs from another process, and must get the whole run."""
    cell = cell_of(ARMS[0])
    run = simulate(cell, f"{FAR}\nPOINT #FAR 9000 0 0 0 0 0\nREADY\n{lead}{bad}\nDRIVE 1, 10\nEND")
    assert run.halt is not None
    sent = pickle.loads(pickle.dumps(run))
    here, there = (beyond(each.halt, each.steps[-1]).problems for each in (run, sent))
    assert [(p.code, p.line, p.message) for p in here] == [
        (p.code, p.line, p.message) for p in there
    ]
