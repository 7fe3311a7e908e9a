"""Removes bodies and shapes from a cell, and the contacts that name them if the user wants that."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import TYPE_CHECKING

from app.desktop.looks.notice import BODY, Notice, Offer
from app.desktop.modelling.edits.locking import refuse_locked
from app.desktop.modelling.edits.solid_edits import (
    Path,
    push,
    refuse_locked_body,
    solid_path,
    value_at,
)
from scenes import SceneError, SceneFileError
from scenes.files.text.documents import Document as CellFile
from scenes.files.text.list_edits import remove_item

if TYPE_CHECKING:
    from app.desktop.state.document import Document


def remove_body(document: Document, name: str) -> None:
    """Removes a fixture or part from the cell; SceneError where it is locked."""
    refuse_locked(document, BODY, name, "remove")
    file = document.cell_file
    path = solid_path(file, name) if file is not None else None
    if file is None or path is None:
        return
    only = len(value_at(file, path[:1])) == 1
    take_away(document, remove_item(file, path[:1] if only else path[:2]), f"Remove {name}")


def remove_step(document: Document, step: Path) -> None:
    """Removes a step from the list of a solid; SceneError where the body is locked."""
    refuse_locked_body(document, step)
    assert document.cell_file is not None
    take_away(document, remove_item(document.cell_file, step), "Remove shape")


def take_away(document: Document, edited: CellFile, title: str) -> None:
    """Removes something as one undo step; where only `allow` needs it, offers to edit `allow` too.

    Raises SceneError where anything else in the file needs it; nothing has then changed.
    """
    try:
        push(document, edited, title)
    except SceneFileError as fault:
        places = _contacts_in_the_way(fault)
        rest = _without_contacts(edited, places) if places else None
        if rest is None:
            raise
        _offer(document, rest, title, places)


def _contacts_in_the_way(fault: SceneFileError) -> list[int]:
    """The indices of the faulty entries of `allow`; none where anything else is faulty."""
    places = set()
    for problem in fault.problems:
        section, _, rest = problem.path.partition(".")
        place = rest.partition(".")[0]
        if section != "allow" or not place.isdigit():
            return []
        places.add(int(place))
    return sorted(places)


def _without_contacts(file: CellFile, places: Iterable[int]) -> CellFile | None:
    """The file without these entries of `allow`; None where it still gives no cell."""
    from scenes.files.loader import cell_from_document

    gone = set(places)
    if len(gone) == len(file.data["allow"]):
        file = remove_item(file, ("allow",))
    else:
        for place in sorted(gone, reverse=True):
            file = remove_item(file, ("allow", place))
    try:
        cell_from_document(file)
    except SceneError:
        return None
    return file


def _offer(document: Document, rest: CellFile, title: str, places: list[int]) -> None:
    before = document.cell_file
    assert before is not None
    lines = sorted({before.position(("allow", place))[0] for place in places})
    act = partial(_push_if_same, document, before, rest, title)
    is_one = len(places) == 1
    contacts = "a contact" if is_one else f"{len(places)} contacts"
    text = (
        f"{title}: {contacts} under `allow`, {_listed(lines)}, "
        f"{'names' if is_one else 'name'} what would be gone."
    )
    words = "Remove that contact too" if is_one else f"Remove those {len(places)} contacts too"
    document.noticed.emit(Notice(text, "warning", (Offer(words, act),)))


def _listed(lines: list[int]) -> str:
    if len(lines) == 1:
        return f"line {lines[0]}"
    return f"lines {', '.join(map(str, lines[:-1]))} and {lines[-1]}"


def _push_if_same(document: Document, before: CellFile, rest: CellFile, title: str) -> None:
    """Makes the offered edit, unless the cell was changed since the offer."""
    if document.cell_file is not before:
        document.notify("The cell was changed meanwhile: remove it once more.", "warning")
        return
    try:
        push(document, rest, title)
    except SceneError as fault:
        document.notify(str(fault).splitlines()[0], "error")
