"""The console pane: commands of a run in a process, words completed."""

import pytest
from PySide6.QtCore import QObject, Qt, Signal

from app.desktop.panels.console import ConsolePanel
from scenes.documents import read_document
from scenes.library import cell_path

pytestmark = pytest.mark.window


class HeldProber(QObject):
    """Answers when told to."""

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
        """There is no process."""


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


def test_a_run_goes_on_elsewhere_and_its_answer_is_printed(qtbot, pane, prober) -> None:
    assert enter(qtbot, pane, "STEP").strip().endswith("STEP")
    prober.answer()
    assert pane.output.toPlainText().endswith("NEXT LINE 2: DRIVE 1 10")
    enter(qtbot, pane, "LISTV")
    prober.answer()
    assert pane.output.toPlainText().endswith("X = 1")


def test_abort_gives_up_a_command_at_work(qtbot, pane, prober) -> None:
    enter(qtbot, pane, "EXECUTE")
    assert "AT WORK" in enter(qtbot, pane, "STATUS")
    assert "ABORTED" in enter(qtbot, pane, "ABORT")
    assert not prober.is_busy


def test_tab_completes_a_word_or_lists_what_would_fit(qtbot, pane) -> None:
    qtbot.keyClicks(pane.input, "EXEC")
    qtbot.keyClick(pane.input, Qt.Key.Key_Tab)
    assert pane.input.text() == "EXECUTE"
    pane.input.clear()
    qtbot.keyClicks(pane.input, "LIST")
    qtbot.keyClick(pane.input, Qt.Key.Key_Tab)
    assert "LISTL  LISTP  LISTV" in pane.output.toPlainText()
