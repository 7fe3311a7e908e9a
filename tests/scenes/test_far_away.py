"""Numbers far beyond any cell give a message about the line, never a warning or a traceback."""

import warnings

import numpy as np
import pytest

from language import parse
from scenes import analyse, load_cell
from scenes.world.units import number_text
from tests.depth import share

STATEMENTS = (
    "POINT B {} 0 0 0 0 0", "POINT B = TRANS({}, {}, 1)", "SET B = SHIFT(A BY {}, 0, 0)",
    "SET B = SCALE(A BY {})", "POINT B = A:TRANS(0, {}):INVERSE(A)", "MOVE TRANS({})",
    "MOVE #PPOINT({}, 1, 1, 1, 1, 1)", "POINT #P = {}, 1, 1, 1, 1, 1", "DRIVE 1 {}", "DRAW {} 0 0",
    "DEPARTS {}", "APPRO A, {}", "FEED WORK AT TRANS({})", "TOOL TRANS(0, 0, {})",
    "BASE {}, 0, 0, 0",
    "DELAY {}", "SPEED {}", "SPEED {} MMPS", "ACCURACY {}", "TYPE DISTANCE(A, TRANS({})), {}",
    "TYPE DX(TRANS({})) * 2", "N = {} * {}", "TYPE REACHABLE(TRANS({}))", "ELBOW {}", "OPENI {}",
    "IF DISTANCE(A, HERE) > {} GOTO 10", "TYPE SIN({}), ATAN2({}, {})", "WAIT SIG({})",
    "COARSE {}", "SOLUTION {}", "TIMER 1 = {}", "TYPE CLEARANCE()",
)  # fmt: skip


@pytest.mark.parametrize("size", share(["1e200", "-1e300", "1e12", "1e-300"], 2))
def test_a_number_of_any_size_is_carried_out_or_refused_in_its_line(size: str) -> None:
    cell = load_cell("kakazu1985")
    for statement in STATEMENTS:
        text = f"POINT A 600 0 500 0 60 0\n{statement.replace('{}', size)}\n10 DRIVE 1 1\nEND\n"
        with warnings.catch_warnings(), np.errstate(over="warn", divide="warn", invalid="warn"):
            warnings.simplefilter("error", RuntimeWarning)
            report = analyse(cell, parse(text))
        assert all(p.line in (1, 2, 3) for p in report.problems), statement
        said = " ".join(p.message for p in report.problems)
        assert " inf" not in said and "nan" not in said, said


@pytest.mark.parametrize("value", [float("inf"), float("-inf"), float("nan")])
def test_a_value_that_is_not_a_number_is_printed_in_words(value: float) -> None:
    assert "number" in number_text(value)
