"""Names of a running program: passed by reference, by value, and local to one call."""

import numpy as np
import pytest

from language import parse
from language.compiled.control_flow import code_of
from scenes.execution.debugging.by_hand import change_of
from scenes.execution.debugging.change import Kind, changed
from scenes.execution.debugging.debugger import (
    begin,
    run_to,
    step_back,
    value_of,
    with_variable,
)
from scenes.execution.debugging.recording import record
from scenes.execution.machine.machine import Machine
from scenes.execution.machine.scenario import Scenario
from scenes.execution.simulation import simulate

PLACES = "POINT A 500 200 500 20 50 -30\nPOINT B 450 -100 600 10 20 30\n"


def said(cell, text, **more):
    """The texts of TYPE in a run, which must have no errors."""
    run = simulate(cell, text, **more)
    assert run.program.ok, run.diagnostics
    assert not [p for p in run.problems if p.severity == "error"], run.problems
    return [p.message for p in run.problems if p.code == "N303"]


@pytest.mark.parametrize(
    ("caller", "called", "expected"),
    [
        ("X = 1\nY = 2\nCALL P(X, Y)\nTYPE X, Y", "P(Y, X)\nLOCAL T\nT = Y\nY = X\nX = T", "21"),
        ("X = 1\nCALL P(X, X)\nTYPE X", "P(A, B)\nA = A + 1\nB = B + 10", "12"),
        ("X = 1\nCALL P(X)\nTYPE X", "P(A)\nX = 50\nA = A + 1", "51"),
        ("LOCAL Y\nCALL P(Y)\nTYPE Y", "P(A)\nA = 7", "7"),
        ("X = 1\nCALL P((X))\nTYPE X", "P(A)\nA = 7", "1"),
        ("X = 1\nCALL P(X + 0)\nTYPE X", "P(A)\nA = 7", "1"),
        ("V[2] = 1\nCALL P(V[2])\nTYPE V[2]", "P(A)\nA = A + 7", "8"),
        ("V[2] = 1\nCALL P(V)\nTYPE V[2]", "P(W)\nW[2] = W[2] + 7", "8"),
        ("V[2] = 1\nCALL P(V[])\nTYPE V[2]", "P(W[])\nW[2] = W[2] + 7", "8"),
        ("I = 1\nV[1] = 1\nV[2] = 2\nCALL P(V[I])\nTYPE V[1], V[2]", "P(W)\nI = 2\nW = 9", "92"),
        ("P = 7\nX = 1\nCALL P(X)\nTYPE P, X", "P(P)\nP = P + 1", "72"),
        ("X = 5\nCALL P\nTYPE X", "P\nLOCAL X\nX = 1", "5"),
        ("V[1] = 5\nCALL P\nTYPE V[1]", "P\nLOCAL V\nV[1] = 1", "5"),
        ("V[1] = 5\nCALL P\nTYPE V[1]", "P\nAUTO V[], W\nV[1] = 1", "5"),
    ],
)
def test_a_parameter_is_another_name_for_the_argument_and_a_local_name_is_not(
    paper_cell, caller, called, expected
):
    assert said(paper_cell, f"{caller}\nEND\n.PROGRAM {called}\n.END\n") == [expected]


def test_a_called_program_does_not_see_local_names_of_its_caller(paper_cell):
    text = "X = 1\nCALL P\nTYPE X\nEND\n.PROGRAM P\nLOCAL X\nX = 5\nCALL Q\nTYPE X\n.END\n"
    text += ".PROGRAM Q\nTYPE X\nX = 2\n.END\n"
    assert said(paper_cell, text) == ["1", "5", "2"]


def test_a_called_program_does_not_see_the_parameters_of_its_caller(paper_cell):
    text = "X = 1\nY = 3\nCALL P(X)\nEND\n.PROGRAM P(Y)\nCALL Q\n.END\n.PROGRAM Q\nTYPE Y\n.END\n"
    assert said(paper_cell, text) == ["3"]


def test_locations_are_passed_by_reference_and_swapped_like_numbers(paper_cell):
    text = PLACES + "CALL SWAP(A, B)\nTYPE DX(A), DX(B)\nEND\n.PROGRAM SWAP(B, A)\nLOCAL C\n"
    text += "SET C = A\nSET A = B\nSET B = C\n.END\n"
    assert said(paper_cell, text) == ["450500"]


def test_a_local_location_does_not_change_that_of_the_caller(paper_cell):
    text = (
        PLACES + "CALL P\nTYPE DX(A)\nEND\n.PROGRAM P\nLOCAL A\nPOINT A 1 2 3 4 5 6\nTYPE DX(A)\n"
    )
    assert said(paper_cell, text + ".END\n") == ["1", "500"]


def test_a_location_from_an_expression_is_passed_by_value(paper_cell):
    text = PLACES + "CALL P(SHIFT(A BY 1, 2, 3))\nCALL P(A:NULL)\nTYPE DX(A)\nEND\n"
    text += ".PROGRAM P(L)\nTYPE DX(L)\nSET L = NULL\n.END\n"
    assert said(paper_cell, text) == ["501", "500", "500"]


def test_a_precision_point_goes_into_a_program(paper_cell):
    text = "DRIVE 1 20\nHERE #Q\nDRIVE 1 -30\nCALL GO(#Q)\nEND\n.PROGRAM GO(#P)\nMOVE #P\n.END\n"
    run = simulate(paper_cell, text)
    assert not run.problems, run.problems
    np.testing.assert_allclose(run.end_state.q, run.steps[0].after.q, atol=1e-12)


def test_the_answer_to_PROMPT_goes_into_the_element_named_there(paper_cell):
    text = 'PROMPT "m", V[1 + 1]\nTYPE V[2]\nEND'
    assert said(paper_cell, text, scenario=Scenario(answers=(12.5,))) == ["m 12.5", "12.5"]


def test_no_names_of_a_call_remain_after_it(paper_cell):
    text = "X = 1\nCALL P(X, 3)\nEND\n.PROGRAM P(A, B)\nLOCAL T, L\nT = 4\nHERE L\nHERE #L\n.END\n"
    end = simulate(paper_cell, text).end_state
    assert (dict(end.variables), dict(end.locations)) == ({"X": 1.0}, {})


@pytest.fixture
def inside(paper_cell):
    """A session inside a called program that has its own X and gets Y by reference as A."""
    text = "X = 1\nY = 2\nV[3] = 4\nCALL P(Y, V)\nTYPE X, Y\nEND\n"
    text += ".PROGRAM P(A, W)\nLOCAL X\nX = 7\nHERE L\nA = A + X\n.END\n"
    return run_to(begin(Machine(paper_cell, code_of(parse(text)))), 11)


def test_a_debugger_shows_and_changes_the_values_under_the_names_of_the_program_at_work(inside):
    shown = inside.now.variables
    assert shown == {"A": 2.0, "X": 7.0, "W[3]": 4.0, "Y": 2.0, "V[3]": 4.0}
    assert value_of(inside.machine, inside.now, "X + A + W[3]") == 13
    other = with_variable(with_variable(inside, "x", 30), "W[3]", 5)
    assert other.now.variables == {**shown, "X": 30.0, "W[3]": 5.0, "V[3]": 5.0}
    assert run_to(other, 5).now.variables == {"X": 1.0, "Y": 32.0, "V[3]": 5.0}


def test_stepping_back_restores_the_names(inside):
    before = step_back(inside, 3)
    assert before.line == 8
    assert before.now.variables == {"A": 2.0, "W[3]": 4.0, "X": 1.0, "Y": 2.0, "V[3]": 4.0}
    assert run_to(before, 5).now.variables == run_to(inside, 5).now.variables


def test_changes_by_hand_and_recorded_values_use_the_names_of_the_program_at_work(inside):
    now = inside.now
    change = change_of(inside.machine, now, Kind.VARIABLE, "X", "A * 10")
    assert changed(inside.machine, now, change).variables["X"] == 20
    look = record(inside.machine).look(now.advances)
    assert dict(look.variables) == now.variables
