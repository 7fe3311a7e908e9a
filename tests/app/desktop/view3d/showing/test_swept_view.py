"""The swept volume in the 3D view: it grows part by part, and hides when it is given up."""

import numpy as np
import pytest
from PySide6.QtCore import Qt

from app.desktop.view3d.showing.swept_view import SweptView
from scenes.regions.swept_volume import HAND, SweptChoice, swept_volume

pytestmark = [pytest.mark.window, pytest.mark.gl]


@pytest.fixture
def swept(seen) -> SweptView:
    return SweptView(seen.document, seen.viewport, seen.analyst)


@pytest.fixture
def choice(seen) -> SweptChoice:
    line = seen.document.run.moving_steps[0].line
    return SweptChoice((line, line), (HAND,), 20.0)


def answer(seen) -> None:
    function, arguments, then = seen.analyst.wanted_of_run.pop(0)
    then(function(seen.document.run, *arguments))


def drawn(swept: SweptView) -> int:
    return int(swept.actor.GetMapper().GetInput().n_cells) if swept.actor.GetVisibility() else 0


def test_it_grows_part_by_part_until_it_is_the_volume_of_the_command_line(
    seen, swept, choice
) -> None:
    swept.show(choice)
    assert "0 %" in swept.note.text() and drawn(swept) == 0
    counts = []
    while seen.analyst.wanted_of_run:
        answer(seen)
        counts.append(drawn(swept))
    assert len(counts) > 2 and counts[-2] >= counts[0] > 0
    whole = swept_volume(seen.document.run, choice)
    assert swept.region is not None
    assert np.array_equal(swept.region.vertices, whole.vertices)
    assert drawn(swept) == len(whole.triangles)
    assert "Outer bound, at most 20 mm too large" in swept.note.text()
    assert swept.note.isVisible()


def test_escape_hides_it_tells_it_and_drops_the_answer_to_come(seen, swept, choice, qtbot) -> None:
    swept.show(choice)
    answer(seen)
    assert drawn(swept) > 0
    with qtbot.waitSignal(swept.ended):
        qtbot.keyClick(seen.viewport, Qt.Key.Key_Escape)
    assert swept.choice is None and drawn(swept) == 0 and not swept.note.isVisible()
    answer(seen)
    assert drawn(swept) == 0 and not seen.analyst.wanted_of_run


def test_another_choice_begins_anew(seen, swept, choice) -> None:
    swept.show(choice)
    other = SweptChoice(choice.lines, (HAND,), 10.0)
    swept.show(other)
    answer(seen)  # to the first choice
    assert drawn(swept) == 0
    answer(seen)
    assert drawn(swept) > 0 and swept.choice is other


def test_bodies_that_do_not_move_are_a_reason_told_once(seen, swept, choice, qtbot) -> None:
    told = []
    seen.document.noticed.connect(lambda notice: told.append(str(notice)))
    run = seen.document.run
    still = next(step.line for step in run.steps if step not in run.moving_steps)
    with qtbot.waitSignal(swept.ended):
        swept.show(SweptChoice((still, still), (HAND,), 20.0))
        while seen.analyst.wanted_of_run:
            answer(seen)
    assert swept.choice is None and not swept.note.isVisible()
    assert len(told) == 1 and f"none of the chosen bodies moves in line {still}" in told[0]


def test_a_run_that_goes_takes_the_volume_with_it(seen, swept, choice) -> None:
    swept.show(choice)
    answer(seen)
    seen.document.shown_run = None
    seen.document.runChanged.emit()
    assert drawn(swept) == 0 and "no run yet" in swept.note.text()
