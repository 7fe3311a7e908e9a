"""Ghosts of imported bodies, and the point of the cell where a file is dropped."""

import numpy as np
import pytest
import pyvista as pv

from app.desktop.view3d.drawing.bodies.body_actors import BodyShape
from app.desktop.view3d.drawing.camera import Camera, project
from app.desktop.view3d.drawing.scene3d import CellScene
from app.desktop.view3d.tools.import_ghost import ImportGhost, dropped_at
from geometry import Box, Sphere, mesh_of
from kinematics import translation


class View:
    """What the ghost needs of a viewport."""

    def __init__(self, scene: CellScene) -> None:
        self.scene, self.updates = scene, 0

    def update(self) -> None:
        self.updates += 1


@pytest.fixture
def view(cell_of):
    plotter = pv.Plotter(off_screen=True, window_size=(500, 400))
    scene = CellScene(plotter)
    scene.show_cell(cell_of({"block": BodyShape(Box((200, 200, 200)), "#d9782d", "fixture")}))
    scene.move({"block": translation(0, 0, 100)})
    scene.look_home()
    yield View(scene)
    plotter.close()


@pytest.mark.parametrize("point", [(20, -30, 200), (400, 100, 0), (-300, -250, 0), (0, -100, 70)])
def test_a_file_is_dropped_on_the_body_or_on_the_ground_under_the_pointer(view, point) -> None:
    x, y = project(view.scene.camera, np.array(point, float), *view.scene.size)
    assert np.allclose(dropped_at(view, x, y), point, atol=1.0)


def test_nothing_is_under_a_pointer_in_the_sky(view) -> None:
    view.scene.look(Camera(np.zeros(3), distance=2000.0, azimuth=0.3, elevation=0.0))
    assert dropped_at(view, 250.0, 3.0) is None


def test_each_mesh_has_one_actor_that_only_moves(view) -> None:
    ghost, ball = ImportGhost(view), mesh_of(Sphere(30.0), 1.0)
    box, T = mesh_of(Box((10, 20, 30))), np.eye(4)
    ghost.show([(ball, T), (box, T)])
    actor = ghost._made[id(ball)].actor
    moved = np.diag([10.0, 10.0, 10.0, 1.0])
    moved[:3, 3] = (500, 0, 0)
    ghost.show([(ball, moved)])
    assert ghost.count == 1
    assert ghost._made[id(ball)].actor is actor
    corners = ghost.fit(view.scene.camera, view.scene.size)
    assert corners[:, 0].min() == pytest.approx(200.0, abs=1e-6)
    assert corners[:, 0].max() == pytest.approx(800.0, abs=1e-6)
    ghost.show([])
    assert ghost.count == 0
    assert view.updates == 3
