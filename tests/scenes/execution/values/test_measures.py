"""Questions of a program: whether a location can be reached, and why not."""

import pytest

from scenes.execution.simulation import simulate


@pytest.mark.parametrize(
    ("place", "value"),
    [
        ("TRANS(600, 0, 500, 0, 60, 0)", 0),
        ("TRANS(5000, 0, 0)", 16384),
        ("#PPOINT(0, -60, 60, 0, 130, 0)", 16),
        ("#PPOINT(0, -60, 60, 0, 110, 0)", 0),
    ],
)
def test_INRANGE_is_0_where_the_arm_can_go_and_else_has_a_bit_for_each_joint_beyond_its_limit(
    paper_cell, place, value
):
    """Joint 5, whose bit has the value 16, has limits of -120 and 120 degrees."""
    run = simulate(paper_cell, f"X = INRANGE({place})\nR = REACHABLE({place})\nEND")
    found = run.end_state.variables
    assert (found["X"], found["R"]) == (value, 0 if value else -1)
