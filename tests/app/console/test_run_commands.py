"""The monitor commands of the console."""

import pytest

from app.console.run_commands import RunDialogue
from app.console.teletype import Console
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
        "NEXT LINE 2: X = I * I (BREAKPOINT)",
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
    assert said(console, "BREAKPOINT 3") == ["BREAKPOINT: THERE IS NO STEP 3; LINE 3 IS STEP 30"]
    said(console, "BREAKPOINT 30")
    assert said(console, "EXECUTE 1, 20") == ["NEXT STEP 30: CALL P (BREAKPOINT)"]
    assert said(console, "STEP") == ["NEXT p.val LINE 2: N = N + 1"]
    assert said(console, "OUT") == ["NEXT STEP 40: END"] or said(console, "LISTV") == ["N = 42"]


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


def test_speed_is_a_command_during_a_run_and_a_statement_otherwise(cell):
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


NUMBERED = "10 X = 1\n\n20 REMARK here\n30 DRIVE 1 5\n40 X = X + 1\n50 END\n"


def test_a_breakpoint_is_set_by_the_number_that_listp_shows(cell):
    console = Console(cell, NUMBERED)
    assert said(console, "BREAKPOINT 40") == ["STEP 40"]
    assert said(console, "EXECUTE") == ["NEXT STEP 40: X = X + 1 (BREAKPOINT)"]
    assert said(console, "ABORT", "BREAKPOINT LINE 4") == ["ABORTED", "STEP 40", "LINE 4"]
    assert said(console, "EXECUTE") == ["NEXT STEP 30: DRIVE 1 5 (BREAKPOINT)"]
    assert said(console, "BREAKPOINT LINE 4", "BREAKPOINT 40")[-1] == "NO BREAKPOINT IS SET"


def test_lines_are_numbers_where_the_program_has_no_steps(cell):
    console = Console(cell, TEXT)
    assert said(console, "LISTP 2 3") == ["   2 CALL P", "   3 DRIVE 1 5"]
    assert said(console, "BREAKPOINT 3") == ["LINE 3"]
    assert said(console, "LISTP 90")[0].startswith("NO LINE HAS A NUMBER")


@pytest.mark.parametrize(
    ("line", "part"),
    [
        ("BREAKPOINT 7", "THERE IS NO STEP 7"),
        ("BREAKPOINT 4", "LINE 4 IS STEP 30"),
        ("BREAKPOINT 0", "THERE IS NO STEP 0"),
        ("BREAKPOINT LINE 0", "THERE IS NO LINE 0: THE PROGRAM HAS 6"),
        ("BREAKPOINT LINE 999", "THERE IS NO LINE 999"),
        ("BREAKPOINT LINE 2", "LINE 2 HOLDS NO STATEMENT THAT IS RUN; THE NEXT IS STEP 30"),
        ("BREAKPOINT 20", "STEP 20 HOLDS NO STATEMENT THAT IS RUN"),
        ("BREAKPOINT LINE", "NOT NOTHING"),
        ("BREAKPOINT X", "NOT X"),
        ("BREAKPOINT 40 FOO >", "A VALUE IS MISSING"),
        ("BREAKPOINT 40 NOSUCH > 1", "NOSUCH STANDS NOWHERE"),
        ("BREAKPOINT 40 1 GOTO 5", "GOTO DOES NOT BELONG HERE"),
        ("STEP -1", "A WHOLE NUMBER FROM 1, NOT -1"),
        ("STEP 1e9", "NOT 1E9"),
        ("NEXT 0", "NOT 0"),
        ("EXECUTE 0", "WHOLE NUMBERS FROM 1"),
        ("EXECUTE 1, 10, 3", "NOT 3 NUMBERS"),
        ("EXECUTE NOPE", "THERE IS NO PROGRAM NOPE; THERE IS figure.val"),
        ("LISTP A", "THE NUMBERS OF LINES, NOT A"),
        ("LISTL NOPE", "THERE IS NO LOCATION NOPE"),
        ("ABORT 3", "TAKES NOTHING BEHIND IT, NOT 3"),
        ("STATUS x", "TAKES NOTHING BEHIND IT"),
    ],
)
def test_wrong_arguments_of_a_command_are_reported_and_nothing_is_done(cell, line, part):
    console = Console(cell, NUMBERED, name="figure.val")
    (answer,) = said(console, line)
    assert part.upper() in answer.upper()
    assert console.runs.session is None
    assert console.runs.stops == ()
    assert console.text == NUMBERED


@pytest.mark.parametrize(
    ("line", "part"),
    [
        ("BACK x", "A WHOLE NUMBER FROM 1, NOT x"),
        ("PROCEED 7", "THERE IS NO STEP 7"),
        ("PROCEED 40 X", "NOTHING STANDS BEHIND STEP 40"),
        ("LISTV Z", "THERE IS NO VARIABLE Z"),
        ("RETRY 1", "TAKES NOTHING BEHIND IT"),
    ],
)
def test_wrong_arguments_of_a_command_do_not_move_a_run(cell, line, part):
    console = Console(cell, NUMBERED)
    said(console, "STEP")
    at = console.runs.session.at
    (answer,) = said(console, line)
    assert part in answer
    assert console.runs.session.at == at


def test_a_step_number_used_twice_asks_for_the_line_number(cell):
    console = Console(cell, "10 CALL P\n20 END\n.PROGRAM P\n10 X = 1\n.END\n")
    assert "LINE 1 AND LINE 4" in said(console, "BREAKPOINT 10")[0]
    assert said(console, "BREAKPOINT LINE 4", "EXECUTE")[-1] == "NEXT STEP 10: X = 1 (BREAKPOINT)"


def test_a_condition_without_a_value_stops_the_run_and_says_why(cell):
    console = Console(cell, "10 Y = 1\n20 IF Y > 5 GOTO 40\n30 DRIVE 1 5\n40 X = 1\n50 END\n")
    said(console, "BREAKPOINT 30 X > 1")
    (stopped,) = said(console, "EXECUTE")
    assert stopped.startswith("NEXT STEP 30: DRIVE 1 5 (BREAKPOINT: X > 1 HAS NO VALUE")


def test_a_breakpoint_moves_with_its_step_when_lines_are_inserted(cell):
    console = Console(cell, NUMBERED)
    said(console, "BREAKPOINT 40", "15 DELAY 0.1", "DELETE 20")
    assert said(console, "EXECUTE")[-1] == "NEXT STEP 40: X = X + 1 (BREAKPOINT)"
    said(console, "ABORT", "DELETE 40")
    passed_over, *_ = said(console, "EXECUTE")
    assert passed_over == "BREAKPOINT STEP 40 IS PASSED OVER: THERE IS NO STEP 40"


def test_do_goes_on_from_where_a_finished_run_has_left_the_arm(cell):
    console = Console(cell, "10 POINT LOC1 700 0 280 0 90 0\n20 DRIVE 1 30\n30 END\n")
    said(console, "EXECUTE")
    assert said(console, "DO DRIVE 1 10", "LISTL")[0].startswith("LOC1")
    assert console.runs.state.q[0] == pytest.approx(0.698131700797)
    assert said(console, "DO MOVE LOC1") == []
    assert said(console, "EXECUTE")[-1].startswith("PROGRAM COMPLETED")


def test_before_a_run_the_locations_of_the_text_are_listed(cell):
    console = Console(cell, "10 POINT LOC1 700 0 280 0 90 0\n20 POINT B 1 2 3 4 5 6\n30 END\n")
    assert [line.split()[0] for line in said(console, "LISTL")] == ["LOC1", "B"]
    assert [line.split()[:2] for line in said(console, "LISTL b")] == [["B", "1.000"]]


def test_a_program_is_executed_by_the_name_of_its_file(cell):
    console = Console(cell, NUMBERED, name="figure.val")
    for name in ("figure", "FIGURE.VAL"):
        assert said(console, f"EXECUTE {name}")[-1].startswith("PROGRAM COMPLETED")


def test_several_statements_are_stepped_at_once(cell):
    console = Console(cell, NUMBERED)
    assert said(console, "STEP 2") == ["NEXT STEP 40: X = X + 1"]
    assert said(console, "BACK 2") == ["NEXT STEP 10: X = 1"]


def test_a_misspelt_command_is_recognised(cell):
    assert said(Console(cell), "execut")[-1] == "THE COMMAND IS EXECUTE?"


@pytest.mark.parametrize("speed", ["0", "-3"])
def test_an_invalid_speed_does_not_join_the_program(cell, speed):
    console = Console(cell)
    answer = said(console, f"SPEED {speed}")
    assert f"a speed is above 0, not {speed}" in answer[0]
    assert console.text == ""
