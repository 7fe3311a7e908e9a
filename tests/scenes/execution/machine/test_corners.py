"""Programs with corner zones: which corners are rounded, and what happens in a corner."""

from dataclasses import replace

import numpy as np
import pytest

from geometry import Box, contains, volume
from kinematics import forward, invert, straight_line, translation
from kinematics.motion import chain
from kinematics.motion.laws.jerk_law import jerk_law
from scenes import program_path
from scenes.execution.debugging.debugger import (
    Breakpoint,
    begin,
    go_to,
    proceed,
    step_back,
    step_into,
    with_variable,
)
from scenes.execution.machine import corners
from scenes.execution.machine.scenario import Scenario, SignalEvent
from scenes.execution.simulation import machine_for, simulate
from scenes.execution.statements import planned
from scenes.library import load_cell, load_robot
from scenes.world.placement import bodies_in, placement

POINTS = """POINT A 700 0 280 0 90 0
POINT B 600 250 400 20 80 10
POINT C 650 -150 450 -10 70 0
"""
ROUTE = "MOVE A\nMOVES B\nMOVE C\nMOVES A\nDRAW 0, 60, 40\nTDRAW -30, 20, 0\nDRIVE 1, 15\n"


def run_of(cell, text, **more):
    run = simulate(cell, text, **more)
    assert run.program.ok, run.diagnostics
    assert not [p for p in run.problems if p.severity == "error"], run.problems
    return run


def tool_points(run):
    robot = run.cell.robot
    T = forward(robot.mechanism, run.trajectory().q) @ robot.T_flange_tool
    return T[:, :3, 3]


def distance_from(points, polyline):
    best = np.full(len(points), np.inf)
    for a, way in zip(polyline, np.diff(polyline, axis=0), strict=False):
        share = np.clip((points - a) @ way / max(way @ way, 1e-300), 0.0, 1.0)
        best = np.minimum(best, np.linalg.norm(points - a - share[:, None] * way, axis=1))
    return best


def speed_at(run, time):
    """Speed of the tool at a time, mm/s."""
    robot, step = run.cell.robot, 1e-3
    q = np.stack([run.state_at(time - step).q, run.state_at(time + step).q])
    points = (forward(robot.mechanism, q) @ robot.T_flange_tool)[:, :3, 3]
    return float(np.linalg.norm(points[1] - points[0])) / (2 * step)


def border(run, line):
    """Time at which the step of a line ends, s."""
    return next(step.end_time for step in run.steps if step.line == line)


@pytest.mark.parametrize("zone", [1, 5, 25])
@pytest.mark.parametrize("name", ["paper", "puma_bench"])
def test_the_tool_stays_within_the_zone_and_the_joints_within_their_drives(paper_cell, name, zone):
    cell, route = (paper_cell, POINTS + ROUTE) if name == "paper" else (load_cell(name), BENCH)
    stopping = run_of(cell, route + "END")
    rounding = run_of(cell, f"ACCURACY {zone} ALWAYS\n{route}END")
    assert rounding.duration < stopping.duration
    assert distance_from(tool_points(rounding), tool_points(stopping)).max() <= zone
    motion, mechanism = rounding.trajectory(), cell.robot.mechanism
    span = np.diff(motion.times)[:, None]
    rates = np.diff(motion.q, axis=0) / span
    growths = np.diff(rates, axis=0) / (0.5 * (span[1:] + span[:-1]))
    assert (np.abs(rates) <= mechanism.speed * 1.001).all()
    assert (np.abs(growths) <= mechanism.acceleration * 1.001).all()
    np.testing.assert_allclose(rounding.end_state.q, stopping.end_state.q, atol=1e-9)


BENCH = "DRAW 0, 0, -60\nDRAW 50, 0, 0\nDRIVE 1, 20\nDRAW -40, 30, 0\nDRIVE 3, 10\nDRIVE 1, -30\n"


@pytest.mark.parametrize(
    "robot", ["epson_gx4_a351", "ur5e", "yaskawa_sia10f", "fanuc_crx10ia_l", "gantry_6axis"]
)
def test_arms_of_every_kind_round_their_corners(paper_cell, robot):
    cell = replace(paper_cell, robot=load_robot(robot), parts=(), fixtures=())
    text = "DRIVE 1, 20\nDRAW -40, 20, 0\nDRAW 0, -30, -20\nDRIVE 2, 10\nEND"
    stopping, rounding = run_of(cell, text), run_of(cell, "COARSE ALWAYS\n" + text)
    corners = [step for step in rounding.steps if step.after.corner is not None]
    assert len(corners) >= 2
    assert distance_from(tool_points(rounding), tool_points(stopping)).max() <= 5.0


def test_without_a_corner_zone_every_motion_ends_at_rest(paper_cell):
    plain = run_of(paper_cell, POINTS + ROUTE + "END").trajectory()
    fine = run_of(paper_cell, POINTS + "FINE ALWAYS\n" + ROUTE + "END").trajectory()
    assert np.array_equal(plain.q, fine.q) and np.array_equal(plain.times, fine.times)


@pytest.mark.parametrize(
    ("words", "between", "is_rounded"),
    [
        ("COARSE ALWAYS", "", True),
        ("COARSE", "", True),
        ("COARSE 300", "", True),
        ("ACCURACY 12", "", True),
        ("ACCURACY 12 ALWAYS", "SIGNAL 4\nX = 3\nIF X == 3 THEN\nY = 1\nEND", True),
        ("COARSE ALWAYS", "TYPE X\nSPEED 50\nLOWER = 3\nCALL EMPTY", True),
        ("COARSE ALWAYS\nNULL ALWAYS\nNONULL", "", True),
        ("COARSE 0", "", False),
        ("ACCURACY 0 ALWAYS", "", False),
        ("COARSE ALWAYS\nFINE", "", False),
        ("COARSE ALWAYS\nNULL", "", False),
        ("NONULL ALWAYS", "", False),
        ("COARSE ALWAYS", "BREAK", False),
        ("COARSE ALWAYS", "OPENI 30", False),
        ("COARSE ALWAYS", "OPEN 30", False),
        ("COARSE ALWAYS", "WAIT 1 == 1", False),
        ("COARSE ALWAYS", "PAUSE", False),
        ("COARSE ALWAYS", "DELAY 0.2", False),
        ("COARSE ALWAYS", "REACT 9, EMPTY", True),
        ("COARSE ALWAYS", "REACTI 9, EMPTY", False),
        ("COARSE ALWAYS", "HERE D", False),
        ("COARSE ALWAYS", "TOOL TRANS(10, 0, 0)", False),
        ("COARSE ALWAYS\nREACTI 9, EMPTY", "", False),
    ],
)
def test_words_say_whether_a_motion_goes_over_into_the_next(paper_cell, words, between, is_rounded):
    text = f"X = 0\n{POINTS}MOVE C\n{words}\nMOVES A\n{between}\nMOVES B\nEND\n"
    run = run_of(paper_cell, text + ".PROGRAM EMPTY\n.END\n", period=0.001)
    step = next(s for s in run.steps if s.statement.shown == "MOVES A")
    assert (step.after.corner is not None) == is_rounded
    speed = speed_at(run, step.end_time)
    assert speed > 30.0 if is_rounded else speed < 10.0


def test_a_zone_for_the_next_motion_holds_for_that_alone(paper_cell):
    run = run_of(paper_cell, POINTS + "ACCURACY 10\nMOVE A\nMOVES B\nMOVES C\nEND")
    assert [s.after.corner is not None for s in run.moving_steps] == [True, False, False]


def test_statements_between_two_motions_happen_in_the_middle_of_the_corner(paper_cell):
    text = POINTS + "TIMER 1 = 0\nACCURACY 20 ALWAYS\nMOVE A\nT = TIMER(1)\nSIGNAL 7\nMOVES B\nEND"
    run = run_of(paper_cell, text)
    time = border(run, 6)
    assert run.end_state.variables["T"] == pytest.approx(time)
    signal = next(step for step in run.steps if step.statement.name == "SIGNAL")
    assert (signal.start_time, signal.duration) == (time, 0.0)
    np.testing.assert_allclose(signal.before.q, run.state_at(time).q, rtol=0.0, atol=1e-12)
    assert speed_at(run, time) > 30.0


def test_a_vector_starts_from_the_taught_corner_and_not_from_where_the_arm_is(paper_cell):
    text = POINTS + "MOVE A\nACCURACY 20\nMOVES B\nDRAW 0, -100, 50\nEND"
    run = run_of(paper_cell, text)
    np.testing.assert_allclose(tool_points(run)[-1], [600, 150, 450], atol=1e-6)


def test_a_signal_that_comes_in_the_corner_decides_where_it_leads(paper_cell):
    """Looking ahead from a stop gives B, and from the middle of the corner C (or the reverse)."""
    text = POINTS + "ACCURACY 20 ALWAYS\nMOVE A\nIF SIG(3) THEN\nMOVES B\nELSE\nMOVES C\nEND\nEND"
    stop = run_of(paper_cell, POINTS + "MOVE A\nEND").duration
    for at in np.linspace(stop - 0.4, stop + 0.05, 10):
        run = run_of(paper_cell, text, scenario=Scenario((SignalEvent(float(at), 3, True),)))
        came = border(run, 5) >= at
        goal = [600, 250, 400] if came else [650, -150, 450]
        np.testing.assert_allclose(tool_points(run)[-1], goal, atol=1e-6)
        steps = np.abs(np.diff(run.trajectory().q, axis=0)).max()
        assert steps <= run.cell.robot.mechanism.speed.max() * 0.0101


def test_a_reaction_program_runs_at_rest(paper_cell):
    text = POINTS + "ACCURACY 20 ALWAYS\nREACT 3, LOOK\nMOVE A\nMOVES B\nEND\n"
    text += ".PROGRAM LOOK\nHERE D\n.END\n"
    run = run_of(paper_cell, text, scenario=Scenario((SignalEvent(0.3, 3, True),)))
    np.testing.assert_allclose(run.end_state.locations["D"][:3, 3], [700, 0, 280], atol=1e-6)


def test_stepping_forwards_and_backwards_gives_the_run_itself(paper_cell):
    text = POINTS + "COARSE ALWAYS\n" + ROUTE + "END"
    run = run_of(paper_cell, text)
    session = begin(machine_for(paper_cell, text), Breakpoint(7))
    session = proceed(session)
    assert session.line == 7
    assert session.now.time == border(run, 6)
    q = run.state_at(session.now.time).q
    np.testing.assert_allclose(session.now.state.q, q, rtol=0.0, atol=1e-12)
    session = step_into(step_back(step_into(step_into(session)), 2))
    assert session.now.time == border(run, 7)
    while not session.is_over:
        session = step_into(session)
    assert session.now.time == run.duration
    np.testing.assert_array_equal(session.now.state.q, run.end_state.q)
    again = go_to(session, 6)
    assert again.now.time == border(run, 6)


def test_what_is_changed_at_a_corner_starts_the_next_motion_from_rest_there(paper_cell):
    text = "Y = -100\n" + POINTS + "ACCURACY 20 ALWAYS\nMOVE A\nDRAW 0, Y, 50\nEND"
    session = proceed(begin(machine_for(paper_cell, text), Breakpoint(7)))
    before = session.now.state.q
    session = with_variable(session, "Y", 100.0)
    session = proceed(session)
    step = next(s for s in session.steps if s.line == 7)
    assert not [p for p in step.problems if p.severity == "error"]
    np.testing.assert_allclose(step.trajectory.q[0], before, atol=1e-12)


def test_the_end_of_a_program_is_an_end_at_rest(paper_cell):
    run = run_of(paper_cell, POINTS + "ACCURACY 50 ALWAYS\nMOVE A\nMOVES B\nEND")
    np.testing.assert_allclose(tool_points(run)[-1], [600, 250, 400], atol=1e-6)
    assert run.end_state.corner is None


def test_a_motion_is_planned_once_however_often_it_is_needed(paper_cell, monkeypatch):
    asked = []

    def counted(*given, **more):
        asked.append(given)
        return straight_line(*given, **more)

    monkeypatch.setattr(planned, "straight_line", counted)
    planned._answer.cache_clear()
    text = POINTS + "ACCURACY 10 ALWAYS\nMOVE A\nMOVES B\nMOVES C\nMOVES A\nEND"
    run = run_of(paper_cell, text)
    assert sum(step.after.corner is not None for step in run.steps) == 3
    assert len(asked) == 3


def test_corners_and_chains_are_timed_once_however_often_they_are_needed(paper_cell, monkeypatch):
    timed = []

    def counted(*given, **more):
        timed.append(given)
        return jerk_law(*given, **more)

    monkeypatch.setattr(chain, "jerk_law", counted)
    planned._answer.cache_clear()
    text = POINTS + "ACCURACY 10 ALWAYS\nMOVE A\nMOVES B\nMOVES C\nMOVES A\nEND"
    first = run_of(paper_cell, text)
    cold = len(timed)
    assert 1 <= cold <= 4  # the chain, and no more than its three corners
    run_of(paper_cell, text)
    assert len(timed) == cold
    wider = run_of(paper_cell, text.replace("10", "20"))
    assert cold < len(timed) <= 2 * cold
    assert wider.duration < first.duration


def test_runs_with_kept_plans_equal_runs_without(paper_cell):
    text = POINTS + "COARSE ALWAYS\n" + ROUTE + "END"
    kept = run_of(paper_cell, text).trajectory()
    planned._answer.cache_clear()
    fresh = run_of(paper_cell, text).trajectory()
    np.testing.assert_array_equal(kept.q, fresh.q)


def dropped(run):
    return [(p.line, p.message) for p in run.problems if p.code == "N307"]


def test_a_zone_that_is_not_used_is_said_once_a_line_with_its_reason(paper_cell):
    there_and_back = (
        "ACCURACY 0.00001 ALWAYS\nFOR I = 1 TO 3\nDRAW 0, 80, 0\nDRAW 0, -80, 0\nEND\nEND"
    )
    run = run_of(paper_cell, POINTS + "MOVE A\n" + there_and_back)
    notes = dropped(run)
    assert [line for line, _ in notes] == [7, 8]
    assert all(" mm is not used here: " in text for _, text in notes)
    assert all(speed_at(run, step.end_time) < 10.0 for step in run.moving_steps[1:-1])


def test_a_stop_that_the_program_asks_for_is_no_dropped_zone(paper_cell):
    text = POINTS + "ACCURACY 20 ALWAYS\nMOVE A\nMOVES B\nBREAK\nMOVES C\nDELAY 1\nMOVES A\nEND"
    assert dropped(run_of(paper_cell, text)) == []


def test_a_chain_is_looked_for_once_and_not_behind_each_motion(paper_cell, monkeypatch):
    planned_chains = []
    chained = corners.chained

    def counted(task, steps, *more):
        planned_chains.append(len(steps))
        return chained(task, steps, *more)

    monkeypatch.setattr(corners, "chained", counted)
    run = run_of(
        paper_cell, POINTS + "ACCURACY 10 ALWAYS\n" + ROUTE + "BREAK\nMOVE B\nMOVES C\nEND"
    )
    assert all(step.after.corner is not None for step in run.moving_steps[:6])
    assert planned_chains == [7, 2]


def test_a_chain_longer_than_the_machine_looks_ahead_ends_at_rest_and_says_so(
    paper_cell, monkeypatch
):
    monkeypatch.setattr(corners, "MOST_MOTIONS", 3)
    run = run_of(paper_cell, POINTS + "ACCURACY 10 ALWAYS\n" + ROUTE + "END")
    rounded = [step.after.corner is not None for step in run.moving_steps]
    assert rounded == [True, True, False, True, True, False, False]
    assert [line for line, _ in dropped(run)] == [7, 10]
    assert all("looks ahead" in text for _, text in dropped(run))


def test_a_loop_without_a_stop_ends_after_the_turn_that_repeats(paper_cell):
    text = POINTS + "ACCURACY 20 ALWAYS\n10 MOVE A\nMOVES B\nMOVES C\nGOTO 10"
    run = run_of(paper_cell, text + "\nEND")
    assert run.cycle is not None
    assert run.cycle.seconds == pytest.approx(
        sum(step.duration for step in run.moving_steps[-3:]), rel=1e-3
    )
    assert len(run.moving_steps) < 20


SLOT = """MOVES SLOT1
{words}
MOVES SLOT2
MOVES SLOT3
"""


@pytest.fixture(scope="module")
def drilling():
    return load_cell("drilling")


def milled(drilling, words):
    """The shipped program with a corner in its slot, and with words before the corner."""
    text = program_path("drill_plate").read_text()
    text = text.replace("80 OPENI", "POINT SLOT3 650 -310 650 -90 90 0\n80 OPENI")
    return run_of(drilling, text.replace("220 MOVES SLOT1\n230 MOVES SLOT2\n", words))


def plate_of(run):
    return bodies_in(run.cell, run.end_state)["PLATE"].solid


def test_a_tool_that_rounds_a_corner_leaves_the_material_in_the_corner(drilling):
    stopping = milled(drilling, SLOT.format(words="FINE"))
    rounding = milled(drilling, SLOT.format(words="ACCURACY 8"))
    corner = next(s for s in rounding.steps if s.statement.shown == "MOVES SLOT2")
    assert corner.after.corner is not None and corner.before.cutting
    left, sharp = plate_of(rounding), plate_of(stopping)
    assert 0.5 < volume(left) - volume(sharp) < 300.0
    points = np.random.default_rng(5).uniform((-80, -60, 0), (80, 60, 30), (3000, 3))
    tool = rounding.cell.parts_by_name["SPINDLE"].solid
    passed = np.zeros(len(points), bool)
    for step in rounding.steps:
        for t in step.trajectory.times if step.before.cutting else ():
            poses = placement(rounding.cell, step.state_at(t))
            T = invert(poses["SPINDLE"]) @ poses["PLATE"]
            passed |= tool.level(points @ T[:3, :3].T + T[:3, 3]) < -0.05
    assert passed.sum() > 20
    assert not contains(left, points)[passed].any()


@pytest.mark.parametrize(
    "word", ["CUT SPINDLE, PLATE OFF", "DEFORM PLATE.RIB BY SHIFT(NULL BY 0, 0, -5)"]
)
def test_statements_that_change_a_part_are_carried_out_at_rest_and_not_in_a_corner(drilling, word):
    plate = drilling.parts_by_name["PLATE"]
    ribbed = plate.solid + Box((9, 9, 9)).named("rib").moved(translation(-60, 40, 24))
    parts = tuple(replace(p, solid=ribbed) if p is plate else p for p in drilling.parts)
    words = f"MOVES SLOT1\nACCURACY 8 ALWAYS\nMOVES SLOT2\n{word}\nMOVES SLOT3\n"
    run = milled(replace(drilling, parts=parts), words + "FINE ALWAYS\n")
    before = next(s for s in run.steps if s.statement.shown == "MOVES SLOT2")
    work = run.steps[run.steps.index(before) + 1]
    after = next(s for s in run.steps if s.statement.shown == "MOVES SLOT3")
    assert work.statement.name == word.split()[0]
    assert before.after.corner is None and work.duration == 0.0
    assert speed_at(run, after.start_time) < 10.0
    points = run.state_at(after.start_time)
    np.testing.assert_allclose(tool_at(run, points.q), [650, -290, 650], atol=1e-6)


def tool_at(run, q):
    return (forward(run.cell.robot.mechanism, q) @ run.cell.robot.T_flange_tool)[:3, 3]
