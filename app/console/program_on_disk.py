"""The file of a console: where SAVE puts the program."""

from __future__ import annotations

from pathlib import Path

from app.programs.text_files import FileError, read_text_file, save_text_file
from scenes.files.resource_files import PROGRAMS
from scenes.library import is_shipped


class ProgramFile:
    """The file of a console: its saved text, and where SAVE puts a new one.

    A shipped program is read, but never written.
    """

    def __init__(self, path: Path | None) -> None:
        self.name = path.name if path is not None else "program"
        self.saved = ""
        if path is not None and path.exists():
            self.saved = read_text_file(path).text
        self._path = None if path is None or is_shipped(path) else path

    def save(self, text: str) -> str | None:
        """Writes the text and gives the line to print; None where a name is needed first."""
        if self._path is None:
            return None
        try:
            save_text_file(self._path, text)
        except FileError as fault:
            return str(fault)
        self.saved, self.name = text, self._path.name
        return f"SAVED: {self._path}"

    def save_as(self, text: str, name: str) -> str | None:
        """Writes the text to a new file; None where that file exists already."""
        path = Path(name if Path(name).suffix else f"{name}{PROGRAMS.suffix}").absolute()
        if path.exists():
            return None
        self._path = path
        return self.save(text)
