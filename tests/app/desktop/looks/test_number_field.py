"""Number fields compute sums and never pass on anything else."""

from functools import partial

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QVBoxLayout, QWidget

from app.desktop.looks.number_field import NumberField, computed
from tests.app.desktop.in_front import is_in_front


@pytest.mark.parametrize(
    ("text", "value"),
    [("450/2", 225.0), ("-3*(2+1)", -9.0), ("1,5", 1.5), ("  7 ", 7.0), ("1e2", 100.0)],
)
def test_sums_are_computed(text: str, value: float) -> None:
    assert computed(text) == value


@pytest.mark.parametrize(
    "text", ["", "1/0", "x", "2**3", "__import__('os')", "1e999", "(" * 50, "9" * 100, "True"]
)
def test_anything_else_is_no_number(text: str) -> None:
    assert computed(text) is None


@pytest.mark.window
def test_enter_commits_a_sum_and_escape_restores(qtbot) -> None:
    field = NumberField(2, "mm")
    qtbot.addWidget(field)
    field.show_value(10.0)
    told = []
    field.committed.connect(told.append)
    field.selectAll()
    qtbot.keyClicks(field, "450/2")
    qtbot.keyClick(field, Qt.Key.Key_Return)
    assert told == [225.0]
    field.selectAll()
    qtbot.keyClicks(field, "7")
    qtbot.keyClick(field, Qt.Key.Key_Escape)
    assert field.value() == 225.0
    assert told == [225.0]


@pytest.mark.window
def test_the_first_click_and_a_double_click_mark_the_whole_number(qtbot) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    first, field = NumberField(2, "mm"), NumberField(2, "mm")
    column = QVBoxLayout(window)
    column.addWidget(first)
    column.addWidget(field)
    with qtbot.waitExposed(window):
        window.show()
    qtbot.waitUntil(partial(is_in_front, window))
    field.show_value(-560.5)
    first.setFocus()
    text, left = field.lineEdit(), Qt.MouseButton.LeftButton
    QTest.mouseClick(text, left, pos=QPoint(3, text.height() // 2))
    assert text.selectedText() == "-560.50"
    QTest.mouseClick(text, left, pos=QPoint(3, text.height() // 2))
    assert text.selectedText() == ""
    QTest.mouseDClick(text, left, pos=QPoint(3, text.height() // 2))
    assert text.selectedText() == "-560.50"
    qtbot.keyClicks(field, "12")
    qtbot.keyClick(field, Qt.Key.Key_Return)
    assert field.value() == 12.0


@pytest.mark.window
def test_a_sum_goes_on_behind_the_number_and_before_its_unit(qtbot) -> None:
    field = NumberField(2, "mm")
    qtbot.addWidget(field)
    field.show_value(110.0)
    field.selectAll()
    qtbot.keyClick(field, Qt.Key.Key_End)
    qtbot.keyClicks(field, "-50")
    qtbot.keyClick(field, Qt.Key.Key_Return)
    assert field.value() == 60.0
