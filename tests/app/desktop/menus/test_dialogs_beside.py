"""Commands given again and again open one dialog of a kind, and one that writes is not closed."""

import pytest

pytest.importorskip("PySide6")

from PySide6.QtCore import QCoreApplication, QEvent, Qt
from PySide6.QtWidgets import QDialog, QWidget

from app.desktop.menus.dialogs_beside import brought_forward, still_writing
from app.desktop.menus.helping.about import AboutBox
from app.desktop.menus.helping.key_list import KeyList

pytestmark = pytest.mark.window


class Writer(QDialog):
    """A dialog that may be at its file."""

    def __init__(self, window: QWidget, is_writing: bool) -> None:
        super().__init__(window)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.is_writing = is_writing
        self.show()


def dialogs(window: QWidget, kind: type[QDialog] = QDialog) -> list[QDialog]:
    """The dialogs of a window, without those that wait to be deleted."""
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    return window.findChildren(kind)


@pytest.fixture(autouse=True)
def all_closed(qapp):
    """Closes the dialogs of a test, which stand beside their window."""
    yield
    for widget in qapp.topLevelWidgets():
        if isinstance(widget, QDialog):
            widget.close()


@pytest.fixture
def bare(qtbot):
    window = QWidget()
    qtbot.addWidget(window)
    window.show()
    return window


def test_without_one_there_is_room(bare) -> None:
    assert brought_forward(bare, Writer) is None
    assert still_writing(bare, Writer) is None


def test_an_idle_one_gives_its_place(bare) -> None:
    Writer(bare, is_writing=False)
    assert still_writing(bare, Writer) is None
    assert dialogs(bare) == []


def test_one_that_writes_keeps_its_place(bare) -> None:
    shown = Writer(bare, is_writing=True)
    assert still_writing(bare, Writer) is shown
    assert shown.isVisible() and dialogs(bare) == [shown]


def test_a_minimised_one_is_shown_again(bare) -> None:
    shown = Writer(bare, is_writing=True)
    shown.showMinimized()
    assert brought_forward(bare, Writer) is shown
    assert not shown.isMinimized()


def test_a_dialog_of_another_kind_stays(bare) -> None:
    shown = QDialog(bare)
    shown.show()
    assert still_writing(bare, Writer) is None
    assert shown.isVisible()


@pytest.mark.gl
@pytest.mark.parametrize(
    ("key", "kind"), [("about", AboutBox), ("keys", KeyList), ("export", QDialog)]
)
def test_a_command_of_the_window_opens_no_second_one(qtbot, window, key, kind) -> None:
    qtbot.waitUntil(lambda: window.document.has_fresh_run, timeout=240_000)
    counts = []
    for _ in range(3):
        window.actions_by_key[key].trigger()
        counts.append(len(dialogs(window, kind)))
    assert counts == [1, 1, 1]


@pytest.mark.gl
@pytest.mark.parametrize("key", ["picture", "turntable", "film"])
def test_a_picture_is_one_of_the_present_view(qtbot, window, key) -> None:
    """The open dialog shows the view of the time when it was opened, so another one replaces it."""
    qtbot.waitUntil(lambda: window.document.is_checked, timeout=240_000)
    seen = []
    for _ in range(2):
        window.actions_by_key[key].trigger()
        (shown,) = dialogs(window)
        seen.append(shown)
    assert seen[0] is not seen[1]
