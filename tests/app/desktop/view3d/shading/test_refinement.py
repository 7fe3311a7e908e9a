"""Smooth edges and the order of see-through surfaces wait until the picture rests."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

pytest.importorskip("PySide6")

from app.desktop.view3d.drawing import camera as turntable
from app.desktop.view3d.drawing.bodies.body_actors import BodyShape
from app.desktop.view3d.shading.quality import GRAPHICS_CARD, SOFTWARE
from app.desktop.view3d.viewport import Viewport
from geometry import Box

pytestmark = [pytest.mark.gl, pytest.mark.window]
AT_ONCE = replace(SOFTWARE, slow_frame_ms=1e6, slow_shading_ms=0.0)


@pytest.fixture
def viewport(shown_view: Any, cell_of: Any) -> Iterator[Viewport]:
    made = shown_view(480, 360)
    made.quality = AT_ONCE
    made.scene.show_cell(cell_of({"block": BodyShape(Box((200, 200, 200)), "#d9782d", "fixture")}))
    made.scene.move({"block": np.eye(4)})
    yield made


def turn(viewport: Viewport) -> None:
    viewport.scene.look(turntable.orbit(viewport.scene.camera, 0.3, 0.0, (0.0, 0.0, 0.0)))


def is_fine(viewport: Viewport) -> bool:
    return bool(viewport.renderer.GetUseOIT() and viewport.renderer.GetUseFXAA())


def test_a_moving_picture_is_drawn_quickly_and_a_resting_one_well(viewport, qtbot) -> None:
    qtbot.waitUntil(lambda: is_fine(viewport))
    turn(viewport)
    assert not viewport.renderer.GetUseOIT() and not viewport.renderer.GetUseFXAA()
    frames = viewport.frames
    qtbot.waitUntil(lambda: is_fine(viewport) and viewport.frames > frames + 1)


def test_a_kept_picture_does_not_depend_on_whether_it_moves(viewport, qtbot) -> None:
    turn(viewport)
    viewport.renderer.SetUseFXAA(False)
    moving = viewport.grab_image()
    qtbot.waitUntil(lambda: is_fine(viewport))
    viewport.renderer.SetUseFXAA(False)
    assert np.array_equal(moving, viewport.grab_image())


def test_see_through_bodies_and_a_graphics_card_keep_the_order(viewport, qtbot) -> None:
    body = viewport.scene.bodies["block"]
    assert body.style is not None
    body.dress(replace(body.style, opacity=0.4), 1.0)
    turn(viewport)
    assert viewport.renderer.GetUseOIT()
    body.dress(replace(body.style, opacity=1.0), 1.0)
    turn(viewport)
    assert not viewport.renderer.GetUseOIT()
    viewport.quality = GRAPHICS_CARD
    turn(viewport)
    assert viewport.renderer.GetUseOIT()
