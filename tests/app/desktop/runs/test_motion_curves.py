"""The curves of a run agree with the run itself."""

import numpy as np
import pytest

from app.desktop.runs.motion_curves import curves_of
from scenes import simulate


@pytest.fixture(scope="module")
def run(cell, figure5):
    return simulate(cell, figure5, 0.01)


def test_the_joint_curves_are_the_states_of_the_run_in_degrees(run) -> None:
    curves = curves_of(run)
    for row in (0, 123, 500, -1):
        time, values = float(curves.times[row]), curves.joints[row]
        assert np.radians(values) == pytest.approx(run.state_at(time).q, abs=1e-9)
        assert curves.shown(run.state_at(time).q) == pytest.approx(values, abs=1e-7)


def test_a_long_run_keeps_the_extremes_of_every_joint_and_speed(run) -> None:
    full, few = curves_of(run), curves_of(run, 200)
    assert len(few.times) <= 200 < len(full.times)
    for column in ("joints", "speeds", "tool_speed"):
        kept, all_ = getattr(few, column), getattr(full, column)
        assert kept.max(axis=0) == pytest.approx(all_.max(axis=0))
    assert few.joints.min(axis=0) == pytest.approx(full.joints.min(axis=0))
    assert (few.times[0], few.times[-1]) == (full.times[0], full.times[-1])


def test_no_joint_is_faster_than_its_limit_and_some_joint_uses_it(run) -> None:
    curves = curves_of(run)
    assert curves.speeds.max() <= 100.0 + 1e-6
    assert curves.speeds.max() > 90.0


def test_the_tool_on_a_straight_line_goes_no_faster_than_asked(run) -> None:
    curves = curves_of(run)
    step = next(s for s in run.steps if s.statement.name == "MOVES")
    middle = (curves.times[:-1] + curves.times[1:]) / 2
    inside = (middle > step.start_time) & (middle < step.end_time)
    assert 0.0 < curves.tool_speed[inside].max() <= run.cell.robot.tool_speed_mm_s + 1e-6


def test_the_way_under_the_speed_curve_is_the_way_of_the_tool(run) -> None:
    curves = curves_of(run)
    step = next(s for s in run.steps if s.statement.name == "MOVES")
    middle = (curves.times[:-1] + curves.times[1:]) / 2
    inside = (middle > step.start_time) & (middle < step.end_time)
    way = (curves.tool_speed * np.diff(curves.times))[inside].sum()
    ends = [step.before.locations["LOC1"], step.before.locations["LOC2"]]
    assert way == pytest.approx(np.linalg.norm(ends[1][:3, 3] - ends[0][:3, 3]), rel=1e-3)


def test_a_run_in_which_nothing_moves_has_no_curves(cell) -> None:
    assert curves_of(simulate(cell, "10 REMARK nothing\n20 END\n")) is None
