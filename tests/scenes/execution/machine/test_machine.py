"""Programs with loops, calls, signals and waits, run by the machine."""

import numpy as np
import pytest

from geometry import Box
from kinematics import posture_of
from scenes.analysis import analyse
from scenes.execution.line_facts import branches_at, run_facts, via_point
from scenes.execution.machine.scenario import Response, Scenario, SignalEvent
from scenes.execution.simulation import simulate
from scenes.library import load_cell

A = "POINT A 600 0 500 0 60 0\n"


def values(cell, text, **more):
    """The variables at the end of a program, which must run without errors."""
    run = simulate(cell, text, **more)
    assert run.program.ok, run.diagnostics
    assert not [p for p in run.problems if p.severity == "error"], run.problems
    return dict(run.end_state.variables)


def errors(cell, text, **more):
    run = simulate(cell, text, **more)
    assert run.program.ok, run.diagnostics
    return [p for p in run.problems if p.severity == "error"]


@pytest.mark.parametrize(
    ("body", "x"),
    [
        ("FOR I = 1 TO 4\nX = X + I\nEND", 10),
        ("FOR I = 4 TO 1 STEP -2\nX = X + I\nEND", 6),
        ("FOR I = 2 TO 1\nX = 9\nEND", 0),
        ("WHILE X < 7 DO\nX = X + 2\nEND", 8),
        ("DO\nX = X + 3\nUNTIL X > 5", 6),
        ("IF X == 0 THEN\nX = 1\nELSE\nX = 2\nEND", 1),
        ("IF X <> 0 THEN\nX = 1\nELSE\nX = 2\nEND", 2),
        ("IF X <> 0 THEN\nX = 1\nEND", 0),
        ("CASE X + 3 OF\nVALUE 1, 2:\nX = 1\nVALUE 3:\nX = 30\nANY\nX = 5\nEND", 30),
        ("CASE 8 OF\nVALUE 1:\nX = 1\nANY\nX = 5\nEND", 5),
        ("CASE 8 OF\nVALUE 1:\nX = 1\nEND", 0),
        ("10 X = X + 1\nIF X < 5 GOTO 10", 5),
        ("IF X EQ 0 THEN 20\nX = 7\n20 X = X + 1", 1),
        ("FOR I = 1 TO 3\nFOR J = 1 TO 3\nX = X + I * J\nEND\nEND", 36),
        ("FOR I = 1 TO 9\nIF I == 4 GOTO 10\nX = I\nEND\n10 X = X * 10", 30),
        ("V[1] = 4\nV[2] = 5\nI = 1\nX = V[I] * V[I + 1]", 20),
        ("X = 7 MOD 4 + ATAN2(1, 1) / 45", 4),
        ("X = (1 < 2 AND NOT 3 < 2) * -5", 5),
    ],
)
def test_statements_of_flow_do_what_a_val_programmer_expects(paper_cell, body, x):
    assert values(paper_cell, f"X = 0\n{body}\nEND")["X"] == pytest.approx(x)


def test_a_called_program_takes_values_and_gives_plain_names_back(paper_cell):
    text = "N = 3\nM = 5\nCALL TWICE(N, M + 0)\nEND\n"
    text += ".PROGRAM TWICE(X, Y)\nX = X * 2\nY = 100\nRETURN\n.END\n"
    found = values(paper_cell, text)
    assert (found["N"], found["M"]) == (6, 5)


def test_a_location_goes_into_a_program_by_name(paper_cell, oracle):
    text = A + "CALL GO(A)\nEND\n.PROGRAM GO(L)\nMOVE L\n.END\n"
    run = simulate(paper_cell, text)
    np.testing.assert_allclose(oracle(run.end_state.q)[:3, 3], [600, 0, 500], atol=1e-9)


def test_a_program_of_another_file_can_be_called(paper_cell):
    other = ".PROGRAM ADD(X)\nX = X + 1\n.END\n"
    assert values(paper_cell, "N = 1\nCALL ADD(N)\nEND", others=[other])["N"] == 2


def test_a_call_of_a_missing_program_is_an_error_of_the_run(paper_cell):
    (problem,) = errors(paper_cell, "CALL NOWHERE\nEND")
    assert (problem.code, problem.line) == ("E608", 1)


def test_an_endless_loop_is_stopped_and_its_line_named(paper_cell):
    (problem,) = errors(paper_cell, "I = 0\n10 I = I + 1\nGOTO 10\nEND", budget=1000)
    assert problem.code == "E603"
    assert problem.line in (2, 3)
    assert "1000 statements" in problem.message


def test_a_loop_that_moves_is_not_endless(paper_cell):
    text = "FOR I = 1 TO 30\nDRIVE 1 1\nDRIVE 1 -1\nEND\nEND"
    assert errors(paper_cell, text, budget=20) == []


def test_programs_that_call_each_other_for_ever_are_stopped(paper_cell):
    text = "CALL P\nEND\n.PROGRAM P\nCALL P\n.END\n"
    assert [p.code for p in errors(paper_cell, text)] == ["E605"]


def test_a_wait_that_can_never_end_is_a_deadlock(paper_cell):
    (problem,) = errors(paper_cell, "SIGNAL 3\nWAIT SIG(7)\nEND")
    assert (problem.code, problem.line) == ("E602", 2)
    assert "signals on: 3" in problem.message


def test_a_scenario_feeds_signals_by_time_and_in_answer(paper_cell):
    scenario = Scenario((SignalEvent(1.5, 1, True),), (Response(5, 0.25, 6, True),))
    text = "WAIT SIG(1)\nSIGNAL 5\nWAIT SIG(6)\nT = TIME\nEND"
    assert values(paper_cell, text, scenario=scenario)["T"] == pytest.approx(1.75)


def test_a_wait_for_a_timer_ends_by_itself(paper_cell):
    text = "DELAY 1\nTIMER 1 = 0\nWAIT TIMER(1) >= 0.5\nT = TIME\nEND"
    assert values(paper_cell, text)["T"] == pytest.approx(1.5, abs=0.011)


@pytest.mark.parametrize(("word", "cut"), [("REACT", False), ("REACTI", True)])
def test_a_signal_calls_a_program_after_the_motion_or_cuts_it(paper_cell, word, cut):
    text = f"{word} 9, STOPPED\nDRIVE 1 30\nDRIVE 2 1\nEND\n"
    text += ".PROGRAM STOPPED\nT = TIME\n" + ("BRAKE\n" if cut else "") + ".END\n"
    scenario = Scenario((SignalEvent(0.1, 9, True),))
    run = simulate(paper_cell, text, scenario=scenario)
    whole = simulate(paper_cell, "DRIVE 1 30\nEND").duration
    called = run.end_state.variables["T"]
    assert 0.1 < called < whole if cut else called == pytest.approx(whole)
    turned = np.degrees(run.end_state.q - run.start_state.q)[0]
    assert (turned < 29) == cut


def test_ignore_takes_a_reaction_back(paper_cell):
    text = "T = 0\nREACT 9, P\nIGNORE 9\nDELAY 1\nEND\n.PROGRAM P\nT = 1\n.END\n"
    scenario = Scenario((SignalEvent(0.1, 9, True),))
    assert values(paper_cell, text, scenario=scenario)["T"] == 0


def test_an_assertion_says_which_where_and_by_how_much_and_the_run_goes_on(paper_cell):
    text = 'X = 3\nASSERT X > 10 "too few"\nDRIVE 1 5\nASSERT X == 3\nEND'
    run = simulate(paper_cell, text)
    (problem,) = run.problems
    assert (problem.code, problem.severity, problem.line) == ("E601", "error", 2)
    assert problem.figures == {"X": 3.0}
    assert "too few" in problem.message
    assert "off by 7" in problem.message
    assert run.duration > 0.0


def test_measures_of_the_last_motion_can_be_asserted(paper_cell):
    text = A + "MOVE A\nC = CLEARANCE()\nL = LIMITMARGIN\nS = SINGDIST()\n"
    text += "POINT FAR 5000 0 0 0 0 0\nR = REACHABLE(A)\nU = REACHABLE(FAR)\n"
    text += "K = COLLIDES(arm.BF, arm.TR2)\nD = DISTANCE(A, A:TRANS(0, 3, 4))\nEND"
    names = {each.name for each in paper_cell.robot.bodies}
    some = sorted(names)
    text = text.replace("arm.BF", some[0]).replace("arm.TR2", some[-1])
    found = values(paper_cell, text)
    assert (found["R"], found["U"], found["K"]) == (-1, 0, 0)
    assert found["D"] == pytest.approx(5)
    assert found["C"] >= 0
    assert 0 < found["L"] < 180
    assert 0 < found["S"] < 1


def test_speed_holds_for_one_motion_or_always(paper_cell):
    text = "DRIVE 1 40\nDRIVE 1 -40\nSPEED 50\nDRIVE 1 40\nDRIVE 1 -40\nEND"
    run = simulate(paper_cell, text)
    first, _, slow, after = [step.duration for step in run.moving_steps]
    assert slow > 1.3 * first
    assert after == pytest.approx(first)
    always = simulate(paper_cell, text.replace("SPEED 50", "SPEED 50 ALWAYS"))
    assert always.moving_steps[3].duration == pytest.approx(slow)


def test_open_takes_effect_with_the_next_motion(paper_cell):
    run = simulate(paper_cell, "OPENI 20\nOPEN 60\nDRIVE 1 30\nEND")
    opening = run.steps[1], run.steps[2]
    assert opening[0].opening_end == 20
    assert (opening[1].opening_start, opening[1].opening_end) == (20, 60)


def test_precision_points_keep_joint_values(paper_cell):
    text = "DRIVE 1 20\nHERE #P\nDRIVE 1 -50\nMOVE #P\nEND"
    run = simulate(paper_cell, text)
    np.testing.assert_allclose(run.end_state.q, run.steps[0].after.q, atol=1e-12)


def test_a_compound_location_is_the_product_from_left_to_right(paper_cell, oracle):
    A = "POINT A 450 300 500 30 60 20\n"
    text = A + "SET B = A:TRANS(-20, 0, -10)\nMOVE A\nMOVES B\nEND"
    T = oracle(simulate(paper_cell, A + "MOVE A\nTDRAW 10 0 -20\nEND").end_state.q)
    run = simulate(paper_cell, text)
    np.testing.assert_allclose(oracle(run.end_state.q)[:3, 3], T[:3, 3], atol=1e-9)


def test_align_lays_the_approach_axis_along_a_base_axis(paper_cell, oracle):
    run = simulate(paper_cell, A + "MOVE A\nALIGN\nEND")
    approach = oracle(run.end_state.q)[:3, 0]
    np.testing.assert_allclose(np.sort(np.abs(approach)), [0, 0, 1], atol=1e-9)


def test_solution_k_takes_the_branch_of_that_number(paper_cell):
    seen = set()
    for k in range(1, 9):
        run = simulate(paper_cell, A + f"SOLUTION {k}\nMOVE A\nEND")
        if not run.problems:
            seen.add(tuple(np.round(run.end_state.q, 6)))
    assert len(seen) >= 2


def test_config_asks_for_three_things_at_once(paper_cell):
    run = simulate(paper_cell, A + 'CONFIG "-B-"\nMOVE A\nEND')
    below = simulate(paper_cell, A + "BELOW\nMOVE A\nEND")
    np.testing.assert_allclose(run.end_state.q, below.end_state.q)


def test_base_says_where_the_arm_stands(paper_cell, oracle):
    run = simulate(paper_cell, A + "BASE 10, 0, -5\nMOVE A\nEND")
    np.testing.assert_allclose(oracle(run.end_state.q)[:3, 3], [590, 0, 505], atol=1e-9)


def test_tool_moves_the_tip_along(paper_cell, oracle):
    text = A + "TOOL TRANS(30, 0, 0)\nMOVE A\nEND"
    pose = oracle(simulate(paper_cell, text).end_state.q)
    np.testing.assert_allclose(pose[:3, 3] + 30 * pose[:3, 0], [600, 0, 500], atol=1e-9)


def test_TYPE_prints_and_PROMPT_asks(paper_cell):
    text = 'PROMPT "how many?", N\nTYPE "n is ", N, "!"\nEND'
    run = simulate(paper_cell, text, scenario=Scenario(answers=(4.0,)))
    assert [p.message for p in run.problems] == ["how many? 4", "n is 4!"]
    assert [p.code for p in errors(paper_cell, text)] == ["E606"]


def test_a_run_tells_the_branches_and_the_middle_of_a_motion(paper_cell, oracle):
    mechanism = paper_cell.robot.mechanism
    run = simulate(paper_cell, A + "MOVE A\nEND")
    motion = run_facts(run).motion(2)
    half = run.state_at(run.duration / 2).q
    middle = via_point(paper_cell.robot, motion, "hokkaido")
    np.testing.assert_allclose(middle[:3], oracle(half)[:3, 3], atol=1e-6)
    branches = branches_at(paper_cell.robot, motion.q)
    inside = [(k, n) for k, n in enumerate(branches, 1) if "limit" not in n]
    assert len(inside) >= 2
    for number, name in inside:
        chosen = simulate(paper_cell, A + f"SOLUTION {number}\nMOVE A\nEND")
        assert str(posture_of(mechanism, chosen.end_state.q)) == name


def test_clearance_is_the_distance_to_what_stands_in_the_cell(paper_cell):
    cell = load_cell("kakazu1985")
    text = A + "MOVE A\nC = CLEARANCE()\nEND"
    assert 0 < values(cell, text)["C"] < 1000
    assert values(paper_cell, text)["C"] > 1e6


def test_local_variables_are_those_of_the_call_alone(paper_cell):
    """Each call of a recursive program has its own N, so that it calculates the factorial."""
    text = "X = 7\nCALL FACT(5)\nEND\n.PROGRAM FACT(N)\nLOCAL X\nX = N\nIF N < 2 THEN\nR = 1\n"
    text += "RETURN\nEND\nCALL FACT(N - 1)\nR = R * X\n.END\n"
    found = values(paper_cell, text)
    assert found == {"X": 7.0, "R": 120.0}


def test_a_local_variable_begins_without_a_value(paper_cell):
    text = "X = 7\nCALL P\nEND\n.PROGRAM P\nLOCAL X\nY = X\n.END\n"
    (problem,) = simulate(paper_cell, text).problems
    assert (problem.code, problem.line) == ("E306", 6)


def test_locations_and_numbers_of_a_called_file_are_known_where_it_is_called(paper_cell, oracle):
    giver = ".PROGRAM GIVE\nPOINT A 600 0 500 0 60 0\nN = 25\n.END\n"
    run = simulate(paper_cell, "CALL GIVE\nMOVE A\nDRAW 0, 0, N\nEND", others=[(giver, "give.val")])
    assert not run.diagnostics and not run.problems
    np.testing.assert_allclose(oracle(run.end_state.q)[:3, 3], [600, 0, 525], atol=1e-6)


def test_a_name_used_before_the_call_that_defines_it_is_reported_when_it_runs(paper_cell):
    giver = ".PROGRAM GIVE\nPOINT A 600 0 500 0 60 0\n.END\n"
    (problem,) = errors(paper_cell, "MOVE A\nCALL GIVE\nEND", others=[giver])
    assert (problem.code, problem.line) == ("E306", 1)


def test_a_collision_in_a_called_file_says_so(cell_with):
    cell = cell_with(("WALL", Box((40, 400, 400)), (700, 0, 280)))
    giver = ".PROGRAM GIVE\nPOINT A 700 0 280 0 90 0\nMOVE A\n.END\n"
    report = analyse(cell, "CALL GIVE\nEND", others=[(giver, "give.val")])
    assert report.collisions
    assert {(hit.file, hit.line) for hit in report.collisions} == {("give.val", 3)}
    assert {p.file for p in report.problems if p.code == "E501"} == {"give.val"}


@pytest.mark.parametrize("line", ["DRAW 0, 0, {}", "DEPARTS {}", "DRIVE 1, {}", "APPRO FAR, {}",
                                  "MOVET FAR, {}", "OPENI {}", "CLOSEI {}", "DELAY {}",
                                  "SPEED {}", "TDRAW {}, 0, 0", "ACCURACY {}"])  # fmt: skip
@pytest.mark.parametrize("value", ["(1/(K-K))", "(SQRT(0-K))", "UNSET"])
def test_an_operand_without_a_value_is_an_error_of_its_line(paper_cell, line, value):
    head = "POINT FAR 30000 0 500 0 0 0\nK = 1\nIF K > 5 THEN\nUNSET = 1\nEND\n"
    report = analyse(paper_cell, f"{head}{line.format(value)}\nEND\n")
    assert [(p.code, p.line) for p in report.problems if p.severity == "error"] == [("E306", 6)]
