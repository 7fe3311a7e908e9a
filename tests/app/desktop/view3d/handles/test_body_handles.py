"""Handles drag fixtures, parts, frames and the robot; the file changes as the button goes up."""

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from app.desktop.looks.notice import BODY, FRAME, LOCATION, ROBOT
from app.desktop.modelling.edits.movable import pose_of_thing, selected_thing
from app.desktop.view3d.drawing.pivots import pivot_under

pytestmark = [pytest.mark.window, pytest.mark.gl]
UP = QPoint(0, -40)


def shown_poses(shown) -> dict:
    """T_world_body of every body in the view; one that waits for FEED is not there."""
    bodies = shown.viewport.scene.bodies.items()
    return {n: b.T_world_body.copy() for n, b in bodies if b.T_world_body is not None}


@pytest.mark.parametrize(
    ("kind", "name"), [(BODY, "table"), (BODY, "BLOCK"), (FRAME, "rack"), (ROBOT, "puma")]
)
def test_a_drag_moves_the_thing_along_the_arrow_as_one_undo_step(shown, kind, name) -> None:
    document = shown.document
    document.select(kind, name)
    thing, text = selected_thing(document), document.cell_file.text
    before = np.array(pose_of_thing(document.cell, thing))
    shown.drag(shown.place_of((0, 0, 80)), UP)
    moved = pose_of_thing(document.cell, thing)
    assert moved[2, 3] > before[2, 3] + 10.0
    assert moved[:2, 3] == pytest.approx(before[:2, 3])
    assert moved[:3, :3] == pytest.approx(before[:3, :3])
    assert document.cell_commands.count() == 1
    assert document.cell_commands.undoText() == f"Move {name}"
    document.cell_commands.undo()
    assert document.cell_file.text == text


def test_the_body_follows_in_the_view_while_the_file_waits(shown) -> None:
    shown.document.select(BODY, "table")
    text, before = shown.document.cell_file.text, shown.shown_pose("table").copy()
    shown.drag(shown.place_of((0, 0, 80)), UP, release=False)
    assert shown.document.cell_file.text == text
    assert shown.shown_pose("table")[2, 3] > before[2, 3] + 10.0
    lifted = shown.shown_pose("table").copy()
    QTest.mouseRelease(shown.viewport, Qt.MouseButton.LeftButton)
    shown.settle()
    assert shown.shown_pose("table") == pytest.approx(lifted, abs=1e-6)


def test_escape_brings_the_body_back_and_leaves_no_undo_step(shown) -> None:
    shown.document.select(BODY, "table")
    before = shown.shown_pose("table").copy()
    shown.drag(shown.place_of((0, 0, 80)), UP, release=False)
    QTest.keyClick(shown.viewport, Qt.Key.Key_Escape)
    QTest.mouseRelease(shown.viewport, Qt.MouseButton.LeftButton)
    assert shown.shown_pose("table") == pytest.approx(before)
    assert shown.document.cell_commands.count() == 0


def test_a_frame_carries_what_stands_in_it_and_nothing_else(shown) -> None:
    document = shown.document
    inside = {
        name
        for section in ("fixtures", "parts")
        for name, entry in document.cell_file.data[section].items()
        if entry.get("in") == "rack"
    }
    assert inside
    before = shown_poses(shown)
    document.select(FRAME, "rack")
    shown.drag(shown.place_of((0, 0, 80)), UP, release=False)
    moved = {n for n, T in before.items() if not np.allclose(shown.shown_pose(n), T)}
    assert inside & before.keys() <= moved
    assert "table" not in moved
    assert not any(name.startswith("puma.") for name in moved)


def test_the_robot_takes_its_arm_and_hand_along(shown) -> None:
    document = shown.document
    document.select(BODY, "puma.pedestal")
    assert selected_thing(document) == (ROBOT, "puma")
    before = shown_poses(shown)
    shown.drag(shown.place_of((0, 0, 80)), UP, release=False)
    moved = {n for n, T in before.items() if not np.allclose(shown.shown_pose(n), T)}
    assert moved == {n for n in before if n.startswith("puma.")}


@pytest.mark.parametrize(
    ("kind", "name"), [("", ""), (BODY, "puma.forearm"), (LOCATION, "A"), (FRAME, "world")]
)
def test_without_a_thing_to_place_these_handles_are_hidden(shown, kind, name) -> None:
    shown.document.select(kind, name)
    assert shown.handles.actors.T_world_frame is None


def test_own_axes_and_the_middle_are_settings(shown) -> None:
    shown.document.select(ROBOT, "puma")
    shown.document.select(BODY, "BLOCK")
    file_pose = pose_of_thing(shown.document.cell, selected_thing(shown.document))
    assert shown.handles.actors.T_world_frame[:3, 3] == pytest.approx(file_pose[:3, 3])
    assert shown.handles.actors.T_world_frame[:3, :3] == pytest.approx(np.eye(3))
    shown.jog_settings.set_in_tool(True)
    assert shown.handles.actors.T_world_frame == pytest.approx(file_pose)
    shown.jog_settings.set_at_middle(True)
    corners = shown.viewport.scene.bodies["BLOCK"].corners()
    middle = (corners.min(axis=0) + corners.max(axis=0)) / 2
    assert shown.handles.actors.T_world_frame[:3, 3] == pytest.approx(middle, abs=1e-3)


def test_a_drag_paints_one_frame_a_move_and_meshes_nothing(shown, monkeypatch) -> None:
    from app.desktop.view3d.drawing.bodies import body_actors

    def refuse(*_):
        raise AssertionError("a body is drawn anew")

    shown.document.select(BODY, "table")
    shown.settle()
    monkeypatch.setattr(body_actors.BodyActors, "__init__", refuse)
    monkeypatch.setattr(shown.live_check, "ask", lambda *_: None)  # a verdict may add a frame
    start = shown.place_of((0, 0, 80))
    QTest.mousePress(shown.viewport, Qt.MouseButton.LeftButton, pos=start)
    shown.settle()
    shown.viewport._rest.setInterval(1_000_000)  # outlines that are drawn at rest add frames
    shown.settle()
    before = shown.viewport.frames
    for i in range(1, 9):
        shown.bot.mouseMove(shown.viewport, start - QPoint(0, 5 * i))
        shown.settle()
    assert shown.viewport.frames - before == 8
    QTest.keyClick(shown.viewport, Qt.Key.Key_Escape)


def test_a_double_click_looks_round_what_stands_before_a_body(shown) -> None:
    scene = shown.viewport.scene
    shown.viewport.standard_view("front")
    shown.viewport.focus_on("puma.shoulder")
    assert scene.camera.azimuth == pytest.approx(0.0, abs=1e-6)  # nothing stands before it
    low, high = scene.bodies["feeder"].corners()[[0, -1]]
    wall = scene.bodies["table"].T_world_body.copy()
    wall[:3, :3] = [[1, 0, 0], [0, 0, -1], [0, 1, 0]]  # the top stands upright
    wall[:3, 3] = [*((low + high) / 2)[:2] - np.array([0, 120]), (low + high)[2] / 2]
    scene.move(shown_poses(shown) | {"table": wall})
    shown.viewport.standard_view("front")
    before = scene.camera
    assert scene._set.hidden_share("feeder", before) > 0.5
    shown.viewport.focus_on("feeder")
    assert scene._set.hidden_share("feeder", scene.camera) < 0.2
    assert scene.camera.axes[:, 2] != pytest.approx(before.axes[:, 2], abs=0.1)


def test_an_orbit_over_bare_floor_keeps_the_point_under_the_pointer(shown) -> None:
    scene = shown.viewport.scene
    low = scene.points().min(axis=0)
    point = np.array([low[0] - 100.0, low[1] - 150.0, low[2]])
    place = shown.seen(point)
    assert scene.pick(place.x(), place.y()) is None
    assert pivot_under(scene, place.x(), place.y()) == pytest.approx(point, abs=10.0)
    shown.drag(place, QPoint(60, 0))
    assert (shown.seen(point) - place).manhattanLength() <= 3
