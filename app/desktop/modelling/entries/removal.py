"""Removes several things of the cell at once, as one undo step."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import TYPE_CHECKING

from app.desktop.looks.notice import BODY, FRAME, LOCATION, Notice, Offer
from app.desktop.modelling.edits.locking import unlocked
from app.desktop.modelling.edits.placing import placed_in, section_of
from app.desktop.modelling.edits.removing import take_away
from app.desktop.modelling.entries.framing import (
    named,
    placed_in_frame,
    placed_keys,
    standing_in,
    without_entry,
)
from app.desktop.modelling.entries.location_names import remove_locations
from app.desktop.state.choices.things import WORLD, Key
from scenes.files.text.documents import Document as CellFile

if TYPE_CHECKING:
    from app.desktop.state.document import Document


def remove_all(document: Document, keys: Iterable[Key]) -> None:
    """Removes fixtures, parts and frames, as one undo step; a message says what stays, and why.

    Locations are removed where nothing else is selected: they are lines of the program.

    Where other things stand in a frame, nothing is removed; a message offers to move these things
    to the frame above. Raises SceneError where the file needs a removed thing.
    """
    file, given = document.cell_file, tuple(keys)
    if file is None or not given:
        return
    gone = [k for k in placed_keys(file, given) if k[0] in (BODY, FRAME)]
    gone = list(unlocked(document, gone, "remove"))
    locations = [name for kind, name in given if kind == LOCATION]
    if locations and len(locations) == len(given):
        remove_locations(document, locations)
        return
    if len(gone) < len(given):
        fixed = [k for k in given if k[0] not in (BODY, FRAME) or k not in placed_keys(file, [k])]
        if fixed:
            document.notify(_why_it_stays(*fixed[0]), "warning")
    if not gone:
        return
    held = [key for frame in _frames(gone) for key in standing_in(file, frame) if key not in gone]
    title = f"Remove {named(gone)}"
    if not held:
        take_away(document, _without(file, gone), title)
        return
    act = partial(_remove_and_keep, document, file, tuple(gone), tuple(held), title)
    stand = "stands" if len(held) == 1 else "stand"
    frames = " and ".join(f for f in _frames(gone) if set(standing_in(file, f)) & set(held))
    text = f"{named(held)} {stand} in {frames}, so {frames} was not removed."
    offer = f"Remove {frames}, and keep {named(held)} in place"
    document.noticed.emit(Notice(text, "warning", (Offer(offer, act),)))


def _frames(keys: Iterable[Key]) -> list[str]:
    return [name for kind, name in keys if kind == FRAME]


def _without(file: CellFile, keys: Iterable[Key]) -> CellFile:
    for kind, name in keys:
        section = section_of(file, name, kind)
        if section is not None:
            file = without_entry(file, section, name)
    return file


def _remove_and_keep(
    document: Document, before: CellFile, gone: tuple[Key, ...], held: tuple[Key, ...], title: str
) -> None:
    """Removes frames, and leaves what stands in them in the nearest frame that stays."""
    cell = document.cell
    if document.cell_file is not before or cell is None:
        document.notify("The cell was changed meanwhile: remove it once more.", "warning")
        return
    edited = before
    for kind, name in held:
        place = placed_in(before, name, kind)
        above = WORLD if place is None else place.frame
        while (FRAME, above) in gone:
            found = placed_in(before, above, FRAME)
            above = WORLD if found is None else found.frame
        edited = placed_in_frame(edited, cell.frames, [(kind, name)], above)
    take_away(document, _without(edited, gone), title)


def _why_it_stays(kind: str, name: str) -> str:
    if kind == LOCATION:
        return f"{name} is a line of the program and stays: select locations alone to remove them."
    if kind == BODY:
        return f"{name} belongs to the robot's file and stays."
    return f"{name} stays: a cell needs its robot."
