"""The labels of a scene: apart from each other and from what lies over it, in any script."""

from collections.abc import Iterator

import numpy as np
import pytest
import pyvista
from PySide6.QtGui import QFontDatabase

from app.desktop.view3d.drawing import camera
from app.desktop.view3d.drawing.bodies.body_actors import BodyShape
from app.desktop.view3d.drawing.corner_marks.view_cube import cube_box
from app.desktop.view3d.drawing.labels import board
from app.desktop.view3d.drawing.labels.label import Label
from app.desktop.view3d.drawing.labels.word_picture import word_picture
from app.desktop.view3d.drawing.overlays import AXIS_POINTS
from app.desktop.view3d.drawing.scene3d import CellScene
from geometry import Box
from kinematics import translation

pytestmark = pytest.mark.gl
SIZE = (640, 480)
SHAPES = {
    "arm.LINK": BodyShape(Box((100, 100, 400)), "#d9782d", "robot"),
    "arm.LINK2": BodyShape(Box((60, 60, 60)), "#d9782d", "robot"),
    "作業台": BodyShape(Box((500, 400, 60)), "#7d8794", "fixture"),
    "peg": BodyShape(Box((40, 40, 90)), "#4f86c6", "part"),
}
POSES = {
    "arm.LINK": translation(-100, 0, 260),
    "arm.LINK2": translation(-100, 0, 500),
    "作業台": translation(0, 0, 30),
    "peg": translation(150, 100, 105),
}


@pytest.fixture
def scene(cell_of, qapp) -> Iterator[CellScene]:
    plotter = pyvista.Plotter(off_screen=True, window_size=SIZE)
    made = CellScene(plotter)
    made.show_cell(cell_of(SHAPES))
    made.move(POSES)
    made.look_home()
    yield made
    plotter.close()


def boxes(scene: CellScene) -> dict[str, tuple]:
    scene.prepare_frame()
    return {label.text: label.box for label in scene._board.shown}


def overlap(a, b) -> bool:
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]


def test_names_of_bodies_are_shown_once_a_body_and_once_an_arm(scene: CellScene) -> None:
    assert boxes(scene) == {}
    scene.names.show(True)
    assert set(boxes(scene)) == {"arm", "作業台", "peg"}
    scene.move(POSES | {"peg": None})
    assert set(boxes(scene)) == {"arm", "作業台"}
    scene.names.show(False)
    assert boxes(scene) == {}


def test_names_in_one_place_lie_apart_and_off_the_cube_and_what_covers_the_view(scene) -> None:
    frames = {f"L{i}": translation(2.0 * i, 0, 400) for i in range(12)}
    scene.set_frames(frames)
    scene.show_frames(True)
    cover = (0.0, 380.0, 500.0, 480.0)
    scene.keep_free = lambda: [cover]
    for name in camera.STANDARD_VIEWS:
        scene.look(camera.fit(camera.standard_view(scene.camera, name), scene.points(), 4 / 3))
        found = [box for box in boxes(scene).values() if box is not None]
        assert len(found) > 6, name
        for i, box in enumerate(found):
            assert not any(overlap(box, other) for other in [*found[:i], cover, cube_box(SIZE)])


def test_axes_of_frames_keep_their_size_on_the_screen_near_and_far(scene: CellScene) -> None:
    frames = {"near": translation(0, -900, 300), "far": translation(0, 2500, 300)}
    scene.set_frames(frames)
    scene.show_frames(True)
    front = camera.standard_view(scene.camera, "front")
    for distance in (2000.0, 6000.0):
        scene.look(camera.zoom(front, front.distance / distance, (0, 0, 300)))
        scene.prepare_frame()
        points = np.array(scene._frames.actor.GetMapper().GetInput().points)
        seen = camera.projected(scene.camera, points.reshape(-1, 3), *SIZE).reshape(-1, 3, 2, 2)
        x, z = (np.linalg.norm(seen[:, k, 1] - seen[:, k, 0], axis=1) for k in (0, 2))
        np.testing.assert_allclose([x, z], AXIS_POINTS, rtol=0.02)


def test_a_value_at_the_pointer_goes_before_the_names_around_it(scene: CellScene) -> None:
    Label(scene.renderer, "a name", is_name=True).show(True)
    alone = boxes(scene)["a name"]
    value = Label(scene.renderer, "12.5 mm")
    value.show(True)
    both = boxes(scene)
    assert both["12.5 mm"][:2] == alone[:2] and both["a name"][:2] != alone[:2]


def test_words_are_drawn_in_their_colour_on_their_plate_with_and_without_qt(qapp) -> None:
    from app.desktop.view3d.drawing.labels.word_picture import _by_vtk

    red, blue = (1.0, 0.0, 0.0), (0.0, 0.0, 1.0)
    for draw in (word_picture, _by_vtk):
        bare = draw("Ag", red, 24, 1.0, None)
        letters = bare[bare[..., 3] > 250]
        assert len(letters) > 40 and np.all(letters[:, 0] > 200) and np.all(letters[:, 2] < 60)
        assert bare[0, 0, 3] == 0
        plate = draw("Ag", red, 24, 1.0, blue)
        assert 190 < plate[0, 0, 3] < 215 and plate[0, 0, 2] > 240
        assert draw("Ag\nAg", red, 24, 1.0, None).shape[0] > 1.5 * bare.shape[0]


def test_the_words_stand_upright(qapp) -> None:
    rows = np.flatnonzero(word_picture("L", (1.0, 1.0, 1.0), 40, 1.0)[..., 3].sum(axis=1))
    picture = word_picture("L", (1.0, 1.0, 1.0), 40, 1.0)[rows, :, 3].astype(int)
    assert picture[: len(rows) // 6].sum() > 1.5 * picture[-(len(rows) // 6) :].sum()


def test_letters_of_other_scripts_differ_where_the_system_has_a_font_for_them(qapp) -> None:
    has = QFontDatabase.families(QFontDatabase.WritingSystem.Japanese)
    if not has:
        pytest.skip("this system has no Japanese font")
    one, other = (word_picture(word, (1.0, 1.0, 1.0), 24, 1.0) for word in ("作業台", "業作台"))
    assert one.shape == other.shape and not np.array_equal(one, other)


def test_places_are_found_again_only_where_something_they_depend_on_has_changed(
    scene: CellScene, monkeypatch
) -> None:
    counts, found = [], board.placed
    monkeypatch.setattr(board, "placed", lambda *given: counts.append(1) or found(*given))
    scene.names.show(True)
    first = boxes(scene)
    assert (boxes(scene), len(counts)) == (first, 1)
    label = next(each for each in scene._board.shown if each.text == "peg")
    label.show(False)
    label.show(True)  # within one event: no frame is drawn between
    assert (boxes(scene), len(counts)) == (first, 2)
    label.write("a longer peg")
    wider = boxes(scene)["a longer peg"]
    assert wider[2] - wider[0] > first["peg"][2] - first["peg"][0]
    scene.look(camera.orbit(scene.camera, 0.2, 0.0, np.zeros(3)))
    assert boxes(scene)["a longer peg"] != wider
    assert len(counts) == 4
