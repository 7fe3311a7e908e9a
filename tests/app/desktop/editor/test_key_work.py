"""The work of a key is that of its line, however long the text: counted, not timed."""

import pytest
from PySide6.QtCore import QEvent, QObject
from PySide6.QtGui import QPaintEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from app.desktop.editor.code_editor import CodeEditor
from app.programs.findings import Finding

pytestmark = pytest.mark.window
KEYS = 5


class Painted(QObject):
    """Counts the paintings of a widget and the rows of pixels in them."""

    def __init__(self, widget) -> None:
        super().__init__()
        self.times, self.rows = 0, 0
        widget.installEventFilter(self)

    def eventFilter(self, widget, event) -> bool:
        if event.type() == QEvent.Type.Paint and isinstance(event, QPaintEvent):
            self.times += 1
            self.rows += event.region().boundingRect().height()
        return False


@pytest.fixture
def editor_of(shown_editor):
    def make(lines: int) -> CodeEditor:
        text = "".join(f"{10 * i} DRAW 0 0 1 ; here\n" for i in range(1, lines))
        editor = shown_editor(text, height=600)
        editor.go_to(lines // 2, 12)
        editor.setCursorWidth(0)  # a blinking cursor would be painted at any time
        QApplication.processEvents()
        return editor

    return make


def work_of_keys(editor, monkeypatch) -> dict[str, int]:
    """What some typed letters cost, in things that are done."""
    coloured: list[str] = []
    ranges = type(editor._highlighter).ranges
    monkeypatch.setattr(
        type(editor._highlighter),
        "ranges",
        lambda self, text: coloured.append(text) or ranges(self, text),
    )
    QApplication.processEvents()
    view, margin = Painted(editor.viewport()), Painted(editor._gutter)
    for _ in range(KEYS):
        QTest.keyClick(editor, ";")
        QApplication.processEvents()
    rows = editor.fontMetrics().lineSpacing() + 8
    monkeypatch.undo()
    return {
        "lines coloured": len(coloured),
        "paintings": view.times,
        "lines painted": round(view.rows / rows),
        "lines of the margin": round(margin.rows / rows),
    }


def test_a_key_colours_and_paints_its_line_alone_in_a_short_and_a_long_text(
    editor_of, monkeypatch
) -> None:
    short = work_of_keys(editor_of(100), monkeypatch)
    long = work_of_keys(editor_of(20_000), monkeypatch)
    assert short == long
    assert long["lines coloured"] == KEYS
    assert long["paintings"] <= KEYS
    assert long["lines painted"] <= 2 * KEYS and long["lines of the margin"] <= 2 * KEYS


def test_the_same_findings_are_not_drawn_again(qtbot, editor_of) -> None:
    editor = editor_of(50)
    findings = (Finding("E1", "error", 2, "no such word"),)
    with qtbot.waitSignal(editor.marksChanged):
        editor.set_findings(findings, True)
    with qtbot.assertNotEmitted(editor.marksChanged):
        editor.set_findings(findings, True)
    with qtbot.waitSignal(editor.marksChanged):
        editor.set_findings(findings, False)
