"""Imported files in the text of the cell: bodies with a mesh or part, robots. One undo step each.

The cell names a file by its path from the cell's folder. A shipped cell, and a cell that was never
saved, name it by its full path, which stays right when the cell is saved elsewhere.
"""

from __future__ import annotations

import json
import os
import re
import shutil
from collections.abc import Sequence
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Any

from app.desktop.modelling.edits.cell_edits import GROUPS
from app.desktop.modelling.edits.solid_edits import push
from app.desktop.modelling.importing.file_kinds import FileKind
from app.desktop.modelling.importing.import_item import ImportItem
from scenes import SceneError
from scenes.files.solids.mesh_cache import keep_mesh, request_for
from scenes.files.text.documents import Document as CellFile
from scenes.files.text.edits import set_value
from scenes.files.text.list_edits import add_body, remove_item
from scenes.library import is_shipped

if TYPE_CHECKING:
    from app.desktop.state.document import Document

_PART_SUFFIXES = (".part", ".robot", ".cell")


def plain_name(path: Path) -> str:
    """A name for a body, made from the name of its file: letters, digits and _ only."""
    from scenes.files.field_types import as_name

    stem = path.stem
    for suffix in _PART_SUFFIXES:
        stem = stem.removesuffix(suffix)
    plain = re.sub("__+", "_", as_name(stem)).strip("_")
    return plain if plain[:1].isalpha() else f"body_{plain}".rstrip("_")


def free_name(wanted: str, taken: Sequence[str]) -> str:
    """The wanted name, with a number where it is taken; capitals make no difference."""
    lower = {name.lower() for name in taken}
    numbered = (f"{wanted}{number}" for number in count(2))
    return wanted if wanted.lower() not in lower else next(n for n in numbered if n not in lower)


def names_in(file: CellFile) -> list[str]:
    """The names of the robots, fixtures, parts and frames of a cell file."""
    sections = ("robots", "frames", *GROUPS)
    return [name for section in sections for name in file.data.get(section) or {}]


def can_copy(file: CellFile | None) -> bool:
    """Whether copies of files can be kept beside the cell: it is the user's own and was saved."""
    return file is not None and file.path.is_file() and not is_shipped(file.path)


def import_bodies(document: Document, items: Sequence[ImportItem]) -> tuple[str, ...]:
    """Adds a body for each item, as one undo step; gives the names of the bodies.

    SceneError where a file cannot be copied or the edited cell cannot be read; the cell has then
    not changed.
    """
    file = document.cell_file
    if file is None:
        raise SceneError("there is no cell to import into: open a cell first")
    edited, names = file, []
    for item in items:
        name = free_name(item.name, names_in(edited))
        edited = _with_body(edited, item, name)
        names.append(name)
    title = f"Import {names[0]}" if len(names) == 1 else f"Import {len(names)} bodies"
    push(document, edited, title)
    return tuple(names)


def _with_body(file: CellFile, item: ImportItem, name: str) -> CellFile:
    source = _copied(item.path, file) if item.copies and can_copy(file) else item.path
    named = name_of_file(source, file)
    entries: dict[str, Any] = {"at": [_plain(mm) for mm in item.at]}
    if item.group == "parts":
        entries["present"] = True
    if item.kind is FileKind.PART:
        file, key = _included(file, named)
        return add_body(file, (item.group, name), entries, [{"add": {"use": key}}])
    shape: dict[str, Any] = {"file": named}
    assert item.body is not None
    assert item.body.mesh is not None
    if not item.body.has_unit or item.unit is not None:
        shape["unit"] = item.shown_unit
    try:
        keep_mesh(request_for(file.path.parent, shape), item.body.mesh)
    except OSError as fault:
        raise SceneError(f"{source} cannot be read any more: {fault.strerror or fault}") from fault
    return add_body(file, (item.group, name), entries, [{"add": {"mesh": shape}}])


def _plain(mm: float) -> int | float:
    return int(mm) if float(mm).is_integer() else mm


def _included(file: CellFile, named: str) -> tuple[CellFile, str]:
    """The cell file with a part file under `include`, and the name of it there."""
    known = file.data.get("include") or {}
    key = next((key for key, path in known.items() if path == named), None)
    if key is not None:
        return file, key
    key = free_name(plain_name(Path(named)), list(known))
    loc, value = (("include", key), named) if known else (("include",), {key: named})
    return set_value(file, loc, value), key


def name_of_file(path: Path, file: CellFile) -> str:
    """How the cell names a file; see the head of this module."""
    full = path.resolve()
    if not can_copy(file):
        return str(full).replace(os.sep, "/")
    try:
        return os.path.relpath(full, file.path.resolve().parent).replace(os.sep, "/")
    except ValueError:  # on another drive
        return str(full).replace(os.sep, "/")


def _copied(path: Path, file: CellFile) -> Path:
    """A copy of a file beside the cell, with the files of a glTF; an equal copy is used again."""
    folder = file.path.resolve().parent
    if path.resolve().parent == folder:
        return path
    target = folder / path.name
    numbered = (folder / f"{path.stem}{number}{path.suffix}" for number in count(2))
    while target.exists() and target.read_bytes() != path.read_bytes():
        target = next(numbered)
    try:
        for part, copy in [(path, target), *_parts_of_gltf(path, folder)]:
            if not copy.exists():
                copy.parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(part, copy)
    except OSError as fault:
        raise SceneError(f"{path.name} cannot be copied to {folder}: {fault.strerror}") from fault
    return target


def _parts_of_gltf(path: Path, folder: Path) -> list[tuple[Path, Path]]:
    """The further files that a glTF names, each with the place of its copy."""
    if path.suffix.lower() != ".gltf":
        return []
    try:
        buffers = json.loads(path.read_text(encoding="utf-8")).get("buffers", ())
        named = [str(buffer["uri"]) for buffer in buffers if "uri" in buffer]
    except (ValueError, AttributeError, TypeError, OSError):
        return []  # the reader of the mesh reports the file
    inside = [name for name in named if not name.startswith("data:") and ".." not in name]
    return [(path.parent / name, folder / name) for name in inside]


def use_robot(document: Document, path: Path) -> str:
    """Lets the cell's robot be that of a robot file, as one undo step; gives the robot's name.

    The robot keeps its name and place; its values `ready` and `tool` belong to another arm and go.
    SceneError where the cell does not work with this robot.
    """
    file = document.cell_file
    if file is None:
        raise SceneError("there is no cell to put the robot into: open a cell first")
    name = str(next(iter(file.data["robots"])))
    edited = set_value(file, ("robots", name, "use"), name_of_file(path, file))
    for key in ("ready", "tool"):
        if key in file.data["robots"][name]:
            edited = remove_item(edited, ("robots", name, key))
    push(document, edited, f"Use {path.name}")
    return name


def cell_with_robot(path: Path, title: str) -> tuple[Path, str]:
    """The path and the text of a new cell beside a robot file, with this robot alone."""
    name = path.name.partition(".")[0]
    plain = plain_name(Path(name))
    others = (path.with_name(f"{name}{number}.cell.yaml") for number in count(2))
    target = path.with_name(f"{name}.cell.yaml")
    while target.exists():
        target = next(others)
    told = json.dumps(f"A cell with {title}", ensure_ascii=False)
    text = f"cell: 1\ntitle: {told}\n\nrobots:\n  {plain}: {{use: {json.dumps(path.name)}}}\n"
    return target, text
