"""The nearest pairs are found when the panel that lists them is shown, and not before."""

import pytest

TEXT = "POINT A 670 0 950 0 0 0\nPOINT B 700 0 280 0 90 0\nMOVE A\nMOVE B\nEND\n"


@pytest.mark.window
def test_a_shown_panel_asks_once_for_each_verdict_and_lists_what_comes(
    qtbot, document, analyst, source_of, cell
):
    from app.desktop.looks.theme import DARK
    from app.desktop.panels.collisions import CollisionsPanel
    from scenes.checking.distances.clearances import clearances
    from scenes.checking.distances.over_motion import Nearest

    document.show_cell(cell, None)
    document.add_source(source_of(TEXT))
    panel = CollisionsPanel(document, analyst, DARK)
    qtbot.addWidget(panel)

    def listed():
        return [row.value for row in panel.list.rows.rows if isinstance(row.value, Nearest)]

    analyst.answer()
    assert len(listed()) == 1
    assert not analyst.wanted_nearest
    panel.show()
    panel.refresh()
    [take] = analyst.wanted_nearest
    take(clearances(document.run))
    assert len(listed()) == 5
    assert listed()[0].distance_mm <= listed()[-1].distance_mm
    panel.refresh()
    assert len(analyst.wanted_nearest) == 1
    document.check_again()
    analyst.answer()
    assert len(listed()) == 1
    assert len(analyst.wanted_nearest) == 2
    take(clearances(document.run))  # of the verdict before: not shown
    assert len(listed()) == 1


def test_the_job_gives_the_same_pairs_as_the_whole_search(cell, figure5):
    from app.desktop.runs.run_inputs import RunInputs
    from app.desktop.runs.run_jobs import nearest_in_program
    from scenes import simulate
    from scenes.checking.distances.clearances import clearances

    found = nearest_in_program(cell, figure5, "figure5", RunInputs(), "no run is kept").nearest
    wanted = clearances(simulate(cell, figure5)).nearest
    assert [str(near) for near in found] == [str(near) for near in wanted]
