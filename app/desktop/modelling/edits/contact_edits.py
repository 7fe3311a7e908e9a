"""The contacts that a cell file allows, and edits of them; each edit is one undo step."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from app.desktop.modelling.edits.solid_edits import push
from scenes.files.text.documents import Document as CellFile
from scenes.files.text.edits import set_value
from scenes.files.text.list_edits import in_lines, insert_item, remove_item
from scenes.world.allowed_contacts import ALWAYS

if TYPE_CHECKING:
    from app.desktop.state.document import Document


class Allowed(NamedTuple):
    """An entry of `allow`: its index in the list, the other body, and the phase it holds for."""

    place: int
    other: str
    phase: str


def allowed_with(file: CellFile, name: str) -> Iterator[Allowed]:
    """The entries that name a body; entries that name it by a star are left out."""
    for index, entry in enumerate(file.data.get("allow") or []):
        pair = entry.get("pair", []) if isinstance(entry, dict) else entry
        phase = entry.get("while", ALWAYS) if isinstance(entry, dict) else ALWAYS
        if name in pair and len(pair) == 2:
            yield Allowed(index, pair[1] if pair[0] == name else pair[0], phase)


def allow_contact(document: Document, name: str, other: str, phase: str) -> None:
    """Lets two bodies touch: always, or while the part of the two rests or is gripped."""
    file = document.cell_file
    assert file is not None
    entry = [name, other] if phase == ALWAYS else {"pair": [name, other], "while": phase}
    known = file.data.get("allow")
    if known:
        edited = insert_item(in_lines(file, ("allow",)), ("allow",), len(known), entry)
    else:
        edited = set_value(file, ("allow",), [entry])
    push(document, edited, f"Let {name} touch {other}")


def forbid_contact(document: Document, allowed: Allowed) -> None:
    """Removes an entry of `allow`."""
    file = document.cell_file
    assert file is not None
    is_only = len(file.data["allow"]) == 1
    edited = remove_item(file, ("allow",) if is_only else ("allow", allowed.place))
    push(document, edited, f"Forbid contact with {allowed.other}")
