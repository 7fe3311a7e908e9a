"""Tooltips are never wider than is read at ease, wherever the window has one."""

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QModelIndex
from PySide6.QtGui import QAction, QFontMetrics, Qt
from PySide6.QtWidgets import QAbstractItemView, QToolTip, QWidget

from app.desktop.looks.notice import BODY, ROBOT
from app.desktop.looks.tips import LETTERS, wrapped

WIDEST_PX = 480
MOST_ROWS = 50


def tips_of(window: QWidget) -> Iterator[tuple[str, str]]:
    """All tooltips of a window, with the class of their owner."""
    for widget in window.findChildren(QWidget):
        yield type(widget).__name__, widget.toolTip()
    for action in window.findChildren(QAction):
        yield action.text(), action.toolTip()
    for view in window.findChildren(QAbstractItemView):
        model = view.model()
        if model is not None:
            yield from ((type(view).__name__, tip) for tip in tips_in(model, QModelIndex()))


def tips_in(model, parent: QModelIndex) -> Iterator[str]:
    for row in range(min(model.rowCount(parent), MOST_ROWS)):
        for column in range(model.columnCount(parent)):
            index = model.index(row, column, parent)
            yield str(model.data(index, Qt.ItemDataRole.ToolTipRole) or "")
        yield from tips_in(model, model.index(row, 0, parent))


def too_wide(window: QWidget) -> list[tuple[str, str]]:
    metrics = QFontMetrics(QToolTip.font())
    widest = WIDEST_PX - metrics.averageCharWidth()  # the margins of the tip
    return [
        (owner, line)
        for owner, tip in tips_of(window)
        for line in tip.splitlines()
        if not Qt.mightBeRichText(tip)  # Qt wraps these itself
        if metrics.horizontalAdvance(line) > widest
    ]


@pytest.mark.window
@pytest.mark.parametrize(
    ("kind", "name"), [("", ""), (BODY, "TR2"), (BODY, "WORK"), (ROBOT, "arm"), (BODY, "arm.J1")]
)
def test_no_tooltip_of_the_window_is_wider_than_a_hand(unseen, kind, name) -> None:
    unseen.document.select(kind, name)
    assert sum(bool(tip) for _, tip in tips_of(unseen)) > 50
    assert too_wide(unseen) == []


def test_wrapping_keeps_words_and_line_ends() -> None:
    text = "one two three " * 20 + "\nlast line\n\nend"
    lines = wrapped(text).splitlines()
    assert max(len(line) for line in lines) <= LETTERS
    assert " ".join(wrapped(text).split()) == " ".join(text.split())
    assert lines[-3:] == ["last line", "", "end"]
    assert wrapped("short") == "short"
