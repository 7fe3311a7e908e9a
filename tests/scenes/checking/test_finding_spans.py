"""The span of a warning holds its moment, and what it says holds all over it and not beyond."""

from dataclasses import replace

import numpy as np
import pytest

from kinematics.motion.singular.nearness import is_near_singular
from scenes import analyse, load_cell
from scenes.checking.finding_spans import CLOSE, LIMIT, SINGULAR, finding_spans
from scenes.checking.findings import MOMENTS
from scenes.library import program_path
from scenes.world.robot_measures import limit_margins

NEAR_LIMIT_TEXT = "READY\nDRIVE 1 178\nDRIVE 1 -178\nEND\n"


def spans(cell, text):
    report = analyse(cell, text)
    return report, finding_spans(report.run, report.problems)


def test_a_singular_span_is_where_the_motion_is_near_singular(paper_cell, figure_5) -> None:
    report, found = spans(paper_cell, figure_5)
    singular = [span for span in found if span.code == SINGULAR]
    assert singular
    mechanism = paper_cell.robot.mechanism
    for span in singular:
        assert span.start < span.time < span.end
        inside = np.linspace(span.start + MOMENTS, span.end - MOMENTS, 50)
        assert is_near_singular(mechanism, report.run.motion_at(inside)[0]).all()
        step = report.run.step_at(span.time)
        assert step.start_time <= span.start <= span.end <= step.end_time
        for beside in (span.start - 2.0 * MOMENTS, span.end + 2.0 * MOMENTS):
            if step.start_time < beside < step.end_time:
                q = report.run.motion_at(np.array([beside]))[0]
                assert not is_near_singular(mechanism, q).any()


def test_a_span_at_a_limit_is_where_the_joint_is_near_it(paper_cell) -> None:
    report, found = spans(paper_cell, NEAR_LIMIT_TEXT)
    span = next(span for span in found if span.code == LIMIT)
    times = np.linspace(0.0, report.run.duration, 2000)
    margins = limit_margins(paper_cell.robot.mechanism, report.run.motion_at(times)[0])[:, 0]
    step = report.run.step_at(span.time)
    near = times[
        (margins < np.radians(5.0)) & (times >= step.start_time) & (times <= step.end_time)
    ]
    assert (span.start, span.end) == pytest.approx((near[0], near[-1]), abs=2.0 * MOMENTS)


def test_a_span_below_the_margin_is_as_long_as_the_bodies_are_close() -> None:
    cell = load_cell("kakazu1985")
    report, found = spans(
        replace(cell, margin=60.0), program_path("figure5").read_text(encoding="utf-8")
    )
    close = [span for span in found if span.code == CLOSE]
    assert close
    assert all(span.start < span.time < span.end for span in close)
    assert all(p.line == s.line for s in close for p in report.problems if p.time == s.time)
