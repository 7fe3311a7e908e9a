"""The programs that run together with an open one, as its names are looked up in them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from app.desktop.state.document import Document
from app.desktop.state.source import Source
from app.programs.called_files import CalledFile
from app.programs.files_of_run import files_of_run
from app.programs.read_text import TextReader
from language import Program
from language.editing.names.references import Symbol, symbol_at
from language.editing.names.shared_names import (
    Found,
    definition_across,
    references_across,
    rename_across,
)
from language.foreign.foreign_program import ForeignProgram
from language.words.diagnostics import Fix


@dataclass(frozen=True, eq=False)
class Reading:
    """The files of a run by their keys: of an open program its key, else its path.

    own: The key of the program that is asked about.
    """

    own: str
    files: Mapping[str, CalledFile]
    programs: Mapping[str, Program]
    sources: Mapping[str, Source]

    def symbol(self, line: int, column: int) -> Symbol | None:
        """The name at a place of the program that is asked about."""
        return symbol_at(self.programs[self.own], line, column)

    def definition(self, line: int, column: int) -> Found | None:
        """Where the name at a place gets its value."""
        return definition_across(self.programs, self.own, line, column)

    def uses(self, line: int, column: int) -> tuple[Found, ...]:
        """All places of the name at a place."""
        return references_across(self.programs, self.own, line, column)

    def renamed(self, line: int, column: int, new: str) -> dict[str, Fix] | str:
        """The edits that rename the name at a place, by file, or why it cannot be renamed."""
        if any(isinstance(program, ForeignProgram) for program in self.programs.values()):
            return "names of a program in a maker's language are not renamed"
        return rename_across(self.programs, self.own, line, column, new)

    def path(self, key: str) -> Path | None:
        """The path of a file; None for a program that was never saved."""
        return self.files[key].path


def read_with(document: Document, source: Source) -> Reading:
    """The programs that run together with an open program."""
    opened = {s: CalledFile(s.text, s.title, s.path) for s in document.sources}
    keys = {id(file): s.key for s, file in opened.items()}
    own = opened[source]
    found = files_of_run(own, [file for file in opened.values() if file is not own])
    files = {keys.get(id(file), str(file.path)): file for file in found}
    reader = TextReader(document.cell.robot if document.cell is not None else None)
    programs = {key: reader.program(file.text, file.path) for key, file in files.items()}
    return Reading(source.key, files, programs, {s.key: s for s in document.sources})
