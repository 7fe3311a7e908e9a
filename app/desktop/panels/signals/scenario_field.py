"""The field with the text of a scenario, beside the tables that edit the same text."""

from __future__ import annotations

from PySide6.QtGui import QTextDocument
from PySide6.QtWidgets import QPlainTextDocumentLayout, QPlainTextEdit

from app.desktop.looks.fonts import code_font
from app.desktop.looks.undo_keys import UndoKeys
from app.desktop.state.scenarios.open_scenarios import OpenScenarios
from app.desktop.state.scenarios.scenario_text import ScenarioText


class ScenarioField(QPlainTextEdit):
    """Shows the document of an open scenario, and lets go of it when the scenario is closed.

    It lets go at once, out of sight too: a field of Qt reads the document that it shows, and Qt
    deletes that document with the scenario.
    """

    def __init__(self, scenarios: OpenScenarios) -> None:
        super().__init__()
        self.setFont(code_font(9))
        self.setAccessibleName("Text of the scenario")
        self.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self._empty = QTextDocument(self)
        self._empty.setDocumentLayout(QPlainTextDocumentLayout(self._empty))
        UndoKeys(self)
        self.show_text(None)
        scenarios.closed.connect(self._let_go)

    def show_text(self, text: ScenarioText | None) -> None:
        """Shows the text of a scenario, to be edited; nothing for None."""
        self.setDocument(self._empty if text is None else text.text_document)
        self.document().setDefaultFont(self.font())
        self.setReadOnly(text is None)

    def _let_go(self, text: ScenarioText) -> None:
        if self.document() is text.text_document:
            self.show_text(None)
