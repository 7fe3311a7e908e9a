"""The plots panel on a document without a process: one time, and loaded only when shown."""

import subprocess
import sys
from dataclasses import replace
from itertools import pairwise
from threading import Event

import numpy as np
import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt, QTimer
from PySide6.QtTest import QTest

from app.desktop.looks.theme import DARK, LIGHT
from app.desktop.panels.plotting import plots
from app.desktop.panels.plotting.plot_canvas import PLOT_HEIGHT
from app.desktop.panels.plotting.plot_kinds import CHOICES, PlotData
from app.desktop.panels.plotting.plot_limits import _merged
from app.desktop.panels.plotting.plots import PlotsPanel
from scenes.checking.distances.clearance_course import clearance_course

pytestmark = pytest.mark.window


@pytest.fixture
def panel(qtbot, checked_document, analyst):
    made = PlotsPanel(checked_document, analyst, DARK)
    qtbot.addWidget(made)
    made.resize(800, 260)
    made.show()
    qtbot.waitUntil(lambda: made.canvas is not None, timeout=240_000)
    return made


def test_a_hidden_panel_loads_no_plots(qtbot, document, analyst) -> None:
    hidden = PlotsPanel(document, analyst, DARK)
    qtbot.addWidget(hidden)
    hidden.refresh()
    assert hidden.canvas is None


def place_of(canvas, time: float) -> QPoint:
    """The place in the canvas of a time in the first plot."""
    box = canvas.plots["joints"].getViewBox()
    middle = box.viewRect().center().y()
    return canvas.mapFromScene(box.mapViewToScene(QPointF(time, middle)))


def test_the_cursor_and_the_values_are_at_the_one_time(panel, document) -> None:
    document.seek(3.0)
    assert panel.canvas.cursors["joints"].value() == pytest.approx(3.0)
    q = np.degrees(document.run.motion_at(3.0)[0])
    for name, value in zip(document.shown_run.curves.names, q, strict=True):
        assert panel.list.value(name) == (f"{value:.2f} °", False)
    document.seek(6.0)
    panel.buttons["tool"].click()  # its plot is made now
    assert panel.canvas.cursors["tool"].value() == pytest.approx(6.0)
    assert "6.000 s" in panel.list.headerItem().text(0)


def test_the_pointer_reads_values_and_leaves_the_time(qtbot, panel, document) -> None:
    document.seek(2.0)
    own = panel.list.value("theta5")
    panel.canvas._point(panel.canvas.mapToScene(place_of(panel.canvas, 4.5)))
    shown = float(panel.canvas.pointers["joints"].value())
    assert document.time == 2.0
    q = np.degrees(document.run.motion_at(shown)[0][4])
    assert panel.list.value("theta5") == (f"{q:.2f} °", False)
    panel.canvas.leaveEvent(QEvent(QEvent.Type.Leave))
    assert panel.list.value("theta5") == own


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
    moving = panel.canvas.bands["joints"].slots.moving_in(0.0, document.run.duration, 0.0)
    lines = [slot.line for _, slot in moving]
    assert lines[:3] == [5, 6, 7]
    source_of(figure5.replace("DRAW -30 -40 -50", "DRAW 0 0 -560"))
    analyst.answer()
    hits = panel.canvas.bands["joints"].hits
    assert hits
    for hit in document.collisions:
        assert any(band.start <= hit.time <= hit.time_end <= band.end for band in hits)
    assert all(a.end < b.start for a, b in pairwise(hits))


def test_plots_are_chosen_and_one_always_stays(panel) -> None:
    panel.buttons["speeds"].click()
    assert panel.list.headerItem().text(2) == "v %"
    panel.buttons["speeds"].click()
    panel.buttons["joints"].click()
    assert panel.buttons["joints"].isChecked()
    assert panel.choices == ("joints",)


def test_every_plot_has_a_button_and_the_choice_is_told(panel) -> None:
    told = []
    panel.chosen.connect(told.append)
    for key in CHOICES:
        if key != "joints":
            panel.buttons[key].click()
        assert panel.canvas.plots[key].scene() is not None
        assert panel.canvas._lines[key][0].xData is not None or key == "clearance"
    assert told[-1] == tuple(CHOICES)
    # However many there are, each stays high enough to be read, and their labels apart.
    assert panel.canvas.minimumHeight() >= PLOT_HEIGHT * len(CHOICES)
    assert panel.canvas.height() > panel.area.viewport().height()
    panel.buttons["joints"].click()
    assert panel.canvas.plots["joints"].scene() is None


def test_the_list_chooses_joints_and_no_two_curves_look_alike(panel) -> None:
    rows = [panel.list.topLevelItem(i) for i in range(6)]
    lines = panel.canvas._lines["joints"]
    looks = {
        (line.opts["pen"].color().name(), tuple(line.opts["pen"].dashPattern())) for line in lines
    }
    assert len({colour for colour, _ in looks}) == len({dashes for _, dashes in looks}) == 6
    rows[3].setCheckState(0, Qt.CheckState.Unchecked)
    assert [line.isVisible() for line in lines] == [True, True, True, False, True, True]
    panel.list.itemDoubleClicked.emit(rows[1], 0)
    assert [line.isVisible() for line in lines] == [False, True, False, False, False, False]
    low, high = panel.canvas.plots["joints"].getViewBox().viewRange()[1]
    own = panel.figures.data.curves.joints[:, 1]
    assert low <= own.min() < own.max() <= high < low + 2.0 * (own.max() - own.min() + 1.0)
    panel.list.itemDoubleClicked.emit(rows[1], 0)
    assert all(line.isVisible() for line in lines)


def test_all_plots_zoom_together_about_the_cursor_and_fit_shows_the_whole_run(panel, document):
    panel.buttons["tool"].click()
    document.seek(4.0)
    canvas = panel.canvas

    def spans() -> list:
        return [canvas.plots[key].getViewBox().viewRange()[0] for key in ("joints", "tool")]

    whole = spans()[0]
    QTest.keyClick(canvas, Qt.Key.Key_Plus)
    QTest.keyClick(canvas, Qt.Key.Key_Plus)
    assert spans()[0] == pytest.approx(spans()[1])
    left, right = spans()[0]
    assert right - left == pytest.approx((whole[1] - whole[0]) / 1.25**2, rel=1e-6)
    assert left < 4.0 < right
    panel.buttons["jerks"].click()  # another plot leaves the zoom alone
    assert spans()[0] == pytest.approx([left, right])
    panel.fit.click()
    assert spans()[0] == pytest.approx(whole)


def test_keys_move_the_time(panel, document) -> None:
    document.seek(3.0)
    QTest.keyClick(panel.canvas, Qt.Key.Key_Right)
    assert document.time == pytest.approx(3.1)
    QTest.keyClick(panel.canvas, Qt.Key.Key_Left, Qt.KeyboardModifier.ShiftModifier)
    assert document.time == pytest.approx(2.1)
    QTest.keyClick(panel.canvas, Qt.Key.Key_End)
    assert document.time == pytest.approx(document.run.duration)


def test_clearance_comes_in_stretches_and_what_is_not_known_is_hatched(
    panel, document, analyst
) -> None:
    panel.buttons["clearance"].click()
    document.seek(document.run.duration)
    marks = panel.canvas.limits["clearance"]
    assert marks.free.tolist() == [[0.0, document.run.duration]]
    assert panel.list.value("Clearance")[0] == "not yet"
    shares = []
    while analyst.wanted_clearance:
        first, then, _ = analyst.wanted_clearance.pop()
        then(clearance_course(document.run, first, budget_s=0.0))
        shares.append(float(np.diff(marks.free).sum()))
    assert len(shares) == len(document.run.moving_steps)
    assert shares == sorted(shares, reverse=True)
    assert not len(marks.free)
    whole, _ = clearance_course(document.run)
    assert panel.canvas._lines["clearance"][0].yData == pytest.approx(whole.distance_mm)
    assert panel.list.value("Clearance")[0] == f"{whole.distance_mm[-1]:.2f} mm"


def test_a_question_that_is_given_up_is_asked_again_and_an_old_answer_is_dropped(
    panel, document, analyst, source_of, figure5
) -> None:
    panel.buttons["clearance"].click()
    first, then, otherwise = analyst.wanted_clearance.pop()
    otherwise()
    document.findingsChanged.emit()
    assert [each[0] for each in analyst.wanted_clearance] == [first]
    old = document.run
    source_of(figure5.replace("DRAW -30 -40 -50", "DRAW 30 -40 -50"))
    analyst.answer()
    assert panel.figures.data.known_until == 0.0
    then(clearance_course(old))
    assert panel.figures.data.known_until == 0.0


def test_near_a_singular_pose_the_plot_says_so(panel, document) -> None:
    panel.buttons["singular"].click()
    panel.buttons["manipulability"].click()
    marks = panel.canvas.limits["singular"]
    assert len(marks.reached)
    least = document.shown_run.curves.times[panel.figures.data.figures.singular.argmin()]
    assert any(start <= least <= end for start, end, _ in marks.reached)
    document.seek(float(least))
    assert float(panel.list.value("Singular value")[0]) < 0.02
    assert float(panel.list.value("Manipulability")[0]) < 0.001


def test_the_choice_of_the_last_time_is_shown_first(qtbot, checked_document, analyst) -> None:
    made = PlotsPanel(checked_document, analyst, LIGHT, ("jerks", "tool"))
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


def test_a_value_is_bold_at_a_limit(panel, document) -> None:
    panel.buttons["accelerations"].click()
    names = document.shown_run.curves.names
    start, end, _ = max(panel.canvas.limits["accelerations"].reached, key=lambda s: s[1] - s[0])
    document.seek(0.5 * (start + end))
    assert any(panel.list.value(name, 2)[1] for name in names)
    document.seek(document.run.duration)
    assert not any(panel.list.value(name, 2)[1] for name in names)


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
    panel.canvas.show_data(PlotData(free), panel.list.joints, keeps_zoom=True)
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
    assert not panel.canvas.isVisible()
    panel.set_theme(LIGHT)


def test_the_window_starts_without_the_plotting_library() -> None:
    code = "import app.desktop.window.main_window, sys; print('pyqtgraph' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"


def test_the_window_answers_while_the_plotting_library_is_loaded(
    qtbot, document, analyst, monkeypatch
) -> None:
    may_end, turns = Event(), []
    monkeypatch.setattr(plots, "load_library", lambda: may_end.wait(60))
    panel = plots.PlotsPanel(document, analyst, DARK)
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
