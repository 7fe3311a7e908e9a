"""The panel of the workbench: its fields are those of the arm of the cell, also while one types."""

import pytest

from app.desktop.looks.theme import DARK
from app.desktop.workbench.bench import Workbench
from app.desktop.workbench.bench_panel import WorkbenchPanel
from scenes import load_cell

pytestmark = pytest.mark.window


@pytest.fixture
def panel(qtbot, document, analyst):
    document.show_cell(load_cell("ur_pick_place"), None)
    made = WorkbenchPanel(Workbench(document, analyst), None, DARK)
    qtbot.addWidget(made)
    made.resize(900, 500)
    with qtbot.waitExposed(made):
        made.show()
    return made


def shown(panel) -> dict[tuple[int, str], float]:
    return {place: field.value() for place, field in panel.fields.items()}


def test_a_value_typed_for_the_arm_before_is_none_of_another_arm(panel, document, qtbot) -> None:
    panel.activateWindow()
    field = panel.fields[0, "a"]
    field.setFocus()
    qtbot.waitUntil(field.hasFocus)
    qtbot.keyClicks(field, "77")
    document.show_cell(load_cell("scara_assembly"), None)
    draft = panel._bench.draft
    assert draft.n == 4 and {row for row, _ in panel.fields} == {0, 1, 2, 3}
    values = {place: draft.value(*place) for place in panel.fields}
    assert shown(panel) == pytest.approx(values, abs=0.005)
    panel.refresh()
    document.show_cell(load_cell("ur_pick_place"), None)
    assert len({row for row, _ in panel.fields}) == 6
