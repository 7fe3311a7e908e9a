"""Each widget that takes a key or a click has a name that a screen reader speaks."""

import pytest
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractSlider,
    QAbstractSpinBox,
    QComboBox,
    QLineEdit,
    QPlainTextEdit,
    QScrollBar,
    QTabBar,
    QTextEdit,
    QWidget,
)

USED = (
    QAbstractButton,
    QAbstractItemView,
    QAbstractSlider,
    QAbstractSpinBox,
    QComboBox,
    QLineEdit,
    QPlainTextEdit,
    QTextEdit,
)


def is_made_by_qt(widget: QWidget) -> bool:
    """Whether Qt made the widget as a piece of another one, which has the name.

    Such are the list that a combo box drops, the heads of a table, the cross of a
    line edit and the arrows of a tab bar.
    """
    owner = widget.parent()
    is_button = isinstance(widget, QAbstractButton)
    return (
        widget.objectName().startswith("qt_")
        or isinstance(owner, (QAbstractSpinBox, QComboBox, QAbstractItemView))
        or (isinstance(widget, QAbstractItemView) and isinstance(owner.parent(), QComboBox))
        or (is_button and isinstance(owner, (QLineEdit, QTabBar)))
    )


def nameless(top: QWidget) -> list[str]:
    """Widgets below `top` that a screen reader could only call by their kind."""
    found = []
    for widget in top.findChildren(QWidget):
        if not isinstance(widget, USED) or isinstance(widget, QScrollBar) or is_made_by_qt(widget):
            continue
        spoken = QAccessible.queryAccessibleInterface(widget).text(QAccessible.Text.Name)
        if not spoken.strip():
            owner = type(widget.parent()).__name__
            found.append(f"{owner} > {type(widget).__name__} {widget.objectName()!r}")
    return found


@pytest.mark.gl
def test_a_screen_reader_has_a_name_for_each_widget_of_the_window(window):
    found = nameless(window)
    assert not found, "\n".join(found)
