"""Copies of fixtures, parts and frames through the clipboard, as YAML text.

The text has the form of a cell file, so that it can be pasted into another cell, into a file or
into a message. `stand_in` gives the places in the world of the frames in which the things stand: a
cell without such a frame takes the things at the same place in the world.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from os.path import relpath
from pathlib import Path
from typing import TYPE_CHECKING, Any

from app.desktop.looks.notice import BODY, FRAME
from app.desktop.modelling.edits.placing import placed_in, section_of, with_pose
from app.desktop.modelling.edits.solid_edits import push
from app.desktop.modelling.entries.copies import (
    Copy,
    added,
    can_copy,
    copy_of,
    free_shift,
    shifted,
    stood_in_copies,
    with_contents,
)
from app.desktop.modelling.entries.framing import named
from app.desktop.state.choices.things import WORLD, Key
from scenes import Cell, SceneError
from scenes.files.file_poses import pose_entries, pose_of
from scenes.files.text.documents import Document as CellFile
from scenes.files.text.documents import parse_document
from scenes.files.text.edits import flow_text, set_value
from scenes.files.text.entry_edits import entry_text

if TYPE_CHECKING:
    from app.desktop.state.document import Document

HEAD = "# Cellwright: things of a cell, to be pasted into a cell\n"
SECTIONS = ("frames", "fixtures", "parts")
KINDS = {"frames": FRAME, "fixtures": BODY, "parts": BODY}
NOTHING = "There is nothing to paste: copy fixtures, parts or frames first."


def clip_text(cell: Cell, file: CellFile, keys: Iterable[Key]) -> str:
    """Things of a cell as text for the clipboard; "" where none of them can be copied."""
    given = with_contents(file, can_copy(file, keys))
    if not given:
        return ""
    text = [HEAD, f"from: {flow_text(str(file.path.resolve().parent))}\n"]
    frames = {place.frame for key in given if (place := placed_in(file, key[1], key[0]))}
    places = {name: pose_entries(cell.frames[name]) for name in sorted(frames)}
    text.append(f"stand_in: {flow_text(places)}\n")
    if file.data.get("include"):
        text.append(f"include: {flow_text(file.data['include'])}\n")
    for section in SECTIONS:
        copies = [
            copy_of(file, key) for key in given if section_of(file, key[1], key[0]) == section
        ]
        if copies:
            text.append(f"{section}:\n")
            text += [_indented(copy.lines) for copy in copies]
    return "".join(text)


def paste(document: Document, text: str) -> tuple[Key, ...]:
    """Adds the things of a clipboard text, as one undo step; gives them.

    Raises SceneError where the text holds no things of a cell, or the cell cannot take them.
    """
    file, cell = document.cell_file, document.cell
    clip = _clip(text)
    if file is None or cell is None or clip is None:
        raise SceneError(NOTHING)
    edited = _with_includes(file, clip)
    made: dict[Key, Key] = {}
    for section in SECTIONS:
        for name, value in clip.data.get(section, {}).items():
            copy = Copy(section, name, entry_text(clip, section, name), value)
            edited, new = added(edited, copy)
            made[KINDS[section], name] = (KINDS[section], new)
    folder = Path(str(clip.data.get("from", "")))
    stand_in = clip.data.get("stand_in") or {}
    for (kind, old), (_, name) in made.items():
        edited = stood_in_copies(edited, made, (kind, old), name)
        edited = _in_known_frame(edited, cell, (kind, name), stand_in, set(made.values()))
        edited = _with_mesh_paths(edited, (kind, name), folder)
    edited = _apart(edited, cell, made)
    push(document, edited, f"Paste {named(list(made.values()))}")
    return tuple(made.values())


# What a clipboard text says about another cell.


def _clip(text: str) -> CellFile | None:
    """The clipboard text as a document; None where it holds no things of a cell."""
    if not any(re.search(rf"^{section}:", text, re.MULTILINE) for section in SECTIONS):
        return None
    try:
        clip = parse_document(Path("clipboard"), text, "clipboard")
    except SceneError:
        return None
    mappings = [clip.data.get(key, {}) for key in (*SECTIONS, "stand_in", "include")]
    if not all(isinstance(mapping, dict) for mapping in mappings):
        return None
    things = [thing for mapping in mappings[: len(SECTIONS)] for thing in mapping.values()]
    return clip if things and all(isinstance(thing, dict) for thing in things) else None


def _in_known_frame(
    file: CellFile, cell: Cell, key: Key, stand_in: dict[str, Any], made: set[Key]
) -> CellFile:
    """The file with a pasted thing in the world, where the cell has no frame of that name."""
    kind, name = key
    place, section = placed_in(file, name, kind), section_of(file, name, kind)
    if place is None or section is None or place.frame in cell.frames:
        return file
    if (FRAME, place.frame) in made:
        return file
    there = stand_in.get(place.frame) or {}
    zero = [0.0, 0.0, 0.0]
    T_world_frame = pose_of(there.get("at", zero), there.get("rpy", zero))
    file = set_value(file, (section, name, "in"), WORLD)
    return with_pose(file, (section, name), T_world_frame @ pose_of(place.at, place.rpy))


def _apart(file: CellFile, cell: Cell, made: dict[Key, Key]) -> CellFile:
    """The file with pasted things beside those of the same name that stand in the same place."""
    if not any(old == new for old, new in made.items()):
        shown = [old for old in made if placed_in(file, old[1], old[0])]
        shift = free_shift(cell, file, [k for k in shown if k[0] == BODY] or shown)
        for (kind, _), (_, name) in made.items():
            place = placed_in(file, name, kind)
            if place is not None and (FRAME, place.frame) not in made.values():
                file = shifted(file, cell, (kind, name), place, shift)
    return file


def _with_includes(file: CellFile, clip: CellFile) -> CellFile:
    """The file with the includes that the pasted things use."""
    known, folder = file.data.get("include") or {}, Path(str(clip.data.get("from", "")))
    used = set(re.findall(r"\buse: *([A-Za-z_]\w*)", clip.text))
    for name, path in (clip.data.get("include") or {}).items():
        if name in used and name not in known:
            there = _path_from(file, folder, str(path))
            new, loc = {name: there}, ("include",)
            has_any = bool(file.data.get("include"))
            file = set_value(file, (*loc, name) if has_any else loc, there if has_any else new)
    return file


def _with_mesh_paths(file: CellFile, key: Key, folder: Path) -> CellFile:
    """The file with the mesh files of a pasted body, as seen from the folder of this cell."""
    section = section_of(file, key[1], key[0])
    assert section is not None
    for loc, name in _mesh_files(file.data[section][key[1]], (section, key[1])):
        there = _path_from(file, folder, name)
        if there != name:
            file = set_value(file, loc, there)
    return file


def _mesh_files(value: Any, loc: tuple[str | int, ...]) -> list[tuple[tuple[str | int, ...], str]]:
    """The place and the path of every mesh file in an entry."""
    if isinstance(value, list):
        return [f for i, item in enumerate(value) for f in _mesh_files(item, (*loc, i))]
    if not isinstance(value, dict):
        return []
    mesh = value.get("mesh")
    is_file = isinstance(mesh, dict) and "file" in mesh
    own = [((*loc, "mesh", "file"), str(value["mesh"]["file"]))] if is_file else []
    return own + [f for k, item in value.items() for f in _mesh_files(item, (*loc, str(k)))]


def _path_from(file: CellFile, folder: Path, name: str) -> str:
    """A path given in a folder, as this cell file has to give it."""
    here = file.path.resolve().parent
    if not folder.is_absolute() or Path(name).is_absolute() or folder == here:
        return name
    return relpath(folder / name, here)


def _indented(lines: str) -> str:
    return "".join(f"  {line}".rstrip() + "\n" for line in lines.rstrip("\n").split("\n"))
