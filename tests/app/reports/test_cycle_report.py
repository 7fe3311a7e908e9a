"""The output of `check` and `run` for a program that repeats for ever."""

import json

import pytest

from app.cli import main
from app.reports.cycle_report import cycle_json, cycle_text
from scenes import load_cell, simulate

COUNTING = 'N = 0\n10 DELAY 1.5\nDELAY 0.5\nN = N + 1\nTYPE "parts ", N\nGOTO 10\nEND\n'


def test_the_cycle_of_a_production_loop_is_reported_in_both_forms(tmp_path, capsys) -> None:
    path = tmp_path / "loop.val"
    path.write_text(COUNTING, encoding="utf-8")
    assert main(["check", "kakazu1985", str(path)]) == 0
    assert "cycle 2.00 s (lines 2 to 6), 1800 cycles per hour" in capsys.readouterr().out
    for verb in (
        ["check", "kakazu1985", str(path), "--format", "json"],
        ["run", "kakazu1985", str(path), "--json"],
    ):
        assert main(verb) == 0
        answer = json.loads(capsys.readouterr().out)
        cycle = answer.get("programs", [answer])[0]["cycle"]
        assert cycle["lines"] == [2, 3, 4, 5, 6]
        assert (cycle["cycle_s"], cycle["per_hour"], cycle["statements"]) == (2.0, 1800.0, 5)
        assert cycle["end_s"] - cycle["start_s"] == pytest.approx(2.0)


def test_a_program_that_ends_has_no_cycle() -> None:
    run = simulate(load_cell("kakazu1985"), COUNTING.replace("GOTO 10", "IF N < 3 GOTO 10"))
    assert (cycle_json(run), cycle_text(run)) == (None, "")
