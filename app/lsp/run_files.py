"""The files of one run as a language server knows them: open documents and files on disk.

A called program is looked for in the files that the server was started with, then in the open
documents, then in a file named after it in the same folder.
"""

from __future__ import annotations

from collections.abc import Sequence

from pygls.workspace import TextDocument

from app.lsp.documents import Documents, path_of
from app.programs.called_files import CalledFile, called_files
from app.programs.files_of_run import files_of_run
from language import Program, answered, parse
from language.editing.names.shared_names import calls, given_names


class RunFiles:
    """Finds the files that run together with a document."""

    def __init__(self, given: Sequence[CalledFile] = ()) -> None:
        self._given = tuple(given)

    def checked(self, documents: Documents, document: TextDocument) -> Program:
        """The program of a document, checked with the open files and the files that it calls."""
        program = parse(document.source)
        known = [*_others(documents, document), *self._given]
        called = _called(document, known) if calls(program) - given_names(program) else ()
        callers = [f for f in known if given_names(program) & calls(parse(f.text))]
        beside = {file.name: file for file in (*called, *callers)}
        return answered(program, (parse(file.text) for file in beside.values()))

    def run_with(
        self, documents: Documents, document: TextDocument, program: Program
    ) -> tuple[tuple[str, str], ...] | None:
        """The files that a document calls, as (text, name); an open file has its URI as name.

        None where an open document calls this one: it is then run together with its caller.
        """
        known = _others(documents, document)
        if any(given_names(program) & calls(parse(file.text)) for file in known):
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
