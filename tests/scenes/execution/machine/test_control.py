"""Loops whose steps are fractions."""

import pytest

from scenes.execution.simulation import simulate


@pytest.mark.parametrize(
    ("loop", "values"),
    [
        ("0 TO 0.3 STEP 0.1", [0, 0.1, 0.2, 0.3]),
        ("0 TO 0.6 STEP 0.2", [0, 0.2, 0.4, 0.6]),
        ("0.3 TO 0 STEP -0.1", [0.3, 0.2, 0.1, 0]),
        ("1 TO 2 STEP 0.4", [1, 1.4, 1.8]),
        ("0 TO 0.99 STEP 0.1", [0.1 * k for k in range(10)]),
        ("5 TO 1", []),
    ],
)
def test_a_loop_meets_its_end_though_its_steps_are_uneven_in_binary(paper_cell, loop, values):
    run = simulate(paper_cell, f"N = 0\nFOR I = {loop}\nN = N + 1\nV[N] = I\nEND\nEND")
    found = run.end_state.variables
    assert [found[f"V[{k + 1}]"] for k in range(int(found["N"]))] == pytest.approx(values)


def test_a_loop_ends_exactly_at_its_end_after_many_steps(paper_cell):
    run = simulate(paper_cell, "FOR I = 0 TO 1 STEP 0.001\nLAST = I\nEND\nEND")
    assert run.end_state.variables["LAST"] == 1.0


def test_a_loop_counts_on_from_a_value_that_its_block_gives_the_variable(paper_cell):
    run = simulate(paper_cell, "N = 0\nFOR I = 1 TO 9\nI = I + 1\nN = N + 1\nEND\nEND")
    assert (run.end_state.variables["N"], run.end_state.variables["I"]) == (5, 11)
