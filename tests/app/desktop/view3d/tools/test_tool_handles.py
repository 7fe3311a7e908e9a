"""The handles drag the tool and the locations, in a view without the other panels."""

from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from app.desktop.jogging.jog_check import JogCheck
from app.desktop.runs.posing.jog_axes import BASE, Axes
from app.desktop.runs.run_control import Command, RunState
from app.desktop.runs.tool_pose import tool_pose
from app.desktop.state.jog_settings import JogSettings
from app.desktop.view3d.drawing.camera import project
from app.desktop.view3d.stage import Stage
from app.desktop.view3d.tools import gizmo
from app.desktop.view3d.tools.gizmo import Handle, Pull
from app.desktop.view3d.tools.tool_handles import ToolHandles

pytestmark = [pytest.mark.window, pytest.mark.gl]
LEFT, NONE = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier


@pytest.fixture
def ready(qtbot, shown_view, checked_document, analyst):
    """A view of the paper's cell in the middle of its run, the picture drawn."""
    viewport = shown_view(800, 640, is_calm=True)
    jog_settings = JogSettings(checked_document)
    stage = Stage(checked_document, viewport, analyst, JogCheck(checked_document, analyst))
    handles = ToolHandles(checked_document, viewport, jog_settings)
    checked_document.seek(3.0)
    made = SimpleNamespace(
        document=checked_document,
        viewport=viewport,
        handles=handles,
        jog_settings=jog_settings,
        stage=stage,
        bot=qtbot,
    )
    qtbot.waitUntil(lambda: viewport.frames > 0)
    settle(made)
    yield made


def settle(window) -> None:
    for _ in range(3):
        QApplication.processEvents()


def place_of(window, local) -> QPoint:
    """The place in the view of a point of the handles, given in points along their axes."""
    scene, T = window.viewport.scene, window.handles.actors.T_world_frame
    scale = gizmo.scale_at(scene.camera, T[:3, 3], scene.size[1])
    world = T[:3, :3] @ (scale * np.asarray(local, float)) + T[:3, 3]
    x, y = project(scene.camera, world, *scene.size)
    return QPoint(round(x), round(y))


def drag(window, start: QPoint, way: QPoint, steps: int = 8, key=NONE, release=True) -> None:
    viewport = window.viewport
    QTest.mousePress(viewport, LEFT, key, start)
    for i in range(1, steps + 1):
        window.bot.mouseMove(viewport, start + QPoint(way.x() * i // steps, way.y() * i // steps))
        QApplication.processEvents()
    if release:
        QTest.mouseRelease(viewport, LEFT, key, start + way)


def pose(window):
    return tool_pose(window.document.cell.robot, window.document.state.q)


def test_the_tool_goes_along_the_arrow_that_is_dragged_and_is_jogged(ready) -> None:
    before, camera = pose(ready), ready.viewport.scene.camera
    drag(ready, place_of(ready, (0, 0, 80)), QPoint(0, -40))
    moved = pose(ready)[:3, 3] - before[:3, 3]
    assert moved[2] > 20.0
    assert moved[:2] == pytest.approx([0.0, 0.0], abs=1e-6)
    assert pose(ready)[:3, :3] == pytest.approx(before[:3, :3], abs=1e-9)
    assert ready.document.control.state is RunState.JOG
    assert ready.viewport.scene.camera.azimuth == pytest.approx(camera.azimuth)


def test_the_handle_stays_under_the_pointer(ready) -> None:
    start, way = place_of(ready, (0, 0, 80)), QPoint(0, -36)
    drag(ready, start, way)
    settle(ready)
    apart = place_of(ready, (0, 0, 80)) - start - way
    assert apart.manhattanLength() <= 8  # the handles keep their size while they come nearer


def test_every_move_of_a_drag_is_solved_and_drawn_once(ready, monkeypatch) -> None:
    from app.desktop.view3d.tools import tool_handles

    solved: list[object] = []
    honest = tool_handles.reach
    monkeypatch.setattr(
        tool_handles, "reach", lambda *args, **more: solved.append(1) or honest(*args, **more)
    )
    viewport, start = ready.viewport, place_of(ready, (0, 0, 80))
    QTest.mousePress(viewport, LEFT, NONE, start)
    settle(ready)
    before = viewport.frames
    for i in range(1, 11):
        ready.bot.mouseMove(viewport, start - QPoint(0, 4 * i))
        QApplication.processEvents()
    assert len(solved) == 10
    assert viewport.frames - before == 10
    QTest.mouseRelease(viewport, LEFT, NONE, start - QPoint(0, 40))


def test_a_ring_turns_the_tool_about_its_point(ready) -> None:
    before = pose(ready)
    rim = gizmo.outline(Handle(Pull.TURN, 2)) * 1.0
    best = max(rim, key=lambda p: place_of(ready, p).y())  # the front of the ring
    drag(ready, place_of(ready, best), QPoint(25, 0))
    assert pose(ready)[:3, 3] == pytest.approx(before[:3, 3], abs=1e-6)
    assert not np.allclose(pose(ready)[:3, :3], before[:3, :3], atol=0.05)


def test_escape_brings_the_run_back_and_a_jogged_pose_too(ready) -> None:
    viewport, q = ready.viewport, np.array(ready.document.state.q)
    drag(ready, place_of(ready, (0, 0, 80)), QPoint(0, -40), release=False)
    assert not np.allclose(ready.document.state.q, q)
    QTest.keyClick(viewport, Qt.Key.Key_Escape)
    assert np.array_equal(ready.document.state.q, q)
    assert ready.document.control.state is not RunState.JOG
    drag(ready, place_of(ready, (0, 0, 80)), QPoint(0, -20))
    jogged = np.array(ready.document.state.q)
    drag(ready, place_of(ready, (0, 0, 80)), QPoint(0, -40), release=False)
    QTest.keyClick(viewport, Qt.Key.Key_Escape)
    assert ready.document.state.q == pytest.approx(jogged)


def test_a_drag_out_of_reach_says_why_and_keeps_the_last_pose(ready) -> None:
    drag(ready, place_of(ready, (80, 0, 0)), QPoint(900, 200), steps=30, release=False)
    label = ready.handles.actors._label.text
    assert "×" in label
    assert "too far" in label
    q = np.array(ready.document.state.q)
    ready.bot.mouseMove(ready.viewport, place_of(ready, (80, 0, 0)) + QPoint(1200, 300))
    assert np.array_equal(ready.document.state.q, q)
    QTest.keyClick(ready.viewport, Qt.Key.Key_Escape)


def test_along_the_tool_the_handles_turn_with_it(ready) -> None:
    ready.jog_settings.set_in_tool(True)
    assert ready.handles.actors.T_world_frame == pytest.approx(pose(ready))
    ready.jog_settings.set_axes(Axes("frame", "conveyor"))
    frame = ready.document.cell.frames["conveyor"]
    assert ready.handles.actors.T_world_frame[:3, :3] == pytest.approx(frame[:3, :3])
    ready.jog_settings.set_in_tool(False)
    ready.jog_settings.set_axes(BASE)
    assert ready.handles.actors.T_world_frame[:3, :3] == pytest.approx(np.eye(3))


def test_the_handles_hide_while_the_run_moves_and_when_they_are_switched_off(ready) -> None:
    ready.document.press(Command.RUN)
    assert ready.handles.actors.T_world_frame is None
    ready.document.press(Command.PAUSE)
    assert ready.handles.actors.T_world_frame is not None
    ready.jog_settings.set_measuring(True)
    assert ready.handles.actors.T_world_frame is None
    ready.jog_settings.set_measuring(False)
    ready.jog_settings.set_handles(False)
    assert ready.handles.actors.T_world_frame is None


def test_beside_the_handles_the_mouse_turns_the_camera(ready) -> None:
    azimuth = ready.viewport.scene.camera.azimuth
    drag(ready, QPoint(30, ready.viewport.height() // 2), QPoint(60, 0))
    assert ready.viewport.scene.camera.azimuth != pytest.approx(azimuth)
    assert ready.document.control.state is not RunState.JOG


def test_a_dragged_location_changes_its_line_as_one_undo_step(ready, analyst) -> None:
    document, source = ready.document, ready.document.active
    before = source.text
    document.select("location", "LOC1")
    drag(ready, place_of(ready, (80, 0, 0)), QPoint(-60, -10))
    lines, old = source.text.splitlines(), before.splitlines()
    assert [i for i, line in enumerate(lines) if line != old[i]] == [1]
    words = lines[1].split()
    assert words[:3] == ["20", "POINT", "LOC1"]
    assert float(words[3]) < 700.0
    assert words[4:] == ["0", "280", "0", "90", "0"]
    document.analyse_now()
    analyst.answer()
    shown = document.run.end_state.locations["LOC1"][0, 3]
    assert shown == pytest.approx(float(words[3]))
    source.text_document.undo()
    assert source.text == before


def test_a_location_is_dragged_with_a_ghost_of_the_arm_and_escape_forgets_it(ready) -> None:
    document, before = ready.document, ready.document.active.text
    document.select("location", "LOC3")
    drag(ready, place_of(ready, (0, 0, 80)), QPoint(0, -20), release=False)
    ghost = document.preview.state
    assert ghost is not None
    assert not np.allclose(ghost.q, document.state.q)
    QTest.keyClick(ready.viewport, Qt.Key.Key_Escape)
    assert document.preview.state is None
    assert document.active.text == before


def test_a_location_is_dragged_where_base_puts_it(ready, analyst) -> None:
    """The frame stands where the arm goes to; its figures count from the axes that BASE set."""
    document, source = ready.document, ready.document.active
    source.replace_text("5 BASE 30, 0, -20\n" + source.text)
    document.analyse_now()
    analyst.answer()
    document.seek(3.0)
    document.select("location", "LOC1")
    settle(ready)
    assert ready.handles.actors.T_world_frame[:3, 3] == pytest.approx([670, 0, 300])
    drag(ready, place_of(ready, (80, 0, 0)), QPoint(-60, -10))
    words = source.text.splitlines()[2].split()
    assert words[:3] == ["20", "POINT", "LOC1"]
    assert float(words[3]) < 700.0
    assert words[4:] == ["0", "280", "0", "90", "0"]
    shown = ready.handles.actors.T_world_frame[:3, 3]
    assert shown == pytest.approx([float(words[3]) - 30, 0, 300], abs=1e-3)


def test_a_drag_ends_where_it_is_when_the_cell_is_edited(ready) -> None:
    drag(ready, place_of(ready, (0, 0, 80)), QPoint(0, -40), release=False)
    document = ready.document
    assert document.control.state is RunState.JOG
    q = np.array(document.state.q)
    document.show_cell(replace(document.cell), None)
    ready.bot.mouseMove(ready.viewport, QPoint(20, 20))
    QTest.mouseRelease(ready.viewport, LEFT, NONE, QPoint(20, 20))
    settle(ready)
    assert np.array_equal(document.state.q, q)
    ready.handles.cancel()
    assert document.control.state is RunState.JOG
