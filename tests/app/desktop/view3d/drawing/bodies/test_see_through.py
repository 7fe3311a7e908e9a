"""See-through faces are put in order; without any, the frame is spared the pass."""

from collections.abc import Iterator

import numpy as np
import pytest

from app.desktop.view3d.drawing.bodies.body_actors import BodyShape
from app.desktop.view3d.viewport import Viewport
from geometry import Sphere

pytestmark = [pytest.mark.window, pytest.mark.gl]


def pose(x: float) -> np.ndarray:
    T = np.eye(4)
    T[0, 3] = x
    return T


@pytest.fixture
def view(qtbot, cell_of) -> Iterator[Viewport]:
    made = Viewport()
    qtbot.addWidget(made, before_close_func=lambda _: made.close())
    with qtbot.waitExposed(made):
        made.show()
    shape = BodyShape(Sphere(radius=25.0), "#8a6f4d", "fixture")
    made.scene.show_cell(cell_of({"near": shape, "far": shape}))
    made.scene.move({"near": pose(0.0), "far": pose(20.0)})
    yield made


def has_pass(view: Viewport) -> bool:
    view.grab_image()
    return bool(view.renderer.GetUseOIT())


def test_the_lines_of_the_floor_alone_need_no_order(view) -> None:
    assert view.scene.floor.is_laid
    assert not has_pass(view)


def test_a_see_through_body_and_a_ghost_need_it_as_long_as_they_are_seen(view) -> None:
    view.scene.set_looks((), {"near": 0.4})
    assert has_pass(view)
    view.scene.set_looks({"near"}, {"near": 0.4})
    assert not has_pass(view)
    view.scene.set_looks((), {})
    assert not has_pass(view)
    view.scene.ghost({"near": pose(50.0)})
    assert has_pass(view)
    view.scene.ghost(None)
    assert not has_pass(view)


def test_what_stands_behind_two_see_through_bodies_shows_through_both(view) -> None:
    """The pass is on in the picture, not only in the setting: order does not change the colours."""
    view.scene.set_looks((), {"near": 0.4, "far": 0.4})
    first = view.grab_image()
    props = [body.faces for body in view.scene.bodies.values()]
    for prop in props:  # drawn in the other order
        view.renderer.RemoveActor(prop)
    for prop in reversed(props):
        view.renderer.AddActor(prop)
    assert np.abs(view.grab_image().astype(int) - first).max() <= 2
