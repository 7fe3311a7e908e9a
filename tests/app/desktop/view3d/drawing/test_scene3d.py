"""The scene on an off-screen plotter: what is rebuilt, moved and visible."""

from collections.abc import Iterator

import numpy as np
import pytest
import pyvista
from numpy.typing import NDArray

from app.desktop.looks.theme import DARK, LIGHT
from app.desktop.runs.lines.arm_lines import ArmLines
from app.desktop.view3d.drawing.bodies.body_actors import BodyShape
from app.desktop.view3d.drawing.polydata import FRONT_OFFSET
from app.desktop.view3d.drawing.scene3d import CellScene
from app.desktop.view3d.views import ViewMode
from geometry import Box, Cylinder, overlap
from kinematics import Mechanism, forward
from scenes.world.arm_drawing.line_drawing import drawn_at

pytestmark = pytest.mark.gl

Pixels = NDArray[np.int64]
LINK, TABLE, PEG = Box((300, 80, 80)), Box((500, 400, 60)), Cylinder(radius=40, height=160)


def at(x: float, y: float, z: float) -> NDArray[np.float64]:
    T = np.eye(4)
    T[:3, 3] = x, y, z
    return T


SHAPES = {
    "arm.LINK": BodyShape(LINK, "#d9782d", "robot"),
    "table": BodyShape(TABLE, "#7d8794", "fixture"),
    "peg": BodyShape(PEG, "#4f86c6", "part"),
}
POSES = {"arm.LINK": at(-100, 0, 320), "table": at(0, 0, 30), "peg": at(150, 100, 140)}
HIT = POSES | {"arm.LINK": at(-100, 0, 70)}
THREE = Mechanism.from_axes(
    axes=[(0, 0, 1), (0, 1, 0), (1, 0, 0)],
    points=[(-400, 0, 0), (-400, 0, 320), (-100, 0, 320)],
    kinds="RRP",
    T_base_flange_zero=at(50, 0, 320),
)
TWO = Mechanism.from_axes(
    axes=[(0, 0, 1), (0, 1, 0)],
    points=[(-400, 0, 0), (-400, 0, 320)],
    T_base_flange_zero=at(50, 0, 320),
)


def lines_of(mechanism: Mechanism) -> ArmLines:
    T_base_flange = forward(mechanism, np.zeros(mechanism.n))
    tool = np.stack([T_base_flange[:3, 3]] * 2)
    return ArmLines(drawn_at(mechanism, np.zeros(mechanism.n)), tool, T_base_flange)


@pytest.fixture
def scene(cell_of) -> Iterator[CellScene]:
    plotter = pyvista.Plotter(off_screen=True, window_size=(480, 320))
    plotter.render_window.SetMultiSamples(0)
    made = CellScene(plotter, DARK)
    made.show_cell(cell_of(SHAPES))
    made.move(POSES)
    yield made
    plotter.close()


def picture(scene: CellScene) -> Pixels:
    scene.prepare_frame()
    scene.plotter.render_window.Render()
    return np.asarray(scene.plotter.screenshot(None, return_img=True)).astype(np.int64)


def difference(a: Pixels, b: Pixels) -> float:
    """Share of the pixels that differ clearly."""
    return float((np.abs(a - b).max(axis=2) > 24).mean())


def red_pixels(image: Pixels) -> int:
    red, green, blue = image[..., 0], image[..., 1], image[..., 2]
    return int(((red > 170) & (green < 90) & (blue < 110)).sum())


def data_times(scene: CellScene) -> dict[str, tuple[int, int]]:
    return {
        name: tuple(actor.GetMapper().GetInput().GetMTime() for actor in (body.faces, body.edges))
        for name, body in scene.bodies.items()
    }


def test_a_move_rebuilds_no_mesh(scene: CellScene) -> None:
    picture(scene)
    before = data_times(scene)
    for z in range(300, 400, 10):
        scene.move(POSES | {"arm.LINK": at(-100, 0, z)})
        picture(scene)
    assert data_times(scene) == before


def test_a_change_of_view_rebuilds_no_mesh(scene: CellScene) -> None:
    scene.set_arm(lines_of(THREE))
    scene.set_mode(ViewMode.SKELETON)  # the first look builds its symbols
    picture(scene)
    before = data_times(scene)
    actors = scene.renderer.GetActors().GetNumberOfItems()
    for mode in (*ViewMode, *ViewMode):
        scene.set_mode(mode)
        picture(scene)
    assert data_times(scene) == before
    assert scene.renderer.GetActors().GetNumberOfItems() == actors


def test_every_view_gives_a_picture_of_its_own(scene: CellScene) -> None:
    scene.set_arm(lines_of(THREE))
    seen = {}
    for mode in ViewMode:
        scene.set_mode(mode)
        seen[mode] = picture(scene)
    modes = list(ViewMode)
    alike = [
        (a.value, b.value)
        for i, a in enumerate(modes)
        for b in modes[i + 1 :]
        if difference(seen[a], seen[b]) < 0.002
    ]
    assert not alike


def test_the_picture_follows_the_bodies(scene: CellScene) -> None:
    before = picture(scene)
    scene.move(POSES | {"arm.LINK": at(-100, 0, 200)})
    assert difference(before, picture(scene)) > 0.01


def test_a_move_to_where_everything_is_changes_nothing(scene: CellScene) -> None:
    told: list[int] = []
    scene.on_changed = lambda: told.append(1)
    scene.move(POSES)
    assert not told


def test_a_body_without_a_pose_is_hidden_and_cannot_be_picked(scene: CellScene) -> None:
    scene.look_home()
    middle = [value / 2 for value in scene.size]
    rest = {name: T for name, T in POSES.items() if name == "peg"}
    scene.move(rest)
    names = {scene.pick(x, middle[1]) for x in range(0, 480, 8)}
    assert names <= {"peg", None}
    assert not scene.bodies["table"].faces.GetVisibility()


@pytest.mark.parametrize("mode", [ViewMode.SHADED, ViewMode.WIREFRAME, ViewMode.SKELETON])
@pytest.mark.parametrize("parallel", [False, True])
def test_a_body_is_picked_where_it_is_seen_in_every_view(scene, mode, parallel) -> None:
    from app.desktop.view3d.drawing import camera

    scene.set_mode(mode)
    scene.look(camera.with_projection(scene.camera, parallel))
    top = POSES["arm.LINK"][:3, 3] + (0, 0, 40)
    name, point = scene.pick_point(*camera.project(scene.camera, top, *scene.size))
    assert name == "arm.LINK"
    np.testing.assert_allclose(point, top, atol=0.5)


def test_the_nearest_of_two_bodies_behind_each_other_is_picked(scene: CellScene) -> None:
    from app.desktop.view3d.drawing import camera

    scene.look(camera.fit(camera.standard_view(scene.camera, "top"), scene.points(), 1.5))
    where = camera.project(scene.camera, np.array([-100.0, 0.0, 360.0]), *scene.size)
    assert scene.pick(*where) == "arm.LINK"


def test_a_collision_is_shown_in_red_and_without_it_there_is_none(scene: CellScene) -> None:
    scene.set_mode(ViewMode.COLLISION)
    scene.move(HIT)
    assert red_pixels(picture(scene)) == 0
    region = overlap(LINK, HIT["arm.LINK"], TABLE, HIT["table"])
    assert region is not None
    scene.set_collisions([("arm.LINK", "table")], [region.mesh])
    marked = picture(scene)
    assert red_pixels(marked) > 200
    scene.set_collisions([])
    assert red_pixels(picture(scene)) == 0


def test_the_common_volume_is_seen_though_both_bodies_hide_it(scene: CellScene) -> None:
    scene.set_mode(ViewMode.COLLISION)
    inside = HIT | {"peg": at(0, 0, 30)}
    scene.move(inside)
    scene.set_collisions([("arm.LINK", "table")], [None])
    without = red_pixels(picture(scene))
    region = overlap(LINK, HIT["arm.LINK"], TABLE, HIT["table"])
    assert region is not None
    scene.set_collisions([("arm.LINK", "table")], [region.mesh])
    assert red_pixels(picture(scene)) > without + 100


def test_a_common_volume_disappears_when_its_bodies_move_on(scene: CellScene) -> None:
    scene.set_mode(ViewMode.COLLISION)
    scene.move(HIT)
    region = overlap(LINK, HIT["arm.LINK"], TABLE, HIT["table"])
    assert region is not None
    scene.set_collisions([("arm.LINK", "table")], [region.mesh])
    assert drawn_in_front(scene) == 1
    scene.move(POSES)
    assert drawn_in_front(scene) == 0


def drawn_in_front(scene: CellScene) -> int:
    """The number of common volumes in the picture."""
    from vtkmodules.vtkCommonCore import reference

    count = 0
    for actor in scene.renderer.GetActors():
        factor, units = reference(0.0), reference(0.0)
        mapper = actor.GetMapper()
        mapper.GetRelativeCoincidentTopologyPolygonOffsetParameters(factor, units)
        count += float(units) == FRONT_OFFSET[1] and bool(actor.GetVisibility())
    return count


def test_a_selection_is_outlined_and_goes_again(scene: CellScene) -> None:
    before = picture(scene)
    scene.select(["table"])
    assert difference(before, picture(scene)) > 0.002
    scene.select([])
    assert difference(before, picture(scene)) == 0.0


def test_a_ghost_stands_where_the_bodies_would_be(scene: CellScene) -> None:
    before = picture(scene)
    scene.ghost(POSES | {"arm.LINK": at(-100, 150, 250)})
    assert difference(before, picture(scene)) > 0.005
    scene.ghost(None)
    assert difference(before, picture(scene)) == 0.0


def test_contours_follow_the_bodies_and_the_spacing(scene: CellScene) -> None:
    scene.set_mode(ViewMode.CONTOURS)
    scene.set_contour_spacing(40.0)
    wide = picture(scene)
    scene.set_contour_spacing(10.0)
    narrow = picture(scene)
    assert difference(wide, narrow) > 0.005
    scene.move(POSES | {"arm.LINK": at(-100, 0, 250)})
    assert difference(narrow, picture(scene)) > 0.005


def test_the_trail_is_drawn_and_can_be_hidden(scene: CellScene) -> None:
    before = picture(scene)
    scene.trail.set(np.array([(-200, -200, 300), (200, -200, 400)], float), np.array([0.0, 1.0]))
    assert difference(before, picture(scene)) > 0.0005
    scene.trail.show(False)
    assert difference(before, picture(scene)) == 0.0


def test_frames_that_are_set_again_leave_nothing_in_the_picture(scene: CellScene) -> None:
    scene.set_frames({"LOC1": at(0, 0, 300), "LOC2": at(0, 0, 400)})
    count = scene.renderer.GetViewProps().GetNumberOfItems()
    for z in range(10):
        scene.set_frames({"LOC1": at(0, 0, z), "LOC2": at(0, 0, 400)})
        assert scene.renderer.GetViewProps().GetNumberOfItems() == count
    scene.set_frames({"LOC2": at(0, 0, 400)})
    assert scene.renderer.GetViewProps().GetNumberOfItems() == count - 1


def test_frames_are_shown_only_when_asked_for(scene: CellScene) -> None:
    before = picture(scene)
    scene.set_frames({"LOC1": at(0, 0, 300)})
    assert difference(before, picture(scene)) == 0.0
    scene.show_frames(True)
    assert difference(before, picture(scene)) > 0.0005
    scene.set_frames({})
    assert difference(before, picture(scene)) == 0.0


def test_the_light_theme_is_light_and_the_dark_one_dark(scene: CellScene) -> None:
    dark = picture(scene).mean()
    scene.set_theme(LIGHT)
    assert picture(scene).mean() > dark + 60


def test_lines_grow_with_the_density_of_the_screen(scene: CellScene) -> None:
    scene.set_pixel_ratio(2.0)
    assert scene.bodies["table"].edges.GetProperty().GetLineWidth() == 2.0


def test_a_changed_cell_keeps_the_bodies_that_stay_as_they_are(scene: CellScene, cell_of) -> None:
    kept = scene.bodies["table"]
    others = {name: shape for name, shape in SHAPES.items() if name != "peg"}
    bigger = {"arm.LINK": BodyShape(Box((320, 80, 80)), "#d9782d", "robot")}
    scene.show_cell(cell_of(others | bigger))
    assert scene.bodies["table"] is kept
    assert list(scene.bodies) == ["arm.LINK", "table"]
    assert scene.bodies["arm.LINK"].T_world_body is None


def test_the_first_view_shows_the_whole_cell(scene: CellScene) -> None:
    from app.desktop.view3d.drawing import camera

    width, height = scene.size
    seen = [camera.project(scene.camera, point, width, height) for point in scene.points()]
    assert np.min(seen) >= 0
    assert np.all(np.max(seen, axis=0) <= (width, height))


def test_the_skeleton_drawn_after_another_arm_has_its_own_joints(scene: CellScene) -> None:
    scene.set_mode(ViewMode.SKELETON)
    scene.set_arm(lines_of(THREE))
    three = scene.renderer.GetActors().GetNumberOfItems()
    scene.set_arm(lines_of(TWO))
    assert scene.renderer.GetActors().GetNumberOfItems() == three - 1
