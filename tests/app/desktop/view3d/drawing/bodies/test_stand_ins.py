"""Coarse stand-ins draw the bodies while the camera moves; at rest the bodies draw themselves."""

from collections.abc import Iterator

import numpy as np
import pytest

from app.desktop.view3d.drawing.bodies import stand_ins
from app.desktop.view3d.drawing.bodies.body_actors import BodyShape
from app.desktop.view3d.drawing.bodies.body_drawing import drawing_of
from app.desktop.view3d.drawing.camera import orbit
from app.desktop.view3d.sectioning.cut import Cut
from app.desktop.view3d.sectioning.section import Section
from app.desktop.view3d.viewport import Viewport
from app.desktop.view3d.views import ViewMode
from geometry import Box, Sphere

pytestmark = [pytest.mark.window, pytest.mark.gl]
BALL, BOX = Sphere(radius=25.0), Box((40, 40, 40))
NAMES = [f"ball{i}" for i in range(6)]


def pose(x: float) -> np.ndarray:
    T = np.eye(4)
    T[0, 3] = x
    return T


POSES = {name: pose(80.0 * i) for i, name in enumerate(NAMES)}


@pytest.fixture
def view(qtbot, monkeypatch, cell_of) -> Iterator[Viewport]:
    made = Viewport()
    qtbot.addWidget(made, before_close_func=lambda _: made.close())
    made.flight_ms = 0
    made.resize(500, 360)
    with qtbot.waitExposed(made):
        made.show()
    shapes = {name: BodyShape(BALL, "#8a6f4d", "fixture") for name in NAMES}
    made.scene.show_cell(cell_of(shapes))
    made.scene.move(POSES)
    qtbot.waitUntil(lambda: made.frames > 0)
    monkeypatch.setattr(stand_ins, "MOST_TRIANGLES", 3000)
    made._rest.setInterval(10**6)  # the view rests only where a test says so
    qtbot.wait(100)
    rest(made, qtbot)
    yield made


def rest(view: Viewport, qtbot) -> None:
    """Lets the view come to rest, with all that waits for it."""
    waits = view.scene.outlines
    while waits.are_waiting or view.scene.contours.are_waiting:
        view._settle()
    qtbot.wait(1)


def turn(view: Viewport, qtbot, angle: float = 0.3) -> None:
    """Turns the camera, and waits for the frame."""
    before = view.frames
    view.scene.look(orbit(view.scene.camera, angle, 0.0, np.array([200.0, 0.0, 0.0])))
    qtbot.waitUntil(lambda: view.frames > before)


def drawn(view: Viewport) -> tuple[int, int]:
    """The visible actors of faces, and their triangles."""
    every = [p for p in view.renderer.GetViewProps() if p.IsA("vtkActor") and p.GetVisibility()]
    counts = [actor.GetMapper().GetInput().GetNumberOfPolys() for actor in every]
    return sum(count > 0 for count in counts), sum(counts)


def test_a_frame_with_a_moving_camera_has_one_actor_for_a_look_and_few_triangles(
    view, qtbot
) -> None:
    whole = drawn(view)
    assert whole == (len(NAMES), len(NAMES) * len(drawing_of(BALL).mesh.triangles))
    turn(view, qtbot)
    actors, triangles = drawn(view)
    assert actors == 1
    assert 0 < triangles <= 3000 < whole[1]


def test_stand_ins_are_made_once_and_anew_only_where_a_body_changes(
    view, qtbot, monkeypatch
) -> None:
    monkeypatch.setattr(stand_ins, "IN_ONE", 2)
    turn(view, qtbot)
    first = view.scene.outlines.stand_ins.actors
    assert drawn(view)[0] == len(NAMES) / 2
    rest(view, qtbot)
    turn(view, qtbot)
    assert view.scene.outlines.stand_ins.actors == first
    rest(view, qtbot)
    view.scene.move(POSES | {NAMES[0]: pose(-50.0)})
    turn(view, qtbot)
    after = view.scene.outlines.stand_ins.actors
    assert len(after) == len(first)
    assert len(set(after) - set(first)) == len(first) / 3  # faces and edges of one of three
    rest(view, qtbot)
    view.scene.bodies[NAMES[-1]].faces.GetProperty().SetAmbient(0.4)
    turn(view, qtbot)
    assert len(set(view.scene.outlines.stand_ins.actors) - set(after)) == len(first) / 3


def test_stand_ins_of_a_cell_that_is_closed_are_forgotten(view, qtbot, cell_of) -> None:
    turn(view, qtbot)
    rest(view, qtbot)
    made = view.scene.outlines.stand_ins._made
    assert made
    view.scene.show_cell(cell_of({"other": BodyShape(BOX, "#808080", "fixture")}))
    assert view.scene.outlines.stand_ins._made == {}


def test_the_picture_at_rest_is_the_one_without_stand_ins(view, qtbot, monkeypatch) -> None:
    turn(view, qtbot)
    assert view.scene.outlines.stand_ins.are_shown
    rest(view, qtbot)
    assert not view.scene.outlines.stand_ins.are_shown
    view.renderer.SetUseFXAA(False)  # as it is after the turn below
    after = view.grab_image()
    monkeypatch.setattr(stand_ins, "MOST_TRIANGLES", 10**9)
    camera = view.scene.camera
    turn(view, qtbot)
    view.scene.look(camera)
    assert np.abs(view.grab_image().astype(int) - after.astype(int)).max() <= 1


def test_the_picture_while_the_camera_moves_is_nearly_that_at_rest(view, qtbot) -> None:
    turn(view, qtbot)
    view.render_window.Render()
    moving = np.asarray(view.screenshot(None, return_img=True)).astype(int)
    resting = view.grab_image().astype(int)
    differs = np.abs(moving - resting).max(axis=2) > 40
    assert differs.mean() < 0.02
    assert (np.abs(moving - moving[:1]).max(axis=2) > 40).mean() > 0.02  # there are balls


def test_a_picture_to_keep_is_drawn_in_full(view, qtbot) -> None:
    turn(view, qtbot)
    view.grab_image()
    assert drawn(view)[0] == len(NAMES)


def test_a_small_cell_has_no_stand_ins(view, qtbot, monkeypatch) -> None:
    monkeypatch.setattr(stand_ins, "MOST_TRIANGLES", 10**9)
    turn(view, qtbot)
    assert not view.scene.outlines.stand_ins.are_shown
    assert drawn(view)[0] == len(NAMES)
    monkeypatch.setattr(stand_ins, "MANY_BODIES", len(NAMES) - 1)
    turn(view, qtbot)
    assert drawn(view)[0] == 1


def test_a_body_that_moves_with_the_camera_draws_itself(view, qtbot) -> None:
    turn(view, qtbot)
    view.scene.move(POSES | {NAMES[2]: pose(500.0)})
    turn(view, qtbot)
    body = view.scene.bodies[NAMES[2]]
    assert body.faces.GetVisibility()
    assert drawn(view)[0] == 2
    bounds = [actor.GetBounds() for actor in view.scene.outlines.stand_ins.actors]
    assert max(bound[1] for bound in bounds) == pytest.approx(5 * 80.0 + 25.0, abs=3.0)


def test_stand_ins_follow_the_selection_the_hidden_and_the_view_mode(view, qtbot) -> None:
    turn(view, qtbot)
    shown = view.scene.outlines.stand_ins
    alone = len(shown.actors)
    view.scene.select([NAMES[0]])
    turn(view, qtbot)
    assert len(shown.actors) > alone
    view.scene.select([])
    view.scene.set_looks([NAMES[5]], {})
    turn(view, qtbot)
    assert max(actor.GetBounds()[1] for actor in shown.actors) < 4 * 80.0 + 26.0
    view.scene.set_mode(ViewMode.WIREFRAME)
    turn(view, qtbot)
    assert drawn(view) == (0, 0)


def test_a_section_cuts_stand_ins_too(view, qtbot) -> None:
    section = Section(view.scene)
    section.set(Cut(axis=1, offset=0.0))
    turn(view, qtbot)
    for actor in view.scene.outlines.stand_ins.actors:
        planes = actor.GetMapper().GetClippingPlanes()
        assert planes.GetNumberOfItems() == 1
    assert len(section.caps._caps) == len(NAMES)  # they are filled though bodies do not draw


def test_picking_meets_the_full_body_while_a_stand_in_is_drawn(view, qtbot) -> None:
    turn(view, qtbot)
    found = view.scene.pick_point(*(side / 2 for side in view.scene.size))
    assert found[0] in NAMES
    far = np.linalg.norm(found[1] - POSES[found[0]][:3, 3])
    assert far == pytest.approx(25.0, abs=0.2)


def test_bodies_of_another_cell_replace_stand_ins(view, qtbot, cell_of) -> None:
    turn(view, qtbot)
    view.scene.show_cell(cell_of({"box": BodyShape(BOX, "#8a6f4d", "fixture")}))
    view.scene.move({"box": pose(0.0)})
    turn(view, qtbot)
    bounds = [actor.GetBounds() for actor in view.scene.outlines.stand_ins.actors]
    assert max((bound[1] for bound in bounds), default=20.0) == pytest.approx(20.0)


def test_levels_take_from_the_largest_body_first() -> None:
    ball, box = drawing_of(BALL), drawing_of(BOX)
    whole = len(ball.surface.triangles) + 12
    assert stand_ins.levels_within([ball, box], whole) == [0, 0]
    assert stand_ins.levels_within([ball, box], whole - 1) == [1, 0]
    least = len(ball.coarse)
    assert stand_ins.levels_within([ball, box, ball], 1) == [least, 0, least]
