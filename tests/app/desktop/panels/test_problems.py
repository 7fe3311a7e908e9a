"""The list of problems, where it is empty: it says what is known of the motion."""

import pytest
from PySide6.QtWidgets import QLabel

from app.desktop.looks.theme import DARK
from app.desktop.panels.problems import ProblemsPanel

pytestmark = pytest.mark.window


@pytest.fixture
def panel(qtbot, document, source_of, cell, figure5) -> ProblemsPanel:
    document.show_cell(cell, None)
    source_of(figure5)
    document.analyse_now()
    made = ProblemsPanel(document, DARK)
    qtbot.addWidget(made)
    return made


def told(panel: ProblemsPanel) -> str:
    return " ".join(label.text() for label in panel.findChildren(QLabel))


def test_a_check_that_ended_without_an_answer_is_not_said_to_go_on(
    panel, document, analyst
) -> None:
    assert "is being checked" in told(panel)
    analyst.failed.emit(document.revision, "The worker process ended.")
    assert "could not be checked" in told(panel)
    analyst.asked.clear()
    document.analyse_now()
    analyst.answer()
    assert "No problems" in told(panel)


def test_a_program_without_a_statement_is_not_said_to_be_checked(
    panel, document, analyst, source_of
) -> None:
    source_of("10 REMARK nothing to do\n")
    document.check_syntax()
    document.analyse_now()
    analyst.answer()
    panel.refresh()
    assert "is being checked" not in told(panel) and "has no statement to run" in told(panel)
