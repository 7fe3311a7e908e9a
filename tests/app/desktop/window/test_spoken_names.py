"""Windows and dialogs for those who hear them, use no mouse, or have a small screen."""

import pytest
from PySide6.QtCore import QSize
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QApplication, QDialog, QMessageBox, QWidget

from tests.app.desktop.spoken import (
    letters_for_two,
    missed_by_tab,
    nameless,
    spoken_alike,
    unlettered,
)


@pytest.mark.gl
def test_a_screen_reader_has_a_name_for_each_widget_of_the_window(shared_window):
    found = nameless(shared_window)
    assert not found, "\n".join(found)


# What a screen of 1366 x 768 leaves beside a bar of tasks and the title of a dialog.
SMALLEST = QSize(1366, 768 - 70)
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
    assert not nameless(top) and not spoken_alike(top)


@pytest.mark.gl
@pytest.mark.parametrize("entry", OPENERS)
def test_each_button_of_a_dialog_has_a_letter_and_no_letter_stands_for_two_things(
    entry, opened
) -> None:
    top = opened(entry)
    assert not letters_for_two(top)
    if isinstance(top, QDialog) and not isinstance(top, QMessageBox):
        assert not unlettered(top)


@pytest.mark.gl
@pytest.mark.parametrize("entry", OPENERS)
def test_tab_goes_through_a_dialog_from_top_to_bottom_and_misses_nothing(entry, opened) -> None:
    assert not missed_by_tab(opened(entry))


@pytest.mark.gl
@pytest.mark.parametrize("entry", OPENERS)
def test_a_dialog_fits_on_the_smallest_screen(entry, opened) -> None:
    size = opened(entry).size()
    assert size.width() <= SMALLEST.width()
    assert size.height() <= SMALLEST.height()
