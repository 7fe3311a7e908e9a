"""Small widgets: removed rows of a tree are freed, with what they hold; bars are drawn later."""

import gc
import weakref

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QTreeWidget, QTreeWidgetItem

from app.desktop.looks.small_widgets import ProgressBar, remove_rows_in

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
