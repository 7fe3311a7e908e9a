"""Jogging by the pose of the tool, on a document without a process."""

from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import Qt

from app.desktop.jogging.joints_panel import JointsPanel
from app.desktop.looks.theme import DARK
from app.desktop.runs.posing.jog_axes import Axes, T_base_of
from app.desktop.runs.run_control import RunState
from app.desktop.runs.tool_pose import tool_pose
from app.desktop.state.jog_settings import JogSettings
from kinematics import translation, xyzoat_from_pose
from scenes import start_state
from scenes.files.loader import cell_from_document
from scenes.files.text.documents import read_document
from scenes.library import cell_path
from scenes.world.placement import placement
from scenes.world.state import Held

pytestmark = pytest.mark.window


@pytest.fixture
def panel(qtbot, checked_document):
    made = JointsPanel(checked_document, JogSettings(checked_document), DARK)
    qtbot.addWidget(made)
    made.resize(284, 620)
    with qtbot.waitExposed(made):
        made.show()
    return made


def pose(document):
    return tool_pose(document.cell.robot, document.state.q)


def type_into(qtbot, field, text: str) -> None:
    field.setFocus()
    field.selectAll()
    qtbot.keyClicks(field, text)
    qtbot.keyClick(field, Qt.Key.Key_Return)


def test_the_fields_show_the_pose_in_the_dialect_of_the_program(panel, document) -> None:
    wanted = xyzoat_from_pose(pose(document), "hokkaido")
    shown = [field.value() for field in panel.tool.fields]
    assert shown == pytest.approx(wanted, abs=0.006)
    assert "hokkaido" in panel.tool.title.text()


@pytest.mark.parametrize(("index", "text", "value"), [(0, "500", 500.0), (2, "1400/2", 700.0)])
def test_a_typed_value_moves_the_tool_there_and_nothing_else(
    qtbot, panel, document, index, text, value
) -> None:
    before = xyzoat_from_pose(pose(document), "hokkaido")
    type_into(qtbot, panel.tool.fields[index], text)
    after = xyzoat_from_pose(pose(document), "hokkaido")
    assert document.control.state is RunState.JOG
    before[index] = value
    assert after == pytest.approx(before, abs=1e-6)


def test_a_typed_angle_turns_the_tool(qtbot, panel, document) -> None:
    point = pose(document)[:3, 3]
    type_into(qtbot, panel.tool.fields[4], "40")
    assert xyzoat_from_pose(pose(document), "hokkaido")[4] == pytest.approx(40.0)
    assert pose(document)[:3, 3] == pytest.approx(point)


def test_a_step_goes_along_the_base_or_along_the_tool(panel, document) -> None:
    T = pose(document)
    panel.tool.buttons["+X"].click()
    assert pose(document)[:3, 3] - T[:3, 3] == pytest.approx([10.0, 0.0, 0.0], abs=1e-6)
    T = pose(document)
    panel._jog_settings.set_in_tool(True)
    panel.tool.buttons["−Z"].click()
    assert pose(document)[:3, 3] - T[:3, 3] == pytest.approx(-10.0 * T[:3, 2], abs=1e-6)
    panel.tool.buttons["+RZ"].click()
    assert pose(document)[:3, 2] == pytest.approx(T[:3, 2], abs=1e-9)


def test_a_pose_out_of_reach_is_refused_with_its_figures_and_keeps_the_arm(
    qtbot, panel, document
) -> None:
    q = np.array(document.state.q)
    type_into(qtbot, panel.tool.fields[0], "4000")
    assert np.array_equal(document.state.q, q)
    assert "too far" in panel.tool.refusal.text()
    assert panel.tool.refusal.isVisible()
    assert panel.tool.fields[0].value() == pytest.approx(pose(document)[0, 3], abs=0.006)
    panel.tool.buttons["+Y"].click()
    assert not panel.tool.refusal.isVisible()


def test_a_pose_over_a_limit_is_refused_and_names_the_joint(panel, document) -> None:
    q = np.array(document.state.q)
    q[4] = document.cell.robot.mechanism.upper[4] - 0.01
    document.jog(q)
    for name in ("+RY", "−RY"):
        panel.tool.buttons[name].click()
        if panel.tool.refusal.isVisible():
            break
    assert "theta5" in panel.tool.refusal.text()
    assert "limit 120.0 deg" in panel.tool.refusal.text()


def test_leaving_a_field_as_it_is_does_not_jog(qtbot, panel, document) -> None:
    panel.tool.fields[1].setFocus()
    panel.tool.fields[2].setFocus()
    qtbot.keyClick(panel.tool.fields[2], Qt.Key.Key_Return)
    assert document.control.state is not RunState.JOG


def choose(panel, title: str) -> None:
    panel.tool.axes.setCurrentText(title)
    assert panel.tool.axes.currentText() == title, panel.tool.axes.count()
    panel.tool.axes.activated.emit(panel.tool.axes.currentIndex())


@pytest.mark.parametrize("title", ["World", "frame conveyor", "part WORK"])
def test_the_tool_is_shown_typed_and_stepped_in_the_chosen_axes(
    qtbot, panel, document, title
) -> None:
    cell = document.cell
    T_base_world = np.linalg.inv(cell.robot.T_world_base)
    T_base_axes = {
        "World": T_base_world,
        "frame conveyor": T_base_world @ cell.frames["conveyor"],
        "part WORK": T_base_world @ cell.part_called("WORK").T_world_feed,
    }[title]
    choose(panel, title)
    wanted = xyzoat_from_pose(np.linalg.inv(T_base_axes) @ pose(document), "hokkaido")
    assert [field.value() for field in panel.tool.fields] == pytest.approx(wanted, abs=0.006)
    T = pose(document)
    panel.tool.buttons["+Y"].click()
    assert pose(document)[:3, 3] - T[:3, 3] == pytest.approx(10.0 * T_base_axes[:3, 1], abs=1e-6)
    type_into(qtbot, panel.tool.fields[1], f"{wanted[1]:.2f}")
    after = xyzoat_from_pose(np.linalg.inv(T_base_axes) @ pose(document), "hokkaido")
    assert after[1] == pytest.approx(wanted[1], abs=0.006)


def test_axes_of_a_frame_that_is_gone_become_those_of_the_base(panel, document, qtbot) -> None:
    choose(panel, "frame conveyor")
    file = read_document(cell_path("drilling"), "cell file")
    document.show_cell(cell_from_document(file), file)
    qtbot.waitUntil(panel._fits_cell)
    assert panel.tool.axes.currentText() == "Base"
    assert "in the base" in panel.tool.title.text()


def test_the_axes_of_a_held_part_go_with_the_hand(cell) -> None:
    held = replace(start_state(cell), held=Held("WORK", translation(3.0, 4.0, 120.0)))
    T_world_part = placement(cell, held)["WORK"]
    T_base_part = T_base_of(Axes("part", "WORK"), cell, held)
    assert cell.robot.T_world_base @ T_base_part == pytest.approx(T_world_part, abs=1e-9)
