"""The files of one run as a language server knows them: open documents and files on disk.

A called program is looked for in the files that the server was started with, then in the open
documents, then in a file named after it in the same folder.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from pygls.workspace import TextDocument

from app.lsp.documents import Documents, path_of
from app.programs.called_files import CalledFile, called_files
from app.programs.files_of_run import files_of_run
from app.programs.read_text import TextReader
from language import Program, answered
from language.editing.names.shared_names import calls, given_names
from language.foreign.foreign_program import ForeignProgram

if TYPE_CHECKING:
    from scenes.makers.foreign_text import ForeignText
    from scenes.world.robot import Robot


class RunFiles:
    """Finds the files that run together with a document."""

    def __init__(self, given: Sequence[CalledFile] = (), robot: Robot | None = None) -> None:
        """robot: The arm of programs in the language of a robot maker."""
        self._given, self._reader = tuple(given), TextReader(robot)

    def program(self, document: TextDocument) -> Program:
        """The program of a document alone, in our language or by the suffix of its file."""
        return self._reader.program(document.source, path_of(document.uri))

    def foreign(self, document: TextDocument) -> ForeignProgram | None:
        """The program of a document in a robot maker's language; None for one of ours."""
        program = self.program(document) if self.is_foreign(document.uri) else None
        return program if isinstance(program, ForeignProgram) else None

    def is_foreign(self, uri: str) -> bool:
        """Whether a document is in a robot maker's language, by its suffix."""
        return self._reader.is_foreign(path_of(uri))

    def of_file(self, file: CalledFile) -> Program:
        """The program of a file."""
        return self._reader.program(file.text, file.path)

    def given(self, document: TextDocument) -> str | ForeignText:
        """The text of a document as a run is given it."""
        return self._reader.given(document.source, path_of(document.uri))

    def checked(self, documents: Documents, document: TextDocument) -> Program:
        """The program of a document, checked with the open files and the files that it calls."""
        program = self.program(document)
        known = [*_others(documents, document), *self._given]
        called = _called(document, known) if calls(program) - given_names(program) else ()
        callers = [f for f in known if given_names(program) & calls(self.of_file(f))]
        beside = {file.name: file for file in (*called, *callers)}
        return answered(program, (self.of_file(file) for file in beside.values()))

    def run_with(
        self, documents: Documents, document: TextDocument, program: Program
    ) -> tuple[tuple[str, str], ...] | None:
        """The files that a document calls, as (text, name); an open file has its URI as name.

        None where an open document calls this one: it is then run together with its caller.
        """
        known = _others(documents, document)
        if any(given_names(program) & calls(self.of_file(file)) for file in known):
            return None
        known += self._given
        called = _called(document, known) if calls(program) - given_names(program) else ()
        return tuple((file.text, file.name) for file in called)

    def among(self, documents: Documents, document: TextDocument) -> dict[str, CalledFile]:
        """The document, the files it calls, its callers, and what these call in turn, by URI."""
        own = _open_file(document)
        known = [*_others(documents, document), *self._given]
        return {_uri(file): file for file in files_of_run(own, known)}


def _open_file(document: TextDocument) -> CalledFile:
    """An open document as a called file, whose name is its URI."""
    return CalledFile(document.source, document.uri, path_of(document.uri))


def _others(documents: Documents, document: TextDocument) -> list[CalledFile]:
    """The open documents other than this one."""
    return [_open_file(each) for each in documents if each is not document]


def _uri(file: CalledFile) -> str:
    """The URI of a file; for an open file this is its name."""
    is_open = file.path is None or path_of(file.name) == file.path
    return file.name if is_open else file.path.resolve().as_uri()  # type: ignore[union-attr]


def _called(document: TextDocument, known: Sequence[CalledFile]) -> tuple[CalledFile, ...]:
    path = path_of(document.uri)
    return called_files(document.source, path.parent if path else None, known)
