"""The outlines of large cells wait until the view rests; they are seen from the camera's eye."""

from collections.abc import Iterator

import numpy as np
import pytest

from app.desktop.view3d.drawing import contour_view
from app.desktop.view3d.drawing.bodies import outlines
from app.desktop.view3d.drawing.bodies.body_actors import BodyShape
from app.desktop.view3d.drawing.camera import standard_view
from app.desktop.view3d.drawing.scene3d import CellScene
from app.desktop.view3d.viewport import Viewport
from app.desktop.view3d.views import ViewMode
from geometry import Sphere

pytestmark = [pytest.mark.window, pytest.mark.gl]
NAMES = [f"ball{i}" for i in range(4)]


def pose(x: float) -> np.ndarray:
    T = np.eye(4)
    T[0, 3] = x
    return T


@pytest.fixture
def view(qtbot, monkeypatch, cell_of) -> Iterator[Viewport]:
    made = Viewport()
    qtbot.addWidget(made, before_close_func=lambda _: made.close())
    made.flight_ms = 0
    with qtbot.waitExposed(made):
        made.show()
    shape = BodyShape(Sphere(radius=25.0), "#8a6f4d", "fixture")
    made.scene.show_cell(cell_of(dict.fromkeys(NAMES, shape)))
    made.scene.move({name: pose(100.0 * i) for i, name in enumerate(NAMES)})
    triangles = made.scene.bodies[NAMES[0]].triangles
    monkeypatch.setattr(outlines, "MANY_TRIANGLES", 2 * triangles)
    monkeypatch.setattr(outlines, "TRIANGLES_AT_ONCE", triangles)
    qtbot.waitUntil(lambda: made.frames > 0)
    yield made


def outlined(scene: CellScene) -> list[bool]:
    return [bool(body.outline.GetVisibility()) for body in scene.bodies.values()]


def test_outlines_come_back_body_by_body_when_the_view_rests(view, qtbot) -> None:
    scene, seen = view.scene, []
    view.framePainted.connect(lambda _: seen.append(sum(outlined(scene))))
    view.standard_view("top")
    qtbot.waitUntil(lambda: seen[-1:] == [4], timeout=60_000)
    assert seen[0] == 0
    assert max(np.diff(seen)) == 1


def test_a_picture_to_keep_has_all_outlines(view) -> None:
    view.standard_view("top")
    assert view.grab_image().shape[2] == 3
    assert all(outlined(view.scene))


def test_outlines_are_found_again_only_when_the_eye_moves(view) -> None:
    scene = view.scene
    view.grab_image()
    lines = [body.outline.GetMapper().GetInput() for body in scene.bodies.values()]
    before = [found.GetMTime() for found in lines]
    scene.move({name: pose(100.0 * i) for i, name in enumerate(NAMES[:3])} | {NAMES[3]: pose(5e3)})
    view.grab_image()
    after = [found.GetMTime() for found in lines]
    assert after[:3] == before[:3]
    assert after[3] != before[3]
    scene.look(standard_view(scene.camera, "left"))
    view.grab_image()
    assert all(found.GetMTime() != a for found, a in zip(lines, after, strict=True))


def test_contours_come_a_few_bodies_at_a_time_and_end_as_those_cut_at_once(
    view, qtbot, monkeypatch
) -> None:
    scene, counts = view.scene, []
    scene.set_mode(ViewMode.CONTOURS)
    while scene.contours.are_waiting:
        scene.contours.refresh(scene.bodies)
    at_once = scene.contours.actor.GetMapper().GetInput().GetNumberOfCells()
    scene.set_mode(ViewMode.SHADED)
    scene.contours.clear()
    monkeypatch.setattr(contour_view, "CUT_AT_ONCE", 1)
    monkeypatch.setattr(contour_view, "CUTTING_S", -1.0)  # its time is always over
    monkeypatch.setattr(contour_view, "DRAW_EVERY", 1)
    data = scene.contours.actor.GetMapper
    view.framePainted.connect(lambda _: counts.append(data().GetInput().GetNumberOfCells()))
    scene.set_mode(ViewMode.CONTOURS)
    qtbot.waitUntil(lambda: counts[-1:] == [at_once], timeout=60_000)
    assert max(np.diff([0, *counts])) == at_once / len(NAMES)
