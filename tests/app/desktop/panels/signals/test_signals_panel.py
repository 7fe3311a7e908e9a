"""The panel Signals: edges dragged and typed, keys for everything, faults at their cells."""

from collections import defaultdict
from dataclasses import replace

import pytest
import shiboken6
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAction

from app.desktop.looks.theme import DARK, LIGHT
from app.desktop.panels.signals.lane_painting import ROW, RULER
from app.desktop.panels.signals.signals_panel import ANSWERS, EVENTS, SignalsPanel
from app.desktop.state.scenarios.scenario_text import ScenarioText
from app.programs.text_files import TextFile
from scenes.files.text.documents import read_document
from scenes.library import cell_path

pytestmark = pytest.mark.window
PROGRAM = """\
POINT A 700 0 280 0 90 0
; signal 5: a block is there. Signal 3: asked
MOVE A
WAIT SIG(5)
SIGNAL 3
WAIT SIG(6)
PROMPT "HOW FAR", D
DRAW 0, D, 0
END
"""
TEXT = """\
# Around the cell
signals:
  - {at: 2.5, on: 5} # a block
  - {when: 3, delay: 0.5, on: 6}
answers: [40]
"""


@pytest.fixture
def panel(qtbot, document, by_hand, source_of, analyst, cell, tmp_path):
    """The panel of a program with a scenario, shown and run."""
    document.show_cell(cell, read_document(cell_path("kakazu1985"), "cell file"))
    source = source_of(PROGRAM)
    actions = defaultdict(QAction)
    made = SignalsPanel(document, by_hand, actions, LIGHT)
    qtbot.addWidget(made)
    made.resize(1100, 300)
    path = tmp_path / "around.scenario.yaml"
    path.write_text(TEXT, encoding="utf-8")
    source.scenario = replace(source.scenario, path=path)
    document.scenarios.follow()
    document.check_syntax(at_once=True)
    document.check_again()
    analyst.answer()
    with qtbot.waitExposed(made):
        made.show()
    made.refresh()
    return made


def text(panel) -> str:
    return panel._document.scenarios.current.text


def undo(panel) -> None:
    place = panel._document.scenarios.current
    done = panel._document.history.undo(place, lambda t, back: t.text_document.undo())
    assert done.is_done


def place_of(panel, edge) -> QPoint:
    lanes = panel.lanes
    row = next(i for i, lane in enumerate(lanes.lanes.all) if edge in lane.edges)
    return QPoint(round(lanes.span.x(edge.time)), round(RULER + (row + 0.5) * ROW))


def edge_of(panel, signal: int):
    return next(e for lane in panel.lanes.lanes.all for e in lane.edges if e.signal == signal)


def run_again(panel, analyst) -> None:
    panel._document.check_syntax(at_once=True)
    panel._document.analyse_now()
    analyst.answer()
    panel.refresh()


def test_inputs_stand_above_the_outputs_of_the_run_with_names_and_values(panel, document) -> None:
    lanes = panel.shown_lanes
    assert [(lane.signal, lane.name) for lane in lanes.inputs] == [(5, "a block is there"), (6, "")]
    assert [(lane.signal, lane.name) for lane in lanes.outputs] == [(3, "asked")]
    assert lanes.inputs[0].spans[0][0] == 2.5
    assert lanes.inputs[1].edges[0].time == pytest.approx(lanes.outputs[0].spans[0][0] + 0.5)
    document.seek(2.6)
    assert [row.value.text() for row in panel.labels.rows][:1] == ["on"]
    document.seek(1.0)
    assert [row.value.text() for row in panel.labels.rows] == ["off", "off", "off"]


def test_a_dragged_edge_is_one_undo_step_and_the_run_follows(
    qtbot, panel, document, analyst
) -> None:
    edge, scale = edge_of(panel, 5), panel.lanes.span.scale
    start = place_of(panel, edge)
    duration = document.run.duration
    qtbot.mousePress(panel.lanes, Qt.MouseButton.LeftButton, pos=start)
    end = start + QPoint(round(scale), 0)
    qtbot.mouseMove(panel.lanes, end, Qt.MouseButton.LeftButton)
    assert text(panel) == TEXT and panel.lanes.mark.moved == pytest.approx(3.5, abs=1 / scale)
    qtbot.mouseRelease(panel.lanes, Qt.MouseButton.LeftButton, pos=end)
    time = edge_of(panel, 5).time
    assert text(panel) == TEXT.replace("at: 2.5", f"at: {time:g}")
    run_again(panel, analyst)
    assert document.run.duration == pytest.approx(duration + time - 2.5)
    undo(panel)
    assert text(panel) == TEXT


def test_escape_during_a_drag_leaves_the_scenario_as_it_is(qtbot, panel) -> None:
    start = place_of(panel, edge_of(panel, 5))
    qtbot.mousePress(panel.lanes, Qt.MouseButton.LeftButton, pos=start)
    qtbot.mouseMove(panel.lanes, start + QPoint(60, 0), Qt.MouseButton.LeftButton)
    qtbot.keyClick(panel.lanes, Qt.Key.Key_Escape)
    qtbot.mouseRelease(panel.lanes, Qt.MouseButton.LeftButton, pos=start + QPoint(60, 0))
    assert text(panel) == TEXT


def test_a_response_is_never_dragged_before_its_cause(panel) -> None:
    edge = edge_of(panel, 6)
    panel.lanes.moved.emit(edge, edge.since)
    assert "delay: 0, on: 6" in text(panel)


def test_keys_choose_move_add_and_remove_edges(qtbot, panel, document) -> None:
    lanes, key = panel.lanes, Qt.Key
    alt, both = Qt.KeyboardModifier.AltModifier, Qt.KeyboardModifier.ShiftModifier
    lanes.choose_signal(5)
    qtbot.keyClick(lanes, key.Key_Right)
    assert lanes.mark.edge == edge_of(panel, 5)
    assert "goes on at 2.500 s" in lanes.accessibleDescription()
    assert panel.entries.currentRow() == 0
    qtbot.keyClick(lanes, key.Key_Right, alt)
    qtbot.keyClick(lanes, key.Key_Left, alt | both)
    assert "at: 2.59, on: 5" in text(panel) and "# a block" in text(panel)
    document.seek(1.0)
    qtbot.keyClick(lanes, key.Key_Insert)
    assert "- {at: 1, on: 5}" in text(panel)
    qtbot.keyClick(lanes, key.Key_Down)
    assert lanes.lane.signal == 6
    qtbot.keyClick(lanes, key.Key_P)
    assert "- {at: 1, on: 6}" in text(panel) and "- {at: 1.5, off: 6}" in text(panel)
    undo(panel)
    assert "{at: 1, on: 6}" not in text(panel) and "off: 6" not in text(panel)
    qtbot.keyClick(lanes, key.Key_Right)
    qtbot.keyClick(lanes, key.Key_Delete)
    assert "on: 6" not in text(panel)


def test_enter_on_an_edge_types_its_time(qtbot, panel) -> None:
    panel.lanes.choose_signal(5)
    qtbot.keyClick(panel.lanes, Qt.Key.Key_Right)
    qtbot.keyClick(panel.lanes, Qt.Key.Key_Return)
    assert panel.tabs.currentIndex() == EVENTS
    assert panel.entries.state() == panel.entries.State.EditingState
    panel.entries.item(0, 0).setText("1.5 + 0.25")
    assert "at: 1.75, on: 5" in text(panel)


def test_a_fault_is_said_at_its_cell_and_the_typed_text_stays_until_escape(qtbot, panel) -> None:
    panel.entries.item(0, 0).setText("-1")
    cell = panel.entries.item(0, 0)
    assert (cell.text(), text(panel)) == ("-1", TEXT)
    assert "at least 0" in cell.toolTip() and not cell.icon().isNull()
    assert "at least 0" in panel.fault.text() and panel.fault.isVisible()
    panel.entries.item(1, 3).setText("6, x")
    assert panel.entries.item(1, 3).text() == "6, x"
    qtbot.keyClick(panel.entries, Qt.Key.Key_Escape)
    assert panel.entries.item(0, 0).text() == "2.5" and not panel.fault.isVisible()
    assert panel.entries.item(1, 3).text() == "6"


def test_answers_stand_beside_the_questions_that_ask_for_them(qtbot, panel, analyst) -> None:
    panel.tabs.setCurrentIndex(ANSWERS)
    assert panel.answers.item(0, 0).text() == "40"
    assert 'PROMPT "HOW FAR", D' in panel.answers.item(0, 1).text()
    panel.answers.item(1, 0).setText("2 * 3.5")
    assert "answers: [40, 7]" in text(panel)
    panel.answers.item(0, 0).setText("")
    assert "answers: [7]" in text(panel)
    run_again(panel, analyst)
    assert panel._document.run.end_state.variables["D"] == 7.0
    panel.answers.item(0, 0).setText("far")
    assert "an answer is a number" in panel.answers.item(0, 0).toolTip()


def test_a_broken_text_is_told_and_is_mended_in_the_tab_text(panel, document) -> None:
    document.scenarios.current.replace_text(TEXT.replace("answers: [40]", "answers: [40"))
    assert "YAML" in panel.fault.text()
    panel.add_change(5, 1.0, True)
    assert "answers: [40" in text(panel)
    assert panel.text.document() is document.scenarios.current.text_document
    undo(panel)
    assert text(panel) == TEXT and not panel.fault.isVisible()


def test_a_response_that_never_comes_is_grey_with_the_reason(panel, analyst) -> None:
    panel.entries.item(1, 1).setText("9")
    run_again(panel, analyst)
    assert "Never set off" in panel.entries.item(1, 0).toolTip()
    assert panel.shown_lanes.unused == {1}


def test_the_ruler_moves_the_time_and_ctrl_wheel_zooms(qtbot, panel, document) -> None:
    lanes = panel.lanes
    qtbot.mouseClick(lanes, Qt.MouseButton.LeftButton, pos=QPoint(round(lanes.span.x(1.2)), 5))
    assert document.control.position.time == pytest.approx(1.2, abs=0.02)
    qtbot.keyClick(lanes, Qt.Key.Key_Plus)
    assert lanes.span.end - lanes.span.start < lanes.lanes.end
    assert lanes.span.start <= 1.2 <= lanes.span.end
    qtbot.keyClick(lanes, Qt.Key.Key_0)
    assert (lanes.span.start, lanes.span.end) == (0.0, lanes.lanes.end)


def test_lanes_are_drawn_in_both_themes_and_a_signal_without_events_has_a_lane(panel) -> None:
    before = panel.grab().toImage()
    panel.set_theme(DARK)
    assert panel.grab().toImage() != before
    panel.add_signal(77)
    assert panel.lanes.lane.signal == 77
    panel.remove_signal()
    assert 77 not in [lane.signal for lane in panel.shown_lanes.all]


def test_an_input_has_a_button_for_its_value_and_one_for_a_pulse(qtbot, panel, document, analyst):
    document.seek(0.3)
    label = panel.labels.rows[0]
    assert label.value.accessibleName() == "Signal 5, a block is there: off"
    qtbot.mouseClick(label.pulse, Qt.MouseButton.LeftButton)
    analyst.answer()
    panel.refresh()
    assert panel.shown_lanes.inputs[0].by_hand == (pytest.approx(0.3), pytest.approx(0.8))
    assert label.value.text() == "on" and label.value.isChecked()
    document.show_line(4)
    qtbot.keyClick(label.value, Qt.Key.Key_Space)
    analyst.answer()
    assert [(e.signal, e.on) for e in panel._hand.events][-1] == (5, True)
    wait = next(step for step in document.run.steps if step.line == 4)
    assert wait.duration == 0.0
    assert not panel.labels.rows[2].value.isEnabled()


def test_without_a_scenario_the_first_edit_asks_for_a_new_one(panel, document, tmp_path) -> None:
    source = document.active
    source.scenario = replace(source.scenario, path=None)
    document.scenarios.follow()
    assert panel.title.text().startswith("No scenario")
    made = ScenarioText(TextFile("signals: []\n"), tmp_path / "new.scenario.yaml", panel)
    asked = []

    def new() -> None:
        asked.append(True)
        document.scenarios.add(made)
        source.scenario = replace(source.scenario, path=made.path)
        document.scenarios.follow()

    panel.newAsked.connect(new)
    panel.add_change(5, 1.0, True)
    assert asked and made.text == "signals:\n  - {at: 1, on: 5}\n" and made.is_modified


def test_a_panel_out_of_sight_lets_go_of_a_scenario_that_is_closed(panel, qtbot) -> None:
    """Qt deletes the document; a field that still showed it ended the process at its next use."""
    document, opened = panel._document, panel._document.scenarios.current
    assert panel.text.document() is opened.text_document
    panel.hide()
    source = document.active
    source.scenario = replace(source.scenario, path=None)
    document.scenarios.follow()
    assert opened not in document.scenarios.all
    assert panel.text.document() is not opened.text_document
    qtbot.waitUntil(lambda: not shiboken6.isValid(opened))
    panel.show()
    panel.refresh()
    assert panel.text.toPlainText() == ""
    assert panel.text.isReadOnly()
