"""Numbers that must be whole: signals, timers, solutions, indices."""

import pytest

from scenes.execution.machine.scenario import Scenario
from scenes.execution.simulation import simulate


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ("SIGNAL 1.5", "E309"),
        ("SIGNAL 1, N", "E309"),
        ("WAIT SIG(N)", "E309"),
        ("IFSIG N THEN 10\n10 X = 1", "E309"),
        ("REACT N, P", "E309"),
        ("IGNORE N", "E309"),
        ("TIMER N = 0", "E309"),
        ("X = TIMER(N)", "E309"),
        ("SOLUTION N", "E309"),
        ("V[N] = 5", "E306"),
        ("X = V[N]", "E306"),
        ("POINT L[N] 1 2 3 4 5 6", "E306"),
        ("HERE L[N]", "E306"),
        ("FOR V[N] = 1 TO 2\nEND", "E306"),
        ("CALL P(V[N])", "E306"),
        ('PROMPT "x", V[N]', "E306"),
        ("DECOMPOSE V[] = L[N]", "E306"),
        ("SIGNAL 0", "E607"),
        ("REACT 0, P", "E607"),
        ("X = SIG(0)", "E607"),
    ],
)
def test_a_number_that_must_be_whole_is_not_rounded(paper_cell, body, code):
    text = f"N = 1.5\nV[1] = 1\nPOINT L[1] 1 2 3 4 5 6\n{body}\nEND\n.PROGRAM P(A)\nTYPE A\n.END\n"
    run = simulate(paper_cell, text, scenario=Scenario(answers=(1.0,)))
    errors = [p for p in run.problems if p.severity == "error"]
    assert run.program.ok, run.diagnostics
    assert [(p.code, p.line) for p in errors] == [(code, 4)]


def test_a_whole_number_with_rounding_errors_counts_as_whole(paper_cell):
    run = simulate(paper_cell, "N = 0.1 * 3 * 10\nV[N] = 5\nX = V[3]\nSIGNAL N\nEND")
    assert not run.problems
    assert run.end_state.variables["X"] == 5
    assert dict(run.end_state.signals) == {3: True}
