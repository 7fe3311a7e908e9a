"""A straight line under a new name in the instruction table does all that MOVES does.

The behaviour of an instruction follows from its row in the table and its action, not from lists of
names elsewhere.
"""

from dataclasses import replace

import numpy as np
import pytest

from language.instructions import BY_NAME
from scenes.execution.machine.scenario import Scenario, SignalEvent
from scenes.execution.simulation import simulate
from scenes.execution.statements import processor
from scenes.runs.run import Run

POINTS = "POINT A 700 0 280 0 90 0\nPOINT B 600 250 400 20 80 10\nPOINT C 650 -150 450 -10 70 0\n"


@pytest.fixture(autouse=True)
def _glide(monkeypatch: pytest.MonkeyPatch) -> None:
    """GLIDE: a copy of MOVES in the table, with its action."""
    monkeypatch.setitem(BY_NAME, "GLIDE", replace(BY_NAME["MOVES"], name="GLIDE", letters=""))
    actions = {**processor.ACTIONS, "GLIDE": processor.ACTIONS["MOVES"]}
    monkeypatch.setattr(processor, "ACTIONS", actions)


def both(cell, text: str, **options: object) -> tuple[Run, Run]:
    """The runs of a program with MOVES and of the same program with GLIDE."""
    runs = [simulate(cell, text.replace("MOVES", word), **options) for word in ("MOVES", "GLIDE")]
    for run in runs:
        assert run.program.ok, run.diagnostics
        assert not [p for p in run.problems if p.severity == "error"], run.problems
    return runs[0], runs[1]


def same_motion(known: Run, added: Run) -> None:
    assert added.duration == pytest.approx(known.duration, abs=1e-12)
    np.testing.assert_allclose(added.trajectory().q, known.trajectory().q, atol=1e-12)


def test_it_takes_the_same_path_in_a_plain_program(paper_cell) -> None:
    same_motion(*both(paper_cell, POINTS + "MOVE C\nMOVES A\nMOVES B\nEND"))


def test_it_resumes_on_its_straight_line_after_an_interruption(paper_cell) -> None:
    text = POINTS + "REACTI 1, H\nMOVE A\nMOVES B\nEND\n.PROGRAM H\nDRAW 0, 0, 30\n.END\n"
    scenario = Scenario((SignalEvent(1.5, 1, True),))
    known, added = both(paper_cell, text, scenario=scenario)
    assert len([step for step in known.steps if step.statement.name == "MOVES"]) == 2
    same_motion(known, added)


@pytest.mark.parametrize("route", ["MOVES A\nMOVES B\nMOVES C", "MOVE A\nMOVES B\nMOVE C"])
def test_its_corners_are_rounded(paper_cell, route: str) -> None:
    known, added = both(paper_cell, f"{POINTS}MOVE C\nACCURACY 20 ALWAYS\n{route}\nEND")
    assert any(step.after.corner is not None for step in known.moving_steps)
    same_motion(known, added)
