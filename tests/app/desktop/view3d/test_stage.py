"""A cell of many bodies is drawn piece by piece, and the window answers in between."""

from collections.abc import Iterator
from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest
import pyvista
from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QApplication

from app.desktop.jogging.jog_check import JogCheck
from app.desktop.state.document import Document
from app.desktop.view3d import staging
from app.desktop.view3d.drawing.bodies import body_drawing
from app.desktop.view3d.drawing.bodies.body_drawing import is_large
from app.desktop.view3d.drawing.scene3d import CellScene
from app.desktop.view3d.stage import SHOWN_AT_ONCE, Stage
from geometry import Sphere
from geometry.solids.primitives.mesh_solid import MeshSolid
from geometry.tessellation.kernel import mesh_of
from scenes import start_state
from scenes.files.loader import cell_from_document
from scenes.files.text.documents import parse_document, read_document
from scenes.library import cell_path

pytestmark = [pytest.mark.window, pytest.mark.gl]
COUNT = 70


class FakeViewport(QObject):
    """A scene without a window."""

    bodyPicked = Signal(str)
    keys = Qt.KeyboardModifier.NoModifier

    def __init__(self) -> None:
        super().__init__()
        self.scene = new_scene()

    def begin_anew(self) -> None:
        self.scene.forget_view()


def new_scene() -> CellScene:
    return CellScene(pyvista.Plotter(off_screen=True, window_size=(80, 60)))


def cell_of(size: float):
    """The paper's cell with many more fixtures, all different, of sizes that no other test uses."""
    path = cell_path("kakazu1985")
    text = path.read_text(encoding="utf-8")
    more = "".join(
        f"  S{i}:\n    at: [{900 + 90 * (i % 10)}, {90 * (i // 10)}, 50]\n"
        f"    solid:\n      - add: {{cylinder: {{d: {size + i / 7:.4f}, h: 40}}}}\n"
        for i in range(COUNT)
    )
    file = parse_document(path, text.replace("fixtures:\n", f"fixtures:\n{more}"), "cell file")
    return cell_from_document(file), file


@pytest.fixture
def made(qapp, analyst, monkeypatch) -> Iterator[SimpleNamespace]:
    """A view whose worker answers when told to; it counts meshes made outside the worker."""
    asked, meshed = [], []
    honest = body_drawing.mesh_of
    working = SimpleNamespace(now=False)

    def counted(solid, chord):
        meshed.extend([] if working.now else [solid])
        return honest(solid, chord)

    monkeypatch.setattr(body_drawing, "mesh_of", counted)
    analyst.ask = lambda kind, function, *given, then: asked.append((function, given, then))
    analyst.check_pose = lambda cell, state: None
    document, viewport = Document(analyst), FakeViewport()
    stage = Stage(document, viewport, analyst, JogCheck(document, analyst))

    def answer() -> None:
        function, given, then = asked.pop(0)
        working.now = True
        found = function(*given)
        working.now = False
        then(found)

    yield SimpleNamespace(
        document=document,
        scene=viewport.scene,
        stage=stage,
        viewport=viewport,
        asked=asked,
        meshed=meshed,
        answer=answer,
    )
    document.stop_timers()
    viewport.scene.plotter.close()


def whole(made) -> list[int]:
    """Lets the worker answer until all is drawn; gives the number of bodies added in each turn."""
    added = []
    while made.scene.missing or made.stage._opening.isActive():
        before = len(made.scene.bodies)
        if made.asked and not made.stage._timer.isActive():
            made.answer()
        else:
            QApplication.processEvents()
        added.append(len(made.scene.bodies) - before)
    QApplication.processEvents()
    return added


def drawn(scene: CellScene) -> dict:
    return {
        name: (body.shape.solid.key, str(body.T_world_body), body.faces.GetVisibility())
        for name, body in scene.bodies.items()
    }


def at_once(cell) -> CellScene:
    """The same cell drawn without pauses."""
    scene = new_scene()
    scene.show_cell(cell)
    staging.show_state(scene, cell, start_state(cell))
    return scene


def test_no_mesh_is_made_by_the_window_and_few_bodies_are_added_in_a_turn(made) -> None:
    said = []
    made.stage.progressed.connect(said.append)
    cell, file = cell_of(31.0)
    made.document.show_cell(cell, file)
    assert made.scene.missing
    added = whole(made)
    assert not made.meshed
    assert max(added) <= SHOWN_AT_ONCE
    assert len(said) > COUNT // SHOWN_AT_ONCE
    number = len(made.scene.bodies)
    assert said[-1] == f"Drawing the cell: {number} of {number} bodies"
    other = at_once(cell)
    assert drawn(made.scene) == drawn(other)
    assert np.allclose(made.scene.camera.focus, other.camera.focus)
    assert made.scene.camera.distance == pytest.approx(other.camera.distance)
    assert made.scene.floor.rim == pytest.approx(other.floor.rim)
    other.plotter.close()


def test_a_cell_whose_meshes_are_known_is_added_in_slices_too(made) -> None:
    cell, file = cell_of(31.0)
    made.document.show_cell(cell, file)
    whole(made)
    small = cell_path("kakazu1985")
    file_small = read_document(small, "cell file")
    made.document.show_cell(cell_from_document(file_small), file_small)
    whole(made)
    assert len(made.scene.bodies) < COUNT
    made.document.show_cell(cell, file)
    assert 0 < max(whole(made)) <= SHOWN_AT_ONCE
    assert not made.meshed


def test_another_cell_opened_meanwhile_is_the_one_that_is_drawn(made) -> None:
    first, file = cell_of(47.0)
    second, file_2 = cell_of(53.0)
    made.document.show_cell(first, file)
    QApplication.processEvents()
    made.answer()
    assert len(made.scene.bodies) < COUNT
    made.document.show_cell(second, file_2)
    whole(made)
    while made.asked:
        made.answer()
    other = at_once(second)
    assert drawn(made.scene) == drawn(other)
    assert not made.meshed
    other.plotter.close()


def test_a_single_large_mesh_is_not_made_by_the_window(made, monkeypatch) -> None:
    small, file = cell_of(61.0)
    made.document.show_cell(small, file)
    whole(made)
    ball = MeshSolid(mesh_of(Sphere(radius=37.25)))
    assert not is_large(ball)
    monkeypatch.setattr(body_drawing, "LARGE_MESH", len(ball.mesh.triangles) - 1)
    assert is_large(ball)
    made.meshed.clear()
    fixtures = (*small.fixtures, replace(small.fixtures[0], name="ball", solid=ball))
    made.document.show_cell(replace(small, fixtures=fixtures), file)
    QApplication.processEvents()
    assert "ball" in made.scene.missing
    whole(made)
    assert "ball" in made.scene.bodies
    assert not made.meshed


def of_renderer(scene: CellScene) -> set[int]:
    """The actors of the renderer, by identity."""
    actors = scene.renderer.GetActors()
    actors.InitTraversal()
    return {id(actors.GetNextActor()) for _ in range(actors.GetNumberOfItems())}


def test_bodies_of_the_cell_before_vanish_at_once_and_are_taken_out_a_few_in_a_turn(
    made, monkeypatch
) -> None:
    made.document.show_cell(*cell_of(57.0))
    whole(made)
    before = list(made.scene.bodies.values())
    removed = []
    honest = made.scene._set._take_out

    def counted(body) -> None:
        removed[-1] += 1
        honest(body)

    monkeypatch.setattr(made.scene._set, "_take_out", counted)
    path = cell_path("puma_bench")
    file = read_document(path, "cell file")
    made.document.show_cell(cell_from_document(file), file)
    assert made.stage._opening.isActive()  # the panels follow in this event, the view in the next
    assert made.scene.bodies
    for _ in range(1000):
        removed.append(0)
        if made.asked and not (made.stage._timer.isActive() or made.stage._opening.isActive()):
            made.answer()
        QApplication.processEvents()
        gone = [body for body in before if body not in made.scene.bodies.values()]
        assert not any(actor.GetVisibility() for body in gone for actor in body.actors)
        if not (made.scene.missing or made.asked or made.stage._timer.isActive()):
            break
    assert 0 < max(removed) <= SHOWN_AT_ONCE
    assert sum(removed) == len(gone)
    assert not of_renderer(made.scene) & {id(a) for body in gone for a in body.actors}
