"""The cycle time beside the verdict, and its change by the last edit."""

import pytest

from app.desktop.runs.cycle_change import CycleChange
from scenes import load_cell, simulate

TEXT = "POINT A 670 0 950 0 0 0\nMOVE A\nDELAY {}\nDRIVE 1 20\nEND\n"


@pytest.fixture(scope="module", name="run_of")
def _run_of():
    cell = load_cell("kakazu1985")
    return lambda text, name="a.val": simulate(cell, (text, name))


def test_an_edit_is_told_with_its_sign_and_its_line(run_of):
    change = CycleChange()
    first = run_of(TEXT.format(1))
    change.follow(first)
    assert change.words == f"{first.duration:.2f} s"
    change.follow(run_of(TEXT.format(1.5)))
    assert change.words == f"{first.duration + 0.5:.2f} s (+0.50 s)"
    assert change.tip.endswith("0.50 s more than before\nline 3: 0.50 s more")
    change.follow(run_of(TEXT.format(1)))
    assert change.words.endswith("(-0.50 s)")


def test_the_change_stays_while_the_same_run_is_shown(run_of):
    change, run = CycleChange(), run_of(TEXT.format(2))
    change.follow(run_of(TEXT.format(1)))
    for _ in range(2):
        change.follow(run)
        assert change.seconds == pytest.approx(1.0)


def test_another_program_and_a_run_that_stops_are_not_compared(run_of):
    change = CycleChange()
    change.follow(run_of(TEXT.format(1)))
    change.follow(run_of(TEXT.format(2), "b.val"))
    assert change.seconds is None
    change.follow(run_of(TEXT.format(2).replace("DRIVE 1 20", "DRIVE 1 900"), "b.val"))
    assert change.seconds is None
    assert "(" not in change.words
    change.follow(run_of(TEXT.format(3), "b.val"))  # the faulty text in between does not count
    assert change.seconds == pytest.approx(1.0)
    change.follow(None)
    assert (change.words, change.tip) == ("", "")
