"""The plots panel on a document without a process: one time, and loaded only when shown."""

import subprocess
import sys
from itertools import pairwise
from threading import Event

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt, QTimer
from PySide6.QtTest import QTest

from app.desktop.looks.theme import DARK, LIGHT
from app.desktop.panels import plots
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
        qtbot.mouseMove(viewport, place_of(panel.canvas, time))
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


def test_an_edit_draws_the_new_run_and_none_without_motion(
    panel, document, analyst, source_of
) -> None:
    source_of("10 REMARK nothing moves\n20 END\n")
    analyst.answer()
    assert panel.canvas.isHidden()
    panel.set_theme(LIGHT)


def test_the_window_starts_without_the_plotting_library() -> None:
    code = "import app.desktop.main_window, sys; print('pyqtgraph' in sys.modules)"
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
