"""Figures of lines, against the run itself."""

import random
from dataclasses import replace

import numpy as np
import pytest

from app.desktop.panels.hints.line_figures import (
    CLEARANCE,
    SPEED,
    LineFigures,
    figures_of,
    line_in_run,
    spans_of,
    spark_of,
)
from app.desktop.panels.plotting.plot_kinds import PlotData
from app.desktop.runs.motion_curves import curves_of
from scenes import Run, simulate
from scenes.checking.distances.clearance_course import clearance_course

LOOP = """POINT A 600 0 400 0 90 0
POINT B 500 200 400 0 90 0
FOR I = 1 TO 3
  MOVE A
  MOVE B
END
END
"""


@pytest.fixture(scope="module")
def run(cell) -> Run:
    return simulate(cell, LOOP)


@pytest.fixture(scope="module")
def data(run: Run) -> PlotData:
    curves = curves_of(run)
    assert curves is not None
    course, _ = clearance_course(run)
    return PlotData(curves, clearance=course, known_until=run.duration)


def test_the_motions_of_a_line_are_those_of_the_run(run: Run) -> None:
    spans = spans_of(run)
    assert {line: len(own) for line, own in spans.items()} == {4: 3, 5: 3}
    total = sum(end - start for own in spans.values() for start, end in own)
    assert total == pytest.approx(run.duration)


def test_the_joint_margin_is_that_of_dense_samples_of_the_motions(run: Run, data: PlotData) -> None:
    mechanism = run.cell.robot.mechanism
    for line, spans in spans_of(run).items():
        found = figures_of(run, data, spans)
        q = np.concatenate(
            [
                step.motion.at(np.linspace(0.0, step.duration, 400))
                for step in run.moving_steps
                if step.line == line
            ]
        )
        room = np.minimum(q - mechanism.lower, mechanism.upper - q).min(axis=0)
        share = room / (mechanism.upper - mechanism.lower)
        at = int(share.argmin())
        assert found.joint == mechanism.joints[at].name
        assert found.margin == pytest.approx(np.degrees(room[at]), abs=0.05)
        assert found.times == 3


def test_the_clearance_is_the_least_of_the_course_and_unknown_before_it_is_computed(
    run: Run, data: PlotData
) -> None:
    course = data.clearance
    for spans in spans_of(run).values():
        inside = np.zeros(len(course.times), dtype=bool)
        for start, end in spans:
            inside |= (course.times >= start) & (course.times <= end)
        found = figures_of(run, data, spans)
        assert found.clearance_mm == pytest.approx(course.distance_mm[inside].min())
        unknown = figures_of(run, replace(data, known_until=spans[-1][1] - 0.01), spans)
        assert unknown.clearance_mm is None


def test_a_small_curve_of_speed_starts_and_ends_at_rest_and_stays_in_its_frame(
    run: Run, data: PlotData
) -> None:
    for spans in spans_of(run).values():
        curve = spark_of(data, spans[-1], SPEED)
        assert max(curve[0], curve[-1]) < 0.05 < max(curve) <= 1.0
        assert max(spark_of(data, spans[-1], CLEARANCE)) == pytest.approx(1.0)
        assert spark_of(replace(data, known_until=0.0), spans[-1], CLEARANCE) == ()


def test_words_are_those_asked_for_and_warn_below_the_margins() -> None:
    figures = LineFigures(1.234, 3, 4.0, True, "J5", 2.0, "°", True)
    assert figures.words(("time",), 5.0) == (("1.23 s ×3", False),)
    assert figures.words((CLEARANCE, "margin"), 5.0) == (("≥ 4.0 mm", True), ("J5 2.0°", True))
    assert figures.words((CLEARANCE,), 3.0) == (("≥ 4.0 mm", False),)
    assert replace(figures, clearance_mm=None, joint="").words((CLEARANCE, "margin"), 3.0) == ()


def test_a_line_is_found_again_after_any_insertions_and_removals() -> None:
    rng = random.Random(8)
    for _ in range(100):
        now = list(range(1, 31))
        shifts = []
        for _ in range(rng.randrange(8)):
            first, by = rng.randrange(2, len(now)), rng.choice((1, 2, -1))
            if by > 0:
                now[first - 1 : first - 1] = [0] * by
            else:
                del now[first - 1]  # joined to the line before it
            shifts.append((first, by))
        for line, old in enumerate(now, 1):
            found = line_in_run(line, shifts)
            if old:
                assert found == old
            else:
                assert found is None
