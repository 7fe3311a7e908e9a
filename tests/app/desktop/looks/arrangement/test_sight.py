"""A panel behind another tab misses its refreshes, and is refreshed when it comes to the front."""

import pytest
from PySide6.QtWidgets import QWidget

from app.desktop.looks.arrangement.docks import Docks
from app.desktop.looks.arrangement.sight import Sight

pytestmark = pytest.mark.window


class Panel(QWidget):
    """Counts what it shows, as far as it can be seen."""

    def __init__(self) -> None:
        super().__init__()
        self.shown = 0
        self.sight = Sight(self, self.refresh)

    def refresh(self) -> None:
        if self.sight.is_clear():
            self.shown += 1


@pytest.fixture
def pair(qtbot) -> tuple[Panel, Docks]:
    """A panel behind another one, in docks as the window has them."""
    from PySide6.QtWidgets import QMainWindow

    window = QMainWindow()
    qtbot.addWidget(window)
    panel = Panel()
    names = "Cell Jog Outline Solutions Properties Import Program Debug Problems Collisions"
    rest = ["References", "Tables", "Console", "Signals", "Mechanism", "Study"]
    panels = {name: QWidget() for name in [*names.split(), *rest]} | {"Plots": panel}
    docks = Docks(window, panels)
    window.resize(1200, 800)
    with qtbot.waitExposed(window):
        window.show()
    docks["Problems"].raise_()
    qtbot.waitUntil(lambda: panel.visibleRegion().isEmpty())
    panel.shown = 0
    return panel, docks


def test_a_panel_behind_a_tab_shows_nothing_until_it_comes_to_the_front(qtbot, pair) -> None:
    panel, docks = pair
    assert panel.isVisible()  # so Qt says
    for _ in range(5):
        panel.refresh()
    assert panel.shown == 0
    docks["Plots"].raise_()
    qtbot.waitUntil(lambda: panel.shown > 0)
    before = panel.shown
    panel.refresh()
    assert panel.shown == before + 1


def test_a_panel_that_missed_nothing_is_not_refreshed_again(qtbot, pair) -> None:
    panel, docks = pair
    docks["Plots"].raise_()
    qtbot.waitUntil(lambda: not panel.visibleRegion().isEmpty())
    panel.refresh()
    before = panel.shown
    docks["Problems"].raise_()
    qtbot.wait(30)
    docks["Plots"].raise_()
    qtbot.wait(30)
    assert panel.shown == before
