"""The only questions that interrupt: file choosers, unsaved work."""

from __future__ import annotations

import re
from enum import Enum
from pathlib import Path
from typing import NamedTuple

from PySide6.QtWidgets import QFileDialog, QMessageBox, QWidget

CELL_FILTER = "Cells (*.cell.yaml *.yaml *.yml);;All files (*)"
SCENARIO_FILTER = "Scenarios (*.yaml *.yml);;All files (*)"
ROBOT_FILTER = "Robots (*.robot.yaml *.yaml *.yml);;All files (*)"
PROGRAM_FILTER = "Programs (*.val *.txt *.src *.sub *.mod *.prg *.sys *.script);;All files (*)"
TRAJECTORY_FILTER = "CSV table (*.csv);;JSON (*.json)"
PLOTS_FILTER = "PNG picture (*.png);;SVG drawing (*.svg);;Numbers as CSV table (*.csv)"
PICTURE_FILTER = "PNG picture (*.png)"


class Saved(NamedTuple):
    """A kind of file that is saved: its word, the filter of the chooser, the suffix."""

    word: str
    kinds: str
    suffix: str


PROGRAM = Saved("program", PROGRAM_FILTER, ".val")
SCENARIO = Saved("scenario", SCENARIO_FILTER, ".scenario.yaml")


class Unsaved(Enum):
    """The answer to the question about unsaved work."""

    SAVE = "save"
    DISCARD = "discard"
    CANCEL = "cancel"


class Dialogs:
    """Asks with Qt's dialogs; tests put an object with fixed answers in its place."""

    def __init__(self, window: QWidget) -> None:
        self._window = window

    def open_path(self, title: str, folder: str, kinds: str) -> Path | None:
        """A file to read, chosen by the user; None where the user cancels."""
        name, _ = QFileDialog.getOpenFileName(self._window, title, folder, kinds)
        return Path(name) if name else None

    def folder_path(self, title: str, start: str) -> Path | None:
        """A folder, chosen by the user; None where the user cancels."""
        name = QFileDialog.getExistingDirectory(self._window, title, start)
        return Path(name) if name else None

    def save_path(self, title: str, start: str, kinds: str, suffix: str) -> Path | None:
        """A file to write, with a suffix, or None; asks before a file is replaced."""
        name, chosen = QFileDialog.getSaveFileName(self._window, title, start, kinds)
        if not name:
            return None
        path = Path(name)
        if path.suffix:
            return path
        named = re.search(r"\(\*((?:\.\w+)+)\)", chosen)
        path = path.with_name(path.name + (named[1] if named else suffix))
        # Qt has asked only about the typed name, without the suffix added here.
        return path if not path.exists() or self._may_replace(path) else None

    def _may_replace(self, path: Path) -> bool:
        """Whether the user wants an existing file overwritten."""
        buttons = QMessageBox.StandardButton
        answer = QMessageBox.warning(
            self._window,
            "Replace the file",
            f"{path.name} is there already. Replace it?",
            buttons.Yes | buttons.No,
            buttons.No,
        )
        return answer == buttons.Yes

    def unsaved(self, names: list[str]) -> Unsaved:
        """What the user wants done with unsaved changes."""
        box = QMessageBox(self._window)
        box.setIcon(QMessageBox.Icon.Question)
        box.setWindowTitle("Unsaved changes")
        listed = "\n".join(f"    {name}" for name in names)
        box.setText("Save the changes before closing?")
        box.setInformativeText(f"Without saving, the changes in these are lost:\n{listed}")
        buttons = QMessageBox.StandardButton
        box.setStandardButtons(buttons.Save | buttons.Discard | buttons.Cancel)
        box.setDefaultButton(buttons.Save)
        answer = box.exec()
        table = {buttons.Save: Unsaved.SAVE, buttons.Discard: Unsaved.DISCARD}
        return table.get(buttons(answer), Unsaved.CANCEL)
