"""The proof of a run with parts whose shape changes during the run."""

from dataclasses import replace

import numpy as np
import pytest

from geometry import pair_clearance
from scenes import Cell, analyse, placements, simulate
from scenes.analysis import Report
from scenes.checking.collisions import motion_look, proving
from scenes.checking.collisions.proof import Standing
from scenes.checking.distances.clearances import clearances
from scenes.checking.distances.over_stretch import least_in_step
from scenes.checking.motions.situations import Situation, situation_of
from scenes.world.placement import bodies_in, placement
from tests.depth import DEEP

TAKEN = """;! dialect val
10 POINT OVER 520 50 760 -90 90 0
15 POINT GRIP 520 50 630 -90 90 0
20 POINT A1 590 -292 650 -90 90 0
25 POINT A2 620 -292 650 -90 90 0
30 POINT B1 590 -288 650 -90 90 0
35 POINT B2 620 -288 650 -90 90 0
40 POINT C1 593 -290 656 -90 90 0
45 POINT C2 617 -290 656 -90 90 0
50 OPENI 60
55 MOVE OVER
60 MOVES GRIP
65 CLOSEI 40
70 HAND
75 DEPARTS 130
"""
MILLED = """200 APPRO A1, 50
205 CUT SPINDLE, PLATE ON
210 MOVES A1
215 MOVES A2
220 MOVES B2
225 MOVES B1
230 DEPARTS 50
235 CUT SPINDLE, PLATE OFF
"""
PASSED = """300 APPRO C1, 60
305 MOVES C1
310 MOVES C2
315 DEPARTS 60
"""


def standings(report: Report, text: str) -> list[tuple[str, Standing]]:
    """The standing of each motion of the passage through the slot."""
    lines = text.splitlines()
    shown = {n: line.split(" ", 1)[1] for n, line in enumerate(lines, start=1)}
    passed = [line.split(" ", 1)[1] for line in PASSED.splitlines()]
    found = [(shown[segment.line], segment.standing) for segment in report.proof.segments]
    return [item for item in found if item[0] in passed]


@pytest.fixture(scope="module")
def drilling(blunt_drilling: Cell) -> Cell:
    return blunt_drilling


MILLED_FIRST = TAKEN + MILLED + PASSED + "400 END\n"
PASSED_FIRST = TAKEN + PASSED + MILLED + "400 END\n"


@pytest.fixture(scope="module")
def milled_first(drilling: Cell) -> Report:
    return analyse(drilling, MILLED_FIRST)


@pytest.fixture(scope="module")
def passed_first(drilling: Cell) -> Report:
    return analyse(drilling, PASSED_FIRST)


def test_a_motion_through_a_milled_slot_is_proven_free(milled_first: Report) -> None:
    assert not milled_first.collisions
    found = standings(milled_first, MILLED_FIRST)
    assert [standing for _, standing in found] == [Standing.FREE] * 4
    assert milled_first.proof.complete


def test_the_same_motion_before_the_milling_is_a_contact(passed_first: Report) -> None:
    assert standings(passed_first, PASSED_FIRST) == [
        ("APPRO C1, 60", Standing.FREE),
        ("MOVES C1", Standing.CONTACT),
        ("MOVES C2", Standing.CONTACT),
        ("DEPARTS 60", Standing.CONTACT),
    ]
    (first, *_) = passed_first.collisions
    assert {first.body_a, first.body_b} == {"SPINDLE", "PLATE"}


def test_the_first_contact_lies_where_the_tip_meets_the_plate(
    drilling: Cell, passed_first: Report
) -> None:
    (first, *_) = passed_first.collisions
    tip = placement(drilling, passed_first.run.state_at(first.time))["SPINDLE"][2, 3]
    assert tip == pytest.approx(530.0, abs=0.05)


def test_a_statement_that_cuts_is_one_segment_of_the_proof(milled_first: Report) -> None:
    lines = [step.line for step in milled_first.run.moving_steps]
    assert [segment.line for segment in milled_first.proof.segments] == lines
    assert any(len(step.pieces()) > 1 for step in milled_first.run.moving_steps)


def test_stages_of_a_cut_are_not_swept_where_all_bodies_are_free_of_the_uncut_plate(
    drilling: Cell, monkeypatch: pytest.MonkeyPatch
) -> None:
    swept = []
    true_sweep = motion_look.sweep_track

    def counted(track, chunks, pairs):
        swept.extend(course.motion for course in track.courses)
        return true_sweep(track, chunks, pairs)

    monkeypatch.setattr(motion_look, "sweep_track", counted)
    run = simulate(drilling, TAKEN + MILLED + "400 END\n")
    proving.forget()
    proof, hits = proving.proven(run, lambda share, text: None, lambda: False)
    assert sum(len(step.pieces()) for step in run.moving_steps) > len(run.moving_steps) + 20
    assert swept == [step.motion for step in run.moving_steps]
    assert not hits
    assert proof.complete


def test_the_clearance_in_a_hole_is_that_from_the_rest_of_the_plate(
    drilling: Cell, milled_first: Report
) -> None:
    run = milled_first.run
    pair = ("SPINDLE", "PLATE")
    steps = [step for step in run.moving_steps if not step.before.cutting][-4:]
    near = min(
        least_in_step(only(situation_of(drilling, step.before), pair), step) for step in steps
    )
    known = bodies_in(drilling, run.end_state)
    sampled, apart = np.inf, 4 if DEEP else 16
    for step in steps:
        names, poses = placements(
            drilling,
            step.trajectory.q[::apart],
            step.openings(step.trajectory.times)[::apart],
            step.before.held,
            step.before.parts,
        )
        tool, plate = (names.index(name) for name in pair)
        for T in poses:
            measured = pair_clearance(
                known["SPINDLE"].solid, T[tool], known["PLATE"].solid, T[plate], prove=False
            )
            sampled = min(sampled, measured.distance_mm)
    assert 0.5 < sampled < 2.5
    assert near <= sampled + 1e-6
    [listed] = [n for n in clearances(run).nearest if {n.body_a, n.body_b} == set(pair)]
    assert listed.distance_mm <= sampled + 0.02
    assert listed.proven_mm <= listed.distance_mm


def only(situation: Situation, pair: tuple[str, str]) -> Situation:
    return replace(situation, pairs=(pair,))
