"""The open programs as numbered files of a run."""

from __future__ import annotations

from app.desktop.state.document import Document
from app.desktop.state.open_programs import open_as
from app.desktop.state.source import Source


def file_of(document: Document, source: Source) -> int:
    """The number of a program's file in the run; 0 for the program in front."""
    files = document.run.files if document.run is not None else ()
    if source is document.active or source.title not in files[1:]:
        return 0
    return files.index(source.title, 1)


def source_at_work(document: Document) -> Source | None:
    """The open program of the shown statement; None where its file is not open."""
    if document.run is None or not document.control.file:
        return document.active
    file = document.run.files[document.control.file]
    return open_as(file, document.active, document.sources)
