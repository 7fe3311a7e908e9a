"""Each widget that takes a key or a click has a name that a screen reader speaks."""

from collections import Counter

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible, QAction
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractSlider,
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QDialog,
    QLabel,
    QLineEdit,
    QMessageBox,
    QPlainTextEdit,
    QScrollBar,
    QTabBar,
    QTextEdit,
    QWidget,
)

from app.desktop.looks.mnemonics import mnemonic

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
def test_a_screen_reader_has_a_name_for_each_widget_of_the_window(shared_window):
    found = nameless(shared_window)
    assert not found, "\n".join(found)


# Entries of menus that open a window of their own without waiting for its answer.
OPENERS = (
    "About Cellwright",
    "Export film…",
    "Export picture…",
    "Export trajectory…",
    "Export turntable…",
    "Go to symbol…",
    "Keyboard",
    "Settings…",
)


@pytest.fixture
def opened(shared_window, qtbot):
    """opened(entry): the window that an entry of a menu opens."""

    def make(entry: str) -> QWidget:
        action = next(
            each
            for each in shared_window.findChildren(QAction)
            if each.text().replace("&", "") == entry and not each.menu()
        )
        before = [top for top in QApplication.topLevelWidgets() if top.isVisible()]
        action.trigger()

        def found() -> list[QWidget]:
            tops = QApplication.topLevelWidgets()
            return [top for top in tops if top not in before and top.isVisible()]

        qtbot.waitUntil(lambda: bool(found()), timeout=10_000)
        qtbot.wait(1)
        made.extend(found())
        return made[-1]

    made: list[QWidget] = []
    yield make
    for top in made:
        top.close()
    qtbot.wait(1)


@pytest.mark.gl
@pytest.mark.parametrize("entry", OPENERS)
def test_each_widget_of_a_dialog_has_a_name_and_buttons_can_be_told_apart(entry, opened) -> None:
    top = opened(entry)
    assert not nameless(top), nameless(top)
    spoken = Counter(
        QAccessible.queryAccessibleInterface(button).text(QAccessible.Text.Name)
        for button in top.findChildren(QAbstractButton)
        if button.isVisibleTo(top) and not is_made_by_qt(button)
    )
    assert not [name for name, count in spoken.items() if count > 1]


@pytest.mark.gl
@pytest.mark.parametrize("entry", OPENERS)
def test_each_button_of_a_dialog_has_a_letter_and_no_letter_stands_for_two_things(
    entry, opened
) -> None:
    top = opened(entry)
    buttons = [each for each in top.findChildren(QAbstractButton) if each.text()]
    labels = [each for each in top.findChildren(QLabel) if each.buddy() is not None]
    letters = [mnemonic(each.text()) for each in (*buttons, *labels) if each.isVisibleTo(top)]
    given = [letter for letter in letters if letter]
    assert len(given) == len(set(given)), given
    if isinstance(top, QDialog) and not isinstance(top, QMessageBox):
        pressed = [each for each in buttons if each.isVisibleTo(top)]
        assert not [each.text() for each in pressed if not mnemonic(each.text())]


@pytest.mark.gl
@pytest.mark.parametrize("entry", OPENERS)
def test_tab_goes_through_a_dialog_from_top_to_bottom_and_misses_nothing(entry, opened) -> None:
    top = opened(entry)
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
    assert wanted
    assert not [each for each in wanted if each not in chain]
    places = [each.mapTo(top, each.rect().topLeft()).y() for each in chain if each in wanted]
    assert places.index(min(places)) <= places.index(max(places))
