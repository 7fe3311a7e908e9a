"""Texts of a program: numbers with the digits that matter, assertions with their figures."""

import pytest

from scenes.execution.simulation import simulate
from scenes.world.units import number_text


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
def test_a_number_is_printed_with_the_digits_that_matter(value, text):
    assert number_text(value) == text
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
    ("items", "said"),
    [
        ('COS(90), " ", SIN(180), " ", TAN(180), " ", COS(-270)', "0 0 0 0"),
        ('SIN(30), " ", COS(60), " ", TAN(45), " ", COS(-120)', "0.5 0.5 1 -0.5"),
        ('ATAN2(0, -1), " ", ATAN2(-0, -1), " ", ASIN(0.5), " ", ACOS(-0.5)', "180 180 30 120"),
        ('COS(60) == 0.5, " ", SIN(540) == 0, " ", 100 * COS(90) == 0', "-1 -1 -1"),
        ('DISTANCE(A, HERE), " ", DY(HERE), " ", DX(HERE)', "0 0 600"),
    ],
)
def test_values_that_are_zero_are_typed_as_zero(paper_cell, items, said):
    run = simulate(paper_cell, f"POINT A 600 0 500 0 60 0\nMOVE A\nTYPE {items}\nEND")
    assert [p.message for p in run.problems] == [said]
