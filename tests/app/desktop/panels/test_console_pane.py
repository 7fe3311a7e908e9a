"""The console pane: monitor commands run in another process, Tab completes words."""

from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import QObject, Qt, Signal

from app.desktop.debugging.debug_session import DebugSession
from app.desktop.panels.console_pane import ConsolePanel
from app.desktop.runs.run_control import Command, RunState
from scenes.files.text.documents import read_document
from scenes.library import cell_path

pytestmark = pytest.mark.window


class HeldProber(QObject):
    """Answers when a test tells it to."""

    failed = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self.asked = []

    @property
    def is_busy(self) -> bool:
        return bool(self.asked)

    def ask(self, kind, function, *arguments, then) -> None:
        self.asked.append((function, arguments, then))

    def answer(self) -> None:
        function, arguments, then = self.asked.pop()
        then(function(*arguments))

    def cancel(self) -> None:
        self.asked.clear()

    def close(self) -> None:
        """Does nothing: there is no process."""


@pytest.fixture
def prober(qapp):
    return HeldProber()


@pytest.fixture
def pane(qtbot, document, cell, source_of, prober):
    document.show_cell(cell, read_document(cell_path("kakazu1985"), "cell file"))
    source_of("X = 1\nDRIVE 1 10\nEND\n")
    made = ConsolePanel(document, prober)
    qtbot.addWidget(made)
    return made


def enter(qtbot, pane, line: str) -> str:
    before = pane.output.toPlainText()
    qtbot.keyClicks(pane.input, line)
    qtbot.keyClick(pane.input, Qt.Key.Key_Return)
    return pane.output.toPlainText()[len(before) :]


def test_a_command_runs_in_another_process_and_its_answer_is_printed(qtbot, pane, prober) -> None:
    assert enter(qtbot, pane, "STEP").strip().endswith("STEP")
    prober.answer()
    assert pane.output.toPlainText().endswith("NEXT LINE 2: DRIVE 1 10")
    enter(qtbot, pane, "LISTV")
    prober.answer()
    assert pane.output.toPlainText().endswith("X = 1")


def test_abort_cancels_a_running_command(qtbot, pane, prober) -> None:
    enter(qtbot, pane, "EXECUTE")
    assert "AT WORK" in enter(qtbot, pane, "STATUS")
    assert "ABORTED" in enter(qtbot, pane, "ABORT")
    assert not prober.is_busy


def test_tab_completes_a_word_or_lists_the_fitting_words(qtbot, pane) -> None:
    qtbot.keyClicks(pane.input, "EXEC")
    qtbot.keyClick(pane.input, Qt.Key.Key_Tab)
    assert pane.input.text() == "EXECUTE"
    pane.input.clear()
    qtbot.keyClicks(pane.input, "LIST")
    qtbot.keyClick(pane.input, Qt.Key.Key_Tab)
    assert "LISTL  LISTP  LISTV" in pane.output.toPlainText()


def q1(document) -> float:
    return float(np.degrees(document.state.q[0]))


def test_the_arm_goes_where_the_console_takes_it(qtbot, pane, prober, document, clock) -> None:
    begin = q1(document)
    enter(qtbot, pane, "STEP")
    prober.answer()
    assert document.control.line == 2
    assert q1(document) == pytest.approx(begin)
    enter(qtbot, pane, "STEP")
    prober.answer()
    assert document.control.is_moving
    clock.now += 0.1
    document.tick()
    assert begin < q1(document) < begin + 10.0
    clock.now += 100.0
    document.tick()
    assert q1(document) == pytest.approx(begin + 10.0)
    assert document.control.line == 3 and not document.control.is_moving
    assert document.control.duration == pytest.approx(document.run.duration) and document.time > 0.0


def test_a_statement_done_by_hand_moves_the_arm_from_where_it_is(
    qtbot, pane, prober, document, clock
) -> None:
    begin = q1(document)
    for line in ("STEP", "STEP", "DO DRIVE 1 -5"):
        enter(qtbot, pane, line)
        prober.answer()
        clock.now += 100.0
        document.tick()
    assert q1(document) == pytest.approx(begin + 5.0)
    assert document.time == pytest.approx(sum(step.duration for step in document.run.steps))
    enter(qtbot, pane, "BACK 1")
    prober.answer()
    assert q1(document) == pytest.approx(begin)
    assert document.control.line == 2


def test_the_program_has_its_own_run_again_when_it_is_run_or_edited(
    qtbot, pane, prober, document, analyst, clock
) -> None:
    enter(qtbot, pane, "EXECUTE")
    prober.answer()
    assert document.console_run is not None and not document.is_checked
    analyst.cancel()
    document.press(Command.RUN)
    analyst.answer()
    assert document.console_run is None and document.is_checked
    assert document.control.state is RunState.RUNNING


def test_the_debug_values_are_those_of_the_console(qtbot, pane, prober, document, clock) -> None:
    session = DebugSession(document, prober)
    session.show(True)
    enter(qtbot, pane, "STEP")
    prober.answer()
    assert session.is_current and session.look.variables == {"X": 1.0}
    enter(qtbot, pane, "DO X = 7")
    prober.answer()
    assert session.look.variables == {"X": 7.0}
    enter(qtbot, pane, "DO SIGNAL 3")
    prober.answer()
    clock.now += 1.0
    document.tick()
    assert session.look.signals[3] is True


def test_after_abort_the_run_of_the_program_is_shown_again(qtbot, pane, prober, document) -> None:
    enter(qtbot, pane, "STEP")
    prober.answer()
    enter(qtbot, pane, "ABORT")
    prober.answer()
    assert document.console_run is None or not document.has_fresh_run


def test_the_prompt_of_the_pane_shows_the_question_of_a_prompt_statement(
    qtbot, pane, prober, source_of
) -> None:
    source_of('PROMPT "how many?", N\nTYPE N * 2\nEND\n')
    enter(qtbot, pane, "EXECUTE")
    prober.answer()
    assert pane._prompt.text().strip() == "how many?"
    enter(qtbot, pane, "21")
    prober.answer()
    assert "42\nPROGRAM COMPLETED" in pane.output.toPlainText()
    assert pane._prompt.text() == "."


def test_a_run_of_the_console_ends_with_the_cell_in_which_it_began(qtbot, pane, prober) -> None:
    document = pane._document
    enter(qtbot, pane, "STEP")
    prober.answer()
    assert document.console_run is not None
    session = DebugSession(document, prober)
    session.show(True)
    assert session.is_current
    document.show_cell(replace(document.cell), document.cell_file)
    assert document.console_run is None
    qtbot.waitUntil(lambda: not session.is_current)
    assert "THE RUN IS GIVEN UP" in pane.output.toPlainText()
    enter(qtbot, pane, "STATUS")
    prober.answer()
    assert pane.output.toPlainText().endswith("NO PROGRAM IS RUNNING: EXECUTE, OR STEP")


def test_the_answer_to_a_command_given_before_an_edit_of_the_cell_is_not_shown(
    qtbot, pane, prober
) -> None:
    document = pane._document
    enter(qtbot, pane, "STEP")
    document.show_cell(replace(document.cell), document.cell_file)
    assert not prober.is_busy
    assert document.console_run is None
    assert enter(qtbot, pane, "STEP").strip().endswith("STEP")
    prober.answer()
    assert document.console_run.shown_run.run.cell is document.cell


def test_what_a_run_types_comes_to_the_console_when_the_run_has_come_past_it(
    pane, document, analyst
) -> None:
    document.active.replace_text(
        'TYPE "one"\nPOINT A 600 0 400 0 90 0\nMOVE A\nTYPE "two"\nREADY\nEND\n'
    )
    document.check_syntax()
    document.analyse_now()
    analyst.answer()
    assert not [finding for finding in document.findings if finding.code == "N303"]
    pane.output.clear()

    def output() -> list[str]:
        return pane.output.toPlainText().split()

    document.seek(document.run.duration / 2.0 - 0.01)
    seen = output()
    assert seen[:1] == ["one"]
    document.seek(document.run.duration)
    assert output() == ["one", "two"]
    document.seek(0.2)
    document.seek(document.run.duration)
    assert output() == ["one", "two"]  # no line again before the run is at its start
    document.press(Command.STOP)
    document.seek(0.0)
    document.seek(document.run.duration)
    assert output() == ["one", "two", "one", "two"]


def test_undo_brings_the_run_back_in_the_window_too(qtbot, pane, prober, document) -> None:
    enter(qtbot, pane, "STEP")
    prober.answer()
    first = document.console_run
    enter(qtbot, pane, "STEP")
    prober.answer()
    assert document.console_run.index != first.index
    assert "UNDONE: STEP" in enter(qtbot, pane, "UNDO")
    prober.answer()
    assert document.console_run.index == first.index
    enter(qtbot, pane, "UNDO")
    assert pane._console.runs.session is None
    assert "NO PROGRAM IS RUNNING" in pane.output.toPlainText()


def test_undo_of_an_edit_is_an_undo_step_of_the_program(qtbot, pane, document) -> None:
    text = document.active.text
    enter(qtbot, pane, "DELAY 1")
    assert "DELAY 1" in document.active.text
    assert "THE PROGRAM IS AS IT WAS BEFORE" in enter(qtbot, pane, "UNDO")
    assert document.active.text == text
    assert "MOVE location" in enter(qtbot, pane, "HELP MOVE")
