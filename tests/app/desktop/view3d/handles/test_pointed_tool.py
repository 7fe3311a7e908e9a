"""Clicks on targets make named frames and place new bodies."""

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from app.desktop.looks.notice import BODY, FRAME
from app.desktop.modelling.edits.new_things import PALETTE, add_new_body
from app.desktop.view3d.handles.body_task import PlaceBody, place_on
from app.desktop.view3d.handles.frame_tasks import FrameByFace, FrameByPoints
from app.desktop.view3d.handles.pointed_frames import frame_of_points, frame_on_face, resting_on
from app.desktop.view3d.handles.pointed_tool import PointedTool
from app.desktop.view3d.handles.snapping import CORNER, FACE, Target
from scenes.files.file_poses import pose_of

LEFT = Qt.MouseButton.LeftButton


def is_frame(T) -> bool:
    R = T[:3, :3]
    return np.allclose(R.T @ R, np.eye(3), atol=1e-9) and np.linalg.det(R) > 0.0


@pytest.mark.parametrize("seed", range(20))
def test_three_points_give_the_frame_from_which_they_were_taken(seed) -> None:
    rng = np.random.default_rng(seed)
    T = pose_of(rng.uniform(-500, 500, 3), rng.uniform(-180, 180, 3))
    origin = T[:3, 3]
    on_x = origin + rng.uniform(1, 300) * T[:3, 0]
    in_xy = origin + rng.uniform(-300, 300) * T[:3, 0] + rng.uniform(1, 300) * T[:3, 1]
    assert frame_of_points(origin, on_x, in_xy) == pytest.approx(T, abs=1e-7)


def test_points_on_one_line_give_no_frame() -> None:
    rng = np.random.default_rng(0)
    start, way = rng.uniform(-99, 99, 3), rng.normal(size=3)
    assert frame_of_points(start, start + way, start + 3.0 * way) is None
    assert frame_of_points(start, start, start + way) is None
    assert frame_of_points(start, start + way, start) is None


@pytest.mark.parametrize("seed", range(20))
def test_on_a_face_z_is_the_normal_and_x_the_nearest_to_that_of_the_world(seed) -> None:
    rng = np.random.default_rng(seed)
    normal = rng.normal(size=3)
    normal /= np.linalg.norm(normal)
    T = frame_on_face(rng.uniform(-99, 99, 3), normal)
    assert is_frame(T)
    assert T[:3, 2] == pytest.approx(normal)
    world = np.eye(3)[1 if abs(normal[0]) > 0.9 else 0]
    turns = [np.cos(a) * T[:3, 0] + np.sin(a) * T[:3, 1] for a in np.linspace(0, 6.28, 200)]
    assert world @ T[:3, 0] >= max(world @ turn for turn in turns) - 1e-9


@pytest.mark.parametrize("seed", range(10))
def test_a_body_rests_with_its_lowest_plane_in_the_face(seed) -> None:
    rng = np.random.default_rng(seed)
    normal, lowest = rng.normal(size=3), rng.uniform(-90, 0)
    normal /= np.linalg.norm(normal)
    point = rng.uniform(-300, 300, 3)
    corners = np.array([[x, y, lowest] for x in (-50, 50) for y in (-50, 50)])
    for kind in (FACE, CORNER):
        T = place_on(Target(point, kind, "wall", normal, normal), lowest)
        placed = corners @ T[:3, :3].T + T[:3, 3]
        assert (placed - point) @ normal == pytest.approx(np.zeros(4), abs=1e-9)
    assert resting_on(point, normal, lowest)[:3, 2] == pytest.approx(normal)


def test_on_the_floor_a_body_stands_upright_in_whole_millimetres() -> None:
    up = np.array([0.0, 0.0, 1.0])
    placed = place_on(Target(np.array([123.4, -56.7, 0.0]), "floor", "", up, up), -30.0)
    assert placed == pytest.approx(pose_of((123, -57, 30)))


@pytest.fixture
def pointing(shown):
    shown.tool = PointedTool(shown.document, shown.viewport, shown.jog_settings, shown.pointing)
    return shown


def click(shown, point) -> None:
    place = shown.seen(point)
    shown.bot.mouseMove(shown.viewport, place)
    QTest.mouseClick(shown.viewport, LEFT, Qt.KeyboardModifier.NoModifier, place)
    shown.settle()


def table_top(shown):
    """Low and high corner of the table's top, mm."""
    corners = shown.viewport.scene.bodies["table"].corners()
    low, high = corners.min(axis=0), corners.max(axis=0)
    return np.array([low[0], low[1], high[2]]), high


@pytest.mark.window
@pytest.mark.gl
def test_three_clicks_on_corners_make_a_named_frame_as_one_undo_step(pointing) -> None:
    document, text = pointing.document, pointing.document.cell_file.text
    low, high = table_top(pointing)
    pointing.tool.begin(FrameByPoints(document))
    click(pointing, [high[0], low[1], high[2]])
    click(pointing, high)
    click(pointing, low)
    T = document.cell.frames["frame1"]
    assert T[:3, 3] == pytest.approx([high[0], low[1], high[2]])
    assert T[:3, 0] == pytest.approx([0.0, 1.0, 0.0])
    assert T[:3, 1] == pytest.approx([-1.0, 0.0, 0.0])
    assert (document.selection.kind, document.selection.name) == (FRAME, "frame1")
    assert pointing.tool.task is None
    document.cell_commands.undo()
    assert document.cell_file.text == text


@pytest.mark.window
@pytest.mark.gl
def test_a_click_on_a_face_makes_a_frame_with_its_normal(pointing) -> None:
    low, high = table_top(pointing)
    point = np.array([high[0] - 60.0, low[1] + 150.0, high[2]])
    pointing.tool.begin(FrameByFace(pointing.document))
    click(pointing, point)
    T = pointing.document.cell.frames["frame1"]
    assert T[:3, 2] == pytest.approx([0.0, 0.0, 1.0])
    assert T[:3, 3] == pytest.approx(point, abs=3.0)
    assert T[2, 3] == pytest.approx(high[2], abs=1e-6)


@pytest.mark.window
@pytest.mark.gl
def test_escape_ends_the_task_and_changes_nothing(pointing) -> None:
    pointing.tool.begin(FrameByPoints(pointing.document))
    click(pointing, table_top(pointing)[1])
    QTest.keyClick(pointing.viewport, Qt.Key.Key_Escape)
    assert pointing.tool.task is None
    assert "frame1" not in pointing.document.cell.frames
    assert pointing.jog_settings.shows_handles


@pytest.mark.window
@pytest.mark.gl
def test_a_new_body_follows_the_pointer_and_stays_where_it_is_clicked(pointing) -> None:
    document = pointing.document
    name = add_new_body(document, "fixtures", "box")
    document.select(BODY, name)
    pointing.bot.waitUntil(lambda: name in pointing.viewport.scene.bodies)
    pointing.tool.begin(PlaceBody(document, pointing.stage, name, -30.0))
    low, high = table_top(pointing)
    point = np.array([high[0] - 60.0, low[1] + 150.0, high[2]])
    pointing.bot.mouseMove(pointing.viewport, pointing.seen(point))
    on_table = pointing.viewport.scene.bodies[name].corners()
    assert on_table[:, 2].min() == pytest.approx(high[2], abs=1e-6)
    assert document.cell_commands.count() == 1
    click(pointing, point)
    body = next(b for b in document.cell.fixtures if b.name == name)
    assert body.T_world_body[:3, 3] == pytest.approx([*np.round(point[:2]), high[2] + 30.0], abs=3)
    assert body.T_world_body[2, 3] == pytest.approx(high[2] + 30.0, abs=1e-6)
    assert document.cell_commands.count() == 1


@pytest.mark.window
@pytest.mark.gl
def test_undo_of_the_new_body_ends_its_placing(pointing) -> None:
    document = pointing.document
    name = add_new_body(document, "fixtures", "box")
    pointing.bot.waitUntil(lambda: name in pointing.viewport.scene.bodies)
    pointing.tool.begin(PlaceBody(document, pointing.stage, name, -30.0))
    pointing.bot.mouseMove(pointing.viewport, pointing.seen(table_top(pointing)[1]))
    document.cell_commands.undo()
    assert pointing.tool.task is None
    assert pointing.stage.displaced is None
    pointing.bot.waitUntil(lambda: name not in pointing.viewport.scene.bodies)


@pytest.mark.window
@pytest.mark.gl
def test_new_bodies_are_named_by_shape_and_go_on_in_the_palette(shown) -> None:
    document = shown.document
    names = [add_new_body(document, "fixtures", kind) for kind in ("box", "box", "sphere")]
    names += [add_new_body(document, "parts", kind) for kind in ("box", "cylinder")]
    assert names[:3] == ["box1", "box2", "sphere1"]
    assert names[4] == "PEG1"
    entries = {**document.cell_file.data["fixtures"], **document.cell_file.data["parts"]}
    colours = [entries[name]["colour"] for name in names]
    assert len(set(colours)) == len(colours)
    assert set(colours) <= set(PALETTE)
