"""Rows of statements that only calculate, compared with carrying out each statement alone."""

import random

import pytest

from language import parse
from scenes.execution.debugging import recording
from scenes.execution.machine.advance import advance
from scenes.execution.machine.calculating import calculated
from scenes.execution.machine.machine import Machine
from scenes.execution.machine.moment import Status
from scenes.execution.machine.scenario import Response, Scenario, SignalEvent
from scenes.execution.simulation import machine_for, simulate
from tests.depth import cases

NUMBERS = ("N", "M", "K", "A[1]", "A[ABS(INT(N)) MOD 3]", "A[0, 2]", "3", "-1", "0.5", "7")
TARGETS = ("N", "M", "K", "A[1]", "A[ABS(INT(M)) MOD 3]", "A[0, 2]")
ORDINARY = (
    "TYPE N",
    "DELAY 0.1",
    "SIGNAL 1",
    "SIGNAL -2",
    "DRIVE 1 2",
    "DRIVE 1 -2",
    "TIMER 1 = 0",
    "TYPE M",
)


def number(rng: random.Random) -> str:
    left, right = rng.choice(NUMBERS), rng.choice(NUMBERS)
    forms = (
        left,
        f"{left} {rng.choice('+-*')} {right}",
        f"{left} MOD 5",
        f"ABS({left})",
        f"{left} / {right}" if rng.random() < 0.03 else left,
        rng.choice(("SIG(1)", "SIG(2, -1)", "HAND()", "TIMER(1)", "DX(P)")),
    )
    return rng.choice(forms)


def condition(rng: random.Random) -> str:
    asked = f"{number(rng)} {rng.choice(('<', '>', '==', '<>'))} {number(rng)}"
    return asked if rng.random() < 0.7 else f"{asked} {rng.choice(('AND', 'OR'))} SIG(1)"


def block(rng: random.Random, depth: int, labels: list[int]) -> list[str]:
    lines: list[str] = []
    for _ in range(rng.randint(1, 4)):
        kind = rng.randrange(12) if depth else rng.randrange(5)
        inner = block(rng, depth - 1, labels) if depth else []
        if kind <= 2:
            lines.append(f"{rng.choice(TARGETS)} = {number(rng)}")
        elif kind == 3:
            lines.append(rng.choice(ORDINARY))
        elif kind == 4:
            lines.append(
                rng.choice(("CALL Q(N, 2)", "CALL R", "GOSUB R", f"CALL Q(A[1], {number(rng)})"))
            )
        elif kind == 5:
            lines += [
                f"IF {condition(rng)} THEN",
                *inner,
                "ELSE",
                *block(rng, depth - 1, labels),
                "END",
            ]
        elif kind == 6:
            lines += [
                f"FOR {rng.choice(('I', 'J', 'N'))} = {rng.choice('1N0')} TO 3",
                *inner,
                "END",
            ]
        elif kind == 7:
            lines += [f"WHILE {condition(rng)} DO", *inner, "END"]
        elif kind == 8:
            lines += ["DO", *inner, f"UNTIL {condition(rng)}"]
        elif kind == 9:
            other = block(rng, depth - 1, labels)
            lines += [f"CASE {number(rng)} OF", "VALUE 1, N:", *inner, "ANY", *other, "END"]
        elif kind == 10:
            labels.append(10 * (len(labels) + 1))
            lines += [
                f"{labels[-1]} M = M + 1",
                *inner,
                f"IF M < {rng.randint(2, 30)} GOTO {labels[-1]}",
            ]
        else:
            labels.append(10 * (len(labels) + 1))
            lines += [f"IFSIG 1, -2 THEN {labels[-1]}", *inner, f"{labels[-1]} K = K + 1"]
    return lines


def program(rng: random.Random) -> str:
    head = [
        "N = 1",
        "M = 0",
        "K = 2",
        "A[0] = 1",
        "A[1] = 4",
        "A[2] = 0",
        "A[0, 2] = 5",
        "POINT P 600 0 500 0 60 0",
    ]
    start = ["REACT 1, R"] if rng.random() < 0.3 else []
    again = ["900 N = N MOD 4", *block(rng, 2, [1, 2]), "GOTO 900"] if rng.random() < 0.4 else []
    main = [*head, *start, *block(rng, 3, []), *again, "END"]
    called = ["LOCAL X", "X = U", "U = U + V", "N = X - 1", *block(rng, 1, []), "RETURN"]
    other = ["AUTO N", "N = 2", "K = K + N", *block(rng, 1, [])]
    return "\n".join([*main, ".PROGRAM Q(U, V)", *called, ".END", ".PROGRAM R", *other, ".END"])


def walk(machine: Machine, at_once: int) -> list[tuple[object, ...]]:
    """The first statements of a run, with the contents of its steps and of its end."""
    seen: list[tuple[object, ...]] = []
    now = machine.begin()
    while now.frames and now.status is not Status.FAILED and len(seen) < MOST:
        row = calculated(machine, now, at_once)
        if row.places:
            trace = zip(row.places, row.depths, row.advances, strict=True)
            seen += [(*each, row.moment.time) for each in trace]
            now, step = row.moment, row.step
        else:
            if machine.statement(now) is not None and now.reaction is None:
                seen.append((now.frame.place, now.depth, now.advances, now.time))
            now, step = advance(machine, now)
        if step is not None:
            told = [(p.code, p.line, p.message, p.time) for p in step.problems]
            after = step.after
            seen += [("step", step.line, step.start_time, step.duration, told, after.q.tobytes())]
            seen += [("state", list(after.variables.items()), dict(after.signals))]
    return [*seen[:MOST], "end", now.status, list(now.state.variables.items())][:MOST]


LOOP = "FOR I = 1 TO 200\nN = N + I * L\nIF I MOD 5 == L THEN\nN = N - 1\nEND\nEND\n"
MOST = 900
SCENARIO = Scenario(
    (SignalEvent(0.25, 1, True), SignalEvent(0.4, 2, True)), (Response(1, 0.3, 1, False),)
)


@pytest.mark.parametrize("seed", range(cases(24, 8)))
def test_a_row_gives_what_its_statements_give_one_by_one(paper_cell, seed) -> None:
    text = program(random.Random(seed))
    assert parse(text).ok, parse(text).errors
    machine = machine_for(paper_cell, text, scenario=SCENARIO, budget=400)
    one_by_one = walk(machine, 0)
    assert walk(machine, 4096) == one_by_one
    assert walk(machine, 3) == one_by_one


@pytest.mark.parametrize("seed", [3, 7, 9, 12])
def test_a_recording_gives_the_same_moments_however_it_was_made(
    paper_cell, monkeypatch, seed
) -> None:
    text = f"N = 0\nL = 0\n5 L = L + 1\nDELAY 0.5\n{LOOP}IF L < {seed} GOTO 5\nEND\n"
    machine = machine_for(paper_cell, text)
    in_rows = recording.record(machine)
    monkeypatch.setattr(
        recording, "calculated", lambda machine, now, most: calculated(machine, now, 0)
    )
    one_by_one = recording.record(machine)
    last = one_by_one.marks[-1].advances
    assert in_rows.marks[-1].advances == last
    for advances in range(0, last, max(1, last // 17)):
        assert in_rows.look(advances).variables == one_by_one.look(advances).variables


def test_most_statements_of_a_loop_that_calculates_make_no_moment(paper_cell) -> None:
    lines = ["FOR I = 1 TO 50", "CALL P(I, 2)", "T = T + I", "END", "END", ".PROGRAM P(A, B)"]
    text = "\n".join(["T = 0", *lines, "IF A > B AND NOT SIG(3) THEN", "T = T - B", "END", ".END"])
    machine = machine_for(paper_cell, text)
    row = calculated(machine, machine.begin(), 4096)
    assert len(row.places) > 200
    assert row.moment.state.variables["T"] == sum(range(1, 51)) - 2 * 48
    assert row.moment.status is Status.READY


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        ("N = 0\nFOR I = 1 TO 9\nN = 1 / (5 - I)\nEND\nEND", 3, "the division is by zero when"),
        ("FOR I = 1 TO 9\nA[I] = 1\nB = A[I + 1]\nEND\nEND", 3, "A[2] has no value yet"),
        ("10 N = 1E300\nN = N * N\nEND", 2, "the result is too large"),
        ("N = SQRT(0 - 1)\nEND", 1, "SQRT(-1) has no value"),
        ("N = 0\n10 N = N + 1\nGOTO N * 10\nEND", 3, ""),
        ("CALL P\nEND\n.PROGRAM P\nCALL P\n.END", 4, "programs call each other"),
        ("10 IFSIG 0 THEN 10\nEND", 1, "there is no signal 0"),
    ],
)
def test_a_statement_that_cannot_be_computed_gives_the_usual_message(
    paper_cell, text, line, words
) -> None:
    run = simulate(paper_cell, text, budget=400)
    problems = run.problems or tuple(run.diagnostics)
    assert problems[0].line == line
    assert words in problems[0].message
