"""A robot maker's file in the window: its own text, findings, stops, help and saving."""

import pytest

from app.desktop.editor.highlighter import colours_of
from app.desktop.editor.stopping.breakpoint_lines import stop_in
from app.desktop.runs.run_control import Command

CELL = "cell: 1\nrobots: {arm: {use: kuka_kr6_r900_2, hand: two_finger_85}}\n"
SOURCE = """DEF WELD( )
; über die Naht
BAS(#INITMOV,0)
$TOOL={X 0,Y 0,Z 142,A 0,B 0,C 0}
PTP XHOME
  BLINK_TWICE
PTP {A1 20}

LIN {X 3500,Y 0,Z 100,A 0,B 180,C 0}
END
"""
HOME = "DEFDAT WELD\nDECL E6AXIS XHOME={A1 0,A2 -90,A3 90,A4 0,A5 60,A6 0}\nENDDAT\n"


@pytest.fixture
def opened(unseen, qtbot, tmp_path):
    """The window, never shown, on a KRL program in a cell with its arm, checked."""
    (tmp_path / "one.cell.yaml").write_text(CELL, encoding="utf-8")
    (tmp_path / "weld.dat").write_text(HOME, encoding="utf-8")
    (tmp_path / "weld.src").write_bytes(SOURCE.replace("\n", "\r\n").encode("cp1252"))
    assert unseen.desk.open_cell(tmp_path / "one.cell.yaml")
    assert unseen.desk.open_program(tmp_path / "weld.src")
    qtbot.waitUntil(lambda: unseen.document.is_checked)
    return unseen


def test_the_text_is_the_foreign_one_with_findings_at_its_lines(opened) -> None:
    document = opened.document
    assert document.active.text == SOURCE
    found = {(f.code, f.line) for f in document.findings if f.severity != "note"}
    assert found == {("W702", 6), ("E301", 9)}
    assert {step.line for step in document.run.steps} >= {5, 7, 9}


def test_a_run_stops_at_a_breakpoint_in_the_foreign_text(opened, qtbot) -> None:
    document = opened.document
    source = document.active
    assert stop_in(source, 2) == 3 and stop_in(source, 8) == 9
    source.set_breakpoint(7)
    document.press(Command.RUN)
    qtbot.waitUntil(lambda: document.control.line == 7)
    assert document.control.line == 7


def test_help_tells_what_a_line_is_read_as_and_where_a_value_comes_from(opened) -> None:
    editor = opened.editor.current
    editor.go_to(5, 5)
    assert editor.show_help()
    told = editor.help_card.text.toPlainText()
    assert "MOVE #XHOME" in told and "weld.dat:2" in told


def test_commands_that_write_our_words_leave_the_text_alone(opened) -> None:
    document = opened.document
    told = []
    document.noticed.connect(lambda notice: told.append(notice.text))
    document.active.insert_line(3, "MOVE P1")
    opened.editor.format_text()
    assert document.active.text == SOURCE and "robot maker" in told[-1]


def test_it_is_saved_in_the_letters_and_line_ends_of_its_file(opened, tmp_path) -> None:
    source = opened.document.active
    source.replace_text(SOURCE.replace("BLINK_TWICE", "; kein Blinken"))
    source.save()
    saved = (tmp_path / "weld.src").read_bytes()
    assert "über die Naht\r\n".encode("cp1252") in saved and b"; kein Blinken\r\n" in saved


def test_words_and_remarks_of_the_maker_are_coloured(tmp_path) -> None:
    colours = colours_of(tmp_path / "weld.SRC")
    pieces = colours('PTP XP1 ; "to" P1')
    assert [(p.kind, p.column, p.end) for p in pieces] == [("keyword", 1, 4), ("comment", 9, 18)]
    kinds = [p.kind for p in colours('MSG("a;b", 1.5)')]
    assert kinds == ["string", "number"] and colours_of(tmp_path / "a.val") is None
