"""Findings of an older text stay at the lines that are still there."""

import pytest

pytest.importorskip("pygls")

from hypothesis import given
from hypothesis import strategies as st

from app.lsp.proven import moved_lines, moved_problems, stands_alone
from language import parse
from scenes import Problem

LINES = st.lists(st.sampled_from("abc"), max_size=6)


@given(LINES, LINES, LINES)
def test_lines_around_a_change_are_found_again(before, after, new):
    old = [*before, "old", *after]
    moved = moved_lines(old, [*before, *new, *after])
    assert [moved(line + 1) for line in range(len(before))] == [*range(1, len(before) + 1)]
    behind = len(before) + len(new)
    lines = range(len(before) + 2, len(old) + 1)
    assert [moved(line) for line in lines] == [behind + 1 + i for i in range(len(after))]
    assert moved(len(before) + 1) is None


@given(LINES)
def test_an_unchanged_text_keeps_its_lines(lines):
    moved = moved_lines(lines, lines)
    assert [moved(line) for line in range(1, len(lines) + 1)] == [*range(1, len(lines) + 1)]


def test_a_problem_of_a_changed_line_goes_and_one_of_a_called_file_stays():
    problems = [
        Problem("E301", "error", 2, "far"),
        Problem("E301", "error", 9, "far", file="p.val"),
    ]
    kept = moved_problems(problems, ["a", "b", "c"], ["a", "x", "c"])
    assert [(p.line, p.file) for p in kept] == [(1, "p.val")]


def test_a_file_of_programs_for_callers_is_not_run_by_itself():
    assert stands_alone(parse("READY\nEND\n"))
    assert stands_alone(parse(".PROGRAM A\nREADY\n.END\n"))
    assert not stands_alone(parse(".PROGRAM A(X)\nREADY\n.END\n"))
