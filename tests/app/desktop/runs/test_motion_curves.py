"""The curves of a run agree with the run itself, and their limits with the program."""

import numpy as np
import pytest

from app.desktop.runs.motion_curves import (
    REACHED,
    curves_of,
    extreme_rows,
    reading_of,
    run_samples,
    spans_reached,
    tool_limits,
)
from kinematics import forward
from scenes import simulate
from scenes.execution.machine.scenario import Scenario, SignalEvent

STRAIGHT = "READY\nMOVE A\nSPEED 80 MMPS\nMOVES B\nSPEED 40\nDEPARTS 50\nDRIVE 1 10\nEND\n"
POINTS = "POINT A 600 0 500 0 60 0\nPOINT B 600 150 450 0 60 0\n"


@pytest.fixture(scope="module")
def run(cell, figure5):
    return simulate(cell, figure5, 0.01)


def test_the_reading_at_a_time_is_the_state_of_the_run_there(run) -> None:
    rng = np.random.default_rng(2)
    for time in rng.uniform(0.0, run.duration, 40):
        q, speed, acceleration, jerk = run.motion_at(time)
        step, mechanism = run.step_at(time), run.cell.robot.mechanism
        found = reading_of(run.cell.robot, step, time - step.start_time)
        assert np.radians(found.joints) == pytest.approx(q, abs=1e-9)
        assert found.speeds == pytest.approx(100.0 * speed / mechanism.speed, abs=1e-4)
        percent = 100.0 * acceleration / mechanism.acceleration
        assert found.accelerations == pytest.approx(percent, abs=1e-3)
        assert found.jerks == pytest.approx(100.0 * jerk / mechanism.jerk, abs=1e-2)
        h = 1e-6
        at = [run.motion_at(np.clip(time + d, 0.0, run.duration))[0] for d in (-h, h)]
        a, b = (forward(mechanism, each) @ run.cell.robot.T_flange_tool for each in at)
        way = np.linalg.norm(b[:3, 3] - a[:3, 3])
        assert found.tool_speed == pytest.approx(way / (2.0 * h), rel=1e-3, abs=0.1)


def test_a_long_run_keeps_the_extremes_of_every_curve(run) -> None:
    full, few = run_samples(run), run_samples(run, 200)
    assert len(few.times) <= 200 < len(full.times)
    assert few.rows.max(axis=0) == pytest.approx(full.rows.max(axis=0))
    assert few.rows.min(axis=0) == pytest.approx(full.rows.min(axis=0))
    assert (few.times[0], few.times[-1]) == (full.times[0], full.times[-1])


@pytest.mark.parametrize("count", [201, 397, 400, 799, 1000])
def test_extremes_near_the_end_are_kept_whatever_the_number_of_samples(count) -> None:
    values = np.zeros((count, 2), np.float32)
    values[-2, 0], values[-3, 1] = 7.0, -7.0
    rows = extreme_rows(values, 200)
    assert len(rows) <= 200 and {count - 2, count - 3} <= set(rows.tolist())


def test_extremes_are_found_beside_values_that_are_no_numbers() -> None:
    values = np.random.default_rng(0).normal(size=(1000, 3)).astype(np.float32)
    values[::2, 1], values[:, 2] = np.nan, np.nan
    kept = values[extreme_rows(values, 100)]
    assert len(kept) <= 100
    assert np.nanmax(kept[:, :2], axis=0) == pytest.approx(np.nanmax(values[:, :2], axis=0))
    assert np.nanmin(kept[:, :2], axis=0) == pytest.approx(np.nanmin(values[:, :2], axis=0))


def test_no_joint_passes_a_limit_and_each_kind_of_limit_is_reached(run) -> None:
    curves = curves_of(run)
    for values in (curves.speeds, curves.accelerations, curves.jerks):
        assert REACHED <= np.abs(values).max() <= 100.0 * (1.0 + 1e-4)
        assert len(spans_reached(curves.times, np.abs(values)))


def test_a_span_at_the_limit_lasts_as_long_as_the_joint_is_there() -> None:
    times = np.arange(8.0)
    shares = np.zeros((8, 2), np.float32)
    shares[2:5, 0], shares[6, 1] = 100.0, 99.95
    shares[5, 0] = 99.0
    assert spans_reached(times, shares).tolist() == [[2.0, 4.0], [6.0, 6.0]]


def test_the_tool_reaches_the_programmed_speed_on_straight_lines_and_never_passes_it(cell) -> None:
    run = simulate(cell, POINTS + STRAIGHT)
    curves, full = curves_of(run), run.cell.robot.tool_speed_mm_s
    lines = [step for step in run.steps if step.statement.name in ("MOVES", "DEPARTS")]
    assert [step.duration > 0.0 for step in lines] == [True, True]
    wanted = [[s.start_time, s.end_time, v] for s, v in zip(lines, (80.0, 0.4 * full), strict=True)]
    assert curves.tool_limits == pytest.approx(np.array(wanted))
    for start, end, limit in curves.tool_limits:
        inside = (curves.times >= start) & (curves.times <= end)
        assert curves.tool_speed[inside].max() == pytest.approx(limit, rel=1e-3)
        assert curves.tool_speed[inside].max() <= limit * (1.0 + 1e-6)


def test_the_rest_of_an_interrupted_line_keeps_the_programmed_speed(cell) -> None:
    text = POINTS + "REACTI 5, H\nREADY\nMOVE A\nSPEED 80 MMPS ALWAYS\nMOVES B\nEND\n"
    text += ".PROGRAM H\nSPEED 20 MMPS ALWAYS\n.END\n"
    begin = next(s for s in simulate(cell, text).steps if s.statement.name == "MOVES").start_time
    run = simulate(cell, text, scenario=Scenario((SignalEvent(begin + 0.8, 5, True),)))
    parts = [s for s in run.moving_steps if s.statement.name == "MOVES"]
    limits, curves = tool_limits(cell.robot, run.steps), curves_of(run)
    assert len(parts) == len(limits) == 2
    for start, end, limit in limits:
        inside = (curves.times >= start) & (curves.times <= end)
        assert curves.tool_speed[inside].max() == pytest.approx(limit, rel=1e-3)


def test_the_way_under_the_speed_curve_is_the_way_of_the_tool(run) -> None:
    curves = curves_of(run)
    step = next(s for s in run.steps if s.statement.name == "MOVES")
    inside = (curves.times >= step.start_time) & (curves.times <= step.end_time)
    way = np.trapezoid(curves.tool_speed[inside], curves.times[inside])
    ends = [step.before.locations["LOC1"], step.before.locations["LOC2"]]
    assert way == pytest.approx(np.linalg.norm(ends[1][:3, 3] - ends[0][:3, 3]), rel=1e-3)


def test_a_run_in_which_nothing_moves_has_no_curves(cell) -> None:
    assert curves_of(simulate(cell, "10 REMARK nothing\n20 END\n")) is None
