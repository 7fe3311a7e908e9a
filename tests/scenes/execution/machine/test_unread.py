"""Cycles of programs with a growing variable: reported only if the variable has no influence."""

import random

import pytest

from language import parse
from language.compiled.control_flow import code_of
from scenes.execution.machine import recurrence
from scenes.execution.machine.advance import advance
from scenes.execution.machine.machine import Machine
from scenes.execution.machine.moment import Status
from scenes.execution.machine.scenario import Response, Scenario, SignalEvent
from scenes.execution.machine.unread import unread
from scenes.execution.simulation import machine_for, simulate
from scenes.library import load_cell
from scenes.runs.cycle import GOES_ROUND, Cycle
from scenes.runs.step import Step
from tests.depth import cases

HEAD = "POINT A 600 0 500 0 60 0\nPOINT B 600 60 480 0 60 0\n"
# A loop that counts to a number and then does something different.
END = "IF N < {most} GOTO 10\nDELAY 7\nEND"


def counting(rng: random.Random, counts: list[str]) -> str:
    """A loop of motions and waits with some counters that nothing reads."""
    body = ["MOVE A", "MOVES B", f"DELAY {rng.choice((0.5, 1, 2))}", "K = (K + 1) MOD 2"]
    body += ["IF K == 1 THEN", f"DELAY {rng.choice((0.25, 1))}", "END"]
    body += rng.sample(counts, rng.randint(1, len(counts)))
    body += ['TYPE "done ", N, N / 12'] if rng.random() < 0.5 else []
    return "\n".join(["K = 0", "N = 0", "M = 0", "P = 0", "T[1] = 0", "10 K = K", *body, ""])


GROWING = ["N = N + 1", "M = M + N", "P = 2 * M - N", "T[1] = N", "S = N + TIME", "M = M - K"]


@pytest.mark.parametrize("seed", range(8))
def test_the_reported_cycle_is_that_of_the_simulated_turns(paper_cell, seed) -> None:
    text = HEAD + counting(random.Random(seed), GROWING)
    cycle = simulate(paper_cell, f"{text}GOTO 10\nEND").cycle
    assert cycle is not None
    assert cycle.per_hour == pytest.approx(3600.0 / cycle.seconds)
    ends = []
    for turns in (4, 6, 10):  # Each turn is half a cycle: K is 0, 1, 0, 1.
        lines = text.replace("10 K = K", "C = 0\n10 C = C + 1")
        ends.append(simulate(paper_cell, f"{lines}IF C < {turns} GOTO 10\nEND"))
    assert all(run.cycle is None for run in ends)
    assert ends[1].duration - ends[0].duration == pytest.approx(cycle.seconds)
    assert ends[2].duration - ends[1].duration == pytest.approx(2 * cycle.seconds)


READING = {
    "a branch": "IF N == 9 THEN\nDELAY 3\nEND",
    "a loop": "WHILE N > 9 DO\nDELAY 3\nEND",
    "a case": "CASE N OF\nVALUE 9:\nDELAY 3\nEND",
    "a location": "POINT C = SHIFT(A BY N, 0, 0)\nMOVE C",
    "a shifted goal": "MOVE SHIFT(A BY 0, N, 0)",
    "a pause": "DELAY N",
    "a speed": "SPEED (10 + N)",
    "a signal": "SIGNAL (N + 1)",
    "a wait": "WAIT N < 9",
    "an index of a location": "POINT L[N] 600 0 500 0 60 0\nMOVE L[N]",
    "an index of a variable": "V[N] = 2",
    "a for": "FOR I = 1 TO N\nDELAY 0.1\nEND",
    "a call": "CALL Q(N)",
    "a variable that a branch reads": "M = N - 4\nIF M > 5 THEN\nDELAY 3\nEND",
    "an assertion": "ASSERT N < 9",
    "a division that fails in the end": "M = 1 / (9 - N)",
    "a root that fails in the end": "M = SQRT(9 - N)",
    "a message that fails in the end": "TYPE 1 / (9 - N)",
    "a product of itself": "M = M * 2 + 1",
    "two that double each other": "M = M + P\nP = P + M",
    "a square of a square": "M = N * N",
    "an array of joints": "DRIVE 1, N MOD 3 - 1, 100",
    "a timer": "TIMER 1 = N\nIF TIMER(1) > 5 THEN\nDELAY 2\nEND",
    "an opening": "OPENI N",
    "a corner": "ACCURACY N",
    "a reaction": "REACT N, Q",
}


@pytest.mark.parametrize("what", READING)
def test_a_count_that_something_reads_is_no_cycle(what) -> None:
    text = f"{HEAD}N = 0\nM = 1\nP = 1\n10 DELAY 1\nN = N + 1\n{READING[what]}\nGOTO 10\nEND\n"
    program = parse(text + ".PROGRAM Q(X)\nDELAY X\n.END\n")
    assert program.ok, program.errors
    found = unread(code_of(program))
    assert not {"N", "M"} <= found.names or found.asks_for_time


@pytest.mark.parametrize("what", ["a branch", "a pause", "a case", "an assertion", "a wait"])
def test_a_branch_taken_when_the_count_is_full_is_carried_out(paper_cell, what) -> None:
    text = f"N = 0\n10 DELAY 1\nN = N + 1\n{READING[what]}\nIF N < 20 GOTO 10\nEND"
    run = simulate(paper_cell, text)
    assert run.cycle is None
    assert run.duration > 8.0


def test_a_program_that_only_shows_the_time_has_a_cycle(paper_cell) -> None:
    text = "N = 0\n10 TIMER 1 = 0\nDELAY 2\nN = N + 1\nTYPE N, TIMER(1), TIME / N\nGOTO 10\nEND"
    assert unread(code_of(parse(text))).asks_for_time  # TIME / N may have no value.
    run = simulate(paper_cell, text.replace("TIME / N", "TIME"))
    assert run.cycle is not None
    assert (run.cycle.seconds, run.cycle.per_hour, run.cycle.unit) == (2.0, 1800.0, "cycles")
    assert run.lines_of(run.cycle) == ((2, 3, 4, 5, 6), 5)


def test_a_cycle_with_signals_from_outside_is_reported(paper_cell) -> None:
    scenario = Scenario((SignalEvent(0.0, 1, True),), (Response(-1, 0.5, 1, True),))
    text = "N = 0\n10 WAIT SIG(1)\nDELAY 1\nSIGNAL -1\nN = N + 1\nGOTO 10\nEND"
    cycle = simulate(paper_cell, text, scenario=scenario).cycle
    assert cycle is not None
    assert cycle.seconds == pytest.approx(1.5)


FEEDING = "N = 0\n10 FEED {part}{at}\nDELAY 2\nN = N + 1\n{more}GOTO 10\nEND"


def test_parts_fed_to_one_place_are_counted_for_the_hour() -> None:
    cell = load_cell("kakazu1985")
    part = cell.parts[0].name
    run = simulate(cell, FEEDING.format(part=part, at="", more=""))
    assert run.cycle is not None
    assert (run.cycle.fed, run.cycle.unit, run.cycle.per_hour) == (1, "parts", 1800.0)
    assert "FEED adds 1" in run.problems[-1].message


def test_a_cell_that_fills_up_is_no_cycle() -> None:
    cell = load_cell("kakazu1985")
    at = " AT TRANS(600, 10 * N, 300)"
    text = FEEDING.format(part=cell.parts[0].name, at=at, more="IF N > 30 THEN\nHALT\nEND\n")
    run = simulate(cell, text)
    assert run.cycle is None
    assert run.duration == pytest.approx(62.0)
    asking = FEEDING.format(part=cell.parts[0].name, at="", more="X = CLEARANCE()\n")
    found = unread(code_of(parse(asking)))
    assert found.measures


LINES = (
    "C = C + 1", "C = C + N", "D = 2 * C - D", "E = C MOD 7", "E = E - D", "TYPE C / 3, D",
    "IF E > 5 THEN\nDELAY 0.3\nEND", "IF D == 4 GOTO 900", "DELAY (0.1 + ABS(E) / 10)",
    "N = (N + 1) MOD 3", "D = D + C",
    "CALL Q(N, 2)", "CALL Q(C, 1)", "FOR I = 1 TO N\nDELAY 0.2\nEND", "A[N] = C",
    "C = A[N]", "SIGNAL 1", "WAIT SIG(1)", "D = 1 / (7 - N)",
    "DRIVE 1, 2, 50\nDRIVE 1, -2, 50", "E = 0", "C = TIME",
)  # fmt: skip


@pytest.mark.parametrize("seed", range(cases(60, 20)))
def test_a_random_loop_goes_on_as_its_cycle_says(paper_cell, monkeypatch, seed) -> None:
    """A second method: the same run without the end at a repetition."""
    rng = random.Random(seed)
    body = "\n".join(rng.sample(LINES, rng.randint(2, 7)))
    start = "\n".join(f"{name} = 0" for name in ("N", "C", "D", "E", "A[0]", "A[1]", "A[2]"))
    called = ".PROGRAM Q(U, V)\nU = U + V\n.END"
    text = f"{start}\nSIGNAL 1\n900 DELAY 0.2\n{body}\nGOTO 900\nEND\n{called}"
    assert parse(text).ok, parse(text).errors
    machine = machine_for(paper_cell, text)
    told = walked(machine, 300)
    note = next((p for p in told[-1].problems if p.code == GOES_ROUND), None)
    if note is None:
        return
    cycle = Cycle.of(note.figures)
    turn = [moved(step) for step in told[:-1] if step.end_time > cycle.start + 1e-9]
    turn = [step for step in turn if step[1] > 0.0]
    monkeypatch.setattr(recurrence, "_alike", lambda *_: False)
    later = walked(machine, 6 * len(told))[len(told) - 1 :]
    assert not later[-1].failed
    moving = [moved(step) for step in later if step.duration > 0.0]
    assert moving == (turn * len(moving))[: len(moving)]


def moved(step: Step) -> tuple[int, float]:
    return step.line, round(step.duration, 9)


def walked(machine: Machine, most: int) -> list[Step]:
    """The first steps of a run."""
    now, steps = machine.begin(), []
    while now.frames and now.status is not Status.FAILED and len(steps) < most:
        now, step = advance(machine, now)
        steps += [step] if step is not None else []
    return steps
