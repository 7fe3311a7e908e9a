"""What a program says: numbers with the digits that tell, assertions with their figures."""

import pytest

from scenes.figures import told
from scenes.run import simulate
from scenes.scenario import Scenario


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (12345678.9, "12345678.9"),
        (99999999, "99999999"),
        (100000.0004, "100000"),
        (999999.5, "999999.5"),
        (1e-7, "1E-7"),
        (-2.5e-9, "-2.5E-9"),
        (0.00049, "0.00049"),
        (1 / 3, "0.3333333"),
        (0.1 + 0.2, "0.3"),
        (1e20, "1E20"),
        (-0.0, "0"),
        (25.0, "25"),
    ],
)
def test_a_number_is_told_with_the_digits_that_tell(value, text):
    assert told(value) == text
    assert float(text) == pytest.approx(value, rel=1e-6)


@pytest.mark.parametrize(
    ("condition", "words"),
    [
        ("X > 5", "X is 4.99996 (off by 4E-5)"),
        ("0.1 + 0.2 == 0.3", "ASSERT 0.1 + 0.2 == 0.3 does not hold"),
        ("Y == 0.3", "Y is 0.30000000000000004"),
        ("1 == 2", "off by 1"),
    ],
)
def test_an_assertion_is_shown_as_written_and_its_figures_differ(paper_cell, condition, words):
    text = f"X = 4.99996\nY = 0.1 + 0.2\nASSERT {condition}\nEND"
    (problem,) = simulate(paper_cell, text).problems
    assert words in problem.message
    assert "off by 0)" not in problem.message


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
def test_what_has_to_be_whole_is_not_rounded(paper_cell, body, code):
    text = f"N = 1.5\nV[1] = 1\nPOINT L[1] 1 2 3 4 5 6\n{body}\nEND\n.PROGRAM P(A)\nTYPE A\n.END\n"
    run = simulate(paper_cell, text, scenario=Scenario(answers=(1.0,)))
    errors = [p for p in run.problems if p.severity == "error"]
    assert run.program.ok, run.diagnostics
    assert [(p.code, p.line) for p in errors] == [(code, 4)]


def test_a_computed_whole_number_is_one(paper_cell):
    run = simulate(paper_cell, "N = 0.1 * 3 * 10\nV[N] = 5\nX = V[3]\nSIGNAL N\nEND")
    assert not run.problems
    assert run.end_state.variables["X"] == 5
    assert dict(run.end_state.signals) == {3: True}


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


def test_a_loop_counts_on_from_what_its_block_puts_in(paper_cell):
    run = simulate(paper_cell, "N = 0\nFOR I = 1 TO 9\nI = I + 1\nN = N + 1\nEND\nEND")
    assert (run.end_state.variables["N"], run.end_state.variables["I"]) == (5, 11)


def test_a_joint_limit_is_told_without_whole_turns(paper_cell):
    """221.05 degrees and -138.95 are the same branch; the second is 18.95 beyond -120."""
    text = 'POINT A 500 200 500 20 50 -30\nCONFIG "LBF"\nMOVE A\nEND'
    (problem,) = [p for p in simulate(paper_cell, text).problems if p.code == "E303"]
    assert problem.figures["value"] == pytest.approx(-138.946, abs=1e-3)
    assert problem.figures["over"] == pytest.approx(18.946, abs=1e-3)


@pytest.mark.parametrize(
    ("place", "value"),
    [
        ("TRANS(600, 0, 500, 0, 60, 0)", 0),
        ("TRANS(5000, 0, 0)", 16384),
        ("#PPOINT(0, -60, 60, 0, 130, 0)", 16),
        ("#PPOINT(0, -60, 60, 0, 110, 0)", 0),
    ],
)
def test_inrange_is_0_where_the_arm_can_go_and_else_names_what_is_in_the_way(
    paper_cell, place, value
):
    """Joint 5, the bit of value 16, goes from -120 to 120 degrees."""
    run = simulate(paper_cell, f"X = INRANGE({place})\nR = REACHABLE({place})\nEND")
    found = run.end_state.variables
    assert (found["X"], found["R"]) == (value, 0 if value else -1)
