"""Light and shadow in a real view: laid when it rests, gone when anything moves."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

pytest.importorskip("PySide6")


from app.desktop.view3d.drawing import camera as turntable
from app.desktop.view3d.drawing.bodies.body_actors import BodyShape
from app.desktop.view3d.shading import rest_shading
from app.desktop.view3d.shading.quality import GRAPHICS_CARD, SOFTWARE
from app.desktop.view3d.shading.seen_scene import DepthReader
from app.desktop.view3d.viewport import Viewport
from app.desktop.view3d.views import ViewMode
from geometry import Box

pytestmark = [pytest.mark.gl, pytest.mark.window, pytest.mark.at_rest]

AS_IT_IS = replace(SOFTWARE, slow_frame_ms=1e6, slow_shading_ms=1e6)
SHAPES = {
    "block": BodyShape(Box((200, 200, 200)), "#d9782d", "fixture"),
    "table": BodyShape(Box((900, 600, 40)), "#c8ccd0", "fixture"),
}


def at(x: float, y: float, z: float) -> np.ndarray:
    T = np.eye(4)
    T[:3, 3] = x, y, z
    return T


POSES = {"block": at(0, 0, 240), "table": at(0, 0, 20)}


@pytest.fixture
def viewport(shown_view: Any, cell_of: Any) -> Iterator[Viewport]:
    made = shown_view(480, 360)
    made.quality = AS_IT_IS
    made.scene.show_cell(cell_of(SHAPES))
    made.scene.move(POSES)
    yield made


def rest(viewport: Viewport, qtbot: Any) -> None:
    qtbot.waitUntil(lambda: viewport.shading.veil.is_laid, timeout=20_000)


def test_a_resting_picture_gets_shadows_and_a_moving_one_has_none(viewport, qtbot) -> None:
    plain = viewport.grab_image()
    rest(viewport, qtbot)
    shaded = viewport.grab_image()
    assert (plain.astype(int) - shaded).max() > 40
    assert shaded.mean() < plain.mean()
    viewport.scene.look(turntable.orbit(viewport.scene.camera, 0.3, 0.0, (0.0, 0.0, 0.0)))
    viewport.grab_image()
    assert not viewport.shading.veil.is_laid
    rest(viewport, qtbot)
    viewport.scene.move({**POSES, "block": at(100, 0, 240)})
    viewport.grab_image()
    assert not viewport.shading.veil.is_laid


def test_marks_and_colours_leave_the_shadows_as_they_are(viewport, qtbot) -> None:
    rest(viewport, qtbot)
    viewport.scene.hover("block")
    viewport.grab_image()
    viewport.scene.select(["table"])
    viewport.grab_image()
    assert viewport.shading.veil.is_laid


def test_line_views_have_no_shadows(viewport, qtbot) -> None:
    rest(viewport, qtbot)
    viewport.scene.set_mode(ViewMode.HIDDEN)
    viewport.grab_image()
    assert not viewport.shading.veil.is_laid
    frames = viewport.frames
    qtbot.wait(700)  # longer than the rest: nothing is looked for
    assert not viewport.shading.is_busy and viewport.frames <= frames + 2


def test_a_machine_too_slow_for_shadows_has_none_unless_the_user_wants_them(
    viewport, qtbot
) -> None:
    rest(viewport, qtbot)
    viewport.shading.end()
    viewport.quality = replace(AS_IT_IS, slow_shading_ms=0.001)
    viewport.shading.cost_ms = 0.0
    refused: list[int] = []
    viewport.shading.on_refused = lambda: refused.append(1)
    viewport.scene.on_changed()
    qtbot.waitUntil(lambda: refused == [1], timeout=20_000)
    assert not viewport.shading.veil.is_laid
    assert "off" in viewport.shading.report(viewport.quality)
    assert viewport.shading.is_on(GRAPHICS_CARD)
    viewport.shading.set_wish("on")
    viewport.scene.on_changed()
    rest(viewport, qtbot)
    assert "as chosen in View" in viewport.graphics_report


def test_who_wants_no_shadows_gets_none(viewport, qtbot) -> None:
    rest(viewport, qtbot)
    viewport.shading.set_wish("off")
    assert not viewport.shading.veil.is_laid
    viewport.scene.on_changed()
    qtbot.wait(700)
    assert not viewport.shading.is_busy and not viewport.shading.veil.is_laid


def depths_of_a_frame(viewport: Viewport) -> np.ndarray:
    viewport.makeCurrent()
    reader = DepthReader(viewport.scene)
    viewport.render_window.Render()
    reader.close()
    assert reader.depths is not None
    return reader.depths


def test_triad_and_view_cube_leave_the_depths_of_the_bodies_behind_them(viewport, cell_of) -> None:
    scene, table = viewport.scene, BodyShape(Box((9000, 9000, 40)), "#c8ccd0", "fixture")
    scene.show_cell(cell_of({"table": table}))
    scene.move({"table": at(0, 0, 20)})
    scene.look(turntable.standard_view(scene.camera, "top"))  # the table fills the view
    with_marks = depths_of_a_frame(viewport)
    viewport.marks.close()
    without_marks = depths_of_a_frame(viewport)
    assert without_marks.max() < 1.0
    assert np.array_equal(with_marks, without_marks)


def test_the_window_does_not_load_the_loop_itself_and_begins_when_it_is_there(
    viewport, qtbot, monkeypatch
) -> None:
    asked: list[str] = []

    class Loop:
        room, is_known = "geometry", False

        @property
        def is_ready(self) -> bool:
            assert self.is_known, "to ask loads the machine code, which holds the window"
            return True

    loop = Loop()
    monkeypatch.setattr(rest_shading, "gather_light", loop)
    monkeypatch.setattr(rest_shading, "load_ahead", asked.append)
    monkeypatch.setattr(rest_shading, "LOADED_MS", 1)
    begun: list[object] = []
    monkeypatch.setattr(rest_shading, "can_be_shaded", lambda scene: bool(begun.append(scene)))
    shading = rest_shading.RestShading(viewport, viewport.scene, viewport.update)
    shading.begin(viewport.quality)
    qtbot.wait(30)
    assert asked == ["geometry"]
    assert shading.is_busy and not begun
    loop.is_known = True
    qtbot.waitUntil(lambda: begun == [viewport.scene])
    assert asked == ["geometry"]
    shading.close()
