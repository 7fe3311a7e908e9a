"""What a screen reader, and a hand on the keyboard, need of a window: asked of real widgets."""

from collections import Counter

from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractSpinBox,
    QComboBox,
    QLabel,
    QLineEdit,
    QScrollBar,
    QTabBar,
    QTextEdit,
    QWidget,
)

from app.desktop.looks.mnemonics import mnemonic
from tests.app.desktop.window.legible import INTERACTIVE

USED = (*INTERACTIVE, QTextEdit)


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


def spoken_name(widget: QWidget) -> str:
    return QAccessible.queryAccessibleInterface(widget).text(QAccessible.Text.Name)


def spoken_alike(top: QWidget) -> list[str]:
    """Names that more than one button has."""
    buttons = [b for b in top.findChildren(QAbstractButton) if b.isVisibleTo(top)]
    counts = Counter(spoken_name(button) for button in buttons if not is_made_by_qt(button))
    return [name for name, count in counts.items() if count > 1]


def letters_for_two(top: QWidget) -> list[str]:
    """Letters that, pressed with Alt, stand for more than one button or field."""
    labels = [label for label in top.findChildren(QLabel) if label.buddy() is not None]
    things = [*top.findChildren(QAbstractButton), *labels]
    letters = Counter(mnemonic(each.text()) for each in things if each.isVisibleTo(top))
    return [letter for letter, count in letters.items() if letter and count > 1]


def unlettered(top: QWidget) -> list[str]:
    """Texts of buttons that have no letter."""
    buttons = [b for b in top.findChildren(QAbstractButton) if b.text() and b.isVisibleTo(top)]
    return [button.text() for button in buttons if not mnemonic(button.text())]


def missed_by_tab(top: QWidget) -> list[QWidget]:
    """Widgets that take the Tab key and stand in no order of it."""
    widget, chain = top.nextInFocusChain(), []
    for _ in top.findChildren(QWidget):
        chain.append(widget)
        widget = widget.nextInFocusChain()
    wanted = [
        each
        for each in top.findChildren(QWidget)
        if isinstance(each, USED)
        and each.focusPolicy() & Qt.FocusPolicy.TabFocus
        and each.isVisibleTo(top)
        and not is_made_by_qt(each)
    ]
    assert wanted, "nothing can be used with the keyboard"
    places = [each.mapTo(top, each.rect().topLeft()).y() for each in chain if each in wanted]
    assert places.index(min(places)) <= places.index(max(places)), "Tab goes upwards"
    return [each for each in wanted if each not in chain]
