"""A change of theme: few parts are dressed in one event, and no part shows two themes."""

import numpy as np
import pytest
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication, QLabel, QVBoxLayout, QWidget

from app.desktop.looks.theme import DARK, LIGHT, Theme
from app.desktop.window import dressing as dressing_module
from app.desktop.window.dressing import Dressing
from tests.depth import deep_only

pytestmark = pytest.mark.window


class Part(QLabel):
    """A label on the ground of its theme that counts how often it is dressed and painted."""

    def __init__(self, name: str, story: list[str]) -> None:
        super().__init__(name)
        self.name, self.story, self.theme = name, story, DARK

    def set_theme(self, theme: Theme) -> None:
        self.theme = theme
        self.story.append(f"{self.name} {theme.name}")
        self.update()

    def paintEvent(self, event: object) -> None:
        self.story.append(f"paint {self.name} {self.theme.name}")


@pytest.fixture
def made(qtbot):
    """A window of three parts, its dressing, and the story of what is dressed and painted."""
    window, story = QWidget(), []
    column = QVBoxLayout(window)
    parts = [Part(name, story) for name in ("a", "b", "c")]
    for part in parts:
        column.addWidget(part)
    qtbot.addWidget(window)
    yield window, Dressing(window), parts, story


def test_a_window_that_is_not_shown_yet_is_dressed_at_once(made) -> None:
    _, dressing, (a, b, c), story = made
    dressing.begin(LIGHT, (a, b, c))
    assert story == ["a light", "b light", "c light"]
    assert not dressing.is_busy


def test_parts_that_take_long_are_dressed_and_drawn_each_in_an_event_of_its_own(
    qtbot, made, monkeypatch
) -> None:
    monkeypatch.setattr(dressing_module, "DRESSING_S", 0.0)
    window, dressing, (a, b, c), story = made
    with qtbot.waitExposed(window):
        window.show()
    QApplication.processEvents()
    story.clear()
    dressing.begin(LIGHT, (a, b, c))
    assert story == ["a light"]
    window.repaint()  # the screen may ask for a picture at any time
    assert story == ["a light"]
    dressing.timeout.connect(lambda: story.append("event over"))
    qtbot.waitUntil(lambda: not dressing.is_busy)
    QApplication.processEvents()
    events = [event.split(", ") for event in ", ".join(story).split("event over")]
    events = [[line for line in event if line] for event in events]
    assert events[:2] == [["a light", "b light"], ["c light"]]
    assert all(len(event) <= 1 for event in events[2:])
    painted = [line for event in events[2:] for line in event]
    assert painted == ["paint a light", "paint b light", "paint c light"]


def test_the_theme_chosen_last_dresses_every_part(qtbot, made) -> None:
    window, dressing, (a, b, c), _ = made
    with qtbot.waitExposed(window):
        window.show()
    dressing.begin(LIGHT, (a, b, c))
    dressing.begin(DARK, (a, b, c))
    qtbot.waitUntil(lambda: not dressing.is_busy)
    assert {part.theme for part in (a, b, c)} == {DARK}
    assert window.updatesEnabled()


@pytest.mark.parametrize("is_dressed", [False, True])
def test_a_window_hidden_in_the_midst_of_a_change_is_drawn_when_it_comes_back(
    qtbot, made, monkeypatch, is_dressed
) -> None:
    monkeypatch.setattr(dressing_module, "DRESSING_S", 0.0)
    window, dressing, (a, b, c), story = made
    with qtbot.waitExposed(window):
        window.show()
    dressing.begin(LIGHT, (a, b, c))
    if is_dressed:
        qtbot.waitUntil(lambda: not dressing._waiting)
    window.hide()
    dressing.begin(DARK, (a, b, c))
    assert not dressing.is_busy and {part.theme for part in (a, b, c)} == {DARK}
    story.clear()
    window.show()
    qtbot.waitUntil(lambda: {"paint a dark", "paint b dark", "paint c dark"} <= set(story))


@deep_only
def test_a_changed_theme_looks_as_one_for_which_every_widget_is_polished_anew(
    qtbot, window
) -> None:
    def picture(dock) -> np.ndarray:
        dock.show()
        dock.raise_()
        qtbot.wait(100)  # a panel is filled when it comes to the front
        found = dock.widget().grab().toImage().convertToFormat(QImage.Format.Format_RGB32)
        return np.array(found.constBits()).reshape(found.height(), found.bytesPerLine())

    for dock in window.docks.all():
        picture(dock)
    qtbot.waitUntil(lambda: window.debugging.session.is_current)  # its process takes a while
    for name in ("light", "dark"):
        window.set_theme(name)
        qtbot.waitUntil(lambda: not window.dressing.is_busy)
        changed = {dock.objectName(): picture(dock) for dock in window.docks.all()}
        QApplication.setStyle("Fusion")
        anew = {dock.objectName(): picture(dock) for dock in window.docks.all()}
        assert [key for key in changed if not np.array_equal(changed[key], anew[key])] == []
