"""The title of the window: the program in front, the cell, and which of them is not saved.

Qt writes a star in place of each `[*]` while the window counts as modified.
"""

from __future__ import annotations

from app.desktop.state.document import Document

STAR = "[*]"
NAME = "Cellwright"


def title_of(document: Document) -> str:
    """The title, with a star behind each name whose changes are not saved."""
    source, cell = document.active, document.cell
    names = []
    if source is not None:
        names.append(source.title + (STAR if source.is_modified else ""))
    cell_title = cell.title if cell is not None else "no cell"
    names.append(cell_title + (STAR if document.cell_is_modified else ""))
    others = sum(s.is_modified for s in document.sources if s is not source)
    if others:
        names.append(f"{others} other program{'s' if others > 1 else ''} not saved{STAR}")
    return " – ".join([*names, NAME])


def is_modified(document: Document) -> bool:
    """Whether anything that is open has changes that are not saved."""
    return document.cell_is_modified or any(source.is_modified for source in document.sources)
