"""The cell modeller's edits: bodies, steps of their solids, colours. Each is one undo step."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import count, product
from typing import TYPE_CHECKING, Any, NamedTuple

from app.desktop.looks.notice import BODY
from app.desktop.modelling.edits.cell_edits import GROUPS, EditCell
from app.desktop.modelling.edits.locking import refuse_locked
from scenes import SceneFileError
from scenes.files.text.documents import Document as CellFile
from scenes.files.text.documents import key_of
from scenes.files.text.edits import set_value
from scenes.files.text.entry_edits import rename_scalars
from scenes.files.text.list_edits import in_lines, insert_item, move_item, remove_item

if TYPE_CHECKING:
    from app.desktop.state.document import Document

Path = tuple[str | int, ...]


class ShapeRow(NamedTuple):
    """The title of a shape in menus and lists, and the numbers of a new one.

    start: Big enough to be seen, small enough to fit on a table; None for a shape that does not
    begin with numbers.
    """

    title: str
    start: Any = None


SHAPE_ROWS = {
    "box": ShapeRow("Box", [60, 60, 60]),
    "cylinder": ShapeRow("Cylinder", {"d": 60, "h": 80}),
    "capsule": ShapeRow("Capsule", {"d": 60, "h": 80}),
    "cone": ShapeRow("Cone or frustum", {"d1": 60, "d2": 30, "h": 80}),
    "sphere": ShapeRow("Sphere", {"d": 60}),
    "torus": ShapeRow("Torus", {"d": 80, "tube": 20}),
    "prism": ShapeRow("Prism", {"points": [[0, 0], [60, 0], [0, 60]], "h": 40}),
    "revolve": ShapeRow("Turned profile", {"points": [[10, 0], [30, 0], [30, 20], [10, 40]]}),
    "half_space": ShapeRow("Half-space", {"normal": [0, 0, 1], "offset": 0}),
    "mesh": ShapeRow("Mesh"),
    "hull": ShapeRow(
        "Hull", {"of": [{"add": {"sphere": {"d": 30}}}, {"add": {"box": [60, 20, 20]}}]}
    ),
    "group": ShapeRow(
        "Group", [{"add": {"box": [60, 60, 60]}}, {"cut": {"cylinder": {"d": 30, "h": 80}}}]
    ),
    "use": ShapeRow("Part file"),
}
TITLES = {kind: row.title for kind, row in SHAPE_ROWS.items()}
NEW_SHAPES = {kind: row.start for kind, row in SHAPE_ROWS.items() if row.start is not None}


def solid_path(file: CellFile, name: str) -> Path | None:
    """The path of a body's solid in the cell file; None where another file defines it."""
    for group in GROUPS:
        if name in (file.data.get(group) or {}):
            return (group, name, "solid")
    return None


def value_at(file: CellFile, path: Sequence[str | int]) -> Any:
    """The plain value at a path of the file; None where there is none."""
    found = file.data
    for step in path:
        try:
            found = found[step]
        except (KeyError, IndexError, TypeError):
            return None
    return found


def refuse_locked_body(document: Document, path: Path) -> None:
    """Raises SceneError where the body is locked to which a place of the cell file belongs."""
    if path[0] in GROUPS and len(path) > 1 and path[2:] != ("colour",):
        refuse_locked(document, BODY, str(path[1]), "change")


def push(document: Document, edited: CellFile, title: str) -> None:
    """Makes an edit one undo step.

    Raises SceneError where the edited file gives no cell; nothing has then changed.
    """
    assert document.cell_file is not None
    document.cell_commands.push(EditCell(document, document.cell_file, edited, title))


def add_step(
    document: Document, solid: Path, index: int, operation: str, kind: str, shape: Any
) -> None:
    """Adds a step to the list of steps at `solid`; SceneError where the body is locked."""
    refuse_locked_body(document, solid)
    assert document.cell_file is not None
    lines = in_lines(document.cell_file, solid)
    edited = insert_item(lines, solid, index, {operation: {kind: shape}})
    push(document, edited, f"Add {TITLES[kind].lower()}")


def add_new_step(document: Document, solid: Path, index: int, operation: str, kind: str) -> None:
    """Adds a new shape to the list of steps at `solid`, where it changes the body.

    That is at the origin of the body if it can be, else at the step before, else at the middle of
    the body or of one of its faces. Raises SceneError where the body is locked, or where the shape
    fits in none of these places.
    """
    refuse_locked_body(document, solid)
    file = document.cell_file
    assert file is not None
    lines = in_lines(file, solid)
    fault: SceneFileError | None = None
    for place in (None, *_new_places(document, solid, index)):
        at = {} if place is None else {"at": place}
        step = {operation: {kind: NEW_SHAPES[kind], **at}}
        try:
            push(document, insert_item(lines, solid, index, step), f"Add {TITLES[kind].lower()}")
        except SceneFileError as problem:
            fault = fault or problem
        else:
            return
    assert fault is not None
    raise fault


def _new_places(document: Document, solid: Path, index: int) -> list[list[float]]:
    """Positions in the frame of a body at which a new step may change it, mm."""
    file, cell = document.cell_file, document.cell
    if file is None or cell is None:
        return []
    found = []
    if index:
        shape = next(iter(value_at(file, (*solid, index - 1)).values()))
        found.append(shape.get("at", [0, 0, 0]))
    bodies = {body.name: body.solid for body in cell.fixtures}
    bodies |= {part.name: part.solid for part in cell.parts}
    if len(solid) != len(("fixtures", "NAME", "solid")) or solid[1] not in bodies:
        return found
    low, high = bodies[str(solid[1])].bounds()
    middle = [round((a + b) / 2.0) for a, b in zip(low, high, strict=True)]
    found.append(middle)
    for axis, side in product((2, 0, 1), (high, low)):
        found.append([round(side[i]) if i == axis else middle[i] for i in range(3)])
    return found


def move_step(document: Document, step: Path, by: int) -> None:
    """Moves a step one place up (-1) or down (1) in its list; SceneError in a locked body."""
    refuse_locked_body(document, step)
    assert document.cell_file is not None
    title = "Move shape up" if by < 0 else "Move shape down"
    push(document, move_item(document.cell_file, step, by), title)


def use_part_file(
    document: Document, solid: Path, index: int, operation: str, file_name: str
) -> None:
    """Adds the solid of a part file as a step; includes the file where the cell does not yet.

    Raises SceneError where the body is locked.
    """
    refuse_locked_body(document, solid)
    file = document.cell_file
    assert file is not None
    known = file.data.get("include") or {}
    name = next((n for n, known_file in known.items() if known_file == file_name), None)
    edited = file
    if name is None:
        name = _free_key(known, file_name)
        new = {name: file_name}
        loc, value = (("include", name), file_name) if known else (("include",), new)
        edited = set_value(edited, loc, value)
    edited = insert_item(in_lines(edited, solid), solid, index, {operation: {"use": name}})
    push(document, edited, f"Use {file_name}")


def _free_key(known: Mapping[str, object], file_name: str) -> str:
    """A free name for a part file, made from its file name."""
    from scenes.files.field_types import as_name

    stem = file_name.rpartition("/")[2].partition(".")[0]
    plain = as_name(stem)
    plain = plain if plain[:1].isalpha() else f"part_{plain}"
    numbered = (f"{plain}{number}" for number in count(2))
    return plain if plain not in known else next(n for n in numbered if n not in known)


def set_entry(document: Document, path: Path, value: Any) -> None:
    """Sets an entry of the file to a value; None removes the entry; SceneError in a locked body."""
    refuse_locked_body(document, path)
    file = document.cell_file
    assert file is not None
    if value == value_at(file, path):
        return
    edited = remove_item(file, path) if value is None else set_value(file, path, value)
    push(document, edited, f"Change {path[-1]}")


def set_operation(document: Document, step: Path, operation: str) -> None:
    """Lets a step add, cut, or keep the common part; SceneError where the body is locked."""
    refuse_locked_body(document, step)
    file = document.cell_file
    assert file is not None
    old = next(iter(value_at(file, step)))
    word = key_of(file.node(step), old)
    if old != operation and word is not None:
        push(
            document, rename_scalars(file, [word], old, operation), f"{operation} instead of {old}"
        )
