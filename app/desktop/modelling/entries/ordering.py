"""The order of things within their section of the cell file; each change is one undo step."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from app.desktop.modelling.edits.placing import section_of
from app.desktop.modelling.edits.solid_edits import push
from app.desktop.modelling.entries.framing import named, placed_keys
from app.desktop.state.choices.things import Key
from scenes.files.text.documents import Document as CellFile
from scenes.files.text.entry_edits import move_entry

if TYPE_CHECKING:
    from app.desktop.state.document import Document


def move_before(document: Document, keys: Iterable[Key], before: str) -> None:
    """Puts things of one section in front of another one; "" puts them at its end."""
    file = document.cell_file
    given = placed_keys(file, keys)
    sections = {section_of(file, name, kind) for kind, name in given} if file is not None else set()
    if file is None or len(sections) != 1:
        return
    section, edited = str(sections.pop()), file
    for _, name in given:
        if name != before:
            edited = move_entry(edited, section, name, before)
    _push(document, edited, given)


def move_by(document: Document, keys: Iterable[Key], by: int) -> None:
    """Moves things one place up (-1) or down (1) in their sections, as far as they go."""
    file = document.cell_file
    given = placed_keys(file, keys)
    if file is None:
        return
    edited = file
    for kind, name in given if by < 0 else reversed(given):
        section = section_of(file, name, kind)
        names = list(edited.data[section])
        place = names.index(name)
        if by < 0 and place > 0 and (kind, names[place - 1]) not in given:
            edited = move_entry(edited, str(section), name, names[place - 1])
        elif by > 0 and place + 1 < len(names) and (kind, names[place + 1]) not in given:
            behind = names[place + 2] if place + 2 < len(names) else ""
            edited = move_entry(edited, str(section), name, behind)
    _push(document, edited, given)


def _push(document: Document, edited: CellFile, keys: tuple[Key, ...]) -> None:
    assert document.cell_file is not None
    if edited.text != document.cell_file.text:
        push(document, edited, f"Move {named(keys)} in the list")
