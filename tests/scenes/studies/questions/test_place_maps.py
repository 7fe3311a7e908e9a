"""Maps and summaries of a part of the chunks say of each item what the whole says of it."""

import numpy as np
import pytest

from scenes.studies.engine.rows_so_far import numbers_of
from scenes.studies.questions.asked_words import asked_by
from scenes.studies.questions.place_maps import CYCLE, MARGIN, TURNS, map_titles, place_map
from scenes.studies.questions.summaries import summary_of
from scenes.studies.results.place_map import At
from tests.scenes.studies.questions.test_placement_question import CELL, PROGRAM, STUDY

MEASURED = """study: 1
cell: small.cell.yaml
reach:
  box: {from: [300, -100, 200], to: [500, 300, 400]}
  step: 100
  directions: 4
  collision: true
  measures: [manipulability]
"""
OF_ARMS = """study: 1
cell: small.cell.yaml
robots: [abb_irb120, ur3e]
reach: {box: {from: [300, 0, 300], to: [500, 0, 300]}, step: 100, directions: 2}
"""
DESIGN = """study: 1
cell: small.cell.yaml
design:
  vary: [{joint: 3, parameter: a, from: 200, to: 300, count: 3}]
  poses: [[350, 100, 400, 180, 0, 0]]
"""


def found_of(question):
    return question.arrays(0, np.random.default_rng(0))


def test_a_map_of_reach_tells_the_best_of_the_orientations_at_each_place(study_at) -> None:
    question = study_at(MEASURED).study.question
    found = found_of(question)
    titles = map_titles(question)
    assert titles == ("Orientations reached", "Solutions", "Manipulability")
    maps = {t: place_map(question, t, found, numbers_of(found, None)) for t in titles}
    places = question.grid.poses(np.arange(question.items))[::4, :3, 3]
    free = found["free"].reshape(-1, 4)
    shown = maps["Orientations reached"]
    indices = np.argwhere(np.ones(shown.verdicts.shape))
    np.testing.assert_allclose(shown.points(indices), places)
    verdicts = shown.verdicts.ravel()
    assert (verdicts == At.GOOD).tolist() == free.any(axis=1).tolist()
    solved = found["solutions"].reshape(-1, 4).any(axis=1)
    assert ((verdicts == At.MEETS) == (solved & ~free.any(axis=1))).all()
    for title, expected in (
        ("Orientations reached", 25.0 * (free > 0).sum(axis=1)),
        ("Solutions", free.max(axis=1)),
        ("Manipulability", np.nanmax(found["manipulability"].reshape(-1, 4), axis=1, initial=-1)),
    ):
        values = maps[title].values.ravel()
        np.testing.assert_allclose(values[verdicts == At.GOOD], expected[verdicts == At.GOOD])
        assert np.isnan(values[verdicts != At.GOOD]).all()


def test_places_that_are_not_looked_at_are_unknown_and_counted_nowhere(study_at) -> None:
    question = study_at(MEASURED).study.question
    whole, numbers = found_of(question), np.r_[0:8, 40:60]
    part = {name: values[numbers] for name, values in whole.items()}
    shown = place_map(question, "Solutions", part, numbers)
    known = np.isin(np.arange(45), numbers // 4)
    assert ((shown.verdicts.ravel() != At.UNKNOWN) == known).all()
    of_all = place_map(question, "Solutions", whole, numbers_of(whole, None))
    np.testing.assert_array_equal(shown.values.ravel()[known], of_all.values.ravel()[known])
    assert shown.told.startswith("7 of 45 places looked at")
    figures = {f.name: f.value for f in summary_of(question, part, numbers).figures}
    assert figures["poses"] == 28
    assert figures["poses reached free of collision"] == int((part["free"] > 0).sum())


@pytest.fixture
def placement(study_at, tmp_path):
    (tmp_path / "small.val").write_text(PROGRAM)
    return study_at(STUDY.replace("MOVE", "robot"), CELL).study.question


def test_a_map_of_places_shows_where_the_robot_stands_and_its_best_turn(placement) -> None:
    found = found_of(placement)
    numbers = numbers_of(found, None)
    assert map_titles(placement) == (CYCLE, MARGIN, TURNS)
    shown = place_map(placement, CYCLE, found, numbers)
    heads = placement.row_heads({})
    places = np.stack([heads[name][::2] for name in ("dx_mm", "dy_mm", "dz_mm")], axis=1)
    base = placement.cell.robot.T_world_base[:3, 3]
    indices = np.argwhere(np.ones(shown.verdicts.shape))
    np.testing.assert_allclose(shown.points(indices), base + places)
    fits = ((found["failed_line"] == 0) & (found["hit_line"] == 0)).reshape(-1, 2)
    assert ((shown.verdicts.ravel() == At.GOOD) == fits.any(axis=1)).all()
    cycles = np.where(fits, found["cycle_s"].reshape(-1, 2), np.inf).min(axis=1)
    good = fits.any(axis=1)
    np.testing.assert_allclose(shown.values.ravel()[good], cycles[good])
    turns = place_map(placement, TURNS, found, numbers)
    np.testing.assert_allclose(turns.values.ravel()[good], 50.0 * fits.sum(axis=1)[good])


def test_the_best_place_so_far_is_that_of_the_places_that_are_known(placement) -> None:
    whole = found_of(placement)
    fits = (whole["failed_line"] == 0) & (whole["hit_line"] == 0)
    best = int(np.flatnonzero(fits)[np.argmin(whole["cycle_s"][fits])])
    numbers = np.delete(np.arange(placement.items), best)
    part = {name: values[numbers] for name, values in whole.items()}
    table = summary_of(placement, part, numbers).tables[0]
    rows = placement.grid.rows(np.arange(placement.items))
    for row in table.rows:
        number = int(
            np.argmin(
                np.abs(rows[:, :3] - row[:3]).sum(axis=1) + np.abs(np.degrees(rows[:, 3]) - row[3])
            )
        )
        assert number != best and row[4] == pytest.approx(whole["cycle_s"][number])


def test_each_arm_has_its_own_maps_and_rows_while_others_have_none_yet(study_at) -> None:
    question = study_at(OF_ARMS).study.question
    first = question.arrays(0, np.random.default_rng(0))
    numbers = np.arange(6)
    assert map_titles(question)[0] == "abb_irb120: Orientations reached"
    shown = place_map(question, "ur3e: Solutions", first, numbers)
    assert (shown.verdicts == At.UNKNOWN).all()
    (table,) = summary_of(question, first, numbers).tables
    assert [row[0] for row in table.rows] == ["abb_irb120"]
    second = question.arrays(1, np.random.default_rng(0))
    assert question.first_item(1) == 6
    shown = place_map(question, "ur3e: Solutions", second, 6 + numbers)
    assert (shown.verdicts != At.UNKNOWN).all() and shown.title == "ur3e: Solutions"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (MEASURED, "Which poses does ABB IRB 120-3/0.58 reach, free of collision: 45 places"),
        (OF_ARMS, "For each of 2 arms (abb_irb120, ur3e): Which poses"),
        (DESIGN, "Which a3 does the arm ABB IRB 120-3/0.58 need for 1 poses: the best margin?"),
    ],
)
def test_a_study_says_what_it_asks(study_at, text, words) -> None:
    assert asked_by(study_at(text).study.question).startswith(words)


def test_a_placement_says_what_it_asks(placement) -> None:
    assert "stand best for small.val: the shortest cycle?" in asked_by(placement)
