"""The time line is red where a run is cut short: the rest was not carried out."""

import pytest
from PySide6.QtGui import QColor

from app.desktop.looks.theme import LIGHT
from app.desktop.panels.timeline import CUT_WIDTH, SIDE, TRACK_HEIGHT, TRACK_TOP, Timeline
from app.desktop.runs.run_control import Command, RunState
from scenes.files.text.documents import read_document
from scenes.library import cell_path

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
    places = range(int(SIDE) + 4, bar.width() - int(SIDE) - 3)
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
        bar.resize(600, 34)
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
    assert "line 3" in bar.text_at(SIDE + 10.0)
    assert bar.time_at(end) == document.control.duration
    document.seek(bar.time_at(end))
    assert (document.control.state, document.control.line) == (RunState.PAUSED, 4)
    document.press(Command.RUN)
    clock.now += 1000.0
    document.tick()
    assert (document.control.state, document.control.line) == (RunState.PAUSED, 4)
    assert "reach" in document.control.reason
