"""The plots panel on a document without a process: one time, and loaded only when shown."""

import subprocess
import sys
from dataclasses import replace
from itertools import pairwise
from threading import Event

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QPointF, Qt, QTimer
from PySide6.QtTest import QTest

from app.desktop.looks.theme import DARK, LIGHT
from app.desktop.panels import plots
from app.desktop.panels.plot_limits import _merged
from app.desktop.panels.plots import PlotsPanel

pytestmark = pytest.mark.window


@pytest.fixture
def panel(qtbot, checked_document):
    made = PlotsPanel(checked_document, DARK)
    qtbot.addWidget(made)
    made.resize(800, 260)
    made.show()
    qtbot.waitUntil(lambda: made.canvas is not None, timeout=240_000)
    return made


def test_a_hidden_panel_loads_no_plots(qtbot, document) -> None:
    hidden = PlotsPanel(document, DARK)
    qtbot.addWidget(hidden)
    hidden.refresh()
    assert hidden.canvas is None


def place_of(canvas, time: float) -> QPoint:
    """The place in the canvas of a time in the first plot."""
    box = canvas.plots["joints"].getViewBox()
    middle = box.viewRect().center().y()
    return canvas.mapFromScene(box.mapViewToScene(QPointF(time, middle)))


def test_the_cursor_and_the_readings_are_at_the_one_time(panel, document) -> None:
    document.seek(3.0)
    assert panel.canvas.cursors["joints"].value() == pytest.approx(3.0)
    first = panel.reading.text()
    document.seek(6.0)
    assert panel.canvas.cursors["tool"].value() == pytest.approx(6.0)
    assert panel.reading.text() != first
    assert "J6" in first


def test_a_click_and_a_drag_set_the_time(qtbot, panel, document) -> None:
    viewport = panel.canvas.viewport()
    QTest.mouseClick(viewport, Qt.MouseButton.LeftButton, pos=place_of(panel.canvas, 2.0))
    assert document.time == pytest.approx(2.0, abs=0.05)
    QTest.mousePress(viewport, Qt.MouseButton.LeftButton, pos=place_of(panel.canvas, 2.0))
    for time in (3.0, 4.0, 5.0):
        qtbot.mouseMove(viewport, place_of(panel.canvas, time), Qt.MouseButton.LeftButton)
        qtbot.wait(20)
    QTest.mouseRelease(viewport, Qt.MouseButton.LeftButton, pos=place_of(panel.canvas, 5.0))
    assert document.time == pytest.approx(5.0, abs=0.05)


def test_the_statements_and_the_collisions_are_bands(
    panel, document, analyst, source_of, figure5
) -> None:
    moving = panel.canvas.bands["joints"]._slots.moving_in(0.0, document.run.duration, 0.0)
    lines = [slot.line for _, slot in moving]
    assert lines[:3] == [5, 6, 7]
    source_of(figure5.replace("DRAW -30 -40 -50", "DRAW 0 0 -560"))
    analyst.answer()
    hits = panel.canvas.bands["joints"]._hits
    assert hits
    for hit in document.collisions:
        assert any(band.start <= hit.time <= hit.time_end <= band.end for band in hits)
    assert all(a.end < b.start for a, b in pairwise(hits))


def test_plots_are_chosen_and_one_always_stays(panel) -> None:
    panel.buttons["speeds"].click()
    assert "%" in panel.reading.text()
    panel.buttons["speeds"].click()
    panel.buttons["joints"].click()
    assert panel.buttons["joints"].isChecked()


def test_every_plot_has_a_button_and_the_choice_is_told(panel) -> None:
    told = []
    panel.chosen.connect(told.append)
    for key in ("speeds", "accelerations", "jerks", "tool"):
        panel.buttons[key].click()
        assert panel.canvas.plots[key].scene() is not None
        assert panel.canvas._lines[key][0].xData is not None
    assert told[-1] == ("joints", "speeds", "accelerations", "jerks", "tool")
    panel.buttons["joints"].click()
    assert told[-1] == ("speeds", "accelerations", "jerks", "tool")
    assert panel.canvas.plots["joints"].scene() is None


def test_the_choice_of_the_last_time_is_shown_first(qtbot, checked_document) -> None:
    made = PlotsPanel(checked_document, LIGHT, ("jerks", "tool"))
    qtbot.addWidget(made)
    made.show()
    qtbot.waitUntil(lambda: made.canvas is not None, timeout=240_000)
    seen = [key for key, plot in made.canvas.plots.items() if plot.scene() is not None]
    assert seen == ["jerks", "tool"]


def test_limits_are_in_sight_and_their_bars_are_where_a_joint_is_there(panel, document) -> None:
    curves = document.shown_run.curves
    for key in ("speeds", "accelerations", "jerks"):
        panel.buttons[key].click()
        low, high = panel.canvas.plots[key].getViewBox().viewRange()[1]
        assert low < -100.0 < 100.0 < high
        marks = panel.canvas.limits[key]
        assert set(marks.lines[:, 2]) == {100.0, -100.0}
        middles = marks.reached[:, :2].mean(axis=1)
        assert len(middles)
        greatest = np.abs(getattr(curves, key)).max(axis=1)
        at_limit = np.interp(middles, curves.times, greatest)
        assert at_limit.min() >= 99.0


def test_the_reading_is_bold_at_a_limit(panel, document) -> None:
    panel.buttons["accelerations"].click()
    start, end, _ = max(panel.canvas.limits["accelerations"].reached, key=lambda s: s[1] - s[0])
    document.seek(0.5 * (start + end))
    assert "<b>a&nbsp;" in panel.reading.text()
    document.seek(document.run.duration)
    assert "<b>" not in panel.reading.text()


def test_the_programmed_speed_is_a_line_over_straight_motions_alone(panel, document) -> None:
    panel.buttons["tool"].click()
    run, lines = document.run, panel.canvas.limits["tool"].lines
    straight = [s for s in run.steps if s.statement.name in ("MOVES", "DRAW", "DEPARTS", "APPROS")]
    assert [tuple(row[:2]) for row in lines] == [(s.start_time, s.end_time) for s in straight]
    assert set(lines[:, 2]) == {run.cell.robot.tool_speed_mm_s}


def test_a_trapezoid_shows_that_no_jerk_is_limited(panel, document) -> None:
    curves = document.shown_run.curves
    free = replace(curves, jerks=np.full_like(curves.jerks, np.nan))
    panel.buttons["jerks"].click()
    panel.canvas.show_curves(free)
    marks = panel.canvas.limits["jerks"]
    assert marks.free.tolist() == [[curves.times[0], curves.times[-1]]]
    assert (len(marks.lines), len(marks.reached)) == (0, 0)
    assert not panel.grab().isNull()


def test_bars_that_overlap_or_stand_within_a_pixel_are_one() -> None:
    spans = np.array([[0.0, 1.0, 5.0], [0.5, 0.7, 5.0], [1.05, 2.0, 5.0], [0.2, 0.3, 9.0]])
    assert _merged(spans, 0.0).tolist() == [[0.0, 1.0, 5.0], [1.05, 2.0, 5.0], [0.2, 0.3, 9.0]]
    assert _merged(spans, 0.1).tolist() == [[0.0, 2.0, 5.0], [0.2, 0.3, 9.0]]


def test_an_edit_draws_the_new_run_and_none_without_motion(
    panel, document, analyst, source_of
) -> None:
    source_of("10 REMARK nothing moves\n20 END\n")
    analyst.answer()
    assert panel.canvas.isHidden()
    panel.set_theme(LIGHT)


def test_the_window_starts_without_the_plotting_library() -> None:
    code = "import app.desktop.window.main_window, sys; print('pyqtgraph' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"


def test_the_window_answers_while_the_plotting_library_is_loaded(
    qtbot, document, monkeypatch
) -> None:
    may_end, turns = Event(), []
    monkeypatch.setattr(plots, "load_library", lambda: may_end.wait(60))
    panel = plots.PlotsPanel(document, DARK)
    qtbot.addWidget(panel)
    panel.show()
    ticker = QTimer(panel, interval=1)
    ticker.timeout.connect(lambda: turns.append(panel.canvas))
    ticker.start()
    qtbot.waitUntil(lambda: len(turns) > 20)
    ticker.stop()
    assert set(turns) == {None}
    may_end.set()
    qtbot.waitUntil(lambda: panel.canvas is not None)
