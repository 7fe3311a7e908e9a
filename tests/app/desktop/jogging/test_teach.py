"""What is taught of the hand depends on the part between its fingers."""

from dataclasses import replace

import pytest

from app.desktop.jogging.teach import hand_goes, hand_takes
from language import parse
from scenes import load_cell, program_path, simulate

TEXT = "READY\nEND\n"


@pytest.fixture(scope="module")
def before_taking():
    """The cell and the state before the hand takes a part."""
    cell = load_cell("kakazu1985")
    run = simulate(cell, program_path("pick_place"))
    assert not [p for p in run.problems if p.severity == "error"]
    taking = next(step for step in run.steps if step.after.held and not step.before.held)
    return cell, taking.before, taking.after.held.part


def words(taught):
    return [text for _, text in taught.lines]


def test_the_hand_closes_onto_the_part_and_says_that_it_stays_behind(before_taking):
    cell, state, part = before_taking
    taught = hand_goes(cell, state, state, parse(TEXT), 1, opens=False)
    grip = max(cell.part_called(part).grasp_opening, cell.robot.hand.opening_min)
    assert words(taught) == [f"CLOSEI {grip:.12g}"]
    assert (
        taught.hint == f"{part} lies between the fingers and stays behind until HAND takes it along"
    )


def test_the_hand_closes_as_it_was_jogged(before_taking):
    cell, state, _ = before_taking
    jogged = replace(state, opening=state.opening - 1.5)
    taught = hand_goes(cell, jogged, state, parse(TEXT), 1, opens=False)
    assert words(taught) == [f"CLOSEI {state.opening - 1.5:.12g}"]


def test_taking_and_letting_go_say_where_they_would_do_nothing(before_taking):
    cell, state, _ = before_taking
    start = simulate(cell, TEXT).end_state
    assert hand_takes(cell, state, parse(TEXT), 1, takes=True).hint == ""
    assert "HAND would stop the run" in hand_takes(cell, start, parse(TEXT), 1, takes=True).hint
    assert "holds nothing" in hand_takes(cell, start, parse(TEXT), 1, takes=False).hint
    run = simulate(cell, program_path("pick_place"))
    holding = next(step.after for step in run.steps if step.after.held)
    assert hand_takes(cell, holding, parse(TEXT), 1, takes=False).hint == ""


def test_an_arm_without_a_hand_is_taught_none(before_taking):
    cell, state, _ = before_taking
    bare = replace(cell, robot=replace(cell.robot, hand=None))
    assert hand_goes(bare, state, state, parse(TEXT), 1, opens=True) is None
