"""The reach of the tool in the 3D view: it grows, is a shell or a section, and Esc hides it."""

import numpy as np
import pytest
from PySide6.QtCore import Qt

from app.desktop.view3d.showing.reach_drawing import section_of, shell_of, values_of
from app.desktop.view3d.showing.reach_view import ReachView
from app.desktop.view3d.showing.region_note import RegionNote
from scenes.regions.reach_grid import ReachMap
from scenes.regions.reach_map import ReachChoice, reach_map

pytestmark = [pytest.mark.window, pytest.mark.gl]

ORIENTED = ReachChoice(150.0, keeps_orientation=True)


@pytest.fixture
def asked(seen, monkeypatch) -> list:
    """The questions to the worker, answered one by one by the tests."""
    questions: list = []

    def ask(kind, function, *arguments, then) -> None:
        plain = [getattr(each, "cell", each) for each in arguments[:1]]
        questions.append((function, (*plain, *arguments[1:]), then))

    monkeypatch.setattr(seen.analyst, "ask", ask)
    return questions


@pytest.fixture
def reach(seen, asked) -> ReachView:
    note = RegionNote(seen.viewport, seen.viewport.scene.theme)
    return ReachView(seen.document, seen.viewport, seen.analyst, note)


def answer(asked: list) -> None:
    function, arguments, then = asked.pop(0)
    then(function(*arguments))


def finish(asked: list) -> None:
    while asked:
        answer(asked)


def drawn(reach: ReachView) -> int:
    return int(reach.faces.GetMapper().GetInput().n_cells) if reach.faces.GetVisibility() else 0


def test_the_count_and_the_time_are_said_before_the_region_grows(seen, reach, asked) -> None:
    reach.show(ORIENTED)
    answer(asked)
    assert reach.found is not None and drawn(reach) == 0
    assert f"{reach.found.grid.count:,}".replace(",", " ") + " cubes, at most" in reach.note.text()
    finish(asked)
    assert reach.is_complete and drawn(reach) > 0 and reach.legend.isVisible()
    whole = reach_map(seen.document.cell, seen.document.state, ORIENTED)
    assert np.array_equal(reach.found.solutions, whole.solutions)
    assert f"{whole.volume_mm3 / 1e9:.2f} m³" in reach.note.text()


def test_the_section_lies_in_the_plane_of_the_tool_and_counts_solutions(reach, asked) -> None:
    reach.draw_as(is_section=True, by_solutions=True)
    reach.show(ReachChoice(60.0, keeps_orientation=True, in_plane=True))
    finish(asked)
    data = reach.faces.GetMapper().GetInput()
    assert drawn(reach) == 2 * np.count_nonzero(reach.found.solutions)
    assert np.abs(np.asarray(data.points)[:, 2]).max() == 0.0
    assert reach.lines.GetVisibility() and reach.legend.words.startswith("Solutions: 0 to ")
    assert "m² of the tool's plane" in reach.note.text()


def test_escape_hides_the_region_and_drops_the_answer_to_come(seen, reach, asked, qtbot) -> None:
    reach.show(ORIENTED)
    answer(asked)
    with qtbot.waitSignal(reach.ended):
        qtbot.keyClick(seen.viewport, Qt.Key.Key_Escape)
    finish(asked)
    assert reach.choice is None and reach.found is None and drawn(reach) == 0
    assert not reach.note.isVisible() and not reach.legend.isVisible()


def test_a_reason_against_the_map_is_told_once(seen, reach, asked) -> None:
    told = []
    seen.document.noticed.connect(lambda notice: told.append(str(notice)))
    reach.show(ReachChoice(1.0))
    answer(asked)
    assert not asked and reach.choice is None
    assert len(told) == 1 and "2 to 500 mm, not 1" in told[0]


def test_a_batch_that_is_refused_ends_the_region_and_tells_why(seen, reach, asked) -> None:
    told = []
    seen.document.noticed.connect(lambda notice: told.append(str(notice)))
    reach.show(ORIENTED)
    answer(asked)
    _, _, then = asked.pop(0)
    then("the arm has no solver")
    assert not asked and reach.choice is None and not reach.note.isVisible()
    assert len(told) == 1 and "the arm has no solver" in told[0]


def test_another_cell_begins_anew(seen, reach, asked) -> None:
    reach.show(ORIENTED)
    finish(asked)
    reach._cell = None  # as if the cell had been another one
    seen.document.cellChanged.emit()
    assert asked and drawn(reach) == 0


def test_the_shell_surrounds_exactly_the_reached_cubes(seen) -> None:
    found = reach_map(seen.document.cell, seen.document.state, ORIENTED)
    values = values_of(found, by_solutions=True)
    data, own = shell_of(found, values)
    assert data.is_manifold and len(own) == data.n_cells and not np.isnan(own).any()
    assert 0.4 * found.volume_mm3 < data.volume < found.volume_mm3


def test_an_empty_map_draws_nothing(seen) -> None:
    grid = reach_map(seen.document.cell, seen.document.state, ORIENTED).grid
    empty = ReachMap.empty(grid)
    values = values_of(empty, by_solutions=False)
    assert shell_of(empty, values)[0].n_cells == 0
    squares, own, edges = section_of(empty, values)
    assert squares.n_cells == edges.n_cells == len(own) == 0
