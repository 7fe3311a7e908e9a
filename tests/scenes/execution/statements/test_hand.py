"""The hand and the parts: opened, closed, fed, taken along, let go."""

from dataclasses import replace

import numpy as np
import pytest

from kinematics import rotation_z, translation
from scenes.execution.simulation import simulate

PICK = "POINT PICK 500 0 215 0 90 0\nPOINT OVER 500 0 315 0 90 0\n"


def test_the_hand_takes_time_to_open(pick_cell):
    run = simulate(pick_cell, "OPENI 50\nCLOSEI 45\nEND")
    durations = [step.duration for step in run.moving_steps]
    np.testing.assert_allclose(durations, [0.5, 0.2])
    assert run.state_at(0.25).opening == pytest.approx(25.0)
    assert run.end_state.opening == 45.0


def test_an_opening_beyond_the_hand_says_by_how_much(pick_cell, last_problem):
    problem = last_problem(pick_cell, "OPENI 120\nEND")
    assert "0 to 100 mm" in problem.message
    assert "20 mm too far" in problem.message


def test_feed_brings_a_part_and_then_copies(pick_cell):
    run = simulate(pick_cell, "FEED PEG\nFEED PEG\nFEED peg\nEND")
    assert run.start_state.parts["PEG"] is None
    parts = run.end_state.parts
    assert {"PEG", "PEG.2", "PEG.3"} <= set(parts)
    for name in ("PEG", "PEG.2", "PEG.3"):
        np.testing.assert_array_equal(parts[name][:3, 3], [500, 0, 215])


def test_feed_at_a_location_puts_the_part_there(pick_cell):
    run = simulate(pick_cell, PICK + "FEED NUT AT OVER\nEND")
    np.testing.assert_allclose(run.end_state.parts["NUT"][:3, 3], [500, 0, 315], atol=1e-12)


def test_an_unknown_part_comes_with_a_suggestion(pick_cell, last_problem):
    problem = last_problem(pick_cell, "FEED PGE\nEND")
    assert "PGE" in problem.message
    assert "did you mean PEG?" in problem.message


def test_hand_takes_the_part_between_the_fingers_along(pick_cell, oracle):
    text = PICK + "FEED PEG\nOPENI 40\nMOVE OVER\nMOVES PICK\nCLOSEI 30\nHAND\nDRAW 0 50 80\n"
    run = simulate(pick_cell, text + "RELEAS\nOPENI 40\nDEPARTS 50\nEND")
    assert not run.problems
    by_name = {step.statement.name: step for step in run.steps}
    assert by_name["HAND"].after.held.part == "PEG"
    assert by_name["HAND"].after.hand_on
    assert by_name["RELEAS"].after.held is None
    assert not by_name["RELEAS"].after.hand_on
    np.testing.assert_allclose(run.end_state.parts["PEG"][:3, 3], [500, 50, 295], atol=1e-9)


def test_hand_with_nothing_between_the_fingers_is_a_problem(pick_cell, last_problem):
    problem = last_problem(pick_cell, "FEED PEG\nOPENI 40\nHAND\nEND")
    assert "no part lies between the fingers" in problem.message


def test_hand_with_a_name_takes_that_part_only(pick_cell, last_problem):
    text = PICK + "FEED PEG\nFEED NUT\nOPENI 40\nMOVE OVER\nMOVES PICK\n"
    problem = last_problem(pick_cell, text + "HAND NUT\nEND")
    assert "NUT does not lie between the fingers; PEG does" in problem.message
    run = simulate(pick_cell, text + "HAND PEG\nEND")
    assert run.end_state.held.part == "PEG"


def test_parts_are_taken_where_the_base_of_the_robot_is_turned_and_moved(cell_with, cube, oracle):
    plain = cell_with().robot
    T_world_base = translation(-300, 200, 100) @ rotation_z(np.pi / 2)
    at = (T_world_base @ [500, 0, 215, 1])[:3]
    cell = cell_with(robot=replace(plain, T_world_base=T_world_base), parts=[cube("PEG", at)])
    text = "FEED PEG\nOPENI 40\nMOVE PICK\nCLOSEI 30\nHAND\nDRAW 40 0 60\nRELEAS\nEND"
    run = simulate(cell, PICK + text)
    assert not run.problems
    expected = (T_world_base @ [540, 0, 275, 1])[:3]
    np.testing.assert_allclose(run.end_state.parts["PEG"][:3, 3], expected, atol=1e-9)
