"""The text for a branch: the word of CONFIG, with whole turns that a pose does not show."""

import numpy as np
import pytest

from scenes.execution.simulation import simulate
from scenes.world.branches import branch_of


@pytest.mark.parametrize(
    ("turn", "word"),
    [
        (0.0, ""),
        (179.0, ""),
        (181.0, " j6+1"),
        (-181.0, " j6-1"),
        (539.0, " j6+1"),
        (541.0, " j6+2"),
    ],
)
def test_turns_beyond_half_a_turn_are_named(paper_cell, turn, word):
    mechanism = paper_cell.robot.mechanism
    q = np.radians([0.0, -40.0, 85.0, 0.0, 45.0, turn])
    assert branch_of(mechanism, q) == "RAN" + word


def test_a_motion_records_the_branch_that_config_would_ask_for(paper_cell):
    text = 'POINT A 700 0 280 0 90 0\nCONFIG "RAF"\nMOVE A\nEND\n'
    step = next(s for s in simulate(paper_cell, text).steps if s.duration)
    assert step.branch.split()[0] == "RAF"


def test_the_paper_s_program_ends_with_the_wrist_wound_up(paper_cell):
    """Kept continuous, joint 4 ends at 244.3 and joint 6 at -238.7 degrees."""
    from scenes.library import program_path

    run = simulate(paper_cell, program_path("figure5"))
    last = [step.branch for step in run.steps if step.branch][-1]
    assert "j4+1" in last and "j6-1" in last
