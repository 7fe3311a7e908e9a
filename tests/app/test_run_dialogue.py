"""The monitor commands of the console."""

import pytest

from app.console import Console
from app.run_dialogue import RunDialogue
from scenes import load_cell

TEXT = "X = 1\nCALL P\nDRIVE 1 5\nEND\n.PROGRAM P\nX = X + 1\nPAUSE\nDRIVE 1 10\n.END\n"


@pytest.fixture(scope="module")
def cell():
    return load_cell("kakazu1985")


def said(console, *lines):
    return [output for line in lines for output in console.feed(line)]


def test_a_breakpoint_with_a_condition_stops_and_what_is_watched_is_shown(cell):
    console = Console(cell, "FOR I = 1 TO 5\n  X = I * I\nEND\nEND\n")
    said(console, "BREAKPOINT 2 I == 4", "WATCH X + I")
    assert said(console, "EXECUTE") == [
        "NEXT LINE 2: X = I * I (BREAKPOINT IN LINE 2)",
        "X + I = 13",
    ]
    assert said(console, "BREAKPOINT 2") == ["NO BREAKPOINT IS SET"]
    assert said(console, "PROCEED")[0].startswith("PROGRAM COMPLETED")


def test_execute_begins_at_a_step_and_out_leaves_a_called_file(cell):
    called = (".PROGRAM P\nN = N + 1\nN = N + 1\n.END\n", "p.val")
    console = Console(
        cell, "10 N = 0\n20 N = 40\n30 CALL P\n40 END\n", runs=RunDialogue(cell, others=[called])
    )
    assert said(console, "EXECUTE 1, 1") == ["THERE IS NO STEP 1"]
    said(console, "BREAKPOINT 3")
    said(console, "EXECUTE 1, 20")
    assert said(console, "STEP") == ["NEXT p.val LINE 2: N = N + 1"]
    assert said(console, "OUT") == ["NEXT LINE 4: 40 END"] or said(console, "LISTV") == ["N = 42"]


def test_a_program_is_executed_paused_and_proceeded(cell):
    console = Console(cell, TEXT)
    assert said(console, "EXECUTE") == ["NEXT LINE 8: DRIVE 1 10"]
    assert said(console, "LISTV") == ["X = 2"]
    assert said(console, "PROCEED")[-1].startswith("PROGRAM COMPLETED")


def test_stepping_goes_in_over_and_back(cell):
    console = Console(cell, TEXT)
    assert said(console, "STEP", "STEP")[-1] == "NEXT LINE 6: X = X + 1"
    assert said(console, "BACK")[-1] == "NEXT LINE 2: CALL P"
    status = said(console, "STATUS")
    assert "READY" in status[0]
    assert said(console, "ABORT", "STATUS") == [
        "ABORTED",
        "NO PROGRAM IS RUNNING: EXECUTE, OR STEP",
    ]


def test_do_acts_at_once_and_does_not_join_the_program(cell):
    console = Console(cell, TEXT)
    said(console, "STEP", "DO DRIVE 1 7", "DO X = 40")
    assert said(console, "LISTV") == ["X = 40"]
    assert console.text == TEXT
    assert "40" not in console.text


def test_a_failure_is_reported_and_can_be_retried(cell):
    console = Console(cell, "WAIT SIG(3)\nDRIVE 1 5\nEND\n")
    first = said(console, "EXECUTE")
    assert first[0].startswith("error[E602]")
    assert first[-1] == "STOPPED AT LINE 1: WAIT SIG(3)"
    assert said(console, "DO SIGNAL 3", "RETRY")[-1].startswith("PROGRAM COMPLETED")


def test_speed_is_a_command_in_a_run_and_a_statement_else(cell):
    console = Console(cell, TEXT)
    said(console, "SPEED 20")
    assert "SPEED 20" in console.text
    said(console, "STEP", "SPEED 30")
    assert "SPEED 30 %" in said(console, "STATUS")


def test_programs_are_stored_and_loaded(cell, tmp_path):
    path = tmp_path / "a.val"
    console = Console(cell, TEXT)
    assert said(console, f"STORE {path}") == [f"STORED: {path}"]
    other = Console(cell)
    assert said(other, f"LOAD {path}")[0].startswith("LOADED")
    assert other.text == TEXT
    assert "NEEDS" in said(other, "LOAD")[0]
