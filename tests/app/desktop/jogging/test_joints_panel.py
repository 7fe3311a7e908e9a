"""The joints panel on arms with closed loops: passive values follow, and open loops are no pose."""

from types import SimpleNamespace

import numpy as np
import pytest

from app.desktop.jogging.joints_panel import JointsPanel, passive_text
from app.desktop.looks.theme import DARK, LIGHT
from app.desktop.state.jog_settings import JogSettings
from kinematics import forward
from scenes import load_cell, load_robot, start_state

pytestmark = pytest.mark.window

CELL = "cell: 1\ntitle: a cell\nrobots:\n  arm: {use: textbook_delta}\n"


@pytest.fixture
def panel(qtbot, document, analyst, tmp_path):
    path = tmp_path / "one.cell.yaml"
    path.write_text(CELL, encoding="utf-8")
    document.show_cell(load_cell(path), None)
    made = JointsPanel(document, JogSettings(document), DARK)
    qtbot.addWidget(made)
    made.resize(284, 620)
    with qtbot.waitExposed(made):
        made.show()
    return made


def test_a_jogged_crank_moves_the_passive_values_that_are_shown(panel, document) -> None:
    robot = document.cell.robot
    panel._jog(0, 40.0)
    panel._jog(1, 30.0)
    q = np.radians([40.0, 30.0, 15.0, 0.0])
    assert np.allclose(document.state.q, q)
    x, y, z = forward(robot.mechanism, q)[:3, 3]
    text = panel._passive.text()
    assert text == passive_text(robot.mechanism, q)
    values = f"x {x:.1f} mm, y {y:.1f} mm\nz {z - 540.0:.1f} mm,"
    assert text.startswith(f"Passive joints:\n{values}")
    assert "✖" not in text
    assert not panel._passive.isHidden()
    assert len(panel._rows) == 4


def test_a_value_typed_for_the_arm_before_moves_no_joint_of_another_arm(
    panel, document, qtbot
) -> None:
    panel.activateWindow()
    document.show_cell(load_cell("ur_pick_place"), None)
    qtbot.waitUntil(panel._fits_cell)
    field = panel._rows[5].field
    field.setFocus()
    qtbot.waitUntil(field.hasFocus)
    qtbot.keyClicks(field, "45")
    document.show_cell(load_cell("scara_assembly"), None)
    cell = document.cell
    panel._jog(5, 45.0)  # the rows of the arm before stay until the next event
    assert document.jogged is None
    qtbot.waitUntil(lambda: len(panel._rows) == cell.robot.mechanism.n == 4)
    assert document.jogged is None and np.array_equal(document.state.q, start_state(cell).q)


def test_a_passive_joint_beyond_its_limit_is_marked() -> None:
    mechanism = load_robot("textbook_delta").mechanism
    text = passive_text(mechanism, np.radians([75.0, 75.0, -40.0, 0.0]))
    assert "✖ lean1a" in text
    assert "✖ swing1a" not in text
    assert passive_text(load_robot("puma560").mechanism, np.zeros(6)) == ""


def test_a_run_that_moves_shows_few_values_and_its_end_at_once(panel, qtbot, monkeypatch) -> None:
    shown: list[bool] = []
    control = SimpleNamespace(is_moving=True)
    monkeypatch.setattr(panel, "refresh", lambda: shown.append(control.is_moving))
    monkeypatch.setattr(panel, "_document", SimpleNamespace(control=control))
    for _ in range(20):
        panel._follow_position()
    assert shown == [True]
    qtbot.waitUntil(lambda: not panel._while_moving.isActive())
    panel._follow_position()
    assert shown == [True, True]
    control.is_moving = False
    panel._follow_position()
    panel._follow_position()
    assert shown == [True, True, False, False]


def test_rows_that_are_given_up_half_way_leave_a_panel_that_can_be_used(panel, document) -> None:
    document.show_cell(load_cell("ur_pick_place"), None)
    panel._build_some()
    panel._build_some()
    panel.set_theme(LIGHT)
    document.show_cell(load_cell("kakazu1985"), None)  # the rows of the arm before are given up
    panel.set_theme(DARK)
    panel._build_some()
    panel.set_theme(LIGHT)
    while not panel._fits_cell():
        panel._build_some()
        panel.set_theme(DARK)
    assert len(panel._rows) == 6
    panel._jog(0, 12.0)
    assert panel._rows[0].field.value() == 12.0
