"""Running and checking aside: the newest text wins, and answers come in two steps."""

import queue
from functools import partial

import pytest

from app.background.checking import MOST_PROBLEMS, Checker, Subject, checked, clearance, once, ran
from app.background.letters import packed as letter_of
from scenes import Problem, analyse, load_cell, simulate
from scenes.execution.machine.scenario import Scenario

TEXT = "POINT A 700 0 280 0 90 0\nPOINT B 450 450 370 30 40 50\nMOVE A\nMOVES B\nEND\n"


@pytest.fixture(scope="module")
def packed():
    return letter_of(load_cell("kakazu1985"))


def subject_of(packed, text, number=1):
    return Subject(number, packed, (text, ""), (), Scenario())


def test_the_jobs_say_what_a_check_says(packed):
    subject = subject_of(packed, TEXT, number=77)
    facts, problems = ran(subject)
    report = analyse(load_cell("kakazu1985"), TEXT)
    assert {p.code for p in (*problems, *checked(subject))} == {p.code for p in report.problems}
    assert facts.motion(4).branch == report.run.moving_steps[-1].branch
    assert facts.motion(1) is None
    asking = "POINT A 700 0 280 0 90 0\nMOVE A\nC = CLEARANCE()\nEND\n"
    least = simulate(load_cell("kakazu1985"), asking).end_state.variables["C"]
    assert clearance(subject, 3) == pytest.approx(least, abs=0.2)
    assert clearance(subject, 1) is None


def test_a_loop_tells_each_thing_once_and_the_gravest_of_very_many():
    warnings = [Problem("W302", "warning", 3, "near") for _ in range(5)]
    assert [p.message for p in once(warnings)] == ["near (5 times)"]
    notes = [Problem("N1", "note", line, "said") for line in range(1000)]
    told = once([*notes, Problem("E301", "error", 7, "far")])
    assert len(told) == MOST_PROBLEMS
    assert told[0].code == "E301"


def test_of_many_texts_in_a_row_the_last_is_run_and_then_checked(packed):
    heard = queue.Queue()
    checker = Checker(heard.put, pause=0.3)
    try:
        texts = [TEXT.replace("700", str(700 + n)) for n in range(20)]
        for text in texts:
            checker.check("a", text, partial(lambda t, n: subject_of(packed, t, n), text))
        first, second = (heard.get(timeout=120) for _ in range(2))
        assert first.text == second.text == texts[-1]
        assert first.checked is None
        assert [p.code for p in second.checked] == ["W301"]
        assert checker.clearance(second.subject, 3).result(timeout=60) > 0
    finally:
        checker.close()


def test_what_is_forgotten_is_not_run(packed):
    heard = queue.Queue()
    checker = Checker(heard.put, pause=0.2)
    try:
        checker.check("a", TEXT, lambda number: subject_of(packed, TEXT, number))
        checker.forget("a")
        checker.check("b", "END\n", lambda number: subject_of(packed, "END\n", number))
        assert heard.get(timeout=120).key == "b"
    finally:
        checker.close()
