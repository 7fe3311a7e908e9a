"""What editors tell about the motion of a line, and how an edit has changed its time."""

import pytest

from app.programs.program_facts import Earlier, Subject, facts_about
from language import parse
from scenes import load_cell, simulate
from scenes.execution.line_facts import run_facts

OLD = "POINT A 670 0 950 0 0 0\nPOINT B 700 0 280 0 90 0\nMOVE A\nMOVE B\nDRIVE 1 {}\nEND\n"


@pytest.fixture(scope="module", name="cell")
def _cell():
    return load_cell("kakazu1985")


@pytest.fixture(name="notes_after")
def _notes_after(cell):
    def notes_after(old, new):
        earlier = Earlier(run_facts(simulate(cell, old)), tuple(old.splitlines()))
        before = earlier.durations(new.splitlines())
        run = run_facts(simulate(cell, new))
        ask = Subject(cell, parse(new), run, is_fresh=True, before=before)
        return facts_about(cell, lambda: ask).motions

    return notes_after


def test_the_note_of_an_edited_motion_tells_how_its_time_has_changed(cell, notes_after):
    old, new = OLD.format(20), OLD.format(40)
    times = [run_facts(simulate(cell, text)).motion(5).duration for text in (old, new)]
    notes = notes_after(old, new)
    assert f"{times[1] - times[0]:.2f} s more than before the edit; ends in" in notes[5]
    assert "before the edit" not in notes[4]
    assert f"{times[1] - times[0]:.2f} s less than before the edit" in notes_after(new, old)[5]


def test_behind_an_added_line_motions_are_compared_with_themselves(notes_after):
    old = OLD.format(20)
    notes = notes_after(old, old.replace("DRIVE", "DELAY 1\nDRIVE"))
    assert all("before the edit" not in note for note in notes.values())
    assert 6 in notes


def test_without_an_earlier_run_nothing_is_compared(cell):
    text = OLD.format(20)
    ask = Subject(cell, parse(text), run_facts(simulate(cell, text)), is_fresh=True)
    motions = facts_about(cell, lambda: ask).motions
    assert motions[5].split(";")[0].endswith(" s")
