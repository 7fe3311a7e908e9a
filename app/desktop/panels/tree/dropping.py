"""Where rows of the tree may be dropped: into a frame, or at another place of their section."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from PySide6.QtWidgets import QAbstractItemView

from app.desktop.modelling.edits.placing import section_of
from app.desktop.panels.tree.tree_rows import Row
from app.desktop.state.choices.things import Key
from scenes.files.text.documents import Document as CellFile

Place = QAbstractItemView.DropIndicatorPosition


@dataclass(frozen=True)
class Drop:
    """What a drop does. frame: The frame in which the things then stand; "" for a new order.

    before: The entry in front of which they go in their section; "" for its end.
    """

    frame: str = ""
    before: str = ""


def drop_on(
    file: CellFile | None, keys: Sequence[Key], row: Row | None, place: Place
) -> Drop | None:
    """What it does to drop things on, above or below a row; None where that is nothing."""
    if file is None or row is None or not keys or row.key in keys:
        return None
    between = place in (Place.AboveItem, Place.BelowItem)
    if between and row.key is not None and _sections(file, keys) == {row.section}:
        names = list(file.data.get(row.section) or {})
        at = names.index(row.key[1]) + (place == Place.BelowItem)
        later = [name for name in names[at:] if name not in {name for _, name in keys}]
        return Drop(before=later[0] if later else "")
    return Drop(frame=row.frame) if row.frame else None


def _sections(file: CellFile, keys: Iterable[Key]) -> set[str | None]:
    return {section_of(file, name, kind) for kind, name in keys}
