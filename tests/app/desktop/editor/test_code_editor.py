"""The letters of the program have equal width, and colours, however the text came there."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QFontInfo, QFontMetricsF
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPlainTextEdit

from app.desktop.looks.theme import DARK

pytestmark = [pytest.mark.window, pytest.mark.gl]


def are_even(edit: QPlainTextEdit) -> bool:
    """Whether all drawn letters, which are those of the document, have the same width."""
    font = edit.document().defaultFont()
    widths = {QFontMetricsF(font).horizontalAdvance(letter) for letter in "iW0. "}
    same = QFontInfo(font).family() == QFontInfo(edit.font()).family()
    return QFontInfo(font).fixedPitch() and len(widths) == 1 and same


def test_the_letters_keep_equal_width_whatever_is_done_to_the_text(qtbot, window, tmp_path) -> None:
    path = tmp_path / "disk.val"
    path.write_text("10 READY\n20 END\n")

    def reload() -> None:
        path.write_text("10 READY\n15 DRAW 0 0 -10\n20 END\n")
        window.desk.check_disk()

    ways = {
        "the first program": lambda: None,
        "new": window.actions_by_key["new"].trigger,
        "open": lambda: window.desk.open_program(path),
        "loaded again": reload,
        "light": lambda: window.set_theme("light"),
        "dark": lambda: window.set_theme("dark"),
        "larger": window.actions_by_key["zoom_in"].trigger,
        "smaller": window.actions_by_key["zoom_out"].trigger,
        "by the console": lambda: window.console._put_text("10 READY\n"),
    }
    for name, way in ways.items():
        way()
        QApplication.processEvents()
        found = window.findChildren(QPlainTextEdit)
        assert len(found) > 1
        assert all(are_even(edit) for edit in found), name
        size = window.editor.current.document().defaultFont().pointSize()
        assert size == window.editor.current.font().pointSize(), name


@pytest.mark.parametrize("points", [7, 11, 24])
def test_every_line_that_is_drawn_has_its_colours_to_the_last_of_a_long_text(
    qtbot, source_of, points
) -> None:
    from app.desktop.editor.code_editor import CodeEditor

    lines = "".join(f"{10 * i} MOVE LOC{i} ; here\n" for i in range(1, 5000))
    editor = CodeEditor(source_of(lines + "50000 END"), DARK, points)
    qtbot.addWidget(editor)
    editor.resize(640, 611)
    with qtbot.waitExposed(editor):
        editor.show()
    bar = editor.verticalScrollBar()
    for value in (0, 1, bar.maximum() // 2, bar.maximum() - 1, bar.maximum()):
        bar.setValue(value)
        qtbot.waitUntil(lambda: all_coloured(editor))
    assert editor.document().lastBlock().layout().formats()
    QTest.keyClick(editor, Qt.Key.Key_Home, Qt.KeyboardModifier.ControlModifier)
    qtbot.waitUntil(lambda: all_coloured(editor))


def all_coloured(editor) -> bool:
    """Whether each line in sight has its colours; the geometry comes from the text."""
    block, area = editor.firstVisibleBlock(), editor.viewport().rect()
    place = editor.blockBoundingGeometry(block).translated(editor.contentOffset())
    while block.isValid() and place.top() <= area.bottom():
        if block.text() and not block.layout().formats():
            return False
        block = block.next()
        place = editor.blockBoundingGeometry(block).translated(editor.contentOffset())
    return True
