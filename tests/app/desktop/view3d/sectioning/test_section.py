"""The cut through the bodies: the kept part of a line of sight, drawing and picking."""

import numpy as np
import pytest
import pyvista as pv

from app.desktop.view3d.drawing.bodies.body_actors import BodyShape
from app.desktop.view3d.drawing.camera import project, standard_view
from app.desktop.view3d.drawing.scene3d import CellScene
from app.desktop.view3d.sectioning.cut import Cut
from app.desktop.view3d.sectioning.section import Section
from geometry import Box


@pytest.mark.parametrize("seed", range(20))
def test_the_kept_part_of_a_line_of_sight_lies_on_the_kept_side(seed) -> None:
    rng = np.random.default_rng(seed)
    cut = Cut(int(rng.integers(3)), rng.uniform(-50, 50), bool(rng.integers(2)))
    origin, direction = rng.uniform(-100, 100, 3), rng.normal(size=3)
    direction /= np.linalg.norm(direction)
    start, reach = cut.kept_sight(origin, direction, 300.0)

    def is_kept(s: float) -> bool:
        value = (origin + s * direction)[cut.axis]
        return bool(value >= cut.offset) if cut.flipped else bool(value <= cut.offset)

    first = float((start - origin) @ direction)
    for s in np.linspace(0.0, 300.0, 61):
        if min(abs(s - first), abs(s - first - reach)) > 1e-6:
            assert is_kept(s) == (first < s < first + reach)


@pytest.mark.parametrize("seed", range(20))
def test_a_cut_along_any_direction_keeps_its_own_side(seed) -> None:
    rng = np.random.default_rng(seed)
    way = rng.normal(size=3)
    way /= np.linalg.norm(way)
    cut = Cut(offset=rng.uniform(-50, 50), flipped=bool(rng.integers(2)), along=tuple(way))
    T = cut.T_world_plane
    assert np.allclose(T[:3, :3] @ T[:3, :3].T, np.eye(3))
    assert np.linalg.det(T[:3, :3]) == pytest.approx(1.0)
    assert T[:3, 3] @ way == pytest.approx(cut.offset)
    beyond = T[:3, 3] + 5.0 * T[:3, 2]  # on the side that is cut away
    assert (beyond @ way > cut.offset) == (not cut.flipped)
    start, reach = cut.kept_sight(beyond, -T[:3, 2], 20.0)
    assert start @ way == pytest.approx(cut.offset)
    assert reach == pytest.approx(15.0)


@pytest.fixture
def scene(cell_of):
    plotter = pv.Plotter(off_screen=True, window_size=(400, 300))
    made = CellScene(plotter)
    made.show_cell(cell_of({"box": BodyShape(Box((200, 200, 200)), "#d9782d", "fixture")}))
    made.move({"box": np.eye(4)})
    made.look_home()
    yield made
    plotter.close()


def test_a_cut_keeps_one_side_pickable_and_removing_it_brings_all_back(scene) -> None:
    section = Section(scene)
    scene.look(standard_view(scene.camera, "front"))
    x, y = project(scene.camera, (0.0, -100.0, 0.0), *scene.size)
    before = scene.pick_point(x, y)[1]
    section.set(Cut(axis=1, offset=60.0, flipped=True))
    after = scene.pick_point(x, y)[1]
    assert before[1] == pytest.approx(-100.0, abs=1e-6)
    assert after[1] == pytest.approx(100.0, abs=1e-6)
    section.set(None)
    assert scene.pick_point(x, y)[1] == pytest.approx(before)


@pytest.mark.gl
def test_a_cut_changes_the_picture_and_new_bodies_are_cut_too(scene, cell_of) -> None:
    section = Section(scene)

    def picture() -> np.ndarray:
        scene.prepare_frame()
        scene.plotter.render_window.Render()
        return np.asarray(scene.plotter.screenshot(None, return_img=True)).astype(int)

    whole = picture()
    section.set(Cut(axis=2, offset=0.0))
    cut = picture()
    assert (np.abs(cut - whole).max(axis=2) > 30).mean() > 0.02
    other = BodyShape(Box((200, 200, 201)), "#d9782d", "fixture")
    scene.show_cell(cell_of({"other": other}))
    scene.move({"other": np.eye(4)})
    picture()
    assert scene.bodies["other"].faces.GetMapper().GetClippingPlanes().GetNumberOfItems() == 1
    section.set(None)
    assert scene.bodies["other"].faces.GetMapper().GetClippingPlanes().GetNumberOfItems() == 0


def test_the_range_of_a_cut_is_that_of_the_shown_bodies(scene) -> None:
    assert Section(scene).range_along(np.array([1.0, 0.0, 0.0])) == pytest.approx((-100.0, 100.0))


def test_the_inner_sides_of_a_closed_body_are_drawn_only_where_it_is_cut_open(scene) -> None:
    look = scene.bodies["box"].faces.GetProperty()
    section = Section(scene)
    assert look.GetBackfaceCulling()
    section.set(Cut(axis=1, offset=60.0))
    scene.prepare_frame()
    assert not look.GetBackfaceCulling()
    section.set(None)
    scene.prepare_frame()
    assert look.GetBackfaceCulling()
