"""Copies of fixtures, parts and frames, placed beside the original."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from app.desktop.looks.notice import BODY, FRAME
from app.desktop.modelling.edits.placing import Place, placed_in, section_of
from app.desktop.modelling.edits.solid_edits import push
from app.desktop.modelling.entries.framing import corners, named, placed_keys, within
from app.desktop.state.choices.things import Key
from scenes import Cell
from scenes.files.file_poses import pose_of
from scenes.files.text.documents import Document as CellFile
from scenes.files.text.edits import set_value
from scenes.files.text.entry_edits import entry_text, free_name, insert_entry
from scenes.world.frozen import Array

if TYPE_CHECKING:
    from app.desktop.state.document import Document

GAP = 20.0  # mm between a body and its copy
MOST_TRIES = 50  # places beside the original that are looked at


class Copy(NamedTuple):
    """A thing to be added: its section, its name there, the lines and the value of its entry."""

    section: str
    name: str
    lines: str
    value: Any


def can_copy(file: CellFile | None, keys: Iterable[Key]) -> tuple[Key, ...]:
    """Those of the things that can be copied: fixtures, parts and frames of the file."""
    return tuple(key for key in placed_keys(file, keys) if key[0] in (BODY, FRAME))


def duplicate(document: Document, keys: Iterable[Key]) -> tuple[Key, ...]:
    """Adds copies of things beside them, as one undo step; gives the copies.

    A frame is copied with what stands in it.
    """
    file, cell = document.cell_file, document.cell
    asked = can_copy(file, keys)
    given = with_contents(file, asked)
    if file is None or cell is None or not given:
        return ()
    shift, edited = free_shift(cell, file, given), file
    made: dict[Key, Key] = {}
    for key in given:
        copy = copy_of(file, key)
        edited, name = added(edited, copy, after=key[1])
        made[key] = (key[0], name)
    for key, (kind, name) in made.items():
        edited = stood_in_copies(edited, made, key, name)
        place = placed_in(file, key[1], kind)
        if place is not None and (FRAME, place.frame) not in made:
            edited = shifted(edited, cell, (kind, name), place, shift)
    push(document, edited, f"Duplicate {named(given)}")
    return tuple(made[key] for key in asked)


def with_contents(file: CellFile | None, keys: Sequence[Key]) -> tuple[Key, ...]:
    """The things, and with a frame what stands in it."""
    if file is None:
        return ()
    inside = [key for kind, name in keys if kind == FRAME for key in within(file, name)]
    return tuple(dict.fromkeys([*keys, *can_copy(file, inside)]))


def copy_of(file: CellFile, key: Key) -> Copy:
    kind, name = key
    section = section_of(file, name, kind)
    assert section is not None
    return Copy(section, name, entry_text(file, section, name), file.data[section][name])


def added(file: CellFile, copy: Copy, after: str = "") -> tuple[CellFile, str]:
    """The file with a copy under a free name, and that name."""
    from scenes.files.cells.renamed_entries import BODIES

    sections = ("frames",) if copy.section == "frames" else BODIES
    name = free_name(file, copy.name, sections)
    lines = re.sub(r"^(['\"]?)" + re.escape(copy.name) + r"\1", name, copy.lines, count=1)
    return insert_entry(file, copy.section, name, lines, copy.value, after), name


def stood_in_copies(file: CellFile, made: dict[Key, Key], key: Key, name: str) -> CellFile:
    """The file with a copy in the copied frame, where its original stands in a copied frame."""
    section = section_of(file, name, key[0])
    place = placed_in(file, name, key[0])
    if section is None or place is None or (FRAME, place.frame) not in made:
        return file
    return set_value(file, (section, name, "in"), made[FRAME, place.frame][1])


# The place of a copy.


def shifted(file: CellFile, cell: Cell, key: Key, place: Place, shift: Array) -> CellFile:
    """The file with a thing moved in the world by a shift, (3,), mm."""
    section = section_of(file, key[1], key[0])
    assert section is not None
    moved = pose_of(place.at, place.rpy)
    moved[:3, 3] += cell.frames[place.frame][:3, :3].T @ shift
    at = [round(float(value), 6) + 0.0 for value in moved[:3, 3]]
    plain = [int(value) if value.is_integer() else value for value in at]
    return set_value(file, (section, key[1], "at"), plain)


def free_shift(cell: Cell, file: CellFile, keys: Sequence[Key]) -> Array:
    """The shortest shift sideways, (3,), mm, after which the box of things meets no other box."""
    box = _box(corners(cell, file, keys))
    names = [body.name for body in cell.fixtures] + [part.name for part in cell.parts]
    boxes = [_box(corners(cell, file, [(BODY, name)])) for name in names]
    across = int(np.argmin((box[1] - box[0])[:2]))
    step = np.zeros(3)
    step[across] = np.ceil((box[1] - box[0])[across] + GAP)
    for count in range(1, MOST_TRIES):
        for shift in (count * step, -count * step):
            if not any(_meet(box + shift, other) for other in boxes):
                return np.asarray(shift)
    return step


def _box(points: Array) -> Array:
    """The lowest and the highest corner of the box round points, (2, 3), mm."""
    return np.array([points.min(axis=0), points.max(axis=0)])


def _meet(a: Array, b: Array) -> bool:
    return bool(np.all(a[0] < b[1]) and np.all(b[0] < a[1]))
