"""The samples of motions: exact, with their greatest values, and made once for each motion."""

import gc
from dataclasses import replace
from weakref import ref

import numpy as np
import pytest

from app.desktop.runs.lines import motion_samples
from app.desktop.runs.lines.motion_samples import (
    PERIOD,
    in_plot_units,
    period_of,
    samples_of,
    state_of,
    tool_motion,
)
from app.desktop.runs.motion_curves import curves_of, run_samples
from app.desktop.runs.shown_run import shown_run_of
from kinematics import forward
from kinematics.motion.laws.profile import Profile
from kinematics.motion.motion import Motion
from scenes import load_cell, load_robot, simulate
from scenes.execution.machine.scenario import Scenario, SignalEvent
from scenes.library import robot_names
from scenes.world.tool_frame import tool_frame

# Single precision holds 24 bits.
SINGLE = 1e-6
HEADS = ("", "SPEED 30 ALWAYS", "ACCURACY 20 ALWAYS", "TOOL TRANS(0, 0, 60)")


def wandering(seed: int, count: int = 12) -> list[str]:
    """Lines of random joint motions and straight lines around the ready pose."""
    rng, lines = np.random.default_rng(seed), ["READY"]
    for number in range(count):
        if number % 3 == 0:
            lines.append(f"DRIVE {rng.integers(1, 7)} {rng.uniform(-15.0, 15.0):.1f}")
        elif number % 3 == 1:
            lines.append("DRAW {:.1f} {:.1f} {:.1f}".format(*rng.uniform(-60.0, 0.0, 3)))
        else:
            lines.append(f"DEPARTS {rng.uniform(-40.0, 40.0):.1f}")
    return lines


def run_of(cell, lines, **more):
    run = simulate(cell, "\n".join([*lines, "END", ""]), **more)
    assert run.program.ok, run.diagnostics
    assert len(run.moving_steps) > 4, run.problems
    return run


@pytest.fixture(params=[(name, head) for name in ("kakazu1985", "puma_bench") for head in HEADS])
def run(request):
    name, head = request.param
    return run_of(load_cell(name), [head, *wandering(HEADS.index(head))])


def test_samples_are_the_states_of_the_run_at_their_times(run) -> None:
    robot, samples = run.cell.robot, run_samples(run)
    # Where two steps meet, motion_at gives the earlier one.
    inner = np.abs(samples.times[:, None] - [s.start_time for s in run.steps]).min(axis=1) > 0.0
    times = samples.times[inner]
    exact = in_plot_units(robot, np.swapaxes(run.motion_at(times), 0, 1))
    shown = samples.rows[inner, :-4].reshape(exact.shape)
    scale = np.abs(exact).max(axis=(0, 2), keepdims=True)
    # A time of the run is that of the step plus its start, whose rounding moves a sharp jerk.
    assert np.abs(shown - exact)[:, :3].max() < 10.0 * SINGLE * scale[:, :3].max()
    assert np.quantile(np.abs(shown - exact)[:, 3], 0.99) < 1e-3 * scale[0, 3, 0]


def test_curves_pass_through_the_run_at_random_times(run) -> None:
    curves, rng = curves_of(run), np.random.default_rng(5)
    times = rng.uniform(0.0, run.duration, 500)
    exact = in_plot_units(run.cell.robot, np.swapaxes(run.motion_at(times), 0, 1))
    for order, (name, most) in enumerate((("joints", 0.01), ("speeds", 0.5))):
        drawn = getattr(curves, name)
        for joint, column in enumerate(drawn.T):
            between = np.interp(times, curves.times, column)
            assert np.abs(between - exact[:, order, joint]).max() < most


def test_no_curve_passes_its_limit(run) -> None:
    curves = curves_of(run)
    for name in ("speeds", "accelerations", "jerks"):
        assert np.abs(getattr(curves, name)).max() <= 100.0 * (1.0 + 1e-4)


def test_the_greatest_of_each_motion_is_shown(run) -> None:
    robot = run.cell.robot
    for step in run.moving_steps:
        breaks, n = step.motion.breaks, robot.mechanism.n
        fine = np.linspace(0.0, step.duration, 5001)
        times = np.concatenate([fine, breaks[:-1] + 1e-7, breaks[1:] - 1e-7])
        state = in_plot_units(robot, state_of(step.motion, times, robot.profile))
        greatest = np.abs(state[:, 1:]).max(axis=0)
        (samples,) = samples_of(robot, [step], PERIOD)
        shown = np.abs(samples.rows[:, n : 4 * n].reshape(-1, 3, n)).max(axis=0)
        assert (shown >= greatest - 0.1).all()


def test_the_tool_speed_is_that_of_the_tool_point(run) -> None:
    robot, h = run.cell.robot, 1e-6
    for step in run.moving_steps:
        (samples,) = samples_of(robot, [step], PERIOD)
        inner = (samples.times > 1e-3) & (samples.times < step.duration - 1e-3)
        times, T_flange_tool = samples.times[inner], tool_frame(robot, step.before.tool)
        T_world = robot.T_world_base
        places = [
            (T_world @ forward(robot.mechanism, step.motion.at(times + d)) @ T_flange_tool)[
                :, :3, 3
            ]
            for d in (-h, 0.0, h)
        ]
        speed = np.linalg.norm(places[2] - places[0], axis=1) / (2.0 * h)
        assert samples.tool_speed[inner] == pytest.approx(speed, rel=1e-4, abs=1e-2)
        assert samples.points[inner] == pytest.approx(places[1], abs=1e-3)


def test_both_sides_of_a_jump_of_the_jerk_are_sampled() -> None:
    run = run_of(load_cell("kakazu1985"), ["READY", *["DRIVE 1 90", "DRIVE 1 -90"] * 3])
    (samples,) = samples_of(run.cell.robot, run.moving_steps[-1:], PERIOD)
    jerk = samples.jerks[:, 0]
    jumps = np.flatnonzero(np.abs(np.diff(jerk)) > 1.0)
    # Seven segments have six jumps between them; each is drawn as an upright line.
    assert len(jumps) == 6
    assert np.diff(samples.times)[jumps].max() < 1e-8
    assert {round(float(value)) for value in jerk} == {-100, 0, 100}


def test_an_edit_evaluates_only_the_motions_that_it_changes(monkeypatch) -> None:
    cell, lines = load_cell("kakazu1985"), wandering(3, 30)
    shown_run_of(run_of(cell, lines))
    evaluated = []
    state = Motion.state
    monkeypatch.setattr(Motion, "state", lambda self, t: evaluated.append(self) or state(self, t))
    edited = lines.index(next(line for line in reversed(lines) if line.startswith("DRIVE")))
    lines[edited] += "5"
    run = run_of(cell, lines)
    evaluated.clear()
    shown_run_of(run)
    follows = [step.motion for step in run.moving_steps if step.line >= edited]
    assert 0 < len(evaluated) <= len(follows) < len(run.moving_steps)
    evaluated.clear()
    shown_run_of(run)
    assert not evaluated


def test_samples_after_an_edit_are_those_of_a_first_look() -> None:
    cell, lines = load_cell("kakazu1985"), wandering(8, 15)
    shown_run_of(run_of(cell, lines))
    lines[7] = "DRIVE 2 3.5"
    warm = run_samples(run_of(cell, lines))
    motion_samples.forget()
    cold = run_samples(run_of(cell, lines))
    assert (warm.times == cold.times).all()
    assert (warm.rows == cold.rows).all()


def test_the_samples_go_with_their_motion() -> None:
    run = run_of(load_cell("kakazu1985"), wandering(1))
    (samples,) = samples_of(run.cell.robot, run.moving_steps[:1], PERIOD)
    motion = Motion.still(run.end_state.q, 1.0)
    step = run.moving_steps[0].having(motion=motion)
    (samples,) = samples_of(run.cell.robot, [step], PERIOD)
    rows, gone = ref(samples.rows), ref(motion)
    del samples, motion, step
    gc.collect()
    assert (gone(), rows()) == (None, None)


def test_another_tool_gives_other_samples_of_the_same_motion() -> None:
    run = run_of(load_cell("kakazu1985"), wandering(1))
    step = run.moving_steps[2]
    long_tool = np.eye(4)
    long_tool[2, 3] = 200.0
    other = step.having(before=replace(step.before, tool=long_tool))
    (own,), (longer,) = (samples_of(run.cell.robot, [each], PERIOD) for each in (step, other))
    assert np.abs(own.points - longer.points).max() > 50.0
    again, once_more = samples_of(run.cell.robot, [step, other], PERIOD)
    assert (again.rows == own.rows).all()
    assert (once_more.rows == longer.rows).all()


def test_the_raster_stays_when_an_edit_changes_the_duration_a_little() -> None:
    assert period_of(3.0) == period_of(160.0) == PERIOD
    assert period_of(600.0) == period_of(601.0) == 4.0 * PERIOD
    assert 600.0 / period_of(600.0) <= motion_samples.MOST_EVEN


def test_a_trapezoid_has_no_limit_of_jerk_and_keeps_the_others() -> None:
    cell = load_cell("kakazu1985")
    cell = replace(cell, robot=replace(cell.robot, profile=Profile.TRAPEZOID))
    curves = curves_of(run_of(cell, wandering(2)))
    assert np.isnan(curves.jerks).all()
    assert np.abs(curves.accelerations).max() == pytest.approx(100.0, rel=1e-3)


def test_braking_for_a_signal_has_no_limit_of_jerk_until_the_arm_rests() -> None:
    text = ["REACTI 5, H", "SPEED 50", "DRIVE 1 60", "DRAW 0 0 -50", "DRAW 0 0 50", "DRIVE 2 5"]
    handler = ["END", ".PROGRAM H", "T = TIME", ".END"]
    run = simulate(
        load_cell("kakazu1985"),
        "\n".join([*text, *handler, ""]),
        scenario=Scenario((SignalEvent(0.9, 5, True),)),
    )
    braked = next(step for step in run.moving_steps if step.goal_q is not None)
    curves = curves_of(run)
    free = np.isnan(curves.jerks).any(axis=1)
    assert curves.times[free].min() >= 0.9
    assert curves.times[free].max() <= braked.end_time
    assert np.abs(curves.accelerations).max() <= 100.0 * (1.0 + 1e-4)


@pytest.mark.parametrize("name", robot_names())
def test_the_tool_speed_of_every_arm_is_that_of_its_tool_point(name) -> None:
    robot, rng, h = load_robot(name), np.random.default_rng(4), 1e-6
    mechanism = robot.mechanism
    size = np.where(mechanism.revolute > 0.0, 0.05, 5.0)
    q = robot.ready + rng.uniform(-1.0, 1.0, (40, mechanism.n)) * size
    speed = rng.uniform(-1.0, 1.0, (40, mechanism.n)) * mechanism.speed.clip(max=1e4)
    ways = [forward(mechanism, q + d * speed) @ robot.T_flange_tool for d in (-h, 0.0, h)]
    before, here, behind = (T[:, :3, 3] for T in ways)
    points, tool_speed = tool_motion(mechanism, robot.T_flange_tool, q, speed)
    assert points == pytest.approx(here, abs=1e-9)
    way = np.linalg.norm(behind - before, axis=1) / (2.0 * h)
    assert tool_speed == pytest.approx(way, rel=1e-5, abs=1e-2)
