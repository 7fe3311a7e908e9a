"""The bars of the window can be dragged at every width of their panel."""

import pytest
from PySide6.QtWidgets import QApplication, QSlider

from app.desktop.jogging.joints_panel import JointsPanel
from app.desktop.looks.limit_bar import LEAST_WIDTH, LimitBar
from app.desktop.looks.theme import DARK
from app.desktop.state.jog_settings import JogSettings
from app.desktop.view3d.sectioning.section_bar import SectionBar
from scenes import load_cell
from scenes.library import robot_names

pytestmark = pytest.mark.window

WIDTHS = (284, 300, 339, 341, 380, 420, 600)


@pytest.mark.parametrize("name", [n for n in robot_names() if "ur5" in n or "iiwa" in n])
def test_bars_of_joints_are_wide_enough_and_nothing_is_cut_off(
    qtbot, document, tmp_path, name
) -> None:
    path = tmp_path / "one.cell.yaml"
    path.write_text(f"cell: 1\nrobots:\n  arm: {{use: {name}}}\n", encoding="utf-8")
    document.show_cell(load_cell(path), None)
    panel = JointsPanel(document, JogSettings(document), DARK)
    qtbot.addWidget(panel)
    panel.show()
    for width in WIDTHS:
        panel.resize(width, 700)
        QApplication.processEvents()
        bars = panel.findChildren(LimitBar)
        assert bars
        assert min(bar.width() for bar in bars) >= LEAST_WIDTH, width
        assert panel.widget().minimumSizeHint().width() <= panel.viewport().width(), width


def test_the_slider_of_the_section_is_wide_enough(qtbot) -> None:
    bar = SectionBar(DARK)
    qtbot.addWidget(bar)
    assert bar.findChild(QSlider).minimumWidth() >= LEAST_WIDTH
