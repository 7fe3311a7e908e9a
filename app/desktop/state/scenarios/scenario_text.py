"""The text of an open scenario: with undo and a file, as the text of a program has them."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QObject

from app.desktop.looks.dialogs import SCENARIO, Saved
from app.desktop.state.scenarios.scenario_edits import Said, said_in
from app.desktop.state.source import Source
from app.programs.text_files import TextFile


class ScenarioText(Source):
    """An open scenario. path: Its file; of a new one the place where it will be offered to save."""

    def __init__(self, file: TextFile, path: Path, parent: QObject) -> None:
        super().__init__(file, path, path.name, parent)
        self._said: tuple[str, Said] | None = None
        if file.stamp is None:
            self.text_document.setModified(True)

    @property
    def saved_as(self) -> Saved:
        """What a file chooser says of its files."""
        return SCENARIO

    @property
    def has_no_file(self) -> bool:
        """Whether it was never in a file."""
        return self.stamp is None

    @property
    def said(self) -> Said:
        """What the present text says."""
        if self._said is None or self._said[0] != self.text:
            self._said = (self.text, said_in(self.text, self.path))
        return self._said[1]
