"""The path in the colours of a value along it: its legend, the value under the pointer, waiting."""

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QPointF
from PySide6.QtWidgets import QApplication

from app.desktop.runs.lines.path_values import PathColour
from app.desktop.view3d.drawing.camera import project
from app.desktop.view3d.showing import path_colouring
from app.desktop.view3d.showing.path_colouring import PathColouring

pytestmark = [pytest.mark.window, pytest.mark.gl]


@pytest.fixture
def path(seen) -> PathColouring:
    made = PathColouring(seen.document, seen.viewport, seen.analyst)
    made._follow()
    return made


def colours(seen) -> np.ndarray:
    data = seen.viewport.scene.trail.actor.GetMapper().GetInput()
    return np.asarray(data.point_data["colour"])


def answer(seen) -> None:
    function, arguments, then = seen.analyst.wanted_of_run.pop(0)
    then(function(seen.document.run, *arguments))


def test_the_speed_is_shown_at_once_and_the_pointer_reads_it(seen, path, qtbot) -> None:
    plain = colours(seen)
    path.set(PathColour.SPEED)
    assert not np.array_equal(colours(seen), plain)
    assert path.legend.isVisible() and path.legend.words.startswith("Speed of the tool: 0 to ")
    drawing, scene = seen.document.shown_run.drawing, seen.viewport.scene
    at = int(np.argmax(drawing.path[:, 2]))
    x, y = project(scene.camera, drawing.path[at], *scene.size)
    qtbot.mouseMove(seen.viewport, QPoint(round(x), round(y)))
    assert path.reading.startswith("Speed of the tool: ") and "line" in path.reading
    qtbot.mouseMove(seen.viewport, QPoint(3, seen.viewport.height() - 3))
    assert path.reading == ""


def test_what_the_worker_has_not_computed_yet_is_grey_and_the_legend_says_how_much(
    seen, path, monkeypatch
) -> None:
    count = len(seen.document.shown_run.drawing.times)
    monkeypatch.setattr(path_colouring, "AT_ONCE", -(-count // 2))
    path.set(PathColour.CLEARANCE)
    assert "100 % pending" in path.legend.words
    assert len(np.unique(colours(seen), axis=0)) == 1
    answer(seen)
    assert "50 % pending" in path.legend.words and np.isnan(path.values[-1])
    answer(seen)
    assert "pending" not in path.legend.words and not seen.analyst.wanted_of_run
    assert len(np.unique(colours(seen), axis=0)) > 5


def test_an_answer_about_another_value_is_dropped(seen, path) -> None:
    path.set(PathColour.CLEARANCE)
    path.set(PathColour.MANIPULABILITY)
    answer(seen)
    assert np.isnan(path.values).all()
    answer(seen)
    assert np.isfinite(path.values).any()
    path.set(PathColour.TIME)
    assert not path.legend.isVisible()


def test_the_legend_stays_in_its_corner(seen, path) -> None:
    path.set(PathColour.SPEED)
    seen.viewport.window().resize(560, 420)
    QApplication.processEvents()
    away = QPointF(seen.viewport.rect().bottomRight() - path.legend.geometry().bottomRight())
    assert 0 < away.x() < 20 and 0 < away.y() < 20


def test_fit_brings_the_path_into_the_picture_and_a_new_cell_is_seen_as_a_whole(seen) -> None:
    viewport, scene = seen.viewport, seen.viewport.scene
    far = np.array([[0.0, 0.0, 0.0], [4000.0, 0.0, 500.0]])
    scene.trail.set(far)
    viewport.fit_all()
    assert inside(scene, far)
    scene.trail.show(False)
    viewport.fit_all()
    assert not inside(scene, far)


def inside(scene, points) -> bool:
    width, height = scene.size
    places = [project(scene.camera, point, width, height) for point in points]
    return all(0 <= x <= width and 0 <= y <= height for x, y in places)
