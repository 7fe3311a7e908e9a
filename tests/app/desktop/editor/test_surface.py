"""The surface of a text shows findings and contacts, without a margin and without completion."""

import pytest
from PySide6.QtGui import QTextCursor

from app.desktop.editor.surface import TextSurface
from app.desktop.looks.theme import DARK
from app.programs.findings import Finding

pytestmark = pytest.mark.window
TEXT = "READY\nMOVE LOC1\nMOVE LOC2\nEND\n"


@pytest.fixture
def surface(qtbot, source_of):
    made = TextSurface(source_of(TEXT), DARK)
    qtbot.addWidget(made)
    made.resize(400, 300)
    return made


def place(surface: TextSurface, line: int, column: int) -> QTextCursor:
    """A cursor in the text at a line and a column, from 1."""
    cursor = QTextCursor(surface.document().findBlockByNumber(line - 1))
    cursor.setPosition(cursor.position() + column - 1)
    return cursor


def test_new_findings_and_contacts_are_announced_to_the_margin(qtbot, surface) -> None:
    for give in (
        lambda: surface.set_findings((Finding("W1", "warning", 2, "not used"),), True),
        lambda: surface.set_contacts({2: ("hand in table",)}),
        lambda: surface.set_execution_line(2),
        lambda: surface.set_theme(DARK),
    ):
        with qtbot.waitSignal(surface.marksChanged):
            give()
    with qtbot.assertNotEmitted(surface.marksChanged):
        surface.set_execution_line(2)
        surface.set_contacts({2: ("hand in table",)})


def test_the_gravest_fresh_finding_of_a_line_is_its_severity(surface) -> None:
    stale = Finding("C1", "error", 2, "runs into the table", proven=True)
    warning = Finding("W1", "warning", 2, "not used")
    other = Finding("E1", "error", 3, "in a called file", file="other.val")
    surface.set_findings((stale, warning, other), is_fresh=True)
    assert [surface.severity_of(line) for line in (1, 2, 3)] == ["", "error", ""]
    surface.set_findings((stale, warning, other), is_fresh=False)
    assert surface.severity_of(2) == "warning"


def test_a_finding_is_told_at_its_characters_and_a_contact_in_its_whole_line(
    surface,
) -> None:
    finding = Finding("E2", "error", 2, "no such location", column=6, end_line=2, end_column=10)
    surface.set_findings((finding,), is_fresh=True)
    surface.set_contacts({3: ("hand in table since 1.00 s",)})
    contact = ("hand in table since 1.00 s",)
    assert surface.told_at(place(surface, 2, 7)) == ((finding,), (), True)
    assert surface.told_at(place(surface, 2, 2)) == ((), (), True)
    assert surface.told_at(place(surface, 3, 1)) == ((), contact, True)
    assert surface.is_in_contact(3)


def test_the_cursor_is_put_at_a_line_and_a_column_from_1(surface) -> None:
    surface.go_to(3, 6)
    assert (surface.line, surface.column) == (3, 6)
    surface.go_to(99)
    assert surface.line == 5
