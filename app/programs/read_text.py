"""The program of a text in an editor, in our language or in that of a robot maker by its file."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from language import Program, parse
from scenes.program_source import SUFFIX

if TYPE_CHECKING:
    from scenes.makers.foreign_text import ForeignText
    from scenes.world.cell import Cell
    from scenes.world.robot import Robot


@dataclass(frozen=True, eq=False)
class TextReader:
    """Reads texts for an arm; without one foreign texts have only a finding that says so."""

    robot: Robot | None = None

    @staticmethod
    def is_foreign(path: Path | None) -> bool:
        """Whether a file is in a robot maker's language, by its suffix."""
        return _language(path) is not None

    @staticmethod
    def has_our_blocks(path: Path | None) -> bool:
        """Whether a file has the blocks of our language: it is ours, or of its family."""
        return _language(path) in (None, "as", "vplus")

    def given(self, text: str, path: Path | None) -> str | ForeignText:
        """The text as a run is given it. path: Of its file; None for a text of ours."""
        language = _language(path)
        if path is None or language is None:
            return text
        from scenes.makers.foreign_text import foreign_text

        return foreign_text(path, language, text=text)

    def program(self, text: str, path: Path | None) -> Program:
        """The program of a text."""
        given = self.given(text, path)
        if isinstance(given, str):
            return parse(given)
        from scenes.makers.foreign_text import program_or_fault

        return program_or_fault(given, self.robot)


def _language(path: Path | None) -> str | None:
    """The language of a robot maker that the suffix of a file means; None for a file of ours."""
    if path is None or path.suffix.lower() == SUFFIX:
        return None
    from scenes.makers.foreign_text import language_of

    return language_of(path.name)


def program_given(given: str | ForeignText, cell: Cell) -> Program | str:
    """What `simulate` takes of a text that was given to a run in a cell."""
    if isinstance(given, str):
        return given
    from scenes.makers.foreign_text import program_or_fault

    return program_or_fault(given, cell.robot)
