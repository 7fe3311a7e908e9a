"""The teletype: it takes lines and prints lines, with the cell of the paper."""

import io
from pathlib import Path

import pytest

from app.console.teletype import Console, run_console
from scenes import load_cell
from scenes.library import program_path

FIGURE_5 = Path(__file__).parents[3] / "resources" / "programs" / "figure5.val"


@pytest.fixture(scope="module")
def cell():
    return load_cell("kakazu1985")


def test_a_statement_joins_the_program_and_the_listener_gets_the_text(cell) -> None:
    told = []
    console = Console(cell, "10 READY\n20 END\n", told.append)
    console.feed("DRAW 0 0 -10")
    assert told == [console.text]
    assert "DRAW 0 0 -10" in console.text


def test_where_shows_the_pose_that_the_program_ends_in(cell) -> None:
    text = FIGURE_5.read_text().split("70 MOVES")[0] + "130 END\n"
    console = Console(cell, text)
    shown = " ".join(console.feed("WHERE"))
    for figure in ("X=  700.000", "Z=  280.000", "A=   90.000", "-39.838", "85.220"):
        assert figure in shown


def test_the_tables_are_those_of_figure_6(cell) -> None:
    console = Console(cell, FIGURE_5.read_text())
    lines = console.feed("TYPEA")
    assert " 8  1  0 99       2.000    30.000  9999.996  9999.996" in lines


def test_save_writes_what_the_saver_is_given(cell) -> None:
    saved = []

    def save(text: str) -> str:
        saved.append(text)
        return "SAVED"

    console = Console(cell, "10 END\n", on_save=save)
    console.feed("SAVE")
    assert console.feed("0") == ["SAVED"]
    assert saved == ["10 END\n"]


def test_a_question_stays_open_when_the_text_is_changed_elsewhere(cell) -> None:
    console = Console(cell, "10 READY\n20 END\n")
    console.feed("DELETE 10")
    console.feed("ABOVE")
    console.follow("10 REMARK other\n20 END\n")
    assert console.prompt.startswith("OK ?")
    console.feed("0")
    assert "ABOVE" in console.text
    assert console.feed("TYPED") == ["WORK"]


def test_the_classic_dialogue_asks_for_operands_and_makes_the_same_program(cell) -> None:
    told = []
    console = Console(cell, "", told.append, classic=True)
    assert any("MOVE" in line for line in console.greeting())
    for line in ("L", "LOC1 700. 0 280", "0 90. 0"):
        console.feed(line)
    assert "POINT LOC1 700 0 280 0 90 0" in console.text


def test_no_typed_line_makes_the_console_fail(cell) -> None:
    for classic in (False, True):
        console = Console(cell, "", classic=classic)
        for line in ("", "?", "MOVE", "\x00", "9" * 400, "INSERT", "CHANGE 999", "DELETE x", "ß"):
            assert all(isinstance(out, str) for out in console.feed(line))


def test_a_session_writes_the_file_and_ends_with_stop(tmp_path: Path) -> None:
    path = tmp_path / "mine.val"
    path.write_text("10 READY\n20 END\n")
    keyed = io.StringIO("DRAW 0 0 -10\nSAVE\n0\nSTOP\n0\nnever read\n")
    out = io.StringIO()
    assert run_console("kakazu1985", str(path), keyed, out) == 0
    assert "DRAW 0 0 -10" in path.read_text()
    assert "SAVED" in out.getvalue()
    assert "never read" not in out.getvalue()


def test_stop_without_save_is_reported_and_changes_no_file(tmp_path: Path) -> None:
    path = tmp_path / "mine.val"
    path.write_text("10 END\n")
    out = io.StringIO()
    run_console("kakazu1985", str(path), io.StringIO("READY\n0\n"), out)
    assert "LEFT WITHOUT SAVE" in out.getvalue()
    assert path.read_text() == "10 END\n"


def test_a_shipped_program_is_saved_under_a_name_of_the_users_own(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    shipped = program_path("figure5")
    before = shipped.read_bytes()
    keys = "DRAW 0 0 -1\nSAVE\n0\nmine\nSTOP\n0\n"
    printed = io.StringIO()
    assert run_console("kakazu1985", "figure5", io.StringIO(keys), printed) == 0
    assert shipped.read_bytes() == before
    assert "DRAW 0 0 -1" in (tmp_path / "mine.val").read_text()
    assert "LEFT WITHOUT SAVE" not in printed.getvalue()


def test_a_console_left_without_save_keeps_the_program_in_a_file(tmp_path, monkeypatch):
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    printed = io.StringIO()
    run_console("kakazu1985", None, io.StringIO("DRAW 0 0 -1\n"), printed)
    (kept,) = tmp_path.iterdir()
    assert kept.read_text() == "10 DRAW 0 0 -1\n" and str(kept) in printed.getvalue()


def test_the_question_ok_is_printed_once():
    printed = io.StringIO()
    run_console("kakazu1985", None, io.StringIO("READY\n0\n"), printed)
    assert printed.getvalue().count("OK ?") == 1
