"""New bodies and frames: their names, colours and places. Each one is one undo step."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from app.desktop.looks.notice import FRAME
from app.desktop.modelling.edits.cell_edits import GROUPS, EditCell
from app.desktop.modelling.edits.placing import entries_of
from app.desktop.modelling.edits.solid_edits import NEW_SHAPES
from scenes.files.text.documents import Document as CellFile
from scenes.files.text.edits import set_value
from scenes.files.text.list_edits import add_body
from scenes.world.frozen import Array

if TYPE_CHECKING:
    from app.desktop.state.document import Document

# Calm colours that differ from each other in both themes and from the marks of the view.
PALETTE = (
    "#4f6d7a", "#8a6f4d", "#3f8f5b", "#c9a227", "#7a5c8e", "#b5654a", "#5a7fb0", "#8c9a5b",
)  # fmt: skip
PART_NAMES = {"box": "BLOCK", "cylinder": "PEG", "sphere": "BALL", "torus": "RING"}
NAMED_AFTER = ("robots", *GROUPS)


def add_new_body(document: Document, group: str, kind: str) -> str:
    """Adds a fixture or part of one shape in view, resting on what is there; gives its name."""
    file = document.cell_file
    assert file is not None
    name = free_name(file, stem_of(group, kind))
    steps = [{"add": {kind: NEW_SHAPES[kind]}}]
    pose = document.new_places.pose_for(name, _lowest(file, steps))
    entries: dict[str, Any] = entries_of(pose) | {"colour": next_colour(file)}
    if group == "parts":
        entries["present"] = True
    edited = add_body(file, (group, name), entries, steps)
    document.cell_commands.push(EditCell(document, file, edited, f"Add {name}"))
    return name


def add_frame(document: Document, T_world_frame: Array) -> str:
    """Adds a named frame to the cell, selects it, and gives its name."""
    file = document.cell_file
    assert file is not None
    present = file.data.get("frames") or {}
    name = _free_among({str(known).lower() for known in present} | {"world"}, "frame")
    entry = entries_of(T_world_frame)
    if present:
        edited = set_value(file, ("frames", name), entry)
    else:
        edited = set_value(file, ("frames",), {name: entry})
    document.cell_commands.push(EditCell(document, file, edited, f"Add {name}"))
    document.select(FRAME, name)
    return name


def stem_of(group: str, kind: str) -> str:
    """The name of a new body without its number: box for a fixture, BLOCK for a part."""
    return kind if group == "fixtures" else PART_NAMES.get(kind, kind.upper())


def free_name(file: CellFile, stem: str) -> str:
    """A name that no robot and no body has, in large or small letters: `box1`."""
    taken = {str(n).lower() for group in NAMED_AFTER for n in file.data.get(group) or {}}
    return _free_among(taken, stem)


def _free_among(taken: set[str], stem: str) -> str:
    number = 1
    while f"{stem}{number}".lower() in taken:
        number += 1
    return f"{stem}{number}"


def next_colour(file: CellFile) -> str:
    """The colour of the palette that the fewest bodies have, the first of these."""
    bodies = [entry for group in GROUPS for entry in (file.data.get(group) or {}).values()]
    used = Counter(str(e.get("colour", "")).lower() for e in bodies if isinstance(e, Mapping))
    return min(PALETTE, key=lambda colour: used[colour])


def _lowest(file: CellFile, steps: Sequence[Mapping[str, Any]]) -> float:
    """The least z of the solid that steps make, in its own frame, mm.

    The steps alone are read: to read the whole cell for it would take as long as the edit.
    """
    from scenes.files.cells.includes import Includes
    from scenes.files.solids.shape_schema import OperationIn
    from scenes.files.text.documents import Faults

    builder = Includes(Faults(file), {}, (file.path,)).builder()
    built = builder.solid([OperationIn.model_validate(step) for step in steps], ())
    assert built is not None, "a new shape is a sound one"
    return float(built.solid.bounds()[0][2])
