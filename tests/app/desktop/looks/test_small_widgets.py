"""Small widgets: removed rows of a tree are freed, with what they hold; bars are drawn later."""

import gc
import weakref

import pytest
from PySide6.QtCore import SIGNAL, Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import (
    QApplication,
    QToolBar,
    QToolButton,
    QTreeWidget,
    QTreeWidgetItem,
    QWidget,
)

from app.desktop.looks.icons import icon
from app.desktop.looks.small_widgets import (
    ProgressBar,
    action_button,
    add_actions,
    remove_rows_in,
)
from app.desktop.looks.theme import DARK

pytestmark = pytest.mark.window


class Held:
    """A value that a row holds."""


def section_with(tree: QTreeWidget, values: list[Held]) -> QTreeWidgetItem:
    section = QTreeWidgetItem(tree, ["section"])
    for value in values:
        QTreeWidgetItem(section, ["row"]).setData(0, Qt.ItemDataRole.UserRole, value)
    return section


@pytest.fixture
def tree(qtbot) -> QTreeWidget:
    made = QTreeWidget()
    qtbot.addWidget(made)
    return made


def test_removed_rows_free_what_they_hold(tree) -> None:
    values = [Held() for _ in range(3)]
    section, known = section_with(tree, values), [weakref.ref(value) for value in values]
    values.clear()
    gc.collect()
    assert all(value() is not None for value in known)
    remove_rows_in(section)
    assert section.childCount() == 0
    QApplication.processEvents()
    gc.collect()
    assert [value() for value in known] == [None, None, None]


def test_a_row_that_is_being_changed_is_there_until_the_change_is_over(tree) -> None:
    value = Held()
    section = section_with(tree, [value])
    row, seen = section.child(0), []

    def replace_rows(item: QTreeWidgetItem) -> None:
        remove_rows_in(section)
        seen.append(item.text(0))

    tree.itemChanged.connect(replace_rows)
    row.setText(0, "typed")
    assert seen == ["typed"] and row.data(0, Qt.ItemDataRole.UserRole) is value
    QApplication.processEvents()
    assert row.text(0) == "typed" and section.childCount() == 0


def test_a_bar_of_progress_is_drawn_after_the_event_that_changes_it(qtbot) -> None:
    painted = []

    class Watched(ProgressBar):
        def paintEvent(self, event) -> None:
            painted.append(self.value())
            super().paintEvent(event)

    bar = Watched()
    qtbot.addWidget(bar)
    bar.setRange(0, 1000)
    bar.resize(200, 20)
    bar.show()
    qtbot.waitUntil(lambda: bool(painted))
    painted.clear()
    bar.setValue(300)
    bar.setValue(600)
    assert not painted
    qtbot.waitUntil(lambda: painted == [600])


def button_of_its_own(action: QAction) -> tuple[QWidget, QToolButton]:
    button = action_button(action)
    return button, button


def button_in_a_bar(action: QAction) -> tuple[QWidget, QToolButton]:
    bar = QToolBar()
    add_actions(bar, [action])
    return bar, bar.widgetForAction(action)


@pytest.mark.parametrize("made", [button_of_its_own, button_in_a_bar])
def test_a_button_follows_its_action_and_is_told_each_change_once(made, qtbot) -> None:
    action = QAction("one")
    whole, button = made(action)
    qtbot.addWidget(whole)
    heard = []
    action.changed.connect(lambda: heard.append(action.text()))
    receivers = action.receivers(SIGNAL("changed()"))
    for number in range(50):
        action.setText(f"text {number}")
        action.setEnabled(number % 2 == 0)
    assert action.receivers(SIGNAL("changed()")) == receivers
    assert heard[-1] == "text 49" == button.text() and not button.isEnabled()
    action.setCheckable(True)
    action.setChecked(True)
    action.setToolTip("a tip")
    action.setIcon(icon("run", DARK))
    assert button.isChecked() and button.toolTip() == "a tip"
    assert button.icon().cacheKey() == action.icon().cacheKey()
    action.setEnabled(True)
    pressed = []
    action.triggered.connect(lambda: pressed.append(True))
    button.click()
    assert pressed == [True]


def test_an_action_outlives_its_button(qtbot) -> None:
    action = QAction("one")
    button = action_button(action)
    button.deleteLater()
    QApplication.sendPostedEvents()
    QApplication.processEvents()
    action.setText("two")
    assert action.text() == "two"


def test_a_text_of_a_buttons_own_stays_when_its_action_changes(qtbot) -> None:
    action = QAction("Teach here")
    button = action_button(action, "Teach")
    qtbot.addWidget(button)
    action.setEnabled(False)
    action.setToolTip("why not")
    assert button.text() == "Teach" and button.toolTip() == "why not" and not button.isEnabled()
