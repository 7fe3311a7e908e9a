"""A number is dragged at a stop: both paths and the difference in time, then kept or written."""

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAction

from app.desktop.debugging.debug_panel import BUTTONS, LOCATIONS, VARIABLES, DebugPanel
from app.desktop.looks.theme import LIGHT
from scenes import simulate
from scenes.execution.debugging.change import Kind
from scenes.files.text.documents import read_document
from scenes.library import cell_path

pytestmark = pytest.mark.window
TEXT = """\
POINT A 700 0 280 0 90 0
D = 100 ; mm down
MOVE A
DRAW 0, 0, D
MOVE A
END
"""
DRAW_LINE = 4


@pytest.fixture
def panel(qtbot, document, by_hand, source_of, analyst, cell):
    document.show_cell(cell, read_document(cell_path("kakazu1985"), "cell file"))
    source_of(TEXT)
    analyst.answer()
    made = DebugPanel(document, by_hand._session, {key: QAction() for key in BUTTONS}, LIGHT)
    qtbot.addWidget(made)
    made.resize(420, 600)
    with qtbot.waitExposed(made):
        made.show()
    document.show_line(DRAW_LINE)
    made.refresh()
    return made


def row(panel, section: str, name: str):
    parent = panel._sections[section]
    rows = (parent.child(i) for i in range(parent.childCount()))
    return next(item for item in rows if item.text(0) == name)


def drag(qtbot, panel, item, by: int) -> None:
    view, rect = panel.tree.viewport(), panel.tree.visualItemRect(item)
    start = QPoint(panel.tree.columnViewportPosition(1) + 10, rect.center().y())
    qtbot.mousePress(view, Qt.MouseButton.LeftButton, pos=start)
    qtbot.mouseMove(view, start + QPoint(by, 0), Qt.MouseButton.LeftButton)
    qtbot.mouseRelease(view, Qt.MouseButton.LeftButton, pos=start + QPoint(by, 0))


def test_a_dragged_variable_shows_both_paths_and_changes_nothing(qtbot, panel, document, cell):
    before = document.run
    drag(qtbot, panel, row(panel, VARIABLES, "D"), -20)
    trial = panel.trial
    assert trial.numbers == (80.0,) and row(panel, VARIABLES, "D").text(1) == "80"
    expected = simulate(cell, TEXT.replace("D = 100", "D = 80"))
    assert trial.tried.duration == pytest.approx(expected.duration)
    assert document.preview.path is trial.tried.path and len(trial.tried.path) > 2
    assert f"({expected.duration - before.duration:+.2f} s)" in panel.trial_bar.legend.text()
    assert "solid" in panel.trial_bar.legend.text() and "dashed" in panel.trial_bar.legend.text()
    assert panel.trial_bar.isVisible()
    assert document.run is before and document.active.text == TEXT


def test_escape_takes_the_value_back(qtbot, panel, document) -> None:
    drag(qtbot, panel, row(panel, VARIABLES, "D"), -20)
    qtbot.keyClick(panel.tree, Qt.Key.Key_Escape)
    assert not panel.trial.is_on and document.preview.path is None
    assert row(panel, VARIABLES, "D").text(1) == "100" and not panel.trial_bar.isVisible()
    assert document.inputs.changes == ()


def test_enter_keeps_the_value_for_the_run_only(qtbot, panel, document, analyst, cell) -> None:
    drag(qtbot, panel, row(panel, VARIABLES, "D"), -20)
    duration = panel.trial.tried.duration
    qtbot.keyClick(panel.tree, Qt.Key.Key_Return)
    analyst.answer()
    assert document.run.duration == pytest.approx(duration)
    assert [(c.name, c.value) for c in document.inputs.changes] == [("D", 80.0)]
    assert document.active.text == TEXT and not panel.trial.is_on


def test_the_value_is_written_into_the_program_as_one_undo_step(qtbot, panel, document) -> None:
    drag(qtbot, panel, row(panel, VARIABLES, "D"), -20)
    panel.trial_bar.write.click()
    assert document.active.text == TEXT.replace("D = 100 ;", "D = 80 ;")
    document.history.undo(document.active, lambda text, back: text.text_document.undo())
    assert document.active.text == TEXT


def test_a_dragged_location_is_tried_and_written_into_its_point(qtbot, panel, document) -> None:
    drag(qtbot, panel, row(panel, LOCATIONS, "A"), -30)
    assert panel.trial.kind is Kind.LOCATION
    assert panel.trial.numbers == (670.0, 0.0, 280.0, 0.0, 90.0, 0.0)
    assert not np.allclose(panel.trial.tried.path[-1], document.shown_run.drawing.path[-1])
    panel.trial.write()
    assert document.active.text == TEXT.replace("700 0 280", "670 0 280")


def test_keys_change_a_number_and_choose_it(qtbot, panel) -> None:
    panel.tree.setCurrentItem(row(panel, LOCATIONS, "A"))
    alt, both = Qt.KeyboardModifier.AltModifier, Qt.KeyboardModifier.ControlModifier
    qtbot.keyClick(panel.tree, Qt.Key.Key_Left, alt)
    qtbot.keyClick(panel.tree, Qt.Key.Key_Right, alt | both)
    qtbot.keyClick(panel.tree, Qt.Key.Key_Right, alt)
    qtbot.keyClick(panel.tree, Qt.Key.Key_Right, alt)
    assert panel.trial.numbers[:3] == (699.0, 2.0, 280.0)


def test_a_value_that_cuts_the_run_short_says_where(qtbot, panel) -> None:
    panel.trial.put(Kind.VARIABLE, "D", (3000.0,))
    assert "cut short: line 4" in panel.trial.words


def test_a_computed_value_cannot_be_written_and_says_so(qtbot, panel, document) -> None:
    heard = []
    document.noticed.connect(heard.append)
    document.active.replace_text(TEXT.replace("D = 100 ;", "N = 1\nD = 100 * N ;"))
    document.check_syntax(at_once=True)
    panel.trial.kind, panel.trial.name, panel.trial.numbers = Kind.VARIABLE, "D", (80.0,)
    panel.trial.write()
    assert "Not written" in heard[-1].text and panel.trial.is_on
