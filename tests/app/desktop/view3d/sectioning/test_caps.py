"""Cut faces: their figures, their colours in the picture, and their share of a frame."""

import numpy as np
import pytest
import pyvista as pv

from app.desktop.looks.theme import rgb
from app.desktop.view3d.drawing.bodies.body_actors import BodyShape
from app.desktop.view3d.drawing.camera import project, standard_view
from app.desktop.view3d.drawing.scene3d import CellScene
from app.desktop.view3d.sectioning import caps as caps_module
from app.desktop.view3d.sectioning.cap_shapes import area_of, cap_of, near_pairs, shared_cap
from app.desktop.view3d.sectioning.cut import Cut
from app.desktop.view3d.sectioning.section import Section
from geometry import Box, Cylinder, mesh_of
from geometry.meshes.mesh import Mesh
from geometry.solids.primitives.open_mesh import OpenMesh
from geometry.tessellation.kernel import hull_of_points
from kinematics import translation


def open_box() -> OpenMesh:
    """A box without its lid."""
    mesh = mesh_of(Box((100, 100, 100)))
    top = np.all(mesh.vertices[mesh.triangles][:, :, 2] > 0.0, axis=1)
    points, planes = hull_of_points(mesh.vertices)
    surface = Mesh(mesh.vertices, mesh.triangles[~top])
    return OpenMesh(tuple(map(tuple, points)), tuple(map(tuple, planes)), surface)


SHAPES = {
    "block": BodyShape(
        Box((200, 200, 200)) - Cylinder(radius=40, height=300), "#d9782d", "fixture"
    ),
    "peg": BodyShape(Cylinder(radius=40, height=100), "#2f6db5", "part"),
    "bar": BodyShape(Box((300, 40, 40)), "#56c271", "fixture"),
    "scan": BodyShape(open_box(), "#9aa3ad", "fixture"),
}
POSES = {
    "block": np.eye(4),
    "peg": np.eye(4),
    "bar": translation(0, 0, 60),
    "scan": translation(400, 0, 0),
}


@pytest.fixture
def scene(cell_of):
    plotter = pv.Plotter(off_screen=True, window_size=(500, 400))
    made = CellScene(plotter)
    made.show_cell(cell_of(SHAPES))
    made.move(POSES)
    made.look(standard_view(made.camera, "top"))
    made.fit(SHAPES)
    yield made
    plotter.close()


def picture(scene) -> np.ndarray:
    scene.prepare_frame()
    scene.plotter.render_window.Render()
    return np.asarray(scene.plotter.screenshot(None, return_img=True)).astype(float) / 255.0


def test_the_figures_have_the_areas_of_the_closed_forms(scene) -> None:
    section = Section(scene)
    section.set(Cut(axis=2, offset=0.0))
    scene.prepare_frame()
    shapes = {name: cap.shape for name, cap in section.caps._caps.items()}
    facets = area_of(shapes["peg"].curves)
    assert facets == pytest.approx(np.pi * 40**2, rel=0.01)
    assert area_of(shapes["block"].curves) == pytest.approx(200**2 - facets, rel=1e-6)
    assert shapes["bar"].curves == ()
    assert section.caps.open_names == ("scan",)


def test_a_face_in_the_plane_is_a_cut_face_and_a_body_upon_it_is_cut_away(scene) -> None:
    section = Section(scene)
    scene.move(POSES | {"bar": translation(0, 0, 120)})
    section.set(Cut(axis=2, offset=100.0))  # the top of the block, and the underside of the bar
    scene.prepare_frame()
    shapes = {name: cap.shape for name, cap in section.caps._caps.items()}
    assert area_of(shapes["block"].curves) == pytest.approx(200**2 - np.pi * 40**2, rel=0.01)
    assert shapes["bar"].curves == ()


def test_bodies_that_overlap_are_shown_with_the_figure_that_they_share(scene) -> None:
    section = Section(scene)
    section.set(Cut(axis=2, offset=60.0))
    scene.prepare_frame()
    ((pair, cap),) = [(pair, cap) for pair, cap in section.caps._shared.items() if cap.shape.curves]
    assert pair == ("block", "bar")
    # The bar is 200 long within the block; the hole takes a strip of 40 out of its middle.
    strip = 40.0 * np.sqrt(40.0**2 - 20.0**2) + 2.0 * 40.0**2 * np.arcsin(0.5)
    assert area_of(cap.shape.curves) == pytest.approx(200 * 40 - strip, rel=0.01)


@pytest.mark.gl
def test_a_cut_face_is_drawn_in_the_colour_of_its_body_and_hatched(scene) -> None:
    section = Section(scene)
    section.set(Cut(axis=2, offset=0.0))
    drawn = picture(scene)
    for name, place in (("block", (-70, 70, 0)), ("peg", (0, 0, 0))):
        x, y = project(scene.camera, place, *scene.size)
        patch = drawn[round(y) - 12 : round(y) + 13, round(x) - 12 : round(x) + 13].reshape(-1, 3)
        own = np.array(rgb(SHAPES[name].colour))
        hue = patch.mean(axis=0)
        assert np.argsort(hue).tolist() == np.argsort(own).tolist()
        bright = patch.sum(axis=1)
        assert bright.max() > 1.25 * bright.min()  # dark lines on a light ground


def test_a_body_that_moves_is_cut_anew_and_others_are_kept(scene) -> None:
    section = Section(scene)
    section.set(Cut(axis=2, offset=0.0))
    scene.prepare_frame()
    before = {name: cap.shape for name, cap in section.caps._caps.items()}
    scene.move(POSES | {"peg": translation(0, 0, 200)})
    scene.prepare_frame()
    after = {name: cap.shape for name, cap in section.caps._caps.items()}
    assert after["peg"].curves == ()
    assert after["block"] is before["block"]
    section.set(None)
    assert section.caps._caps == {}


def test_a_frame_makes_few_cut_faces_and_hides_those_that_are_late(scene, monkeypatch) -> None:
    clock = iter(np.arange(0.0, 100.0, 0.6 * caps_module.BUDGET_S))
    monkeypatch.setattr(caps_module, "thread_time", lambda: float(next(clock)))
    section = Section(scene)
    scene.contours.in_steps = section.caps.in_steps = True
    section.set(Cut(axis=2, offset=0.0))
    scene.prepare_frame()
    made = len(section.caps._caps)
    assert 0 < made < len(SHAPES)
    assert section.caps.are_waiting
    for _ in range(2 * len(SHAPES)):
        scene.prepare_frame()
    assert len(section.caps._caps) == len(SHAPES)
    assert not section.caps.are_waiting
    section.set(Cut(axis=2, offset=30.0))
    section.complete()
    scene.prepare_frame()
    assert not section.caps.are_waiting


@pytest.mark.parametrize("seed", range(5))
def test_near_pairs_are_the_pairs_that_a_double_loop_finds(seed) -> None:
    rng = np.random.default_rng(seed)
    shapes = []
    for _ in range(12):
        T = np.eye(4)
        T[:3, 3] = [*rng.uniform(-150, 150, 2), 0.0]
        shapes.append(cap_of(mesh_of(Box(tuple(rng.uniform(10, 90, 3)))), T))
    expected = [
        (i, j)
        for i in range(12)
        for j in range(i + 1, 12)
        if (common := shared_cap(shapes[i], shapes[j])) is not None
        and area_of(common.curves) > 1e-6
    ]
    assert near_pairs(shapes) == expected  # the boxes stand along the axes


def test_only_the_open_mesh_shows_the_inner_sides_of_its_faces(scene) -> None:
    looks = {name: body.faces.GetProperty() for name, body in scene.bodies.items()}
    assert {name for name, look in looks.items() if not look.GetBackfaceCulling()} == {"scan"}
