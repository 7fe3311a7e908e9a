"""A tolerance study by single runs: places, bodies and times that deviate, and their summary."""

from __future__ import annotations

import numpy as np
import pytest

from scenes import simulate
from scenes.analysis import analyse_run
from scenes.errors import SceneFileError
from scenes.studies.questions.tolerance_summary import tolerance_summary

CELL = """cell: 1
robots:
  arm: {use: hokkaido1985}
frames:
  conveyor: {at: [0, -600, 200]}
fixtures:
  bench: {at: [410, 0, 100], solid: [{add: {box: [420, 1200, 200]}}]}
"""
PROGRAM = """;! language 2
10 POINT A 430 200 400 0 90 0
20 POINT B 430 -200 330 0 90 0
30 READY
40 MOVE A
50 WAIT SIG(5)
60 MOVES B
70 END
"""
STUDY = """study: 1
title: waits and lines
cell: small.cell.yaml
seed: 5
KIND:
  program: small.val
  scenario: small.scenario.yaml
  runs: 30
  vary:
    - {locations: [A], at: 2, rpy: 0.5}
    - {signals: [5], seconds: 0.5, spread: even}
    - {fixtures: [bench], locations: [B], at: [0, 0, 3], spread: even}
"""
SCENARIO = "signals:\n  - {at: 6, on: 5}\n"


@pytest.fixture
def study_of(study_at, tmp_path):
    """Reads a study with its program and scenario beside it."""

    def read(text: str = STUDY.replace("KIND", "tolerance"), program: str = PROGRAM):
        (tmp_path / "small.val").write_text(program)
        (tmp_path / "small.scenario.yaml").write_text(SCENARIO)
        return study_at(text, CELL).study

    return read


def rows_of(study) -> dict[str, np.ndarray]:
    parts = [study.arrays_of(chunk) for chunk in range(study.question.chunks)]
    return {name: np.concatenate([part[name] for part in parts]) for name in parts[0]}


def test_a_wait_follows_its_signal_and_a_line_its_places(study_of) -> None:
    study = study_of()
    assert study.question.batches is None and study.question.chunks == 2
    found = rows_of(study)
    assert len(found["cycle_s"]) == 30 and not found["failed_line"].any()
    # The signal comes last: the end of a run is its time and the line behind it.
    times = found["cycle_s"]
    assert 0.4 < np.ptp(times) < 1.3
    summary = tolerance_summary(study.question, found)
    figures = {figure.name: figure for figure in summary.figures}
    mean = figures["cycle, mean"]
    assert mean.value == pytest.approx(times.mean()) and mean.low < mean.value < mean.high
    assert figures["runs that fail"].high == pytest.approx(100 * (1 - 0.025 ** (1 / 30)))


def test_the_same_seed_gives_the_same_runs_and_another_seed_others(study_of) -> None:
    text = STUDY.replace("KIND", "tolerance")
    one, same = (rows_of(study_of(text))["cycle_s"] for _ in range(2))
    other = rows_of(study_of(text.replace("seed: 5", "seed: 6")))["cycle_s"]
    np.testing.assert_array_equal(one, same)
    assert (one != other).all()


def test_goals_out_of_reach_are_told_with_their_line(study_of) -> None:
    far = PROGRAM.replace("430 200 400", "700 250 650")
    text = STUDY.replace("KIND", "tolerance").replace("at: 2,", "at: 60,")
    study = study_of(text, far)
    found = rows_of(study)
    failed = found["failed_line"] > 0
    assert 0 < failed.sum() < 30 and set(found["failed_line"][failed]) <= {5, 7}
    np.testing.assert_array_equal(np.isnan(found["cycle_s"]), failed)
    (table, *_) = tolerance_summary(study.question, found).tables
    assert sum(row[1] for row in table.rows) == failed.sum()


def test_a_body_and_its_locations_move_as_one(study_of) -> None:
    text = STUDY.replace("KIND", "tolerance").replace("runs: 30", "runs: 8\n  collision: true")
    text = text.replace("at: 2, rpy: 0.5", "at: 0.01")
    # The hand stops 1 mm above the bench, which rises and sinks by up to 3 mm.
    question = study_of(text).question
    run = simulate(question.cell, (question.program, ""), scenario=question.scenario)
    gap = analyse_run(run).clearances.least.distance_mm
    near = PROGRAM.replace("430 -200 330", f"430 -200 {330.0 - gap + 1.0:.2f}")
    together = rows_of(study_of(text, near))["hit_line"]
    alone = rows_of(study_of(text.replace("locations: [B], at", "at"), near))["hit_line"]
    assert not together.any()
    assert 0 < np.count_nonzero(alone) < 8 and set(alone.tolist()) <= {0, 7}


def test_throughput_tells_cycles_an_hour(study_of) -> None:
    study = study_of(STUDY.replace("KIND", "throughput"))
    found = rows_of(study)
    figures = {f.name: f for f in tolerance_summary(study.question, found).figures}
    rate = figures["cycles an hour"]
    assert rate.value == pytest.approx(3600.0 / found["cycle_s"].mean())
    assert rate.low < rate.value < rate.high


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (("locations: [A]", "locations: [Q]"), "no POINT Q with numbers; it has A, B"),
        (("fixtures: [bench]", "fixtures: [bank]"), "no fixture bank; it has bench"),
        (("fixtures: [bench]", "parts: [bench]"), "no part bench; it has none"),
        (("program: small.val", "program: smal.val"), "smal.val"),
        (("scenario: small.scenario.yaml", "scenario: none.yaml"), "none.yaml"),
        (("  scenario: small.scenario.yaml\n", ""), "signals deviate only in a scenario"),
        (("seconds: 0.5, ", ""), "times of signals need seconds"),
        (("at: 2, rpy: 0.5", "rpy: 0"), "how far it deviates"),
        (("locations: [A], at", "base: true, locations: [A], at"), "bodies and locations, or"),
        (("runs: 30", "runs: 0"), "at least 1"),
    ],
)
def test_a_study_that_cannot_be_is_said(study_of, change, message) -> None:
    text = STUDY.replace("KIND", "tolerance")
    assert change[0] in text
    with pytest.raises(SceneFileError) as caught:
        study_of(text.replace(*change))
    assert message in str(caught.value)


def test_a_program_that_fails_without_deviations_is_said(study_of) -> None:
    with pytest.raises(SceneFileError, match="fails in the cell as it is already"):
        study_of(program=PROGRAM.replace("430 200 400", "4300 200 400"))
    with pytest.raises(SceneFileError, match=r"small\.val:5: .*mend the program first"):
        study_of(program=PROGRAM.replace("40 MOVE A", "40 MOVVE A"))
