"""The time line: red where a run is cut short, rows of findings, zoom, mouse and keys."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QColor, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from app.desktop.looks.theme import LIGHT
from app.desktop.panels.time.drawing import (
    CUT_WIDTH,
    PATTERNS,
    ROW_HEIGHT,
    ROWS_TOP,
    SIDE,
    TRACK_HEIGHT,
    TRACK_TOP,
)
from app.desktop.panels.time.finding_rows import ROWS
from app.desktop.panels.time.time_view import TimeView
from app.desktop.panels.time.timeline import PLAIN_HEIGHT, Timeline
from app.desktop.runs.run_control import Command, RunState
from app.desktop.runs.shown_run import shown_run_of
from scenes import simulate
from scenes.files.text.documents import read_document
from scenes.library import cell_path, program_path

pytestmark = pytest.mark.window
PLACES = "POINT A 700 0 280 0 90 0\nPOINT FAR 3000 0 500 0 0 0\n"


def is_like(colour: QColor, name: str) -> bool:
    """Whether the theme's colour of that name is the nearest among red, green and none."""

    def off(other: str) -> int:
        known = QColor(getattr(LIGHT, other))
        parts = ((colour.red(), known.red()), (colour.green(), known.green()))
        return sum(abs(a - b) for a, b in (*parts, (colour.blue(), known.blue())))

    return min(("error", "good", "base", "warning"), key=off) == name


def track(bar: Timeline) -> list[QColor]:
    """The colours along the middle of the track, between ticks and cursor."""
    picture = bar.grab().toImage()
    ratio = picture.devicePixelRatio()
    y = int((TRACK_TOP + TRACK_HEIGHT / 2) * ratio)
    places = range(int(bar.left) + 4, bar.width() - int(SIDE) - 3)
    return [picture.pixelColor(int(x * ratio), y) for x in places]


@pytest.fixture
def shown(document, analyst, source_of, cell, qtbot):
    """shown(text): the time line of a program that is checked."""
    document.show_cell(cell, read_document(cell_path("kakazu1985"), "cell file"))

    def show(text: str) -> Timeline:
        source_of(PLACES + text)
        analyst.answer()
        bar = Timeline(document, LIGHT)
        qtbot.addWidget(bar)
        bar.resize(600, bar.sizeHint().height())
        return bar

    return show


def test_a_run_cut_short_is_red_behind_its_end_and_one_that_is_whole_nowhere(shown) -> None:
    red = [is_like(colour, "error") for colour in track(shown("MOVE A\nMOVE FAR\nMOVE A\nEND\n"))]
    assert all(red[-int(CUT_WIDTH) + 4 :])
    assert not any(red[: -int(CUT_WIDTH) - 8])
    assert not any(is_like(colour, "error") for colour in track(shown("MOVE A\nREADY\nEND\n")))


def test_a_run_that_ends_at_its_first_motion_is_all_red(shown) -> None:
    assert all(is_like(colour, "error") for colour in track(shown("MOVE FAR\nMOVE A\nEND\n")))


def test_the_red_end_says_why_and_leads_to_the_statement_at_fault(shown, document, clock) -> None:
    bar = shown("MOVE A\nMOVE FAR\nEND\n")
    end = bar.width() - SIDE - 4.0
    assert "The run ends here" in bar.text_at(end)
    assert "line 4" in bar.text_at(end)
    assert "line 3" in bar.text_at(bar.left + 10.0)
    assert bar.time_at(end) == document.control.duration
    document.seek(bar.time_at(end))
    assert (document.control.state, document.control.line) == (RunState.PAUSED, 4)
    document.press(Command.RUN)
    clock.now += 1000.0
    document.tick()
    assert (document.control.state, document.control.line) == (RunState.PAUSED, 4)
    assert "reach" in document.control.reason


# Rows of findings, zoom and keys.


@pytest.fixture
def colliding(document, analyst, source_of, cell, qtbot) -> Timeline:
    """The time line of the program whose hand goes into the table."""
    document.show_cell(cell, None)
    source_of(program_path("into_table").read_text(encoding="utf-8"))
    analyst.answer()
    bar = Timeline(document, LIGHT)
    qtbot.addWidget(bar)
    bar.resize(700, bar.sizeHint().height())
    bar.show()
    return bar


def middle_of(bar: Timeline, row: int, time: float) -> QPoint:
    """The place of a time in a row of findings."""
    return QPoint(round(bar.view.x(time)), round(ROWS_TOP + (row + 0.5) * ROW_HEIGHT))


def test_each_kind_of_finding_has_a_row_with_a_name_and_a_pattern(colliding, document) -> None:
    assert [row.name for row in colliding._rows] == ["Collision"]
    assert colliding.sizeHint().height() == PLAIN_HEIGHT + int(ROW_HEIGHT)
    hit = document.collisions[0]
    picture = colliding.grab().toImage()
    y = middle_of(colliding, 0, 0.0).y()
    inside = range(round(colliding.view.x(hit.time)) + 3, round(colliding.view.x(hit.time_end)) - 3)
    colours = {picture.pixelColor(x, y + d).name() for x in inside for d in (-2, 0, 2)}
    assert len(colours) > 1  # lines on a ground: a pattern
    before = round(colliding.view.x(hit.time)) - 8
    assert picture.pixelColor(before, y) == QColor(LIGHT.base)
    assert len({*PATTERNS.values()}) == len(PATTERNS) == len(ROWS)


def test_a_program_without_findings_has_no_row(checked_document, qtbot) -> None:
    verdict = checked_document.verdict
    checked_document.verdict = replace(verdict, spans=())
    bar = Timeline(checked_document, LIGHT)
    qtbot.addWidget(bar)
    assert bar.sizeHint().height() == PLAIN_HEIGHT
    assert bar.left == SIDE
    assert "nothing found" in bar.accessibleDescription()


def test_a_singular_span_is_a_row_that_names_its_finding(checked_document, qtbot) -> None:
    bar = Timeline(checked_document, LIGHT)
    qtbot.addWidget(bar)
    bar.resize(700, bar.sizeHint().height())
    [(row, spans)] = bar._rows.items()
    assert row.name == "Singular"
    tip = bar.tip_at(middle_of(bar, 0, spans[0].time).toPointF())
    assert spans[0].message in tip
    assert f"line {spans[0].line}" in tip
    assert "1 singular pose" in bar.accessibleDescription()


def test_a_click_on_a_finding_goes_to_its_moment_and_line(colliding, document) -> None:
    chosen = []
    colliding.chosen.connect(chosen.append)
    hit = max(document.collisions, key=lambda each: each.time)
    place = middle_of(colliding, 0, 0.5 * (hit.time + hit.time_end))
    QTest.mouseClick(colliding, Qt.MouseButton.LeftButton, pos=place)
    assert document.time == pytest.approx(hit.time)
    assert [span.line for span in chosen] == [hit.line]
    QTest.mouseClick(colliding, Qt.MouseButton.LeftButton, pos=QPoint(place.x(), 18))
    assert document.time == pytest.approx(0.5 * (hit.time + hit.time_end), abs=0.02)
    assert len(chosen) == 1


def test_keys_go_from_finding_to_finding_and_to_the_line(colliding, document) -> None:
    chosen = []
    colliding.chosen.connect(chosen.append)
    document.seek(0.0)
    QTest.keyClick(colliding, Qt.Key.Key_Right, Qt.KeyboardModifier.ControlModifier)
    assert document.time == pytest.approx(document.collisions[0].time)
    QTest.keyClick(colliding, Qt.Key.Key_Return)
    assert [span.line for span in chosen] == [document.collisions[0].line]
    QTest.keyClick(colliding, Qt.Key.Key_Left, Qt.KeyboardModifier.ControlModifier)
    assert document.time == pytest.approx(document.collisions[0].time)  # there is none before


def wheel(bar: Timeline, x: float, notches: int, keys=Qt.KeyboardModifier.NoModifier) -> None:
    where, none = QPointF(x, 20.0), Qt.MouseButton.NoButton
    phase, turn = Qt.ScrollPhase.NoScrollPhase, QPoint(0, 120 * notches)
    event = QWheelEvent(where, where, QPoint(), turn, none, keys, phase, False)
    QApplication.sendEvent(bar, event)


def test_the_wheel_zooms_about_the_pointer_and_a_double_click_fits(colliding, document) -> None:
    x = 300.0
    under = colliding.view.time(x)
    wheel(colliding, x, 4)
    view = colliding.view
    assert view.is_zoomed
    assert view.time(x) == pytest.approx(under)
    assert view.end - view.first == pytest.approx(document.run.duration / 1.25**4)
    before = view.first
    wheel(colliding, x, -1, Qt.KeyboardModifier.ShiftModifier)
    assert colliding.view.first > before
    QTest.mouseDClick(colliding, Qt.MouseButton.LeftButton, pos=QPoint(300, 18))
    assert not colliding.view.is_zoomed


def test_a_new_run_keeps_the_room_of_the_rows_until_its_check_has_ended(
    colliding, document, analyst
) -> None:
    height = colliding.sizeHint().height()
    document.check_again()
    revision, cell, text, name, _ = analyst.asked[-1]
    document._take_run(revision, shown_run_of(simulate(cell, (text, name))))
    assert colliding.sizeHint().height() == height
    assert not any(colliding._rows.values())
    assert colliding.span_at(400.0, ROWS_TOP + 3.0) is None
    analyst.answer()
    assert any(colliding._rows.values())


@given(st.lists(st.tuples(st.floats(0.2, 5.0), st.floats(0.0, 1.0)), max_size=12))
def test_however_it_is_zoomed_the_stretch_stays_in_the_run_and_places_are_inverse(steps) -> None:
    view = TimeView(12.0, left=8.0, width=500.0)
    for factor, share in steps:
        about = view.first + share * (view.end - view.first)
        view = view.zoomed(factor, about).moved(factor - 1.0)
        assert 0.0 <= view.first < view.end <= 12.0 + 1e-9
        assert view.time(view.x(about)) == pytest.approx(
            min(max(about, view.first), view.end), abs=1e-6
        )
