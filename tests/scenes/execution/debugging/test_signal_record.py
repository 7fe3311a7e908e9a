"""The signals of a run over time agree with the states of its steps."""

import random

import pytest

from scenes import load_cell, simulate
from scenes.execution.debugging.change import Change, Kind
from scenes.execution.debugging.signal_record import By, signal_record
from scenes.execution.machine.scenario import Response, Scenario, SignalEvent

POINTS = "POINT A 700 0 280 0 90 0\nPOINT B 650 100 300 0 90 0\n"


@pytest.fixture(scope="module")
def bench():
    return load_cell("kakazu1985")


def random_program(rng: random.Random) -> str:
    lines = [
        rng.choice(
            (
                "MOVE A",
                "MOVE B",
                f"SIGNAL {rng.choice((-1, 1)) * rng.randint(1, 4)}",
                f"DELAY {rng.uniform(0.1, 1):.2f}",
                f"WAIT SIG({rng.choice((-1, 1)) * rng.randint(5, 8)}) OR TIMER(1) > 2",
                "RESET",
            )
        )
        for _ in range(12)
    ]
    return POINTS + "TIMER 1 = 0\n" + "\n".join(lines) + "\nEND\n"


def random_scenario(rng: random.Random) -> Scenario:
    events = [
        SignalEvent(round(rng.uniform(0, 6), 2), rng.randint(5, 8), rng.random() < 0.5)
        for _ in range(6)
    ]
    responses = [
        Response(rng.choice((1, -2, 3)), rng.choice((0.0, 0.3)), rng.randint(5, 8), on)
        for on in (True, False)
    ]
    return Scenario(tuple(sorted(events)), tuple(responses))


@pytest.mark.parametrize("seed", range(12))
def test_the_record_agrees_with_the_state_before_each_step(bench, seed) -> None:
    rng = random.Random(seed)
    scenario = random_scenario(rng)
    run = simulate(bench, random_program(rng), scenario=scenario)
    record, on, changes = signal_record(run, scenario), set(), []
    changes = list(record.changes)
    assert [c.time for c in changes] == sorted(c.time for c in changes)
    assert run.steps and record.duration == run.duration
    for step in run.steps:
        before = {n for n, value in step.before.signals.items() if value}
        # Changes at the time of a step without length may belong to it or to the one before.
        while on != before and changes and changes[0].time <= step.start_time:
            change = changes.pop(0)
            (on.add if change.on else on.discard)(change.signal)
        assert on == before, step.statement.shown


def test_each_change_names_who_made_it(bench) -> None:
    scenario = Scenario((SignalEvent(0.5, 5, True),), (Response(1, 0.25, 6, True),))
    text = POINTS + "WAIT SIG(5)\nSIGNAL 1\nDELAY 1\nSIGNAL -1\nEND\n"
    hand = Change(5, Kind.SIGNAL, "9", 1.0)
    record = signal_record(simulate(bench, text, scenario=scenario, changes=[hand]), scenario)
    found = [(c.signal, c.on, c.by) for c in record.changes]
    assert found[:2] == [(5, True, By.SCENARIO), (1, True, By.PROGRAM)]
    assert (6, True, By.SCENARIO) in found and (9, True, By.HAND) in found
    assert record.of(6) == ((0.75, True),)
    assert record.is_on(1, 0.5) and not record.is_on(1, 0.49)
    assert not record.is_on(1, record.duration)


def test_the_questions_of_a_run_are_kept_in_order(bench) -> None:
    text = 'PROMPT "HOW FAR", D\nPROMPT "HOW OFTEN", N\nEND\n'
    scenario = Scenario(answers=(3.0,))
    record = signal_record(simulate(bench, text, scenario=scenario), scenario)
    assert [(q.line, q.text) for q in record.questions] == [
        (1, 'PROMPT "HOW FAR", D'),
        (2, 'PROMPT "HOW OFTEN", N'),
    ]
