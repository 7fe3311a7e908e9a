"""One finding a cause in loops, and what TYPE writes."""

import pytest

from app.programs.findings import Finding
from app.programs.no_suggestions import why_none
from app.programs.told_once import told_once
from app.programs.typed_lines import typed_lines
from scenes import Cell, Problem, simulate

LOOP = """POINT A 600 0 400 0 90 0
N = 0
FOR I = 1 TO 20
  ASSERT N < 5, "too many"
  N = N + 1
  TYPE "turn ", N
END
MOVE A
TYPE "done"
END
"""


def problem(line: int, message: str, time: float, code: str = "E501", file: str = "") -> Problem:
    return Problem(code, "error", line, message, time=time, file=file)


def test_a_cause_is_told_once_with_its_number_and_its_first_time() -> None:
    found = [problem(3, f"hand is {t:.1f} mm in TR1", t) for t in (4.0, 2.0, 3.0)]
    (told,) = told_once(found)
    assert told.message == "hand is 2.0 mm in TR1 (3 times, first at 2.00 s)"
    assert told.time == 2.0


def test_other_lines_files_codes_and_bodies_are_other_causes() -> None:
    found = (
        problem(3, "hand in TR1", 1.0), problem(3, "hand in TR2", 2.0),
        problem(4, "hand in TR1", 1.0), problem(3, "hand in TR1", 1.0, "E502"),
        problem(3, "hand in TR1", 1.0, file="pick.val"),
    )  # fmt: skip
    assert told_once(found) == found


def test_a_loop_tells_one_fault_and_its_output_is_no_problem(cell: Cell) -> None:
    run = simulate(cell, LOOP)
    told = told_once(run.problems)
    assert [(p.code, p.line) for p in told] == [("E601", 4)]
    assert "(15 times, first at 0.00 s)" in told[0].message


def test_output_comes_in_order_with_the_statement_that_writes_it(cell: Cell) -> None:
    run = simulate(cell, LOOP)
    lines = typed_lines(run)
    assert [line.text for line in lines] == [*(f"turn {i}" for i in range(1, 21)), "done"]
    assert run.trace is not None
    assert {int(run.trace.lines[line.at]) for line in lines[:-1]} == {6}
    assert int(run.trace.lines[lines[-1].at]) == 9


@pytest.mark.parametrize(
    ("found", "moves", "is_run", "is_fresh", "said"),
    [
        ((Finding("E301", "error", 5, "far", help="come nearer"),), True, True, True, "E301"),
        ((), False, True, True, "no motion"),
        ((), True, False, True, "program that runs"),
        ((), True, True, False, "when the run is ready"),
        ((), True, True, True, "did not come to it"),
    ],
)
def test_it_is_said_why_nothing_is_on_offer(found, moves, is_run, is_fresh, said) -> None:
    words = why_none(5, found, moves=moves, is_run=is_run, is_fresh=is_fresh)
    assert said in words
    assert "line 5" in words.lower()
